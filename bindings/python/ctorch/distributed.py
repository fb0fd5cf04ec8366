"""Training on several processes: Python's torch.distributed, if libctorch_distributed was built."""

import itertools
from contextlib import contextmanager
from datetime import timedelta

from . import _C
from ._dist_enums import DistOp
from .nn.builtin import Builtin

_dist = getattr(_C, "distributed", None)


class ReduceOp:
    """How tensors of several ranks become one."""

    SUM, AVG, PRODUCT = DistOp.DIST_SUM, DistOp.DIST_AVG, DistOp.DIST_PRODUCT
    MIN, MAX = DistOp.DIST_MIN, DistOp.DIST_MAX
    BAND, BOR, BXOR = DistOp.DIST_BAND, DistOp.DIST_BOR, DistOp.DIST_BXOR


def is_available():
    """Whether the package has this part: it needs libtorch 2.8."""
    return _dist is not None


def _given(**options):
    """The options that are not None; times are seconds in C."""
    return {name: value.total_seconds() if isinstance(value, timedelta) else value
            for name, value in options.items() if value is not None}


# --- groups


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1,
                       store=None):
    """Joins the default group, and returns when all processes have."""
    if _dist is None:
        raise RuntimeError("Distributed package doesn't have its library: libctorch_distributed was "
                           "not built, which needs libtorch 2.8")
    options = {} if world_size < 0 else {"world_size": world_size, "rank": rank}
    _dist.dist_init(**_given(backend=backend, method=init_method, timeout=timeout, store=store),
                    **options)


def destroy_process_group():
    """Leaves the default group."""
    _dist.dist_destroy()


def is_initialized():
    """Whether there is a default group."""
    return _dist is not None and _dist.dist_is_initialized()


def get_rank(group=None):
    """The rank of this process in a group; -1: it is not in it."""
    _need_group()
    return _dist.dist_rank(group)


def get_world_size(group=None):
    """The number of processes of a group."""
    _need_group()
    return _dist.dist_world_size(group)


def _need_group():
    if not is_initialized():
        raise ValueError("Default process group has not been initialized, please make sure to call "
                         "init_process_group.")


def new_group(ranks=None, timeout=None, backend=None):
    """Makes a group of some ranks; all processes call it."""
    ranks = list(range(get_world_size())) if ranks is None else list(ranks)
    return _dist.dist_group_new(ranks, **_given(timeout=timeout, backend=backend))


def TCPStore(host_name, port, world_size=None, is_master=False, timeout=None):
    """A store of keys and values that one process serves."""
    return _dist.dist_store_new_tcp(host_name, port, **_given(
        world_size=world_size, is_server=is_master, timeout=timeout))


# --- collectives


def _run(function, *args, async_op=False, **options):
    """The call, which has ended when this returns; with async_op a Work to wait for."""
    work = function(*args, **_given(**options))
    if async_op:
        return work
    work.wait()
    return None


if _dist is not None:
    _wait = _C.dist_work.wait
    _C.dist_work.wait = lambda self, timeout=0.0: _wait(self, float(timeout))
    _C.dist_work.is_completed = _C.dist_work.is_done
    _C.dist_work.result = _C.dist_work.results


