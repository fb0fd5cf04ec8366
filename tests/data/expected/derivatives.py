"""Forward mode, torch.autograd.functional, and custom functions with a jvp.

A function is a list of steps, so that C can run the same one: ["aten::mul.Tensor", "$0", "$1"] is an
operator with its arguments, "$n" is the tensor of that number. The inputs have the first numbers;
the tensors that steps return have the next ones. Arguments that are left out have their defaults.
"""

import re

import torch
import torch.autograd.forward_ad as fw
from torch.autograd import Function, functional, gradcheck, gradgradcheck

from common import error, tensor


def run(steps, inputs):
    """All tensors: the inputs and the results of the steps."""
    values = list(inputs)

    def decode(argument):
        if isinstance(argument, str) and argument.startswith("$"):
            return values[int(argument[1:])]
        if isinstance(argument, list):
            return [decode(item) for item in argument]
        return argument

    for name, *arguments in steps:
        packet, _, overload = name.removeprefix("aten::").partition(".")
        operator = getattr(getattr(torch.ops.aten, packet), overload or "default")
        result = operator(*[decode(argument) for argument in arguments])
        results = result if isinstance(result, (tuple, list)) else [result]
        values += [item for item in results if isinstance(item, torch.Tensor)]
    return values


def randn(*shape, dtype=torch.float64):
    return torch.randn(shape, dtype=dtype)


def positive(*shape):
    return torch.rand(shape, dtype=torch.float64) + .25


def optional(value):
    return None if value is None else tensor(value)


# --- Forward mode: the primals and tangents of the last tensors of some steps --------------------

def forward(name, inputs, steps, last=1, plain=()):
    """`plain`: the numbers of the inputs that are not dual."""
    tangents = [None if i in plain else torch.randn_like(x) for i, x in enumerate(inputs)]
    case = {"kind": "forward", "name": name, "inputs": [tensor(x) for x in inputs],
            "tangents": [optional(t) for t in tangents], "steps": steps}
    with fw.dual_level():
        values = run(steps, [x.clone() if t is None else fw.make_dual(x.clone(), t.clone())
                             for x, t in zip(inputs, tangents)])
        unpacked = [fw.unpack_dual(value) for value in values[-last:]]
        case["primals"] = [tensor(dual.primal) for dual in unpacked]
        case["tangents_of_primals"] = [optional(dual.tangent) for dual in unpacked]
    return case


UNARY = ["exp", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asinh", "sigmoid",
         "erf", "erfc", "abs", "neg", "reciprocal", "relu", "silu", "gelu", "softplus", "elu",
         "hardswish", "square", "sum", "mean", "prod", "var", "trace", "t", "triu",
         "clone", "exp2", "sgn", "sinc", "nan_to_num", "frac", "log_sigmoid"]
POSITIVE = ["log", "log1p", "log2", "sqrt", "rsqrt", "lgamma", "digamma"]
COMPLEX = ["exp", "log", "sin", "tanh", "sqrt", "abs", "angle", "real", "imag", "conj", "sgn",
           "reciprocal", "view_as_real", "sum", "square", "neg", "conj_physical"]


