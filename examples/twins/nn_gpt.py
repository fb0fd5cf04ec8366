"""A small GPT that learns a text by heart and writes on; ../nn_gpt.c is the same in C."""

import torch
from torch import nn
from torch.nn import functional as F

TEXT = ("the quick brown fox jumps over the lazy dog and the lazy dog sleeps on while the quick "
        "brown fox jumps back. ")
TOKENS, DIM, HEADS, LAYERS, BATCH, STEPS = 32, 32, 4, 2, 16, 400


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.ln1 = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.ln2 = nn.LayerNorm(dim)
        self.up = nn.Linear(dim, 4 * dim)
        self.down = nn.Linear(4 * dim, dim)

    def attend(self, x):
        qkv = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], is_causal=True)
        return self.out(y.transpose(1, 2).flatten(2))

    def forward(self, x):
        x = x + self.attend(self.ln1(x))
        return x + self.down(F.gelu(self.up(self.ln2(x))))


class GPT(nn.Module):
    def __init__(self, vocabulary, dim, heads, layers):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, dim)
        self.positions = nn.Embedding(TOKENS, dim)
        self.blocks = nn.Sequential(*[Block(dim, heads) for _ in range(layers)])
        self.ln = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, x):
        x = self.tokens(x) + self.positions(torch.arange(x.size(1)))
        return self.head(self.ln(self.blocks(x)))


torch.manual_seed(1)
text = torch.tensor(list(TEXT.encode()))
net = GPT(128, DIM, HEADS, LAYERS)
optimizer = torch.optim.AdamW(net.parameters(), lr=0.003)
print(net)
for i in range(1, STEPS + 1):
    starts = torch.randint(len(TEXT) - TOKENS, (BATCH, 1))
    places = starts + torch.arange(TOKENS)
    logits = net(text[places])
    loss = F.cross_entropy(logits.flatten(0, 1), text[places + 1].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 100 == 0:
        print(f"step {i}: loss {loss.item():.5f}")
net.eval()
written = text[:16].unsqueeze(0)
with torch.no_grad():
    for _ in range(48):
        logits = net(written[:, -TOKENS:])[:, -1]
        written = torch.cat([written, logits.argmax(1, keepdim=True)], 1)
print(bytes(written[0].tolist()).decode())
