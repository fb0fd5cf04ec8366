"""Names a picture with an exported network; ../run_exported.c is the same in C. Arguments: an archive
of torch.export.save(), a picture, a file with a label a line. Without a picture it takes noise, and
without labels it prints numbers."""

import sys

import torch


def read_picture(path, side):
    from PIL import Image, ImageOps
    from torchvision.transforms import v2
    prepare = v2.Compose([
        v2.PILToTensor(), v2.Resize(side * 256 // 224), v2.CenterCrop(side),
        v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])
    return prepare(ImageOps.exif_transpose(Image.open(path)).convert("RGB")).unsqueeze(0)


program = torch.export.load(sys.argv[1])
torch.manual_seed(0)
side = program.example_inputs[0][0].shape[2]
x = read_picture(sys.argv[2], side) if len(sys.argv) > 2 else torch.randn(1, 3, side, side)
with torch.inference_mode():
    scores = program.module()(x).softmax(1)
labels = open(sys.argv[3]).read().splitlines() if len(sys.argv) > 3 else []
values, classes = scores[0].topk(min(5, scores.shape[1]))
for value, number in zip(values.tolist(), classes.tolist()):
    print(f"{100 * value:5.1f} %  {labels[number] if number < len(labels) else f'class {number}'}")