def forward_cases():
    x, y, m = randn(3, 3), randn(3, 3), randn(3, 4)
    z, w = randn(2, 2, dtype=torch.complex128), randn(2, 2, dtype=torch.complex128)
    image, kernel = randn(1, 2, 5, 5), randn(3, 2, 3, 3)
    spd = x.mm(x.t()) + 3 * torch.eye(3, dtype=torch.float64)
    rows = torch.tensor([2, 0, 2])
    cases = [forward(name, [x], [[f"aten::{name}", "$0"]]) for name in UNARY]
    cases += [forward(name, [positive(3)], [[f"aten::{name}", "$0"]]) for name in POSITIVE]
    cases += [forward(f"complex {name}", [z], [[f"aten::{name}", "$0"]]) for name in COMPLEX]
    of_two = ["mul.Tensor", "div.Tensor", "sub.Tensor", "atan2", "hypot", "maximum", "minimum",
              "logaddexp", "mm", "matmul", "kron", "dist", "mse_loss", "smooth_l1_loss"]
    cases += [forward(name, [x, y], [[f"aten::{name}", "$0", "$1"]]) for name in of_two]
    cases += [forward(f"{name}, the second plain", [x, y], [[f"aten::{name}", "$0", "$1"]],
                      plain=[1]) for name in ("mul.Tensor", "div.Tensor", "mm", "atan2")]
    cases += [forward(f"complex {name}", [z, w], [[f"aten::{name}", "$0", "$1"]])
              for name in ("mul.Tensor", "div.Tensor", "mm", "linalg_solve")]
    cases += [
        forward("power", [positive(3), randn(3)], [["aten::pow.Tensor_Tensor", "$0", "$1"]]),
        forward("cube", [x], [["aten::pow.Tensor_Scalar", "$0", 3]]),
        forward("softmax", [x], [["aten::softmax.int", "$0", 1]]),
        forward("log_softmax", [x], [["aten::log_softmax.int", "$0", 0]]),
        forward("logsumexp", [x], [["aten::logsumexp", "$0", [1], True]]),
        forward("sums of rows", [x], [["aten::sum.dim_IntList", "$0", [1]]]),
        forward("cumulative sum", [x], [["aten::cumsum", "$0", 0]]),
        forward("cumulative product", [x], [["aten::cumprod", "$0", 0]]),
        forward("norm", [x], [["aten::linalg_vector_norm", "$0", 2]]),
        forward("largest of rows", [x], [["aten::max.dim", "$0", 1]], last=2),
        forward("sorted", [x], [["aten::sort", "$0", 1, True]], last=2),
        forward("the two largest", [x], [["aten::topk", "$0", 2]], last=2),
        forward("median", [x], [["aten::median", "$0"]]),
        forward("clamped", [x], [["aten::clamp", "$0", -.5, .5]]),
        forward("inverse", [spd], [["aten::linalg_inv", "$0"]]),
        forward("determinant", [spd], [["aten::linalg_det", "$0"]]),
        forward("logarithm of the determinant", [spd], [["aten::logdet", "$0"]]),
        forward("cholesky", [spd], [["aten::linalg_cholesky", "$0"]]),
        forward("eigenvalues", [spd], [["aten::linalg_eigvalsh", "$0"]]),
        forward("qr", [x], [["aten::linalg_qr", "$0"]], last=2),
        forward("solution", [spd, m], [["aten::linalg_solve", "$0", "$1"]]),
        forward("addmm", [m, x, m.clone()], [["aten::addmm", "$0", "$1", "$2"]]),
        forward("bmm", [randn(2, 2, 3), randn(2, 3, 2)], [["aten::bmm", "$0", "$1"]]),
        forward("where", [x, y], [["aten::gt.Scalar", "$0", 0], ["aten::where.self", "$2", "$0", "$1"]]),
        forward("lerp", [x, y, positive(3, 3)], [["aten::lerp.Tensor", "$0", "$1", "$2"]]),
        forward("addcmul", [x, y, x.t()], [["aten::addcmul", "$0", "$1", "$2"]]),
        forward("joined", [x, m], [["aten::cat", ["$0", "$1"], 1]]),
        forward("joined with a plain one", [x, m], [["aten::cat", ["$0", "$1"], 1]], plain=[0]),
        forward("stacked", [x, y], [["aten::stack", ["$0", "$1"], 1]]),
        forward("rows by index", [x, rows], [["aten::index_select", "$0", 0, "$1"]], plain=[1]),
        forward("gathered", [x, rows.view(3, 1)], [["aten::gather", "$0", 1, "$1"]], plain=[1]),
        forward("embedding", [m, rows], [["aten::embedding", "$0", "$1"]], plain=[1]),
        forward("padded", [x], [["aten::constant_pad_nd", "$0", [1, 0, 0, 2], 1.5]]),
        forward("rolled", [x], [["aten::roll", "$0", [1], [0]]]),
        forward("convolution", [image, kernel, randn(3)],
                [["aten::conv2d", "$0", "$1", "$2", [1, 2], [1, 0]]]),
        forward("largest of windows", [image],
                [["aten::max_pool2d_with_indices", "$0", [2, 2]]], last=2),
        forward("means of windows", [image], [["aten::avg_pool2d", "$0", [3, 3]]]),
        forward("layer norm", [m, randn(4), randn(4)],
                [["aten::layer_norm", "$0", [4], "$1", "$2"]]),
        forward("dropout of nothing", [x], [["aten::dropout", "$0", .5, False]]),
        forward("nll_loss", [x, rows],
                [["aten::log_softmax.int", "$0", 1], ["aten::nll_loss", "$2", "$1"]], plain=[1]),
        forward("float32", [randn(3, dtype=torch.float32)], [["aten::exp", "$0"]]),
        # Views: their tangents are views, too.
        forward("pieces", [x], [["aten::split.Tensor", "$0", 2]], last=2),
        forward("unbound", [x], [["aten::unbind.int", "$0"]], last=3),
        forward("a slice of a transposed", [m],
                [["aten::transpose.int", "$0", 0, 1], ["aten::slice.Tensor", "$1", 0, 1, 4, 2],
                 ["aten::mul.Tensor", "$2", "$2"]]),
        forward("expanded", [randn(3)], [["aten::expand", "$0", [2, 3]]]),
        forward("strided", [x], [["aten::as_strided", "$0", [2, 2], [1, 2], 3]]),
        forward("diagonal of a permuted", [randn(2, 3, 2)],
                [["aten::permute", "$0", [2, 0, 1]], ["aten::diagonal", "$1"]]),
        forward("real part of a view", [z], [["aten::select.int", "$0", 0, 1], ["aten::real", "$1"]]),
        # In place: the last tensor is the one that was written to, or the base of it.
        forward("in place", [x, y], [["aten::mul_.Tensor", "$0", "$1"]]),
        forward("in place on a plain one", [x, y], [["aten::mul_.Tensor", "$0", "$1"]], plain=[0]),
        forward("a plain one into a dual one", [x, y], [["aten::mul_.Tensor", "$0", "$1"]],
                plain=[1]),
        forward("copied into a part of a plain one", [x, y],
                [["aten::select.int", "$0", 0, 1], ["aten::select.int", "$1", 1, 0],
                 ["aten::copy_", "$2", "$3"], ["aten::alias", "$0"]], plain=[0]),
        forward("a part is written to", [x],
                [["aten::select.int", "$0", 0, 1], ["aten::mul_.Scalar", "$1", 3],
                 ["aten::exp", "$0"]]),
        forward("a part is overwritten", [x],
                [["aten::select.int", "$0", 0, 1], ["aten::fill_.Scalar", "$1", 3],
                 ["aten::exp", "$0"]]),
        forward("zeroed", [x], [["aten::zero_", "$0"]]),
        forward("exp_ of a clone", [x], [["aten::clone", "$0"], ["aten::exp_", "$1"]]),
        forward("index_put_", [x, rows[1:], randn(2, 3)],
                [["aten::index_put_", "$0", ["$1"], "$2", True]], plain=[1]),
        # No tangent.
        forward("detached", [x], [["aten::detach", "$0"]]),
        forward("compared", [x], [["aten::gt.Scalar", "$0", 0]]),
        forward("place of the largest", [x], [["aten::argmax", "$0"]]),
        forward("of plain ones", [x, y], [["aten::mul.Tensor", "$0", "$1"]], plain=[0, 1]),
        forward("as integers", [x], [["aten::trunc", "$0"]]),
        forward("ones of the same shape", [x], [["aten::ones_like", "$0"]]),
    ]
    return cases


