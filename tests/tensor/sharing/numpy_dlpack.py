#!/usr/bin/env python3
"""Exchanging tensors with NumPy without a copy: libctorch through ctypes, by DLPack.

Usage: numpy_dlpack.py LIBCTORCH. NumPy before 2.1 supports only the unversioned struct; the test
prints which structs it has tested.
"""

import ctypes
import gc
import sys
import weakref

import numpy

LIB = ctypes.CDLL(sys.argv[1])
API = ctypes.pythonapi

TENSOR = ctypes.c_void_p
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)

# As in ctorch/core/types.h.
DTYPES = {"uint8": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "float16": 6, "float32": 7,
          "float64": 8, "complex64": 10, "complex128": 11, "bool": 12, "uint16": 28, "uint32": 29,
          "uint64": 30}


class Options(ctypes.Structure):
    _fields_ = [("copy", ctypes.c_bool), ("read_only", ctypes.c_bool)]


def declare(name, *arguments, result=ctypes.c_void_p):
    function = getattr(LIB, name)
    function.argtypes, function.restype = arguments, result
    return function


declare("ct_libtorch_version_built", result=ctypes.c_char_p)
RELEASE = tuple(map(int, LIB.ct_libtorch_version_built().decode().split(".")[:2]))


POINTER = ctypes.POINTER(ctypes.c_void_p)
INTS = ctypes.POINTER(ctypes.c_int64)
FROM_BLOB = declare("ct_tensor_from_blob", ctypes.c_void_p, ctypes.c_int32, INTS, ctypes.c_int64,
                    INTS, ctypes.c_int64, DELETER, ctypes.c_void_p, POINTER)
FREE = declare("ct_tensor_free", TENSOR, result=None)
DATA = declare("ct_tensor_data", TENSOR)
DIM = declare("ct_tensor_dim", TENSOR, result=ctypes.c_int64)
SHAPE = declare("ct_tensor_shape", TENSOR, result=INTS)
STRIDES = declare("ct_tensor_strides", TENSOR, result=INTS)
DTYPE = declare("ct_tensor_dtype", TENSOR, result=ctypes.c_int32)
ITEM = declare("ct_tensor_item_double", TENSOR, ctypes.POINTER(ctypes.c_double))
SUM = declare("ct_sum", TENSOR, ctypes.c_int32, POINTER)
ZERO = declare("ct_zero_", TENSOR, POINTER)
TO = declare("ct_tensor_to_dlpack", TENSOR, POINTER)
TO_VERSIONED = declare("ct_tensor_to_dlpack_versioned", TENSOR, ctypes.POINTER(Options), POINTER)
FROM = declare("ct_tensor_from_dlpack", ctypes.c_void_p, POINTER)
FROM_VERSIONED = declare("ct_tensor_from_dlpack_versioned", ctypes.c_void_p, POINTER)
DLPACK_FREE = declare("ct_dlpack_free", ctypes.c_void_p, result=None)
DLPACK_VERSIONED_FREE = declare("ct_dlpack_versioned_free", ctypes.c_void_p, result=None)
ERROR_FREE = declare("ct_error_free", ctypes.c_void_p, result=None)


def check(error):
    if error:
        text = ctypes.string_at(error).decode()
        ERROR_FREE(error)
        raise RuntimeError(text)


def call(function, *arguments):
    """The function's last argument receives its result."""
    result = ctypes.c_void_p()
    check(function(*arguments, ctypes.byref(result)))
    return result.value


def total(tensor):
    handle, number = call(SUM, tensor, DTYPES["float64"]), ctypes.c_double()
    check(ITEM(handle, ctypes.byref(number)))
    FREE(handle)
    return number.value


# --- Capsules: how Python's libraries pass DLPack's structs --------------------------------------

CAPSULE_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
API.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, CAPSULE_DESTRUCTOR]
API.PyCapsule_New.restype = ctypes.py_object
API.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
# The destructor's capsule is being destroyed: a number, so that no references to it are counted.
IS_VALID = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", API))
GET_POINTER = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", API))

