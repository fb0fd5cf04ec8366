"""AdaptiveLogSoftmaxWithLoss: its parts, outputs, predictions, errors."""

import torch

from nn_modules_common import case, error, given, randn

NAME = "AdaptiveLogSoftmaxWithLoss"
TARGETS = given(torch.tensor([0, 5, 9, 2, 1]))


def log_prob(module, x, **_):
    return module.log_prob(x)


def predict(module, x, **_):
    return module.predict(x)


def cases():
    x = randn(5, 16)
    return [
        case(NAME, 16, 10, [2], inputs=[x, TARGETS]),
        case(NAME, 16, 10, [2, 5], inputs=[x, TARGETS]),
        case(NAME, 16, 10, [1, 4, 9], 2.0, True, inputs=[x, TARGETS]),
        case(NAME, 9, 10, [4], div_value=1.5, inputs=[randn(5, 9), TARGETS]),
        case(NAME, 16, 10, [2, 5], inputs=[x, given(torch.tensor([0, 1, 1, 0, 0]))]),
        case(NAME, 16, 10, [2, 5], inputs=[x, given(torch.tensor([6, 7, 8, 9, 5]))]),
        case(NAME, 16, 10, [2, 5], inputs=[randn(16), given(torch.tensor(7))]),
        case(NAME, 16, 10, [2, 5], inputs=[randn(1, 16), given(torch.tensor([1]))]),
        case(NAME, 16, 10, [2, 5], dtype=torch.float64,
             inputs=[randn(5, 16, dtype="float64"), TARGETS]),
        case(NAME, 16, 10, [2, 5], inputs=[x, TARGETS], call=lambda m, x, y, **_: m(x, y),
             options={"typed": True}),
        case(NAME, 16, 10, [2, 5], inputs=[x], call=log_prob, options={"log_prob": True}),
        case(NAME, 16, 10, [2, 5], inputs=[x], call=predict, options={"predict": True}),
        case(NAME, 16, 10, [9], inputs=[x], call=predict, options={"predict": True}),
        case(NAME, 16, 40, [1], inputs=[randn(40, 16)], call=predict, options={"predict": True}),
        case(NAME, 16, 40, [1, 2, 3, 20], inputs=[x], call=predict, options={"predict": True}),
        error(NAME, 16, 10, []),
        error(NAME, 16, 10, [5, 2]),
        error(NAME, 16, 10, [2, 2]),
        error(NAME, 16, 10, [0, 2]),
        error(NAME, 16, 10, [2, 10]),
        error(NAME, 16, 10, [2], inputs=[randn(4, 16), TARGETS]),
        error(NAME, 16, 10, [2], inputs=[randn(5, 2, 16), TARGETS]),
        error(NAME, 16, 10, [2], inputs=[randn(1, 16), given(torch.tensor(7))]),
        error(NAME, 16, 10, [2], inputs=[x, given(torch.ones(5, 1, dtype=torch.int64))]),
        error(NAME, 16, 10, [2], inputs=[x, given(torch.tensor([0, 5, 10, 2, 1]))]),
        error(NAME, 16, 10, [2], inputs=[x, given(torch.tensor([0, 5, -1, 2, 1]))]),
    ]
