"""Distributions: their shapes, samples, probabilities, properties and errors."""

import torch
from torch import distributions as D

value = torch.tensor([0.5, 3.0])
normal = D.Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))
print(normal, normal.batch_shape, normal.event_shape, normal.has_rsample)
print(normal.log_prob(value), normal.cdf(value), normal.icdf(torch.tensor(0.25)))
print(normal.mean, normal.mode, normal.variance, normal.stddev, normal.loc, normal.scale)
print(normal.entropy(), normal.perplexity(), normal.support, normal.arg_constraints)
print(normal.support.check(value), normal.support.is_discrete, normal.support.event_dim)
wide = normal.expand(torch.Size([3, 2]))
print(wide, type(wide).__name__, wide.batch_shape)

vectors = D.Independent(normal, 1)
print(vectors, vectors.batch_shape, vectors.event_shape, vectors.log_prob(value))
print(vectors.base_dist, isinstance(vectors.base_dist, D.Normal))
torch.manual_seed(7)
print(vectors.sample((2,)), D.Normal(0.0, 1.0).sample(torch.Size([3])), D.Uniform(0, 2).sample())

loc = torch.tensor(1.0, requires_grad=True)
D.Normal(loc, 2.0).rsample((4,)).sum().backward()
print(loc.grad, D.Normal(loc, 2.0).sample().requires_grad)

coins = D.Bernoulli(probs=torch.tensor([0.25, 0.5]))
print(coins.logits, coins.probs, coins.enumerate_support(), coins.enumerate_support(expand=False))
print(D.Bernoulli(probs=0.0).log_prob(torch.tensor(0.0)), D.Bernoulli(logits=0.5).mean)
print(D.Categorical(logits=torch.tensor([0.0, 1.0, 2.0])).entropy(), D.Gamma(2.0, 3).mean)
print(D.MultivariateNormal(torch.zeros(2), torch.eye(2)).log_prob(value))

for wrong in (lambda: D.Normal(0.0, -1.0), lambda: D.Bernoulli(), lambda: D.Normal(0.0, "a"),
              lambda: coins.log_prob(torch.tensor([0.5, 1.0])), lambda: D.Poisson(1.0).entropy(),
              lambda: normal.nothing):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__)
D.Distribution.set_default_validate_args(False)
print(D.Normal(0.0, -1.0).scale)
D.Distribution.set_default_validate_args(True)
