package gotorch

import (
	"runtime"
	"unsafe"

	"gotorch/internal/shim"
)

// A Loader goes over the batches of a dataset:
//
//	for loader.Scan() {
//		data, label := loader.Minibatch()
//		...
//	}
type Loader struct {
	DataLoader
	data, target Tensor
	batch        Value
}

// NewLoader makes a loader. The library's threads load ahead if the options say so.
func NewLoader(dataset Dataset, options *DataLoaderOptions) *Loader {
	return &Loader{DataLoader: DataLoaderNew(dataset, options)}
}

// Scan begins a step: GC, then the next batch. It returns false at the end of an epoch; the next
// call begins another one. An error of a sample panics.
func (l *Loader) Scan() bool {
	l.data, l.target, l.batch = Tensor{}, Tensor{}, Value{}
	GC()
	batch, more, err := shim.NextBatch(handleOf(l.DataLoader.T))
	runtime.KeepAlive(l.DataLoader.T)
	check(err)
	l.data, l.target, l.batch = newTensor(batch.Data, 0), newTensor(batch.Target, 0), newValue(batch.Value)
	return more
}

// Minibatch returns the batch: the first two items of its samples; None for one that is no tensor,
// such as a map.
func (l *Loader) Minibatch() (data, target Tensor) { return l.data, l.target }

// Batch returns the whole batch, of any samples.
func (l *Loader) Batch() Value { return l.batch }

// NewDataset makes a dataset of functions of Go. Threads of a loader call get at the same time.
func NewDataset(count func() int64, get func(index int64) (data Tensor, target any)) Dataset {
	dataset, err := shim.NewDataset(&shim.Samples{Count: count, Get: func(index int64) unsafe.Pointer {
		data, target := get(index)
		return encode([]any{data, target}, 0)
	}})
	check(err)
	return newDataset(dataset)
}

// MNIST returns a loader of the images, as numbers of 0 to 1, and the labels of MNIST or a set like
// it, from the four IDX files in a folder.
func MNIST(folder string, train bool, options *DataLoaderOptions) *Loader {
	images, labels := MnistLoad(folder, train)
	pixels := DivScalar(images.ToDtype(Float32, false, false, MemoryFormatNone), Int(255))
	return NewLoader(TensorDatasetNew([]Tensor{pixels, labels}), options)
}