NAMES = {False: b"dltensor", True: b"dltensor_versioned"}
USED = {False: b"used_dltensor", True: b"used_dltensor_versioned"}


@CAPSULE_DESTRUCTOR
def release_unused(capsule):
    """A consumer that takes the struct over renames the capsule."""
    if IS_VALID(capsule, NAMES[False]):
        DLPACK_FREE(GET_POINTER(capsule, NAMES[False]))
    elif IS_VALID(capsule, NAMES[True]):
        DLPACK_VERSIONED_FREE(GET_POINTER(capsule, NAMES[True]))


class Tensor:
    """A handle with the methods that numpy.from_dlpack() calls."""

    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        FREE(self.handle)

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        # pylint: disable=unused-argument
        versioned = max_version is not None and max_version[0] >= 1
        if versioned:
            pointer = call(TO_VERSIONED, self.handle, Options(bool(copy), False))
        else:
            pointer = call(TO, self.handle)
        Tensor.versioned = versioned
        return API.PyCapsule_New(pointer, NAMES[versioned], release_unused)


def from_numpy(array, versioned):
    arguments = {"max_version": (1, 3)} if versioned else {}
    capsule = array.__dlpack__(**arguments)
    pointer = GET_POINTER(id(capsule), NAMES[versioned])
    handle = call(FROM_VERSIONED if versioned else FROM, pointer)
    API.PyCapsule_SetName(capsule, USED[versioned])
    return Tensor(handle)


# --- The tests -----------------------------------------------------------------------------------

DELETED = []


@DELETER
def deleted(data, _context):
    DELETED.append(data)


