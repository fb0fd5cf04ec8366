"""torchvision's architectures with random weights: one of each family or more, at small sizes."""

from functools import partial

import torch
import torchvision
from torch import nn, randn
from torch.export import Dim
from torchvision import models
from torchvision.models import segmentation, video
from torchvision.transforms import v2

from .program import Program, left_out, program

CLASSES = 10


def add(name, make, *size, train=False, grads=False):
    """A model that is evaluated on two images of `size`, or trained."""
    def made():
        net = make()
        return Program(net.train() if train else net.eval(), (randn(2, *size),), grads=grads)

    made.__name__ = "vision_" + name
    program(made)


def small(make, **options):
    return partial(make, weights=None, num_classes=CLASSES, **options)


def with_head(make, attribute, head):
    """A model whose classifier would have most of the weights."""
    def made():
        net = make()
        setattr(net, attribute, head())
        return net

    return made


def two_layers(inputs):
    return lambda: nn.Sequential(nn.Dropout(), nn.Linear(inputs, 32), nn.ReLU(True),
                                 nn.Linear(32, CLASSES))


def vgg(layers, batch_norm):
    features = models.vgg.make_layers(layers, batch_norm)
    net = models.VGG(features, CLASSES)
    net.classifier = two_layers(layers[-2] * 49)()
    return net


def vgg_layers(width):
    return [width, "M", 2 * width, "M", 4 * width, 4 * width, "M", 8 * width, "M"]


IMAGE = 3, 64, 64

add("alexnet", with_head(small(models.alexnet), "classifier", two_layers(256 * 36)), *IMAGE)
add("vgg", partial(vgg, vgg_layers(8), False), 3, 32, 32)
add("vgg_bn", partial(vgg, vgg_layers(8), True), 3, 32, 32, grads=True)
add("resnet18", small(models.resnet18), *IMAGE, grads=True)
add("resnet18_train", small(models.resnet18), 3, 32, 32, train=True, grads=True)
add("resnet50", partial(models.ResNet, models.resnet.Bottleneck, [1, 1, 1, 1], CLASSES), *IMAGE)
add("resnext", partial(models.ResNet, models.resnet.Bottleneck, [1, 1, 1, 1], CLASSES, groups=32,
                       width_per_group=4), *IMAGE)
add("wide_resnet", partial(models.ResNet, models.resnet.Bottleneck, [1, 1, 1, 1], CLASSES,
                           width_per_group=128), 3, 32, 32)
add("densenet", partial(models.DenseNet, 8, (2, 2, 2, 2), 16, num_classes=CLASSES), *IMAGE,
    grads=True)
add("squeezenet1_0", small(models.squeezenet1_0), *IMAGE)
add("squeezenet1_1", small(models.squeezenet1_1), *IMAGE, grads=True)
add("googlenet", small(models.googlenet, init_weights=False, aux_logits=False), *IMAGE)
add("inception_v3", small(models.inception_v3, init_weights=False, aux_logits=False), 3, 75, 75)
add("shufflenet_v2_x0_5", small(models.shufflenet_v2_x0_5), *IMAGE)
add("shufflenet_v2_x1_0", small(models.shufflenet_v2_x1_0), 3, 32, 32)
add("mobilenet_v2", small(models.mobilenet_v2, width_mult=0.25), *IMAGE, grads=True)
add("mobilenet_v2_train", small(models.mobilenet_v2, width_mult=0.25), 3, 32, 32, train=True)
add("mobilenet_v3_small", small(models.mobilenet_v3_small), *IMAGE)
add("mobilenet_v3_large", small(models.mobilenet_v3_large), 3, 32, 32)
add("mnasnet0_5", small(models.mnasnet0_5), *IMAGE)
add("efficientnet_b0", small(models.efficientnet_b0), *IMAGE)
add("efficientnet_v2_s", small(models.efficientnet_v2_s), 3, 32, 32)
add("regnet_y_400mf", small(models.regnet_y_400mf), *IMAGE)
add("regnet_x_400mf", small(models.regnet_x_400mf), 3, 32, 32)


def convnext():
    setting = models.convnext.CNBlockConfig
    blocks = [setting(8, 16, 1), setting(16, 32, 1), setting(32, 64, 2), setting(64, None, 1)]
    return models.ConvNeXt(blocks, num_classes=CLASSES)


def vit():
    return models.VisionTransformer(32, 8, 2, 2, 16, 32, num_classes=CLASSES)


def swin(**options):
    return models.SwinTransformer([2, 2], 8, [1, 1, 2, 1], [1, 2, 2, 4], [4, 4],
                                  num_classes=CLASSES, stochastic_depth_prob=0.0, **options)


