// types.ts: what TypeScript accepts and what it refuses; tsc reads it, and nothing runs it.
import torch = require('..');

const { nn, optim } = torch, F = nn.functional;
const x: torch.Tensor = torch.tensor([[1, 2], [3, 4]], { dtype: 'float64' });

const sum: torch.Tensor = torch.add(x, x, { alpha: 2 });
const [values, indices]: [torch.Tensor, torch.Tensor] = x.max(1);
const kept: torch.Tensor = x.sum(1, { keepdim: true, dtype: torch.float32 });
const flat: torch.Tensor = x.view(4);
const later: Promise<torch.Tensor> = x.mmAsync(x);
const count: number = x.numel();
const scaled: torch.Tensor = torch.scope(() => x.mul(2n).relu());
const inverse: torch.Tensor = torch.linalg.inv(x);
for (const row of x) row.tolist();

class Net extends nn.Module {
  fc = new nn.Linear(2, 3, { bias: false });
  conv = new nn.Conv2d(1, 8, 3);
  drop = new nn.Dropout(0.5);

  forward(input: torch.Tensor): torch.Tensor {
    return F.relu(this.fc.forward(input));
  }
}
const net = new Net(), optimizer = new optim.AdamW(net.parameters(), { lr: 0.01, betas: [0.9, 0.99] });
const scheduler = new optim.lr_scheduler.StepLR(optimizer, 30, { gamma: 0.1 });
optimizer.step();
scheduler.step();
const normal: torch.Distribution = new torch.distributions.Normal(0, x, { validate_args: false });
const shape: number[] = new torch.distributions.Independent(normal, 1).batch_shape();
const program: torch.Export = torch.export.load('model.pt2');
program.forward(x);
const loader = new torch.utils.data.DataLoader(new torch.utils.data.TensorDataset(x, x), { batch_size: 32, shuffle: true });
async function all() {
  for await (const [data] of loader) await net.forward(data);
}

class Typed extends nn.Module {
  fc: torch.nn.Linear;
  optimizer: torch.optim.Adam;
  rates: torch.optim.lr_scheduler.StepLR | null = null;
  prior: torch.distributions.Normal | null = null;
  loader: torch.utils.data.DataLoader = loader;

  constructor() {
    super();
    this.fc = new nn.Linear(2, 3);
    this.optimizer = new optim.Adam(this.parameters());
  }
}
const typed: torch.nn.Module = new Typed().to('cpu', 'float64').double();
for (const [name, child] of typed.named_children()) child.apply((module) => module.train());
typed.load_state_dict({}, { strict: false });
const moved: torch.Tensor = x.to('cpu', { copy: true }).to('float64').to(torch.int32).long();
x.backward(x, { retain_graph: true });
const drawn: torch.Tensor = normal.sample();
F.interpolate(x, { scale_factor: 2 });

const { table } = torch.csv_load('table.csv', { separator: ';', categories: { kind: ['a', 'b'] } });
torch.export_record(([input]) => input, [x], 1, { names: ['x'], dynamic: [{ dim: 0, max: 100 }] });

// @ts-expect-error: a list is needed
torch.layer_norm(x, 4);
// @ts-expect-error: there is no such option
torch.add(x, x, { alfa: 2 });
// @ts-expect-error: fields of structs have types, too
torch.export_record(([input]) => input, [x], 1, { dynamic: [{ dmi: 0 }] });
// @ts-expect-error: a tensor is needed
torch.relu(3);
// @ts-expect-error: there is no such dtype
torch.zeros([2], { dtype: 'float31' });
// @ts-expect-error: the sizes are missing
new nn.Linear();
// @ts-expect-error: the result is a tensor
const text: string = x.add(1);
// @ts-expect-error: two results
const one: torch.Tensor = x.sort();
// @ts-expect-error: there is no such method
x.nothing();
// @ts-expect-error: lr is a number
new optim.SGD(net.parameters(), { lr: '0.1' });
// @ts-expect-error: a parameter is a tensor or a number
new torch.distributions.Normal('0', 1);

export { shape, sum, values, indices, kept, flat, later, count, scaled, inverse, all, text, one, typed, moved, drawn };
