// Addcost measures an add of one element with its release, in C and in Go, in turns: on the clock, and
// the time of all processors, which includes the collector's and does not depend on other programs.
package main

/*
#cgo pkg-config: ctorch
#include "adds.h"
*/
import "C"

import (
	"fmt"
	"sort"
	"syscall"
	"time"

	torch "gotorch"
)

const adds = 50000

func inC() {
	if err := C.make_adds(adds); err != nil {
		panic(C.GoString(err))
	}
}

func inGo() {
	x := torch.NewTensor([]float32{1})
	for i := 0; i < adds; i++ {
		_ = torch.AddTensor(x, x)
	}
}

func spent() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func clock() int64 { return time.Now().UnixNano() }

func nanoseconds(f func(), now func() int64) float64 {
	start := now()
	f()
	return float64(now()-start) / adds
}

// compare prints the medians of turns.
func compare(what string, now func() int64) {
	var c, goes, ratios []float64
	for turn := 0; turn < 15; turn++ {
		c, goes = append(c, nanoseconds(inC, now)), append(goes, nanoseconds(inGo, now))
		ratios = append(ratios, goes[turn]/c[turn])
	}
	for _, list := range [][]float64{c, goes, ratios} {
		sort.Float64s(list)
	}
	fmt.Printf("add of one element, %s: C %.0f ns, Go %.0f ns: %.2f times\n", what, c[7], goes[7], ratios[7])
}

func main() {
	torch.SetNumThreads(1)
	inC()
	inGo()
	compare("on the clock", clock)
	compare("all processors", spent)
}
