"""Derivatives of three orders, effects of hooks on gradients, and autograd's error texts."""

import torch

from common import error, tensor

FUNCTIONS = {
    "cube": lambda x: x * x * x,
    "sin_times_exp": lambda x: x.sin() * x.exp(),
    "logarithm": lambda x: (x * x + 1).log(),
    "square_root": lambda x: (x * x + 0.5).sqrt(),
    "tanh": lambda x: x.tanh(),
    "sigmoid": lambda x: x.sigmoid(),
    "softplus": lambda x: torch.ops.aten.softplus(x),
    "gelu": lambda x: torch.ops.aten.gelu(x),
    "silu": lambda x: torch.ops.aten.silu(x),
    "softmax": lambda x: x.softmax(1) * x,
    "log_softmax": lambda x: x.log_softmax(1) * x,
    "logsumexp": lambda x: torch.logsumexp(x, [1]),
    "quotient": lambda x: x / (x * x + 1),
    "power": lambda x: (x * x + 1) ** 2.5,
    "matrix_product": lambda x: x.mm(x.t()).mm(x),
    "matrix_inverse": lambda x: torch.linalg.inv(x.mm(x.t()) + torch.eye(3, dtype=x.dtype)),
    "determinant": lambda x: torch.linalg.det(x),
    "norm": lambda x: (x * x).sum().sqrt(),
    "arc_tangent": lambda x: x.atan(),
    "error_function": lambda x: x.erf(),
    "cumulative_product": lambda x: x.cumprod(0),
    "variance": lambda x: x.var() * x,
    "largest_times_itself": lambda x: x.max(1)[0].exp() * x,
    "transposed_view": lambda x: x.t().reshape(-1)[2:7].square() * x.reshape(-1)[1:6].cos(),
}


def derivatives(name, function):
    x = torch.randn(3, 3, dtype=torch.float64, requires_grad=True)
    orders = []
    value = function(x)
    for _ in range(3):
        value, = torch.autograd.grad(value.sum(), x, create_graph=True)
        orders.append(value)
    return {"kind": "derivatives", "name": name, "x": tensor(x), "first": tensor(orders[0]),
            "second": tensor(orders[1]), "third": tensor(orders[2])}


def leaf(*values):
    return torch.tensor(values, dtype=torch.float32, requires_grad=True)


# --- Results: each function returns tensors by name, None for a missing one ----------------------

def several_outputs():
    a, b = leaf(1, 2, 3), leaf(4, 5, 6)
    v = torch.tensor([1., 10., 100.])
    da, db = torch.autograd.grad([a * b, a.sin(), (b * b).sum()], [a, b],
                                 grad_outputs=[v, torch.ones(3), None])
    return {"da": da, "db": db}


def unused_inputs():
    a, b = leaf(1, 2, 3), leaf(4, 5, 6)
    da, db = torch.autograd.grad((a * a).sum(), [a, b], allow_unused=True)
    return {"da": da, "db": db}


def materialized_inputs():
    a, b = leaf(1, 2, 3), leaf(4, 5, 6)
    da, db = torch.autograd.grad((a * a).sum(), [a, b], materialize_grads=True)
    return {"da": da, "db": db}


def backward_of_several():
    a, b = leaf(1, 2, 3), leaf(4, 5, 6)
    shared = a * b
    torch.autograd.backward([shared.sum(), shared * a], [None, torch.tensor([1., 2., 4.])])
    return {"a": a.grad, "b": b.grad}


def gradient_by_what_is_no_leaf():
    a = leaf(1, 2, 3)
    square = a * a
    by_square, = torch.autograd.grad((square * a).sum(), [square])
    return {"by_square": by_square}


def hooks_in_order():
    a = leaf(1, 2, 3)
    a.register_hook(lambda g: g * 2)
    a.register_hook(lambda g: g + 1)
    (a * a).sum().backward()
    return {"a": a.grad}


