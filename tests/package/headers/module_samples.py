#!/usr/bin/env python3
"""module_samples.py FIXTURE: writes what PyTorch registers for the module classes below, made with
several sets of arguments, from an installed torch: the names and shapes of their state dicts, which
of them a lazy module does not have yet, and the modules inside.
"""
import json
import sys
from collections import OrderedDict

import torch


def new(name, contents=None, **arguments):
    """A module in a sample: a container with its contents, or an object of its arguments."""
    return {"class": name, "arguments": arguments, **({"contents": contents} if contents else {})}


def called(shape, **arguments):
    """A sample of a lazy class, whose first input has the shape."""
    return {"arguments": arguments, "input": shape}


def holds(contents):
    return {"arguments": {}, "contents": contents}


# Arguments that differ from each other and from the defaults, and those that add or omit something.
LINEAR, RELU = new("Linear", in_features=3, out_features=5), new("ReLU")
ENCODER_LAYER = new("TransformerEncoderLayer", d_model=4, nhead=2, dim_feedforward=6, dropout=0.0)
DECODER_LAYER = new("TransformerDecoderLayer", d_model=6, nhead=3, dim_feedforward=5, bias=False)
NORM = new("LayerNorm", normalized_shape=[4])
BIASES = [dict(), dict(bias=False)]
RECURRENT = [dict(), dict(bias=False), dict(num_layers=3), dict(bidirectional=True),
             dict(num_layers=2, bidirectional=True, bias=False)]
PROJECTED = RECURRENT + [dict(proj_size=2), dict(proj_size=2, num_layers=2, bidirectional=True),
                         dict(proj_size=1, num_layers=2, bias=False)]
LAYERS = [dict(d_model=4, nhead=2), dict(d_model=6, nhead=3, dim_feedforward=5, norm_first=True),
          dict(d_model=4, nhead=1, dim_feedforward=3, bias=False, batch_first=True)]
