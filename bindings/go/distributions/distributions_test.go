package distributions

import (
	"math"
	"reflect"
	"strings"
	"testing"

	torch "gotorch"
)

func isClose(t *testing.T, got torch.Tensor, want ...float64) {
	t.Helper()
	numbers := torch.ToSlice[float64](got)
	if len(numbers) != len(want) {
		t.Fatalf("%v, not %v", numbers, want)
	}
	for i := range want {
		if math.Abs(numbers[i]-want[i]) > 1e-4 {
			t.Errorf("%v, not %v", numbers, want)
		}
	}
}

func tensor(numbers ...float32) torch.Tensor { return torch.NewTensor(numbers) }

// The expected values are those of PyTorch.
func TestShapesSamplesAndProbabilities(t *testing.T) {
	normal, value := Normal(tensor(0, 1), tensor(1, 2)), tensor(0.5, 3)
	isClose(t, normal.LogProb(value), -1.0439, -2.1121)
	isClose(t, normal.Entropy(), 1.4189, 2.1121)
	isClose(t, normal.GetParameter("scale"), 1, 2)
	if batch, event := normal.BatchShape(), normal.EventShape(); !reflect.DeepEqual(batch, []int64{2}) || len(event) != 0 {
		t.Error(batch, event)
	}
	if text := normal.ToString(); text != "Normal(loc: torch.Size([2]), scale: torch.Size([2]))" {
		t.Error(text)
	}
	if text := normal.ParameterConstraint("scale").ToString(); text != "GreaterThan(lower_bound=0.0)" {
		t.Error(text)
	}
	if batch := normal.Expand([]int64{3, 2}).BatchShape(); !reflect.DeepEqual(batch, []int64{3, 2}) {
		t.Error(batch)
	}
	vectors := Independent(normal, 1)
	if batch, event := vectors.BatchShape(), vectors.EventShape(); len(batch) != 0 || !reflect.DeepEqual(event, []int64{2}) {
		t.Error(batch, event)
	}
	isClose(t, vectors.LogProb(value), -3.1560)
	if text := vectors.Base().ToString(); text != normal.ToString() {
		t.Error(text)
	}
	torch.ManualSeed(7)
	isClose(t, vectors.Sample([]int64{2}), -0.1468, 2.5723, 0.9468, -1.2287)
}

func TestParametersAreNumbersOrTensors(t *testing.T) {
	standard := Normal(0, 1)
	isClose(t, standard.LogProb(tensor(0)), -0.9189)
	torch.ManualSeed(7)
	isClose(t, standard.Sample([]int64{3}), -0.1468, 0.7861, 0.9468)
	isClose(t, Gamma(2.0, 3).Mean(), 0.6667)
	isClose(t, Bernoulli(BernoulliOptions{Probs: 0.3}).LogProb(tensor(1)), -1.2040)
	isClose(t, Bernoulli(BernoulliOptions{Probs: 0}).LogProb(tensor(0)), 0)
	isClose(t, Categorical(CategoricalOptions{Probs: tensor(0.25, 0.75)}).Entropy(), 0.5623)
	err := torch.Try(func() { Normal(0, -1) })
	if err == nil || !strings.Contains(err.Error(), "to satisfy the constraint GreaterThan(lower_bound=0.0)") {
		t.Error(err)
	}
	Normal(0, -1, NormalOptions{ValidateArgs: torch.Ptr(false)})
	if err := torch.Try(func() { Normal(0, "a") }); err == nil || !strings.Contains(err.Error(), "instances of Number") {
		t.Error(err)
	}
}
