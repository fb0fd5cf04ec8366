"""prove_files.py ORIGINAL CONVERTED...: for prove-files.sh: both of each pair have the same values and
tensors. From that of a schedule, Python goes on."""

import collections
import sys

import numpy
import safetensors.torch
import torch


def load(path):
    if path.endswith(".safetensors"):
        return safetensors.torch.load_file(path)
    if path.endswith(".npz"):
        return dict(numpy.load(path))
    try:
        return torch.load(path, map_location="cpu", weights_only=False)
    except RuntimeError:  # a TorchScript archive
        return torch.jit.load(path, map_location="cpu").state_dict()


def is_script(value):
    return isinstance(value, torch.jit.ScriptModule)


def compare_tensors(a, b, where):
    for what in ("dtype", "shape", "layout", "requires_grad", "is_quantized"):
        assert getattr(a, what) == getattr(b, what), f"{where}: {what}"
    if a.is_quantized:
        assert a.qscheme() == b.qscheme(), where
        a, b = a.dequantize(), b.dequantize()
    if a.layout != torch.strided:
        a, b = a.to_dense(), b.to_dense()
    elif a.device.type != "meta":
        assert a.stride() == b.stride(), f"{where}: stride"
    if a.device.type != "meta" and a.numel():
        bytes_of = [one.detach().contiguous().resolve_conj().resolve_neg().view(torch.uint8)
                    if one.dim() else one.detach().reshape(1).view(torch.uint8) for one in (a, b)]
        assert torch.equal(*bytes_of), f"{where}: elements"


def compare_nested(a, b, where):
    for i, (one, other) in enumerate(zip(a.unbind(), b.unbind(), strict=True)):
        compare_tensors(one, other, f"{where}[{i}]")


def plain(value):
    """As ct_load() loads it: an array is a tensor, a defaultdict a dict."""
    if isinstance(value, numpy.ndarray):
        return torch.from_numpy(value.astype(value.dtype.newbyteorder("="), copy=False))
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, (torch.UntypedStorage, torch.storage.TypedStorage)):
        return bytes(value.tolist())
    if isinstance(value, numpy.dtype):
        return getattr(torch, value.name)
    return value


def compare(a, b, where="object"):
    a, b = plain(a), plain(b)
    if isinstance(a, torch.Tensor):
        (compare_nested if a.is_nested else compare_tensors)(a, b, where)
    elif isinstance(a, dict):
        assert isinstance(a, collections.Counter) == isinstance(b, collections.Counter), where
        assert list(map(plain, a)) == list(map(plain, b)), f"{where}: keys"
        for key, value in a.items():
            compare(value, b[key], f"{where}[{key!r}]")
        if hasattr(a, "_metadata"):
            compare(a._metadata, b._metadata, f"{where}._metadata")
    elif isinstance(a, (list, tuple)):
        assert len(a) == len(b) and isinstance(b, list) == isinstance(a, list), where
        for i, (one, other) in enumerate(zip(a, b)):
            compare(one, other, f"{where}[{i}]")
    else:
        assert a == b or a != a and b != b, f"{where}: {a!r} and {b!r}"


def compare_script(state, attributes):
    """The attributes of a module are nested dicts, in which its parameters are."""
    for name, tensor in state.items():
        found = attributes
        for part in name.split("."):
            found = found[part]
        compare_tensors(tensor.detach(), found.detach(), name)


def multi_step(state):
    """A new scheduler and its optimizer, as those of a state were made."""
    made, group = state["scheduler"], state["optimizer"]["param_groups"][0]
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=group["initial_lr"])
    return optimizer, torch.optim.lr_scheduler.MultiStepLR(
        optimizer, sorted(made["milestones"].elements()), gamma=made["gamma"])


def rates(optimizer, scheduler, epochs):
    result = []
    for epoch in epochs:
        optimizer.step()
        scheduler.step(epoch)
        result.append(optimizer.param_groups[0]["lr"])
    return result


def go_on(state):
    """The rates are those of a run that was not interrupted, also by the closed form."""
    done = state["scheduler"]["last_epoch"]
    optimizer, scheduler = whole = multi_step(state)
    rates(*whole, [None] * done)
    resumed = multi_step(state)
    resumed[0].load_state_dict(state["optimizer"])
    resumed[1].load_state_dict(state["scheduler"])
    assert resumed[1].state_dict() == scheduler.state_dict(), "the scheduler's state"
    assert resumed[0].state_dict() == optimizer.state_dict(), "the optimizer's state"
    for epochs in [None] * 12, range(12):
        assert rates(*resumed, epochs) == rates(*whole, epochs), "the rates"


def check(original, converted):
    """False if Python itself cannot load the original: a function of an older PyTorch is gone."""
    try:
        wanted = load(original)
    except AttributeError as error:
        print(f"      left out: {original}: {error}")
        return False
    with torch.serialization.safe_globals([torch._utils._rebuild_nested_tensor]):
        got = torch.load(converted, weights_only=True)
    if is_script(wanted):
        compare_script(wanted.state_dict(), got)
    else:
        compare(wanted, got)
    if original.endswith("/checkpoints/2.15.0/schedule.pt"):
        go_on(got)
    return True


def main(paths):
    equal = failed = 0
    for original, converted in zip(paths[::2], paths[1::2], strict=True):
        try:
            if check(original, converted):
                equal += 1
                print(f"      equal: {original}", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed += 1
            print(f"{original}: {type(error).__name__}: {error}", flush=True)
    print(f"      {equal} equal, {failed} not, {len(paths) // 2 - equal - failed} left out")
    return failed > 0


sys.exit(main(sys.argv[1:]))
