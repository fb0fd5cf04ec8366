"""Losses and distances, DataParallel and Container."""

import torch

from nn_modules_common import case, error, given, make, rand, randint, randn

REDUCTIONS = ("none", "mean", "sum")
PAIR = [randn(3, 4), randn(3, 4)]
SIGNS = given(torch.tensor([1.0, -1.0, 1.0]))
# Losses of two tensors of a shape.
NUMBERS = ("L1Loss", "MSELoss", "HuberLoss", "SmoothL1Loss", "PoissonNLLLoss", "KLDivLoss")


def weights(n):
    return torch.linspace(0.5, 1.5, n)


def labels(*shape):
    return given(torch.arange(torch.Size(shape).numel()).reshape(shape) % 3)


def of_numbers():
    return [
        *[case(name, reduction=how, inputs=PAIR) for name in NUMBERS for how in REDUCTIONS],
        *[case(name, inputs=PAIR) for name in NUMBERS],
        case("HuberLoss", "sum", 0.5, inputs=PAIR), case("SmoothL1Loss", beta=0.5, inputs=PAIR),
        error("SmoothL1Loss", beta=-1.0, inputs=PAIR), error("HuberLoss", delta=-1.0, inputs=PAIR),
        case("PoissonNLLLoss", False, True, eps=1e-6, inputs=[rand(3, 4), rand(3, 4)]),
        case("KLDivLoss", reduction="batchmean", inputs=PAIR),
        case("KLDivLoss", reduction="batchmean", log_target=True, inputs=PAIR),
        *[case("GaussianNLLLoss", full=full, reduction=how, inputs=[*PAIR, rand(3, 4)])
          for full, how in ((False, "mean"), (True, "sum"), (True, "none"))],
        case("GaussianNLLLoss", eps=0.5, inputs=[*PAIR, rand(3, 1)]),
        error("GaussianNLLLoss", inputs=[*PAIR, given(torch.full((3, 4), -1.0))]),
        error("L1Loss", inputs=[randn(3, 4), randn(3, 5)]),
        error("L1Loss", reduction="batchmean", inputs=PAIR),
    ]


def of_classes():
    return [
        *[case("CrossEntropyLoss", reduction=how, inputs=[randn(4, 3), labels(4)])
          for how in REDUCTIONS],
        case("CrossEntropyLoss", weights(3), ignore_index=1, inputs=[randn(4, 3), labels(4)]),
        case("CrossEntropyLoss", weight=weights(3), label_smoothing=0.2,
             inputs=[randn(2, 3, 2, 2), labels(2, 2, 2)]),
        case("CrossEntropyLoss", label_smoothing=0.1, inputs=[randn(4, 3), rand(4, 3)]),
        case("CrossEntropyLoss", inputs=[randn(3), given(torch.tensor(2))]),
        error("CrossEntropyLoss", inputs=[randn(4, 3), labels(5)]),
        error("CrossEntropyLoss", label_smoothing=2.0, inputs=[randn(4, 3), labels(4)]),
        error("CrossEntropyLoss", inputs=[randn(4, 2), labels(4)]),
        *[case("NLLLoss", reduction=how, inputs=[randn(4, 3), labels(4)]) for how in REDUCTIONS],
        case("NLLLoss", weights(3), ignore_index=2, inputs=[randn(2, 3, 2), labels(2, 2)]),
        case("NLLLoss2d", weights(3), inputs=[randn(2, 3, 2, 2), labels(2, 2, 2)]),
        *[case("MultiMarginLoss", reduction=how, inputs=[randn(4, 3), labels(4)])
          for how in REDUCTIONS],
        case("MultiMarginLoss", 2, 0.5, weights(3), inputs=[randn(4, 3), labels(4)]),
        error("MultiMarginLoss", 3), error("MultiMarginLoss", weight=torch.ones(2, 2)),
        *[case("MultiLabelMarginLoss", reduction=how,
               inputs=[randn(2, 3), given(torch.tensor([[0, 2, -1], [1, -1, 0]]))])
          for how in REDUCTIONS],
        *[case("LinearCrossEntropyLoss", 5, 3, reduction=how, inputs=[randn(4, 5), labels(4)])
          for how in REDUCTIONS],
        case("LinearCrossEntropyLoss", 5, 3, bias=True, weight=weights(3), ignore_index=1,
             label_smoothing=0.1, inputs=[randn(4, 5), labels(4)]),
        case("LinearCrossEntropyLoss", 5, 3, out_features=(2,), bias=True,
             inputs=[randn(4, 5), labels(4, 2)]),
        *[case("LinearCrossEntropyLoss", 5, 3, bias=True, weight=weights(3), reduction=how,
               chunks={"batch_chunk_size": 3}, inputs=[randn(4, 5), labels(4)])
          for how in REDUCTIONS],
        case("LinearCrossEntropyLoss", 5, 3, dtype=torch.bfloat16, chunks={
            "acc_policy": "compact", "acc_dtype": torch.float32, "allow_retain_graph": True},
             inputs=[randn(4, 5, dtype="bfloat16"), labels(4)]),
        error("LinearCrossEntropyLoss", 5, 3, chunks={"acc_policy": "fast"}),
        error("LinearCrossEntropyLoss", 5, 3, weight=torch.ones(4)),
        error("LinearCrossEntropyLoss", 5, 3, label_smoothing=1.5),
    ]


