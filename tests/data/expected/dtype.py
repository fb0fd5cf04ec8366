"""Properties of PyTorch's dtypes."""

import torch


def is_signed(dtype):
    try:
        return dtype.is_signed
    except RuntimeError:  # not defined for quantised dtypes and bits
        return False


def cases():
    return [{"called": name, "name": str(dtype).removeprefix("torch."), "size": dtype.itemsize,
             "floating_point": dtype.is_floating_point, "complex": dtype.is_complex,
             "signed": is_signed(dtype)}
            for name, dtype in sorted(vars(torch).items()) if isinstance(dtype, torch.dtype)]
