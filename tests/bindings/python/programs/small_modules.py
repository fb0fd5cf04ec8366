"""Small parts of torch: sparse, testing, warnings, storages, einsum by numbers, compile."""

import warnings

import torch
from show import show
from torch import nn

eye = torch.eye(3).to_sparse()
print(torch.sparse.mm(eye, torch.ones(3, 2)), torch.sparse.sum(eye), torch.sparse.sum(eye, 0).to_dense())
print(torch.sparse.softmax(eye, 1).to_dense(), torch.sparse.log_softmax(eye, dim=1, dtype=torch.float64).dtype)
print(torch.sparse.addmm(torch.ones(3, 2), eye, torch.ones(3, 2), beta=0.5))

x = torch.arange(6.0).view(2, 3)
print(torch.einsum(x, [0, 1], x, [2, 1], [0, 2]), torch.einsum(x, [..., 1], [...]), torch.einsum(x, [0, 1]))
show("a number that is no dimension", lambda: torch.einsum(x, [0, 60]).shape and None)
print(complex(torch.tensor(1 + 2j)), complex(torch.tensor(2)), x.char().dtype, x.cfloat().dtype, x.cdouble().dtype)
print(x.new(2).shape, x.new([1, 2]), torch.typename(x), torch.typename(1), torch.is_storage(x))
row = x[1]
print(row.untyped_storage().nbytes(), row.untyped_storage().data_ptr() == x.data_ptr(), len(x.untyped_storage()))
print(torch.compile(nn.Identity())(x).shape, torch.compile(lambda a: a + 1)(torch.ones(1)))


@torch.compile
def double(a):
    return 2 * a


@torch.compile(dynamic=False)
def triple(a):
    return 3 * a


print(double(torch.ones(1)), triple(torch.ones(1)), torch.version.hip, torch.version.__version__[:4])
torch.cuda.manual_seed_all(1)
torch.cuda.manual_seed(1)
torch.cuda.empty_cache()
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
show("_assert", lambda: torch._assert(1 > 2, "no"))

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 1)
    nn.LSTM(2, 2, 1, dropout=0.5)
    seen = len(caught)
print([(one.category.__name__, str(one.message)[:40]) for one in caught], seen, caught[0].filename == __file__)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        nn.LSTM(2, 2, 1, dropout=0.5)
        print("not reached")
    except UserWarning as warning:
        print("raised:", str(warning)[:40])

close = torch.testing.assert_close
pairs = {
    "equal": (torch.ones(2), torch.ones(2)),
    "near": (torch.ones(2), torch.ones(2) + 1e-7),
    "far": (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.5])),
    "another dtype": (torch.ones(1), torch.ones(1, dtype=torch.float64)),
    "another shape": (torch.ones(1), torch.ones(2)),
    "numbers": (1.0, 1.0 + 1e-9),
    "other numbers": (1, 2),
    "lists": ([torch.ones(1), 2], [torch.ones(1), 2]),
    "another length": ([1], [1, 2]),
    "dicts": ({"a": 1.5}, {"a": 1.5}),
    "not numbers": (torch.tensor(float("nan")), torch.tensor(float("nan"))),
    "integers": (torch.tensor([1, 2]), torch.tensor([1, 2])),
    "nothing": (None, None),
}
for name, (actual, expected) in pairs.items():
    try:
        close(actual, expected)
        print(name, "close")
    except (AssertionError, TypeError) as error:
        print(name, type(error).__name__, str(error).splitlines()[0])
close(torch.tensor(float("nan")), torch.tensor(float("nan")), equal_nan=True)
close(torch.ones(1), torch.ones(1, dtype=torch.float64), check_dtype=False)
close(torch.tensor(1.0), torch.tensor(1.1), rtol=0.2, atol=0)
show("one tolerance", lambda: close(1.0, 1.0, rtol=1))
show("message", lambda: close(1.0, 2.0, msg="mine"))
show("message by a function", lambda: close(1.0, 2.0, msg=lambda text: text.splitlines()[0] + "?"))

torch.manual_seed(3)
matrix = torch.randn(8, 4)
for function in (lambda: torch.pca_lowrank(matrix, q=3), lambda: torch.pca_lowrank(matrix.t(), 2, center=False, niter=1),
                 lambda: torch.svd_lowrank(matrix, q=2), lambda: torch.svd_lowrank(matrix, 2, M=torch.ones(1, 4))):
    left, values, right = function()
    print(left.shape, values, right.shape)
show("too many components", lambda: torch.pca_lowrank(matrix, q=9))

net = nn.Sequential(nn.Linear(1, 1))
net.scale = 1
show("a parameter", lambda: net.register_parameter("scale", nn.Parameter(torch.ones(1))))
show("a buffer", lambda: net.register_buffer("0", torch.ones(1)))
show("a module", lambda: net.add_module("scale", nn.ReLU()))
show("a method", lambda: net.register_buffer("forward", torch.ones(1)))
net.register_buffer("kept", torch.ones(1))
net.register_buffer("kept", torch.zeros(1))
net.register_module("last", nn.ReLU())
print(net, net.kept)

leaf = torch.ones(1, requires_grad=True)
node = (leaf * 2 + leaf).grad_fn
(product, index), (adds, _) = node.next_functions
print(repr(node).split(" at ")[0], repr(product).split(" at ")[0], index, product.next_functions[1])
print(repr(adds).split(" at ")[0], torch.equal(adds.variable, leaf))
normed = nn.utils.weight_norm(nn.Linear(3, 2))
print(normed.weight.shape, sorted(name for name, _ in normed.named_parameters()))
normed = nn.utils.spectral_norm(nn.Linear(3, 2), n_power_iterations=2)
print(normed.weight.shape, sorted(normed.state_dict()), nn.utils.remove_spectral_norm(normed))
