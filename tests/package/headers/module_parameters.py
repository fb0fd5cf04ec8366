#!/usr/bin/env python3
"""module_parameters.py JSON FIXTURE: what ctorch_api.json says about the parameters and buffers of
module classes is what PyTorch registers. The fixture has its names and shapes.

module_parameters.py --write FIXTURE: writes them, from an installed torch.
"""
import json
import math
import os
import sys

# Arguments that differ from each other and from the defaults, and those that add or omit something.
SAMPLES = {
    "Linear": [dict(in_features=3, out_features=5), dict(in_features=3, out_features=5, bias=False)],
    "Bilinear": [dict(in1_features=2, in2_features=3, out_features=5)],
    "Embedding": [dict(num_embeddings=7, embedding_dim=3)],
    "EmbeddingBag": [dict(num_embeddings=7, embedding_dim=3)],
    "PReLU": [dict(), dict(num_parameters=4)],
    "GroupNorm": [dict(num_groups=2, num_channels=6),
                  dict(num_groups=2, num_channels=6, affine=False)],
    "LayerNorm": [dict(normalized_shape=[3, 5]), dict(normalized_shape=[3, 5], bias=False),
                  dict(normalized_shape=[3], elementwise_affine=False)],
    "RMSNorm": [dict(normalized_shape=[3, 5])],
    "SyncBatchNorm": [dict(num_features=5)],
    "RNNCell": [dict(input_size=3, hidden_size=5)],
    "LSTMCell": [dict(input_size=3, hidden_size=5)],
    "GRUCell": [dict(input_size=3, hidden_size=5), dict(input_size=3, hidden_size=5, bias=False)],
    "RNNCellBase": [dict(input_size=3, hidden_size=5, bias=True, num_chunks=2)],
    **{f"{name}{n}d": [dict(in_channels=4, out_channels=6, kernel_size=[3, 5, 7][:n], groups=2),
                       dict(in_channels=4, out_channels=6, kernel_size=3, bias=False)]
       for name in ("Conv", "ConvTranspose") for n in (1, 2, 3)},
    **{f"BatchNorm{n}d": [dict(num_features=5), dict(num_features=5, affine=False),
                          dict(num_features=5, track_running_stats=False, bias=False)]
       for n in (1, 2, 3)},
    **{f"InstanceNorm{n}d": [dict(num_features=5),
                             dict(num_features=5, affine=True, track_running_stats=True)]
       for n in (1, 2, 3)},
    **{f"{name}Loss": [dict(), dict(weight=[4])]
       for name in ("BCE", "CrossEntropy", "NLL", "MultiMargin", "MultiLabelSoftMargin")},
    "NLLLoss2d": [dict(), dict(weight=[4])],
    "BCEWithLogitsLoss": [dict(), dict(weight=[4], pos_weight=[3])],
}
TENSORS = ("weight", "pos_weight")  # arguments that are tensors: the samples have their shapes


def write(path):
    import torch

    found = {}
    for name, samples in SAMPLES.items():
        found[name] = []
        for sample in samples:
            arguments = {key: torch.ones(value) if key in TENSORS else
                         tuple(value) if isinstance(value, list) else value
                         for key, value in sample.items()}
            module = getattr(torch.nn, name)(**arguments)
            parts = [[key, False, list(part.shape)] for key, part in module.named_parameters()]
            parts += [[key, True, list(part.shape)] for key, part in module.named_buffers()]
            found[name].append({"arguments": sample, "parts": parts})
    # The classes that register nothing, however they are made.
    plain = [name for name in sorted(set(dir(torch.nn)) - set(SAMPLES))
             if isinstance(getattr(torch.nn, name), type) and registers_nothing(torch, name)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"pytorch": torch.__version__.partition("+")[0], "classes": found,
                   "without": plain}, file, indent=1)
        file.write("\n")


def registers_nothing(torch, name):
    try:
        module = getattr(torch.nn, name)()
    except Exception:
        try:
            module = getattr(torch.nn, name)(2)
        except Exception:
            return False
    return isinstance(module, torch.nn.Module) and not list(module.parameters()) + \
        list(module.buffers())


# --- what the description says ------------------------------------------------------------------


def evaluate(size, values):
    if "number" in size:
        return [size["number"]]
    if "name" in size:
        return [values[size["name"]]]
    if "times" in size:
        return [math.prod(evaluate(factor, values)[0] for factor in size["times"])]
    if "quotient" in size:
        over, under = (evaluate(part, values)[0] for part in size["quotient"])
        return [over // under]
    return values[size.get("elements") or size["shape"]]


def values_of(entry, sample):
    """All arguments: lists of a fixed size have all elements."""
    values = {}
    for argument in entry["arguments"]:
        value = sample.get(argument["name"], argument["default_value"])
        if argument["size"] and not isinstance(value, list) and value is not None:
            value = [value] * argument["size"]
        values[argument["name"]] = value
    return values


def described(entry, sample):
    values = values_of(entry, sample)
    found = []
    for part in entry["parameters"]:
        if all(values[name] not in (False, None) for name in part["if"]):
            shape = [n for size in part["shape"] for n in evaluate(size, values)]
            found.append([part["name"], part["buffer"], shape])
    return sorted(found, key=lambda part: part[1])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        expected = json.load(file)
    entries = {entry["name"]: entry for entry in api["modules"]}
    failed = checked = 0

    def differ(what, wanted, got):
        nonlocal failed
        failed += 1
        print(f"checked:  {what}\nexpected: {wanted} (PyTorch {expected['pytorch']})\ngot:      {got}")

    for name, samples in expected["classes"].items():
        if name not in entries:
            continue
        for sample in samples:
            checked += 1
            got = described(entries[name], sample["arguments"])
            if got != sample["parts"]:
                differ(f"{name}({sample['arguments']})", sample["parts"], got)
    for name in expected["without"]:
        if name in entries:
            checked += 1
            if entries[name]["parameters"]:
                differ(name, "no parameters", entries[name]["parameters"])
    for name, entry in entries.items():
        if entry["parameters"] and name not in expected["classes"]:
            differ(name, "a sample in module_parameters.py", "none")
    print(f"{checked} classes and samples, {failed} failures")
    if failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


if sys.argv[1] == "--write":
    write(sys.argv[2])
else:
    main()