# --- Errors of forward mode -----------------------------------------------------------------------

def enter_twice():
    with fw.dual_level():
        fw.enter_dual_level()


def exit_without_a_level():
    fw.exit_dual_level()


def exit_another_level():
    with fw.dual_level():
        fw.exit_dual_level(level=3)


def exit_level_0_without_a_level():
    fw.exit_dual_level(level=0)


def make_without_a_level():
    fw.make_dual(torch.ones(2), torch.ones(2))


def in_a_level(call):
    def run_in_a_level():
        with fw.dual_level():
            call(torch.ones(2), fw.make_dual(torch.ones(2), torch.ones(2)))
    run_in_a_level.__name__ = call.__name__
    return run_in_a_level


def primal_of_integers(x, _dual):
    fw.make_dual(torch.ones(2, dtype=torch.int64), x)


def tangent_of_integers(x, _dual):
    fw.make_dual(x, torch.ones(2, dtype=torch.int64))


def tangent_of_another_shape(x, _dual):
    fw.make_dual(x, torch.ones(3))


def tangent_is_dual(x, dual):
    fw.make_dual(x, dual)


def primal_is_dual(x, dual):
    fw.make_dual(dual, x)


def out_variant(_x, dual):
    torch.exp(dual, out=torch.empty(2))


