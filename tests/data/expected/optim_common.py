"""What the topics of torch.optim share: parameters and gradients that both sides draw."""

import torch

SEED = 28
SHAPES = [(2, 3), (4,)]
STEPS = 50
# The second parameter has no gradient in these steps, unless `fused`: Python's fused SGD cannot skip
# the first one.
WITHOUT = [0, 7]


def draw_parameters(dtype):
    torch.manual_seed(SEED)
    return [torch.nn.Parameter(torch.randn(shape, dtype=dtype)) for shape in SHAPES]


def draw_gradients(params, step, fused):
    """As tests/optim/steps_suite.c does."""
    for i, param in enumerate(params):
        gradient = torch.randn(param.shape, dtype=param.dtype)
        param.grad = None if i == 1 and step in WITHOUT and not fused else gradient


def run(optimizer, params, first, last):
    for step in range(first, last):
        draw_gradients(params, step, optimizer.defaults.get("fused"))
        optimizer.step()
