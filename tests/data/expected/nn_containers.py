"""Containers: what a list of steps leaves in them; tests/nn/containers_suite.c does the same."""

import torch

from nn_modules_common import content

nn = torch.nn


def made(spec):
    """A module: its class and arguments."""
    return getattr(nn, spec[0])(*spec[1:])


def values(shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def do(self, step):
    """One step; a result that is a container is printed."""
    name, *args = step
    if name in ("append", "insert") and not isinstance(self, nn.ParameterList):
        getattr(self, name)(*args[:-1], made(args[-1]))
    elif name == "append":
        self.append(values(args[0]))
    elif name == "add":
        self.add_module(args[0], made(args[1]))
    elif name == "set" and isinstance(self, (nn.ParameterList, nn.ParameterDict)):
        self[args[0]] = values(args[1])
    elif name == "set":
        self[args[0]] = made(args[1])
    elif name == "extend" and not isinstance(self, nn.ParameterList):
        self.extend(nn.Sequential(*[made(one) for one in args[0]]))
    elif name == "extend":
        self.extend(nn.ParameterList([values(one) for one in args[0]]))
    elif name == "update" and isinstance(self, nn.ParameterDict):
        other = nn.ParameterDict()
        for key, shape in args[0]:
            other[key] = values(shape)
        self.update(other)
    elif name == "update":
        other = nn.ModuleDict()
        for key, one in args[0]:
            other[key] = made(one)
        self.update(other)
    elif name == "get":
        found = self[args[0]]
        return repr(found) if isinstance(found, nn.Module) else list(found.shape)
    elif name == "remove":
        del self[args[0]]
    elif name == "pop":
        found = self.pop(args[0])
        return repr(found) if isinstance(found, nn.Module) else list(found.shape)
    elif name == "slice":
        return repr(self[slice(*args)])
    elif name == "remove_slice":
        del self[slice(*args)]
    elif name == "has":
        return args[0] in self
    elif name == "len":
        return len(self)
    elif name == "clear":
        self.clear()
    else:
        raise AssertionError(name)
    return None


def case(container, *steps):
    """What each step returns or raises, and what is in the container after it."""
    self = getattr(nn, container)()
    results = []
    for step in steps:
        result = {"step": step}
        before = self._modules.copy()  # some methods fail after they have changed something
        try:
            result["result"] = do(self, step)
        except Exception as caught:  # pylint: disable=broad-except
            # Python puts a KeyError's text in quotes.
            text = caught.args[0] if isinstance(caught, KeyError) else caught
            result["error"] = f"{type(caught).__name__}: {text}"
            self._modules = before
        result["repr"] = repr(self)
        result["keys"] = list(self.state_dict())
        results.append(result)
    return {"class": container, "steps": results}


def run(*modules):
    """A Sequential of these, made after seed 1, called with a drawn input."""
    torch.manual_seed(1)
    net = nn.Sequential(*[made(one) for one in modules])
    torch.manual_seed(2)
    x = torch.randn(2, 3)
    return {"class": "run", "modules": modules, "repr": repr(net), "output": content(net(x))}


def lists(container):
    one, two, other = ["Linear", 1, 2], ["Linear", 2, 3], ["Identity"]
    return [
        case(container, ["append", one], ["append", two], ["append", two], ["append", two],
             ["append", other], ["get", 0], ["get", -1], ["get", 5], ["get", -6], ["len"]),
        case(container, ["append", one], ["insert", 0, two], ["insert", 1, other],
             ["insert", 3, one], ["insert", 9, two], ["append", other], ["insert", -1, other],
             ["insert", -9, other], ["get", 3], ["get", 4], ["get", -1]),
        case(container, ["append", one], ["append", two], ["append", other], ["set", 1, other],
             ["set", -1, one], ["set", 3, one], ["remove", 0], ["remove", -1], ["remove", 1],
             ["append", two], ["pop", 0], ["pop", -1], ["pop", 0]),
        case(container, ["extend", [one, two, two]], ["extend", [other]], ["slice", 1, 3],
             ["slice", None, -1], ["slice", 0, None, 2], ["slice", 3, 1], ["slice", -2, 99],
             ["remove_slice", 1, 3], ["remove_slice", 0, 9, 2]),
        case(container, ["insert", 0, one], ["insert", 0, two]),
        case(container, ["insert", -1, one]),
        case(container, ["append", ["Conv2d", 1, 2, 3]], ["append", ["Conv2d", 1, 2, 3]],
             ["append", ["Conv2d", 1, 2, 3]], ["append", ["Conv2d", 2, 2, 3]]),
    ]


def cases():
    one, two, other = ["Linear", 1, 2], ["Linear", 2, 3], ["Identity"]
    return [
        *lists("Sequential"), *lists("ModuleList"),
        case("Sequential", ["add", "conv", one], ["add", "relu", two], ["append", other],
             ["slice", 1, 3], ["set", 0, other], ["insert", 1, one], ["insert", 3, two],
             ["get", -1], ["remove", 0], ["append", two]),
        case("ModuleDict", ["set", "left", one], ["set", "right", two], ["set", "left", other],
             ["get", "left"], ["get", "up"], ["has", "right"], ["has", "up"], ["len"],
             ["update", [["up", one], ["right", other]]], ["pop", "right"], ["pop", "right"],
             ["remove", "left"], ["remove", "left"], ["set", "a.b", one], ["set", "", one],
             ["clear"]),
        case("ParameterList", ["len"], ["append", [2, 3]], ["append", []], ["append", [0, 2]],
             ["set", 0, [4]], ["set", -1, [5]], ["set", 3, [4]], ["get", 0], ["get", -1],
             ["get", 3], ["extend", [[1], [2]]], ["slice", 1, 4, 2], ["slice", 0, 0], ["len"]),
        case("ParameterDict", ["len"], ["set", "left", [2, 3]], ["set", "right", []],
             ["set", "left", [7]], ["get", "left"], ["get", "up"], ["has", "right"],
             ["has", "up"], ["update", [["up", [1]], ["right", [2]]]], ["pop", "left"],
             ["pop", "left"], ["remove", "up"], ["remove", "up"], ["len"], ["clear"]),
        run(), run(other), run(other, other), run(["Linear", 3, 4], other, ["Linear", 4, 2]),
        run(["Linear", 3, 4], ["ReLU"], ["Linear", 4, 4], ["Dropout", 0.5], other),
    ]
