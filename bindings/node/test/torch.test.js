// torch.test.js FIXTURES: the tests of the binding, for `node --test`. Expected values are those of
// PyTorch: by its documentation, or from files that it wrote (in the folder CTORCH_FIXTURES).
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');
const torch = require('..');
const core = require('../memory.js');
const { nn, optim } = torch, F = nn.functional;

const fixtures = process.env.CTORCH_FIXTURES;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'ctorch-'));
test.after(() => fs.rmSync(temporary, { recursive: true }));
const close = (got, wanted) => assert.ok(torch.allclose(got, wanted, { rtol: 1e-4, atol: 1e-5 }),
  `${got} is not ${wanted}`);
// As many digits as Python prints.
const near = (got, wanted) => assert.ok(torch.allclose(got, torch.tensor(wanted), { atol: 5e-5 }),
  `${got} is not ${wanted}`);
const refusal = (f, Class, text) => assert.throws(f, (error) => error instanceof Class
  && error.message.includes(text) && error.name === Class.name);

// --- Tensors -------------------------------------------------------------------------------------

test('a tensor of arrays has their shape, and comes back', () => {
  const x = torch.tensor([[1, 2, 3], [4, 5, 6]]);
  assert.deepStrictEqual([x.shape, x.dtype, x.device, x.tolist()],
    [[2, 3], 'float32', 'cpu', [[1, 2, 3], [4, 5, 6]]]);
  assert.deepStrictEqual(torch.tensor([1n, 2n]).dtype, 'int64');
  assert.deepStrictEqual(torch.tensor([true, false]).tolist(), [true, false]);
  assert.deepStrictEqual(torch.tensor(7).shape, []);
  assert.deepStrictEqual(torch.tensor([[], []]).shape, [2, 0]);
  assert.deepStrictEqual(torch.tensor([0.1], { dtype: torch.float64 }).item(), 0.1);
  refusal(() => torch.tensor([[1], [1, 2]]), torch.ValueError, 'different lengths');
  refusal(() => torch.tensor(['a']), torch.TypeError, 'numbers');
  refusal(() => torch.tensor([1, true]), torch.TypeError, 'numbers');
  refusal(() => torch.tensor([1], { dtype: 'float31' }), torch.ValueError, 'float31');
});

test('typed arrays keep their type in both directions', () => {
  for (const [Array, dtype] of [[Uint8Array, 'uint8'], [Int8Array, 'int8'], [Int16Array, 'int16'],
    [Int32Array, 'int32'], [Float32Array, 'float32'],
    [Float64Array, 'float64'], [Uint16Array, 'uint16'], [Uint32Array, 'uint32']]) {
    const x = torch.tensor(Array.from([1, 2, 3]));
    assert.strictEqual(x.dtype, dtype);
    assert.deepStrictEqual(x.toTypedArray(), Array.from([1, 2, 3]));
  }
  assert.deepStrictEqual(torch.tensor(BigInt64Array.from([1n, -2n])).toTypedArray(),
    BigInt64Array.from([1n, -2n]));
  assert.deepStrictEqual(torch.tensor([1, 2]).to({ dtype: 'bfloat16' }).toTypedArray(),
    Float32Array.from([1, 2]));
  assert.deepStrictEqual(torch.ones(2, 3).t().toTypedArray().length, 6);
  const large = new Float32Array(100000).fill(0.5);
  assert.strictEqual(torch.tensor(large).sum().item(), 50000);
  assert.strictEqual(torch.tensor(new Float32Array(large.buffer, 4000, 10)).sum().item(), 5);
});

test('memory that threads share is copied', () => {
  const array = new Float32Array(new SharedArrayBuffer(4e6)).fill(2);
  assert.strictEqual(torch.tensor(array).sum().item(), 2e6);
});

