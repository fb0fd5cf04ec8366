// Package optim has the optimizers and schedulers of torch.optim.
package optim
