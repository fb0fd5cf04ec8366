"""The losses of torch.nn.functional: results, gradients and errors."""

import torch
from torch.nn import functional as F

from nn_common import Cases, rand, randn

case = Cases()
REDUCTIONS = ("none", "mean", "sum")
classes = torch.tensor([1, 0, 3, -100])
signs = torch.tensor([1.0, -1.0, 1.0])


def reduced(name, function, *arguments, **named):
    """With each reduction."""
    for reduction in REDUCTIONS:
        case(f"{name}: {reduction}", function, *arguments, reduction=reduction, **named)


def of_classes():
    reduced("cross_entropy", F.cross_entropy, randn(4, 5), classes)
    case("cross_entropy: weight and smoothing", F.cross_entropy, randn(4, 5), classes, rand(5),
         label_smoothing=0.1, grad=[0])
    case("cross_entropy: ignored class", F.cross_entropy, randn(3, 4), torch.tensor([1, 2, 3]),
         ignore_index=2)
    case("cross_entropy: images", F.cross_entropy, randn(2, 3, 2, 2),
         torch.tensor([[[0, 1], [2, 0]], [[1, 1], [2, 2]]]))
    case("cross_entropy: probabilities", F.cross_entropy, randn(3, 4), rand(3, 4))
    case("cross_entropy: no batch", F.cross_entropy, randn(4), torch.tensor(2))
    case("cross_entropy: batches differ", F.cross_entropy, randn(4, 5), torch.tensor([1, 2]))
    case("cross_entropy: smoothing above 1", F.cross_entropy, randn(1, 5), torch.tensor([1]),
         label_smoothing=1.5)
    reduced("nll_loss", F.nll_loss, randn(4, 5), classes)
    case("nll_loss: weight", F.nll_loss, randn(4, 5), classes, rand(5), grad=[0])
    case("nll_loss: ignored class", F.nll_loss, randn(3, 4), torch.tensor([1, 2, 3]),
         ignore_index=2)
    case("nll_loss: sequences", F.nll_loss, randn(2, 3, 2), torch.tensor([[0, 2], [1, 1]]))
    case("nll_loss: images", F.nll_loss, randn(1, 3, 2, 2), torch.tensor([[[0, 2], [1, 1]]]))
    case("nll_loss: no batch", F.nll_loss, randn(4), torch.tensor(2))
    case("nll_loss: vector of classes", F.nll_loss, randn(4), torch.tensor([2, 1]))


def of_linear():
    function = F.linear_cross_entropy
    three = torch.tensor([1, 0, 3])
    reduced("linear_cross_entropy", function, randn(3, 2), randn(4, 2), three)
    case("linear_cross_entropy: bias", function, randn(3, 2), randn(4, 2), three,
         linear_bias=randn(4))
    case("linear_cross_entropy: weight and smoothing", function, randn(3, 2), randn(4, 2), three,
         weight=rand(4), label_smoothing=0.2, grad=[0, 1])
    case("linear_cross_entropy: ignored class", function, randn(3, 2), randn(4, 2), three,
         ignore_index=0)
    case("linear_cross_entropy: no batch", function, randn(2), randn(4, 2), torch.tensor(1))
    case("linear_cross_entropy: probabilities", function, randn(3, 2), randn(4, 2), rand(3, 4))
    case("linear_cross_entropy: more dimensions", function, randn(3, 2), randn(4, 2, 2),
         torch.tensor([[0, 1], [3, 2], [1, 1]]), linear_bias=randn(4, 2))
    case("linear_cross_entropy: 3 dimensions", function, randn(3, 2, 2), randn(4, 2), three)
    case("linear_cross_entropy: weight vector", function, randn(3, 2), randn(2), three)
    case("linear_cross_entropy: features differ", function, randn(3, 2), randn(4, 3), three)
    case("linear_cross_entropy: wrong bias", function, randn(3, 2), randn(4, 2), three,
         linear_bias=randn(3))
    case("linear_cross_entropy: wrong bias of more dimensions", function, randn(3, 2),
         randn(4, 3, 2), three, linear_bias=randn(4))
    case("linear_cross_entropy: more dimensions, no batch", function, randn(2), randn(4, 3, 2),
         three)
    case("linear_cross_entropy: ignored class of probabilities", function, randn(3, 2),
         randn(4, 2), rand(3, 4), ignore_index=1)