test('integers of more than 53 bits are BigInts', () => {
  const big = 2n ** 62n + 1n;
  assert.strictEqual(torch.tensor([big]).item(), big);
  assert.deepStrictEqual(torch.tensor([big, 1n]).tolist(), [big, 1]);
  assert.strictEqual(torch.full([1], big, { dtype: 'int64' }).item(), big);
  refusal(() => torch.ones([2n ** 64n]), torch.TypeError, 'size');
});

test('numbers without a fraction are ints of Python', () => {
  assert.strictEqual(torch.full([1], 7).dtype, 'int64');
  assert.strictEqual(torch.full([1], torch.float(7)).dtype, 'float32');
  assert.strictEqual(torch.full([1], 7.5).dtype, 'float32');
  assert.deepStrictEqual(torch.view_as_real(torch.full([1], { re: 1, im: 2 },
    { dtype: 'complex64' })).tolist(), [[1, 2]]);
  assert.deepStrictEqual(torch.tensor([1n, 2n]).mul(2).dtype, 'int64');
});

test('a tensor is a text, and iterated', () => {
  assert.strictEqual(`${torch.tensor([[1, 2], [3, 4]])}`, 'tensor([[1., 2.],\n        [3., 4.]])');
  assert.deepStrictEqual([...torch.tensor([[1, 2], [3, 4]])].map((row) => row.tolist()),
    [[1, 2], [3, 4]]);
  refusal(() => [...torch.tensor(1)], torch.TypeError, '0-d');
});

// --- Calls ---------------------------------------------------------------------------------------

test('options are the last argument', () => {
  const x = torch.tensor([[1, 2], [3, 4]]);
  assert.deepStrictEqual(torch.add(x, x, { alpha: 2 }).tolist(), [[3, 6], [9, 12]]);
  assert.deepStrictEqual(x.sum(1, { keepdim: true }).tolist(), [[3], [7]]);
  assert.deepStrictEqual(x.sum({ dim: 0 }).tolist(), [4, 6]);
  assert.deepStrictEqual(x.sum([0, 1]).item(), 10);
  assert.deepStrictEqual(x.view(4).shape, [4]);
  assert.deepStrictEqual(x.view(1, -1).shape, [1, 4]);
  assert.deepStrictEqual(torch.zeros(2, 3, { dtype: torch.int64 }).dtype, 'int64');
  assert.strictEqual(torch.zeros([2], { requires_grad: true }).requires_grad, true);
  assert.deepStrictEqual(x.max(1).map((t) => t.tolist()), [[2, 4], [1, 1]]);
  assert.strictEqual(F.mse_loss(x, x.mul(0), { reduction: 'sum' }).item(), 30);
  const out = torch.zeros(2, 2);
  assert.strictEqual(torch.add(x, 1, { out }), out);
  assert.strictEqual(out.mul_(2), out);
});

