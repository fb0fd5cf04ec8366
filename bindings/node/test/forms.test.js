// forms.test.js: the forms of Python in which functions take their arguments, and what is said of
// those that do not fit. Expected values are those of PyTorch.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const torch = require('..');
const { nn } = torch, F = nn.functional;

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'ctorch-'));
test.after(() => fs.rmSync(temporary, { recursive: true }));
const refusal = (f, Class, text) => assert.throws(f, (error) => error instanceof Class
  && error.message.includes(text));

// --- Large arguments -----------------------------------------------------------------------------

test('arguments may be larger than the memory of calls', async () => {
  const file = path.join(temporary, 'large.pt'), length = 3000;
  const pairs = Array.from({ length }, (_, i) => [`tensor ${i}`, torch.ones(1)]);
  const state = Object.fromEntries(pairs);
  torch.save(state, file);
  assert.strictEqual(Object.keys(torch.load(file)).length, length);
  await torch.saveAsync(state, file);
  assert.strictEqual(Object.keys(await torch.loadAsync(file)).length, length);
  const texts = Array(20).fill('x'.repeat(16000));
  torch.save(texts, file);
  assert.deepStrictEqual(torch.load(file), texts);
  refusal(() => torch.cat([...Array(40000).fill(torch.ones(1)), 3]), torch.TypeError,
    'tensors[40000] must not be number 3');
});

test('a call that needs more memory is made once', () => {
  const x = torch.zeros(1);
  let calls = 0;
  x.requires_grad_();
  x.register_hook(() => {
    calls++;
    torch.cat(Array(10000).fill(torch.ones(1)));
  });
  x.mul(2).backward();
  assert.strictEqual(calls, 1);
  const all = torch.stack(Array(40000).fill(torch.ones(1)));
  assert.strictEqual(all.sum().item(), 40000);
});

test('a module that calls itself without end is an error', () => {
  class Endless extends nn.Module { forward(x) { return outer.forward(x); } }
  const outer = new nn.Sequential(new Endless());
  assert.throws(() => outer.forward(torch.ones(1)), RangeError);
});

// --- Types and devices ---------------------------------------------------------------------------

test('a tensor changes its type or its device', async () => {
  const x = torch.tensor([[1, 2]]);
  assert.deepStrictEqual([x.to('float64').dtype, x.to(torch.int32).dtype,
    x.to('cpu', 'float16').dtype, x.to('cpu', { dtype: 'int8' }).dtype,
    x.to(torch.ones(1, { dtype: 'int16' })).dtype],
  ['float64', 'int32', 'float16', 'int8', 'int16']);
  assert.deepStrictEqual([x.to('meta').device, x.to('meta').dtype], ['meta', 'float32']);
  assert.strictEqual((await x.toAsync('meta')).device, 'meta');
  const copy = x.to('cpu', { copy: true });
  copy.zero_();
  assert.strictEqual(x.sum().item(), 3);
  const casts = ['bool', 'byte', 'char', 'short', 'int', 'long', 'half', 'bfloat16', 'float',
    'double', 'cpu'];
  assert.deepStrictEqual(casts.map((name) => x[name]().dtype), ['bool', 'uint8', 'int8', 'int16',
    'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64', 'float32']);
  refusal(() => x.to('gpu'), torch.ValueError, "'gpu' is none of");
});

test('a device has a valid index', () => {
  for (const index of ['4294967296', '9'.repeat(400), '-1', 'x', ''])
    refusal(() => torch.ones(1, { device: `cpu:${index}` }), torch.ValueError,
      'has no valid index: expected one as in cpu:0');
  refusal(() => torch.ones(1, { device: 'gpu' }), torch.ValueError, "'gpu' is none of");
  refusal(() => new nn.Linear(1, 1, { device: 'cpu:4294967296' }), torch.ValueError,
    'has no valid index');
});

test('tensor() copies a tensor without its graph', () => {
  const w = torch.tensor([1.5, 2.5], { requires_grad: true }), x = torch.tensor(w.mul(2));
  assert.strictEqual(x.requires_grad, false);
  assert.deepStrictEqual(torch.tensor(w, { dtype: 'int32' }).tolist(), [1, 2]);
  assert.strictEqual(torch.tensor(w, { device: 'meta' }).device, 'meta');
  assert.strictEqual(torch.tensor(x, { requires_grad: true }).requires_grad, true);
  torch.tensor(x).zero_();
  assert.deepStrictEqual(x.tolist(), [3, 5]);
  for (const options of [null, 'int64'])
    refusal(() => torch.tensor([1], options), torch.TypeError, '{ dtype, device, requires_grad }');
});

test('tensor() refuses what does not fit its type', () => {
  for (const [item, dtype] of [[300, 'int8'], [-129, 'int8'], [-128.5, 'int8'], [NaN, 'int64'],
    [Infinity, 'int32'], [1e20, 'int64'], [2 ** 63, 'int64'], [2 ** 40, 'int32'], [-256, 'uint8'],
    [-0.5, 'uint8'], [-65536, 'uint16'], [2n ** 40n, 'int32']])
    refusal(() => torch.tensor([item], { dtype }), torch.RuntimeError,
      `value cannot be converted to type ${dtype} without overflow`);
  for (const [item, dtype, wanted] of [[-128, 'int8', -128], [127.5, 'int8', 127],
    [2.7, 'int32', 2], [-200, 'uint8', 56], [255.5, 'uint8', 255], [-5, 'uint16', 65531],
    [2n ** 63n, 'uint64', 2n ** 63n], [NaN, 'bool', true], [1e5, 'float16', Infinity]])
    assert.deepStrictEqual(torch.tensor([item], { dtype }).tolist(), [wanted], `${item} ${dtype}`);
});

