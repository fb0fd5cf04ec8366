package gotorch

import (
	"runtime"
	"sync"
	"time"
	"unsafe"

	"gotorch/internal/shim"
)

func init() {
	VersionRequire(shim.Version, Release)
	shim.Start(collect, answer)
}

// GC releases the tensors that nothing refers to any more, and returns when they are gone: call it
// at the beginning of each step of a training loop. Parameters, buffers and whatever else the
// program refers to stay. Loader.Scan calls it.
func GC() {
	collect()
	tensorFreePending()
}

// FinishGC ends the loop: GC, and the library gives the memory that it kept back.
func FinishGC() {
	GC()
	MemoryEmptyCache()
}

// collect runs Go's collector and returns when the finalizers of all garbage have run.
//
// Finalizers run in batches, the newest first, so that one that has run says only that its batch was
// taken. When that of the second round has run, the garbage of the first is in its batch or before;
// when that of the third has run, that batch is finished.
func collect() {
	for round := 0; round < 3; round++ {
		if !isClosedWithin(10*time.Second, collectOnce()) {
			return
		}
	}
}

// collectOnce runs the collector. The channel is closed when most finalizers have run.
func collectOnce() <-chan struct{} {
	done := make(chan struct{})
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { close(done) })
	runtime.GC()
	return done
}

// isClosedWithin waits, but not forever: a finalizer of the program that calls gotorch would wait for
// itself, since finalizers run one after the other.
func isClosedWithin(limit time.Duration, done <-chan struct{}) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

var relieving sync.Mutex

// relieve runs the collector when there are many handles, since it does not see how large tensors
// are: programs without GC() neither pile up handles nor run out of memory. Until it has finished,
// calls do not wait for it again.
func relieve() {
	if !relieving.TryLock() {
		return
	}
	done := make(chan struct{})
	go func() {
		<-collectOnce()
		tensorFreePending()
		shim.Limit(8192+MemoryHandleCount(), 1<<28)
		relieving.Unlock()
		close(done)
	}()
	isClosedWithin(time.Second, done)
}

// --- scopes -----------------------------------------------------------------------------------------

// The boxes of each open scope, a *[]*unsafe.Pointer, by its address.
var scopes sync.Map

// noteInScope is called by the goroutine of the scope alone.
func noteInScope(scope uintptr, box *unsafe.Pointer) {
	found, _ := scopes.Load(scope)
	boxes := found.(*[]*unsafe.Pointer)
	*boxes = append(*boxes, box)
}

// Scope calls f and then releases the tensors that were made in it, without waiting for the
// collector; it returns what f returns, which stays. Other tensors of f are None afterwards. The
// goroutine keeps its thread meanwhile. Goroutines that f starts are outside of the scope.
func Scope(f func() []Tensor) (kept []Tensor) {
	boxes := new([]*unsafe.Pointer)
	scope := uintptr(unsafe.Pointer(boxes))
	scopes.Store(scope, boxes)
	pinned(func() func() {
		outer := shim.SetScope(scope)
		return func() {
			shim.SetScope(outer)
			scopes.Delete(scope)
			closeScope(*boxes, outer, kept)
		}
	}, func() { kept = f() })
	return kept
}

func closeScope(boxes []*unsafe.Pointer, outer uintptr, kept []Tensor) {
	stays := map[*unsafe.Pointer]bool{}
	for _, t := range kept {
		stays[t.T] = true
	}
	for _, box := range boxes {
		switch {
		case !stays[box]:
			shim.FreeUnscoped(*box)
			*box = nil
		case outer != 0:
			noteInScope(outer, box)
		default:
			runtime.SetFinalizer(box, finalizeTensor)
		}
	}
}

// --- state of threads -------------------------------------------------------------------------------

// pinned calls f between enter and what that returns. They belong to a thread, so the goroutine keeps
// its thread until f returns.
func pinned(enter func() (leave func()), f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer enter()()
	f()
}

// NoGrad calls f without recording for backward. A mode belongs to a thread, so the goroutine keeps
// its thread until f returns: no other goroutine gets the mode, and those that f starts do not
// either.
func NoGrad(f func()) { withMode(AutogradGrad, false, f) }

// EnableGrad records again within NoGrad.
func EnableGrad(f func()) { withMode(AutogradGrad, true, f) }

// InferenceMode is NoGrad for tensors that are never differentiated.
func InferenceMode(f func()) { withMode(AutogradInference, true, f) }

func withMode(mode AutogradMode, enabled bool, f func()) {
	pinned(func() func() {
		was := autogradEnter(mode, enabled)
		return func() { autogradLeave(&was) }
	}, f)
}

// Autocast calls f with automatic mixed precision; DtypeNone is the device's usual dtype.
func Autocast(device DeviceType, dtype Dtype, f func()) {
	pinned(func() func() {
		was := autocastEnter(&AutocastOptions{DeviceType: device, Dtype: dtype})
		return func() { autocastLeave(&was) }
	}, f)
}

// Cached calls f, in which each parametrized tensor is computed only once.
func Cached(f func()) {
	pinned(func() func() { nnUtilsEnterCached(); return nnUtilsLeaveCached }, f)
}
