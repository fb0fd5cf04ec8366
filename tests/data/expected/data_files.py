"""Data files as Python's own readers read them: IDX by torchvision's rules, CSV by the csv module."""

import csv
import gzip
import io
import struct

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


def cases():
    return [*csv_files(), *idx_files()]