// --- Arguments -----------------------------------------------------------------------------------

test('a lone number stands for all dimensions of an image', () => {
  const x = torch.ones(1, 1, 4, 4);
  assert.deepStrictEqual([F.interpolate(x, { scale_factor: 2 }), F.interpolate(x, { size: 3 }),
    F.interpolate(x, 3), F.interpolate(x, null, 2), F.interpolate(torch.ones(1, 1, 4), 3),
    F.upsample(x, { size: 3 }), F.fractional_max_pool3d(torch.ones(1, 4, 4, 4), 2,
      { output_ratio: 0.5 })].map(({ shape }) => shape),
  [[1, 1, 8, 8], [1, 1, 3, 3], [1, 1, 3, 3], [1, 1, 8, 8], [1, 1, 3], [1, 1, 3, 3], [1, 2, 2, 2]]);
  assert.deepStrictEqual(F.interpolate(x, { size: [2, 3] }).shape, [1, 1, 2, 3]);
  refusal(() => torch.layer_norm(x, 4), torch.TypeError, 'normalized_shape: Int[], weight');
});

test('an error names what is wrong', () => {
  const x = torch.ones(2, 2);
  refusal(() => x.sum(1, { keepdims: true }), torch.TypeError, 'there is no option keepdims');
  refusal(() => x.sum('a'), torch.TypeError, 'must not be string a');
  refusal(() => torch.ones([2, 2.5]), torch.TypeError, 'size[1] must not be number 2.5');
  refusal(() => torch.ones([2 ** 53]), torch.TypeError,
    'size[0] must not be number 9007199254740992: beyond 2^53, an integer is a BigInt');
  refusal(() => torch.cat([x, null, 'b']), torch.TypeError, 'tensors[2] must not be string b');
  refusal(() => new torch.utils.data.DataLoader([x]), torch.TypeError,
    'dataset must not be Array');
});

test('backward() takes the arguments of Python', async () => {
  const w = torch.ones(2, { requires_grad: true }), v = torch.ones(2, { requires_grad: true });
  const grads = () => {
    const result = [w.grad?.tolist() ?? null, v.grad?.tolist() ?? null];
    w.grad = v.grad = null;
    return result;
  };
  w.mul(v).backward(torch.tensor([1, 3]));
  assert.deepStrictEqual(grads(), [[1, 3], [1, 3]]);
  const sum = w.mul(v).sum();
  sum.backward({ retain_graph: true });
  sum.backward();
  assert.deepStrictEqual(grads(), [[2, 2], [2, 2]]);
  refusal(() => sum.backward(), torch.RuntimeError, 'backward through the graph a second time');
  w.mul(v).sum().backward({ inputs: [w] });
  assert.deepStrictEqual(grads(), [[1, 1], null]);
  w.pow(3).sum().backward(null, null, true);
  assert.strictEqual(w.grad.requires_grad, true);
  grads();
  await w.mul(v).backwardAsync({ gradient: torch.tensor([1, 3]) });
  assert.deepStrictEqual(grads(), [[1, 3], [1, 3]]);
  refusal(() => w.sum().backward({ retain: true }), torch.TypeError, 'no option retain');
  refusal(() => w.sum().backward(null, { gradient: w }), torch.TypeError, 'given twice');
});

test('a sample has a shape, or none', () => {
  const normal = new torch.distributions.Normal(torch.zeros(3), 1);
  assert.deepStrictEqual([normal.sample().shape, normal.rsample().shape, normal.sample([2]).shape],
    [[3], [3], [2, 3]]);
});

// --- Objects -------------------------------------------------------------------------------------

test('two iterations of a loader at once are an error', async () => {
  const { DataLoader, TensorDataset } = torch.utils.data;
  const loader = new DataLoader(new TensorDataset(torch.arange(4)), { batch_size: 2 });
  const twice = () => { for (const _ of loader) for (const inner of loader) inner; };
  refusal(twice, torch.RuntimeError, 'another iteration of this DataLoader has begun');
  await assert.rejects(async () => {
    for await (const _ of loader) for await (const inner of loader) inner;
  }, /another iteration/);
  for (const _ of loader) break;
  assert.strictEqual([...loader].length, 2);
});

test('objects are texts, but not JSON', () => {
  const program = torch.jit.load(path.join(process.env.CTORCH_FIXTURES, 'jit/net.pt'));
  assert.strictEqual(`${program}`, '[object Jit]');
  refusal(() => JSON.stringify({ x: torch.ones(1) }), torch.TypeError,
    'a Tensor is not JSON: call tolist()');
  refusal(() => JSON.stringify(new nn.ReLU()), torch.TypeError, 'a Module is not JSON');
});

test('without the addon, the error says how to get it', () => {
  const folder = path.join(temporary, 'ctorch');
  fs.mkdirSync(folder);
  for (const file of ['index.js', 'memory.js', 'errors.js'])
    fs.copyFileSync(path.join(__dirname, '..', file), path.join(folder, file));
  const { status, stderr } = spawnSync(process.execPath, [folder], { encoding: 'utf8' });
  assert.notStrictEqual(status, 0);
  assert.ok(stderr.includes(`ctorch.node is not compiled: run sh ${folder}/build.sh`), stderr);
});
