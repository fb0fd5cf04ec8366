package gotorch

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"gotorch/internal/shim"
)

// A Loader goes over the batches of a dataset:
//
//	for loader.Scan() {
//		data, label := loader.Minibatch()
//		...
//	}
//
// After a loop that was left early, call Begin: otherwise Scan goes on with that epoch. Close ends the
// workers of a loader that is no longer needed, which the collector does a little later.
//
// Each is for one goroutine: Minibatch and Batch return the last batch that any goroutine has read.
// Where several share one, put a lock around Scan and Minibatch.
type Loader struct {
	DataLoader
	lock         sync.Mutex // C's batch is valid until the next one is read
	data, target Tensor
	batch        Value
}

// batch is what C returns for one; from is NULL after the last.
type batch struct{ from, data, target, value unsafe.Pointer }

// NewLoader makes a loader. The library's threads load ahead if the options say so.
func NewLoader(dataset Dataset, options *DataLoaderOptions) *Loader {
	return &Loader{DataLoader: DataLoaderNew(dataset, options)}
}

// Scan begins a step: GC, then the next batch. It returns false at the end of an epoch; the next
// call begins another one. An error of a sample panics.
func (l *Loader) Scan() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.data, l.target, l.batch = Tensor{}, Tensor{}, Value{}
	GC()
	b := l.DataLoader.next()
	l.data, l.target, l.batch = newTensor(b.data, 0), newTensor(b.target, 0), newValue(b.value)
	return b.from != nil
}

// Close ends the workers, and returns when they have ended. The loader cannot be used afterwards.
func (l *Loader) Close() {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.T == nil {
		return
	}
	runtime.SetFinalizer(l.T, nil)
	shim.Free(l.kind(), *l.T)
	l.DataLoader, l.data, l.target, l.batch = DataLoader{}, Tensor{}, Tensor{}, Value{}
}

// Minibatch returns the batch: the first two items of its samples; None for an item of another type,
// such as a map.
func (l *Loader) Minibatch() (data, target Tensor) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.data, l.target
}

// Batch returns the whole batch, of any samples.
func (l *Loader) Batch() Value {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.batch
}

// NewDataset makes a dataset of a function of Go. Threads of a loader call it at the same time.
func NewDataset(count int64, get func(index int64) (data Tensor, target any)) Dataset {
	if count < 0 {
		panic(&Error{Class: ErrorValue, Text: fmt.Sprintf("ValueError: a dataset cannot have %d samples", count), Function: "NewDataset"})
	}
	mustNotBeNil(get)
	indices := Arange(Int(count), ArangeOptions{Dtype: Int64, Device: CPU})
	return MapDatasetNew(TensorDatasetNew([]Tensor{indices}), func(sample any) any {
		data, target := get(sample.([]any)[0].(Tensor).ItemInt64())
		return []any{data, target}
	})
}

// MNIST returns a loader of the images, as numbers of 0 to 1, and the labels of MNIST or a set like
// it, from the four IDX files in a folder.
func MNIST(folder string, train bool, options *DataLoaderOptions) *Loader {
	images, labels := MnistLoad(folder, train)
	pixels := DivScalar(images.ToDtype(Float32), Int(255))
	return NewLoader(TensorDatasetNew([]Tensor{pixels, labels}), options)
}
