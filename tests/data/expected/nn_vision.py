"""torch.nn.functional: interpolation, grids, columns of images."""

import torch
import torch.nn.functional as F
import torch.nn.grad as G

from nn_common import Cases, rand, randn

CURVE, IMAGE, VOLUME = (1, 2, 5), (1, 2, 4, 5), (1, 1, 2, 3, 4)


def modes(case):
    for mode in ("nearest", "nearest-exact", "area"):
        case(f"interpolate {mode} 3D", F.interpolate, randn(*CURVE), 8, mode=mode)
        case(f"interpolate {mode} 4D", F.interpolate, randn(*IMAGE), (7, 3), mode=mode)
        case(f"interpolate {mode} 5D", F.interpolate, randn(*VOLUME), (3, 2, 5), mode=mode)
        case(f"interpolate {mode} scale", F.interpolate, randn(*IMAGE), scale_factor=(1.7, 0.6),
             mode=mode)
        case(f"interpolate {mode} one scale", F.interpolate, randn(*VOLUME), scale_factor=1.5,
             mode=mode)
    for mode, shape in (("linear", CURVE), ("bilinear", IMAGE), ("bicubic", IMAGE),
                        ("trilinear", VOLUME)):
        dims = len(shape) - 2
        case(f"interpolate {mode}", F.interpolate, randn(*shape), 6, mode=mode)
        case(f"interpolate {mode} corners", F.interpolate, randn(*shape), (7, 3, 5)[:dims],
             mode=mode, align_corners=True)
        case(f"interpolate {mode} scale", F.interpolate, randn(*shape),
             scale_factor=(1.7, 0.6, 2.0)[:dims], mode=mode, align_corners=False)
        case(f"interpolate {mode} recomputed", F.interpolate, randn(*shape), scale_factor=1.7,
             mode=mode, recompute_scale_factor=True)
    for mode in ("bilinear", "bicubic", "lanczos"):
        case(f"interpolate {mode} antialias", F.interpolate, randn(1, 1, 6, 7), (3, 4), mode=mode,
             antialias=True)
        case(f"interpolate {mode} antialias scale", F.interpolate, randn(1, 1, 6, 7),
             scale_factor=0.6, mode=mode, antialias=True)
    case("interpolate bilinear antialias corners", F.interpolate, randn(1, 1, 6, 7), (3, 4),
         mode="bilinear", align_corners=True, antialias=True)
    case("interpolate not recomputed", F.interpolate, randn(*CURVE), scale_factor=1.7,
         recompute_scale_factor=False)
    case("interpolate bytes", F.interpolate, torch.arange(20, dtype=torch.uint8).view(1, 1, 4, 5),
         3)
    case("interpolate double", F.interpolate, randn(*CURVE, dtype=torch.float64), 7, mode="linear")


def mistakes(case):
    x = randn(*IMAGE)
    case("interpolate corners of nearest", F.interpolate, x, 3, align_corners=False)
    case("interpolate corners of area", F.interpolate, x, 3, mode="area", align_corners=True)
    case("interpolate both", F.interpolate, x, 3, 2.0)
    case("interpolate neither", F.interpolate, x)
    case("interpolate sizes", F.interpolate, x, [3, 4, 5])
    case("interpolate scales", F.interpolate, x, scale_factor=[2.0, 0.5, 1e-5])
    case("interpolate sizes of few dims", F.interpolate, randn(3), [3, 4])
    case("interpolate recomputed size", F.interpolate, x, 3, recompute_scale_factor=True)
    case("interpolate antialias of nearest", F.interpolate, x, 3, antialias=True)
    case("interpolate antialias of 3D", F.interpolate, randn(*CURVE), 3, mode="linear",
         antialias=True)
    case("interpolate antialias of bilinear 3D", F.interpolate, randn(*CURVE), 3, mode="bilinear",
         antialias=True)
    case("interpolate lanczos corners", F.interpolate, x, 3, mode="lanczos", align_corners=True,
         antialias=True)
    case("interpolate lanczos plain", F.interpolate, x, 3, mode="lanczos")
    case("interpolate lanczos 3D", F.interpolate, randn(*CURVE), 3, mode="lanczos")
    case("interpolate bicubic 3D", F.interpolate, randn(*CURVE), 3, mode="bicubic")
    for mode, wrong in (("linear", (IMAGE, VOLUME)), ("bilinear", (CURVE, VOLUME)),
                        ("trilinear", (CURVE, IMAGE))):
        for shape in wrong:
            case(f"interpolate {mode} {len(shape)}D", F.interpolate, randn(*shape), 3, mode=mode)
    case("interpolate 2D", F.interpolate, randn(3, 4), 3)
    case("interpolate 6D", F.interpolate, randn(1, 1, 1, 1, 1, 1), 3)
    case("interpolate unknown", F.interpolate, x, 3, mode="cubic")
    case("interpolate unknown corners", F.interpolate, x, 3, mode="cubic", align_corners=True)
    case("interpolate unknown antialias", F.interpolate, x, 3, mode="cubic", antialias=True)
    case("interpolate size 0", F.interpolate, x, 0)
    case("interpolate scale 0", F.interpolate, x, scale_factor=0.1)
    case("interpolate long", F.interpolate, torch.ones(IMAGE).long(), 3)