def no_derivative(_x, dual):
    torch.ops.aten._ctc_loss(dual.view(2, 1, 1), torch.zeros(1, 0, dtype=torch.int64), [2], [0])


FORWARD_ERRORS = [enter_twice, exit_without_a_level, exit_another_level,
                  exit_level_0_without_a_level, make_without_a_level] + [
    in_a_level(call) for call in (primal_of_integers, tangent_of_integers, tangent_of_another_shape,
                                  tangent_is_dual, primal_is_dual, out_variant, no_derivative)]


# --- torch.autograd.functional --------------------------------------------------------------------

class Steps:
    """A function made of steps, which returns the tensors with some numbers. The tensors that it
    captures are leaves, whose numbers follow those of the inputs."""

    def __init__(self, *steps, outputs, captured=()):
        self.steps, self.outputs, self.captured = list(steps), outputs, captured

    def __call__(self, *inputs):
        values = run(self.steps, inputs + tuple(self.captured))
        results = tuple(values[i] for i in self.outputs)
        return results if len(results) > 1 else results[0]


CUBE = Steps(["aten::pow.Tensor_Scalar", "$0", 3], outputs=[1])
LINEAR = Steps(["aten::mul.Scalar", "$0", 3], outputs=[1])
SUM_OF_CUBES = Steps(["aten::pow.Tensor_Scalar", "$0", 3], ["aten::sum", "$1"], outputs=[2])
SUM_IN_BRACKETS = Steps(["aten::pow.Tensor_Scalar", "$0", 3], ["aten::sum", "$1"],
                        ["aten::view", "$2", [1, 1]], outputs=[3])
SUM = Steps(["aten::sum", "$0"], outputs=[1])
PRODUCT_AND_SUM = Steps(["aten::mul.Tensor", "$0", "$1"], ["aten::exp", "$0"],
                        ["aten::sum.dim_IntList", "$3", [0]], outputs=[2, 4])
MATRIX_PRODUCT = Steps(["aten::mm", "$0", "$1"], ["aten::sin", "$2"], outputs=[3])
ENERGY = Steps(["aten::mul.Tensor", "$0", "$1"], ["aten::sin", "$2"],
               ["aten::mul.Tensor", "$3", "$0"], ["aten::sum", "$4"], outputs=[5])
FIRST_ALONE = Steps(["aten::pow.Tensor_Scalar", "$0", 2], ["aten::sum", "$2"], outputs=[3])
CONSTANT = Steps(["aten::ones_like", "$0"], outputs=[1])
CONSTANT_NUMBER = Steps(["aten::ones_like", "$0"], ["aten::sum", "$1"], outputs=[2])
DETACHED = Steps(["aten::detach", "$0"], ["aten::mul.Tensor", "$0", "$1"], ["aten::sum", "$2"],
                 outputs=[3])
ROUNDED = Steps(["aten::gt.Scalar", "$0", 0], outputs=[1])
HALVES = Steps(["aten::slice.Tensor", "$0", 0, 0, 2], ["aten::exp", "$1"],
               ["aten::sum", "$0"], ["aten::view", "$0", [-1, 1]], outputs=[2, 3, 4])
COMPLEX_NORM = Steps(["aten::abs", "$0"], ["aten::pow.Tensor_Scalar", "$1", 3], ["aten::sum", "$2"],
                     outputs=[3])
COMPLEX_SQUARE = Steps(["aten::mul.Tensor", "$0", "$0"], outputs=[1])
NOTHING = Steps(["aten::slice.Tensor", "$0", 0, 0, 0], outputs=[1])


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [item for part in value for item in flat(part)]


def second(results, inputs):
    """The gradients of the sum of the results' squares by the inputs that require one."""
    leaves = [x for x in inputs if x.requires_grad]
    total = sum((r * r.conj()).real.sum() for r in results)
    if not total.requires_grad or not leaves:
        return []
    return torch.autograd.grad(total, leaves, allow_unused=True)


