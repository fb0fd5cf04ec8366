"""Normalisations: what they print, begin with, compute, and keep of a batch."""

import itertools

import torch

from nn_modules_common import case, error, randn

BATCH = {"BatchNorm1d": (4, 3), "BatchNorm2d": (2, 3, 2, 2), "BatchNorm3d": (2, 3, 2, 2, 2)}
INSTANCE = {"InstanceNorm1d": (2, 3, 5), "InstanceNorm2d": (2, 3, 2, 3),
            "InstanceNorm3d": (2, 3, 2, 2, 2)}




def batch_norms():
    options = itertools.product((True, False), (True, False), (True, False))
    return [
        *[case(name, 3, inputs=[randn(*shape)]) for name, shape in BATCH.items()],
        *[case("BatchNorm2d", 3, affine=affine, track_running_stats=tracks, bias=bias,
               inputs=[randn(*BATCH["BatchNorm2d"])]) for affine, tracks, bias in options],
        *[case(name, 3, 0.001, None, inputs=[randn(*shape)]) for name, shape in BATCH.items()],
        case("BatchNorm1d", 3, 1e-5, 0.3, True, True, inputs=[randn(2, 3, 4)]),
        case("BatchNorm2d", 3, momentum=None, track_running_stats=False,
             inputs=[randn(*BATCH["BatchNorm2d"])]),
        case("BatchNorm2d", 3, momentum=0.0, inputs=[randn(*BATCH["BatchNorm2d"])]),
        case("BatchNorm1d", 3, dtype=torch.float64, inputs=[randn(4, 3, dtype="float64")]),
        case("BatchNorm1d", 0),
        error("BatchNorm1d", 3, inputs=[randn(2, 3, 4, 5)]),
        error("BatchNorm1d", 3, inputs=[randn(3)]),
        error("BatchNorm2d", 3, inputs=[randn(2, 3, 4)]),
        error("BatchNorm3d", 3, inputs=[randn(2, 3, 4, 5)]),
        error("BatchNorm1d", 3, inputs=[randn(1, 3)]),
        error("BatchNorm1d", 3, inputs=[randn(2, 4)]),
        error("BatchNorm1d", 3, -1.0, inputs=[randn(4, 3)]),
       
        case("SyncBatchNorm", 3, inputs=[randn(4, 3)]),
        case("SyncBatchNorm", 3, momentum=None, inputs=[randn(2, 3, 2, 2)]),
        case("SyncBatchNorm", 3, affine=False, inputs=[randn(2, 3, 2)]),
        case("SyncBatchNorm", 3, track_running_stats=False, bias=False, inputs=[randn(2, 3, 2)]),
        error("SyncBatchNorm", 3, inputs=[randn(3)]),
        error("SyncBatchNorm", 0, inputs=[randn(3, 0)]),
    ]


def instance_norms():
    return [
        *[case(name, 3, inputs=[randn(*shape)]) for name, shape in INSTANCE.items()],
        *[case(name, 3, affine=True, track_running_stats=True, inputs=[randn(*shape)])
          for name, shape in INSTANCE.items()],
        *[case(name, 3, 0.01, 0.4, True, True, inputs=[randn(*shape[1:])])
          for name, shape in INSTANCE.items()],
        case("InstanceNorm1d", 3, affine=True, bias=False, inputs=[randn(2, 3, 4)]),
        case("InstanceNorm1d", 3, momentum=None, track_running_stats=True,
             inputs=[randn(2, 3, 4)]),
        case("InstanceNorm2d", 4, inputs=[randn(2, 3, 2, 3)]),
        error("InstanceNorm1d", 3, inputs=[randn(3)]),
        error("InstanceNorm2d", 3, inputs=[randn(3, 4)]),
        error("InstanceNorm3d", 3, inputs=[randn(2, 3, 4)]),
        error("InstanceNorm1d", 3, affine=True, inputs=[randn(2, 4, 5)]),
        error("InstanceNorm1d", 3, affine=True, inputs=[randn(4, 5)]),
        error("InstanceNorm1d", 3, inputs=[randn(2, 3, 1)]),
    ]


def others():
    return [
        case("LayerNorm", 4, inputs=[randn(3, 4)]),
        case("LayerNorm", (3, 4), inputs=[randn(2, 3, 4)]),
        case("LayerNorm", [2, 3], 0.01, inputs=[randn(4, 2, 3)]),
        case("LayerNorm", 4, elementwise_affine=False, inputs=[randn(3, 4)]),
        case("LayerNorm", 4, bias=False, inputs=[randn(3, 4)]),
        case("LayerNorm", 4, dtype=torch.float64, inputs=[randn(3, 4, dtype="float64")]),
        error("LayerNorm", 4, inputs=[randn(3, 5)]), error("LayerNorm"),
        case("RMSNorm", 4, inputs=[randn(3, 4)]),
        case("RMSNorm", (3, 4), 0.01, inputs=[randn(2, 3, 4)]),
        case("RMSNorm", 4, None, False, inputs=[randn(3, 4)]),
        error("RMSNorm", 4, inputs=[randn(3, 5)]),
        case("GroupNorm", 2, 4, inputs=[randn(2, 4, 3)]),
        case("GroupNorm", 4, 4, 0.01, inputs=[randn(2, 4, 2, 2)]),
        case("GroupNorm", 1, 4, affine=False, inputs=[randn(2, 4)]),
        case("GroupNorm", 2, 4, bias=False, inputs=[randn(2, 4, 3)]),
        error("GroupNorm", 3, 4), error("GroupNorm", 2, 4, inputs=[randn(2, 6, 3)]),
        error("GroupNorm", 2, 4, inputs=[randn(4)]),
        error("GroupNorm", 2, 2, inputs=[randn(1, 2)]),
        case("LocalResponseNorm", 2, inputs=[randn(2, 4, 3)]),
        case("LocalResponseNorm", 3, 0.01, 0.5, 2.0, inputs=[randn(2, 4, 2, 3)]),
        case("LocalResponseNorm", 2, inputs=[randn(2, 4, 2, 3, 2)]),
        error("LocalResponseNorm", 2, inputs=[randn(4, 3)]),
        case("CrossMapLRN2d", 3, inputs=[randn(2, 5, 2, 3)]),
        case("CrossMapLRN2d", 2, 0.1, 0.5, 2.0, inputs=[randn(2, 4, 2, 2)]),
        case("CrossMapLRN2d", 5, alpha=0.5, inputs=[randn(1, 3, 2, 2)]),
        error("CrossMapLRN2d", 3, inputs=[randn(5, 2, 3)]),
    ]


def cases():
    return [*batch_norms(), *instance_norms(), *others()]
