package gotorch

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// program runs a test of this program in a process of its own, with GOTORCH_PART set.
func program(t *testing.T, part string) (status int, output string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=60s")
	cmd.Env = append(os.Environ(), "GOTORCH_PART="+part)
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

// A goroutine that ended in a function that C called would leave C's functions in the middle.
func TestAFunctionThatEndsItsGoroutineEndsTheProgram(t *testing.T) {
	end := map[string]func(){
		"hook": func() {
			x := NewTensor([]float32{1})
			x.SetRequiresGrad(true)
			x.RegisterHook(func(grad Tensor) Tensor { t.FailNow(); return grad })
			MulTensor(x, x).Backward()
		},
		"worker": func() {
			set := NewDataset(4, func(i int64) (Tensor, any) { runtime.Goexit(); return Tensor{}, nil })
			NewLoader(set, &DataLoaderOptions{NumWorkers: 2}).Scan()
		},
	}
	if part := os.Getenv("GOTORCH_PART"); part != "" {
		end[part]()
		return
	}
	for part := range end {
		status, output := program(t, part)
		if status != 2 || !strings.HasPrefix(output, "gotorch: a function that C calls ended its goroutine") {
			t.Errorf("%s: status %d, %s", part, status, output)
		}
	}
}

// A batch that one goroutine reads must not be freed by the next Scan of another one.
func TestALoaderOfManyGoroutines(t *testing.T) {
	if os.Getenv("GOTORCH_PART") == "" {
		if status, output := program(t, "scan"); status != 0 {
			t.Errorf("status %d, %s", status, output)
		}
		return
	}
	x := Arange(Int(1600), ArangeOptions{Dtype: Float32})
	loader := NewLoader(TensorDatasetNew([]Tensor{x, x}), &DataLoaderOptions{BatchSize: 2, NumWorkers: 2})
	var wg sync.WaitGroup
	var batches int64
	for g := 0; g < 4; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < 200; i++ {
				if !loader.Scan() {
					t.Error("the epoch is over")
				}
				if data, _ := loader.Minibatch(); data.T != nil {
					atomic.AddInt64(&batches, data.Numel()/2)
				}
			}
		}()
	}
	wg.Wait()
	if batches == 0 || loader.Scan() {
		t.Error(batches)
	}
}

// Goroutines that begin steps and are not pinned: the collector works for all.
func TestStepsInManyGoroutines(t *testing.T) {
	before := left()
	var wg sync.WaitGroup
	for g := 0; g < 8; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x := NewTensor([]float32{1})
			for i := 0; i < 15; i++ {
				GC()
				for k := 0; k < 20; k++ {
					_ = AddTensor(x, x)
					runtime.Gosched()
				}
				if n := MemoryHandleCount() - before; n > 2000 {
					t.Errorf("%d handles", n)
					return
				}
			}
			FinishGC()
		}()
	}
	wg.Wait()
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

// Scopes of goroutines that let others run meanwhile.
func TestScopesInManyGoroutines(t *testing.T) {
	before := left()
	var wg sync.WaitGroup
	for g := 0; g < 8; g++ {
		wg.Add(1)
		go func(g int) {
			defer wg.Done()
			x := NewTensor([]float32{float32(g)})
			for i := 0; i < 100; i++ {
				x = Scope(func() []Tensor {
					y := x
					for k := 0; k < 10; k++ {
						y = AddTensor(y, y, AddTensorOptions{Alpha: Ptr(Int(0))})
						runtime.Gosched()
					}
					return []Tensor{y}
				})[0]
			}
			if got := x.ItemDouble(); got != float64(g) {
				t.Error(got)
			}
		}(g)
	}
	wg.Wait()
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestAScopeFreesAtItsEnd(t *testing.T) {
	before := left()
	var gone Tensor
	kept := Scope(func() []Tensor {
		gone = NewTensor([]float32{1})
		inner := Scope(func() []Tensor { return []Tensor{AddTensor(gone, gone)} })
		return inner
	})
	if n := MemoryHandleCount(); n != before+1 || kept[0].ItemDouble() != 2 {
		t.Error(n-before, kept)
	}
	if err := Try(func() { Neg(gone) }); err == nil {
		t.Error("a tensor of a closed scope was accepted")
	}
	err := Try(func() { Scope(func() []Tensor { NewTensor([]float32{1}); panic(&Error{Text: "out"}) }) })
	if n := MemoryHandleCount(); err == nil || n != before+1 {
		t.Error(err, n-before)
	}
	runtime.KeepAlive(kept)
}

// No goroutine sees the grad mode of another.
func TestGradModeStaysInItsGoroutine(t *testing.T) {
	x := NewTensor([]float32{1})
	x.SetRequiresGrad(true)
	var wg sync.WaitGroup
	for g := 0; g < 4; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < 300; i++ {
				NoGrad(func() {
					runtime.Gosched()
					if AddTensor(x, x).RequiresGrad() {
						t.Error("recorded within NoGrad")
					}
					runtime.Gosched()
				})
			}
		}()
	}
	for i := 0; i < 600; i++ {
		if !AddTensor(x, x).RequiresGrad() {
			t.Fatal("not recorded")
		}
		runtime.Gosched()
	}
	wg.Wait()
	_ = Try(func() { NoGrad(func() { panic(&Error{Text: "out"}) }) })
	if !AutogradIsGradEnabled() {
		t.Error("a panic left the mode on")
	}
}

// A finalizer of the program that makes so many tensors that the collector should run.
func TestAFinalizerMayCallGotorch(t *testing.T) {
	x, done := NewTensor([]float32{1}), make(chan int)
	object := new([99]int)
	runtime.SetFinalizer(object, func(*[99]int) {
		var kept []Tensor
		for i := 0; i < 20000; i++ {
			kept = append(kept, AddTensor(x, x))
		}
		done <- len(kept)
	})
	object = nil
	runtime.GC()
	if <-done != 20000 {
		t.Error("the finalizer did not end")
	}
	if n := left(); n > 30000 {
		t.Errorf("%d handles", n)
	}
}
