"""What state dicts of modules have beside parameters and buffers: extra states, and hooks."""

import copy
import itertools

from .. import _C

_KEY = "_extra_state"
_ids = itertools.count(1)


def _overrides(module, name):
    return getattr(type(module), name) is not getattr(StateHooks, name)


def _modules(module):
    """The modules in it with the beginnings of their keys; a shared one more than once."""
    return [(path + "." if path else "", part)
            for path, part in module.named_modules(remove_duplicate=False)]


def _children_first(module, prefix=""):
    for name, child in module.named_children():
        yield from _children_first(child, f"{prefix}{name}.")
    yield prefix, module


def _metadata_of(state, prefix):
    return (getattr(state, "_metadata", None) or {}).get(prefix[:-1], {})


class StateHooks:
    """A module's extra state, and its hooks for state dicts."""

    def get_extra_state(self):
        """Returns what state_dict() has beside parameters and buffers; subclasses have their own."""
        raise RuntimeError("a module with set_extra_state() needs get_extra_state(), too")

    def set_extra_state(self, state):
        """Takes what get_extra_state() returned; subclasses have their own."""
        raise RuntimeError("a module with get_extra_state() needs set_extra_state(), too")

    def register_state_dict_pre_hook(self, hook):
        """Calls hook(module, prefix, keep_vars) before state_dict()."""
        return self._add_state_hook("pre", hook)

    def register_state_dict_post_hook(self, hook):
        """Calls hook(module, state_dict, prefix, local_metadata), which may change the dict."""
        return self._add_state_hook("post", hook)

    _register_state_dict_hook = register_state_dict_post_hook

    def register_load_state_dict_pre_hook(self, hook):
        """Calls hook(module, state_dict, prefix, local_metadata, strict, missing_keys,
        unexpected_keys, error_msgs) before load_state_dict() with a copy of the dict."""
        return self._add_state_hook("load", hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return self._add_state_hook("load", hook if with_module else lambda module, *rest: hook(*rest))

    def register_load_state_dict_post_hook(self, hook):
        """Calls hook(module, incompatible_keys) after load_state_dict(); it may change the lists."""
        return self._add_state_hook("loaded", hook)

    def _add_state_hook(self, kind, hook):
        hooks = self.__dict__.setdefault("_state_hooks", {}).setdefault(kind, {})
        number = next(_ids)
        hooks[number] = hook
        return _C._hook_handle(hooks, number)

    def _hooks_of_state(self, kind):
        return list(self.__dict__.get("_state_hooks", {}).get(kind, {}).values())


# --- state_dict()


def before_state(module, prefix, keep_vars):
    """Calls the hooks that come before state_dict()."""
    for path, part in _modules(module):
        for hook in part._hooks_of_state("pre"):
            hook(part, prefix + path, keep_vars)


def after_state(module, state, prefix):
    """Calls the hooks that come after state_dict(); one may return another dict."""
    for path, part in _children_first(module, prefix):
        for hook in part._hooks_of_state("post"):
            returned = hook(part, state, path, _metadata_of(state, path))
            state = state if returned is None else returned
    return state


def add_extra_state(module, state):
    """Adds the extra states to a state dict, each after the other entries of its module."""
    extras = {prefix: part.get_extra_state() for prefix, part in _modules(module)
              if _overrides(part, "get_extra_state")}
    if not extras:
        return state
    entries = list(state.items())
    state.clear()
    for prefix, part in _modules(module):
        own = [entry for entry in entries if entry[0].startswith(prefix)
               and "." not in entry[0][len(prefix):]]
        state.update(own)
        if prefix in extras:
            state[prefix + _KEY] = extras[prefix]
    state.update(entries)  # those of no module that is listed; the others are there
    return state


# --- load_state_dict()


def before_load(module, state, strict):
    """Calls the hooks that come before load_state_dict() with a copy of the dict. Returns it, and the
    missing and unexpected keys and the errors that they have found."""
    found = [], [], []
    if any(part._hooks_of_state("load") for part in module.modules()):
        state = copy.copy(state)
    for prefix, part in _modules(module):
        for hook in part._hooks_of_state("load"):
            hook(part, state, prefix, _metadata_of(state, prefix), strict, *found)
    return state, *found


def take_extra_state(module, state):
    """Sets the extra states that a state dict has; returns the rest of it, and the missing keys."""
    setters = {prefix + _KEY: part.set_extra_state for prefix, part in _modules(module)
               if _overrides(part, "set_extra_state")}
    if not setters:
        return state, []
    rest = copy.copy(state)
    for key in setters.keys() & state.keys():
        setters[key](rest.pop(key))
    return rest, [key for key in setters if key not in state]


def after_load(module, keys):
    """Calls the hooks that come after load_state_dict()."""
    for _, part in _children_first(module):
        for hook in part._hooks_of_state("loaded"):
            hook(part, keys)


def _quoted(keys):
    return ", ".join(f'"{key}"' for key in keys)


def check_load(module, keys, errors, strict):
    """Raises the errors, and, if it is strict, what is wrong with the keys."""
    found = (("Missing", keys.missing_keys), ("Unexpected", keys.unexpected_keys)) if strict else ()
    lines = [f"{what} key(s) in state_dict: {_quoted(some)}. " for what, some in found if some]
    if lines or errors:
        raise RuntimeError(f"Error(s) in loading state_dict for {module._get_name()}:\n\t"
                           + "\n\t".join(lines + errors))
