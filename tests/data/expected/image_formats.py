"""PNG, JPEG, BMP and WebP files that Pillow writes, and what Pillow and torchvision read from them; the
classes of images in archives.

It needs `pip install torchvision pillow`.
"""

import io
import pathlib
import struct
import tarfile
import tempfile

import numpy
import torch
import torchvision
from PIL import Image, ImageOps
from torchvision.io import ImageReadMode, decode_image, decode_webp

from common import tensor
from image_common import picture, saved

MODES = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}  # CT_IMAGE_MODE_GRAY and so on


def pixels(image):
    array = numpy.array(image)
    return torch.from_numpy(array).reshape(*array.shape[:2], -1).permute(2, 0, 1)


def colors(width, height):
    """All channels at random, so that any rounding shows."""
    values = numpy.random.default_rng(0).integers(0, 256, (height, width, 4), dtype=numpy.uint8)
    return Image.fromarray(values, "RGBA")


def case(what, name, data, mode, image):
    return {"what": what, "name": f"{name} {mode}", "bytes": data.hex(), "mode": MODES.get(mode, 0),
            "image": tensor(pixels(image))}


def converted(what, name, data, modes=tuple(MODES)):
    """The file in modes of Pillow's convert()."""
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    for mode in modes:
        yield case(what, name, data, mode, image.convert(mode))


def grays():
    """PNG and inks as Pillow's convert("L"), the light of a JPEG as torchvision and Pillow's draft()."""
    image = colors(32, 32)
    for mode in ("RGB", "RGBA"):
        yield from converted("gray", f"PNG {mode}", saved(image.convert(mode), "PNG"), ("L", "LA"))
    yield from converted("gray", "PNG P", saved(image.convert("RGB").quantize(20), "PNG"), ("L",))
    yield from converted("gray", "inks", saved(image.convert("CMYK")), ("L",))
    data = saved(image.convert("RGB"), quality=95)
    light = decode_image(torch.frombuffer(bytearray(data), dtype=torch.uint8), ImageReadMode.GRAY)
    yield {"what": "gray", "name": "JPEG", "bytes": data.hex(), "mode": 1, "image": tensor(light)}