test('bad input is an error that says what to do', () => {
  const x = torch.ones(2, 2);
  refusal(() => x.mm(torch.ones(3, 1)), torch.RuntimeError,
    'shapes cannot be multiplied (2x2 and 3x1)');
  refusal(() => torch.relu(3), torch.TypeError,
    'self must not be number 3\n  relu(self: Tensor): Tensor');
  refusal(() => torch.relu(), torch.TypeError, 'self is missing');
  refusal(() => x.relu(1), torch.TypeError,
    'relu(self: Tensor): Tensor: there are too many arguments');
  refusal(() => x.relu({ inplce: true }), torch.TypeError, 'no option inplce');
  refusal(() => x.triu(1, { diagonal: 2 }), torch.TypeError, 'given twice');
  refusal(() => x.softmax(1, { dtype: 'float31' }), torch.ValueError, "'float31' is none of");
  refusal(() => torch.load('/nowhere'), torch.RuntimeError, '/nowhere');
  refusal(() => torch.load('a\0b'), torch.TypeError, 'NUL');
  refusal(() => new torch.Tensor(), torch.TypeError, 'no constructor');
  refusal(() => new torch.Tensor({}), torch.TypeError, 'no constructor');
  refusal(() => torch.Tensor.prototype.relu.call({}), torch.TypeError, 'relu');
  refusal(() => torch.relu(Object.create(torch.Tensor.prototype)), torch.TypeError, 'self');
  refusal(() => torch.cat([x, 3]), torch.TypeError, 'cat');
  refusal(() => torch.ones([2]).item(), torch.RuntimeError, 'cannot be converted to Scalar');
  refusal(() => torch.linalg.inv(torch.zeros(2, 2)), torch.LinAlgError, 'singular');
  refusal(() => new nn.Linear(2), torch.TypeError, 'out_features');
  refusal(() => new nn.Linear(2, 2, { bies: false }), torch.TypeError, 'bies');
  refusal(() => torch.scope(async () => {}), torch.TypeError, 'async');
  refusal(() => new torch.Tensor(new nn.Linear(2, 2)), torch.TypeError, 'no constructor');
  refusal(() => new nn.Linear(2, 2).register_buffer('x', new nn.Linear(2, 2)), torch.TypeError,
    'expected a Tensor, not Linear');
  refusal(() => torch.tensor([null]), torch.TypeError, 'tensor() takes numbers');
  refusal(() => torch.tensor([1n, 2n ** 63n]), torch.ValueError, '9223372036854775808');
  let deep = [];
  for (let i = 0; i < 200; i++) deep = [deep];
  refusal(() => torch.save(deep, path.join(temporary, 'deep')), torch.TypeError, 'nested too deep');
});

test('every error is a TorchError with the function of C', () => {
  try {
    torch.ones(2).mm(torch.ones(2));
    assert.fail();
  } catch (error) {
    assert.ok(error instanceof torch.TorchError && error instanceof Error);
    assert.deepStrictEqual([error.name, error.function], ['RuntimeError', 'ct_mm']);
  }
  assert.throws(() => torch.tensor([true]).neg(), { // without the hint with the names of C
    message: 'Negation, the `-` operator, on a bool tensor is not supported. If you are trying to ' +
      'invert a mask, use the `~` or `logical_not()` operator instead.',
  });
});

// --- Gradients, hooks, modes ---------------------------------------------------------------------

test('gradients, hooks and modes', () => {
  const x = torch.tensor([1, 2, 3], { requires_grad: true });
  x.mul(x).sum().backward();
  assert.deepStrictEqual(x.grad.tolist(), [2, 4, 6]);
  assert.deepStrictEqual(torch.autograd.grad([x.mul(x).sum()], [x])[0].tolist(), [2, 4, 6]);
  x.grad = null;
  const hook = x.register_hook((grad) => grad.mul(10));
  x.mul(2).sum().backward();
  assert.deepStrictEqual(x.grad.tolist(), [20, 20, 20]);
  assert.strictEqual(torch.hook_remove(hook), true);
  assert.strictEqual(torch.no_grad(() => x.mul(2).requires_grad), false);
  assert.strictEqual(torch.no_grad(() => torch.enable_grad(() => x.mul(2).requires_grad)), true);
  assert.throws(() => torch.no_grad(() => { throw new Error('mine'); }), /mine/);
  assert.strictEqual(x.mul(2).requires_grad, true);
  assert.strictEqual(torch.autograd_leave ?? torch.autograd.leave, undefined);
  assert.strictEqual(torch.inference_mode(() => x.mul(2).is_inference()), true);
  assert.strictEqual(torch.autocast({ device_type: 'cpu', dtype: 'bfloat16' },
    () => torch.ones(2, 2).mm(torch.ones(2, 2)).dtype), 'bfloat16');
});