def in_chunks(*arguments, options, **named):
    return F.linear_cross_entropy(*arguments, **named,
                                  options=torch.nn.LinearCrossEntropyOptions(**options))


def chunks(name, *arguments, grad=True, named=None, **options):
    case(f"chunks: {name}", in_chunks, *arguments, grad=grad, options=options, **(named or {}))


def of_chunks():
    """Seven rows of three features, eleven classes."""
    layer = (randn(7, 3), randn(11, 3))
    short = {dtype: (randn(7, 3, dtype=dtype), randn(11, 3, dtype=dtype))
             for dtype in (torch.bfloat16, torch.float16)}
    seven = torch.tensor([1, 10, -100, 3, 3, 0, 7])
    for how in REDUCTIONS:
        chunks(how, *layer, seven, named={"reduction": how})
        chunks(f"weights, {how}", *layer, seven, batch_chunk_size=2, named={
            "linear_bias": randn(11), "weight": rand(11), "reduction": how}, grad=[0, 1, 3])
        chunks(f"accurate, {how}", *layer, seven, batch_chunk_size=3, acc_policy="accurate", named={
            "linear_bias": randn(11), "weight": rand(11), "reduction": how}, grad=[0, 1, 3])
        chunks(f"probabilities, {how}", *layer, rand(7, 11), batch_chunk_size=2, grad=[0, 1, 3],
               named={"linear_bias": randn(11), "weight": rand(11), "reduction": how})
        chunks(f"only probabilities, {how}", *layer, rand(7, 11), chunking_method="aspect_ratio",
               grad=[0, 1], named={"reduction": how})
        for dtype, inputs in short.items():
            for policy in ("auto", "accurate", "compact"):
                named = {"linear_bias": randn(11, dtype=dtype), "weight": rand(11, dtype=dtype),
                         "reduction": how}
                what = f"{policy} {str(dtype).removeprefix('torch.')}, {how}"
                acc = {} if policy == "auto" else {"acc_dtype": torch.float32}
                chunks(what, *inputs, seven, batch_chunk_size=4, acc_policy=policy, grad=[0, 1, 3],
                       named=named, **acc)
                chunks(f"probabilities, {what}", *inputs, rand(7, 11, dtype=dtype),
                       batch_chunk_size=4, acc_policy=policy, grad=[0, 1, 3], named=named, **acc)
    chunks("only the weight", *layer, seven, grad=[1])
    chunks("an ignored class", *layer, torch.tensor([1, 10, 2, 3, 3, 0, 7]), batch_chunk_size=5,
           named={"ignore_index": 3})
    chunks("all ignored", *layer, torch.full((7,), -100))
    chunks("no batch", randn(3), randn(11, 3), torch.tensor(4), named={"linear_bias": randn(11)})
    chunks("no rows", randn(0, 3), randn(11, 3), torch.zeros(0, dtype=torch.int64))
    chunks("as one", *layer, seven, chunking_method=None)
    chunks("half of a ratio", *layer, seven, chunking_method="aspect_ratio:2")
    chunks("more features than classes", randn(16, 9), randn(4, 9), torch.arange(16) % 4)
    chunks("retained", *layer, seven, allow_retain_graph=True)
    chunks("float64", randn(7, 3, dtype=torch.float64), randn(11, 3, dtype=torch.float64), seven)
    chunks("smoothing", *layer, seven, named={"label_smoothing": 0.1})
    chunks("more dimensions", *layer[:1], randn(11, 2, 3), (seven.abs() % 11).reshape(7, 1).repeat(
        1, 2), named={"linear_bias": randn(11, 2)})
    chunks("probabilities with a gradient", *layer, rand(7, 11))
    chunks("wrong policy", *layer, seven, acc_policy="fast")
    chunks("wrong method", *layer, seven, chunking_method="aspect_ratio:0")
    chunks("wrong size", *layer, seven, batch_chunk_size=0)
    chunks("size and method", *layer, seven, batch_chunk_size=2, chunking_method="aspect_ratio")
    chunks("integers as acc_dtype", *layer, seven, acc_dtype=torch.int64)
    chunks("shorter acc_dtype", *layer, seven, acc_dtype=torch.float16)
    chunks("wrong class", *layer, torch.tensor([1, 10, 2, 3, 3, 0, 11]))
    chunks("too few targets", *layer, torch.tensor([1, 10, 2]))


