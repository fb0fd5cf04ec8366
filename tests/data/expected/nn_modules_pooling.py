"""Pooling, padding, upsampling and what changes shapes."""

import torch

from nn_modules_common import case, error, given, rand, randn

SHAPES = [(2, 3, 7), (2, 3, 6, 7), (1, 2, 5, 6, 4)]
EACH = [(n + 1, shape) for n, shape in enumerate(SHAPES)]


def plane(n):
    """A shape for padding: (2, 3, 4), (2, 3, 4, 5), ..."""
    return (2, 3, 4, 5, 4)[:n + 2]


def maxima():
    return [
        *[case(f"MaxPool{n}d", 2, inputs=[randn(*shape)]) for n, shape in EACH],
        *[case(f"MaxPool{n}d", 3, 2, 1, return_indices=True, inputs=[randn(*shape)])
          for n, shape in EACH],
        *[case(f"MaxPool{n}d", 2, 1, 0, 2, False, True, inputs=[randn(*shape)])
          for n, shape in EACH],
        *[case(f"MaxPool{n}d", kernel_size=2, stride=None, ceil_mode=True,
               inputs=[randn(*shape[1:])]) for n, shape in EACH],
        case("MaxPool2d", (3, 2), stride=(2, 1), padding=(1, 0), inputs=[randn(2, 3, 6, 7)]),
        error("MaxPool2d", 2, padding=2, inputs=[randn(1, 1, 4, 4)]),
        error("MaxPool2d", 2, inputs=[randn(4)]),
        error("MaxPool1d", 0, inputs=[randn(1, 2, 4)]),
        *[case(f"AdaptiveMaxPool{n}d", 2, inputs=[randn(*shape)]) for n, shape in EACH],
        *[case(f"AdaptiveMaxPool{n}d", 3, return_indices=True, inputs=[randn(*shape)])
          for n, shape in EACH],
        case("AdaptiveMaxPool2d", (None, 3), inputs=[randn(2, 3, 6, 7)]),
        case("AdaptiveMaxPool3d", (2, None, 3), True, inputs=[randn(1, 2, 5, 6, 4)]),
        error("AdaptiveMaxPool2d", (2, 2), inputs=[randn(2, 3)]),
    ]


def fractions():
    samples = torch.tensor([[[0.3, 0.6], [0.1, 0.9]]])
    return [
        case("FractionalMaxPool2d", 2, output_size=3, inputs=[randn(1, 2, 6, 7)]),
        case("FractionalMaxPool2d", (2, 3), (3, 2), inputs=[randn(1, 2, 6, 7)]),
        case("FractionalMaxPool2d", 2, output_ratio=0.5, inputs=[randn(2, 6, 7)]),
        case("FractionalMaxPool2d", 2, output_ratio=(0.5, 0.4), return_indices=True,
             inputs=[randn(1, 2, 6, 7)]),
        case("FractionalMaxPool2d", 2, 3, _random_samples=samples, inputs=[randn(1, 2, 6, 7)]),
        case("FractionalMaxPool3d", 2, output_size=2, inputs=[randn(1, 2, 5, 6, 4)]),
        case("FractionalMaxPool3d", 2, output_ratio=0.6, return_indices=True,
             inputs=[randn(1, 2, 5, 6, 4)]),
        case("FractionalMaxPool3d", (2, 1, 2), (2, 3, 2), inputs=[randn(2, 5, 6, 4)]),
        *[error(f"FractionalMaxPool{n}d", 2) for n in (2, 3)],
        *[error(f"FractionalMaxPool{n}d", 2, 3, 0.5) for n in (2, 3)],
        *[error(f"FractionalMaxPool{n}d", 2, output_ratio=1.5) for n in (2, 3)],
        error("FractionalMaxPool2d", 2, output_ratio=(0.5, 1.0)),
        error("FractionalMaxPool3d", 0, 2), error("FractionalMaxPool3d", (2, -1, 2), 2),
    ]


