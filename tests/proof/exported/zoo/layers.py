"""Layers of torch.nn, and its functions."""

import torch
import torch.nn.functional as F
from torch import nn, randn
from torch.export import Dim

from .program import Program, calls, left_out, program


@program
def linear():
    return Program(nn.Linear(4, 3), (randn(2, 4),), grads=True)


@program
def mlp():
    net = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 10))
    return Program(net, (randn(4, 16),), dynamic_shapes=({0: Dim("batch", max=8)},), grads=True,
                   more=[(randn(2, 16),), (randn(8, 16),), (randn(1, 16),)],
                   bad=[(randn(9, 16),), (randn(4, 15),), (randn(4),),
                        (randn(4, 16, dtype=torch.float64),)])


@program
def mlp_bf16():
    net = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 10)).bfloat16()
    return Program(net, (randn(4, 16).bfloat16(),), dynamic_shapes=({0: Dim("batch", max=8)},),
                   more=[(randn(8, 16).bfloat16(),), (randn(1, 16).bfloat16(),)],
                   bad=[(randn(4, 16),)])


@program
def bilinear():
    return Program(nn.Bilinear(4, 5, 3), (randn(2, 4), randn(2, 5)), grads=True)


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Conv1d(4, 6, 3, padding="same", dilation=2)
        self.two = nn.Conv2d(4, 8, (3, 5), stride=2, padding=(1, 2), groups=2, bias=False)
        self.three = nn.Conv3d(1, 2, 2)
        self.circular = nn.Conv2d(4, 4, 3, padding=1, padding_mode="circular")
        self.reflect = nn.Conv1d(4, 4, 3, padding=1, padding_mode="reflect")

    def forward(self, line, image, volume):
        return (self.one(line), self.two(image), self.three(volume), self.circular(image),
                self.reflect(line))


@program
def convolutions():
    return Program(Convolutions(), (randn(2, 4, 9), randn(2, 4, 8, 8), randn(1, 1, 4, 4, 4)),
                   grads=True)


