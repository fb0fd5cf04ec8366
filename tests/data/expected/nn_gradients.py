"""torch.nn.utils: norms and values of gradients, parameters as a vector."""

import math

import torch
from torch.nn import utils

from nn_common import Cases, randn


def parameters(grads):
    """Parameters that have these gradients; None: no gradient."""
    made = [torch.zeros_like(grad) if grad is not None else torch.zeros(2) for grad in grads]
    for one, grad in zip(made, grads):
        one.grad = grad
    return made


def on(function, *arguments, **named):
    """The function of parameters whose gradients are the inputs."""
    return lambda *grads: function(parameters(grads), *arguments, **named)


def meta(function, *arguments, **named):
    return lambda: function(parameters([torch.ones(2, device="meta")]), *arguments, **named)


def two():
    return randn(2, 3), randn(4)


def norms(case):
    total = lambda *arguments, **named: (
        lambda *tensors: utils.get_total_norm(tensors, *arguments, **named))
    case("get_total_norm", total(), *two(), grad=False)
    case("get_total_norm of one", total(), randn(5), grad=False)
    case("get_total_norm of none", total())
    case("get_total_norm 1", total(1), *two(), grad=False)
    case("get_total_norm 3", total(3.0), *two(), grad=False)
    case("get_total_norm inf", total(math.inf), *two(), grad=False)
    case("get_total_norm -inf", total(-math.inf), *two(), grad=False)
    case("get_total_norm 0", total(0), *two(), grad=False)
    case("get_total_norm without foreach", total(foreach=False), *two(), grad=False)
    case("get_total_norm foreach", total(foreach=True), *two(), grad=False)
    case("get_total_norm of 2 dtypes", total(), randn(3), randn(4, dtype=torch.float64), randn(5), grad=False)
    case("get_total_norm of 3 dtypes", total(), randn(3, dtype=torch.float16), randn(4, dtype=torch.float64), randn(5),
         grad=False)
    case("get_total_norm not finite", total(), torch.tensor([1.0, math.inf]), grad=False)
    case("get_total_norm not finite, refused", total(error_if_nonfinite=True),
         torch.tensor([1.0, math.nan]), grad=False)
    case("get_total_norm 1.5 not finite, refused", total(1.5, True),
         torch.tensor([1.0, math.inf]), grad=False)
    case("get_total_norm of integers", total(), torch.arange(4))
    case("get_total_norm meta foreach", lambda: utils.get_total_norm(
        [torch.ones(2, device="meta")], foreach=True))


def clipped(case):
    clip = utils.clip_grad_norm_
    case("clip_grad_norm_", on(clip, 1.0), *two(), grad=False)
    case("clip_grad_norm_ that is small", on(clip, 100), *two(), grad=False)
    case("clip_grad_norm_ 1", on(clip, 0.5, 1), *two(), grad=False)
    case("clip_grad_norm_ inf", on(clip, 0.5, math.inf), *two(), grad=False)
    case("clip_grad_norm_ without foreach", on(clip, 0.5, foreach=False), *two(), grad=False)
    case("clip_grad_norm_ foreach", on(clip, 0.5, foreach=True), *two(), grad=False)
    case("clip_grad_norm_ of 2 dtypes", on(clip, 0.5), randn(3), randn(4, dtype=torch.float64), randn(5),
         grad=False)
    case("clip_grad_norm_ of bfloat16", on(clip, 0.5), randn(3, dtype=torch.bfloat16), grad=False)
    case("clip_grad_norm_ without gradients", lambda: clip(parameters([None, None]), 1.0))
    case("clip_grad_norm_ of a part", lambda grad: clip(parameters([None, grad]), 1.0), randn(3),
         grad=False)
    case("clip_grad_norm_ not finite", on(clip, 1.0), torch.tensor([1.0, math.inf]), grad=False)
    case("clip_grad_norm_ not finite, refused", on(clip, 1.0, 2, True),
         torch.tensor([1.0, math.inf]), grad=False)
    case("clip_grad_norm_ meta foreach", meta(clip, 1.0, foreach=True))
    with_norm = utils.clip_grads_with_norm_
    case("clip_grads_with_norm_", lambda norm, *grads: with_norm(parameters(grads), 1.0, norm),
         torch.tensor(3.0), *two(), grad=False)
    case("clip_grads_with_norm_ without foreach",
         lambda norm, *grads: with_norm(parameters(grads), 0.3, norm, foreach=False),
         torch.tensor(3.0), *two(), grad=False)
    case("clip_grads_with_norm_ meta foreach",
         meta(with_norm, 1.0, torch.tensor(1.0), foreach=True))
    case("clip_grad_value_", on(utils.clip_grad_value_, 0.5), *two(), grad=False)
    case("clip_grad_value_ without foreach", on(utils.clip_grad_value_, 0.5, foreach=False),
         *two(), grad=False)
    case("clip_grad_value_ of 2 dtypes", on(utils.clip_grad_value_, 0.5), randn(3),
         randn(4, dtype=torch.float64), grad=False)
    case("clip_grad_value_ meta foreach", meta(utils.clip_grad_value_, 0.5, foreach=True))


def vectors(case):
    join = lambda *given: utils.parameters_to_vector(given)
    case("parameters_to_vector", join, randn(2, 3), randn(4), torch.tensor(1.5))
    case("parameters_to_vector of none", join)
    case("parameters_to_vector of a transposed one",
         lambda x: utils.parameters_to_vector([x.t()]), randn(2, 3))
    cut = lambda vector, *given: utils.vector_to_parameters(vector, given)
    case("vector_to_parameters", cut, randn(12), randn(2, 3), randn(4), grad=False)
    case("vector_to_parameters, a short vector", cut, randn(9), randn(2, 3), randn(4), grad=False)


def cases():
    case = Cases()
    norms(case)
    clipped(case)
    vectors(case)
    return case.all
