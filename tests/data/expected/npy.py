"""Files that numpy.save() wrote, and the tensors that torch.from_numpy() makes of them."""

import io

import numpy
import torch

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]
SHAPES = [(), (1,), (7,), (0,), (2, 3), (3, 0, 2), (1, 1), (2, 1, 3), (100000, 0), (1,) * 32]


def file_of(array, version=None):
    out = io.BytesIO()
    if version:
        numpy.lib.format.write_array(out, array, version)
    else:
        numpy.save(out, array)
    return out.getvalue().hex()


def numbers(shape, dtype):
    n = int(numpy.prod(shape, dtype=int))
    values = numpy.arange(n) * 37 % 101 - (0 if dtype.startswith("uint") else 50)
    array = (values % 3 == 0) if dtype == "bool" else values.astype(dtype)
    if dtype.startswith("complex"):
        array = array + array[::-1] * numpy.array(0.5j, dtype)
    return array.reshape(shape)


def case(name, array, version=None):
    # PyTorch takes neither other byte orders nor arrays that cannot be written to.
    native = array.astype(array.dtype.newbyteorder("="), order="K")
    loaded = numpy.load(io.BytesIO(bytes.fromhex(file_of(native))))
    return {"name": name, "file": file_of(array, version),
            "tensor": {"dtype": str(torch.from_numpy(native).dtype).removeprefix("torch."),
                       "shape": list(native.shape), "data": native.tobytes().hex()},
            "strides": list(torch.from_numpy(loaded).stride()),
            # The bytes that libctorch must write for the tensor.
            "written": file_of(native)}


def without_order(array):
    """Other programs write '|f8' for the machine's own order, and numpy.load() reads it so."""
    file = bytes.fromhex(file_of(array)).replace(b"'<", b"'|")
    loaded = numpy.load(io.BytesIO(file))
    return {**case(f"{array.dtype} without an order", loaded), "file": file.hex()}


def cases():
    result = [case(f"{dtype} {shape}", numbers(shape, dtype))
              for dtype in DTYPES for shape in [(), (2, 3)]]
    result += [case(f"float32 {shape}", numbers(shape, "float32")) for shape in SHAPES]
    result += [case(f"{dtype} big-endian", numbers((2, 3), dtype).astype(
        numpy.dtype(dtype).newbyteorder(">"))) for dtype in DTYPES]
    result += [case(f"{dtype} Fortran", numpy.asfortranarray(numbers((2, 3), dtype)))
               for dtype in DTYPES]
    result += [case(f"Fortran {shape}", numpy.asfortranarray(numbers(shape, "int16")))
               for shape in [(5,), (4, 3, 2), (1, 3), (3, 1), (2, 0)]]
    result += [case("strided", numbers((4, 6), "int32")[::2, ::3]),
               case("permuted", numbers((2, 3, 4), "int32").transpose(1, 0, 2)),
               case("big-endian Fortran", numpy.asfortranarray(numbers((2, 3), ">f8")))]
    result += [case(f"format {version}", numbers((2, 3), "float32"), version)
               for version in [(1, 0), (2, 0), (3, 0)]]
    result += [without_order(numbers((2, 3), dtype)) for dtype in DTYPES]
    # Headers around the length at which the padding begins again.
    result += [case(f"header of {n} dimensions", numbers((1,) * (n - 1) + (2,), "uint8"))
               for n in range(2, 30)]
    return result
