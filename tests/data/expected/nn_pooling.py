"""torch.nn.functional: pooling, and what undoes it."""

import math

import torch
import torch.nn.functional as F

from nn_common import Cases, rand, randn


def adaptive(case):
    case("adaptive_avg_pool2d", F.adaptive_avg_pool2d, randn(1, 2, 5, 7), (2, 3))
    case("adaptive_avg_pool2d number", F.adaptive_avg_pool2d, randn(2, 5, 4), 2)
    case("adaptive_avg_pool2d None", F.adaptive_avg_pool2d, randn(1, 2, 5, 7), (None, 3))
    case("adaptive_avg_pool2d all None", F.adaptive_avg_pool2d, randn(2, 3, 4), (None, None))
    case("adaptive_avg_pool2d few dims", F.adaptive_avg_pool2d, randn(5, 7), (2, 3))
    case("adaptive_avg_pool2d number, few dims", F.adaptive_avg_pool2d, randn(5, 7), 2)
    case("adaptive_avg_pool2d many dims", F.adaptive_avg_pool2d, randn(1, 1, 1, 5, 7), (2, 3))
    case("adaptive_avg_pool2d negative", F.adaptive_avg_pool2d, randn(1, 5, 7), (2, -3))
    case("adaptive_avg_pool3d", F.adaptive_avg_pool3d, randn(1, 2, 3, 4, 5), (2, None, 3))
    case("adaptive_avg_pool3d number", F.adaptive_avg_pool3d, randn(2, 3, 4, 5), 2)
    case("adaptive_avg_pool3d few dims", F.adaptive_avg_pool3d, randn(3, 4, 5), (2, None, 3))
    case("adaptive_max_pool1d", F.adaptive_max_pool1d, randn(2, 3, 7), 3)
    case("adaptive_max_pool1d few dims", F.adaptive_max_pool1d, randn(7), 3)
    case("adaptive_max_pool2d", F.adaptive_max_pool2d, randn(1, 2, 5, 7), (2, 3))
    case("adaptive_max_pool2d None", F.adaptive_max_pool2d, randn(2, 5, 7), (None, 3))
    case("adaptive_max_pool2d number", F.adaptive_max_pool2d, randn(2, 5, 7), 2)
    case("adaptive_max_pool2d few dims", F.adaptive_max_pool2d, randn(5, 7), (2, 3))
    case("adaptive_max_pool3d", F.adaptive_max_pool3d, randn(2, 3, 4, 5), (2, None, 3))
    case("adaptive_max_pool2d_with_indices", F.adaptive_max_pool2d_with_indices,
         randn(1, 2, 5, 7), (None, 3))
    case("adaptive_max_pool2d return_indices", F.adaptive_max_pool2d, randn(2, 5, 7), 2,
         return_indices=True)
    case("adaptive_max_pool3d_with_indices", F.adaptive_max_pool3d_with_indices,
         randn(2, 3, 4, 5), (2, None, 3))
    case("adaptive_max_pool3d_with_indices few dims", F.adaptive_max_pool3d_with_indices,
         randn(3, 4, 5), (2, 2, 3))


def fractional(case):
    case("fractional_max_pool2d size", F.fractional_max_pool2d, randn(1, 2, 6, 7), 2, (3, 4))
    case("fractional_max_pool2d number", F.fractional_max_pool2d, randn(2, 6, 7), (2, 3), 3)
    case("fractional_max_pool2d ratio", F.fractional_max_pool2d, randn(2, 2, 6, 7), 2,
         output_ratio=(0.5, 0.7))
    case("fractional_max_pool2d samples", F.fractional_max_pool2d, randn(1, 2, 6, 7), 2, 3,
         _random_samples=rand(1, 2, 2), grad=[0])
    case("fractional_max_pool2d double", F.fractional_max_pool2d, randn(1, 6, 7, dtype=torch.float64), 2, 3)
    case("fractional_max_pool2d neither", F.fractional_max_pool2d, randn(1, 2, 6, 7), 2)
    case("fractional_max_pool2d three ratios", F.fractional_max_pool2d, randn(1, 2, 6, 7), 2,
         output_ratio=(0.5, 0.5, 0.5))
    case("fractional_max_pool2d few dims", F.fractional_max_pool2d, randn(6, 7), 2, 3)
    case("fractional_max_pool2d big ratio", F.fractional_max_pool2d, randn(1, 6, 7), 2,
         output_ratio=(1.5, 1.5))
    case("fractional_max_pool2d wrong samples", F.fractional_max_pool2d, randn(1, 2, 6, 7), 2, 3,
         _random_samples=rand(1, 2, 3), grad=[0])
    case("fractional_max_pool2d_with_indices", F.fractional_max_pool2d_with_indices,
         randn(1, 2, 6, 7), 2, (3, 4))
    case("fractional_max_pool3d size", F.fractional_max_pool3d, randn(1, 2, 4, 5, 6), 2, (2, 3, 4))
    case("fractional_max_pool3d ratio", F.fractional_max_pool3d, randn(2, 4, 5, 6), 2,
         output_ratio=(0.5, 0.6, 0.7))
    case("fractional_max_pool3d one ratio", F.fractional_max_pool3d, randn(2, 4, 5, 6), 2,
         output_ratio=0.5)
    case("fractional_max_pool3d neither", F.fractional_max_pool3d, randn(1, 2, 6, 7), 2)
    case("fractional_max_pool3d_with_indices", F.fractional_max_pool3d_with_indices,
         randn(2, 4, 5, 6), (2, 1, 2), 2)


