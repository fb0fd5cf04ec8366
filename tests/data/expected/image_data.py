"""JPEG files, folders and archives of images, as Pillow, torchvision, tarfile and webdataset see them.

It needs `pip install torchvision pillow webdataset==1.0.2`.
"""

import gzip
import io
import os
import pathlib
import tarfile
import tempfile
import zlib

import numpy
import torch
import torchvision
import webdataset
from PIL import Image, ImageOps
from torchvision.transforms import v2

from common import tensor
from image_common import picture, saved


def seen(data, mode="RGB", size=None):
    image = Image.open(io.BytesIO(data))
    if size:
        image.draft(mode, size)
    array = numpy.array(ImageOps.exif_transpose(image).convert(mode))
    return torch.from_numpy(array).reshape(*array.shape[:2], -1).permute(2, 0, 1)


def jpegs():
    plain = picture(19, 14)
    files = {"plain": saved(plain), "grey": saved(picture(9, 6, "L")),
             "inks": saved(picture(9, 6, "CMYK")), "progressive": saved(plain, progressive=True),
             "fine": saved(plain, quality=95, subsampling=0)}
    # Adobe's marker says how inks are stored: its last byte, 0, as they are, 2 as YCCK.
    adobe = files["inks"].index(b"Adobe") + 11
    files["YCCK"] = files["inks"][:adobe] + b"\2" + files["inks"][adobe + 1:]
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        files[f"orientation {orientation}"] = saved(picture(6, 4), exif=exif)
    for name, data in files.items():
        yield {"what": "jpeg", "name": name, "bytes": data.hex(), "min_size": 0,
               "image": tensor(seen(data))}
    large = saved(picture(48, 40))
    for size in (5, 6, 10, 11, 20, 21, 40, 50):
        scale = max(s for s in (1, 2, 4, 8) if s == 1 or -(-40 // s) >= size)
        yield {"what": "jpeg", "name": f"at least {size}", "bytes": large.hex(), "min_size": size,
               "image": tensor(seen(large, size=(-(-48 // scale), -(-40 // scale))))}


def turned_pngs():
    """Chunks eXIf as Pillow writes them; one after the pixels, and one in the other order of bytes."""
    for mode, bits in (("RGB", 8), ("I;16", 16), ("LA", 8)):
        for orientation in range(1, 9):
            exif = Image.Exif()
            exif[0x0112] = orientation
            plain = picture(6, 4, "L").convert("I").convert("I;16") if bits == 16 else picture(6, 4, mode)
            yield f"PNG {mode} {orientation}", saved(plain, "PNG", exif=exif)
    data = saved(picture(6, 4), "PNG")
    little = b"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\x06\0\0\0\0\0\0\0"
    chunk = len(little).to_bytes(4, "big") + b"eXIf" + little
    chunk += zlib.crc32(chunk[4:]).to_bytes(4, "big")
    yield "PNG little endian, at the end", data[:-12] + chunk + data[-12:]


def pngs():
    for name, data in turned_pngs():
        image = Image.open(io.BytesIO(data))
        array = numpy.array(ImageOps.exif_transpose(image))
        yield {"what": "png", "name": name, "bytes": data.hex(),
               "image": tensor(torch.from_numpy(array).reshape(*array.shape[:2], -1).permute(2, 0, 1))}


def compressed():
    """torchvision's JPEG; its libjpeg-turbo computes the same bytes as the one of the system."""
    image = torch.from_numpy(numpy.array(picture(21, 14))).permute(2, 0, 1)
    batch = torch.stack([image, image.flip(-1)])
    for name, data, quality in (("image", image, 30), ("grey", image[:1], (5, 60)),
                                ("batch", batch, (1, 100)), ("view", image[:, 2:, 1::2], (90, 95))):
        for seed in range(3):
            torch.manual_seed(seed)
            low, high = (quality, quality) if isinstance(quality, int) else quality
            yield {"what": "compressed", "name": name, "given": tensor(data), "low": low,
                   "high": high, "seed": seed, "result": tensor(v2.JPEG(quality)(data)),
                   "next": torch.randint(1000, ()).item()}


def folders():
    """Which files ImageFolder finds, and their order."""
    data = saved(picture(3, 2), "PNG")
    files = ["cat/b.png", "cat/a.PNG", "cat/B.jpeg", "cat/sub/z.png", "cat/sub-x/y.png",
             "cat/sub/a/x.jpg", "dog/1.png", "dog/10.png", "dog/2.png", "dog/text.txt",
             "Ant/only.png", "ünï/ä.png", "root.png"]
    with tempfile.TemporaryDirectory() as root:
        for name in files:
            path = pathlib.Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        found = torchvision.datasets.ImageFolder(root)
        yield {"what": "folder", "bytes": data.hex(), "files": files, "classes": found.classes,
               "samples": [[os.path.relpath(path, root), label] for path, label in found.samples]}


def archive(kind, names, files):
    file = io.BytesIO()
    mode = "w:" + kind.replace("gz", "")
    with tarfile.open(fileobj=file, mode=mode, format=tarfile.PAX_FORMAT) as tar:
        for name, data in zip(names, files):
            entry = tarfile.TarInfo(name)
            if data is None:
                entry.type = tarfile.DIRTYPE
                tar.addfile(entry)
            else:
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(file.getvalue(), mtime=0) if kind == "gz" else file.getvalue()


def archives():
    images = [saved(picture(4, 3), "PNG"), saved(picture(5, 3)), b"hello", None,
              saved(picture(3, 5), "PNG"), saved(picture(4, 4))]
    names = ["pets/dog/1.png", "pets/cat/" + "x" * 120 + ".jpg", "pets/cat/readme.txt", "pets/dog",
             "pets/dog/2.png", "pets/" + "c" * 130 + "/1.jpeg"]
    for kind in ("", "gz", "xz"):
        yield {"what": "tar", "name": kind, "bytes": archive(kind, names, images).hex(),
               "classes": ["cat", "c" * 130, "dog"],
               "samples": [{"label": label, "image": tensor(seen(images[i]))}
                           for label, i in ((2, 0), (0, 1), (2, 4), (1, 5))]}


def shown(value):
    return ("image" if isinstance(value, Image.Image) else
            "bytes" if isinstance(value, bytes) else repr(value))


def shards():
    image = saved(picture(4, 3), "PNG")
    label = """{"box": [1, -2.5, 1e3], "all": {"ok": true, "no": null, "\\u00fc": "\\u0000"},
        "box": [1, [], {}], "large": 9223372036854775807, "é": 0.1}"""
    names = ["a/001.png", "a/001.cls", "a/001.seg.PNG", "a/002.png", "a/002.txt", "b.c/003.json",
             "readme", "b.c/003.cls", "b.c/003.Index", "004.transcript", "004.bin", "004.a.jsn",
             "004.json"]
    files = [image, b"7\n", image, image, "grüß".encode(), label.encode(), b"x", b"-1", b" 12 ", b"",
             b"\0", b" [true]", b"null"]
    data = archive("", names, files)
    with tempfile.TemporaryDirectory() as root:
        path = pathlib.Path(root, "shards.tar")
        path.write_bytes(data)
        samples = list(webdataset.WebDataset(str(path), shardshuffle=False).decode("pil"))
    yield {"what": "shards", "bytes": data.hex(), "image": tensor(seen(image)),
           "samples": ["{" + ", ".join(f"'{key}': {shown(value)}" for key, value in sample.items()
                                       if key not in ("__url__", "__local_path__")) + "}"
                       for sample in samples]}


def statistics():
    """Of each channel, over the pixels of all images, as Normalize needs them."""
    files = {"a/1.jpg": saved(picture(19, 14)), "a/2.jpeg": saved(picture(9, 31, "L")),
             "b/3.png": saved(picture(8, 5, "L"), "PNG"), "b/4.jpg": saved(picture(9, 6, "CMYK")),
             "c/5.png": saved(picture(12, 7).convert("P"), "PNG"),
             "c/6.jpg": saved(picture(30, 20), quality=95, progressive=True)}
    images = [seen(data) for data in files.values()]
    pixels = numpy.concatenate([image.reshape(3, -1).numpy() for image in images], 1) / 255
    yield {"what": "statistics", "files": {name: data.hex() for name, data in files.items()},
           "seen": {"images": len(images),
                    "width": [min(i.shape[2] for i in images), max(i.shape[2] for i in images)],
                    "height": [min(i.shape[1] for i in images), max(i.shape[1] for i in images)],
                    "mean": pixels.mean(1).tolist(), "std": pixels.std(1).tolist()}}


def hostile():
    """Tar archives that are compressed again."""
    tar = archive("gz", ["cat/1.png"], [saved(picture(4, 3), "PNG")])
    yield {"what": "twice", "bytes": gzip.compress(tar, mtime=0).hex()}


def cases():
    return [*jpegs(), *pngs(), *compressed(), *folders(), *archives(), *shards(), *statistics(),
            *hostile()]