class Transposed(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.ConvTranspose1d(4, 3, 3, stride=2, output_padding=1)
        self.two = nn.ConvTranspose2d(4, 2, 2, 2, groups=2)
        self.three = nn.ConvTranspose3d(1, 2, 2)

    def forward(self, line, image, volume):
        return self.one(line), self.two(image, output_size=[9, 9]), self.three(volume)


@program
def transposed_convolutions():
    return Program(Transposed(), (randn(2, 4, 5), randn(1, 4, 4, 4), randn(1, 1, 3, 3, 3)))


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.second = nn.Conv2d(4, 8, 3, stride=2)
        self.last = nn.Linear(8, 5)

    def forward(self, x):
        x = F.relu(self.norm(self.first(x)))
        x = F.adaptive_avg_pool2d(F.relu(self.second(x)), 1).flatten(1)
        return self.last(F.dropout(x, 0.1, self.training))


@program
def cnn_eval():
    return Program(Cnn().eval(), (randn(2, 3, 8, 8),), grads=True)


@program
def cnn_train():
    return Program(Cnn().train(), (randn(2, 3, 8, 8),), grads=True)


class Norms(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.LayerNorm([6, 6])
        self.group = nn.GroupNorm(2, 4)
        self.instance = nn.InstanceNorm2d(4, affine=True)
        self.running = nn.InstanceNorm2d(4, track_running_stats=True)
        self.rms = nn.RMSNorm(6)
        self.local = nn.LocalResponseNorm(2)
        self.batch = nn.BatchNorm2d(4)

    def forward(self, x):
        return [norm(x) for norm in self.children()]


@program
def norms_eval():
    return Program(Norms().eval(), (randn(2, 4, 6, 6),), grads=True)


@program
def norms_train():
    return Program(Norms().train(), (randn(2, 4, 6, 6),), grads=True)


@program
def activations():
    kinds = [nn.ReLU(), nn.ReLU6(), nn.LeakyReLU(0.1), nn.PReLU(), nn.ELU(), nn.SELU(), nn.CELU(),
             nn.GELU(), nn.GELU("tanh"), nn.SiLU(), nn.Mish(), nn.Sigmoid(), nn.Tanh(),
             nn.Softplus(), nn.Softsign(), nn.Hardtanh(), nn.Hardsigmoid(), nn.Hardswish(),
             nn.LogSigmoid(), nn.Tanhshrink(), nn.Softshrink(), nn.Hardshrink(),
             nn.Threshold(0.1, -1.0), nn.Softmax(-1), nn.LogSoftmax(0), nn.Softmin(-1), nn.GLU()]

    class Activations(nn.Module):
        def __init__(self):
            super().__init__()
            self.kinds = nn.ModuleList(kinds)

        def forward(self, x):
            return [kind(x) for kind in self.kinds]

    return Program(Activations().eval(), (randn(3, 4),), grads=True)


@program
def activations_in_place():
    def forward(x):
        x = F.relu(x * 2, inplace=True)
        x = F.leaky_relu(x - 1, 0.2, inplace=True)
        x = F.elu(x + 0.5, inplace=True)
        return F.hardswish(x * 3, inplace=True), F.silu(x + 1, inplace=True)

    return calls(forward, randn(3, 4))


@program
def pooling():
    def forward(line, image, volume):
        values, places = F.max_pool2d(image, 2, return_indices=True)
        return (values, places, F.max_unpool2d(values, places, 2), F.max_pool1d(line, 3, 2, 1),
                F.avg_pool2d(image, 3, 2, 1, ceil_mode=True, count_include_pad=False),
                F.avg_pool1d(line, 2), F.max_pool3d(volume, 2), F.lp_pool2d(image, 2.0, 2),
                F.adaptive_max_pool2d(image, (3, 2)), F.adaptive_avg_pool1d(line, 4),
                F.adaptive_avg_pool3d(volume, 2))

    return calls(forward, randn(2, 3, 9), randn(2, 3, 8, 8), randn(1, 2, 4, 4, 4))


@program
def padding():
    def forward(x):
        return (F.pad(x, (1, 2)), F.pad(x, (1, 0, 0, 2), value=-1.5),
                F.pad(x, (1, 1, 2, 2), "reflect"), F.pad(x, (1, 1, 1, 1), "replicate"),
                F.pad(x, (2, 1, 0, 1), "circular"), F.pad(x, (-1, -1)),
                F.pad(x, (1, 1), value=float("-inf")))

    return calls(forward, randn(1, 2, 4, 4))


@program
def upsampling():
    def forward(line, image, volume):
        return (F.interpolate(line, size=7), F.interpolate(image, scale_factor=2, mode="bilinear"),
                F.interpolate(image, size=(3, 9), mode="bicubic", align_corners=True),
                F.interpolate(image, scale_factor=0.5, mode="area"),
                F.interpolate(image, size=5, mode="bilinear", antialias=True),
                F.interpolate(line, size=4, mode="linear"),
                F.interpolate(image, size=6, mode="nearest-exact"),
                F.interpolate(volume, scale_factor=2, mode="trilinear"))

    return calls(forward, randn(1, 2, 5), randn(1, 2, 6, 6), randn(1, 1, 3, 3, 3))


@program
def grids():
    def forward(x, theta):
        grid = F.affine_grid(theta, [1, 2, 4, 4], align_corners=False)
        return (F.grid_sample(x, grid, align_corners=False),
                F.grid_sample(x, grid, "nearest", "border", True),
                F.pixel_shuffle(x.repeat(1, 2, 1, 1), 2), F.pixel_unshuffle(x, 2),
                F.channel_shuffle(x, 2), F.unfold(x, 2, padding=1),
                F.fold(x.reshape(1, 8, 4), (4, 4), 2, stride=2))

    return calls(forward, randn(1, 2, 4, 4), randn(1, 2, 3))


@program
def losses():
    def forward(x, y, labels, probabilities):
        weight = probabilities[0].detach()
        return (F.mse_loss(x, y), F.l1_loss(x, y, reduction="none"),
                F.smooth_l1_loss(x, y, beta=0.5), F.huber_loss(x, y),
                F.cross_entropy(x, labels, label_smoothing=0.1),
                F.cross_entropy(x, labels, ignore_index=1, weight=weight),
                F.cross_entropy(x, probabilities), F.nll_loss(x.log_softmax(1), labels),
                F.binary_cross_entropy_with_logits(x, probabilities),
                F.binary_cross_entropy(x.sigmoid(), probabilities),
                F.kl_div(x.log_softmax(1), probabilities, reduction="batchmean"),
                F.cosine_embedding_loss(x, y, labels.sign() * 2 - 1),
                F.hinge_embedding_loss(x, y.sign().detach()),
                F.margin_ranking_loss(x, y, y.sign().detach()), F.multi_margin_loss(x, labels),
                F.multilabel_soft_margin_loss(x, probabilities),
                F.soft_margin_loss(x, y.sign().detach()), F.triplet_margin_loss(x, y, x + 1),
                F.poisson_nll_loss(x, y.abs()))

    return calls(forward, randn(3, 4, requires_grad=True), randn(3, 4), torch.tensor([0, 1, 3]),
                 randn(3, 4).softmax(1), grads=True)


@program
def distances():
    def forward(x, y):
        return (F.cosine_similarity(x, y), F.pairwise_distance(x, y), torch.cdist(x, y), F.pdist(x),
                F.normalize(x), torch.dist(x, y, 3), torch.linalg.vector_norm(x, 1, -1),
                torch.linalg.matrix_norm(x), x.renorm(2, 0, 1.0))

    return calls(forward, randn(3, 4), randn(3, 4))


class Embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = nn.Embedding(20, 6, padding_idx=0)
        self.sum = nn.EmbeddingBag(20, 6, mode="sum", include_last_offset=True)
        self.mean = nn.EmbeddingBag(20, 6, padding_idx=3)
        self.max = nn.EmbeddingBag(20, 6, mode="max")

    def forward(self, places, flat, offsets, weights):
        return (self.plain(places), self.sum(flat, offsets, per_sample_weights=weights),
                self.mean(places), self.max(places), F.one_hot(places, 20))


@program
def embedding_bag():
    return Program(Embeddings(), (torch.randint(0, 20, (3, 4)), torch.randint(0, 20, (7,)),
                                  torch.tensor([0, 3, 7]), randn(7)), grads=True)


@program
def embedding_renorm():
    return Program(nn.Embedding(8, 4, max_norm=1.0).requires_grad_(False),
                   (torch.tensor([1, 3, 3]),))


class Lstm(nn.Module):
    def __init__(self, **options):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, 2, batch_first=True, bidirectional=True, **options)
        self.last = nn.Linear(32, 5)

    def forward(self, x):
        y, state = self.lstm(x)
        return self.last(y), state


@program
def lstm():
    return Program(Lstm().eval(), (randn(3, 7, 8),), grads=True)


@program
def lstm_train():
    return Program(Lstm(dropout=0.3).train(), (randn(3, 7, 8),), grads=True)


@program
def lstm_projected():
    class Projected(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(4, 8, proj_size=3)

        def forward(self, x, state):
            return self.lstm(x, state)

    return Program(Projected(), (randn(5, 2, 4), (randn(1, 2, 3), randn(1, 2, 8))))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 8)
        self.gru = nn.GRU(8, 8, 2, dropout=0.1)
        self.rnn = nn.RNN(8, 4, nonlinearity="relu")
        self.plain = nn.RNN(4, 4, bias=False)
        self.cell = nn.LSTMCell(4, 4)
        self.gru_cell = nn.GRUCell(4, 4)
        self.rnn_cell = nn.RNNCell(4, 4)
        self.bag = nn.EmbeddingBag(20, 4)

    def forward(self, places):
        x, _ = self.gru(self.embedding(places))
        x, _ = self.plain(self.rnn(x)[0])
        hidden, cell = self.cell(x[-1])
        return self.rnn_cell(self.gru_cell(hidden)) + self.bag(places.t()) + cell


@program
def gru():
    return Program(Recurrent().eval(), (torch.randint(0, 20, (5, 3)),), grads=True)


@program
def lstm_dynamic():
    return Program(Lstm().eval(), (randn(3, 7, 8),), more=[(randn(5, 7, 8),)],
                   dynamic_shapes=({0: Dim("batch", min=2, max=16)},), bad=[(randn(17, 7, 8),)])


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.own = nn.MultiheadAttention(8, 2, batch_first=True)
        self.other = nn.MultiheadAttention(8, 4, kdim=6, vdim=5, add_bias_kv=True,
                                           add_zero_attn=True)

    def forward(self, x, keys, values, mask):
        own, weights = self.own(x, x, x, attn_mask=mask)
        other, every = self.other(x, keys, values, average_attn_weights=False)
        return own, weights, other, every


@program
def multihead_attention():
    return Program(Attention(), (randn(2, 4, 8), randn(2, 4, 6), randn(2, 4, 5),
                                 torch.ones(4, 4).triu(1).bool()), grads=True)


@program
def attention_functions():
    def forward(q, k, v, mask):
        return (F.scaled_dot_product_attention(q, k, v),
                F.scaled_dot_product_attention(q, k, v, mask),
                F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3),
                F.scaled_dot_product_attention(q, k[:, :1], v[:, :1], enable_gqa=True),
                F.scaled_dot_product_attention(q, k, v, torch.where(mask, 0.0, float("-inf"))))

    return calls(forward, randn(2, 2, 5, 8), randn(2, 2, 5, 8), randn(2, 2, 5, 8),
                 torch.ones(5, 5).tril().bool())


