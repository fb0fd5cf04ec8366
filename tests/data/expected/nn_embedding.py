"""The embeddings of torch.nn.functional: results, gradients, what they scale, errors."""

import torch
from torch.nn import functional as F

from nn_common import Cases, rand, randn

case = Cases()
indices = torch.tensor([[1, 2, 4], [4, 3, 2]])
vector = torch.tensor([1, 2, 4, 4, 3, 2])
offsets = torch.tensor([0, 2, 2])


def rows():
    function = F.embedding
    case("embedding", function, indices, randn(5, 3))
    case("embedding: padding", function, indices, randn(5, 3), 2)
    case("embedding: padding row 0", function, torch.tensor([0, 1]), randn(5, 3), 0)
    case("embedding: padding from the end", function, indices, randn(5, 3), -1)
    case("embedding: padding from the end, first", function, torch.tensor([0, 1]), randn(5, 3), -5)
    case("embedding: padding beyond", function, indices, randn(5, 3), 5)
    case("embedding: padding before", function, indices, randn(5, 3), -6)
    case("embedding: max_norm", function, indices, randn(5, 3), max_norm=1.0)
    case("embedding: max_norm, norm_type", function, indices, randn(5, 3), None, 0.5, 1.0)
    case("embedding: frequencies", function, indices, randn(5, 3), scale_grad_by_freq=True)
    case("embedding: sparse", function, indices, randn(5, 3), sparse=True)
    case("embedding: one index", function, torch.tensor(3), randn(5, 3))
    case("embedding: index beyond", function, torch.tensor([5]), randn(5, 3))
    case("embedding: weight vector", function, torch.tensor([1]), randn(5))


def bags():
    function = F.embedding_bag
    for mode in ("sum", "mean", "max"):
        case(f"embedding_bag: {mode}", function, vector, randn(5, 3), offsets, mode=mode)
        case(f"embedding_bag: {mode} of rows", function, indices, randn(5, 3), mode=mode)
        case(f"embedding_bag: {mode} with padding", function, vector, randn(5, 3), offsets,
             mode=mode, padding_idx=4)
    case("embedding_bag: padding from the end", function, vector, randn(5, 3), offsets,
         padding_idx=-1)
    case("embedding_bag: last offset", function, vector, randn(5, 3), torch.tensor([0, 2, 6]),
         include_last_offset=True)
    case("embedding_bag: last offset of rows", function, indices, randn(5, 3),
         include_last_offset=True)
    case("embedding_bag: weights", function, vector, randn(5, 3), offsets, mode="sum",
         per_sample_weights=rand(6))
    case("embedding_bag: weights of rows", function, indices, randn(5, 3), mode="sum",
         per_sample_weights=rand(2, 3))
    case("embedding_bag: max_norm", function, vector, randn(5, 3), offsets, max_norm=1.0)
    case("embedding_bag: max_norm, norm_type of rows", function, indices, randn(5, 3),
         max_norm=0.5, norm_type=1.0)
    case("embedding_bag: frequencies", function, vector, randn(5, 3), offsets,
         scale_grad_by_freq=True)
    case("embedding_bag: sparse", function, vector, randn(5, 3), offsets, sparse=True, mode="sum")
    case("embedding_bag: int32", function, indices.int(), randn(5, 3))
    case("embedding_bag: old order", function, randn(5, 3), vector, offsets)


def wrong_bags():
    function = F.embedding_bag
    case("embedding_bag: weights differ", function, indices, randn(5, 3), mode="sum",
         per_sample_weights=rand(6))
    case("embedding_bag: weight vector", function, vector, randn(5), offsets)
    case("embedding_bag: offsets of rows", function, indices, randn(5, 3), offsets)
    case("embedding_bag: no offsets", function, vector, randn(5, 3))
    case("embedding_bag: offset matrix", function, vector, randn(5, 3), indices)
    case("embedding_bag: 3 dimensions", function, torch.tensor([[[1]]]), randn(5, 3))
    case("embedding_bag: unknown mode", function, vector, randn(5, 3), offsets, mode="min")
    case("embedding_bag: max of frequencies", function, vector, randn(5, 3), offsets, mode="max",
         scale_grad_by_freq=True)
    case("embedding_bag: sparse max", function, vector, randn(5, 3), offsets, mode="max",
         sparse=True)
    case("embedding_bag: mean of weights", function, vector, randn(5, 3), offsets,
         per_sample_weights=rand(6))
    case("embedding_bag: max of weights", function, vector, randn(5, 3), offsets, mode="max",
         per_sample_weights=rand(6))
    case("embedding_bag: offset beyond", function, vector, randn(5, 3), torch.tensor([0, 7]))


def operators():
    case("one_hot", F.one_hot, torch.tensor([1, 0, 2]))
    case("one_hot: classes", F.one_hot, torch.tensor([[1], [0]]), 4)
    case("one_hot: too few classes", F.one_hot, torch.tensor([1, 4]), 3)
    case("one_hot: int32", F.one_hot, torch.tensor([1]).int())


def cases():
    for part in (rows, bags, wrong_bags, operators):
        part()
    return case.all