test('what a hook throws is what the call throws', () => {
  const x = torch.tensor([1], { requires_grad: true }), mine = new Error('mine');
  x.register_hook(() => { throw mine; });
  assert.throws(() => x.mul(2).backward(), (error) => error === mine);
  for (const odd of [Symbol('odd'), Object.create(null), undefined]) {
    const y = torch.tensor([1], { requires_grad: true });
    y.register_hook(() => { throw odd; });
    assert.throws(() => y.mul(2).backward(), (error) => error === odd);
  }
  const y = torch.tensor([1], { requires_grad: true });
  let wrong = 3;
  y.register_hook(() => wrong);
  refusal(() => y.mul(2).backward(), torch.TypeError, 'expected a Tensor');
  wrong = new nn.Linear(2, 2);
  refusal(() => y.mul(2).backward(), torch.TypeError, 'not Linear');
});

test('jacobians of functions', () => {
  const f = ([x]) => [x.mul(x)];
  const [jacobian] = torch.functional_jacobian(f, [torch.tensor([1, 2])], 1);
  assert.deepStrictEqual(jacobian.tolist(), [[2, 0], [0, 4]]);
  refusal(() => torch.functional_jacobian(f, [torch.tensor([1, 2])], 2), torch.TypeError,
    'returns 1 tensors, not 2');
});

// --- Modules and training ------------------------------------------------------------------------

class Net extends nn.Module {
  constructor() {
    super();
    this.fc1 = new nn.Linear(2, 3);
    this.scale = nn.Parameter(torch.ones(1));
    this.register_buffer('count', torch.zeros(1));
  }

  forward(x) { return this.fc1.forward(x).relu().mul(this.scale); }
}

test('a module of JavaScript has the parts that its properties are', () => {
  const net = new Net();
  assert.strictEqual(`${net}`,
    'Net(\n  (fc1): Linear(in_features=2, out_features=3, bias=True)\n)');
  assert.deepStrictEqual(net.named_parameters().map(([name]) => name),
    ['scale', 'fc1.weight', 'fc1.bias']);
  assert.deepStrictEqual(Object.keys(net.state_dict()),
    ['scale', 'count', 'fc1.weight', 'fc1.bias']);
  assert.deepStrictEqual(net.fc1.weight.shape, [3, 2]);
  const outer = new nn.Sequential(net, new nn.Linear(3, 1));
  assert.deepStrictEqual(outer.forward(torch.ones(4, 2)).shape, [4, 1]);
  assert.strictEqual(net.eval().is_training(), false);
  assert.strictEqual(net.train().is_training(), true);
  net.to({ dtype: 'float64' });
  assert.strictEqual(net.fc1.weight.dtype, 'float64');
  const file = path.join(temporary, 'net.pt');
  torch.save(net.state_dict(), file);
  const other = new Net();
  other.load_state_dict(torch.load(file));
  close(other.fc1.weight, net.fc1.weight.to({ dtype: 'float32' }));
  class Broken extends nn.Module { forward() { throw new TypeError('mine'); } }
  const broken = new Broken();
  assert.throws(() => new nn.Sequential(broken).forward(torch.ones(1)),
    (error) => error.constructor === TypeError && error.message === 'mine');
  refusal(() => new (class Empty extends nn.Module {})().forward(torch.ones(1)),
    torch.NotImplementedError, 'Module [Empty] is missing');
});

test('hooks of modules replace outputs', () => {
  const net = new nn.Linear(2, 2);
  const hook = net.register_forward_hook((inputs, [output]) => output.mul(0));
  assert.strictEqual(net.forward(torch.ones(1, 2)).sum().item(), 0);
  assert.strictEqual(net.remove_hook(hook), true);
  net.register_forward_pre_hook(() => undefined);
  assert.deepStrictEqual(net.forward(torch.ones(1, 2)).shape, [1, 2]);
});