def older_names(case):
    case("upsample", F.upsample, randn(*IMAGE), 3)
    case("upsample bilinear", F.upsample, randn(*IMAGE), None, 1.5, "bilinear", True)
    case("upsample wrong", F.upsample, randn(*IMAGE), 3, mode="nearest", align_corners=True)
    case("upsample_nearest", F.upsample_nearest, randn(*IMAGE), 3)
    case("upsample_nearest scale", F.upsample_nearest, randn(*CURVE), scale_factor=2)
    case("upsample_bilinear", F.upsample_bilinear, randn(*IMAGE), (3, 7))
    case("upsample_bilinear scale", F.upsample_bilinear, randn(*IMAGE), scale_factor=(1.5, 0.5))
    case("upsample_bilinear 3D", F.upsample_bilinear, randn(*CURVE), 3)


def grids(case):
    grid = torch.rand(1, 3, 2, 2) * 2.6 - 1.3
    for mode in ("bilinear", "nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            case(f"grid_sample {mode} {padding}", F.grid_sample, randn(*IMAGE), grid.clone(), mode,
                 padding, False)
        case(f"grid_sample {mode} corners", F.grid_sample, randn(*IMAGE), grid.clone(), mode,
             align_corners=True)
    case("grid_sample", F.grid_sample, randn(*IMAGE), grid.clone())
    case("grid_sample 5D", F.grid_sample, randn(*VOLUME), torch.rand(1, 2, 2, 2, 3) * 2 - 1,
         align_corners=True)
    case("grid_sample mode", F.grid_sample, randn(*IMAGE), grid, "linear")
    case("grid_sample padding", F.grid_sample, randn(*IMAGE), grid, "nearest", "circular")
    case("grid_sample both wrong", F.grid_sample, randn(*IMAGE), grid, "linear", "circular")
    case("grid_sample wrong grid", F.grid_sample, randn(*IMAGE), rand(1, 3, 2, 3))
    case("affine_grid 2D", F.affine_grid, randn(2, 2, 3), [2, 1, 3, 4])
    case("affine_grid 2D corners", F.affine_grid, randn(1, 2, 3), [1, 1, 3, 2], True)
    case("affine_grid 3D", F.affine_grid, randn(1, 3, 4), [1, 1, 2, 3, 2], False)
    case("affine_grid of one corner", F.affine_grid, randn(1, 2, 3), [1, 1, 1, 3], True)
    case("affine_grid long", F.affine_grid, torch.ones(1, 2, 3).long(), [1, 1, 3, 2])
    case("affine_grid theta 2D", F.affine_grid, randn(1, 3, 4), [1, 1, 3, 2])
    case("affine_grid theta 3D", F.affine_grid, randn(2, 3), [1, 1, 3, 2, 2])
    case("affine_grid size", F.affine_grid, randn(1, 2, 3), [1, 3, 2])
    case("affine_grid empty", F.affine_grid, randn(1, 2, 3), [1, 1, 0, 2])
    case("affine_grid negative", F.affine_grid, randn(1, 2, 3), [-1, 1, 3, 2], True)
    case("affine_grid batch", F.affine_grid, randn(2, 2, 3), [1, 1, 3, 2])


def columns(case):
    case("unfold", F.unfold, randn(*IMAGE), (2, 3))
    case("unfold number", F.unfold, randn(2, 4, 5), 2)
    case("unfold all", F.unfold, randn(*IMAGE), 2, 2, (1, 0), (2, 1))
    case("unfold named", F.unfold, randn(*IMAGE), (2, 2), padding=1)
    case("unfold few dims", F.unfold, randn(4, 5), 2)
    case("unfold big kernel", F.unfold, randn(*IMAGE), 6)
    case("fold", F.fold, randn(1, 12, 9), (4, 5), (2, 3))
    case("fold number", F.fold, randn(8, 9), 4, 2)
    case("fold all", F.fold, randn(1, 8, 4), (3, 4), 2, (1, 2), (1, 0), (2, 1))
    case("fold wrong columns", F.fold, randn(1, 8, 7), 4, 2)
    case("fold wrong channels", F.fold, randn(1, 7, 9), 4, 2)


def gradients(case):
    case("conv1d_input", G.conv1d_input, (2, 3, 7), randn(4, 3, 3), randn(2, 4, 5))
    case("conv1d_input all", G.conv1d_input, (2, 4, 9), randn(6, 2, 3), randn(2, 6, 4), 2, (1,), 2, 2)
    case("conv1d_weight", G.conv1d_weight, randn(2, 3, 7), (4, 3, 3), randn(2, 4, 5))
    case("conv2d_input", G.conv2d_input, (1, 2, 5, 6), randn(3, 2, 2, 3), randn(1, 3, 4, 4))
    case("conv2d_input all", G.conv2d_input, (1, 2, 5, 6), randn(4, 1, 2, 3), randn(1, 4, 3, 8),
         (2, 1), padding=(1, 2), groups=2)
    case("conv2d_weight", G.conv2d_weight, randn(1, 2, 5, 6), (3, 2, 2, 3), randn(1, 3, 4, 4))
    case("conv2d_weight all", G.conv2d_weight, randn(1, 2, 5, 6), (4, 1, 2, 3), randn(1, 4, 3, 8),
         (2, 1), padding=(1, 2), groups=2)
    case("conv3d_input", G.conv3d_input, (1, 1, 3, 4, 5), randn(2, 1, 2, 2, 2), randn(1, 2, 2, 3, 4))
    case("conv3d_weight", G.conv3d_weight, randn(1, 1, 3, 4, 5), (2, 1, 2, 2, 2),
         randn(1, 2, 2, 3, 4))
    case("conv2d_input wrong size", G.conv2d_input, (1, 2, 5), randn(3, 2, 2, 3),
         randn(1, 3, 4, 4))


def cases():
    case = Cases()
    modes(case)
    mistakes(case)
    older_names(case)
    grids(case)
    columns(case)
    gradients(case)
    return case.all
