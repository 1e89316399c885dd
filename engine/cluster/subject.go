package cluster

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// Subjects: xunlu.CELL.node.NAME.VERB from a node, xunlu.CELL.follow.NAME.VERB from a follower, xunlu.CELL.inbox.NAME.> back to it,
// xunlu.CELL.news to all. A cell is one coordinator, so that several share a NATS cluster.
const root = "xunlu"

// Verbs of a node and of a follower.
const (
	verbSync   = "sync"
	verbLease  = "lease"
	verbReport = "report"
	verbSites  = "sites"
	verbRows   = "rows"
)

// Role is what a name may do.
type Role string

const (
	RoleNode     Role = "node"   // crawls
	RoleFollower Role = "follow" // keeps a copy of what was found
)

var nameForm = regexp.MustCompile(`^[\p{Lu}\p{Ll}\p{Lo}\p{Nd}][\p{Lu}\p{Ll}\p{Lo}\p{Nd}_-]{0,31}$`)

// CheckName says whether a node may be called so: letters and digits of any script, - and _, at most 32. The name is part of
// subjects, files and tables.
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return fmt.Errorf("node name %q: letters, digits, - and _ only, at most 32", name)
	}
	return nil
}

func newsSubject(cell string) string   { return root + "." + cell + ".news" }
func rowsSubject(cell string) string   { return root + "." + cell + ".rows" }
func inboxOf(cell, name string) string { return root + "." + cell + ".inbox." + name }
func verbSubject(cell string, role Role, name, verb string) string {
	return strings.Join([]string{root, cell, string(role), name, verb}, ".")
}

// newsOf is where a role hears that there is something new.
func newsOf(cell string, role Role) string {
	if role == RoleFollower {
		return rowsSubject(cell)
	}
	return newsSubject(cell)
}

// splitSubject gives name and verb of what verbSubject made.
func splitSubject(s string) (name, verb string) {
	p := strings.Split(s, ".")
	if len(p) != 5 {
		return "", ""
	}
	return p[3], p[4]
}

// Rights are the subjects of one name, exactly: what a server of one's own must allow it.
type Rights struct {
	Publish   []string
	Subscribe []string
}

// RightsOf gives what a name may do in a cell; the coordinator's are those of name "".
func RightsOf(cell string, role Role, name string) Rights {
	if name == "" {
		return Rights{
			Publish:   []string{root + "." + cell + ".inbox.>", newsSubject(cell), rowsSubject(cell)},
			Subscribe: []string{root + "." + cell + ".node.>", root + "." + cell + ".follow.>", root + "." + cell + ".host.>"},
		}
	}
	return Rights{
		Publish:   []string{verbSubject(cell, role, name, "*")},
		Subscribe: []string{inboxOf(cell, name) + ".>", newsOf(cell, role)},
	}
}

func (r Rights) permissions() *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: r.Publish},
		Subscribe: &server.SubjectPermission{Allow: r.Subscribe},
	}
}
