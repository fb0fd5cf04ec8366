"""torch.library.register_fake(): its errors, and that of an operator without a fake kernel."""

import torch

from common import error


def cases():
    library = torch.library.Library("fakes", "DEF")
    library.define("scale(Tensor x) -> Tensor")
    library.define("composite(Tensor x) -> Tensor")
    library.define("with_meta(Tensor x) -> Tensor")
    library.impl("composite", lambda x: x + 1, "CompositeImplicitAutograd")
    library.impl("with_meta", torch.empty_like, "Meta")

    def register(name):
        torch.library.register_fake(f"fakes::{name}", torch.empty_like, lib=library,
                                    allow_override=False)

    return [{"name": name, "error": error(lambda name=name: register(name))}
            for name in ("missing", "composite", "with_meta")]