SAMPLES = {
    "Linear": [dict(in_features=3, out_features=5, **bias) for bias in BIASES],
    "Bilinear": [dict(in1_features=2, in2_features=3, out_features=5, **bias) for bias in BIASES],
    "LazyLinear": [called([2, 7], out_features=5, **bias) for bias in BIASES],
    "Embedding": [dict(num_embeddings=7, embedding_dim=3),
                  dict(num_embeddings=7, embedding_dim=3, padding_idx=2, _weight=[7, 3])],
    "EmbeddingBag": [dict(num_embeddings=7, embedding_dim=3),
                     dict(num_embeddings=7, embedding_dim=3, mode="sum", _weight=[7, 3])],
    "PReLU": [dict(), dict(num_parameters=4)],
    "GroupNorm": [dict(num_groups=2, num_channels=6),
                  dict(num_groups=2, num_channels=6, bias=False),
                  dict(num_groups=2, num_channels=6, affine=False)],
    "LayerNorm": [dict(normalized_shape=[3, 5]), dict(normalized_shape=[3, 5], bias=False),
                  dict(normalized_shape=[3], elementwise_affine=False)],
    "RMSNorm": [dict(normalized_shape=[3, 5]),
                dict(normalized_shape=[3, 5], elementwise_affine=False)],
    "RNNCell": [dict(input_size=3, hidden_size=5, **bias) for bias in BIASES],
    "LSTMCell": [dict(input_size=3, hidden_size=5, **bias) for bias in BIASES],
    "GRUCell": [dict(input_size=3, hidden_size=5, **bias) for bias in BIASES],
    "RNNCellBase": [dict(input_size=3, hidden_size=5, bias=True, num_chunks=2),
                    dict(input_size=3, hidden_size=5, bias=False, num_chunks=3)],
    **{f"{name}{n}d": [dict(in_channels=4, out_channels=6, kernel_size=[3, 5, 7][:n], groups=2),
                       dict(in_channels=4, out_channels=6, kernel_size=3, bias=False)]
       for name in ("Conv", "ConvTranspose") for n in (1, 2, 3)},
    # With a batch and without one, for which the channels are the first dimension.
    **{f"Lazy{name}{n}d": [called([2, 4, 9, 9, 9][:n + 2], out_channels=6,
                                  kernel_size=[3, 5, 7][:n], groups=2),
                           called([4, 9, 9, 9][:n + 1], out_channels=6, kernel_size=3, bias=False)]
       for name in ("Conv", "ConvTranspose") for n in (1, 2, 3)},
    **{name: [dict(num_features=5), dict(num_features=5, affine=False),
              dict(num_features=5, track_running_stats=False, bias=False)]
       for name in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm")},
    **{f"InstanceNorm{n}d": [dict(num_features=5), dict(num_features=5, affine=True, bias=False),
                             dict(num_features=5, affine=True, track_running_stats=True)]
       for n in (1, 2, 3)},
    **{f"Lazy{name}{n}d": [called([2, 5, 3, 3, 3][:n + 2]),
                           called([2, 5, 3, 3, 3][:n + 2], affine=False),
                           called([2, 5, 3, 3, 3][:n + 2], track_running_stats=False, bias=False)]
       for name in ("BatchNorm", "InstanceNorm") for n in (1, 2, 3)},
    **{f"FractionalMaxPool{n}d": [dict(kernel_size=2, output_size=3),
                                  dict(kernel_size=2, output_size=3, _random_samples=[2, 5, n])]
       for n in (2, 3)},
    "RNNBase": [dict(mode=mode, input_size=3, hidden_size=5, **more)
                for mode in ("GRU", "RNN_TANH", "RNN_RELU") for more in RECURRENT] +
               [dict(mode="LSTM", input_size=3, hidden_size=5, **more) for more in PROJECTED],
    "RNN": [dict(input_size=3, hidden_size=5, **more) for more in RECURRENT],
    "GRU": [dict(input_size=3, hidden_size=5, **more) for more in RECURRENT],
    "LSTM": [dict(input_size=3, hidden_size=5, **more) for more in PROJECTED],
    "MultiheadAttention": [dict(embed_dim=6, num_heads=2, **more) for more in (
        dict(), dict(bias=False), dict(add_bias_kv=True), dict(kdim=3), dict(vdim=5, bias=False),
        dict(kdim=3, vdim=5, add_bias_kv=True, bias=False), dict(kdim=6, vdim=6))],
    "TransformerEncoderLayer": LAYERS,
    "TransformerDecoderLayer": LAYERS,
    "TransformerEncoder": [dict(encoder_layer=ENCODER_LAYER, num_layers=3),
                           dict(encoder_layer=ENCODER_LAYER, num_layers=1, norm=NORM)],
    "TransformerDecoder": [dict(decoder_layer=DECODER_LAYER, num_layers=2),
                           dict(decoder_layer=DECODER_LAYER, num_layers=1, norm=NORM)],
    "Transformer": [
        dict(d_model=4, nhead=2, num_encoder_layers=2, num_decoder_layers=1, dim_feedforward=3),
        dict(d_model=4, nhead=2, num_encoder_layers=1, num_decoder_layers=2, dim_feedforward=3,
             bias=False),
        dict(d_model=4, nhead=2, num_decoder_layers=1, dim_feedforward=3,
             custom_encoder=new("TransformerEncoder", encoder_layer=ENCODER_LAYER, num_layers=2)),
        dict(d_model=6, nhead=2, num_encoder_layers=1, dim_feedforward=3,
             custom_decoder=new("TransformerDecoder", decoder_layer=DECODER_LAYER, num_layers=1))],
    "AdaptiveLogSoftmaxWithLoss": [
        dict(in_features=16, n_classes=20, cutoffs=[5, 10]),
        dict(in_features=17, n_classes=20, cutoffs=[5, 10, 12], div_value=2.0, head_bias=True),
        dict(in_features=9, n_classes=20, cutoffs=[7], div_value=2.5)],
    "LinearCrossEntropyLoss": [
        dict(in_features=3, num_classes=4), dict(in_features=3, num_classes=4, bias=True),
        dict(in_features=3, num_classes=4, out_features=[2, 5], weight=[4])],
    "TripletMarginWithDistanceLoss": [dict(), dict(distance_function=LINEAR)],
    **{f"{name}Loss": [dict(), dict(weight=[4])]
       for name in ("BCE", "CrossEntropy", "NLL", "MultiMargin", "MultiLabelSoftMargin")},
    "NLLLoss2d": [dict(), dict(weight=[4])],
    "BCEWithLogitsLoss": [dict(), dict(weight=[4], pos_weight=[3])],
    "DataParallel": [dict(module=LINEAR), dict(module=ENCODER_LAYER)],
    "Sequential": [dict(), holds([LINEAR, RELU, LINEAR]), holds({"first": LINEAR, "act": RELU})],
    "ModuleList": [dict(), holds([LINEAR, ENCODER_LAYER])],
    "ModuleDict": [dict(), holds({"a": LINEAR, "norm": NORM})],
    "Container": [dict(), holds({"b": new("Sequential", [LINEAR, RELU])})],
    "ParameterList": [dict(), holds([[3], [2, 5]])],
    "ParameterDict": [dict(), holds({"scale": [3], "shift": [2, 5]})],
}
TENSORS = ("weight", "pos_weight", "_weight", "_random_samples")  # a sample has their shapes
# Classes that register nothing, however they are made, but need arguments.
NEED_ARGUMENTS = {**{f"ConstantPad{n}d": [1, 0.0] for n in (1, 2, 3)}, "Fold": [3, 2],
                  **{f"LPPool{n}d": [2, 3] for n in (1, 2, 3)}, "Threshold": [0.1, 20.0],
                  "Unflatten": [1, (2, 3)]}


def value_of(name, value):
    if isinstance(value, dict):
        return make(value)
    if name in TENSORS:
        return torch.ones(value)
    return tuple(value) if isinstance(value, list) else value


def content_of(name, value):
    if isinstance(value, dict):
        return make(value)
    return torch.nn.Parameter(torch.ones(value))


def make(sample):
    kind, name = getattr(torch.nn, sample["class"]), sample["class"]
    contents = sample.get("contents")
    if isinstance(contents, list):
        contents = [content_of(name, value) for value in contents]
        return kind(*contents) if name == "Sequential" else kind(contents)
    if isinstance(contents, dict):
        contents = {key: content_of(name, value) for key, value in contents.items()}
        return kind(**contents) if name == "Container" else kind(OrderedDict(contents))
    return kind(**{key: value_of(key, value) for key, value in sample["arguments"].items()})


def public_class(module):
    """The first public class: a NonDynamicallyQuantizableLinear is a Linear."""
    return next(base.__name__ for base in type(module).__mro__
                if getattr(torch.nn, base.__name__, None) is base)


def result_of(name, sample):
    """The sample with what PyTorch registers for it."""
    module = make({"class": name, **sample})
    lazy = [key for key, part in module.state_dict(keep_vars=True).items()
            if torch.nn.parameter.is_lazy(part)]
    if "input" in sample:
        module(torch.ones(sample["input"]))
    parameters = dict(module.named_parameters())
    parts = [[key, key not in parameters, list(part.shape)]
             for key, part in module.state_dict().items()]
    children = [[key, public_class(child)] for key, child in module.named_modules() if key]
    return {**sample, "parts": parts, "lazy": lazy, "children": children}


def consists_of_nothing(name):
    if not isinstance(getattr(torch.nn, name), type) or name in SAMPLES:
        return False
    for arguments in (NEED_ARGUMENTS.get(name, []), [2]):
        try:
            module = getattr(torch.nn, name)(*arguments)
        except Exception:
            continue
        return isinstance(module, torch.nn.Module) and not module.state_dict() and \
            not list(module.children())
    return False


def main():
    found = {name: [result_of(name, sample if "arguments" in sample else {"arguments": sample})
                    for sample in samples] for name, samples in SAMPLES.items()}
    without = [name for name in sorted(dir(torch.nn)) if consists_of_nothing(name)]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(f'{{"pytorch": "{torch.__version__.partition("+")[0]}",\n "classes": {{\n')
        file.write(",\n".join(f'  "{name}": [\n    ' + ",\n    ".join(map(json.dumps, samples)) + "]"
                              for name, samples in found.items()))
        file.write(f'}},\n "without": {json.dumps(without)}}}\n')


main()
