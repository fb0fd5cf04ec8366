// lists.test.js: lists whose length C knows from elsewhere, so that it must not read elements that are
// not there; structs of options; torch.distributions. Expected values are those of PyTorch.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const torch = require('..');
const { groupOf, call } = require('../memory.js'); // as functions of C have their arguments
const { nn, distributions: D } = torch;

const refusal = (f, Class, text) => assert.throws(f, (error) => error instanceof Class && error.message.includes(text));
const close = (got, wanted) => assert.ok(got.flatten().tolist().every((x, i, all) => all.length === wanted.length && Math.abs(x - wanted[i]) < 1e-4), `${got} is not ${wanted}`);

test('lists of another length than the header or the schema says are refused', () => {
  const image = torch.ones(1, 4, 4), affine = (translate, shear) => torch.transform_affine(image, 0, translate, 1, shear, 'nearest', [0], []);
  assert.deepStrictEqual(affine([0, 0], [0, 0]).shape, [1, 4, 4]);
  refusal(() => affine([0], [0, 0]), torch.TypeError, 'translate must have 2 elements, not 1');
  refusal(() => affine([0, 0], [0, 0, 0]), torch.TypeError, 'shear must have 2 elements, not 3');
  refusal(() => affine([0, 0], []), torch.TypeError, 'shear must have 2 elements, not 0');
  refusal(() => affine(new Float64Array(1), [0, 0]), torch.TypeError, 'translate');
  refusal(() => torch.transform_perspective(image, [0, 0], 'nearest', []), torch.TypeError, 'coefficients must have 8 elements, not 2');
  for (const mask of [[], [true], [true, true, true, true]])
    refusal(() => torch.linear_backward(image, image, image, mask), torch.TypeError, `output_mask must have 3 elements, not ${mask.length}`);
});

test('lists that share a length must have the same', () => {
  const x = torch.ones(2, 2), program = torch.export_record(([input]) => [input.relu()], [x], 1);
  assert.deepStrictEqual(program.call(x).tolist(), [[1, 1], [1, 1]]);
  for (const [names, named] of [[['a', 'b'], [1]], [[], [1]], [['a'], []]])
    refusal(() => call(groupOf(['ct_export_call']), [program, [x], names, named]), torch.ValueError, `names and named must be of one length, not ${names.length} and ${named.length}`);
  const y = torch.ones(2, { requires_grad: true }), root = y.mul(y);
  assert.ok(torch.graph_to_dot([root], { named: [y], names: ['leaf of mine'] }).includes('leaf of mine'));
  for (const names of [undefined, [], ['a', 'b']])
    refusal(() => torch.graph_to_dot([root], { named: [y], names }), torch.ValueError, 'named and names must be of one length, not 1 and');
  refusal(() => torch.graph_to_dot([root], { names: ['a'] }), torch.ValueError, 'not 0 and 1');
});

test('memory that is too short is refused', () => {
  const x = torch.ones(4), bytes = new Uint8Array(Float32Array.from([1, 2, 3, 4]).buffer);
  x.copy_from('float32', bytes);
  assert.deepStrictEqual(x.tolist(), [1, 2, 3, 4]);
  for (let n = 0; n < bytes.length; n++) {
    refusal(() => x.copy_from('float32', bytes.subarray(0, n)), torch.TorchError, 'data_len');
    refusal(() => torch.tensor_from_memory(bytes.subarray(0, n), 'float32', [4]), torch.TorchError, 'nbytes');
  }
  refusal(() => x.copy_from('none', bytes.subarray(0, 4)), torch.TorchError, 'dtype');
});

test('fields of structs are lists, texts and structs', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'ctorch-')), 'x.pt');
  const options = { names: ['points'], dynamic: [{ dim: 0, name: 'n', max: 100 }], extra_files: { a: 'text' } };
  const text = `${torch.export_record(([x]) => [x.relu()], [torch.ones(4, 2)], 1, options)}`;
  assert.ok(text.includes('points: f32[s0, 2]') && text.includes('1 <= s0 <= 100'), text);
  torch.save({ weight: torch.ones(3, 2) }, file);
  const net = new nn.Linear(2, 3);
  refusal(() => net.load(file), torch.RuntimeError, 'Missing key');
  net.load(file, { state: { no_strict: true } });
  assert.strictEqual(net.weight.sum().item(), 6);
  fs.writeFileSync(file, 'a;b\n1;2\n3;4\n');
  assert.deepStrictEqual(torch.csv_load(file, { separator: ';' }).b.tolist(), [2, 4]);
  refusal(() => torch.csv_load(file, { separator: ';;' }), torch.TypeError, 'separator');
  fs.rmSync(path.dirname(file), { recursive: true });
});

test('distributions have shapes, samples and probabilities', () => {
  const normal = new D.Normal(torch.tensor([0, 1]), torch.tensor([1, 2])), value = torch.tensor([0.5, 3]);
  assert.ok(normal instanceof torch.Distribution);
  close(normal.log_prob(value), [-1.0439, -2.1121]);
  close(normal.entropy(), [1.4189, 2.1121]);
  assert.deepStrictEqual([normal.batch_shape(), normal.event_shape()], [[2], []]);
  assert.strictEqual(`${normal}`, 'Normal(loc: torch.Size([2]), scale: torch.Size([2]))');
  assert.deepStrictEqual(normal.expand([3, 2]).batch_shape(), [3, 2]);
  close(normal.get_parameter('scale'), [1, 2]);
  assert.strictEqual(`${normal.parameter_constraint('scale')}`, 'GreaterThan(lower_bound=0.0)');
  const vectors = new D.Independent(normal, 1);
  assert.deepStrictEqual([vectors.batch_shape(), vectors.event_shape()], [[], [2]]);
  close(vectors.log_prob(value), [-3.1560]);
  assert.strictEqual(`${vectors.base()}`, `${normal}`);
  torch.manual_seed(7);
  close(vectors.sample([2]), [-0.1468, 2.5723, 0.9468, -1.2287]);
});

test('parameters of distributions are numbers or tensors', () => {
  const standard = new D.Normal(0, 1);
  close(standard.log_prob(torch.tensor(0)), [-0.9189]);
  torch.manual_seed(7);
  close(standard.sample([3]), [-0.1468, 0.7861, 0.9468]);
  close(new D.Gamma(2, 3).mean(), [0.6667]);
  close(new D.Bernoulli({ probs: 0.3 }).log_prob(torch.tensor(1)), [-1.2040]);
  close(new D.Categorical({ probs: torch.tensor([0.25, 0.75]) }).entropy(), [0.5623]);
  refusal(() => new D.Normal(0, -1), torch.ValueError, 'to satisfy the constraint GreaterThan(lower_bound=0.0)');
  assert.ok(new D.Normal(0, -1, { validate_args: false }));
  refusal(() => new D.Normal(0, 'a'), torch.ValueError, 'instances of Number');
});
