"""Initial values of parameters: Python's torch.nn.init."""

from .. import _C

globals().update({n: f for n, f in vars(_C.init).items() if not n.startswith("__")})
