"""The normalisations of torch.nn.functional: results, gradients, running statistics, errors."""

import torch
from torch.nn import functional as F

from nn_common import Cases, rand, randn

case = Cases()


def running():
    return {"running_mean": torch.tensor([0.5, -1.0, 2.0]),
            "running_var": torch.tensor([1.0, 0.5, 2.0])}


def batch():
    function = F.batch_norm
    affine = {"weight": rand(3), "bias": randn(3)}
    case("batch_norm: evaluation", function, randn(2, 3), **running(), grad=[0])
    case("batch_norm: training", function, randn(4, 3), **running(), training=True, grad=[0])
    case("batch_norm: affine", function, randn(2, 3, 4), **running(), **affine, training=True,
         grad=[0, 3, 4])
    case("batch_norm: affine evaluation", function, randn(2, 3, 2, 2), **running(), **affine,
         grad=[0, 3, 4])
    case("batch_norm: momentum, eps", function, randn(4, 3), **running(), training=True,
         momentum=0.5, eps=0.25, grad=[0])
    case("batch_norm: no statistics", function, randn(4, 3), None, None, training=True)
    case("batch_norm: images", function, randn(2, 3, 2, 2), **running(), training=True, grad=[0])
    case("batch_norm: one of each channel", function, randn(1, 3), **running(), training=True,
         grad=False)
    case("batch_norm: one pixel", function, randn(1, 3, 1, 1), **running(), training=True,
         grad=False)
    case("batch_norm: one pixel, evaluation", function, randn(1, 3, 1, 1), **running(), grad=[0])
    case("batch_norm: number", function, randn(), None, None, training=True)
    case("batch_norm: eps 0 in training", function, randn(2, 3), None, None, training=True,
         eps=0.0)
    case("batch_norm: eps 0", function, randn(2, 3), **running(), eps=0.0, grad=[0])
    case("batch_norm: negative eps", function, randn(2, 3), **running(), eps=-1e-5, grad=False)
    case("batch_norm: channels differ", function, randn(2, 4), **running(), training=True,
         grad=False)


def instance():
    function = F.instance_norm
    case("instance_norm", function, randn(2, 3, 4))
    case("instance_norm: affine", function, randn(2, 3, 2, 2), weight=rand(3), bias=randn(3))
    case("instance_norm: statistics", function, randn(2, 3, 4), **running(), momentum=0.5,
         grad=[0])
    case("instance_norm: evaluation", function, randn(2, 3, 4), **running(), use_input_stats=False,
         eps=0.25, grad=[0])
    case("instance_norm: one element", function, randn(2, 3, 1), grad=False)
    case("instance_norm: no spatial dimension", function, randn(2, 3), grad=False)
    case("instance_norm: one element, evaluation", function, randn(2, 3, 1), **running(),
         use_input_stats=False, grad=[0])


def group():
    function = F.group_norm
    case("group_norm", function, randn(2, 4, 3), 2)
    case("group_norm: affine", function, randn(2, 4, 2, 2), 2, rand(4), randn(4))
    case("group_norm: eps", function, randn(2, 4), 1, eps=0.25)
    case("group_norm: vector", function, randn(4), 2)
    case("group_norm: one value", function, randn(1, 2, 1), 2)
    case("group_norm: one value without spatial dimensions", function, randn(1, 3), 3)
    case("group_norm: groups that do not divide", function, randn(2, 4, 3), 3)
    case("group_norm: weight of another size", function, randn(2, 4, 3), 2, rand(3))


def local_response():
    function = F.local_response_norm
    for shape in ((2, 5, 3), (1, 4, 2, 3), (1, 3, 2, 1, 2)):
        case(f"local_response_norm: {shape}", function, randn(*shape), 3)
    case("local_response_norm: even", function, randn(2, 5, 3), 2, alpha=0.5, beta=0.5, k=2.0)
    case("local_response_norm: even, images", function, randn(1, 5, 2, 2), 4, 0.1)
    case("local_response_norm: one channel", function, randn(1, 1, 3), 1)
    case("local_response_norm: matrix", function, randn(2, 3), 2)
    case("local_response_norm: nothing", function, torch.zeros(0, 3, 2), 2, grad=False)
    case("local_response_norm: size 0", function, randn(2, 5, 3), 0)


def norms():
    function = F.normalize
    case("normalize", function, randn(2, 3))
    case("normalize: p 1, dim 0", function, randn(2, 3), 1.0, 0)
    case("normalize: eps", function, randn(2, 3), eps=10.0)
    case("normalize: dims", function, randn(2, 3, 2), dim=(1, 2))
    case("normalize: infinity", function, randn(2, 3), float("inf"))
    case("normalize: no such dim", function, randn(3))
    case("normalize: int64", function, torch.tensor([[1, 2]]))
    case("normalize: out", function, randn(2, 3), out=torch.zeros(2, 3), grad=False)


def operators():
    case("layer_norm", F.layer_norm, randn(2, 3, 4), (4,))
    case("layer_norm: affine", F.layer_norm, randn(2, 3, 4), (3, 4), rand(3, 4), randn(3, 4), 0.1)
    case("layer_norm: wrong shape", F.layer_norm, randn(2, 3), (2,))
    case("rms_norm", F.rms_norm, randn(2, 3, 4), (4,))
    case("rms_norm: weight, eps", F.rms_norm, randn(2, 3, 4), (3, 4), rand(3, 4), 0.1)


def cases():
    for part in (batch, instance, group, local_response, norms, operators):
        part()
    return case.all
