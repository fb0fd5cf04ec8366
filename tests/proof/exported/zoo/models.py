"""Whole models, small ones: attention, convolutions, recommendation, generation."""

import math

import torch
import torch.nn.functional as F
from torch import nn, randn
from torch.export import Dim

from .program import Program, calls, program


def causal_mask(length):
    return nn.Transformer.generate_square_subsequent_mask(length)


def encoder(**options):
    layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, **options)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


@program
def transformer_encoder():
    return Program(encoder().eval(), (randn(2, 6, 16),), grads=True)


@program
def transformer_encoder_train():
    return Program(encoder(activation="gelu", norm_first=True).train(), (randn(2, 6, 16),),
                   grads=True)


@program
def transformer_encoder_masked():
    padded = torch.tensor([[False] * 6, [False] * 4 + [True] * 2])
    return Program(encoder().train().requires_grad_(False), (randn(2, 6, 16),),
                   {"mask": torch.zeros(6, 6).bool().logical_or(torch.ones(6, 6).triu(1).bool()),
                    "src_key_padding_mask": padded, "is_causal": True})


@program
def transformer_decoder():
    layer = nn.TransformerDecoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
    return Program(nn.TransformerDecoder(layer, 2).train(), (randn(2, 5, 16), randn(2, 6, 16)),
                   {"tgt_mask": causal_mask(5), "tgt_is_causal": True}, grads=True)


@program
def transformer():
    class Translator(nn.Module):
        def __init__(self):
            super().__init__()
            self.source, self.target = nn.Embedding(11, 16), nn.Embedding(13, 16)
            self.transformer = nn.Transformer(16, 2, 1, 1, 24, batch_first=True)
            self.head = nn.Linear(16, 13)

        def forward(self, source, target):
            mask = causal_mask(target.shape[1])
            x = self.transformer(self.source(source), self.target(target), tgt_mask=mask,
                                 src_is_causal=False, tgt_is_causal=True)
            return self.head(x)

    return Program(Translator().eval(),
                   (torch.randint(0, 11, (2, 6)), torch.randint(0, 13, (2, 4))), grads=True)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def attend(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)

    def mix(self, x):
        batch, length, width = x.shape
        q, k, v = (one.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
                   for one in self.qkv(self.before(x)).split(width, 2))
        y = self.attend(q, k, v).transpose(1, 2).reshape(batch, length, width)
        return x + self.out(y)

    def forward(self, x):
        x = self.mix(x)
        return x + self.narrow(F.gelu(self.wide(self.after(x))))


class MaskedBlock(Block):
    """Attention in its parts; the -inf is a number in the graph."""

    def attend(self, q, k, v):
        length = q.shape[2]
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
        return scores.masked_fill(hidden, float("-inf")).softmax(-1) @ v


class AttentionBlock(MaskedBlock):
    def __init__(self, width, heads):
        super().__init__(width, heads)
        del self.after, self.wide, self.narrow

    def forward(self, x):
        return self.mix(x)


