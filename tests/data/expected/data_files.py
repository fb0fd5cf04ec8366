"""Data files as Python's own readers read them: IDX by torchvision's rules, CSV by the csv module, tensors.

It needs `pip install safetensors`.
"""

import csv
import gzip
import io
import pathlib
import struct
import tempfile

import numpy
import safetensors.torch
import torch

from common import tensor

CSV = {
    "plain": "a,b,c\n1,2.5,x\n-3,1e3,y\n",
    "quotes": 'name,note\r\n"Smith, J.","said ""hi"""\r\n"two\nlines",plain\r\n',
    "empty fields": "a,b\n1,\n,2\n",
    "no end": "a\n5",
    "blank lines": "\n\na,b\n\n1,2\n\n",
    "byte order": "\ufeffa,b\n1,2\n",
    "blanks": "a,b\n 1 , x\n2 ,y \n",
    "large": "a\n9223372036854775807\n",
    "too large": "a\n9223372036854775808\n",
    "hexadecimal": "a\n0x10\n",
    "words": "a\nnan\ninf\n-1\n",
}


def column(texts):
    """The rules of ct_csv_load()."""
    try:
        numbers = [int(text) for text in texts]
        if all(-2**63 <= n < 2**63 for n in numbers):
            return {"dtype": "int64", "numbers": [str(n) for n in numbers]}
    except ValueError:
        pass
    try:
        numbers = [float(text or "nan") for text in texts]
        return {"dtype": "float64", "numbers": [repr(n) for n in numbers]}
    except ValueError:
        return {"texts": texts}


def csv_files():
    for name, text in CSV.items():
        rows = [row for row in csv.reader(io.StringIO(text.lstrip("\ufeff"), newline="")) if row]
        yield {"what": "csv", "name": name, "bytes": text.encode().hex(),
               "columns": [{"name": title, **column([row[i] for row in rows[1:]])}
                           for i, title in enumerate(rows[0])]}


def idx_files():
    for code, dtype, letter in ((8, torch.uint8, "B"), (9, torch.int8, "b"), (11, torch.int16, "h"),
                                (12, torch.int32, "i"), (13, torch.float32, "f"),
                                (14, torch.float64, "d")):
        for shape in ((3,), (2, 3), (2, 1, 4)):
            values = torch.arange(torch.Size(shape).numel()).sub(2).to(dtype).reshape(shape)
            data = struct.pack(f">BBBB{len(shape)}I", 0, 0, code, len(shape), *shape)
            data += struct.pack(f">{values.numel()}{letter}", *values.flatten().tolist())
            for compressed in (False, True):
                file = gzip.compress(data, mtime=0) if compressed else data
                yield {"what": "idx", "bytes": file.hex(), "tensor": tensor(values)}


def saved(save):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "file")
        with open(path, "wb") as file:
            save(file)
        return path.read_bytes().hex()


def tensor_files():
    """Files with a tensor or several; samples are those of TensorDataset."""
    images = torch.arange(4 * 2 * 3, dtype=torch.float32).reshape(4, 2, 3).sin()
    labels = torch.tensor([3, 1, 2, 0])
    both = {"labels": labels, "images": images}
    arrays = {name: value.numpy() for name, value in both.items()}
    named = ["images", "labels"]
    for name, keys, parts, save in (
            ("npy", [], [images], lambda f: numpy.save(f, images.numpy())),
            ("npy in Fortran's order", [], [images],
             lambda f: numpy.save(f, numpy.asfortranarray(images.numpy()))),
            ("npz", named, [images, labels], lambda f: numpy.savez(f, **arrays)),
            ("npz compressed", named, [images, labels],
             lambda f: numpy.savez_compressed(f, **arrays)),
            ("safetensors", named, [images, labels],
             lambda f: f.write(safetensors.torch.save(both))),
            ("safetensors, one", ["labels"], [labels],
             lambda f: f.write(safetensors.torch.save(both))),
            ("torch.save of a dict", named, [images, labels], lambda f: torch.save(both, f)),
            ("torch.save of a tuple", [], [images, labels],
             lambda f: torch.save((images, labels), f)),
            ("torch.save of a tensor", [], [labels], lambda f: torch.save(labels, f))):
        dataset = torch.utils.data.TensorDataset(*parts)
        yield {"what": "tensors", "name": name, "keys": keys, "bytes": saved(save),
               "samples": [{"parts": [tensor(part) for part in dataset[i]]}
                           for i in range(len(dataset))]}
    wrong = {"images": images, "short": labels[:3], "number": torch.tensor(5), "text": "x",
             "more": {"images": images}}
    yield {"what": "wrong dict", "bytes": saved(lambda f: torch.save(wrong, f))}
    yield {"what": "wrong tuple", "bytes": saved(lambda f: torch.save((images, "x"), f))}


def cases():
    return [*csv_files(), *idx_files(), *tensor_files()]
