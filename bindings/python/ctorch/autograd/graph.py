"""What operations save for backward: Python's torch.autograd.graph."""

from contextlib import contextmanager

from .. import _C


@contextmanager
def saved_tensors_hooks(pack_hook, unpack_hook):
    """Packs the tensors that operations of this thread save, and unpacks them for backward."""
    _C._saved_tensors_push(pack_hook, unpack_hook)
    try:
        yield
    finally:
        _C.saved_tensors_pop()


@contextmanager
def save_on_cpu(pin_memory=False, device_type="cuda"):
    """Keeps the tensors that operations of this thread save in the CPU's memory."""
    _C.save_on_cpu_push(pin_memory)
    try:
        yield
    finally:
        _C.saved_tensors_pop()


Node = _C.node
_next, _variable = Node.next, Node.variable
Node.next_functions = property(
    lambda self: tuple(_next(self, i) for i in range(self.next_count())),
    doc="The nodes that receive the gradients, each with the index of its input; None: none is needed.")
Node.variable = property(_variable, doc="The leaf whose gradient an AccumulateGrad adds to.")
Node.__repr__ = lambda self: f"<{self.name().rpartition(':')[2]} object at {hash(self):#x}>"
