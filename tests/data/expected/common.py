"""Common parts of the writers of expected values."""

import torch


def processor():
    """What this processor and C library compute, as tests/support/processor.c does."""
    def digits(bytes_):
        hash_ = 14695981039346656037
        for byte in bytes_:
            hash_ = (hash_ ^ byte) * 1099511628211 % 2 ** 64
        return f"{hash_:016x}"

    x = torch.arange(1, 1025)
    return " ".join(digits(bytes(function(x.to(dtype) / 7).view(torch.uint8).tolist()))
                    for function in (torch.sqrt, torch.exp, torch.log, torch.tanh, torch.expm1,
                                     torch.log1p)
                    for dtype in (torch.float32, torch.float64))


def tensor(value):
    """A tensor as tests/support/expected.c reads it: bytes in the order of memory."""
    plain = value.detach().clone(memory_format=torch.contiguous_format)
    plain = plain.resolve_conj().resolve_neg()
    data = bytes(plain.view(torch.uint8).flatten().tolist()) if plain.dim() else bytes(
        plain.reshape(1).view(torch.uint8).tolist())
    return {"dtype": str(value.dtype).removeprefix("torch."), "shape": list(value.shape),
            "data": data.hex()}


def error(call):
    """The error of a call in the form of libctorch: the class, a colon, the text."""
    try:
        call()
    except Exception as caught:  # pylint: disable=broad-except
        return f"{type(caught).__name__}: {caught}"
    raise AssertionError("the call succeeds")


def python_s(seen):
    """The texts of warnings that are not libtorch's own."""
    return [text for text in (str(one.message) for one in seen)
            if "(Triggered internally at" not in text]
