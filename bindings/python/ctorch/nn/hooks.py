"""Hooks of modules: functions that a call, or its backward, calls."""

import copyreg
import itertools
import warnings

from .. import _C
from ..autograd import Function

_ids = itertools.count(1)
copyreg.pickle(_C.RemovableHandle, lambda handle: (
    _C._hook_handle, (handle._hooks or {}, handle.id)))


def _tuple(values):
    return values if isinstance(values, tuple) else (values,)


class Hooked:
    """A module that calls hooks. In C the library calls them, too: it calls modules by itself."""

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Calls hook(module, args) before forward(); it may return other arguments."""
        return self._add_hook("forward_pre", prepend, hook, with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Calls hook(module, args, output) after forward(); it may return another output."""
        return self._add_hook("forward", prepend, hook, with_kwargs, always_call)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Calls hook(module, grad_output) in backward; it may return other gradients."""
        return self._add_hook("backward_pre", prepend, hook)

    def register_full_backward_hook(self, hook, prepend=False):
        """Calls hook(module, grad_input, grad_output) in backward; it may return other grad_input."""
        return self._add_hook("backward", prepend, hook)

    def _add_hook(self, kind, prepend, hook, with_kwargs=False, always_call=False):
        if not callable(hook):
            raise TypeError("a hook must be a function")
        hooks, number = self._hooks.setdefault(kind, {}), next(_ids)
        others = dict(hooks) if prepend else {}
        for other in others:
            del hooks[other]
        hooks[number] = hook, with_kwargs, always_call
        hooks.update(others)
        return _C._module_hook(self, hooks, kind, number, self._runs_in_c(kind), prepend,
                               always_call)

    def _bind_hooks(self):
        """Tells the library the hooks of a copy."""
        for kind, hooks in self._hooks.items():
            for number, (_, _, always_call) in hooks.items():
                _C._module_hook(self, hooks, kind, number, self._runs_in_c(kind), False,
                                always_call)

    def _runs_in_c(self, kind):
        """Whether the library calls hooks of a kind."""
        return False

    def _run_hook(self, kind, number, first, second):
        """Calls one hook for the library, with tuples of tensors: no outputs after an error."""
        hook, with_kwargs, _ = self._hooks.get(kind, {}).get(number, (None, False, False))
        if hook is None:
            return None
        named = ({},) if with_kwargs else ()
        failed = kind == "forward" and not second
        if kind == "forward":
            second = None if failed else second if len(second) > 1 else second[0]
        new = hook(self, first, *named, *(() if kind.endswith("_pre") else (second,)))
        if new is not None and with_kwargs and kind == "forward_pre":
            new, _ = new
        return None if new is None or failed else _tuple(new)

    def __call__(self, *args, **kwargs):
        if not self.__dict__.get("_hooks"):
            return self.forward(*args, **kwargs)
        done, result = set(), None
        after = self._hooks.get("forward", {})
        try:
            args, kwargs = self._before(args, kwargs)
            backward = _Backward(self)
            result = self.forward(*backward.watch_inputs(args), **kwargs)
            for number, (hook, with_kwargs, _) in list(after.items()):
                done.add(number)
                new = hook(self, args, *([kwargs] if with_kwargs else []), result)
                result = result if new is None else new
            return backward.watch_outputs(result)
        except Exception:
            for number, (hook, with_kwargs, always_call) in list(after.items()):
                if always_call and number not in done:
                    try:
                        hook(self, args, *([kwargs] if with_kwargs else []), result)
                    except Exception as error:  # noqa: BLE001: the first one is raised
                        warnings.warn(f"a forward hook with always_call raised {error!r}")
            raise

    def _before(self, args, kwargs):
        for hook, with_kwargs, _ in list(self._hooks.get("forward_pre", {}).values()):
            new = hook(self, args, kwargs) if with_kwargs else hook(self, args)
            if new is None:
                continue
            if not with_kwargs:
                args = _tuple(new)
            elif isinstance(new, tuple) and len(new) == 2:
                args, kwargs = new
            else:
                raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, "
                                   f"new_kwargs), but got {new}.")
        return args, kwargs


class _Watch(Function):
    """Returns its tensors, and lets backward call a function with their gradients."""

    @staticmethod
    def forward(ctx, run, *tensors):
        ctx.run = run
        ctx.set_materialize_grads(False)
        outputs = tuple(tensor.detach() for tensor in tensors)
        ctx.mark_non_differentiable(*(o for o, t in zip(outputs, tensors) if not t.requires_grad))
        return outputs

    @staticmethod
    def backward(ctx, *grads):
        return None, *ctx.run(grads)


class _Backward:
    """The backward hooks of one call of a module, if Python runs them."""

    def __init__(self, module):
        self._module = module
        self._pre, self._post = ([] if module._runs_in_c(kind) else [
            hook for hook, _, _ in module._hooks.get(kind, {}).values()]
            for kind in ("backward_pre", "backward"))
        self._no_gradients = self._grad_outputs = None

    def watch_inputs(self, args):
        """The arguments of forward(), behind its last backward."""
        watched = self._watch(args, self._end)
        if watched is args:
            self._no_gradients = (None,) * len(args)
        return watched

    def watch_outputs(self, result):
        """The result of forward(), before its first backward."""
        values = _tuple(result)
        if (self._pre or self._post) and not all(isinstance(v, _C.Tensor) for v in values):
            warnings.warn("For backward hooks to be called, module output should be a Tensor or a "
                          f"tuple of Tensors but received {type(result)}")
            return result
        values = self._watch(values, self._begin)
        return values if isinstance(result, tuple) else values[0]

    def _watch(self, values, run):
        places = [i for i, value in enumerate(values) if isinstance(value, _C.Tensor)]
        if (not (self._pre or self._post) or not _C.is_grad_enabled()
                or not any(values[i].requires_grad for i in places)):
            return values

        count = len(values)  # `values` would keep the graph that keeps this function

        def run_at_places(grads):
            given = [None] * count
            for i, grad in zip(places, grads):
                given[i] = grad
            given = run(tuple(given))
            return [given[i] for i in places]

        watched = dict(zip(places, _Watch.apply(run_at_places, *(values[i] for i in places))))
        return tuple(watched.get(i, value) for i, value in enumerate(values))

    def _begin(self, grads):
        for hook in self._pre:
            new = hook(self._module, grads)
            grads = grads if new is None else _tuple(new)
        self._grad_outputs = grads
        if self._no_gradients is not None:
            self._end(self._no_gradients)
        return grads

    def _end(self, grads):
        for hook in self._post if self._grad_outputs is not None else []:
            new = hook(self._module, grads, self._grad_outputs)
            if new is None:
                continue
            if self._no_gradients is not None and any(g is not None for g in _tuple(new)):
                raise RuntimeError("Backward hook for Modules where no input requires gradient "
                                   "should always return None or None for all gradients.")
            if len(_tuple(new)) != len(grads):
                raise RuntimeError(f"Backward hook returned an invalid number of grad_input, got "
                                   f"{len(_tuple(new))}, but expected {len(grads)}")
            grads = _tuple(new)
        return grads
