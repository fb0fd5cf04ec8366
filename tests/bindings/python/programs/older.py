"""What older programs use: switches of backends, constructors of old names, pruning."""

import torch
from torch import nn
from torch.nn.utils import prune

from show import show

cudnn = torch.backends.cudnn
print(cudnn.enabled, cudnn.benchmark, cudnn.deterministic, cudnn.allow_tf32)
cudnn.benchmark = True
with cudnn.flags(enabled=False, benchmark=False):
    print(cudnn.enabled, cudnn.benchmark)
print(cudnn.enabled, cudnn.benchmark)
cudnn.benchmark = False
torch.backends.cuda.matmul.allow_tf32 = True
print(torch.backends.cuda.matmul.allow_tf32, torch.get_float32_matmul_precision())
torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cuda.enable_flash_sdp(False)
print(torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled())
torch.backends.cuda.enable_flash_sdp(True)
print(torch.backends.mkldnn.enabled, torch.backends.mkldnn.is_available(), torch.backends.mps.is_available())

print(torch.FloatTensor([1, 2]), torch.LongTensor([[1, 2]]), torch.ByteTensor([3]), torch.BoolTensor([0, 1]))
print(torch.FloatTensor(2, 3).shape, torch.IntTensor(2).dtype, torch.DoubleTensor().shape)
for dtype in torch.float32, torch.float64, torch.int64, torch.bool, torch.bfloat16, torch.uint8:
    print(torch.zeros(1).to(dtype).type())
x = torch.ones(2)
print(x.type(torch.int64), x.type("torch.DoubleTensor"), x.type(torch.LongTensor).dtype)
print(torch.asarray([1, 2.5]), torch.asarray(x).data_ptr() == x.data_ptr(), torch.asarray(x, copy=True) is x)
print(torch.asarray([1, 2], dtype=torch.float64, requires_grad=True))
show("no copy", lambda: torch.asarray(x, copy=False).data_ptr() == x.data_ptr())

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))
print(prune.l1_unstructured(net[0], "weight", amount=0.25) is net[0], prune.is_pruned(net))
print(net[0].weight_mask, sorted(name for name, _ in net[0].named_buffers()))
prune.random_unstructured(net[0], name="bias", amount=1)
print(net[0].bias_mask.sum())
prune.ln_structured(net[2], "weight", 0.5, n=2, dim=0)
prune.ln_structured(net[2], "weight", 1, n="fro", dim=1)
print(net[2].weight_mask)
prune.remove(net[2], "weight")
print(net[2].weight, [name for name, _ in net[2].named_parameters()])


class EverySecond(prune.BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


class LastRow(prune.BasePruningMethod):
    PRUNING_TYPE = "structured"
    dim = 0

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask[-1] = 0
        return mask


layer = nn.Linear(4, 4)
EverySecond.apply(layer, "weight")
print(layer.weight_mask)
EverySecond.apply(layer, "weight")
print(layer.weight_mask)
LastRow.apply(layer, "weight")
LastRow.apply(layer, "weight")
print(layer.weight_mask)
other = nn.Linear(4, 4)
prune.L1Unstructured.apply(other, "weight", 3)
prune.L1Unstructured.apply(other, "weight", amount=0.5, importance_scores=-torch.arange(16.0).view(4, 4))
print(other.weight_mask)
pair = [(nn.Linear(3, 2), "weight"), (nn.Linear(2, 2), "weight")]
prune.global_unstructured(pair, pruning_method=prune.L1Unstructured, amount=0.4)
print([getattr(layer, "weight_mask").tolist() for layer, _ in pair])
prune.global_unstructured(pair, pruning_method=prune.L1Unstructured, amount=3,
                          importance_scores={pair[1]: torch.zeros(2, 2)})
print([getattr(layer, "weight_mask").tolist() for layer, _ in pair])
prune.global_unstructured(pair, pruning_method=prune.RandomUnstructured, amount=1)
print(sum(int(getattr(layer, "weight_mask").sum()) for layer, _ in pair))
show("too many", lambda: prune.l1_unstructured(nn.Linear(2, 2), "weight", amount=7))
show("no fraction", lambda: prune.L1Unstructured.apply(nn.Linear(2, 2), "weight", 1.5))
show("structured", lambda: prune.global_unstructured(pair, LastRow) and None)
print(type(prune.identity(nn.Linear(1, 1), "bias")).__name__)

print(torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.Tensor().shape, torch.Tensor(torch.Size([2])).shape)
print(torch.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 2.0], (2, 2)).to_dense(), torch.sparse_coo_tensor((2, 3)).shape)
print(torch.sparse_coo_tensor(torch.tensor([[0], [1]]), torch.tensor([3.0]), [2, 2], dtype=torch.float64).to_dense())
print(torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0], size=(2, 2)).to_dense())

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
net._modules["1"] = nn.GELU()
print(net, list(net._modules), list(net[0]._parameters), net[0]._parameters["weight"].shape)
net[0]._parameters["bias"] = None
print(net[0].bias, net(torch.ones(1, 3)).shape, nn.BatchNorm1d(2)._buffers["running_mean"])
del net._modules["2"]
print(len(net), [type(part).__name__ for part in net._modules.values()], "2" in net._modules)


class TwoSteps(torch.optim.Optimizer):
    """Sharpness-aware minimization, whose groups are those of another optimizer."""

    def __init__(self, params, base, rho, **options):
        super().__init__(params, dict(rho=rho, **options))
        self.base = base(self.param_groups, **options)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def climb(self):
        norm = torch.stack([p.grad.norm() for group in self.param_groups for p in group["params"]]).norm()
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["before"] = p.data.clone()
                p.add_(p.grad * (group["rho"] / (norm + 1e-12)))
        self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.data = self.state[p]["before"]
        self.base.step()
        self.zero_grad()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = TwoSteps(net.parameters(), torch.optim.SGD, rho=0.1, lr=0.1, momentum=0.9)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.climb()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
    print(loss)
