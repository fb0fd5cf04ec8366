"""An LSTM that tags each letter of a word: begins a syllable or not; ../nn_lstm_tagger.c is the
same in C. Words are written by rule, so that there is something to learn without a data set."""

import torch
from torch import nn
from torch.nn import functional as F

LETTERS, BATCH, LENGTH, STEPS = 26, 32, 12, 150
VOWELS = [0, 4, 8, 14, 20]


class Tagger(nn.Module):
    def __init__(self, letters, dim, hidden, tags):
        super().__init__()
        self.embedding = nn.Embedding(letters, dim)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.tag = nn.Linear(2 * hidden, tags)

    def forward(self, x):
        y, _ = self.lstm(self.embedding(x))
        return self.tag(y)


def words():
    """Random letters, and for each whether it is a consonant before a vowel."""
    letters = torch.randint(LETTERS, (BATCH, LENGTH))
    vowel = torch.isin(letters, torch.tensor(VOWELS))
    begins = ~vowel[:, :-1] & vowel[:, 1:]
    return letters, F.pad(begins, (0, 1)).to(torch.int64)


torch.manual_seed(1)
net = Tagger(LETTERS, 8, 16, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
print(net)
for i in range(1, STEPS + 1):
    letters, tags = words()
    loss = F.cross_entropy(net(letters).flatten(0, 1), tags.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 50 == 0:
        print(f"step {i}: loss {loss.item():.5f}")
letters, tags = words()
hits = net(letters).argmax(2) == tags
print(f"accuracy {hits.to(torch.float32).mean().item():.4f}")
