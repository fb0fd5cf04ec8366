"""Files that Python's safetensors 0.8.0 and huggingface_hub 2.4.0 wrote, and the tensors in them.

Of metadata a file has at most one text: with several, Python's order is random.
"""

import pathlib
import tempfile

import safetensors.torch
import torch
from common import tensor
from huggingface_hub import save_torch_state_dict

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "bfloat16", "float32", "float64", "complex64", "float8_e4m3fn", "float8_e5m2",
          "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2"]
SHAPES = [(), (1,), (7,), (0,), (2, 3), (3, 0, 2), (2, 1, 3), (1,) * 64]
NAMES = ["", "model.layers.0.self_attn.q_proj.weight", "\"quotes\" \\ / '", "\b\f\n\r\t\x01\x1f\x7f",
         "Gewicht ä", "重み", "\U0001f600", "\ud7ff\ue000\uffff"]


def numbers(shape, dtype):
    n = torch.Size(shape).numel()
    dtype = getattr(torch, dtype)
    if dtype == torch.bool:
        return (torch.arange(n) % 3 == 0).reshape(shape)
    values = (torch.arange(n * dtype.itemsize) * 37 % 101).to(torch.uint8)
    return values.view(dtype).reshape(shape)


def items(tensors):
    return [{"name": name, "tensor": tensor(value)} for name, value in tensors.items()]


def case(name, tensors, metadata=None):
    data = safetensors.torch.save(tensors, metadata)
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        loaded = safetensors.torch.load_file(file.name)
    return {"name": name, "given": items(tensors), "metadata": metadata, "file": data.hex(),
            "loaded": items(loaded)}


def sharded(name, tensors, most, metadata=None):
    with tempfile.TemporaryDirectory() as folder:
        save_torch_state_dict(tensors, folder, max_shard_size=most, metadata=dict(metadata or {}))
        files = {path.name: path.read_bytes().hex() for path in pathlib.Path(folder).iterdir()}
    return {"name": name, "given": items(tensors), "metadata": metadata, "most": most,
            "files": dict(sorted(files.items()))}


def sizes(*lengths):
    return {f"layer.{i}": torch.arange(n, dtype=torch.float32) + i for i, n in enumerate(lengths)}


def cases():
    result = [case(dtype, {"x": numbers((2, 4), dtype)}) for dtype in DTYPES]
    result += [case(f"float32 {len(shape)} {shape[:4]}", {"x": numbers(shape, "float32")})
               for shape in SHAPES]
    result += [case("all types", {dtype: numbers((3,), dtype) for dtype in DTYPES}),
               case("same type", {name: numbers((2,), "int16") for name in "b ab a aa B".split()}),
               case("names", {name: numbers((2,), "uint8") for name in NAMES}),
               case("nothing", {}), case("nothing, with metadata", {}, {"format": "pt"}),
               case("no metadata", {"x": numbers((2,), "int8")}, {})]
    result += [case(f"metadata {i}", {"x": numbers((i,), "float32")}, {name: name + "\n"})
               for i, name in enumerate(NAMES)]
    result += [sharded("one shard", sizes(3, 4), 1000),
               sharded("one tensor in each", sizes(3, 4, 5), 20),
               sharded("two and one", sizes(2, 3, 5), 20, {"key": "ä\x7f\U0001f600"}),
               sharded("too large ones first", sizes(2, 9, 3, 8, 5, 0), 20),
               sharded("names", {name: numbers((2,), "uint8") for name in NAMES}, 4)]
    return result
