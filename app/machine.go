package app

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/disk"
	"github.com/shirou/gopsutil/v4/mem"
	"github.com/shirou/gopsutil/v4/process"

	"xunlu/engine"
)

// machine measures this process and the PC it runs on. read is called by the meter only; the values are for everyone.
type machine struct {
	self *process.Process // nil when the system does not tell

	mu  sync.Mutex
	now Vitals
}

// Vitals are CPU and memory of this process and of the PC.
type Vitals struct {
	CPU       float64 `json:"cpu"`        // of this process, in cores: 1.5 = one and a half cores
	Memory    uint64  `json:"memory"`     // of this process, bytes resident
	AllCPU    float64 `json:"all_cpu"`    // of the PC, 0…1
	AllMemory float64 `json:"all_memory"` // of the PC, share in use, 0…1
	DiskFree  uint64  `json:"disk_free"`  // bytes, where the data lies
}

func newMachine() *machine {
	m := &machine{}
	if p, err := process.NewProcess(int32(os.Getpid())); err == nil {
		m.self = p
	}
	return m
}

// read measures since the last read.
func (m *machine) read(dir string) {
	var v Vitals
	if m.self != nil {
		if c, err := m.self.Percent(0); err == nil {
			v.CPU = c / 100
		}
		if i, err := m.self.MemoryInfo(); err == nil {
			v.Memory = i.RSS
		}
	}
	if c, err := cpu.Percent(0, false); err == nil && len(c) == 1 {
		v.AllCPU = c[0] / 100
	}
	if i, err := mem.VirtualMemory(); err == nil {
		v.AllMemory = i.UsedPercent / 100
	}
	if d, err := disk.Usage(dir); err == nil {
		v.DiskFree = d.Free
	}
	m.mu.Lock()
	m.now = v
	m.mu.Unlock()
}

func (m *machine) vitals() Vitals {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// own gives what a heartbeat tells.
func (m *machine) own() engine.Vitals {
	v := m.vitals()
	cores := runtime.NumCPU()
	return engine.Vitals{CPU: v.CPU, Memory: v.Memory, Cores: cores, Idle: (1 - v.AllCPU) * float64(cores), Disk: v.DiskFree}
}

// diskFree gives the bytes free where a folder lies.
func diskFree(dir string) (uint64, error) {
	d, err := disk.Usage(dir)
	if err != nil {
		return 0, fmt.Errorf("free space of %s: %w", dir, err)
	}
	return d.Free, nil
}

// treeMemory is what a process and all below it hold, bytes resident; what they share counts for each. One that has just
// ended holds nothing.
func treeMemory(pid int) (uint64, error) {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return 0, fmt.Errorf("memory of process %d: %w", pid, err)
	}
	var sum uint64
	for all := []*process.Process{p}; len(all) > 0; all = all[1:] {
		if i, err := all[0].MemoryInfo(); err == nil {
			sum += i.RSS
		}
		if below, err := all[0].Children(); err == nil {
			all = append(all, below...)
		}
	}
	return sum, nil
}

// meterEvery is how often the machine is measured and the history grows.
const meterEvery = time.Second
