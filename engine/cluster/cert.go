package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// certYears is how long the own certificate is good for. Nodes go by its fingerprint, not by its dates.
const certYears = 20

// Certificate reads the certificate of a data folder and makes it on first use.
func Certificate(dir string) (tls.Certificate, error) {
	certFile, keyFile := filepath.Join(dir, "cluster-cert.pem"), filepath.Join(dir, "cluster-key.pem")
	c, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return c, fmt.Errorf("own certificate %s: %w; delete it to make a new one, then add the nodes anew", certFile, err)
		}
		return c, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, fmt.Errorf("make a certificate: %w", err)
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return c, fmt.Errorf("make a certificate: %w", err)
	}
	now := time.Now()
	t := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "Xunlu coordinator"}, DNSNames: []string{"xunlu"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.AddDate(certYears, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return c, fmt.Errorf("make a certificate: %w", err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return c, fmt.Errorf("make a certificate: %w", err)
	}
	for _, f := range []struct {
		name, kind string
		der        []byte
	}{{keyFile, "PRIVATE KEY", keyDER}, {certFile, "CERTIFICATE", der}} {
		if err := os.WriteFile(f.name, pem.EncodeToMemory(&pem.Block{Type: f.kind, Bytes: f.der}), 0o600); err != nil {
			return c, fmt.Errorf("keep the own certificate: %w", err)
		}
	}
	return tls.LoadX509KeyPair(certFile, keyFile)
}

// Fingerprint names a certificate: SHA-256 of its bytes.
func Fingerprint(c tls.Certificate) string {
	if len(c.Certificate) == 0 {
		return ""
	}
	return fingerprint(c.Certificate[0])
}

func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}

// ErrImpostor: the one who answers has another certificate than the join command names.
var ErrImpostor = errors.New("another certificate than the join command names: this is not the coordinator it was made for")

// pinned trusts the one certificate with this fingerprint, whatever its names and dates.
func pinned(print string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, // the pin below takes the place of a chain
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || fingerprint(s.PeerCertificates[0].Raw) != print {
				return ErrImpostor
			}
			return nil
		}}
}
