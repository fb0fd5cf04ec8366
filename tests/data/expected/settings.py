"""Settings, as far as they do not depend on the machine: devices from text, defaults, errors."""

import torch

from common import error

DEVICES = ("cpu", "cpu:0", "cpu:1", "cuda", "cuda:0", "cuda:1", "cuda:127", "cuda:", "cuda:01",
           "cuda:-1", "cuda:1x", "cuda:1:2", "cuda: 1", " cpu", "cpu ", "CPU", "foo", "", "meta",
           "mps:0", "xpu", "xpu:3", "hip", "hpu:2", "xla:1", "mtia", "ipu:7", "lazy", "maia",
           "vulkan", "privateuseone:2", "cuda:99999999999999999999", ":1", "cuda1")

FLAGS = {
    "torch.backends.cudnn.enabled": lambda: torch.backends.cudnn.enabled,
    "torch.backends.cudnn.benchmark": lambda: torch.backends.cudnn.benchmark,
    "torch.backends.cudnn.deterministic": lambda: torch.backends.cudnn.deterministic,
    "torch.backends.cudnn.allow_tf32": lambda: torch.backends.cudnn.allow_tf32,
    "torch.backends.cuda.matmul.allow_tf32": lambda: torch.backends.cuda.matmul.allow_tf32,
    "torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction":
        lambda: torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction,
    "torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction":
        lambda: torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction,
    "torch.backends.cuda.matmul.allow_fp16_accumulation":
        lambda: torch.backends.cuda.matmul.allow_fp16_accumulation,
    "torch.backends.mkldnn.enabled": lambda: torch.backends.mkldnn.enabled,
    "torch.backends.mkldnn.deterministic": lambda: torch.backends.mkldnn.deterministic,
    "torch.backends.nnpack": torch._C._get_nnpack_enabled,
    "torch.backends.cuda.flash_sdp": torch.backends.cuda.flash_sdp_enabled,
    "torch.backends.cuda.mem_efficient_sdp": torch.backends.cuda.mem_efficient_sdp_enabled,
    "torch.backends.cuda.math_sdp": torch.backends.cuda.math_sdp_enabled,
    "torch.backends.cuda.cudnn_sdp": torch.backends.cuda.cudnn_sdp_enabled,
    "torch.utils.deterministic.fill_uninitialized_memory":
        lambda: torch.utils.deterministic.fill_uninitialized_memory,
    "torch.sparse.check_sparse_tensor_invariants":
        torch.sparse.check_sparse_tensor_invariants.is_enabled,
    "torch.set_warn_always": torch.is_warn_always_enabled,
}


def name(dtype):
    return str(dtype).removeprefix("torch.")


def device(text):
    try:
        made = torch.device(text)
    except RuntimeError as caught:
        return {"about": "device", "text": text, "error": f"RuntimeError: {caught}"}
    index = -1 if made.index is None else made.index
    return {"about": "device", "text": text, "type": made.type, "index": index, "str": str(made)}


def default_dtypes():
    """The dtypes of factories, of true division and of sums."""
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        torch.set_default_dtype(dtype)
        real, ints = torch.zeros(3), torch.arange(3)
        yield {"about": "default_dtype", "dtype": name(dtype), "zeros": name(real.dtype),
               "arange": name(ints.dtype), "full_float": name(torch.full((2,), 1.5).dtype),
               "divided": name((ints / 2).dtype), "sum_with_int": name((real + ints).dtype)}
    torch.set_default_dtype(torch.float32)
    for dtype in (torch.int32, torch.bool, torch.complex64, torch.uint8):
        yield {"about": "default_dtype_error", "dtype": name(dtype),
               "error": error(lambda dtype=dtype: torch.set_default_dtype(dtype))}


def errors():
    generator = torch.Generator()
    state = generator.get_state()
    bad = bytearray(state.numpy().tobytes())
    return {
        "set_num_threads": error(lambda: torch.set_num_threads(0)),
        "set_num_interop_threads": error(lambda: torch.set_num_interop_threads(0)),
        "set_num_interop_threads_twice": error(
            lambda: (torch.set_num_interop_threads(2), torch.set_num_interop_threads(2))),
        "get_offset": error(generator.get_offset),
        "set_offset": error(lambda: generator.set_offset(4)),
        "graphsafe_get_state": error(generator.graphsafe_get_state),
        "graphsafe_set_state": error(lambda: generator.graphsafe_set_state(torch.Generator())),
        "state_of_another_size": error(lambda: generator.set_state(state[:-1].clone())),
        "state_of_zeros": error(lambda: generator.set_state(torch.zeros_like(state))),
        "state_of_floats": error(lambda: generator.set_state(torch.zeros(len(bad)))),
        "state_with_holes": error(
            lambda: generator.set_state(torch.zeros(2 * len(bad), dtype=torch.uint8)[::2])),
        "generator_on_meta": error(lambda: torch.Generator("meta")),
    }


def cases():
    found = [device(text) for text in DEVICES]
    found += [{"about": "flag", "name": flag} for flag in FLAGS]
    found += [{"about": "flag at first", "name": flag, "enabled": get()}
              for flag, get in FLAGS.items()]
    found += default_dtypes()
    found += [{"about": "error", "of": of, "error": text} for of, text in errors().items()]
    found.append({"about": "precision", "first": torch.get_float32_matmul_precision()})
    return found
