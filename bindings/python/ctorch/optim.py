"""Optimizers and schedulers: Python's torch.optim."""

import collections as _collections
import copy as _copy
import functools as _functools
import itertools as _itertools
import sys as _sys
import types as _types
import warnings as _warnings
import weakref as _weakref
from collections.abc import Mapping as _Mapping
from collections.abc import MutableMapping as _MutableMapping

from . import _C
from . import _swa as swa_utils
from .nn.builtin import parse as _parse
from .nn.module import as_parameter as _as_parameter


class _Group(_MutableMapping):
    """The options of a group and its parameters; what is set is set in C."""

    def __init__(self, optimizer, index):
        self._optimizer, self._index = optimizer, index

    def _options(self):
        return self._optimizer.state_dict()["param_groups"][self._index]

    def __getitem__(self, name):
        if name != "params":
            return self._optimizer.get(self._index, name)
        if self._optimizer._kept is not None:
            return self._optimizer._kept[self._index]
        count = self._optimizer.parameter_count(self._index)
        return [_as_parameter(self._optimizer.parameter(self._index, i)) for i in range(count)]

    def __setitem__(self, name, value):
        if name == "params":
            raise TypeError("the parameters of a group stay: add_param_group() adds others")
        self._optimizer.set(self._index, name, value)

    def __delitem__(self, name):
        raise TypeError("the options of a group cannot be deleted")

    def __iter__(self):
        return iter(self._options())

    def __len__(self):
        return len(self._options())

    def __repr__(self):
        return repr(dict(self))


class _State(_Mapping):
    """The state of an optimizer in C, by parameter: its tensors can be changed, not replaced."""

    def __init__(self, optimizer):
        self._all = dict(zip(optimizer._numbered(), _itertools.count()))
        self._state = optimizer.state_dict()["state"]

    def __getitem__(self, parameter):
        return _types.MappingProxyType(self._state.get(self._all[parameter], {}))

    def __setitem__(self, parameter, state):
        raise TypeError("the state of this optimizer is in C: load_state_dict() replaces it")

    def __iter__(self):
        return (parameter for parameter, number in self._all.items() if number in self._state)

    def __contains__(self, parameter):
        return self._all.get(parameter) in self._state

    def __len__(self):
        return len(self._state)

    def __repr__(self):
        return repr({parameter: dict(self[parameter]) for parameter in self})


def _parameters_of(params):
    """The Tensors and the names, or None, of a Tensor, of Tensors, or of pairs of both."""
    params = [params] if isinstance(params, _C.Tensor) else list(params)
    names = None
    if params and isinstance(params[0], tuple):
        names, params = [name for name, _ in params], [tensor for _, tensor in params]
    for tensor in params:
        if not isinstance(tensor, _C.Tensor):
            raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                            + type(tensor).__name__)
    return params, names


def _with_hooks(step):
    """The step of a class of the program's own, with the hooks around it, as the library has it."""

    @_functools.wraps(step)
    def stepping(*args, **kwargs):
        self = args[0]
        for hook in list(self._hooks.get(False, {}).values()):
            changed = hook(self, args, kwargs)
            if isinstance(changed, tuple) and len(changed) == 2:
                args, kwargs = changed
            elif changed is not None:
                raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), "
                                   f"but got {changed}.")
        result = step(*args, **kwargs)
        for hook in list(self._hooks.get(True, {}).values()):
            hook(self, args, kwargs)
        self._mark()
        return result

    stepping.has_hooks = True
    return stepping


def _as_state(value, parameter, is_step):
    """A value of a state dict as the state of a parameter, as Python converts it."""
    if isinstance(value, dict):
        return {key: _as_state(one, parameter, key == "step") for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_as_state(one, parameter, is_step) for one in value)
    if not isinstance(value, _C.Tensor):
        return _copy.deepcopy(value)
    if is_step:
        return value.clone()
    if parameter.is_floating_point():
        return value.to(dtype=parameter.dtype, device=parameter.device, copy=True)
    return value.to(device=parameter.device, copy=True)