test('what hooks of modules give to C lives as long as the call, and no longer', () => {
  const net = new nn.ReLU(), x = torch.ones(2), uses = [];
  net.register_forward_pre_hook(() => torch.full([3], 5));
  net.register_forward_pre_hook(() => { for (let i = 0; i < 50; i++) torch.full([3], 7).free(); });
  net.register_forward_pre_hook(([input]) => input);
  net.register_forward_hook((inputs, [output]) => output);
  net.register_forward_hook((inputs, [output]) => output.add(1));
  for (let i = 0; i < 5; i++) {
    settle();
    uses.push(torch.memory_handle_count());
    for (let j = 0; j < 100; j++)
      torch.scope(() => assert.deepStrictEqual(net.forward(x).tolist(), [6, 6, 6]));
  }
  assert.ok(uses[4] <= uses[1], `${uses} handles`);
});

test('hooks of gradients and steps', () => {
  const net = new nn.Linear(2, 1), x = torch.ones([1, 2], { requires_grad: true });
  const seen = [];
  net.register_full_backward_hook(([grad], outputs) => {
    seen.push(grad.shape, outputs.length);
    return [grad.mul(10)];
  });
  net.forward(x).sum().backward();
  close(x.grad, net.weight.mul(10));
  assert.deepStrictEqual(seen, [[1, 2], 1]);
  const opt = new optim.SGD(net.parameters());
  opt.register_step_hook(true, () => { seen.push('step'); });
  opt.step();
  assert.strictEqual(seen[2], 'step');
  opt.register_step_hook(false, () => { throw new Error('mine'); });
  assert.throws(() => opt.step(), /mine/);
  const norm = new nn.BatchNorm1d(1);
  const batches = [torch.tensor([[1], [3]]), torch.tensor([[5], [7]])];
  norm.update_bn(() => batches.shift() ?? null, null);
  assert.deepStrictEqual(norm.running_mean.tolist(), [4]); // the mean of the batches' means
});

test('optimizers and schedulers', () => {
  const w = nn.Parameter(torch.tensor([1])), opt = new optim.SGD([w], { lr: 0.5, momentum: 0.9 });
  w.mul(w).sum().backward();
  opt.step();
  assert.strictEqual(w.item(), 0);
  const rates = (scheduler) => [0, 1, 2].map(() => {
    opt.step();
    scheduler.step();
    return opt.lr(0);
  });
  assert.deepStrictEqual(rates(new optim.lr_scheduler.StepLR(opt, 2, { gamma: 0.5 })),
    [0.5, 0.25, 0.25]);
  const other = new optim.SGD([w], { lr: 1 });
  const lambda = new optim.lr_scheduler.LambdaLR(other, (epoch) => 1 / (epoch + 1));
  other.step();
  lambda.step();
  assert.strictEqual(other.lr(0), 0.5);
  const failing = new optim.lr_scheduler.LambdaLR(new optim.SGD([w], { lr: 1 }),
    (epoch) => { if (epoch) throw new Error('mine'); return 1; });
  assert.throws(() => failing.step(), /mine/);
  const v = nn.Parameter(torch.tensor([2])), last = new optim.SGD([v]);
  const loss = last.step_closure(() => {
    last.zero_grad();
    const result = v.sub(1).pow(2).sum();
    result.backward();
    return result;
  });
  assert.strictEqual(loss.item(), 1);
});

test('transforms', () => {
  const { Compose, Resize, CenterCrop } = torch.transforms;
  const both = new Compose([new Resize([4, 4]), new CenterCrop(2)]);
  assert.deepStrictEqual(both.apply(torch.ones(1, 8, 8)).shape, [1, 2, 2]);
});

