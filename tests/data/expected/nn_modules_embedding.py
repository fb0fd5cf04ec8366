"""Embedding, EmbeddingBag, Unfold and Fold."""

import torch

from nn_modules_common import case, error, given, randint, randn

OFFSETS = given(torch.tensor([0, 2, 2, 5]))
TABLE = torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 9], [0.5, 0.25, 2]])


def cases():
    words = [randint(10, 2, 4)]
    flat = [randint(10, 6)]
    return [
        case("Embedding", 10, 3, inputs=words),
        case("Embedding", 10, 3, padding_idx=0, inputs=words),
        case("Embedding", 10, 3, padding_idx=4, inputs=words),
        case("Embedding", 10, 3, padding_idx=-2, inputs=words),
        case("Embedding", 10, 3, padding_idx=-10, inputs=words),
        case("Embedding", 10, 3, max_norm=1.0, inputs=words),
        case("Embedding", 10, 3, max_norm=0.5, norm_type=1.0, inputs=words),
        case("Embedding", 10, 3, scale_grad_by_freq=True, inputs=words),
        case("Embedding", 10, 3, sparse=True, inputs=words),
        case("Embedding", 4, 3, _weight=TABLE, inputs=[randint(4, 5)]),
        case("Embedding", 4, 3, _weight=TABLE, _freeze=True, inputs=[randint(4, 5)]),
        case("Embedding", 4, 3, _weight=TABLE, padding_idx=1, inputs=[randint(4, 5)]),
        case("Embedding", 4, 3, _freeze=True, dtype=torch.float64, inputs=[randint(4, 5)]),
        error("Embedding", 10, 3, padding_idx=10),
        error("Embedding", 10, 3, padding_idx=-11),
        error("Embedding", 3, 3, _weight=TABLE),
        error("Embedding", 10),
        error("Embedding", 10, 3, inputs=[randint(20, 8)]),
        case("EmbeddingBag", 10, 3, inputs=words),
        case("EmbeddingBag", 10, 3, inputs=flat + [OFFSETS]),
        case("EmbeddingBag", 10, 3, mode="sum", inputs=flat + [OFFSETS, randn(6)]),
        case("EmbeddingBag", 10, 3, mode="max", inputs=words),
        case("EmbeddingBag", 10, 3, mode="sum", sparse=True, inputs=words),
        case("EmbeddingBag", 10, 3, max_norm=1.0, norm_type=1.0, inputs=words),
        case("EmbeddingBag", 10, 3, scale_grad_by_freq=True, inputs=words),
        case("EmbeddingBag", 10, 3, include_last_offset=True,
             inputs=flat + [given(torch.tensor([0, 2, 2, 6]))]),
        case("EmbeddingBag", 10, 3, padding_idx=3, inputs=words),
        case("EmbeddingBag", 10, 3, padding_idx=-1, inputs=words),
        case("EmbeddingBag", 4, 3, _weight=TABLE, inputs=[randint(4, 2, 3)]),
        error("EmbeddingBag", 10, 3, padding_idx=10),
        error("EmbeddingBag", 10, 3, padding_idx=-11),
        error("EmbeddingBag", 3, 3, _weight=TABLE),
        error("EmbeddingBag", 10, 3, inputs=flat),
        error("EmbeddingBag", 10, 3, mode="median", inputs=words),
        error("EmbeddingBag", 10, 3, inputs=words + [OFFSETS]),
        case("Unfold", 2, inputs=[randn(2, 3, 4, 5)]),
        case("Unfold", (2, 3), dilation=1, padding=(1, 0), stride=2, inputs=[randn(2, 3, 4, 5)]),
        case("Unfold", 2, (1, 2), 1, (2, 1), inputs=[randn(3, 4, 5)]),
        case("Fold", (4, 5), (2, 3), inputs=[randn(2, 12, 9)]),
        case("Fold", 4, 2, stride=2, inputs=[randn(8, 4)]),
        case("Fold", output_size=(5, 4), kernel_size=2, dilation=2, padding=1, stride=1,
             inputs=[randn(1, 4, 20)]),
        error("Unfold", 2, inputs=[randn(2, 2)]),
        error("Unfold", 9, inputs=[randn(1, 2, 3, 4)]),
        error("Fold", (4, 5), (2, 3), inputs=[randn(2, 13, 9)]),
        error("Fold", (4, 5), (2, 3), inputs=[randn(2, 12, 8)]),
    ]