def pooled(pool, *shape, **options):
    with torch.no_grad():
        return pool(torch.randn(*shape), return_indices=True, **options)


def unpool(case):
    y, i = pooled(F.max_pool1d, 1, 2, 7, kernel_size=2)
    case("max_unpool1d", F.max_unpool1d, y, i, 2)
    case("max_unpool1d size", F.max_unpool1d, y, i, 2, output_size=[7])
    case("max_unpool1d whole size", F.max_unpool1d, y, i, (2,), output_size=[1, 2, 7])
    case("max_unpool1d big size", F.max_unpool1d, y, i, 2, output_size=[8])
    case("max_unpool1d size's length", F.max_unpool1d, y, i, 2, output_size=[7, 7])
    case("max_unpool1d small stride", F.max_unpool1d, y, i, 2, 1)
    case("max_unpool1d unbatched", F.max_unpool1d, y[0], i[0], 2)
    y, i = pooled(F.max_pool2d, 1, 2, 5, 6, kernel_size=(2, 3), stride=2, padding=1)
    case("max_unpool2d", F.max_unpool2d, y, i, (2, 3), 2, 1, output_size=[5, 6])
    case("max_unpool2d default size", F.max_unpool2d, y, i, (2, 3), 2, 1)
    case("max_unpool2d whole size", F.max_unpool2d, y, i, (2, 3), 2, (1, 1),
         output_size=[1, 2, 5, 6])
    case("max_unpool2d small size", F.max_unpool2d, y, i, (2, 3), 2, 1, output_size=[5, 2])
    case("max_unpool2d size's length", F.max_unpool2d, y, i, (2, 3), 2, 1, output_size=[5])
    case("max_unpool2d negative", F.max_unpool2d, y, i, 2, 1, 4)
    case("max_unpool2d float indices", F.max_unpool2d, y, i.float(), (2, 3), 2, 1, grad=[0])
    case("max_unpool2d few dims", F.max_unpool2d, y[0, 0, 0], i[0, 0, 0], 2)
    y, i = pooled(F.max_pool3d, 1, 2, 4, 4, 4, kernel_size=2)
    case("max_unpool3d", F.max_unpool3d, y, i, 2)
    case("max_unpool3d size", F.max_unpool3d, y, i, (2, 2, 2), 2, 0, output_size=[5, 5, 5])
    case("max_unpool3d big size", F.max_unpool3d, y, i, 2, output_size=[4, 6, 4])


def power_average(case):
    case("lp_pool1d", F.lp_pool1d, randn(2, 3, 7), 2, 3)
    case("lp_pool1d stride", F.lp_pool1d, randn(3, 7), 3.0, 2, 1)
    case("lp_pool1d ceil", F.lp_pool1d, rand(3, 8), 1.5, 3, 2, True)
    case("lp_pool1d inf", F.lp_pool1d, randn(3, 7), math.inf, 3)
    case("lp_pool1d -inf", F.lp_pool1d, randn(3, 7), -math.inf, 3, 2, True)
    case("lp_pool1d 0", F.lp_pool1d, randn(3, 7), 0, 3)
    case("lp_pool1d 0.0", F.lp_pool1d, randn(3, 7), 0.0, 3)
    case("lp_pool1d -2", F.lp_pool1d, randn(3, 7), -2, 3)
    case("lp_pool1d few dims", F.lp_pool1d, randn(7), 2, 3)
    case("lp_pool2d", F.lp_pool2d, randn(1, 2, 5, 6), 2, (2, 3))
    case("lp_pool2d number", F.lp_pool2d, randn(2, 5, 6), 2.0, 2, 1)
    case("lp_pool2d ceil", F.lp_pool2d, randn(2, 5, 6), 2, 3, (2, 2), True)
    case("lp_pool2d inf", F.lp_pool2d, randn(2, 5, 6), math.inf, (2, 3))
    case("lp_pool2d -inf", F.lp_pool2d, randn(2, 5, 6), -math.inf, 2, 1)
    case("lp_pool2d 0", F.lp_pool2d, randn(2, 5, 6), 0, 2)
    case("lp_pool2d zeros", F.lp_pool2d, torch.zeros(1, 2, 2), 2, 2)
    case("lp_pool3d", F.lp_pool3d, randn(1, 3, 4, 5), 2, (1, 2, 3))
    case("lp_pool3d stride", F.lp_pool3d, randn(1, 3, 4, 5), 4, 2, (1, 2, 1), True)
    case("lp_pool3d inf", F.lp_pool3d, randn(1, 3, 4, 5), math.inf, 2)
    case("lp_pool3d -inf", F.lp_pool3d, randn(1, 3, 4, 5), -math.inf, 2, 1)
    case("lp_pool3d 0", F.lp_pool3d, randn(1, 3, 4, 5), 0.0, 2)


def cases():
    case = Cases()
    adaptive(case)
    fractional(case)
    unpool(case)
    power_average(case)
    return case.all
