"""Lion and LAMB, optimizers that PyTorch does not have; ../nn_own_optimizers.c is the same in C."""

import torch
from torch import nn
from torch.nn import functional as F

POINTS, STEPS = 64, 30


class Lion(torch.optim.Optimizer):
    """The sign of an average."""

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0):
        super().__init__(params, {"lr": lr, "betas": betas, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            lr, (beta1, beta2) = group["lr"], group["betas"]
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["exp_avg"] = torch.zeros_like(p)
                average = state["exp_avg"]
                p.mul_(1 - lr * group["weight_decay"])
                p.add_(average.lerp(p.grad, 1 - beta1).sign(), alpha=-lr)
                average.lerp_(p.grad, 1 - beta2)


class LAMB(torch.optim.Optimizer):
    """Adam, with a rate for each tensor."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state.update(step=0, exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p))
                state["step"] += 1
                average, squares, step = state["exp_avg"], state["exp_avg_sq"], state["step"]
                average.lerp_(p.grad, 1 - beta1)
                squares.mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                root = (squares / (1 - beta2 ** step)).sqrt()
                update = average / (1 - beta1 ** step) / (root + group["eps"])
                update.add_(p, alpha=group["weight_decay"])
                weight, change = torch.linalg.vector_norm(p).item(), torch.linalg.vector_norm(update).item()
                trust = weight / change if weight > 0 and change > 0 else 1
                p.add_(update, alpha=-group["lr"] * trust)


def train(kind, rate):
    torch.manual_seed(1)
    body, head = nn.Sequential(nn.Linear(2, 16), nn.Tanh()), nn.Linear(16, 1)
    optimizer = kind([{"params": body.parameters()},
                      {"params": head.parameters(), "lr": 2 * rate, "weight_decay": 0.0}],
                     lr=rate, weight_decay=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10, gamma=0.5)
    x = torch.randn(POINTS, 2)
    y = torch.sin(x.sum(1, keepdim=True))
    for i in range(1, STEPS + 1):
        loss = F.mse_loss(head(body(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        if i % 10 == 0:
            rate = optimizer.param_groups[1]["lr"]
            print(f"{kind.__name__} step {i}: loss {loss.item():.6f}, rate {rate:.5f}")
    print(optimizer)


train(Lion, 0.01)
train(LAMB, 0.05)