def derivative(name, call, function, inputs, v=None, **options):
    """A matrix, a product, or an error."""
    case = {"kind": "functional", "name": name, "call": call, "steps": function.steps,
            "outputs": function.outputs, "captured": [tensor(x) for x in function.captured],
            "inputs": [tensor(x) for x in inputs],
            "require_grad": [x.requires_grad for x in inputs],
            "v": None if v is None else [tensor(x) for x in v],
            "create_graph": options.get("create_graph", False),
            "strict": options.get("strict", False),
            "forward": options.pop("forward", False)}
    if case["forward"]:
        key = "strategy" if call == "jacobian" else "outer_jacobian_strategy"
        options |= {key: "forward-mode", "vectorize": True}
    arguments = [inputs[0] if len(inputs) == 1 else tuple(inputs)]
    if call not in ("jacobian", "hessian"):
        arguments.append(v if v is None else v[0] if len(v) == 1 else tuple(v))
    try:
        results = getattr(functional, call)(function, *arguments, **options)
    except Exception as caught:  # pylint: disable=broad-except
        return case | {"error": f"{type(caught).__name__}: {caught}"}
    values = [] if call in ("jacobian", "hessian") else flat(results[0])
    results = flat(results if call in ("jacobian", "hessian") else results[1])
    case |= {"error": None, "values": [tensor(x) for x in values],
             "results": [tensor(x) for x in results]}
    if not case["forward"]:
        case["recorded"] = [x.requires_grad for x in values + results]
        case["second"] = [optional(x) for x in second(results, inputs)] if case["create_graph"] else []
    return case