def hook_of_a_step_between():
    a = leaf(1, 2, 3)
    square = a * a
    square.retain_grad()
    square.register_hook(lambda g: g * 5)
    (square * 3).sum().backward()
    return {"a": a.grad, "square": square.grad}


def removed_hook():
    a = leaf(1, 2, 3)
    handle = a.register_hook(lambda g: g * 100)
    a.register_hook(lambda g: g + 1)
    handle.remove()
    (a * a).sum().backward()
    return {"a": a.grad}


def hooks_of_what_grad_returns():
    a = leaf(1, 2, 3)
    a.register_hook(lambda g: g * 7)
    da, = torch.autograd.grad((a * a).sum(), [a])
    return {"da": da}


def hooks_around_an_in_place_operation():
    a = leaf(1, 2, 3)
    step = a * 1
    step.register_hook(lambda g: g * 10)
    step.mul_(a.detach())
    step.register_hook(lambda g: g + 1)
    (step * 2).sum().backward()
    return {"a": a.grad}


def hook_that_is_differentiated():
    a = leaf(1, 2, 3)
    a.register_hook(lambda g: g * g)
    first, = torch.autograd.grad((a * a * a).sum(), [a], create_graph=True)
    second, = torch.autograd.grad(first.sum(), [a])
    return {"first": first, "second": second}


def node_hooks():
    a = leaf(1, 2, 3)
    square = a * a
    square.grad_fn.register_prehook(lambda g: (g[0] * 3,))
    square.grad_fn.register_hook(lambda gi, go: tuple(g * 10 + go[0] for g in gi))
    square.sum().backward()
    return {"a": a.grad}


def step_after_accumulation():
    a = leaf(1, 2, 3)

    def step(parameter):
        with torch.no_grad():
            parameter.sub_(parameter.grad, alpha=0.5)
        parameter.grad = None

    a.register_post_accumulate_grad_hook(step)
    (a * a * a).sum().backward()
    return {"a": a, "grad": a.grad}


def saved_tensors_with_fewer_bits():
    a = leaf(1.001, 2.002, 3.003)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t.half(), lambda t: t.float()):
        result = (a * a).exp()
    result.sum().backward()
    return {"a": a.grad}


def unused_result_of_several():
    a = leaf(1, 2, 3)
    first, second, _ = a.unbind()
    seen = []
    second.register_hook(lambda g: seen.append(g))
    first.backward()
    return {"a": a.grad, "seen": seen[0]}


RESULTS = [several_outputs, unused_inputs, materialized_inputs, backward_of_several,
           gradient_by_what_is_no_leaf, hooks_in_order, hook_of_a_step_between, removed_hook,
           hooks_of_what_grad_returns, hooks_around_an_in_place_operation,
           hook_that_is_differentiated, node_hooks, step_after_accumulation,
           saved_tensors_with_fewer_bits, unused_result_of_several]


def result(function):
    tensors = {name: None if value is None else tensor(value)
               for name, value in function().items()}
    return {"kind": "result", "name": function.__name__, **tensors}


# --- Properties of tensors -----------------------------------------------------------------------

def view_whose_base_was_written_to():
    """The view is older than the write, and its grad_fn has not been read since."""
    base = torch.zeros(3)
    view = base[0:1]
    base.mul_(leaf(1, 2, 3))
    return view


def whether_it_retains(view):
    view.retain_grad()
    return view.retains_grad


def whether_it_can_stop_requiring(view):
    view.requires_grad = False
    return not view.requires_grad


FACTS = {
    "is_leaf": lambda view: view.is_leaf,
    "requires_grad": lambda view: view.requires_grad,
    "output_nr": lambda view: view.output_nr,
    "retains_grad": lambda view: view.retains_grad,
    "retains_grad after retain_grad": whether_it_retains,
    "can stop requiring": whether_it_can_stop_requiring,
}


def facts():
    return {name: int(fact(view_whose_base_was_written_to())) for name, fact in FACTS.items()}


# --- Errors ---------------------------------------------------------------------------------------

def backward_twice():
    y = (leaf(1, 2, 3) ** 2).sum()
    y.backward()
    y.backward()