test('distributions have shapes, samples and probabilities', () => {
  const { Normal, Independent } = torch.distributions, value = torch.tensor([0.5, 3]);
  const normal = new Normal(torch.tensor([0, 1]), torch.tensor([1, 2]));
  assert.ok(normal instanceof torch.Distribution);
  near(normal.log_prob(value), [-1.0439, -2.1121]);
  near(normal.entropy(), [1.4189, 2.1121]);
  near(normal.get_parameter('scale'), [1, 2]);
  assert.deepStrictEqual([normal.batch_shape(), normal.event_shape()], [[2], []]);
  assert.deepStrictEqual(normal.expand([3, 2]).batch_shape(), [3, 2]);
  assert.strictEqual(`${normal}`, 'Normal(loc: torch.Size([2]), scale: torch.Size([2]))');
  assert.strictEqual(`${normal.parameter_constraint('scale')}`, 'GreaterThan(lower_bound=0.0)');
  const vectors = new Independent(normal, 1);
  assert.deepStrictEqual([vectors.batch_shape(), vectors.event_shape()], [[], [2]]);
  near(vectors.log_prob(value), -3.1560);
  assert.strictEqual(`${vectors.base()}`, `${normal}`);
  torch.manual_seed(7);
  near(vectors.sample([2]), [[-0.1468, 2.5723], [0.9468, -1.2287]]);
});

test('parameters of distributions are numbers or tensors', () => {
  const { Normal, Gamma, Bernoulli, Categorical } = torch.distributions;
  const standard = new Normal(0, 1);
  near(standard.log_prob(torch.tensor(0)), -0.9189);
  torch.manual_seed(7);
  near(standard.sample([3]), [-0.1468, 0.7861, 0.9468]);
  near(new Gamma(2, 3).mean(), 0.6667);
  near(new Bernoulli({ probs: 0.3 }).log_prob(torch.tensor(1)), -1.2040);
  near(new Categorical({ probs: torch.tensor([0.25, 0.75]) }).entropy(), 0.5623);
  refusal(() => new Normal(0, -1), torch.ValueError,
    'to satisfy the constraint GreaterThan(lower_bound=0.0)');
  refusal(() => new Normal(torch.tensor([0, 0]), torch.tensor([-1, -1])), torch.ValueError,
    'scale');
  assert.ok(new Normal(0, -1, { validate_args: false }));
  refusal(() => new Normal(0, 'a'), torch.ValueError, 'instances of Number');
});

test('lists of a fixed length, and of one length', () => {
  const x = torch.ones(1, 1, 4, 4), w = torch.ones(1, 1, 3, 3);
  const backward = (mask) => torch.convolution_backward(torch.ones(1, 1, 2, 2), x, w, null, [1, 1],
    [0, 0], [1, 1], false, [0, 0], 1, mask);
  assert.deepStrictEqual(backward([true, false, false]).map((grad) => grad?.shape ?? null),
    [[1, 1, 4, 4], null, null]);
  refusal(() => backward([true]), torch.TypeError, 'output_mask');
  const program = torch.jit.load(path.join(fixtures, 'jit/net.pt')),
    raw = core.groupOf(['ct_jit_call']);
  refusal(() => core.call(raw, [program, 'forward', [x], ['scale'], []]), torch.ValueError,
    'of one length');
});

// --- Files and programs --------------------------------------------------------------------------

test('values of all kinds return from a file', () => {
  const file = path.join(temporary, 'values.pt');
  const value = { a: [1, 2.5, 'b', null, true], big: 2n ** 70n, ints: [1, 2, 3],
    bytes: Uint8Array.from([1, 2]), inner: { x: -1 } };
  torch.save({ ...value, t: torch.ones(2), half: torch.float(2) }, file);
  const { t, half, ...rest } = torch.load(file);
  assert.deepStrictEqual(rest, value);
  assert.deepStrictEqual([t.tolist(), half], [[1, 1], 2]);
});

test('a TorchScript is loaded and run', async () => {
  const program = torch.jit.load(path.join(fixtures, 'jit/net.pt'));
  for (const { method, args, kwargs,
    result } of torch.load(path.join(fixtures, 'jit/net.ref.pt'))) {
    if (method !== 'forward') continue;
    const named = Object.keys(kwargs).length ? [kwargs] : [];
    for (const got of [program.forward(...args, ...named), program.call(method, ...args, ...named),
      await program.forwardAsync(...args, ...named)])
      for (const name of Object.keys(result)) close(got[name], result[name]);
  }
  refusal(() => program.call('nothing'), torch.AttributeError, 'nothing');
});

