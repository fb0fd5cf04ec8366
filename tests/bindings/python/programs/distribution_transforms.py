"""Transforms of distributions, the distributions that they make, and constraints by name."""

import torch
from torch import distributions as D

x = torch.tensor([0.5, -1.0, 2.0])
affine = D.AffineTransform(1.0, torch.tensor([2.0, -3.0, 0.5]))
print(affine(x), affine.inv(x), affine.log_abs_det_jacobian(x, affine(x)), affine.sign)
print(affine, affine.inv, affine.inv.inv == affine, affine == D.ExpTransform(), affine.bijective)
print(D.AffineTransform(0, torch.tensor([2, -1])).sign, D.AffineTransform(0, -2).sign)
print(affine.domain, affine.codomain, affine.forward_shape(torch.Size([2, 1])), affine.event_dim)

both = D.ComposeTransform([D.TanhTransform(), D.SigmoidTransform().inv])
print(both, both.domain, both.codomain, type(both.inv).__name__)
stick = D.StickBreakingTransform(cache_size=1)
y = stick(x)
print(y, stick.inv(y), stick.forward_shape(x.shape), stick.inverse_shape(y.shape), stick.domain)
print(D.IndependentTransform(D.ExpTransform(), 1).log_abs_det_jacobian(x, x.exp()))
print(D.CatTransform([D.ExpTransform(), D.AbsTransform()], dim=0, lengths=[1, 2])(x))
print(D.CumulativeDistributionTransform(D.Normal(0.0, 1.0))(x), D.ReshapeTransform((3,), (1, 3))(x))

flow = D.TransformedDistribution(D.Normal(x, 1.0), [affine, D.SoftplusTransform()])
torch.manual_seed(3)
sample = flow.sample((2,))
print(flow, flow.batch_shape, flow.event_shape, flow.support, flow.log_prob(sample), sample)
print(D.TransformedDistribution(D.Normal(x, 1.0), D.StickBreakingTransform()).event_shape)
relaxed = D.RelaxedBernoulli(torch.tensor(0.5), probs=torch.tensor([0.25, 0.5]))
print(relaxed.rsample(), relaxed.temperature, relaxed.base_dist)

constraints = D.constraints
print(constraints.positive, constraints.interval(0.0, 2), constraints.real_vector)
print(constraints.independent(constraints.greater_than(1), 1).check(x))
print(constraints.stack([constraints.real, constraints.positive, constraints.positive]).check(x))
print(constraints.is_dependent(constraints.dependent), constraints.simplex.event_dim)
print(D.biject_to(constraints.simplex), D.transform_to(constraints.simplex))
print(D.transform_to(constraints.greater_than(1.5))(x), D.biject_to(constraints.unit_interval)(x))
for wrong in (lambda: D.biject_to(constraints.one_hot), lambda: D.ExpTransform(cache_size=3),
              lambda: D.AbsTransform().log_abs_det_jacobian(x, x), lambda: D.AbsTransform().sign,
              lambda: constraints.dependent.check(x)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__)
