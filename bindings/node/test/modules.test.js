// modules.test.js: the parts of modules, as Python's torch.nn.Module has them. Expected values are
// those of PyTorch.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const torch = require('..');
const { nn } = torch;

const refusal = (f, Class, text) => assert.throws(f, (error) => error instanceof Class
  && error.message.includes(text));
const keys = (module) => Object.keys(module.state_dict());

class Fields extends nn.Module {
  fc = new nn.Linear(2, 3);
  w = nn.Parameter(torch.ones(2));
  size = 3;

  constructor() {
    super();
    this.register_buffer('mean', torch.zeros(1));
    this.register_buffer('seen', torch.zeros(1), false);
  }

  forward(x) { return this.fc.forward(x); }
}

test('fields of a class are parts', () => {
  const net = new Fields();
  assert.deepStrictEqual(keys(net), ['w', 'mean', 'fc.weight', 'fc.bias']);
  assert.strictEqual(net.parameters().length, 3);
  assert.strictEqual(net.size, 3);
  assert.strictEqual(new nn.Sequential(net).forward(torch.ones(1, 2)).size(1), 3);
});

test('a setter of the class gets the module', () => {
  class Wrapped extends nn.Module {
    set inner(module) { this.kept = module; }
  }
  const wrapped = new Wrapped();
  wrapped.inner = new nn.Linear(1, 1);
  assert.deepStrictEqual(keys(wrapped), ['kept.weight', 'kept.bias']);
});

test('a part that is deleted is gone from the module', () => {
  const net = new Fields();
  delete net.fc;
  net.remove('w');
  delete net.size;
  assert.deepStrictEqual([keys(net), net.fc, net.w, net.size],
    [['mean'], undefined, undefined, undefined]);
  const linear = new nn.Linear(1, 1);
  linear.remove('bias');
  assert.deepStrictEqual([keys(linear), linear.bias], [['weight'], undefined]);
});

test('a buffer may be assigned, and stays what it is', () => {
  const net = new Fields();
  net.mean = net.mean.add(2);
  net.seen = torch.ones(1);
  assert.strictEqual(net.state_dict().mean.item(), 2);
  assert.deepStrictEqual(keys(net), ['w', 'mean', 'fc.weight', 'fc.bias']);
  assert.strictEqual(net.get_buffer('seen').item(), 1);
  const norm = new nn.BatchNorm1d(1);
  norm.running_mean = torch.full([1], 4.5);
  assert.strictEqual(norm.state_dict().running_mean.item(), 4.5);
  norm.register_buffer('extra', torch.zeros(1));
  norm.extra = torch.ones(1);
  assert.strictEqual(norm.state_dict().extra.item(), 1);
});

test('a part may become null, or another part', () => {
  const net = new Fields();
  net.w = null;
  net.mean = null;
  net.fc = null;
  assert.deepStrictEqual([keys(net), net.children(), net.w], [[], [], null]);
  const other = new Fields();
  other.fc = nn.Parameter(torch.ones(1));
  other.mean = new nn.Linear(1, 1);
  assert.deepStrictEqual(keys(other), ['w', 'fc', 'mean.weight', 'mean.bias']);
});

test('a part does not take what is not one', () => {
  const net = new Fields();
  for (const value of [torch.zeros(2), 5, new nn.Linear(1, 1)])
    refusal(() => { net.w = value; }, torch.TypeError, "as parameter 'w'");
  refusal(() => { net.w = torch.zeros(2); }, torch.TypeError,
    "cannot assign Tensor as parameter 'w': expected nn.Parameter() or null");
  refusal(() => { net.mean = 5; }, torch.TypeError, "cannot assign number as buffer 'mean'");
  refusal(() => { net.fc = torch.ones(1); }, torch.TypeError, "as module 'fc'");
  refusal(() => { net.fc.weight = torch.ones(3, 2); }, torch.TypeError, "as parameter 'weight'");
  assert.strictEqual(net.w.sum().item(), 2);
});

