// Package distributions has the probability distributions of torch.distributions. A parameter is a
// Tensor or a number.
package distributions
