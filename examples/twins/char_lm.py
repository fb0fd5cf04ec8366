"""A language model of characters; ../char_lm.c is the same in C.

Usage: char_lm.py lstm|transformer EPOCHS TEXT...
"""

import sys

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset

BYTES, DIM, HEADS, LAYERS, LENGTH, BATCH = 256, 128, 4, 2, 64, 32


class LSTMModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(BYTES, DIM)
        self.lstm = nn.LSTM(DIM, 2 * DIM, batch_first=True)
        self.head = nn.Linear(2 * DIM, BYTES)

    def forward(self, x):
        return self.head(self.lstm(self.embedding(x))[0])


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1 = nn.LayerNorm(DIM)
        self.qkv = nn.Linear(DIM, 3 * DIM)
        self.out = nn.Linear(DIM, DIM)
        self.ln2 = nn.LayerNorm(DIM)
        self.up = nn.Linear(DIM, 4 * DIM)
        self.down = nn.Linear(4 * DIM, DIM)

    def attend(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, HEADS, -1)).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).flatten(2))

    def forward(self, x):
        x = x + self.attend(self.ln1(x))
        return x + self.down(F.gelu(self.up(self.ln2(x))))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(BYTES, DIM)
        self.positions = nn.Embedding(LENGTH, DIM)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.ln = nn.LayerNorm(DIM)
        self.head = nn.Linear(DIM, BYTES)

    def forward(self, x):
        x = self.tokens(x) + self.positions(torch.arange(x.shape[1]))
        return self.head(self.ln(self.blocks(x)))


class Windows(Dataset):
    def __init__(self, text):
        self.text = text

    def __len__(self):
        return (len(self.text) - 1) // LENGTH

    def __getitem__(self, i):
        at = i * LENGTH
        return self.text[at:at + LENGTH], self.text[at + 1:at + LENGTH + 1]


data = b"".join(open(path, "rb").read() for path in sys.argv[3:])
text = torch.tensor(list(data))
torch.manual_seed(1)
net = LSTMModel() if sys.argv[1] == "lstm" else Transformer()
optimizer = torch.optim.AdamW(net.parameters(), lr=0.003)
loader = DataLoader(Windows(text), BATCH, shuffle=True, drop_last=True)
print(f"{len(text)} bytes of text; {sys.argv[1]}")
for epoch in range(1, int(sys.argv[2]) + 1):
    total = n = 0
    for x, y in loader:
        loss = F.cross_entropy(net(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total, n = total + loss.item() * len(x), n + len(x)
    print(f"epoch {epoch}: loss {total / n:.4f}")
