package gotorch

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// A function and its name, in the lists that the generator writes.
type named struct {
	name string
	f    any
}

// Calls a function with zero values: no tensors, 0, empty lists. It may return or panic with an
// *Error, and do nothing else.
func callEmpty(f reflect.Value) error {
	args := make([]reflect.Value, f.Type().NumIn())
	for i := range args {
		args[i] = reflect.Zero(f.Type().In(i))
	}
	if f.Type().IsVariadic() {
		return Try(func() { f.CallSlice(args) })
	}
	return Try(func() { f.Call(args) })
}

// What libtorch itself does not survive, from C++ either; tests/proof/operators/data/dies.txt has it.
var dies = map[string]string{"X_Stack": "_stack([]) is a SIGSEGV in libtorch"}

func TestEveryOperatorWithEmptyArguments(t *testing.T) {
	if len(everyOperator) < 2000 {
		t.Fatalf("only %d operators", len(everyOperator))
	}
	mostAreRefused(t, "operators", everyOperator)
}

func TestEveryFunctionOfNNWithEmptyArguments(t *testing.T) {
	if len(everyNN) < 50 {
		t.Fatalf("only %d functions", len(everyNN))
	}
	mostAreRefused(t, "functions of torch.nn", everyNN)
}

func mostAreRefused(t *testing.T, what string, list []named) {
	refused := 0
	for _, function := range list {
		if why, ok := dies[function.name]; ok {
			t.Logf("skipped: %s: %s", function.name, why)
			continue
		}
		if callEmpty(reflect.ValueOf(function.f)) != nil {
			refused++
		}
	}
	if refused < len(list)/2 {
		t.Errorf("only %d of %d %s refuse empty arguments", refused, len(list), what)
	}
	t.Logf("%d %s, %d of them refused", len(list), what, refused)
}

// The methods of objects that do not exist.
func TestEveryMethodOfNoObject(t *testing.T) {
	var methods []named
	for _, object := range []any{Tensor{}, Generator{}, Storage{}, Module{}, Optimizer{}, LrScheduler{}, Dataset{}, Sampler{}, DataLoader{}, Export{}, Transform{}} {
		v := reflect.ValueOf(object)
		for i := 0; i < v.NumMethod(); i++ {
			methods = append(methods, named{v.Type().Name() + "." + v.Type().Method(i).Name, v.Method(i).Interface()})
		}
	}
	mostAreRefused(t, "methods", methods)
}

func TestAnErrorWithoutTryEndsTheProgramWithItsText(t *testing.T) {
	if os.Getenv("GOTORCH_PANIC") != "" {
		MM(NewTensor([]float32{1}), Tensor{})
	}
	cmd := exec.Command(os.Args[0], "-test.run=TestAnErrorWithoutTry")
	cmd.Env = append(os.Environ(), "GOTORCH_PANIC=1")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "ct_mm") {
		t.Error(err, string(out))
	}
}
