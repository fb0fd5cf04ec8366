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
	refused := 0
	for _, op := range everyOperator {
		if why, ok := dies[op.name]; ok {
			t.Logf("skipped: %s: %s", op.name, why)
			continue
		}
		if callEmpty(reflect.ValueOf(op.f)) != nil {
			refused++
		}
	}
	if refused < len(everyOperator)/2 {
		t.Errorf("only %d of %d refuse empty arguments", refused, len(everyOperator))
	}
	t.Logf("%d operators, %d of them refused", len(everyOperator), refused)
	for _, function := range everyNN {
		if err := callEmpty(reflect.ValueOf(function.f)); err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Error(function.name, err)
		}
	}
}

// The methods of objects that do not exist.
func TestEveryMethodOfNoObject(t *testing.T) {
	for _, object := range []any{Tensor{}, Generator{}, Storage{}, Module{}, Optimizer{}, LrScheduler{}, Dataset{}, Sampler{}, DataLoader{}, Export{}, Transform{}} {
		v := reflect.ValueOf(object)
		for i := 0; i < v.NumMethod(); i++ {
			_ = callEmpty(v.Method(i))
		}
	}
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
