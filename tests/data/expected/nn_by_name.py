"""torch.nn: modules from the names of their classes. A module within arguments is described by a
dict with the key "class"."""

from collections import OrderedDict

import torch
from torch import nn

from common import error, tensor


def value(given):
    """The argument that a description stands for."""
    if isinstance(given, dict) and "class" in given:
        return make(given["class"], given.get("args", []), given.get("kwargs", {}))
    if isinstance(given, dict):
        return OrderedDict((key, value(item)) for key, item in given.items())
    if isinstance(given, list):
        return [value(item) for item in given]
    return given


def make(name, args, kwargs):
    return getattr(nn, name)(*map(value, args), **{key: value(item) for key, item in kwargs.items()})


def json_of(given):
    if isinstance(given, torch.Tensor):
        return {"tensor": tensor(given)}
    if isinstance(given, dict):
        return {key: json_of(item) for key, item in given.items()}
    if isinstance(given, list):
        return [json_of(item) for item in given]
    return given


class Cases:
    def __init__(self):
        self.all = []

    def __call__(self, name, *args, **kwargs):
        """What the module prints, or the error."""
        case = {"class": name, "args": json_of(list(args)), "kwargs": json_of(kwargs)}
        try:
            case["text"] = repr(make(name, args, kwargs))
        except KeyError as caught:  # whose str() is the key's repr()
            case["error"] = f"KeyError: {caught.args[0]}"
        except Exception:  # pylint: disable=broad-except
            case["error"] = error(lambda: make(name, args, kwargs))
        self.all.append(case)


LINEAR = {"class": "Linear", "args": [3, 4]}
RELU = {"class": "ReLU", "kwargs": {"inplace": True}}


def containers(case):
    case("Sequential", LINEAR, RELU)
    case("Sequential", {"first": LINEAR, "then": RELU})
    case("Sequential", LINEAR)
    case("Sequential", None, RELU)
    case("Sequential", {"class": "Sequential", "args": [LINEAR, {"class": "Tanh"}]}, RELU)
    case("Sequential")
    case("Sequential", 3)
    case("Sequential", [RELU])
    case("Sequential", {"a.b": RELU})
    case("Sequential", {"a": 3})
    case("Sequential", modules=[RELU])
    case("ModuleList", [LINEAR, RELU])
    case("ModuleList", modules=[LINEAR, LINEAR])
    case("ModuleList", None)
    case("ModuleList", modules=[None, RELU])
    case("ModuleList", 3)
    case("ModuleList", ["relu"])
    case("ModuleList", [RELU], [RELU])
    case("ModuleList", module=[RELU])
    case("ModuleList", [RELU], modules=[RELU])
    case("ModuleDict", {"z": LINEAR, "a": RELU})
    case("ModuleDict", modules={"a": None})
    case("ModuleDict", [["z", LINEAR], ["a", RELU]])
    case("ModuleDict", 3)
    case("ModuleDict", [3])
    case("ModuleDict", [["a"]])
    case("ModuleDict", [["a", RELU, 3]])
    case("ModuleDict", [[3, RELU]])
    case("ModuleDict", {"a": 3})
    case("ParameterList", values=[torch.zeros(2), torch.zeros(3, 1)])
    case("ParameterList", 3)
    case("ParameterDict", {"b": torch.zeros(2), "a": torch.zeros(3)})
    case("ParameterDict", parameters=[["b", torch.zeros(2)]])
    case("ParameterDict", 3)
    case("ParameterDict", [["b"]])


INHERITED = """AdaptiveAvgPool2d AdaptiveMaxPool1d AlphaDropout BCELoss BatchNorm1d Dropout2d
FeatureAlphaDropout GRU InstanceNorm3d L1Loss LPPool2d LSTM LazyBatchNorm2d LazyInstanceNorm1d MSELoss
MaxPool3d MultiLabelMarginLoss MultiLabelSoftMarginLoss RNN SoftMarginLoss Linear Conv2d LazyConv2d
Softmax GRUCell Upsample""".split()


def wrong_arguments(case):
    """Python names the class that has the constructor."""
    for name in INHERITED:
        required = 0
        while True:
            try:
                getattr(nn, name)(*[3] * required)
                break
            except TypeError:
                required += 1
        case(name, *[3] * required, nonsense=1)
        if required:
            case(name)
    case("MaxPool2d", *range(1, 9))
    case("BatchNorm2d", *range(1, 12))
    case("BatchNorm2d", 3, num_features=3)


def special_arguments(case):
    case("GRU", 3, 4, proj_size=2)
    case("RNN", 3, 4, proj_size=0, nonsense=1)
    case("LSTM", 3, 4, proj_size=2)
    case("Identity", 54, unused_argument1=0.1, unused_argument2=False)
    case("Unflatten", 0, 2)
    case("Unflatten", 0, "a")
    case("AdaptiveLogSoftmaxWithLoss", 6, 3, 2)
    case("AdaptiveLogSoftmaxWithLoss", 6, 3, [2])
    case("LayerNorm", 3)


def cases():
    case = Cases()
    containers(case)
    wrong_arguments(case)
    special_arguments(case)
    return case.all