test('an exported program is loaded and run', async () => {
  const program = torch.export.load(path.join(fixtures, 'exported/mlp.training.pt2'));
  const { cases } = torch.load(path.join(fixtures, 'exported/mlp.training.ref.pt'));
  assert.ok(cases.length > 2);
  for (const { inputs, outputs } of cases)
    for (const got of [program.forward(...inputs), (await program.runAsync(inputs))[0]]) close(got,
      outputs[0]);
  refusal(() => program.forward(torch.ones(9, 16)), torch.AssertionError, 'Guard failed');
});

// --- Promises ------------------------------------------------------------------------------------

test('calls in the thread pool', async () => {
  const x = torch.ones(64, 64), net = new nn.Linear(64, 2);
  const sums = await Promise.all(Array.from({ length: 20 },
    (_, i) => x.mulAsync(i).then((y) => y.sumAsync())));
  assert.deepStrictEqual(sums.map((sum) => sum.item()),
    Array.from({ length: 20 }, (_, i) => 4096 * i));
  assert.deepStrictEqual((await net.forwardAsync(x)).shape, [64, 2]);
  assert.strictEqual((await torch.no_grad(() => net.forwardAsync(x))).requires_grad, false);
  await assert.rejects(x.mmAsync(torch.ones(3, 3)), (error) => error instanceof torch.RuntimeError);
  await assert.rejects(x.mmAsync(3), (error) => error instanceof torch.TypeError);
  await assert.rejects(new Net().forwardAsync(torch.ones(1, 2)), /another thread/);
  await assert.rejects(torch.functional_jacobianAsync(() => [], [x], 1), /call it without Async/);
  const file = path.join(temporary, 'async.pt');
  await torch.saveAsync({ x }, file);
  close((await torch.loadAsync(file)).x, x);
  const bytes = Buffer.alloc(1 << 20, 1), saved = torch.saveAsync({ bytes }, file);
  bytes.fill(2); // the call has a copy
  await saved;
  assert.ok((await torch.loadAsync(file)).bytes.every((byte) => byte === 1));
  const used = torch.ones(300, 300), result = used.mmAsync(used);
  used.free(); // when the call has ended
  refusal(() => used.sum(), torch.TypeError, 'the Tensor was freed by free()');
  assert.strictEqual((await result).sum().item(), 300 ** 3);
});

test('loaders are iterated, with promises or without', async () => {
  const data = torch.arange(10).to({ dtype: 'float32' }),
    sets = new torch.utils.data.TensorDataset(data, data.mul(2));
  const loader = new torch.utils.data.DataLoader(sets, { batch_size: 4 });
  for (let epoch = 0; epoch < 2; epoch++)
    assert.deepStrictEqual([...loader].map(([x, y]) => [x.tolist(), y.size(0)]),
      [[[0, 1, 2, 3], 4], [[4, 5, 6, 7], 4], [[8, 9], 2]]);
  for (const _ of loader) break;
  const later = [];
  for await (const [x] of new torch.utils.data.DataLoader(sets,
    { batch_size: 4, num_workers: 2, drop_last: true })) later.push(x.tolist());
  assert.deepStrictEqual(later, [[0, 1, 2, 3], [4, 5, 6, 7]]);
  assert.strictEqual([...loader].length, 3);
});

// --- Memory --------------------------------------------------------------------------------------

// Frees what the tests before have left.
function settle() {
  global.gc();
  for (let i = 0; i < 300; i++) torch.ones(1).free();
}

test('a loop without scopes or promises does not pile up tensors', () => {
  const x = torch.ones(1000);
  for (let i = 0; i < 60000; i++) x.add(1);
  assert.ok(torch.memory_handle_count() < 40000, `${torch.memory_handle_count()} handles`);
});

