"""Cases of torch.nn: a call on small tensors, its results, gradients, changes and errors."""

import warnings

import torch

from common import error, python_s, tensor

SEED = 27


class Drawn:
    """An input that both sides draw, with a seed that its number determines."""

    def __init__(self, call, shape, dtype):
        self.call, self.shape, self.dtype = call, shape, dtype

    def draw(self, i):
        torch.manual_seed(SEED + 100 + i)
        return getattr(torch, self.call)(self.shape, dtype=self.dtype)

    def written(self):
        return {self.call: list(self.shape), "dtype": str(self.dtype).removeprefix("torch.")}


def randn(*shape, dtype=torch.float32):
    return Drawn("randn", shape, dtype)


def rand(*shape, dtype=torch.float32):
    return Drawn("rand", shape, dtype)


def gradient_for(output):
    """Differs from element to element, so that mixed up gradients are found."""
    return (torch.arange(1, output.numel() + 1) / 4).reshape(output.shape).to(output.dtype)


class Inputs:
    """The tensors among the arguments, also those in lists, in the order of the call."""

    def __init__(self, grad):
        self.grad, self.tensors, self.written, self.require = grad, [], [], []

    def wants_grad(self, value):
        i = len(self.tensors)
        return (value.is_floating_point() or value.is_complex()) and (
            self.grad if isinstance(self.grad, bool) else i in self.grad)

    def take(self, value):
        """The argument, in which Drawn are tensors."""
        if isinstance(value, (list, tuple)):
            return type(value)(self.take(each) for each in value)
        if not isinstance(value, (Drawn, torch.Tensor)):
            return value
        if isinstance(value, Drawn):
            self.written.append(value.written())
            value = value.draw(len(self.tensors))
        else:
            self.written.append(tensor(value))
        wanted = self.wants_grad(value)
        self.tensors.append(value.requires_grad_(wanted))
        self.require.append(wanted)
        return value


class Cases:
    """The cases of a topic, in order; calling it adds one.

    The tensors among the arguments are the case's inputs, X(0), X(1), ... in C: either tensors, which
    are written down, or randn(2, 3) and rand(2, 3) of this module, of which only the shape is. Those
    that are floating-point require a gradient if `grad` is true or has their numbers. `generator`
    gives the call a generator of its own, GENERATOR in C.

    The result may be a tensor, a number, None, or a list or tuple of these.
    """

    def __init__(self):
        self.all = []

    def __call__(self, name, function, *arguments, grad=True, tolerance=0.0, generator=False,
                 **named):
        if any(case["name"] == name for case in self.all):
            raise AssertionError(f"two cases '{name}'")
        inputs = Inputs(grad)
        arguments = inputs.take(arguments)
        named = {key: inputs.take(value) for key, value in named.items()}
        before = [value.detach().clone() for value in inputs.tensors]
        own = torch.Generator().manual_seed(SEED + 1)
        if generator:
            named["generator"] = own
        case = {"name": name, "inputs": inputs.written, "grad": inputs.require,
                "tolerance": tolerance}
        torch.manual_seed(SEED)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            outputs = self.run(case, lambda: function(*arguments, **named), inputs.tensors)
        if "error" in case:
            del seen[len(seen) // 2:]               # the call was made twice
        warned = python_s(seen)
        if warned:
            case["warnings"] = warned
        case["after"] = [None if "error" in case or torch.equal(was, now.detach()) else tensor(now)
                         for was, now in zip(before, inputs.tensors)]
        case["next"] = [torch.randint(0, 2**31 - 1, (1,)).item(),
                        torch.randint(0, 2**31 - 1, (1,), generator=own).item()]
        self.differentiate(case, outputs, inputs.tensors)
        self.all.append(case)

    @staticmethod
    def run(case, call, inputs):
        try:
            results = call()
        except Exception:  # pylint: disable=broad-except
            torch.manual_seed(SEED)
            case["error"] = error(call)
            return []
        outputs = list(results) if isinstance(results, (list, tuple)) else [results]
        case["outputs"] = []
        for value in outputs:
            same = [i for i, one in enumerate(inputs) if one is value]
            if isinstance(value, (int, float)):
                value = torch.tensor(value, dtype=torch.float64)
            case["outputs"].append(None if value is None else same[0] if same else tensor(value))
        return outputs

    @staticmethod
    def differentiate(case, outputs, inputs):
        recorded = [one for one in outputs if isinstance(one, torch.Tensor) and one.requires_grad]
        leaves = [value for value in inputs if value.requires_grad and value.is_leaf]
        if not recorded or not leaves:
            return
        found = iter(torch.autograd.grad(recorded, leaves, [gradient_for(one) for one in recorded],
                                         allow_unused=True))
        gradients = [next(found) if value.requires_grad and value.is_leaf else None
                     for value in inputs]
        case["gradients"] = [None if one is None else tensor(one.to_dense()) for one in gradients]
