"""A program with types, which `mypy --strict` accepts (types.sh); it runs, too."""

from typing import Any, Iterator

import ctorch
from ctorch import Tensor, amp, autograd, data, distributions, export, jit, nn, optim
from ctorch.nn import functional as F
from ctorch.nn import init, utils
from ctorch.nn.utils import parametrizations, rnn
from ctorch.optim import swa_utils
from ctorch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, width), nn.BatchNorm1d(width), nn.ReLU())
        self.head = nn.Linear(width, 2)
        self.register_buffer("calls", ctorch.zeros(1, dtype=ctorch.int64))
        init.xavier_uniform_(self.head.weight)

    def forward(self, x: Tensor) -> Tensor:
        scores: Tensor = self.head(checkpoint(self.body, x)).tanh()
        return scores


class Square(autograd.Function):
    @staticmethod
    def forward(ctx: autograd.function.FunctionCtx, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: autograd.function.FunctionCtx, grad: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return 2 * x * grad


class Pairs(data.Dataset):
    def __len__(self) -> int:
        return 6

    def __getitem__(self, index: int) -> tuple[Tensor, int]:
        return ctorch.full((4,), float(index)), index % 2


class Backward(data.Sampler):
    def __iter__(self) -> Iterator[int]:
        yield from range(5, -1, -1)


def results() -> list[float]:
    x = ctorch.arange(6.0).view(2, 3)
    best = x.max(dim=1)
    values, indices = best
    u, s, v = ctorch.linalg.svd(x)
    rows: list[float] = x[0, 1:].tolist()
    kept: bool = bool((values == best.values).all()) and indices.shape == (2,)
    info: float = ctorch.finfo(ctorch.float32).eps
    spectrum: Tensor = ctorch.fft.rfft(x)
    normal = distributions.Independent(distributions.Normal(x, 1.0), 1)
    density: Tensor = normal.log_prob(normal.sample((2,)))
    events: tuple[int, ...] = normal.event_shape
    return [*rows, float(kept), info, float(u.shape[0] + s.ndim + v.ndim), float(spectrum.abs().sum()),
            float(density.ndim), *events]


@ctorch.no_grad()
def evaluate(net: nn.Module, x: Tensor) -> Tensor:
    classes: Tensor = net.eval()(x).argmax(1)
    rows: int = x.size(0)
    wanted = classes.new_zeros(rows, dtype=ctorch.int64)
    assert classes.dim() == 1 and classes.numel() == wanted.size()[0] and wanted.stride(0) == 1
    return classes


def train() -> float:
    net = Net(8).train()
    optimizer = optim.AdamW(net.parameters(), lr=0.01, weight_decay=0.1)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=2)
    average = swa_utils.AveragedModel(net, avg_fn=swa_utils.get_ema_avg_fn(0.9))
    loader = data.DataLoader(Pairs(), batch_size=3, sampler=Backward(), num_workers=0)
    total = 0.0
    for epoch in range(2):
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y, label_smoothing=0.1)
            loss.backward()
            norm: Tensor = utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            average.update_parameters(net)
            total += loss.item() + norm.item()
        scheduler.step()
    rates: list[float] = scheduler.get_last_lr()
    state: dict[str, Any] = net.state_dict()
    average.module.load_state_dict(state, strict=True)
    with amp.autocast("cpu", dtype=ctorch.bfloat16), ctorch.inference_mode():
        evaluate(average, ctorch.ones(3, 4))
    return total + rates[0]


def others(path: str) -> None:
    x = ctorch.ones(3, requires_grad=True)
    (g,) = autograd.grad(Square.apply(x).sum(), x)
    with autograd.detect_anomaly(check_nan=False):
        (x * g).sum().backward()
    hook: ctorch.RemovableHandle = x.register_hook(lambda grad: grad * 2)
    hook.remove()
    packed = rnn.pack_sequence([ctorch.ones(3, 1), ctorch.ones(2, 1)])
    outputs, lengths = rnn.pad_packed_sequence(packed, batch_first=True)
    layer = parametrizations.weight_norm(nn.Linear(2, 2))
    program: export.ExportedProgram = export.export(nn.ReLU(), (ctorch.ones(2),))
    traced: jit.ScriptModule = jit.trace(nn.Linear(2, 2), (ctorch.ones(1, 2),))
    ctorch.save({"x": x.detach()}, path)
    loaded: Any = ctorch.load(path, mmap=True)
    print(outputs.shape, lengths.tolist(), layer, program(ctorch.ones(2)), type(traced), sorted(loaded))


if __name__ == "__main__":
    import tempfile

    ctorch.manual_seed(0)
    print(results(), train())
    with tempfile.TemporaryDirectory() as folder:
        others(folder + "/x.pt")