def blob(memory, dtype, shape):
    """A tensor on ctypes memory; its end is noted in DELETED."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    return Tensor(call(FROM_BLOB, ctypes.addressof(memory), DTYPES[dtype], sizes, len(shape), None,
                       0, deleted, None))


def numpy_takes_a_tensor():
    memory = (ctypes.c_float * 6)(1, 2, 3, 4, 5, 6)
    tensor = blob(memory, "float32", [2, 3])
    array = numpy.from_dlpack(tensor)
    assert array.ctypes.data == ctypes.addressof(memory), "the same address"
    assert array.shape == (2, 3) and array.dtype == numpy.float32
    assert array.tolist() == [[1, 2, 3], [4, 5, 6]]
    check(ZERO(tensor.handle, None))
    assert array.tolist() == [[0, 0, 0], [0, 0, 0]], "NumPy sees what libtorch writes"
    if array.flags.writeable:
        array[1, 2] = 7
    else:  # before 2.1 NumPy makes it read-only
        numpy.ctypeslib.as_array(ctypes.cast(array.ctypes.data, ctypes.POINTER(ctypes.c_float)),
                                 (2, 3))[1, 2] = 7
    assert total(tensor.handle) == 7, "libtorch sees what NumPy writes"
    # The tensor is freed first.
    before = len(DELETED)
    del tensor
    gc.collect()
    assert len(DELETED) == before and array[1, 2] == 7, "NumPy keeps the memory"
    del array
    gc.collect()
    assert len(DELETED) == before + 1, "and releases it once"


def array_goes_before_the_tensor():
    memory = (ctypes.c_double * 2)(1, 2)
    tensor = blob(memory, "float64", [2])
    before = len(DELETED)
    array = numpy.from_dlpack(tensor)
    del array
    gc.collect()
    assert len(DELETED) == before and total(tensor.handle) == 3
    del tensor
    gc.collect()
    assert len(DELETED) == before + 1


def unused_capsule_releases():
    memory = (ctypes.c_double * 2)(1, 2)
    tensor = blob(memory, "float64", [2])
    before = len(DELETED)
    for arguments in ({}, {"max_version": (1, 0)}):
        capsule = tensor.__dlpack__(**arguments)
        del capsule
    del tensor
    gc.collect()
    assert len(DELETED) == before + 1


def numpy_gives_an_array(versioned):
    class Array(numpy.ndarray):
        """An array that can have weak references, unlike an ordinary one."""

    array = numpy.arange(12, dtype=numpy.float32).reshape(3, 4).T.view(Array)
    watch, address = weakref.ref(array), array.ctypes.data
    tensor = from_numpy(array, versioned)
    assert DATA(tensor.handle) == address, "the same address"
    assert SHAPE(tensor.handle)[:2] == [4, 3] and STRIDES(tensor.handle)[:2] == [1, 4]
    array[0, 0] = 100
    assert total(tensor.handle) == 166, "libtorch sees what NumPy writes"
    check(ZERO(tensor.handle, None))
    assert not array.any(), "NumPy sees what libtorch writes"
    del array
    gc.collect()
    assert watch() is not None, "the tensor keeps the array"
    assert total(tensor.handle) == 0
    del tensor
    gc.collect()
    assert watch() is None, "and gives it up with its end"


def every_dtype_travels(versioned):
    for name, dtype in DTYPES.items():
        if name == "bool" and tuple(map(int, numpy.__version__.split(".")[:2])) < (1, 25):
            continue  # NumPy supports it since 1.25
        array = numpy.zeros((2, 2), name)
        if name in ("uint16", "uint32", "uint64") and RELEASE < (2, 3):
            print(f"left out, with libtorch {'.'.join(map(str, RELEASE))}: {name}")
            continue
        tensor = from_numpy(array, versioned)
        assert DTYPE(tensor.handle) == dtype, name
        back = numpy.from_dlpack(tensor)
        assert back.dtype == array.dtype and back.ctypes.data == array.ctypes.data, name


def empty_and_zero_dimensional_travel(versioned):
    tensor = from_numpy(numpy.zeros((0, 3)), versioned)
    assert SHAPE(tensor.handle)[:2] == [0, 3]
    assert numpy.from_dlpack(tensor).shape == (0, 3)
    tensor = from_numpy(numpy.array(5.0), versioned)
    assert DIM(tensor.handle) == 0 and total(tensor.handle) == 5
    assert numpy.from_dlpack(tensor).shape == ()


def negative_strides_are_refused(versioned):
    array = numpy.arange(4.0)[::-1]
    try:
        from_numpy(array, versioned)
    except RuntimeError as error:
        assert "stride 0 is -1; PyTorch has no negative strides" in str(error), error
    else:
        raise AssertionError("a tensor with negative strides")


def copy_is_a_copy():
    memory = (ctypes.c_double * 2)(1, 2)
    tensor = blob(memory, "float64", [2])
    array = numpy.from_dlpack(tensor, copy=True)
    assert array.ctypes.data != ctypes.addressof(memory) and array.tolist() == [1, 2]


def knows_versions():
    try:
        numpy.zeros(1).__dlpack__(max_version=(1, 0))
    except TypeError:
        return False
    return True


def main():
    forms = [False, True] if knows_versions() else [False]
    tests = [(test, ()) for test in (numpy_takes_a_tensor, array_goes_before_the_tensor,
                                     unused_capsule_releases)]
    tests += [(test, (versioned,)) for versioned in forms
              for test in (numpy_gives_an_array, every_dtype_travels,
                           empty_and_zero_dimensional_travel, negative_strides_are_refused)]
    if len(forms) > 1:
        tests.append((copy_is_a_copy, ()))
    for test, arguments in tests:
        test(*arguments)
        print("passed:", test.__name__, *("versioned" if a else "unversioned" for a in arguments))
    print(f"NumPy {numpy.__version__}: {len(tests)} tests; NumPy takes the "
          f"{'versioned' if Tensor.versioned else 'unversioned'} struct and gives "
          f"{'both' if len(forms) > 1 else 'the unversioned one'}")


if __name__ == "__main__":
    main()
