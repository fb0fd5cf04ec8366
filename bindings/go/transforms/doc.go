// Package transforms has the transforms of torchvision.
package transforms
