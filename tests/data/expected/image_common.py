"""Images that several topics have."""

import io

import numpy
from PIL import Image


def picture(width, height, mode="RGB"):
    y, x = numpy.mgrid[0:height, 0:width]
    waves = numpy.stack([128 + 100 * numpy.sin(x / 5 + y / 7), 128 + 90 * numpy.cos(x / 3 - y / 4),
                         (x * y / 3) % 256], -1)
    return Image.fromarray(waves.clip(0, 255).astype(numpy.uint8)).convert(mode)


def saved(image, kind="JPEG", **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()