class Optimizer(_C.optimizer):
    """An optimizer of the library, made by the name of its class; or, in a subclass of the
    program's own, Optimizer(params, defaults), whose step() is a function of Python and whose state
    is a dict for each parameter."""

    _class = None  # in the library; None: of the program
    _groups = None  # of an own class: what it has instead of its own
    _kept = None  # of an own class: the parameters of each group, whose state is found by them

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls._class is None and not hasattr(cls.step, "has_hooks"):
            cls.step = _with_hooks(cls.step)  # its own, or that of another base

    def __init__(self, params, *args, **kwargs):
        if isinstance(params, (_C.Tensor, dict)):
            raise TypeError("params argument given to the optimizer should be an iterable of "
                            f"Tensors or dicts, but got {type(params).__name__}")
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], _Mapping):
            groups = [{"params": groups}]
        first, *others = groups
        first = dict(first)
        parameters = _parameters_of(first.pop("params"))
        self._hooks = {}
        if self._class is None:
            self._make_own(*parameters, *args, **kwargs)
        else:
            self._take(_C._optimizer_new(self._class, *parameters, list(args), kwargs))
            self.defaults = {name: value for name, value in self.param_groups[0].items()
                             if name not in ("params", "param_names")}
        self.param_groups[0].update(first)
        for group in others:
            self.add_param_group(group)

    def _make_own(self, parameters, names, defaults=None):
        if defaults is None:
            raise TypeError("Optimizer.__init__() missing 1 required positional argument: "
                            "'defaults'")
        self.defaults, self.state = dict(defaults), _collections.defaultdict(dict)
        self._kept = [parameters]
        options = ", ".join(f"{name}=None" for name in defaults)
        self._take(_C._optimizer_new_own(type(self).__name__, options, parameters, names,
                                         self.defaults))

    def _mark(self):
        """Schedulers of the library see that there was a step; it refuses sparse gradients."""
        if not any(parameter.grad is not None and parameter.grad.is_sparse
                   for group in self._kept for parameter in group):
            _C._optimizer_mark_step(self)

    def add_param_group(self, param_group):
        """Adds a group, a dict: "params", and options that differ from those of the optimizer."""
        if not isinstance(param_group, _Mapping):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        options = dict(param_group)
        parameters, names = _parameters_of(options.pop("params"))
        _C._optimizer_add_group(self, parameters, names, options)
        if self._kept is not None:
            self._kept.append(parameters)

    @property
    def param_groups(self):
        """The groups, as mappings of their options: group["lr"] = 0.1 sets one. One of the program's own
        may have those of another optimizer."""
        if self._groups is not None:
            return self._groups
        return [_Group(self, index) for index in range(self.group_count())]

    @param_groups.setter
    def param_groups(self, groups):
        """Lets an optimizer of the program's own use these groups."""
        if self._class is not None:
            raise AttributeError("the groups of an optimizer of the library stay: change their options, "
                                 "or call add_param_group()")
        self._groups = groups

    def step(self, closure=None):
        """Updates the parameters; a closure computes the loss and its gradients again."""
        if self._class is None:
            raise NotImplementedError
        if closure is None:
            return super().step()
        return _C._optimizer_step(self, closure)

    def zero_grad(self, set_to_none=True):
        """Removes the gradients of the parameters, or sets them to zero."""
        if set_to_none:
            return super().zero_grad()
        return self.zero_grad_in_place()

    def minimize(self, loss):
        """zero_grad(), the gradients of a loss, and step()."""
        if self._class is not None:
            return super().minimize(loss)
        self.zero_grad()
        loss.backward()
        return self.step()

    def _numbered(self):
        """The parameters in the order of a state dict."""
        return list(_itertools.chain(*(group["params"] for group in self.param_groups)))

    def state_dict(self):
        """The state of the parameters by their numbers, and the groups."""
        result = super().state_dict()
        if self._kept is not None:
            numbers = {parameter: number for number, parameter in enumerate(self._numbered())}
            result["state"] = {numbers[key] if isinstance(key, _C.Tensor) else key: value
                               for key, value in self.state.items()}
        return result

    def load_state_dict(self, state_dict):
        """Replaces state and options by those of a state dict."""
        if self._kept is None:
            return super().load_state_dict(state_dict)
        super().load_state_dict({"state": {}, "param_groups": state_dict["param_groups"]})
        numbers = _itertools.chain(*(group["params"] for group in state_dict["param_groups"]))
        parameters = dict(zip(numbers, self._numbered()))
        self.state = _collections.defaultdict(dict)
        for key, value in state_dict["state"].items():
            if key in parameters:
                self.state[parameters[key]] = _as_state(value, parameters[key], False)
            else:  # what is of no parameter
                self.state[key] = value
        return None

    def register_step_pre_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) before each step."""
        return self._add_hook(False, hook)

    def register_step_post_hook(self, hook):
        """Calls hook(optimizer, args, kwargs) after each step."""
        return self._add_hook(True, hook)

    def _add_hook(self, after, hook):
        if not callable(hook):
            raise TypeError("a hook must be a function")
        is_first = after not in self._hooks
        self._hooks.setdefault(after, {})
        if is_first and self._class is not None:
            me = _weakref.ref(self)  # the library has the function as long as the optimizer
            _C._optimizer_hook(self, after, lambda: me()._run_hooks(after))
        number = next(_ids)
        self._hooks[after][number] = hook
        return _C._hook_handle(self._hooks[after], number)

    def _run_hooks(self, after):
        """Calls all for the library, which has the arguments of the step."""
        for hook in list(self._hooks[after].values()):
            if hook(self, (self,), {}) is not None and not after:
                raise RuntimeError("a hook before steps must return None: it cannot change the "
                                   "arguments")

    def __repr__(self):
        return self.to_string()

    # --- copies, which have groups and state, as torch's

    def __reduce_ex__(self, protocol):
        groups = [_parts_of(group) for group in self.param_groups]
        return _new_optimizer, (type(self), groups, self.defaults, Optimizer.state_dict(self))

    def __copy__(self):
        raise TypeError("an optimizer cannot be copied by copy.copy(): use copy.deepcopy()")


def _parts_of(group):
    names = group.get("param_names")
    return {"params": list(zip(names, group["params"]) if names else group["params"])}


def _new_optimizer(kind, groups, defaults, state):
    made = kind.__new__(kind)
    if kind._class is None:
        Optimizer.__init__(made, groups, defaults)
    else:
        Optimizer.__init__(made, groups, **{name: value for name, value in defaults.items()
                                            if name in kind._arguments})
        made.defaults = defaults
    Optimizer.load_state_dict(made, state)
    return made


_ids = _itertools.count(1)


class _Rate:
    """A function of a scheduler. C takes no error of one: its exception is raised after the call."""

    def __init__(self, function):
        self.function, self.error = function, None

    def __call__(self, epoch):
        try:
            return float(self.function(int(epoch) if epoch == int(epoch) else epoch))
        except BaseException as error:  # noqa: BLE001: it is the program's
            self.error = self.error or error
            return float("nan")

    def check(self):
        """Raises the exception of a call, once."""
        error, self.error = self.error, None
        if error is not None:
            raise error


class LRScheduler:
    """A base for schedulers of the program's own: get_lr() returns the learning rates of the groups
    for self.last_epoch. The library's compute theirs in C."""

    def __init__(self, optimizer, last_epoch=-1):
        self._set_optimizer(optimizer)
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", _copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in "
                               f"param_groups[{number}] when resuming scheduler with "
                               "last_epoch >= 0.")
        self.base_lrs = self._rates("initial_lr")
        self.last_epoch, self._step_count = last_epoch, 0
        _watch_steps(optimizer)
        self.step()

    def _set_optimizer(self, optimizer):
        if not isinstance(optimizer, _C.optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer

    def _rates(self, name):
        return [_copied(group[name]) for group in self.optimizer.param_groups]

    def get_lr(self):
        """Computes the learning rates of the groups; subclasses have their own."""
        raise NotImplementedError

    def step(self, epoch=None):
        """Sets the learning rates of the next epoch, or of this one."""
        if self._step_count == 1 and not getattr(self.optimizer, "_has_stepped", True):
            _warnings.warn("Detected call of `lr_scheduler.step()` before `optimizer.step()`. This "
                           "skips the first value of the learning rate schedule.", stacklevel=2)
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate
        self._last_lr = self._rates("lr")

    def get_last_lr(self):
        """The learning rates of the groups."""
        return self._last_lr

    def state_dict(self):
        """All attributes but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Sets the attributes of a state dict."""
        self.__dict__.update(state_dict)


def _copied(rate):
    return rate.clone() if isinstance(rate, _C.Tensor) else rate


def _watch_steps(optimizer):
    """Lets an optimizer note its first step."""
    if not hasattr(optimizer, "_has_stepped"):
        optimizer._has_stepped = False
        optimizer.register_step_post_hook(
            lambda self, args, kwargs: setattr(self, "_has_stepped", True))


class _OfLibrary(LRScheduler, _C.lr_scheduler):
    """A scheduler of the library, made by the name of its class."""

    _functions = None  # the argument that is a function, or one for each group

    def __init__(self, optimizer, *args, **kwargs):
        self._set_optimizer(optimizer)
        self._make(optimizer, (), args, kwargs)

    def _make(self, optimizer, schedulers, args, kwargs):
        """Functions and schedulers are no values of C: they go apart from the other arguments."""
        if type(self).get_lr is not LRScheduler.get_lr:
            raise TypeError(f"C computes the rates of {self._class} and does not call get_lr(): "
                            f"derive {type(self).__name__} from LRScheduler")
        self.optimizer = optimizer
        functions, args = kwargs.pop(self._functions, None), list(args)
        if functions is None and self._functions == "lr_lambda" and args:
            functions = args.pop(0)
        if callable(functions):
            functions = [functions]
        elif functions is not None and len(functions) != optimizer.group_count():
            raise ValueError(f"Expected {optimizer.group_count()} lr_lambdas, but got "
                             f"{len(functions)}")
        if not functions and not schedulers:
            self._take(_C.lr_scheduler_new(self._class, optimizer, args, kwargs))
            return
        self._keeps = rates = [_Rate(function) for function in functions or ()]
        self._take(_C._lr_scheduler_new_from(self._class, optimizer, rates, schedulers, args,
                                             kwargs))
        self._check()

    def _check(self):
        for kept in self._keeps or ():
            (kept.check if isinstance(kept, _Rate) else kept._check)()

    def step(self, metrics=None):
        """Sets the next learning rate; ReduceLROnPlateau takes a number or a Tensor with one."""
        _C.lr_scheduler.step(self) if metrics is None else self.step_metric(float(metrics))
        self._check()

    def get_last_lr(self):
        """The learning rates of the groups."""
        return [self.last_lr(group) for group in range(self.optimizer.group_count())]

    state_dict, load_state_dict = _C.lr_scheduler.state_dict, _C.lr_scheduler.load_state_dict

    def __getattr__(self, name):
        """What Python's has, too: last_epoch, base_lrs, ..."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)


class _Schedulers(_OfLibrary):
    """One of several others."""

    def _of(self, optimizer, schedulers, args, kwargs):
        schedulers = list(schedulers)
        self._make(optimizer, schedulers, args, kwargs)
        self.optimizer = optimizer or schedulers[0].optimizer
        self._keeps = schedulers  # they have the functions that C calls


class _SequentialLR(_Schedulers):
    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self._of(optimizer, schedulers, (list(milestones), last_epoch), {})


class _ChainedScheduler(_Schedulers):
    def __init__(self, schedulers, optimizer=None):
        self._of(optimizer, schedulers, (), {})


_BASES = {"SequentialLR": _SequentialLR, "ChainedScheduler": _ChainedScheduler}
_FUNCTIONS = {"LambdaLR": "lr_lambda", "MultiplicativeLR": "lr_lambda", "CyclicLR": "scale_fn"}


def _make_classes():
    for made in _C.optimizer_list_classes():
        name = made["name"]
        globals()[name] = type(name, (Optimizer,), {
            "__doc__": made["schema"], "__module__": __name__, "_class": name,
            "state": property(_State),
            "_arguments": {argument for _, argument, _ in _parse(made["schema"])}})
    for made in _C.lr_scheduler_list_classes():
        name = made["name"]
        scheduler = type(name, (_BASES.get(name, _OfLibrary),), {
            "__doc__": made["schema"], "__module__": lr_scheduler.__name__, "_class": name,
            "_functions": _FUNCTIONS.get(name)})
        setattr(lr_scheduler, name, scheduler)


lr_scheduler = _types.ModuleType(__name__ + ".lr_scheduler", "The schedulers: StepLR, ...")
lr_scheduler.LRScheduler = lr_scheduler._LRScheduler = LRScheduler
_sys.modules[lr_scheduler.__name__] = lr_scheduler
_make_classes()
_sys.modules[__name__ + ".swa_utils"] = swa_utils
swa_utils.SWALR = lr_scheduler.SWALR
