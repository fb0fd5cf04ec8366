"""torch.nn.utils: batch normalisations that become part of the layer before them."""

import torch
from torch.nn.utils import fuse_conv_bn_weights, fuse_linear_bn_weights

from nn_common import Cases, rand, randn


def cases():
    case = Cases()
    norm = [randn(4), rand(4), 1e-5, randn(4), randn(4)]
    bare = [randn(4), rand(4), 1e-3, None, None]
    case("conv", fuse_conv_bn_weights, randn(4, 3, 2, 2), randn(4), *norm, grad=False)
    case("conv: no bias", fuse_conv_bn_weights, randn(4, 3, 2), None, *norm, grad=False)
    case("conv: no affine", fuse_conv_bn_weights, randn(4, 3, 1, 2, 1), randn(4), *bare, grad=False)
    case("conv: transposed", fuse_conv_bn_weights, randn(3, 4, 2, 2), randn(4), *norm, True,
         grad=False)
    case("conv: other dtype", fuse_conv_bn_weights, randn(4, 3, 2, dtype=torch.bfloat16), None,
         *norm, grad=False)
    case("linear", fuse_linear_bn_weights, randn(4, 3), randn(4), *norm, grad=False)
    case("linear: no bias", fuse_linear_bn_weights, randn(4, 3), None, *norm, grad=False)
    case("linear: one feature", fuse_linear_bn_weights, randn(4, 3), randn(4), randn(1), rand(1),
         1e-5, randn(1), randn(1), grad=False)
    return case.all