test('the collector knows how large tensors are', () => {
  settle();
  const before = torch.memory_handle_count();
  let most = 0;
  for (let i = 0; i < 200; i++) {
    torch.empty([10000000]);
    most = Math.max(most, torch.memory_handle_count() - before);
  }
  assert.ok(most < 100, `${most} tensors of 40 MB were alive`);
});

test('what nothing refers to is freed while the program waits', async () => {
  for (let i = 0; i < 1000; i++) torch.ones(1);
  const before = torch.memory_handle_count();
  for (let i = 0; i < 20 && torch.memory_handle_count() >= before - 900; i++) {
    global.gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(torch.memory_handle_count() < before - 900,
    `${torch.memory_handle_count()} of ${before}`);
});

test('a scope frees all but what it returns', () => {
  const net = new nn.Linear(1, 1);
  settle();
  const before = torch.memory_handle_count();
  const [sum, list] = torch.scope(() => {
    const x = torch.ones(10), kept = torch.scope(() => x.add(1).mul(2));
    assert.strictEqual(kept.sum().item(), 40);
    return [kept.sum(), [x.neg()]];
  });
  assert.strictEqual(torch.memory_handle_count(), before + 2);
  assert.deepStrictEqual([sum.item(), list[0].tolist()[9]], [40, -1]);
  let escaped;
  assert.throws(() => torch.scope(() => { escaped = torch.ones(1); throw new Error('mine'); }),
    /mine/);
  refusal(() => escaped.add(1), torch.TypeError,
    'the Tensor was freed at the end of a scope()');
  escaped.free(); // which changes nothing
  refusal(() => escaped.add(1), torch.TypeError, 'was freed at the end of a scope()');
  refusal(() => net.register_buffer('x', escaped), torch.TypeError,
    'the Tensor was freed at the end of a scope()');
  refusal(() => new torch.Tensor(escaped), torch.TypeError, 'was freed at the end of a scope()');
  sum.free();
  list[0].free();
  assert.strictEqual(torch.memory_handle_count(), before);
});

test('each class of errors in C has one here, in the order of C', () => {
  const { ErrorClass } = require('../lib/words.js'), { make } = require('../errors.js');
  const words = Object.keys(ErrorClass).filter((word) => word.startsWith('CT_ERROR_'));
  for (const word of words) {
    const { name } = make(ErrorClass[word], '');
    const wanted = word.replace('NONE', 'RUNTIME').replace(/CT_ERROR_|_/g, '').toLowerCase();
    assert.ok(`${wanted}error`.endsWith(name.toLowerCase()), `${word} is ${name}`);
  }
  assert.strictEqual(words.length, 21);
});

test('the addon is loaded once', () => {
  const addon = require.resolve('../ctorch.node'), cached = require.cache[addon];
  delete require.cache[addon];
  assert.throws(() => require(addon), /loaded already in this thread/);
  require.cache[addon] = cached;
});

test('worker threads', async () => {
  const program = `
    const torch = require(${JSON.stringify(path.join(__dirname, '..'))}),
      { parentPort, workerData } = require('worker_threads');
    const { nn } = torch;
    class Twice extends nn.Module { forward(x) { return x.mul(2); } }
    const net = new nn.Sequential(new Twice());
    let sum = 0;
    for (let i = 0; i < 300; i++) sum += net.forward(torch.ones(3)).sum().item();
    torch.ones(3).addAsync(workerData).then((x) =>
      parentPort.postMessage([sum, x.toTypedArray()]));`;
  const runs = [1, 2, 3].map((number) => new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: number });
    let message;
    worker.on('message', (got) => { message = got; }).on('error', reject).on('exit',
      () => resolve(message));
  }));
  assert.deepStrictEqual(await Promise.all(runs),
    [1, 2, 3].map((number) => [1800, new Float32Array(3).fill(1 + number)]));
  assert.strictEqual(torch.ones(3).sum().item(), 3);
});
