// Mnist trains a perceptron on the images of MNIST or Fashion-MNIST, as examples/fashion_mnist.c of
// libctorch does; both print the same losses for the same seed.
//
//	go run gotorch/examples/mnist [-epochs 3] FOLDER
package main

import (
	"flag"
	"fmt"
	"os"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/optim"
)

const (
	pixels  = 28 * 28
	hidden  = 256
	classes = 10
)

// MLP has one hidden layer.
type MLP struct {
	nn.Module
	FC1, FC2 *nn.LinearModule
}

// NewMLP makes one with new weights.
func NewMLP() *MLP {
	m := &MLP{FC1: nn.Linear(pixels, hidden), FC2: nn.Linear(hidden, classes)}
	m.Init(m)
	return m
}

// Forward returns a score for each class.
func (m *MLP) Forward(images torch.Tensor) torch.Tensor {
	return m.FC2.Forward(F.Relu(m.FC1.Forward(images.FlattenUsingInts(torch.FlattenUsingIntsOptions{StartDim: 1}))))
}

func trainEpoch(model *MLP, optimizer torch.Optimizer, loader *torch.Loader) (mean float64) {
	seen := 0.0
	for loader.Scan() {
		images, labels := loader.Minibatch()
		loss := F.CrossEntropy(model.Forward(images), labels)
		optimizer.Minimize(loss)
		n := float64(labels.Numel())
		mean += loss.ItemDouble() * n
		seen += n
	}
	return mean / seen
}

func accuracy(model *MLP, loader *torch.Loader) float64 {
	right, seen := 0.0, 0.0
	model.Eval()
	torch.NoGrad(func() {
		for loader.Scan() {
			images, labels := loader.Minibatch()
			found := torch.Argmax(model.Forward(images), torch.ArgmaxOptions{Dim: torch.Ptr[int64](1)})
			right += torch.Sum(torch.EqTensor(found, labels)).ItemDouble()
			seen += float64(labels.Numel())
		}
	})
	model.Train(true)
	return right / seen
}

func main() {
	epochs := flag.Int64("epochs", 3, "passes over all images")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: mnist [-epochs N] FOLDER: one with the four IDX files of MNIST or Fashion-MNIST")
		os.Exit(2)
	}
	train := torch.MNIST(flag.Arg(0), true, &torch.DataLoaderOptions{BatchSize: 128, Shuffle: true})
	test := torch.MNIST(flag.Arg(0), false, &torch.DataLoaderOptions{BatchSize: 1000})
	torch.ManualSeed(1)
	model := NewMLP()
	optimizer := optim.Adam(model.Parameters())
	scheduler := optim.CosineAnnealingLR(optimizer, *epochs)
	for epoch := int64(1); epoch <= *epochs; epoch++ {
		loss := trainEpoch(model, optimizer, train)
		scheduler.Step()
		fmt.Printf("epoch %d of %d: loss %.3f, test accuracy %.2f %%\n", epoch, *epochs, loss, 100*accuracy(model, test))
	}
	torch.FinishGC()
}