@program
def parametrized():
    net = nn.Sequential(nn.utils.parametrizations.weight_norm(nn.Linear(4, 6)),
                        nn.utils.parametrizations.spectral_norm(nn.Linear(6, 4)),
                        nn.utils.parametrizations.orthogonal(nn.Linear(4, 4)))
    return Program(net.eval(), (randn(3, 4),))


@program
def weight_norm_old():
    return Program(torch.nn.utils.weight_norm(nn.Conv1d(3, 4, 2)), (randn(2, 3, 5),), grads=True)


@program
def dropouts_eval():
    net = nn.Sequential(nn.Dropout(), nn.AlphaDropout(), nn.Dropout1d(), nn.Identity(),
                        nn.Flatten(), nn.Unflatten(1, (2, 6)))
    return Program(net.eval(), (randn(2, 3, 4),))


class Probabilities(nn.Module):
    def __init__(self):
        super().__init__()
        self.softmax = nn.AdaptiveLogSoftmaxWithLoss(8, 12, [4, 8])

    def forward(self, x):
        return self.softmax.log_prob(x)


@program
def adaptive_softmax():
    return Program(Probabilities(), (randn(5, 8),))


@program
def misc_nn():
    class Misc(nn.Module):
        def __init__(self):
            super().__init__()
            self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
            self.line = nn.Conv1d(4, 4, 3)
            self.prelu = nn.PReLU(4)
            self.bilinear = nn.Bilinear(4, 4, 2)
            self.register_buffer("window", torch.hann_window(8))

        def forward(self, x):
            seen, weights = self.attention(x, x, x)
            spectrum = torch.stft(x.reshape(1, -1), 8, window=self.window, return_complex=True)
            return (self.bilinear(x, seen), weights, self.prelu(self.line(x.transpose(1, 2))),
                    spectrum.real, x.cumsum(1).norm(dim=-1),
                    torch.linalg.inv(x[0] + 3 * torch.eye(4)), F.cosine_similarity(x, seen, -1),
                    x.var(1), x.std())

    return Program(Misc().eval(), (randn(2, 4, 4),))


left_out("ctc_loss", "torch.export refuses it: the output's size depends on data")