def unpooled():
    places = torch.tensor([[[1, 2]]])
    plane_places = torch.tensor([[[[0, 3], [9, 14]]]])
    cube_places = torch.tensor([[[[[0, 3], [9, 14]], [[17, 22], [30, 35]]]]])
    return [
        case("MaxUnpool1d", 2, inputs=[randn(1, 1, 2), given(places)]),
        case("MaxUnpool1d", 2, stride=3, padding=1, inputs=[randn(1, 1, 2), given(places)]),
        case("MaxUnpool2d", 2, inputs=[randn(1, 1, 2, 2), given(plane_places)]),
        case("MaxUnpool2d", (2, 2), (2, 3), inputs=[randn(1, 1, 2, 2), given(plane_places)]),
        case("MaxUnpool3d", 2, inputs=[randn(1, 1, 2, 2, 2), given(cube_places)]),
        case("MaxUnpool3d", 3, (2, 2, 2), 1,
             inputs=[randn(1, 1, 2, 2, 2), given(cube_places // 2)]),
        error("MaxUnpool1d", 2, inputs=[randn(1, 1, 3), given(places)]),
    ]


def means():
    return [
        *[case(f"AvgPool{n}d", 2, inputs=[randn(*shape)]) for n, shape in EACH],
        *[case(f"AvgPool{n}d", 3, 2, 1, True, False, inputs=[randn(*shape)]) for n, shape in EACH],
        *[case(f"AvgPool{n}d", 2, stride=1, divisor_override=3, inputs=[randn(*shape)])
          for n, shape in EACH[1:]],
        case("AvgPool2d", (3, 2), (2, 1), (1, 0), inputs=[randn(2, 3, 6, 7)]),
        error("AvgPool2d", 2, padding=2, inputs=[randn(1, 1, 4, 4)]),
        error("AvgPool2d", 2, divisor_override=0, inputs=[randn(1, 1, 4, 4)]),
        *[case(f"AdaptiveAvgPool{n}d", 2, inputs=[randn(*shape)]) for n, shape in EACH],
        case("AdaptiveAvgPool2d", (None, 3), inputs=[randn(2, 3, 6, 7)]),
        case("AdaptiveAvgPool2d", (1, 1), inputs=[randn(3, 6, 7)]),
        case("AdaptiveAvgPool3d", (2, None, 3), inputs=[randn(1, 2, 5, 6, 4)]),
        error("AdaptiveAvgPool2d", (2, 2), inputs=[randn(2, 3)]),
        *[case(f"LPPool{n}d", 2.0, 2, inputs=[rand(*shape)]) for n, shape in EACH],
        *[case(f"LPPool{n}d", 1.5, 3, 1, True, inputs=[rand(*shape)]) for n, shape in EACH],
        case("LPPool2d", 3.0, (3, 2), stride=(2, 1), inputs=[randn(2, 3, 6, 7)]),
        *[error(f"LPPool{n}d", 0.0, 2) for n in (1, 2, 3)],
    ]


def padded():
    kinds = ("ReflectionPad", "ReplicationPad", "ZeroPad", "CircularPad")
    return [
        *[case(f"{kind}{n}d", 2, inputs=[randn(*plane(n))]) for kind in kinds for n in (1, 2, 3)],
        *[case(f"{kind}{n}d", (1, 2, 0, 3, 2, 1)[:2 * n], inputs=[randn(*plane(n)[1:])])
          for kind in kinds for n in (1, 2, 3)],
        *[case(f"ConstantPad{n}d", 1, 3.5, inputs=[randn(*plane(n))]) for n in (1, 2, 3)],
        *[case(f"ConstantPad{n}d", (1, -1, 0, 3, 2, 1)[:2 * n], value=-0.5,
               inputs=[randn(*plane(n))]) for n in (1, 2, 3)],
        error("ReflectionPad1d", 4, inputs=[randn(2, 3, 4)]),
        error("ReplicationPad2d", 1, inputs=[randn(3)]),
        *[error(f"CircularPad{n}d", 1, inputs=[randn(3)]) for n in (1, 2, 3)],
        error("CircularPad1d", 1, inputs=[randn(2, 3, 4, 5)]),
        error("CircularPad2d", 6, inputs=[randn(2, 3, 4, 5)]),
        error("ConstantPad1d", 1),
    ]


def resized():
    return [
        *[case("Upsample", scale_factor=2.0, inputs=[randn(*shape)]) for _, shape in EACH],
        case("Upsample", 5, inputs=[randn(1, 2, 3)]),
        case("Upsample", size=(5, 4), inputs=[randn(1, 2, 3, 3)]),
        case("Upsample", scale_factor=(2.0, 1.5), mode="bilinear", inputs=[randn(1, 2, 3, 3)]),
        case("Upsample", scale_factor=2.0, mode="bilinear", align_corners=True,
             inputs=[randn(1, 2, 3, 3)]),
        case("Upsample", None, 1.7, "bicubic", False, True, inputs=[randn(1, 2, 3, 3)]),
        case("Upsample", scale_factor=2.0, mode="linear", inputs=[randn(1, 2, 3)]),
        case("Upsample", scale_factor=1.5, mode="trilinear", inputs=[randn(1, 1, 3, 2, 3)]),
        case("Upsample", scale_factor=1.5, mode="nearest-exact", inputs=[randn(1, 1, 3, 2)]),
        case("Upsample", 2, mode="area", inputs=[randn(1, 1, 3, 2)]),
        error("Upsample", inputs=[randn(1, 1, 3, 2)]),
        error("Upsample", 2, 2.0, inputs=[randn(1, 1, 3, 2)]),
        error("Upsample", 2, mode="cubic", inputs=[randn(1, 1, 3, 2)]),
        case("UpsamplingNearest2d", 4, inputs=[randn(1, 2, 3, 3)]),
        case("UpsamplingNearest2d", scale_factor=2.0, inputs=[randn(1, 2, 3, 3)]),
        case("UpsamplingBilinear2d", (4, 5), inputs=[randn(1, 2, 3, 3)]),
        case("UpsamplingBilinear2d", scale_factor=2.0, inputs=[randn(1, 2, 3, 3)]),
    ]


def reshaped():
    return [
        case("Flatten", inputs=[randn(2, 3, 4)]), case("Flatten", 0, 1, inputs=[randn(2, 3, 4)]),
        error("Flatten", 2, 1, inputs=[randn(2, 3, 4)]),
        case("Unflatten", 1, (2, 3), inputs=[randn(2, 6)]),
        case("Unflatten", -1, (2, -1), inputs=[randn(2, 6)]),
        error("Unflatten", 1, (2, 4), inputs=[randn(2, 6)]),
        case("PixelShuffle", 2, inputs=[randn(1, 8, 2, 3)]),
        case("PixelUnshuffle", 2, inputs=[randn(1, 2, 4, 6)]),
        error("PixelShuffle", 3, inputs=[randn(1, 8, 2, 3)]),
        error("PixelUnshuffle", 4, inputs=[randn(1, 2, 4, 6)]),
        case("ChannelShuffle", 2, inputs=[randn(1, 4, 2, 3)]),
        error("ChannelShuffle", 3, inputs=[randn(1, 4, 2, 3)]),
    ]


def cases():
    return [*maxima(), *fractions(), *unpooled(), *means(), *padded(), *resized(), *reshaped()]
