"""The dropouts of torch.nn.functional: results, gradients, random numbers and errors."""

import torch
from torch.nn import functional as F

from nn_common import Cases, randn

case = Cases()


def forms(name, *shapes, training=None):
    """In training and not, in place and not; p of 0 and 1; what is no probability."""
    function = getattr(F, name)
    named = {} if training is None else {"training": True}
    for shape in shapes:
        case(f"{name}: {shape}", function, randn(*shape), **named)
        case(f"{name}: {shape} in place", function, randn(*shape), 0.3, inplace=True, grad=False,
             **named)
    shape = shapes[0]
    case(f"{name}: evaluation", function, randn(*shape), training=False)
    case(f"{name}: p is 0", function, randn(*shape), 0.0, **named)
    case(f"{name}: p is 1", function, randn(*shape), 1.0, **named)
    case(f"{name}: float64", function, randn(*shape, dtype=torch.float64), 0.25, **named)
    case(f"{name}: negative p", function, randn(*shape), -0.1, **named)
    case(f"{name}: p above 1", function, randn(*shape), 1e20, inplace=True, **named)
    case(f"{name}: leaf in place", function, randn(*shape), inplace=True, **named)


def cases():
    forms("dropout", (3, 4), (17,))
    forms("dropout1d", (2, 3, 4), (3, 4))
    forms("dropout2d", (2, 3, 2, 2), (2, 3, 4), (3, 4))
    forms("dropout3d", (2, 3, 2, 1, 2), (3, 2, 1, 2), (2, 3, 2))
    forms("alpha_dropout", (3, 4), training=True)
    forms("feature_alpha_dropout", (2, 3, 2, 2), (2, 3, 4), training=True)
    case("dropout2d: 2 dimensions", F.dropout2d, randn(3, 4))
    for shape in ((4,), (1, 2, 2, 2)):
        case(f"dropout1d: {len(shape)} dimensions", F.dropout1d, randn(*shape))
    for name, shape in (("dropout", (3, 4)), ("dropout1d", (3, 4)), ("dropout3d", (3, 2, 1, 2))):
        function = getattr(F, name)
        case(f"{name}: recorded in place", lambda x, f=function: f(x * 2, inplace=True),
             randn(*shape))
    case("alpha_dropout: defaults", F.alpha_dropout, randn(3, 4))
    case("feature_alpha_dropout: defaults", F.feature_alpha_dropout, randn(2, 3, 4))
    case("feature_alpha_dropout: vector", F.feature_alpha_dropout, randn(3), training=True)
    return case.all