def functional_cases():
    x, a, b = randn(3), randn(2, 2), randn(2, 2)
    leaf, c, d = randn(3).requires_grad_(), randn(3), randn(3)
    p, q = randn(3).requires_grad_(), randn(3).requires_grad_()
    one = randn(1)
    z = randn(2, dtype=torch.complex128)
    f = randn(3, dtype=torch.float32)
    graph = {"create_graph": True}
    strict = {"strict": True}
    both = graph | strict
    jacobians = [
        ("cube", CUBE, [x]), ("float32", CUBE, [f]), ("number", SUM_OF_CUBES, [x]),
        ("number of a number", SUM_OF_CUBES, [randn()]), ("matrices", MATRIX_PRODUCT, [a, b]),
        ("several", PRODUCT_AND_SUM, [c, d]), ("three outputs", HALVES, [x]),
        ("leaf", CUBE, [leaf]), ("one input unused", FIRST_ALONE, [c, d]),
        ("constant", CONSTANT, [x]), ("integers", ROUNDED, [x]),
    ]
    for name, function, inputs in jacobians:
        yield derivative(name, "jacobian", function, inputs)
        yield derivative(f"{name}, forward", "jacobian", function, inputs, forward=True)
        yield derivative(f"{name}, graph", "jacobian", function, inputs, **graph)
        yield derivative(f"{name}, strict", "jacobian", function, inputs, **strict)
    yield derivative("complex, forward", "jacobian", COMPLEX_SQUARE, [z], forward=True)
    yield derivative("complex", "jacobian", COMPLEX_NORM, [z])
    yield derivative("complex outputs", "jacobian", COMPLEX_SQUARE, [z])
    yield derivative("no elements", "jacobian", SUM, [randn(0)])
    yield derivative("no output elements", "jacobian", NOTHING, [x])
    yield derivative("no output elements, forward", "jacobian", NOTHING, [x], forward=True)
    yield derivative("of integers", "jacobian", LINEAR, [torch.arange(3)])
    yield derivative("linear, graph and strict", "jacobian", LINEAR, [leaf], **both)
    yield derivative("cube, graph and strict", "jacobian", CUBE, [leaf], **both)
    yield derivative("strict, forward", "jacobian", CUBE, [x], forward=True, **strict)
    yield derivative("graph, forward", "jacobian", CUBE, [x], forward=True, **graph)
    for name, function, inputs in [
            ("cubes", SUM_OF_CUBES, [x]), ("in brackets", SUM_IN_BRACKETS, [x]),
            ("leaf", SUM_OF_CUBES, [leaf]), ("energy", ENERGY, [c, d]), ("leaves", ENERGY, [p, q]),
            ("sum", SUM, [x]), ("one input unused", FIRST_ALONE, [c, d]),
            ("constant", CONSTANT_NUMBER, [x]), ("not a number", CUBE, [x]),
            ("complex", COMPLEX_NORM, [z]), ("matrix", SUM_OF_CUBES, [a])]:
        yield derivative(name, "hessian", function, inputs)
        yield derivative(f"{name}, graph", "hessian", function, inputs, **graph)
        yield derivative(f"{name}, strict", "hessian", function, inputs, **strict)
        if name != "complex":
            yield derivative(f"{name}, forward", "hessian", function, inputs, forward=True)
    yield derivative("strict, forward", "hessian", SUM_OF_CUBES, [x], forward=True, **strict)
    yield derivative("graph, forward", "hessian", SUM_OF_CUBES, [x], forward=True, **graph)
    products = [
        ("cube", CUBE, [x], [randn(3)], [randn(3)]),
        ("matrices", MATRIX_PRODUCT, [a, b], [randn(2, 2)], [randn(2, 2), randn(2, 2)]),
        ("several", PRODUCT_AND_SUM, [c, d], [randn(3), randn()], [randn(3), randn(3)]),
        ("leaf", CUBE, [leaf], [randn(3).requires_grad_()], [randn(3).requires_grad_()]),
        ("one input unused", FIRST_ALONE, [c, d], [randn()], [randn(3), randn(3)]),
        ("constant", CONSTANT, [x], [randn(3)], [randn(3)]),
        ("linear", LINEAR, [leaf], [randn(3)], [randn(3)]),
        ("number", SUM_OF_CUBES, [one], None, None),
        ("no vector", CUBE, [x], None, None),
        ("complex", COMPLEX_SQUARE, [z], [randn(2, dtype=torch.complex128)],
         [randn(2, dtype=torch.complex128)]),
        ("another shape", CUBE, [x], [randn(2)], [randn(3, 1)]),
        ("one too many", CUBE, [x], [randn(3), randn(3)], [randn(3), randn(3)]),
        ("one too few", PRODUCT_AND_SUM, [c, d], [randn(3)], [randn(3)]),
        ("another shape among several", PRODUCT_AND_SUM, [c, d], [randn(3), randn(3)],
         [randn(3), randn()]),
        ("integers", ROUNDED, [x], [randn(3)], [randn(3)]),
    ]
    for name, function, inputs, from_left, from_right in products:
        for suffix, options in (("", {}), (", graph", graph), (", strict", strict),
                                (", graph and strict", both)):
            yield derivative(name + suffix, "vjp", function, inputs, from_left, **options)
            yield derivative(name + suffix, "jvp", function, inputs, from_right, **options)
    weights = randn(3).requires_grad_()
    captures = {"captured": [weights]}
    beside = Steps(["aten::mul.Tensor", "$0", "$0"], ["aten::exp", "$1"], outputs=[2, 3], **captures)
    weighted = Steps(["aten::mul.Tensor", "$0", "$1"], ["aten::sum", "$2"], outputs=[3], **captures)
    yield derivative("an output of captured ones", "jvp", beside, [x], [randn(3)], **strict)
    yield derivative("an output of captured ones", "vjp", beside, [x], [randn(3), randn(3)], **strict)
    for call in ("vhp", "hvp"):
        yield derivative("captured weights", call, weighted, [x], [randn(3)], **strict)
    yield derivative("captured weights", "hessian", weighted, [x], **strict)
    yield derivative("captured weights", "jacobian", weighted, [x], **both)
    numbers = [
        ("cubes", SUM_OF_CUBES, [x], [randn(3)]),
        ("in brackets", SUM_IN_BRACKETS, [x], [randn(3)]),
        ("energy", ENERGY, [c, d], [randn(3), randn(3)]),
        ("leaves", ENERGY, [p, q], [randn(3), randn(3).requires_grad_()]),
        ("sum", SUM, [x], [randn(3)]),
        ("leaf, squares", Steps(["aten::mul.Tensor", "$0", "$0"], ["aten::sum", "$1"], outputs=[2]),
         [leaf], [randn(3)]),
        ("one input unused", FIRST_ALONE, [c, d], [randn(3), randn(3)]),
        ("constant", CONSTANT_NUMBER, [x], [randn(3)]),
        ("half of it detached", DETACHED, [x], [randn(3)]),
        ("number", SUM_OF_CUBES, [one], None),
        ("no vector", SUM_OF_CUBES, [x], None),
        ("not a number", CUBE, [x], [randn(3)]),
        ("another shape", SUM_OF_CUBES, [x], [randn(2, 2)]),
        ("one too few", ENERGY, [c, d], [randn(3)]),
        ("complex", COMPLEX_NORM, [z], [randn(2, dtype=torch.complex128)]),
    ]
    for name, function, inputs, v in numbers:
        for suffix, options in (("", {}), (", graph", graph), (", strict", strict),
                                (", graph and strict", both)):
            yield derivative(name + suffix, "vhp", function, inputs, v, **options)
            yield derivative(name + suffix, "hvp", function, inputs, v, **options)


