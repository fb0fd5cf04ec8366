// mnist.js: trains a perceptron on the images of MNIST or Fashion-MNIST, as
// examples/fashion_mnist.c of libctorch does; both print the same losses for the same seed.
//
//     node examples/mnist.js FOLDER [EPOCHS]
'use strict';
const torch = require('..');
const { nn, optim } = torch, F = nn.functional;
const { DataLoader, TensorDataset } = torch.utils.data;

class MLP extends nn.Module {
  constructor() {
    super();
    this.fc1 = new nn.Linear(28 * 28, 256);
    this.fc2 = new nn.Linear(256, 10);
  }

  forward(images) {
    return this.fc2.forward(F.relu(this.fc1.forward(images.flatten({ start_dim: 1 }))));
  }
}

function load(folder, isTraining, options) {
  const [images, labels] = torch.mnist_load(folder, isTraining);
  const pixels = images.to({ dtype: torch.float32 }).div_(255);
  return new DataLoader(new TensorDataset(pixels, labels), options);
}

function trainEpoch(model, optimizer, loader) {
  let mean = 0, seen = 0;
  for (const [images, labels] of loader)
    torch.scope(() => {
      const loss = F.cross_entropy(model.forward(images), labels), count = labels.numel();
      optimizer.minimize(loss);
      mean += loss.item() * count;
      seen += count;
    });
  return mean / seen;
}

function accuracy(model, loader) {
  let right = 0, seen = 0;
  model.eval();
  torch.no_grad(() => {
    for (const [images, labels] of loader)
      torch.scope(() => {
        right += model.forward(images).argmax(1).eq(labels).sum().item();
        seen += labels.numel();
      });
  });
  model.train();
  return right / seen;
}

const [folder, epochs = '3'] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node mnist.js FOLDER [EPOCHS], with the four IDX files in FOLDER');
  process.exit(2);
}
const training = load(folder, true, { batch_size: 128, shuffle: true }),
  test = load(folder, false, { batch_size: 1000 });
torch.manual_seed(1);
const model = new MLP(), optimizer = new optim.Adam(model.parameters());
const scheduler = new optim.lr_scheduler.CosineAnnealingLR(optimizer, Number(epochs));
for (let epoch = 1; epoch <= epochs; epoch++) {
  const loss = trainEpoch(model, optimizer, training);
  scheduler.step();
  const percent = (100 * accuracy(model, test)).toFixed(2);
  console.log(`epoch ${epoch} of ${epochs}: loss ${loss.toFixed(3)}, test accuracy ${percent} %`);
}