def broadcast(tensor, src=0, group=None, async_op=False):
    """Copies the tensor of a rank to all."""
    return _run(_dist.dist_broadcast, tensor, src, group=group, async_op=async_op)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces the tensors of all ranks, in place."""
    return _run(_dist.dist_all_reduce, tensor, op=op, group=group, async_op=async_op)


def reduce(tensor, dst=0, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces the tensors of all ranks; one rank gets the result."""
    return _run(_dist.dist_reduce, tensor, dst, op=op, group=group, async_op=async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    """Copies the tensors of all ranks to each."""
    return _run(_dist.dist_all_gather, tensor_list, tensor, group=group, async_op=async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    """The same, one after the other in a tensor."""
    return _run(_dist.dist_all_gather_into_tensor, output_tensor, input_tensor, group=group,
                async_op=async_op)


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    """Copies the tensors of all ranks to one."""
    return _run(_dist.dist_gather, tensor, dst, gather_list or [], group=group, async_op=async_op)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    """Copies a tensor of one rank to each."""
    return _run(_dist.dist_scatter, tensor, src, scatter_list or [], group=group,
                async_op=async_op)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    """Reduces a list of tensors; each rank gets one of the results."""
    return _run(_dist.dist_reduce_scatter, output, input_list, op=op, group=group,
                async_op=async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    """The same for the parts of a tensor."""
    return _run(_dist.dist_reduce_scatter_tensor, output, input, op=op, group=group,
                async_op=async_op)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    """Sends a tensor to each rank, and receives one from each."""
    return _run(_dist.dist_all_to_all, output_tensor_list, input_tensor_list, group=group,
                async_op=async_op)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None,
                      async_op=False):
    """The same for the parts of a tensor."""
    return _run(_dist.dist_all_to_all_single, output, input, output_split_sizes or [],
                input_split_sizes or [], group=group, async_op=async_op)


def send(tensor, dst, group=None, tag=0):
    """Sends a tensor to a rank."""
    _run(_dist.dist_send, tensor, dst, group=group, tag=tag)


def recv(tensor, src, group=None, tag=0):
    """Receives a tensor from a rank."""
    _run(_dist.dist_recv, tensor, src, group=group, tag=tag)
    return src


def isend(tensor, dst, group=None, tag=0):
    """The same as send(), but returns a Work at once."""
    return _run(_dist.dist_send, tensor, dst, group=group, tag=tag, async_op=True)


def irecv(tensor, src, group=None, tag=0):
    """The same as recv(), but returns a Work at once."""
    return _run(_dist.dist_recv, tensor, src, group=group, tag=tag, async_op=True)


def barrier(group=None, async_op=False):
    """Waits until all ranks have come here."""
    return _run(_dist.dist_barrier, group=group, async_op=async_op)


def all_gather_object(object_list, obj, group=None):
    """Copies the objects of all ranks to each."""
    object_list[:] = _dist.dist_all_gather_object(obj, **_given(group=group))


def broadcast_object_list(object_list, src=0, group=None):
    """Copies the objects of a rank, a rank of the default group, to all."""
    lists = [None] * get_world_size(group)
    all_gather_object(lists, (get_rank(), list(object_list)), group)
    object_list[:] = dict(lists)[src]


# --- DDP


class DistributedDataParallel(Builtin):
    """Calls a module, and reduces its gradients in backward."""

    _class = "DistributedDataParallel"

    def __init__(self, module, device_ids=None, broadcast_buffers=True, init_sync=True,
                 process_group=None, bucket_cap_mb=None, find_unused_parameters=False,
                 gradient_as_bucket_view=False, static_graph=False):
        _need_group()
        self._take(_dist.ddp_new(module, **_given(
            group=process_group, bucket_cap_mb=bucket_cap_mb, static_graph=static_graph,
            find_unused_parameters=find_unused_parameters, no_init_sync=not init_sync,
            gradient_as_bucket_view=gradient_as_bucket_view,
            no_broadcast_buffers=not broadcast_buffers)))
        self._begin()
        self._children["module"] = module
        self.__dict__["_arguments"] = ([], {})

    def forward(self, *inputs):
        """Calls the module."""
        outputs = _C._module_call(self, inputs, self._children["module"])
        if not isinstance(outputs, tuple):
            return outputs
        given = tuple(itertools.takewhile(lambda output: output is not None, outputs))
        return given if len(given) > 1 else given[0]

    @contextmanager
    def no_sync(self):
        """Within it, backward only adds to the gradients of this process."""
        _dist.ddp_enter_no_sync(self)
        try:
            yield
        finally:
            _dist.ddp_leave_no_sync(self)

    @contextmanager
    def join(self):
        """Within it, the processes may have different numbers of inputs."""
        _dist.ddp_enter_join(self)
        yield
        _dist.ddp_leave_join(self)
