"""Whole networks from one seed: their weights, and the losses of ten steps. They are those of
examples/twins/; tests/nn/training_suite.c does the same with the programs in C."""

import contextlib
import io
import pathlib
import runpy

import torch
from torch.nn import functional as F

from nn_modules_common import content

TWINS = pathlib.Path(__file__).resolve().parents[3] / "examples" / "twins"
STEPS = 10


def twin(name):
    """What the program defines. It runs, too."""
    with contextlib.redirect_stdout(io.StringIO()):
        return runpy.run_path(str(TWINS / f"{name}.py"))


def trained(name, make, loss_of, rate):
    torch.manual_seed(1)
    net = make()
    optimizer = torch.optim.SGD(net.parameters(), lr=rate)
    case = {"network": name,
            "weights": {key: content(p)["hash"] for key, p in net.named_parameters()},
            "losses": []}
    for _ in range(STEPS):
        loss = loss_of(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        case["losses"].append(loss.item().hex())
    return case


def resnet():
    of = twin("nn_resnet")

    def loss(net):
        pictures, labels = of["stripes"]()
        return F.cross_entropy(net(pictures), labels)

    return trained("nn_resnet", lambda: of["ResNet"](of["CLASSES"]), loss, 0.003)


def gpt():
    of = twin("nn_gpt")
    text = of["text"]

    def loss(net):
        starts = torch.randint(len(text) - of["TOKENS"], (of["BATCH"], 1))
        places = starts + torch.arange(of["TOKENS"])
        return F.cross_entropy(net(text[places]).flatten(0, 1), text[places + 1].flatten())

    return trained("nn_gpt", lambda: of["GPT"](128, of["DIM"], of["HEADS"], of["LAYERS"]), loss,
                   0.5)


def tagger():
    of = twin("nn_lstm_tagger")

    def loss(net):
        letters, tags = of["words"]()
        return F.cross_entropy(net(letters).flatten(0, 1), tags.flatten())

    return trained("nn_lstm_tagger", lambda: of["Tagger"](of["LETTERS"], 8, 16, 2), loss,
                   1.0)


def cases():
    return [resnet(), gpt(), tagger()]
