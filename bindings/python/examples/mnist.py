"""A perceptron learns to read digits (MNIST); ../../../examples/nn_mnist.c is the same in C.

    python3 mnist.py [FOLDER]    with the four files of MNIST or Fashion-MNIST
"""

import sys

import ctorch
from ctorch import Tensor, nn, optim
from ctorch.data import DataLoader, TensorDataset
from ctorch.nn import functional as F

EPOCHS, BATCH, PIXELS, HIDDEN, CLASSES = 3, 32, 28 * 28, 128, 10


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1 = nn.Linear(PIXELS, HIDDEN)
        self.fc2 = nn.Linear(HIDDEN, CLASSES)

    def forward(self, images: Tensor) -> Tensor:
        scores: Tensor = self.fc2(self.fc1(images.flatten(1)).relu())
        return scores


def load(folder: str, train: bool) -> DataLoader:
    images, labels = ctorch.mnist_load(folder, train)
    return DataLoader(TensorDataset(images / 255, labels), batch_size=BATCH, shuffle=train)


def main(folder: str) -> None:
    ctorch.manual_seed(1)
    training, testing = load(folder, True), load(folder, False)
    net = MLP()
    optimizer = optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(1, EPOCHS + 1):
        losses = []
        for images, labels in training:
            loss = F.cross_entropy(net(images), labels)
            optimizer.minimize(loss)
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.5f}")
    with ctorch.no_grad():
        hits = sum((net(images).argmax(1) == labels).sum().item() for images, labels in testing)
    print(f"accuracy {hits / testing.dataset.count():.4f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/datasets/mnist")
