"""torch.linalg, torch.fft, torch.special, torch.Size."""

import torch
import torch.fft
from torch.linalg import norm
from torch.special import expit

x = torch.tensor([[3.0, 4.0], [1.0, 2.0]])
print(norm(x).item() ** 2, torch.linalg.norm(x, 1), torch.linalg.vector_norm(x, ord=1))
print(torch.linalg.solve(x, x), torch.linalg.det(x), torch.linalg.qr(x)[1].abs())
print(torch.fft.fft(x), torch.fft.rfftfreq(4), torch.fft.fftshift(x))
print(expit(torch.zeros(2)), torch.special.xlogy(x, torch.ones(1)))
try:
    torch.linalg.inv(torch.zeros(2, 2))
except torch.linalg.LinAlgError as error:
    print(isinstance(error, RuntimeError))
print(list(x.shape), x.shape.numel(), x.shape[1:].numel(), type(x.shape[1:]).__name__)
print(type(x.shape + (3,)).__name__, type(x.size()).__name__, x.shape == (2, 2), torch.Size([2, 3]).numel())
print(torch.zeros(x.shape).shape == x.shape, hash(x.shape) == hash((2, 2)), *x.shape)
