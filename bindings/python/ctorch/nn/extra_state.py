"""What a module keeps in the state dict beside parameters and buffers: get_extra_state()."""

import copy

_KEY = "_extra_state"


def _overrides(module, name):
    from .module import Module  # which needs this file

    return getattr(type(module), name) is not getattr(Module, name)


def _modules(module):
    """The modules in it with the beginnings of their keys; a shared one more than once."""
    return [(path + "." if path else "", part)
            for path, part in module.named_modules(remove_duplicate=False)]


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


def _quoted(key):
    return f'"{key}"'


def check_keys(module, missing_keys, unexpected_keys):
    """Raises what a strict load_state_dict() does for keys that do not fit."""
    lines = [f"{what} key(s) in state_dict: {', '.join(map(_quoted, keys))}. "
             for what, keys in (("Missing", missing_keys), ("Unexpected", unexpected_keys)) if keys]
    if lines:
        raise RuntimeError(f"Error(s) in loading state_dict for {module._get_name()}:\n\t"
                           + "\n\t".join(lines))