def backward_without_a_graph():
    torch.ones(()).backward()


def backward_of_several_numbers():
    (leaf(1, 2, 3) * 2).backward()


def backward_of_a_complex_number():
    torch.tensor(1j, requires_grad=True).mul(2).backward()


def backward_of_a_complex_number_among_several():
    torch.autograd.backward([leaf(1).sum(), torch.tensor(1j, requires_grad=True).mul(2)])


def grad_of_a_complex_number():
    z = torch.tensor(1j, requires_grad=True)
    torch.autograd.grad(z * 2, [z])


def grad_of_several_numbers_by_what_requires_none():
    torch.autograd.grad(leaf(1, 2, 3) * 2, [torch.ones(2)])


def gradient_of_another_shape():
    (leaf(1, 2, 3) * 2).backward(torch.ones(2))


def gradient_is_complex():
    (leaf(1, 2, 3) * 2).backward(torch.ones(3, dtype=torch.complex64))


def gradient_of_a_complex_result_is_real():
    torch.autograd.grad(leaf(1, 2, 3) * torch.tensor(1j), [leaf(1)], torch.ones(3))


def leaf_is_written_to():
    leaf(1, 2, 3).add_(1)


def view_of_a_leaf_is_written_to():
    leaf(1, 2, 3)[0:2].add_(1)


def saved_result_is_written_to():
    y = leaf(1, 2, 3).exp()
    y.add_(1)
    y.sum().backward()


def one_of_several_views_is_written_to():
    leaf(1, 2, 3).mul(1).unbind()[0].add_(1)


def grad_by_an_unused_input():
    torch.autograd.grad((leaf(1, 2) * 2).sum(), [leaf(1, 2)])


def grad_by_what_requires_none():
    torch.autograd.grad((leaf(1, 2) * 2).sum(), [torch.ones(2)])


def grad_of_an_unrecorded_gradient():
    a = leaf(1, 2)
    da, = torch.autograd.grad((a * a).sum(), [a])
    torch.autograd.grad(da.sum(), [a])


def step_between_stops_requiring():
    (leaf(1, 2) * 2).requires_grad_(False)


def integers_require():
    torch.tensor([1, 2]).requires_grad_()


def set_grad(grad, of=None):
    (torch.ones(3) if of is None else of).grad = grad


def grad_is_set_to_another_size():
    set_grad(torch.ones(2))


def grad_is_set_to_another_dtype():
    set_grad(torch.ones(3, dtype=torch.int64))


def grad_is_set_to_complex_numbers():
    set_grad(torch.ones(3, dtype=torch.complex64))


def grad_is_set_to_another_device():
    set_grad(torch.ones(2, device="meta"))


def grad_is_set_to_another_layout():
    set_grad(torch.ones(3), of=torch.ones(3).to_sparse())


def grad_is_set_to_itself():
    x = torch.ones(3)
    set_grad(x, of=x)


def retain_without_requiring():
    torch.ones(2).retain_grad()


def view_is_detached_in_place():
    leaf(1, 2, 3).mul(1)[0:2].detach_()


def inference_tensor_is_saved():
    with torch.inference_mode():
        made = torch.ones(2)
    leaf(1, 2).mul(made)


def inference_tensor_is_written_to():
    with torch.inference_mode():
        made = torch.ones(2)
    made.add_(1)


def inference_tensor_has_no_version():
    with torch.inference_mode():
        made = torch.ones(2)
    made._version


def inference_tensor_requires():
    with torch.inference_mode():
        made = torch.ones(2)
    made.requires_grad_()


def hook_without_requiring():
    torch.ones(2).register_hook(lambda g: None)


def named(number, call):
    call.__name__ = str(number)  # libctorch's hooks have numbers
    return call


def hook_changes_the_size():
    a = leaf(1, 2, 3)
    a.register_hook(named(0, lambda g: torch.ones(4)))
    a.sum().backward()