def of_probabilities():
    reduced("binary_cross_entropy", F.binary_cross_entropy, rand(2, 3), rand(2, 3))
    case("binary_cross_entropy: weight", F.binary_cross_entropy, rand(2, 3), rand(2, 3), rand(3),
         grad=[0])
    case("binary_cross_entropy: weight column", F.binary_cross_entropy, rand(2, 3), rand(2, 3),
         rand(2, 1), reduction="none", grad=[0])
    case("binary_cross_entropy: sizes differ", F.binary_cross_entropy, rand(2, 3), rand(2))
    case("binary_cross_entropy: weight does not broadcast", F.binary_cross_entropy, rand(2, 3),
         rand(2, 3), rand(4))
    case("binary_cross_entropy: weight of other rows", F.binary_cross_entropy, rand(2, 3),
         rand(2, 3), rand(4, 3))
    case("binary_cross_entropy: larger weight", F.binary_cross_entropy, rand(2, 3), rand(2, 3),
         rand(4, 2, 3), grad=False)
    case("binary_cross_entropy: outside 0 to 1", F.binary_cross_entropy, torch.tensor([1.5]),
         rand(1))
    reduced("binary_cross_entropy_with_logits", F.binary_cross_entropy_with_logits, randn(2, 3),
            rand(2, 3))
    case("binary_cross_entropy_with_logits: weights", F.binary_cross_entropy_with_logits,
         randn(2, 3), rand(2, 3), rand(3), pos_weight=rand(3), grad=[0])
    case("binary_cross_entropy_with_logits: sizes differ", F.binary_cross_entropy_with_logits,
         randn(2, 3), rand(3))
    labels = torch.tensor([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    reduced("multilabel_soft_margin_loss", F.multilabel_soft_margin_loss, randn(2, 3), labels)
    case("multilabel_soft_margin_loss: weight", F.multilabel_soft_margin_loss, randn(2, 3), labels,
         rand(3))
    case("multilabel_soft_margin_loss: no batch", F.multilabel_soft_margin_loss, randn(3),
         torch.tensor([1, 0, 1]))
    case("multilabel_soft_margin_loss: number", F.multilabel_soft_margin_loss, randn(), rand())
    reduced("kl_div", F.kl_div, randn(2, 3), rand(2, 3))
    case("kl_div: batchmean", F.kl_div, randn(2, 3), rand(2, 3), reduction="batchmean")
    case("kl_div: batchmean of a number", F.kl_div, randn(), rand(), reduction="batchmean")
    case("kl_div: log_target", F.kl_div, randn(2, 3), randn(2, 3), reduction="batchmean",
         log_target=True)
    reduced("poisson_nll_loss", F.poisson_nll_loss, randn(2, 3), rand(2, 3))
    case("poisson_nll_loss: full", F.poisson_nll_loss, randn(4), torch.tensor([0.0, 1, 2, 5]),
         full=True)
    case("poisson_nll_loss: no logarithm", F.poisson_nll_loss, rand(3), rand(3), log_input=False,
         eps=0.5)


def gaussian():
    function = F.gaussian_nll_loss
    reduced("gaussian_nll_loss", function, randn(2, 3), randn(2, 3), rand(2, 3))
    case("gaussian_nll_loss: full", function, randn(2, 3), randn(2, 3), rand(2, 3), full=True)
    case("gaussian_nll_loss: eps", function, randn(2, 3), randn(2, 3), rand(2, 3), eps=0.5)
    case("gaussian_nll_loss: without the last dimension", function, randn(2, 3), randn(2, 3),
         rand(2))
    case("gaussian_nll_loss: one for a dimension", function, randn(2, 3, 2), randn(2, 3, 2),
         rand(2, 1, 2))
    case("gaussian_nll_loss: negative", function, randn(2), randn(2), torch.tensor([1.0, -1.0]))
    case("gaussian_nll_loss: wrong size", function, randn(2, 3), randn(2, 3), rand(3))
    case("gaussian_nll_loss: ones for two dimensions", function, randn(2, 3), randn(2, 3),
         rand(1, 1))


def of_numbers():
    for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"):
        function = getattr(F, name)
        reduced(name, function, randn(2, 3), randn(2, 3))
        case(f"{name}: broadcast", function, randn(2, 3), randn(3))
        case(f"{name}: does not broadcast", function, randn(2, 3), randn(2))
        if name == "smooth_l1_loss":
            continue
        reduced(f"{name}: weight", function, randn(2, 3), randn(2, 3), weight=rand(2, 3))
        case(f"{name}: weight of another size", function, randn(2, 3), randn(2, 3), weight=rand(3))
    reduced("smooth_l1_loss: beta 0.5", F.smooth_l1_loss, randn(2, 3), randn(2, 3), beta=0.5)
    reduced("smooth_l1_loss: beta 0", F.smooth_l1_loss, randn(2, 3), randn(2, 3), beta=0.0)
    case("smooth_l1_loss: negative beta", F.smooth_l1_loss, randn(2), randn(2), beta=-1.0)
    case("huber_loss: delta 0.5", F.huber_loss, randn(2, 3), randn(2, 3), delta=0.5)
    case("huber_loss: delta 0", F.huber_loss, randn(2), randn(2), delta=0.0)


def with_margins():
    reduced("margin_ranking_loss", F.margin_ranking_loss, randn(3), randn(3), signs, grad=[0, 1])
    case("margin_ranking_loss: margin", F.margin_ranking_loss, randn(3), randn(3), signs,
         margin=0.5, grad=[0, 1])
    case("margin_ranking_loss: dimensions differ", F.margin_ranking_loss, randn(3), randn(2, 3),
         signs)
    reduced("multi_margin_loss", F.multi_margin_loss, randn(3, 4), torch.tensor([1, 0, 3]))
    case("multi_margin_loss: squares", F.multi_margin_loss, randn(3, 4), torch.tensor([1, 0, 3]),
         p=2, margin=0.5)
    case("multi_margin_loss: weight", F.multi_margin_loss, randn(3, 4), torch.tensor([1, 0, 3]),
         weight=rand(4), grad=[0])
    case("multi_margin_loss: p is 3", F.multi_margin_loss, randn(3, 4), torch.tensor([1, 0, 3]),
         p=3)
    case("multi_margin_loss: weight matrix", F.multi_margin_loss, randn(3, 4),
         torch.tensor([1, 0, 3]), weight=rand(4, 1))
    triplet = (randn(3, 4), randn(3, 4), randn(3, 4))
    reduced("triplet_margin_loss", F.triplet_margin_loss, *triplet)
    case("triplet_margin_loss: swap", F.triplet_margin_loss, *triplet, swap=True)
    case("triplet_margin_loss: p 1, margin 2", F.triplet_margin_loss, *triplet, margin=2.0, p=1.0)
    case("triplet_margin_loss: margin 0", F.triplet_margin_loss, *triplet, margin=0.0)
    case("triplet_margin_loss: negative margin", F.triplet_margin_loss, *triplet, margin=-0.5)


def with_distance():
    function = F.triplet_margin_with_distance_loss
    triplet = (randn(3, 4), randn(3, 4), randn(3, 4))

    def largest(x, y):
        return (x - y).abs().amax(1)

    reduced("triplet_margin_with_distance_loss", function, *triplet)
    reduced("triplet_margin_with_distance_loss: own", function, *triplet,
            distance_function=largest)
    case("triplet_margin_with_distance_loss: own, swap", function, *triplet, swap=True,
         distance_function=largest, margin=0.5)
    case("triplet_margin_with_distance_loss: swap", function, *triplet, swap=True, margin=2.0)
    case("triplet_margin_with_distance_loss: margin 0", function, *triplet, margin=0.0)
    case("triplet_margin_with_distance_loss: dimensions differ", function, randn(3, 4), randn(4),
         randn(3, 4))


def operators():
    """Those that are an operator: that it has Python's arguments and defaults."""
    reduced("cosine_embedding_loss", F.cosine_embedding_loss, randn(3, 4), randn(3, 4), signs,
            grad=[0, 1])
    case("cosine_embedding_loss: margin", F.cosine_embedding_loss, randn(3, 4), randn(3, 4), signs,
         margin=0.3, grad=[0, 1])
    reduced("hinge_embedding_loss", F.hinge_embedding_loss, randn(3), signs, grad=[0])
    reduced("multilabel_margin_loss", F.multilabel_margin_loss, randn(2, 4),
            torch.tensor([[3, 0, -1, 1], [2, -1, 0, 0]]))
    reduced("soft_margin_loss", F.soft_margin_loss, randn(3), signs, grad=[0])
    lengths = torch.tensor([4, 3])
    reduced("ctc_loss", F.ctc_loss, randn(4, 2, 3), torch.tensor([[1, 2], [2, 2]]), lengths,
            torch.tensor([2, 1]))
    case("ctc_loss: zero_infinity", F.ctc_loss, randn(2, 1, 3), torch.tensor([[1, 1]]),
         torch.tensor([2]), torch.tensor([2]), blank=0, zero_infinity=True)
    case("cosine_similarity", F.cosine_similarity, randn(3, 4), randn(3, 4))
    case("cosine_similarity: dim, eps", F.cosine_similarity, randn(3, 4), randn(4), dim=0, eps=0.1)
    case("pairwise_distance", F.pairwise_distance, randn(3, 4), randn(3, 4))
    case("pairwise_distance: keepdim", F.pairwise_distance, randn(3, 4), randn(3, 4), p=1.0,
         keepdim=True)


def under_autocast(x, layer, target, bias, weight, **named):
    with torch.autocast("cpu"):
        return in_chunks(x, layer, target, linear_bias=bias, weight=weight, **named)


def with_autocast():
    """The weights of a layer are float32; its input is, or an earlier layer made it bfloat16."""
    seven = torch.tensor([1, 10, -100, 3, 3, 0, 7])
    for dtype in (torch.float32, torch.bfloat16):
        for how in REDUCTIONS:
            for targets, target in (("classes", seven), ("probabilities", rand(7, 11, dtype=dtype))):
                case(f"autocast: {str(dtype).removeprefix('torch.')}, {targets}, {how}",
                     under_autocast, randn(7, 3, dtype=dtype), randn(11, 3), target, randn(11),
                     rand(11), grad=[0, 1, 3], options={"batch_chunk_size": 2}, reduction=how)


def cases():
    for part in (of_classes, of_linear, of_chunks, of_probabilities, gaussian, of_numbers, with_margins,
                 with_distance, operators, with_autocast):
        part()
    return case.all