def bitmap(width, height, bits, rows, palette=b"", masks=(), size=40, compression=0):
    """A BMP of rows that are given as bytes."""
    rows = [row + b"\0" * (-len(row) % 4) for row in rows]
    info = struct.pack("<IiiHHIIiiII", size, width, height, 1, bits, compression, 0, 2835, 2835,
                       len(palette) // 4, 0)
    fields = b"".join(struct.pack("<I", mask) for mask in masks)
    info += (fields + b"\0" * 124)[:size - 40] if size > 40 else fields
    offset = 14 + len(info) + len(palette)
    body = b"".join(rows)
    return struct.pack("<2sIHHI", b"BM", offset + len(body), 0, 0, offset) + info + palette + body


def core(width, height, bits, rows, palette):
    """OS/2's header, with three bytes a color."""
    rows = [row + b"\0" * (-len(row) % 4) for row in rows]
    info = struct.pack("<IHHHH", 12, width, height, 1, bits)
    offset = 14 + len(info) + len(palette)
    return struct.pack("<2sIHHI", b"BM", 0, 0, 0, offset) + info + palette + b"".join(rows)


def bitmaps():
    generator = numpy.random.default_rng(1)

    def rows(n, nbytes):
        return [generator.integers(0, 256, nbytes, dtype=numpy.uint8).tobytes() for _ in range(n)]

    palette = generator.integers(0, 256, 1024, dtype=numpy.uint8).tobytes()
    yield "24 bits", saved(colors(7, 5).convert("RGB"), "BMP")
    yield "8 bits", saved(colors(7, 5).convert("RGB").quantize(40), "BMP")
    yield "8 bits gray", saved(picture(7, 5, "L"), "BMP")
    yield "1 bit", saved(picture(13, 5).convert("1"), "BMP")
    yield "32 bits", saved(colors(7, 5), "BMP")
    yield "1 bit, two colors", bitmap(13, 3, 1, rows(3, 2), palette[:8])
    yield "4 bits", bitmap(7, 3, 4, rows(3, 4), palette[:64])
    yield "4 bits, few colors", bitmap(3, 2, 4, [b"\x12\x00", b"\x01\x20"], palette[:12])
    yield "from the top", bitmap(5, -4, 24, rows(4, 15))
    yield "16 bits", bitmap(5, 4, 16, rows(4, 10))
    yield "16 bits, 5-6-5", bitmap(5, 4, 16, rows(4, 10), masks=(0xf800, 0x7e0, 0x1f), compression=3)
    yield "32 bits, no opacity", bitmap(5, 4, 32, rows(4, 20))
    yield "32 bits, masks", bitmap(5, 4, 32, rows(4, 20), masks=(0xff0000, 0xff00, 0xff), compression=3)
    yield "32 bits, opacity", bitmap(5, 4, 32, rows(4, 20), size=124, compression=3,
                                     masks=(0xff0000, 0xff00, 0xff, 0xff000000))
    yield "32 bits, other order", bitmap(5, 4, 32, rows(4, 20), size=108, compression=3,
                                         masks=(0xff, 0xff00, 0xff0000, 0xff000000))
    yield "8 bits of OS/2", core(6, 3, 8, rows(3, 6), palette[:768])
    yield "24 bits of OS/2", core(6, 3, 24, rows(3, 18), b"")


def bmps():
    for name, data in bitmaps():
        image = Image.open(io.BytesIO(data))
        plain = image.convert("RGB") if image.mode == "P" else image
        if image.mode == "1":
            plain = image.convert("L")
        yield case("bmp", name, data, "as it is", plain)
        yield from converted("bmp", name, data, ("L", "RGB", "RGBA"))


def webps():
    image = picture(21, 14)
    files = {"lossy": saved(image, "WEBP", quality=70),
             "lossless": saved(image, "WEBP", lossless=True),
             "opacity": saved(colors(9, 6), "WEBP", lossless=True),
             "lossy opacity": saved(colors(9, 6), "WEBP", quality=60)}
    for name, data in files.items():
        seen = decode_webp(torch.frombuffer(bytearray(data), dtype=torch.uint8))
        yield {"what": "webp", "name": name, "bytes": data.hex(), "mode": 0, "image": tensor(seen)}
        yield from converted("webp", name, data)
    for orientation in (1, 3, 6):
        exif = Image.Exif()
        exif[0x0112] = orientation
        data = saved(picture(6, 4), "WEBP", lossless=True, exif=exif)
        yield from converted("webp", f"orientation {orientation}", data, ("RGB",))
    frames = io.BytesIO()
    image.save(frames, "WEBP", save_all=True, append_images=[image.rotate(180)])
    yield {"what": "animation", "bytes": frames.getvalue().hex()}


def archives():
    """The classes that ImageFolder finds in what tarfile unpacks; the root is known here."""
    trees = {"": ["a/1.png", "b/2.png", "a/sub/4.PNG", "b/sub/a/3.bmp"],
             "pets": ["pets/dog/1.png", "./pets/cat/old/1.png", "pets//cat/2.jpeg", "pets/dog/a/b/c.jpg"],
             "x/y": ["x/y/train/cat/1.png", "x/y/test/cat/1.png", "x/y/train/dog/1.png"],
             ".": ["one/1.png", "one/2.png"],
             "in": ["in/one/1.png", "in/one/2.png"],
             "cat": ["cat/cats/1.png", "cat/cat/1.png", "cat/ca/t.png"]}
    data = saved(picture(3, 2), "PNG")
    for root, names in trees.items():
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w") as tar:
            for name in names:
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
        with tempfile.TemporaryDirectory() as folder:
            tarfile.open(fileobj=io.BytesIO(file.getvalue())).extractall(folder, filter="data")
            found = torchvision.datasets.ImageFolder(pathlib.Path(folder, root))
            labels = {pathlib.Path(path).relative_to(folder): label for path, label in found.samples}
        yield {"what": "archive", "name": root, "bytes": file.getvalue().hex(),
               "classes": found.classes, "labels": [labels[pathlib.Path(name)] for name in names],
               "given": root != "cat"}


def cases():
    return [*grays(), *bmps(), *webps(), *archives()]
