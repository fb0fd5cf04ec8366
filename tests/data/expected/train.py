"""Metrics and early stopping, computed with PyTorch's operators and its ReduceLROnPlateau."""

import math
import warnings

import torch

from common import tensor


def draw_batch(shape, ignored):
    """Scores and labels, some of which do not count."""
    scores = torch.randn(shape)
    dim = 0 if len(shape) == 1 else 1
    labels = torch.randint(shape[dim], shape[:dim] + shape[dim + 1:])
    if ignored:
        labels.view(-1)[::3] = -100
    return scores, labels, dim


def accuracy(shape, top, ignored):
    scores, labels, dim = draw_batch(shape, ignored)
    right = (scores.topk(top, dim).indices == labels.unsqueeze(dim)).any(dim)
    return {"kind": "accuracy", "top": top, "scores": tensor(scores), "labels": tensor(labels),
            "right": right.sum().item(), "total": (labels != -100).sum().item()}


def confusion(shape, ignored):
    scores, labels, dim = draw_batch(shape, ignored)
    classes = shape[dim]
    counts = torch.zeros(classes, classes, dtype=torch.int64)
    predicted = scores.argmax(dim)
    for label, one in zip(labels.flatten().tolist(), predicted.flatten().tolist()):
        if label != -100:
            counts[label, one] += 1
    right = counts.diagonal().double()
    precision = torch.nan_to_num(right / counts.sum(0))
    recall = torch.nan_to_num(right / counts.sum(1))
    f1 = torch.nan_to_num(2 * precision * recall / (precision + recall))
    return {"kind": "confusion", "classes": classes, "scores": tensor(scores),
            "labels": tensor(labels), "predicted": tensor(predicted), "counts": tensor(counts),
            "accuracy": (right.sum() / counts.sum()).item(),
            "precision": precision.tolist(), "recall": recall.tolist(), "f1": f1.tolist(),
            "means": [precision.mean().item(), recall.mean().item(), f1.mean().item()]}


def number(value):
    return value if math.isfinite(value) else str(value)


def stopping(patience, min_delta, maximize, values):
    """Python's scheduler reduces the rate after more than `patience` bad epochs."""
    param = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([param], lr=1.0)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(
        optimizer, "max" if maximize else "min", patience=max(patience, 1) - 1,
        threshold=min_delta, threshold_mode="abs")
    stops, bests = len(values), []
    for i, value in enumerate(values):
        scheduler.step(value)
        bests.append(number(scheduler.best))
        if optimizer.param_groups[0]["lr"] < 1:
            stops = i
            break
    return {"kind": "stopping", "patience": patience, "min_delta": min_delta, "maximize": maximize,
            "values": [number(value) for value in values], "stops": stops, "bests": bests}


FALLING = [2.0, 1.5, 1.6, 1.45, 1.449, 1.44, 1.5, 1.4, 1.41, 1.42, 1.43, 1.3]
WITH_NAN = [1.0, math.nan, 0.5, math.nan, math.nan, 0.4, 0.6, math.nan, 0.7]


def cases():
    warnings.simplefilter("ignore")
    result = [accuracy(shape, top, ignored) for shape in [(7, 4), (4,), (3, 5, 4), (2, 3, 4, 2)]
              for top in [1, 2, 3] for ignored in [False, True] if not (ignored and len(shape) == 1)]
    result += [confusion(shape, ignored) for shape in [(40, 3), (5, 6), (4, 5, 6), (3, 2, 2, 5)]
               for ignored in [False, True]]
    result += [stopping(patience, delta, False, FALLING) for patience in [0, 1, 2, 3, 5]
               for delta in [0.0, 0.01, 0.2]]
    result += [stopping(patience, 0.0, True, [-value for value in FALLING])
               for patience in [1, 2, 3]]
    result += [stopping(patience, 0.0, False, WITH_NAN) for patience in [1, 2, 3]]
    return result