def second_hook_changes_the_dtype():
    a = leaf(1, 2, 3)
    a.register_hook(named(0, lambda g: None))
    a.register_hook(named(1, lambda g: g.double()))
    a.sum().backward()


def node_hook_changes_the_size():
    y = leaf(1, 2, 3) * 2
    y.grad_fn.register_hook(named(0, lambda gi, go: (torch.ones(4),) + gi[1:]))
    y.sum().backward()


def post_accumulate_hook_of_a_step_between():
    (leaf(1, 2) * 2).register_post_accumulate_grad_hook(lambda t: None)


def post_accumulate_hook_of_a_view_whose_base_was_written_to():
    view_whose_base_was_written_to().register_post_accumulate_grad_hook(lambda t: None)


def edge_without_requiring():
    torch.autograd.graph.get_gradient_edge(torch.ones(2))


def root_of_a_negative_number():
    with torch.autograd.detect_anomaly():
        leaf(-1, 2).sqrt().sum().backward()


def zero_over_zero():
    with torch.autograd.detect_anomaly():
        a, b = leaf(0, 1), leaf(0, 1)
        (a / b).sum().backward()


ERRORS = [backward_twice, backward_without_a_graph, backward_of_several_numbers,
          backward_of_a_complex_number, backward_of_a_complex_number_among_several,
          grad_of_a_complex_number, grad_of_several_numbers_by_what_requires_none,
          gradient_of_another_shape, gradient_is_complex,
          gradient_of_a_complex_result_is_real, leaf_is_written_to,
          view_of_a_leaf_is_written_to, saved_result_is_written_to,
          one_of_several_views_is_written_to, grad_by_an_unused_input,
          grad_by_what_requires_none, grad_of_an_unrecorded_gradient,
          step_between_stops_requiring, integers_require, grad_is_set_to_another_size,
          grad_is_set_to_another_dtype, grad_is_set_to_complex_numbers,
          grad_is_set_to_another_device, grad_is_set_to_another_layout, grad_is_set_to_itself,
          retain_without_requiring,
          view_is_detached_in_place, inference_tensor_is_saved, inference_tensor_is_written_to,
          inference_tensor_has_no_version, inference_tensor_requires, hook_without_requiring,
          hook_changes_the_size, second_hook_changes_the_dtype, node_hook_changes_the_size,
          post_accumulate_hook_of_a_step_between,
          post_accumulate_hook_of_a_view_whose_base_was_written_to, edge_without_requiring,
          root_of_a_negative_number, zero_over_zero]


# --- Graphs: every node once, as (name, the next nodes' names with their input numbers) -----------

def walk(y):
    seen, lines, todo = set(), [], [y.grad_fn]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        following = ["-" if n is None else f"{type(n).__name__}:{number}"
                     for n, number in node.next_functions]
        lines.append(" ".join([type(node).__name__] + following))
        todo.extend(n for n, _ in node.next_functions if n is not None)
    return sorted(lines)


def graphs():
    a, b = torch.ones(5, 5, requires_grad=True), torch.ones(5, 5, requires_grad=True)
    yield "product_and_sum", a.mm(b).sum()
    yield "diamond", (a.sin() * a.sin().exp() + b).sum()
    x = torch.ops.aten.mul.Scalar(a, 2)
    yield "shared", x * x + x
    values, _ = a.max(1)
    yield "largest", values.mean()
    first, second = a.split(3)
    yield "pieces", (second * first[0:2]).sum()
    yield "constant", (a * torch.ones(5, 5)).relu()
    c = a.clone()
    torch.ops.aten.mul_.Scalar(c[0], 3)
    yield "in_place_on_a_view", c.sum()


def cases():
    return ([derivatives(name, function) for name, function in FUNCTIONS.items()] +
            [result(function) for function in RESULTS] +
            [{"kind": "facts", "name": "view whose base was written to", **facts()}] +
            [{"kind": "error", "name": call.__name__, "text": error(call)} for call in ERRORS] +
            [{"kind": "graph", "name": name, "nodes": walk(y)} for name, y in graphs()])