# --- Custom functions with a jvp: as in tests/autograd/jvp_samples.c ------------------------------

def with_jvp(name, forward_, jvp, backward=None):
    methods = {"forward": staticmethod(forward_)}
    if jvp:
        methods["jvp"] = staticmethod(jvp)
    if backward:
        methods["backward"] = staticmethod(backward)
    return type(name, (Function,), methods)


def my_exp_forward(ctx, x):
    y = x.exp()
    ctx.save_for_forward(y)
    ctx.save_for_backward(y)
    return y


def my_exp_tangent(ctx, t):
    y, = ctx.saved_tensors
    return t * y


MyExp = with_jvp("MyExp", my_exp_forward, my_exp_tangent, my_exp_tangent)


def my_pair_forward(ctx, a, b):
    ctx.save_for_forward(a, b)
    return a + b, a * b


def my_pair_jvp(ctx, s, t):
    a, b = ctx.saved_tensors
    return s + t, s * b + a * t


MyPair = with_jvp("MyPair", my_pair_forward, my_pair_jvp)


def my_sort_forward(ctx, x):
    values, indices = x.sort()
    ctx.save_for_forward(indices)
    constant = values.clone()
    ctx.mark_non_differentiable(constant)
    return values, indices, constant


def my_sort_jvp(ctx, t):
    indices, = ctx.saved_tensors
    return t.gather(0, indices), None, None


MySort = with_jvp("MySort", my_sort_forward, my_sort_jvp)


def my_triple_forward(ctx, x):
    x.mul_(3)
    ctx.mark_dirty(x)
    return x


MyTriple = with_jvp("MyTriple_", my_triple_forward, lambda ctx, t: t.mul_(3))
MyRow = with_jvp("MyRow", lambda ctx, x: x.view(1, 3), lambda ctx, t: t.view(1, 3))


def jvp_case(name, function, inputs, plain=()):
    tangents = [None if x is None or i in plain else torch.randn_like(x)
                for i, x in enumerate(inputs)]
    case = {"kind": "jvp", "name": name, "inputs": [tensor(x) for x in inputs],
            "tangents": [optional(t) for t in tangents]}
    with fw.dual_level():
        results = function.apply(*[x.clone() if t is None else fw.make_dual(x.clone(), t.clone())
                                   for x, t in zip(inputs, tangents)])
        unpacked = [fw.unpack_dual(y) for y in
                    (results if isinstance(results, tuple) else (results,))]
        case["primals"] = [tensor(dual.primal) for dual in unpacked]
        case["tangents_of_primals"] = [optional(dual.tangent) for dual in unpacked]
    return case


def jvp_cases():
    x, y = randn(3), randn(3)
    yield jvp_case("exp", MyExp, [x])
    yield jvp_case("exp of a plain one", MyExp, [x], plain=[0])
    yield jvp_case("pair", MyPair, [x, y])
    yield jvp_case("pair, the first plain", MyPair, [x, y], plain=[0])
    yield jvp_case("sort", MySort, [x])
    yield jvp_case("in place", MyTriple, [x])
    yield jvp_case("view", MyRow, [x])


def applied(function):
    def call():
        with fw.dual_level():
            function.apply(fw.make_dual(torch.ones(3), torch.ones(3)))
    return call


