"""Functions of torch.nn.functional that are operators: C calls the operator."""

import torch
import torch.nn.functional as F

from nn_common import Cases, randn


def convolutions(case):
    case("conv1d", F.conv1d, randn(1, 4, 6), randn(2, 2, 3), randn(2), 2, 1, 1, 2)
    case("conv1d same", F.conv1d, randn(1, 2, 6), randn(2, 2, 2), padding="same")
    case("conv2d valid", F.conv2d, randn(2, 5, 4), randn(2, 2, 3, 2), None, padding="valid")
    case("conv3d", F.conv3d, randn(1, 1, 3, 4, 3), randn(2, 1, 2, 2, 2), randn(2), (1, 2, 1))
    case("conv_transpose1d", F.conv_transpose1d, randn(1, 2, 4), randn(2, 1, 3), None, 2, 1, 1)
    case("conv_transpose2d", F.conv_transpose2d, randn(1, 2, 3, 3), randn(2, 1, 2, 2), randn(2),
         2, groups=2)
    case("conv_transpose3d", F.conv_transpose3d, randn(1, 1, 2, 2, 2), randn(1, 1, 2, 2, 2),
         dilation=2)
    case("conv_tbc", F.conv_tbc, randn(4, 2, 3), randn(2, 3, 2), randn(2), 1)
    case("bilinear", F.bilinear, randn(2, 3), randn(2, 4), randn(2, 3, 4), randn(2))


def pooling(case):
    case("avg_pool1d", F.avg_pool1d, randn(2, 6), 3, padding=1, count_include_pad=False)
    case("avg_pool2d", F.avg_pool2d, randn(1, 2, 5, 4), 2, divisor_override=3)
    case("avg_pool3d", F.avg_pool3d, randn(1, 3, 4, 3), 2, 1, ceil_mode=True)
    case("max_pool1d", F.max_pool1d, randn(2, 6), 3)
    case("max_pool2d", F.max_pool2d, randn(1, 5, 4), 2, 1, 1, 2, True)
    case("max_pool3d", F.max_pool3d, randn(1, 3, 4, 3), 2)
    case("max_pool1d_with_indices", F.max_pool1d_with_indices, randn(2, 6), 3)
    case("max_pool2d return_indices", F.max_pool2d, randn(1, 5, 4), 2, return_indices=True)
    case("max_pool3d_with_indices", F.max_pool3d_with_indices, randn(1, 3, 4, 3), 2, 1)
    case("adaptive_avg_pool1d", F.adaptive_avg_pool1d, randn(2, 6), 4)
    case("adaptive_max_pool1d_with_indices", F.adaptive_max_pool1d_with_indices, randn(2, 6), 4)


def padding(case):
    case("pad", F.pad, randn(2, 3), (1, 2))
    case("pad value", F.pad, randn(2, 3), (1, 0, 0, 2), "constant", 1.5)
    case("pad negative", F.pad, randn(3, 4), (-1, 2, 1, -2))
    case("pad reflect", F.pad, randn(1, 2, 4), (2, 1), "reflect")
    case("pad replicate", F.pad, randn(1, 2, 3, 3), (1, 2, 0, 1), mode="replicate")
    case("pad circular", F.pad, randn(1, 1, 3, 2, 2), (1, 1, 1, 0, 0, 2), "circular")
    case("pad negative reflect", F.pad, randn(1, 4), (-1, 2), "reflect")
    case("pad odd", F.pad, randn(2, 3), (1, 2, 3))
    case("pad many", F.pad, randn(3), (1, 2, 3, 4))
    case("pad mode", F.pad, randn(1, 2, 4), (1, 1), "mirror")
    case("pad reflect value", F.pad, randn(1, 2, 4), (1, 1), "reflect", 1.0)
    case("pad reflect dims", F.pad, randn(2), (1, 1), "reflect")
    case("pad reflect too far", F.pad, randn(1, 2, 3), (3, 0), "reflect")
    case("pad circular too far", F.pad, randn(1, 2, 3), (4, 0), "circular")
    case("pad to nothing", F.pad, randn(2, 3), (-2, -2))


def others(case):
    case("pixel_shuffle", F.pixel_shuffle, randn(1, 4, 2, 3), 2)
    case("pixel_unshuffle", F.pixel_unshuffle, randn(1, 1, 4, 2), 2)
    case("channel_shuffle", F.channel_shuffle, randn(1, 4, 2, 1), 2)
    case("native_channel_shuffle", F.native_channel_shuffle, randn(1, 4, 2, 1), 2, grad=False)
    case("pdist", F.pdist, randn(4, 3), 1.5)
    case("scaled_dot_product_attention", F.scaled_dot_product_attention, randn(2, 3, 4),
         randn(2, 5, 4), randn(2, 5, 2), randn(3, 5), 0.3, False, scale=0.7)
    case("scaled_dot_product_attention gqa", F.scaled_dot_product_attention, randn(1, 4, 3, 2),
         randn(1, 2, 3, 2), randn(1, 2, 3, 2), is_causal=True, enable_gqa=True)
    case("grouped_mm", F.grouped_mm, randn(4, 8, dtype=torch.bfloat16),
         randn(2, 8, 8, dtype=torch.bfloat16),
         offs=torch.tensor([2, 4], dtype=torch.int32), grad=False)


def scaled(case):
    tensorwise = F.ScalingType.TensorWise
    a = torch.randn(16, 16).to(torch.float8_e4m3fn)
    b = torch.randn(16, 16).to(torch.float8_e4m3fn).t().contiguous()
    options = {"grad": False}
    product = lambda a, b, *scales, **named: F.scaled_mm(
        a, b.t(), scales[0], tensorwise, scales[1], tensorwise, **named)
    case("scaled_mm", product, a, b, torch.tensor(0.5), torch.tensor(2.0), **options)
    case("scaled_mm float", product, a, b, torch.tensor(0.5), torch.tensor(2.0),
         output_dtype=torch.float32, **options)
    case("scaled_mm None", product, a, b, torch.tensor(0.5), torch.tensor(2.0),
         output_dtype=None, **options)
    case("scaled_mm of floats", product, randn(2, 2), randn(2, 2), torch.tensor(1.0),
         torch.tensor(1.0), **options)
    case("scaled_grouped_mm without offs", lambda a, b, *scales: F.scaled_grouped_mm(
        a, b.t(), scales[0], tensorwise, scales[1], tensorwise), a, b, torch.tensor(1.0),
         torch.tensor(1.0), **options)


def cases():
    case = Cases()
    convolutions(case)
    pooling(case)
    padding(case)
    others(case)
    scaled(case)
    return case.all