class Gpt(nn.Module):
    def __init__(self, words=65, width=32, heads=4, layers=2, length=64, block=Block):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)
        self.head.weight = self.words.weight

    def forward(self, tokens):
        x = self.words(tokens) + self.places(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def gpt_program(net):
    def tokens(*shape):
        return (torch.randint(0, 20, shape),)

    sizes = ({0: Dim("batch", min=1, max=64), 1: Dim("length", min=2, max=64)},)
    return Program(net, tokens(2, 16), dynamic_shapes=sizes, grads=True,
                   more=[tokens(1, 2), tokens(3, 64), tokens(64, 5)],
                   bad=[tokens(2, 65), tokens(65, 4), tokens(2, 1), tokens(4),
                        (torch.rand(2, 16),)])


@program
def gpt():
    return gpt_program(Gpt().eval())


@program
def gpt_masked():
    return gpt_program(Gpt(block=MaskedBlock).eval())


@program
def gpt_tiny():
    net = Gpt(words=20, width=8, heads=2, layers=1, length=16, block=AttentionBlock).eval()
    return Program(net, (torch.randint(0, 20, (2, 5)),), grads=True,
                   dynamic_shapes=({1: Dim("length", min=2, max=16)},),
                   more=[(torch.randint(0, 20, (2, 16)),)], bad=[(torch.randint(0, 20, (2, 17)),)])


@program
def gpt_bf16():
    net = Gpt(words=20, width=8, heads=2, layers=1, length=16).eval().bfloat16()
    return Program(net, (torch.randint(0, 20, (2, 5)),),
                   dynamic_shapes=({1: Dim("length", min=2, max=16)},),
                   more=[(torch.randint(0, 20, (2, 16)),)])


@program
def gpt_train():
    class Loss(nn.Module):
        def __init__(self):
            super().__init__()
            self.gpt = Gpt(words=20, width=16)

        def forward(self, tokens):
            scores = self.gpt(tokens[:, :-1])
            return F.cross_entropy(scores.flatten(0, 1), tokens[:, 1:].flatten())

    return Program(Loss().train(), (torch.randint(0, 20, (3, 9)),), grads=True)


@program
def gpt_with_cache():
    class Cached(nn.Module):
        """One token at a time; keys and values stay in buffers."""

        def __init__(self):
            super().__init__()
            self.words, self.qkv = nn.Embedding(20, 8), nn.Linear(8, 24)
            self.register_buffer("keys", torch.zeros(1, 16, 8))
            self.register_buffer("values", torch.zeros(1, 16, 8), persistent=False)
            self.register_buffer("place", torch.zeros(1, dtype=torch.long))

        def forward(self, token):
            q, k, v = self.qkv(self.words(token)).chunk(3, -1)
            self.keys.index_copy_(1, self.place, k)
            self.values.index_copy_(1, self.place, v)
            seen = torch.arange(16) <= self.place
            scores = (q @ self.keys.mT).masked_fill(~seen, float("-inf"))
            self.place.add_(1)
            return scores.softmax(-1) @ self.values @ self.words.weight.t()

    return Program(Cached().eval(), (torch.tensor([[3]]),), more=[(torch.tensor([[4]]),),
                                                                (torch.tensor([[19]]),)])


class LlamaBlock(nn.Module):
    def __init__(self, width=16, heads=4, groups=2):
        super().__init__()
        self.heads, self.groups, self.part = heads, groups, width // heads
        self.norm, self.second = nn.RMSNorm(width), nn.RMSNorm(width)
        self.q = nn.Linear(width, width, bias=False)
        self.kv = nn.Linear(width, 2 * groups * self.part, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, 24, bias=False), nn.Linear(width, 24, bias=False)
        self.down = nn.Linear(24, width, bias=False)

    def rotate(self, x, turns):
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        return torch.view_as_real(pairs * turns).flatten(-2)

    def forward(self, x, turns):
        batch, length, width = x.shape
        y = self.norm(x)
        q = self.q(y).view(batch, length, self.heads, self.part).transpose(1, 2)
        kv = self.kv(y).view(batch, length, 2 * self.groups, self.part)
        k, v = kv.transpose(1, 2).chunk(2, 1)
        q, k = self.rotate(q, turns), self.rotate(k, turns)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        y = self.second(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


@program
def llama():
    class Llama(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.head = nn.Embedding(30, 16), nn.Linear(16, 30, bias=False)
            self.blocks = nn.ModuleList(LlamaBlock() for _ in range(2))
            angles = torch.outer(torch.arange(32.0), 100.0 ** -torch.arange(0, 1, 0.5))
            self.register_buffer("turns", torch.polar(torch.ones_like(angles), angles), False)

        def forward(self, tokens):
            x = self.words(tokens)
            for block in self.blocks:
                x = block(x, self.turns[:tokens.shape[1]])
            return self.head(x)

    return Program(Llama().eval(), (torch.randint(0, 30, (2, 8)),), grads=True,
                   dynamic_shapes=({1: Dim("length", min=2, max=32)},),
                   more=[(torch.randint(0, 30, (2, 32)),)], bad=[(torch.randint(0, 30, (2, 33)),)])


@program
def bert():
    class Bert(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.kinds = nn.Embedding(30, 16, padding_idx=0), nn.Embedding(2, 16)
            self.register_buffer("places", torch.arange(32).expand(1, -1), persistent=False)
            self.place, self.norm = nn.Embedding(32, 16), nn.LayerNorm(16, eps=1e-12)
            self.attention = nn.MultiheadAttention(16, 2, batch_first=True)
            self.pool = nn.Linear(16, 16)

        def forward(self, input_ids, attention_mask=None, token_type_ids=None):
            x = self.words(input_ids) + self.place(self.places[:, :input_ids.shape[1]])
            x = self.norm(x + self.kinds(token_type_ids))
            hidden = attention_mask == 0
            x = x + self.attention(x, x, x, key_padding_mask=hidden, need_weights=False)[0]
            return {"last_hidden_state": x, "pooler_output": torch.tanh(self.pool(x[:, 0]))}

    tokens = torch.randint(1, 30, (2, 7))
    mask = torch.ones(2, 7, dtype=torch.long)
    mask[1, 4:] = 0
    return Program(Bert().train(), (), {"input_ids": tokens, "attention_mask": mask,
                                        "token_type_ids": torch.zeros_like(tokens)}, grads=True)


@program
def vision_transformer_tiny():
    class Vit(nn.Module):
        def __init__(self):
            super().__init__()
            self.patches, self.kind = nn.Conv2d(3, 16, 4, 4), nn.Parameter(randn(1, 1, 16))
            self.places, self.encoder = nn.Parameter(randn(1, 17, 16)), encoder()
            self.head = nn.Linear(16, 5)

        def forward(self, x):
            x = self.patches(x).flatten(2).mT
            x = torch.cat([self.kind.expand(x.shape[0], -1, -1), x], 1) + self.places
            return self.head(self.encoder(x)[:, 0])

    return Program(Vit().eval(), (randn(2, 3, 16, 16),), grads=True,
                   dynamic_shapes=({0: Dim("batch", min=1, max=8)},), more=[(randn(8, 3, 16, 16),)],
                   bad=[(randn(9, 3, 16, 16),), (randn(2, 3, 16, 20),)])


@program
def unet():
    class Unet(nn.Module):
        def __init__(self):
            super().__init__()
            self.down = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.GroupNorm(2, 8), nn.SiLU())
            self.middle, self.up = nn.Conv2d(8, 16, 3, 2, 1), nn.ConvTranspose2d(16, 8, 2, 2)
            self.last, self.instance = nn.Conv2d(16, 1, 1), nn.InstanceNorm2d(8)

        def forward(self, x):
            wide = self.down(x)
            up = self.instance(self.up(F.leaky_relu(self.middle(wide))))
            other = F.interpolate(F.avg_pool2d(wide, 2), size=wide.shape[2:], mode="bilinear")
            return self.last(torch.cat([up, other], 1)).sigmoid()

    sizes = ({0: Dim("batch"), 2: 4 * Dim("h", max=16), 3: 4 * Dim("w", max=16)},)
    return Program(Unet().eval(), (randn(2, 1, 16, 16),), dynamic_shapes=sizes,
                   more=[(randn(1, 1, 8, 32),), (randn(3, 1, 12, 20),)],
                   bad=[(randn(2, 1, 18, 16),), (randn(2, 2, 16, 16),), (randn(2, 1, 68, 16),)])


@program
def diffusion_step():
    class Step(nn.Module):
        def __init__(self):
            super().__init__()
            self.time, self.first = nn.Linear(8, 6), nn.Conv2d(1, 6, 3, padding=1)
            self.last = nn.Conv2d(6, 1, 3, padding=1)
            self.register_buffer("alphas", torch.linspace(0.99, 0.9, 10).cumprod(0))

        def forward(self, x, step):
            rates = torch.exp(-math.log(1000.0) * torch.arange(4) / 4)
            angles = step[:, None].float() * rates
            time = self.time(torch.cat([angles.sin(), angles.cos()], -1))
            noise = self.last(F.silu(self.first(x) + time[:, :, None, None]))
            alpha = self.alphas[step].view(-1, 1, 1, 1)
            return (x - (1 - alpha).sqrt() * noise) / alpha.sqrt() + 0.1 * torch.randn_like(x)

    return Program(Step(), (randn(2, 1, 8, 8), torch.tensor([3, 7])), grads=True)


@program
def vae():
    class Vae(nn.Module):
        def __init__(self):
            super().__init__()
            self.encode, self.decode = nn.Linear(8, 6), nn.Linear(3, 8)

        def forward(self, x):
            mean, log_variance = self.encode(x).chunk(2, 1)
            z = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
            kl = -0.5 * (1 + log_variance - mean ** 2 - log_variance.exp()).sum(1).mean()
            return self.decode(z).sigmoid(), kl

    return Program(Vae().train(), (randn(4, 8),), grads=True)


@program
def sequence_to_sequence():
    class Translator(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.encoder = nn.Embedding(12, 6), nn.GRU(6, 8, batch_first=True)
            self.cell, self.head = nn.GRUCell(6, 8), nn.Linear(8, 12)

        def forward(self, source):
            _, state = self.encoder(self.words(source))
            state, token, scores = state[0], source.new_zeros(source.shape[0]), []
            for _ in range(4):
                state = self.cell(self.words(token), state)
                scores.append(self.head(state))
                token = scores[-1].argmax(-1)
            return torch.stack(scores, 1)

    return Program(Translator().eval(), (torch.randint(0, 12, (2, 5)),), grads=True)


@program
def wavenet():
    class Wavenet(nn.Module):
        def __init__(self):
            super().__init__()
            self.filters = nn.ModuleList(nn.Conv1d(4, 4, 2, dilation=2 ** i) for i in range(3))
            self.gates = nn.ModuleList(nn.Conv1d(4, 4, 2, dilation=2 ** i) for i in range(3))

        def forward(self, x):
            for i, (filters, gates) in enumerate(zip(self.filters, self.gates)):
                y = F.pad(x, (2 ** i, 0))
                x = x + filters(y).tanh() * gates(y).sigmoid()
            return x

    return Program(Wavenet(), (randn(1, 4, 12),), dynamic_shapes=({2: Dim("time", min=2, max=99)},),
                   more=[(randn(1, 4, 31),)], grads=True)


@program
def recommendation():
    class Dlrm(nn.Module):
        def __init__(self):
            super().__init__()
            self.bags = nn.ModuleList(nn.EmbeddingBag(10, 4, mode="sum") for _ in range(3))
            self.dense, self.top = nn.Linear(5, 4), nn.Linear(10, 1)

        def forward(self, dense, sparse):
            parts = [self.dense(dense).relu()] + [bag(one) for bag, one in zip(self.bags, sparse)]
            stacked = torch.stack(parts, 1)
            products = torch.bmm(stacked, stacked.mT)
            rows, columns = torch.tril_indices(4, 4, -1)
            return self.top(torch.cat([parts[0], products[:, rows, columns]], 1)).sigmoid()

    sparse = [torch.randint(0, 10, (2, n)) for n in (1, 2, 3)]
    return Program(Dlrm(), (randn(2, 5), sparse), grads=True)


@program
def mixture_of_experts():
    class Experts(nn.Module):
        def __init__(self):
            super().__init__()
            self.gate, self.weights = nn.Linear(6, 4), nn.Parameter(randn(4, 6, 6))

        def forward(self, x):
            scores, chosen = self.gate(x).softmax(-1).topk(2)
            every = torch.einsum("nd,edh->neh", x, self.weights)
            taken = every.gather(1, chosen[..., None].expand(-1, -1, 6))
            return (taken * (scores / scores.sum(-1, keepdim=True))[..., None]).sum(1)

    return Program(Experts(), (randn(5, 6),), grads=True)


@program
def graph_network():
    class Graph(nn.Module):
        def __init__(self):
            super().__init__()
            self.message, self.update = nn.Linear(8, 4), nn.Linear(8, 4)

        def forward(self, nodes, edges):
            source, target = edges
            sent = self.message(torch.cat([nodes[source], nodes[target]], 1)).relu()
            received = torch.zeros_like(nodes).index_add(0, target, sent)
            most = torch.zeros_like(nodes).scatter_reduce(
                0, target[:, None].expand_as(sent), sent, "amax", include_self=False)
            return self.update(torch.cat([received, most], 1))

    return Program(Graph(), (randn(4, 4), torch.tensor([[0, 1, 2, 3], [1, 2, 3, 1]])), grads=True)


@program
def mixer():
    class Mixer(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Sequential(nn.Linear(9, 12), nn.GELU(), nn.Linear(12, 9))
            self.channels = nn.Sequential(nn.LayerNorm(6), nn.Linear(6, 8), nn.GELU(),
                                          nn.Linear(8, 6))

        def forward(self, x):
            x = x + self.tokens(x.mT).mT
            return (x + self.channels(x)).mean(1)

    return Program(Mixer(), (randn(2, 9, 6),), grads=True)


@program
def squeeze_excitation():
    class Squeeze(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(3, 8, 3, bias=False)
            self.gate = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 2, 1),
                                      nn.ReLU(inplace=True), nn.Conv2d(2, 8, 1), nn.Hardsigmoid())

        def forward(self, x):
            x = self.conv(x)
            return x * self.gate(x)

    return Program(Squeeze(), (randn(1, 3, 7, 7),), grads=True)


@program
def siamese():
    class Siamese(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 4))

        def forward(self, one, other):
            return F.pairwise_distance(self.net(one), self.net(other))

    return Program(Siamese().eval(), (randn(3, 6), randn(3, 6)), grads=True)


@program
def neural_ode():
    class Ode(nn.Module):
        def __init__(self):
            super().__init__()
            self.field = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))

        def forward(self, x):
            for _ in range(3):
                a = self.field(x)
                b = self.field(x + 0.05 * a)
                x = x + 0.05 * (a + b)
            return x

    return Program(Ode(), (randn(2, 3),), grads=True)


@program
def speech():
    class Speech(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("window", torch.hann_window(16))
            self.register_buffer("mel", torch.rand(9, 5))
            self.conv, self.lstm = nn.Conv1d(5, 8, 3, padding=1), nn.LSTM(8, 6, batch_first=True)

        def forward(self, wave):
            spectrum = torch.stft(wave, 16, 8, window=self.window, return_complex=True).abs() ** 2
            features = (spectrum.mT @ self.mel).clamp(min=1e-6).log10()
            return self.lstm(F.gelu(self.conv(features.mT)).mT)[0].log_softmax(-1)

    return Program(Speech().eval(), (randn(2, 64),), grads=True)


@program
def word_vectors():
    class Vectors(nn.Module):
        def __init__(self):
            super().__init__()
            self.center, self.context = nn.Embedding(15, 4), nn.Embedding(15, 4)

        def forward(self, words, positive):
            negative = torch.randint(0, 15, (words.shape[0], 3))
            x = self.center(words)
            near = F.logsigmoid((x * self.context(positive)).sum(-1))
            far = F.logsigmoid(-torch.bmm(self.context(negative), x[..., None]).squeeze(-1)).sum(-1)
            return -(near + far).mean()

    return Program(Vectors(), (torch.randint(0, 15, (4,)), torch.randint(0, 15, (4,))), grads=True)


@program
def state_space():
    class StateSpace(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.c = (nn.Parameter(randn(4)) for _ in range(3))

        def forward(self, x):
            state, outputs = x.new_zeros(x.shape[0], 4), []
            for one in x.unbind(1):
                state = state * torch.exp(-F.softplus(self.a)) + one[:, None] * self.b
                outputs.append((state * self.c).sum(-1))
            return torch.stack(outputs, 1)

    return Program(StateSpace(), (randn(2, 6),), grads=True)


@program
def boxes_by_score():
    def forward(boxes, scores):
        kept = scores > 0.5
        boxes, scores = boxes[kept], scores[kept]
        order = scores.argsort(descending=True)
        return boxes[order], scores[order], order

    return calls(forward, torch.rand(10, 4), torch.rand(10),
                 more=[(torch.rand(7, 4), torch.rand(7))],
                 dynamic_shapes={"args": ({0: Dim("n")}, {0: Dim("n")})})