def jvp_errors():
    calls = {
        "no jvp": with_jvp("MyFunction", lambda ctx, x: x * 2, None),
        "another shape": with_jvp("MyFunction", lambda ctx, x: x * 2, lambda ctx, t: t[:2]),
        "a tangent for integers": with_jvp("MyFunction", lambda ctx, x: x.long(), lambda ctx, t: t),
        "not in place": with_jvp("MyFunction", my_triple_forward, lambda ctx, t: t * 3),
        "another in place": with_jvp("MyFunction", my_triple_forward,
                                     lambda ctx, t: (t.mul_(3), t.clone())[1]),
        "not a view": with_jvp("MyFunction", lambda ctx, x: x.view(1, 3),
                               lambda ctx, t: t.view(1, 3).clone()),
        "input as it is": with_jvp("MyFunction", lambda ctx, x: x, lambda ctx, t: t * 1),
    }
    return [{"kind": "jvp error", "name": name, "text": error(applied(function))}
            for name, function in calls.items()]


# --- Checks ---------------------------------------------------------------------------------------

def scaled(factor):
    """The square, with a correct backward and a tangent that is wrong by a factor."""
    def forward_(ctx, x):
        ctx.save_for_forward(x)
        ctx.save_for_backward(x)
        return x * x
    return with_jvp("MySquare", forward_, lambda ctx, t: t * ctx.saved_tensors[0] * factor,
                    lambda ctx, g: g * (2 * ctx.saved_tensors[0]).conj())


def detaching():
    """The square, whose backward does not have a correct backward itself."""
    def forward_(ctx, x):
        ctx.save_for_forward(x)
        ctx.save_for_backward(x)
        return x * x
    return with_jvp("MySquare", forward_, lambda ctx, t: t * ctx.saved_tensors[0] * 2.,
                    lambda ctx, g: g * 2 * ctx.saved_tensors[0].detach())


def undefined_is_one():
    """The sum, whose jvp treats a missing tangent as ones."""
    def forward_(ctx, a, b):
        ctx.set_materialize_grads(False)
        return a + b

    def jvp(ctx, s, t):
        return (torch.ones(3) if s is None else s) + (torch.ones(3) if t is None else t)
    return with_jvp("MySum", forward_, jvp, lambda ctx, g: (g, g)).apply


def check_cases():
    x = torch.tensor([1, -2, .5], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 2j, -3j], dtype=torch.complex128, requires_grad=True)
    options = {"check_forward_ad": True}
    calls = {
        "a factor": lambda: gradcheck(scaled(1.).apply, x, **options),
        "a factor, complex": lambda: gradcheck(scaled(1.).apply, z, **options),
        "a factor, forward alone": lambda: gradcheck(scaled(1.).apply, x, check_backward_ad=False,
                                                     **options),
        "no jvp": lambda: gradcheck(with_jvp("MyFunction", lambda ctx, v: v * 2, None,
                                             lambda ctx, g: g * 2).apply, x, **options),
        "second derivative": lambda: gradgradcheck(detaching().apply, x, torch.ones_like(x),
                                                   check_fwd_over_rev=True,
                                                   check_rev_over_rev=False,
                                                   check_undefined_grad=False),
    }
    right = {
        "exp": lambda: gradcheck(lambda v: v.exp(), x, **options),
        "complex": lambda: gradcheck(lambda v: v.sin() * v.abs(), z, **options),
        "scaled": lambda: gradcheck(scaled(2.).apply, x, **options),
        "twice": lambda: gradgradcheck(lambda v: v.sin(), x, check_fwd_over_rev=True),
        "constant": lambda: gradcheck(lambda v: (v.sin(), v.detach().clone() * 0), x, **options),
    }
    for call in right.values():
        call()
    # Python reports its findings here as a tuple, C in words.
    assert "Mismatch in tangent values" in error(
        lambda: gradcheck(undefined_is_one(), (x, 2 * x.detach().requires_grad_()), **options))
    return [{"kind": "check", "name": name, "text": checked(call)} for name, call in calls.items()]


def checked(call):
    """The error of a check: gradcheck's own class as its base class, and a Jacobian without the
    history that PyTorch's has for complex inputs."""
    text = re.sub("^GradcheckError: ", "RuntimeError: ", error(call))
    return text.replace(", grad_fn=<CopySlices>", "")


def cases():
    return (forward_cases() +
            [{"kind": "forward error", "name": call.__name__, "text": error(call)}
             for call in FORWARD_ERRORS] +
            list(functional_cases()) + list(jvp_cases()) + jvp_errors() + check_cases())
