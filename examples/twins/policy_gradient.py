"""Learns to balance a pole on a cart, by REINFORCE; ../policy_gradient.c is the same in C."""

import math

import torch
from torch import nn
from torch.distributions import Categorical

EPISODES, SHOWN, STEPS_AT_MOST = 400, 40, 200
DISCOUNT, RATE = 0.99, 0.005


class Cart:
    """A cart on a track, and a pole on the cart: positions and velocities."""

    def __init__(self):
        self.x, self.dx, self.angle, self.turn = torch.empty(4).uniform_(-0.05, 0.05).tolist()

    def state(self):
        return torch.tensor([self.x, self.dx, self.angle, self.turn])

    def push(self, to_the_right):
        """A force to the left or to the right, for 0.02 seconds; false when the pole has fallen."""
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        force = ((10.0 if to_the_right else -10.0) + 0.05 * self.turn * self.turn * sine) / 1.1
        bend = (9.8 * sine - cosine * force) / (0.5 * (4.0 / 3.0 - 0.1 * cosine * cosine / 1.1))
        push = force - 0.05 * bend * cosine / 1.1
        self.x += 0.02 * self.dx
        self.dx += 0.02 * push
        self.angle += 0.02 * self.turn
        self.turn += 0.02 * bend
        return abs(self.x) < 2.4 and abs(self.angle) < 0.21


def play(net):
    """Plays until the pole falls."""
    cart, log_probs, stands = Cart(), [], True
    while stands and len(log_probs) < STEPS_AT_MOST:
        policy = Categorical(logits=net(cart.state()))
        action = policy.sample()
        log_probs.append(policy.log_prob(action))
        stands = cart.push(action.item() != 0)
    return log_probs


def returns_of(n):
    """What follows each step is its reward, discounted and normalized."""
    returns, later = [], 0.0
    for _ in range(n):
        later = 1 + DISCOUNT * later
        returns.insert(0, later)
    mean = sum_of(returns) / n
    squares = sum_of((x - mean) * (x - mean) for x in returns)
    return torch.tensor([(x - mean) / (math.sqrt(squares / n) + 1e-6) for x in returns])


def sum_of(numbers):
    """One after the other; sum() of a new Python is more exact."""
    total = 0.0
    for number in numbers:
        total += number
    return total


torch.manual_seed(3)
net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=RATE)
steps = 0
for episode in range(1, EPISODES + 1):
    log_probs = play(net)
    loss = -(torch.stack(log_probs) * returns_of(len(log_probs))).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    steps += len(log_probs)
    if episode % SHOWN == 0:
        print(f"episode {episode}: {steps / SHOWN:.3f} steps")
        steps = 0
