"""Python's torch.utils.checkpoint."""

from .. import _C


def checkpoint(function, *args, use_reentrant=False, preserve_rng_state=True,
               determinism_check="default", early_stop=True, **kwargs):
    """Calls a function, and calls it again in backward instead of keeping what its operations save."""
    if use_reentrant:
        raise NotImplementedError("checkpoint(): use_reentrant=True is not available, and "
                                  "use_reentrant=False computes the same")
    return _C._checkpoint(function, args, kwargs, preserve_rng_state, early_stop, determinism_check)