def maxvit():
    return models.MaxVit((64, 64), 16, 4, [16, 16], [1, 1], 8, 0.2, num_classes=CLASSES)


add("convnext", convnext, *IMAGE, grads=True)
add("vit", vit, 3, 32, 32, grads=True)
add("swin", swin, *IMAGE, grads=True)
add("swin_v2", partial(swin, block=models.swin_transformer.SwinTransformerBlockV2,
                       downsample_layer=models.swin_transformer.PatchMergingV2), *IMAGE)
add("maxvit", maxvit, *IMAGE)


add("fcn_resnet50", partial(segmentation.fcn_resnet50, weights=None, weights_backbone=None,
                            num_classes=5), 3, 32, 32)
add("deeplabv3_mobilenet", partial(segmentation.deeplabv3_mobilenet_v3_large, weights=None,
                                   weights_backbone=None, num_classes=5), 3, 64, 64)
add("lraspp", partial(segmentation.lraspp_mobilenet_v3_large, weights=None, weights_backbone=None,
                      num_classes=5), *IMAGE)


CLIP = 3, 4, 32, 32

add("r3d", partial(video.r3d_18, weights=None, num_classes=CLASSES), *CLIP)
add("mc3", partial(video.mc3_18, weights=None, num_classes=CLASSES), *CLIP)
add("r2plus1d", partial(video.r2plus1d_18, weights=None, num_classes=CLASSES), *CLIP)
add("s3d", with_head(partial(video.s3d, weights=None, num_classes=CLASSES), "avgpool",
                     lambda: nn.AdaptiveAvgPool3d(1)), 3, 16, 64, 64)


def mvit():
    config = video.mvit.MSBlockConfig
    blocks = [config(1, 8, 16, [3, 3, 3], [3, 3, 3], [1, 1, 1], [1, 4, 4]),
              config(2, 16, 16, [3, 3, 3], [3, 3, 3], [1, 2, 2], [1, 2, 2])]
    return video.MViT((32, 32), 4, blocks, False, False, True, True, True, num_classes=CLASSES)


def swin3d():
    return video.SwinTransformer3d([2, 4, 4], 8, [1, 1, 1, 1], [1, 1, 2, 2], [2, 4, 4],
                                   num_classes=CLASSES, stochastic_depth_prob=0.0)


add("mvit", mvit, 3, 4, 32, 32)
add("swin3d", swin3d, 3, 4, 64, 64)


@program
def vision_resnet18_dynamic():
    net = models.resnet18(weights=None, num_classes=CLASSES).eval()
    return Program(net, (randn(2, 3, 32, 32),), dynamic_shapes=({0: Dim("batch", min=1, max=8)},),
                   more=[(randn(1, 3, 32, 32),), (randn(8, 3, 32, 32),)],
                   bad=[(randn(9, 3, 32, 32),)])


@program
def vision_resnet18_channels_last():
    net = models.resnet18(weights=None,
                          num_classes=CLASSES).eval().to(memory_format=torch.channels_last)
    return Program(net, (randn(2, 3, 32, 32).to(memory_format=torch.channels_last),))


@program
def vision_resnet18_bfloat16():
    net = models.resnet18(weights=None, num_classes=CLASSES).eval().bfloat16()
    return Program(net, (randn(2, 3, 32, 32, dtype=torch.bfloat16),))


@program
def vision_feature_pyramid():
    return Program(torchvision.ops.FeaturePyramidNetwork([4, 8], 6),
                   ({"a": randn(1, 4, 8, 8), "b": randn(1, 8, 4, 4)},))


@program
def vision_preprocess():
    class Preprocess(nn.Module):
        def __init__(self):
            super().__init__()
            self.steps = nn.Sequential(v2.Resize((16, 16), antialias=True),
                                       v2.CenterCrop(12),
                                       v2.Normalize([0.5] * 3, [0.2] * 3))

        def forward(self, image):
            return self.steps(image.float() / 255)

    return Program(Preprocess(), (torch.randint(0, 256, (1, 3, 20, 24), dtype=torch.uint8),))


# Their graphs have torchvision::nms and torchvision::roi_align, operators of another library.
for _name in ("fasterrcnn", "maskrcnn", "keypointrcnn", "fcos", "retinanet", "ssd", "ssdlite"):
    left_out("vision_" + _name, "its boxes are cut by torchvision::nms, of another library")
left_out("vision_quantized", "torch.export refuses packed weights, as of quantized_linear")