test('parameters may be shared', () => {
  class Tied extends nn.Module {
    encoder = new nn.Linear(2, 2);
    decoder = new nn.Linear(2, 2);
    weight = this.encoder.weight;
    constructor() {
      super();
      this.decoder.weight = this.encoder.weight;
    }
  }
  const tied = new Tied();
  assert.deepStrictEqual(tied.named_parameters().map(([name]) => name),
    ['weight', 'encoder.bias', 'decoder.bias']);
  torch.no_grad(() => tied.encoder.weight.fill_(7));
  assert.strictEqual(tied.decoder.weight.sum().item(), 28);
});

test('classes of the library cannot be extended', () => {
  class Mine extends nn.Linear {}
  refusal(() => new Mine(1, 1), torch.TypeError, 'nn.Linear cannot be extended');
});

test('modules that C returns have their parts', () => {
  class Outer extends nn.Module { layers = new nn.Sequential(new nn.Linear(2, 3), new nn.ReLU()); }
  const net = new Outer(), linear = new nn.Linear(2, 3);
  for (const module of [net.layers.list_get(0), net.get_submodule('layers.0'), net.layers['0'],
    net.layers.child_at(0), linear.deepcopy(), net.layers.deepcopy()['0']])
    assert.deepStrictEqual(module.weight.shape, [3, 2]);
  assert.deepStrictEqual(torch.models.lenet_new().children().length > 0, true);
  const copy = linear.deepcopy();
  copy.bias = nn.Parameter(torch.ones(3));
  assert.strictEqual(copy.state_dict().bias.sum().item(), 3);
});

test('children, modules and lists of them', () => {
  class Outer extends nn.Module {
    first = new nn.Linear(1, 1);
    list = new nn.ModuleList([new nn.ReLU(), this.first]);
    same = this.first;
  }
  const net = new Outer();
  assert.deepStrictEqual(net.named_modules().map(([name]) => name),
    ['', 'first', 'list', 'list.0']);
  assert.deepStrictEqual(net.named_children().map(([name]) => name), ['first', 'list']);
  assert.strictEqual(net.children()[0], net.first);
  assert.strictEqual(net.modules()[0], net);
  const names = [];
  assert.strictEqual(net.apply((module) => names.push(`${module}`.match(/^\w+/)[0])), net);
  assert.deepStrictEqual(names, ['Linear', 'ReLU', 'Linear', 'ModuleList', 'Outer']);
  const layers = new nn.Sequential(new nn.ReLU(), new nn.Tanh());
  assert.deepStrictEqual([layers.length, [...layers].map(String), net.list.length],
    [2, ['ReLU()', 'Tanh()'], 2]);
});

test('a list has a module as often as it was put there', () => {
  const relu = new nn.ReLU(), layers = new nn.Sequential(relu, new nn.Linear(1, 1), relu);
  assert.deepStrictEqual([layers.length, [...layers].length, layers.children().length], [3, 3, 2]);
});

test('modules change their type and return themselves', async () => {
  const net = new Fields();
  assert.strictEqual(net.to('float64'), net);
  assert.deepStrictEqual([net.w.dtype, net.fc.weight.dtype], ['float64', 'float64']);
  assert.strictEqual(net.float().fc.weight.dtype, 'float32');
  assert.strictEqual(net.to('cpu', 'float16').fc.weight.dtype, 'float16');
  assert.strictEqual(net.double().cpu().fc.weight.dtype, 'float64');
  assert.strictEqual(await net.toAsync({ dtype: 'float32' }), net);
  assert.strictEqual(net.fc.weight.dtype, 'float32');
  refusal(() => net.to('float31'), torch.ValueError, 'float31');
});

test('a state dict may be loaded in part', () => {
  const net = new Fields(), part = { w: torch.full([2], 5.5), z: torch.ones(1) };
  refusal(() => net.load_state_dict(part), torch.RuntimeError, 'Unexpected key(s)');
  for (const strict of [{ strict: false }, false])
    assert.deepStrictEqual(net.load_state_dict(part, strict),
      { missing_keys: ['mean', 'fc.weight', 'fc.bias'], unexpected_keys: ['z'] });
  assert.strictEqual(net.w.sum().item(), 11);
});