def of_two_classes():
    bits = randint(2, 3, 4)
    ones = given((torch.arange(12.0).reshape(3, 4) % 2))
    return [
        *[case("BCELoss", reduction=how, inputs=[rand(3, 4), ones]) for how in REDUCTIONS],
        case("BCELoss", weights(4), inputs=[rand(3, 4), ones]),
        error("BCELoss", inputs=[rand(3, 4), rand(3, 5)]),
        *[case("BCEWithLogitsLoss", reduction=how, inputs=[randn(3, 4), ones])
          for how in REDUCTIONS],
        case("BCEWithLogitsLoss", weights(4), pos_weight=weights(4) * 2,
             inputs=[randn(3, 4), ones]),
        case("BCEWithLogitsLoss", pos_weight=weights(4), inputs=[randn(3, 4), ones]),
        error("BCEWithLogitsLoss", inputs=[randn(3, 4), rand(3, 5)]),
        *[case("MultiLabelSoftMarginLoss", reduction=how, inputs=[randn(3, 4), bits])
          for how in REDUCTIONS],
        case("MultiLabelSoftMarginLoss", weights(4), inputs=[randn(3, 4), bits]),
        *[case("SoftMarginLoss", reduction=how, inputs=[randn(3), SIGNS]) for how in REDUCTIONS],
        *[case("HingeEmbeddingLoss", reduction=how, inputs=[randn(3), SIGNS])
          for how in REDUCTIONS],
        case("HingeEmbeddingLoss", 0.5, inputs=[randn(3), SIGNS]),
    ]


def of_several():
    triple = [randn(3, 4), randn(3, 4), randn(3, 4)]
    ctc = [randn(6, 2, 4), given(torch.tensor([[1, 2, 3], [2, 2, 1]])), given(torch.tensor([6, 5])),
           given(torch.tensor([3, 2]))]
    return [
        *[case("CosineEmbeddingLoss", reduction=how, inputs=[*PAIR, SIGNS]) for how in REDUCTIONS],
        case("CosineEmbeddingLoss", 0.25, inputs=[*PAIR, SIGNS]),
        *[case("MarginRankingLoss", reduction=how, inputs=[randn(3), randn(3), SIGNS])
          for how in REDUCTIONS],
        case("MarginRankingLoss", 0.5, inputs=[randn(3), randn(3), SIGNS]),
        error("MarginRankingLoss", inputs=[randn(3), randn(3, 2), SIGNS]),
        *[case("TripletMarginLoss", reduction=how, inputs=triple) for how in REDUCTIONS],
        case("TripletMarginLoss", 2.0, 1.0, 0.01, True, inputs=triple),
        error("TripletMarginLoss", 0.0), error("TripletMarginWithDistanceLoss", margin=-0.5),
        *[case("TripletMarginWithDistanceLoss", reduction=how, inputs=triple)
          for how in REDUCTIONS],
        case("TripletMarginWithDistanceLoss", margin=2.0, swap=True, inputs=triple),
        case("TripletMarginWithDistanceLoss", distance_function=make("CosineSimilarity", 1, 1e-6),
             inputs=triple),
        *[case("CTCLoss", reduction=how, inputs=ctc) for how in REDUCTIONS],
        case("CTCLoss", 3, zero_infinity=True, inputs=[ctc[0], given(torch.tensor([[1, 2, 0],
                                                                                    [2, 1, 1]])),
                                                       *ctc[2:]]),
        case("CosineSimilarity", inputs=PAIR), case("CosineSimilarity", 0, 1e-3, inputs=PAIR),
        case("PairwiseDistance", inputs=PAIR),
        case("PairwiseDistance", 1.0, 0.01, True, inputs=PAIR),
        error("PairwiseDistance", inputs=[randn(3, 4), randn(3, 5)]),
    ]


def containers():
    return [
        case("DataParallel", make("BatchNorm1d", 3), inputs=[randn(4, 3)]),
        case("DataParallel", make("MSELoss"), dim=1, inputs=PAIR),
        case("Container"),
    ]


def cases():
    return [*of_numbers(), *of_classes(), *of_two_classes(), *of_several(), *containers()]
