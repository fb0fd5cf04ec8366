// lists.test.js: lists whose length C knows from elsewhere, so that it must not read elements that
// are not there, and the fields of structs. Expected values are those of PyTorch, pandas and
// torchinfo.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const torch = require('..');
const { groupOf, call } = require('../memory.js'); // gives functions their arguments as C has them
const { nn } = torch;

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'ctorch-'));
test.after(() => fs.rmSync(temporary, { recursive: true }));
const refusal = (f, Class, text) => assert.throws(f, (error) => error instanceof Class
  && error.message.includes(text));

test('lists of another length than the header or the schema says are refused', () => {
  const image = torch.ones(1, 4, 4);
  const affine = (translate, shear) =>
    torch.transform_affine(image, 0, translate, 1, shear, 'nearest', [0], []);
  assert.deepStrictEqual(affine([0, 0], [0, 0]).shape, [1, 4, 4]);
  for (const [translate, shear, text] of [
    [[0], [0, 0], 'translate must have 2 elements, not 1'],
    [[0, 0], [0, 0, 0], 'shear must have 2 elements, not 3'],
    [[0, 0], [], 'shear must have 2 elements, not 0'],
    [new Float64Array(1), [0, 0], 'translate must have 2 elements, not 1'],
    [['a', 'b'], [0, 0], 'translate[0] must not be string a'],
    ['ab', [0, 0], 'translate must not be string ab'],
  ]) refusal(() => affine(translate, shear), torch.TypeError, text);
  refusal(() => torch.transform_perspective(image, [0, 0], 'nearest', []), torch.TypeError,
    'coefficients must have 8 elements, not 2');
  for (const mask of [[], [true], [true, true, true, true]])
    refusal(() => torch.linear_backward(image, image, image, mask), torch.TypeError,
      `output_mask must have 3 elements, not ${mask.length}`);
});

test('arguments that share a length must have the same', () => {
  const x = torch.ones(2, 2), program = torch.export_record(([input]) => [input.relu()], [x], 1);
  const run = (names, named) => call(groupOf(['ct_export_call']), [program, [x], names, named]);
  assert.deepStrictEqual(run([], []).tolist(), [[1, 1], [1, 1]]);
  for (const [names, named] of [[['a', 'b'], [1]], [[], [1]], [['a'], []]])
    refusal(() => run(names, named), torch.ValueError, 'lists must be of one length: names, named');
});

test('fields that share a length must have the same', () => {
  const leaf = torch.ones(2, { requires_grad: true }), root = leaf.mul(leaf);
  const draw = (options) => torch.graph_to_dot([root], options);
  assert.ok(draw({ named: [leaf], names: ['leaf of mine'] }).includes('leaf of mine'));
  for (const options of [{ named: [leaf] }, { named: [leaf], names: null },
    { named: [leaf], names: [] }, { named: [leaf], names: ['a', 'b'] }, { names: ['a'] }])
    refusal(() => draw(options), torch.ValueError, 'lists must be of one length: named, names');
});

test('memory that is too short is refused', () => {
  const x = torch.ones(4), bytes = new Uint8Array(Float32Array.from([1, 2, 3, 4]).buffer);
  x.copy_from('float32', bytes);
  assert.deepStrictEqual(x.tolist(), [1, 2, 3, 4]);
  for (let n = 0; n < bytes.length; n++) {
    const part = bytes.subarray(0, n);
    refusal(() => x.copy_from('float32', part), torch.TorchError, 'data_len');
    refusal(() => torch.tensor_from_memory(part, 'float32', [4]), torch.TorchError, 'nbytes');
  }
  refusal(() => x.copy_from('none', bytes.subarray(0, 4)), torch.TorchError, 'dtype');
});

test('fields of structs are lists, texts, values and structs', () => {
  const record = (options) => torch.export_record(([x]) => [x.relu()], [torch.ones(4, 2)], 1,
    options);
  const dynamic = [{ dim: 0, name: 'n', max: 100 }];
  const program = record({ names: ['points'], dynamic, extra_files: { a: 'text' } });
  assert.ok(`${program}`.includes('points: f32[s0, 2]') && `${program}`.includes('1 <= s0 <= 100'),
    `${program}`);
  assert.strictEqual(`${record({ dynamic: null })}`, `${record()}`);
  refusal(() => record({ dynamic: [{ dim: 'a' }] }), torch.TypeError, 'dim must not be string a');
  refusal(() => record({ dynamic: [{ dmi: 0 }] }), torch.TypeError,
    'dynamic[0] must not be Object');
  refusal(() => record({ dynamic: [3] }), torch.TypeError, 'dynamic[0] must not be number 3');
  refusal(() => record({ names: 'a' }), torch.TypeError, 'names must not be string a');
});

test('a field may be a struct', () => {
  const file = path.join(temporary, 'weight.pt'), net = new nn.Linear(2, 3);
  torch.save({ weight: torch.ones(3, 2) }, file);
  refusal(() => net.load(file), torch.RuntimeError, 'Missing key');
  refusal(() => net.load(file, { state: null }), torch.RuntimeError, 'Missing key');
  net.load(file, { state: { no_strict: true } });
  assert.strictEqual(net.weight.sum().item(), 6);
  refusal(() => net.load(file, { state: { strict: false } }), torch.TypeError, 'state must not be');
});

test('a field may be a list of words', () => {
  const summary = (columns) => new nn.Linear(2, 3).summary([torch.ones(1, 2)], { columns });
  assert.ok(summary(['kernel_size']).includes('Kernel Shape'), summary(['kernel_size']));
  refusal(() => summary(['width']), torch.ValueError, "'width' is none of");
  refusal(() => summary([1]), torch.TypeError, 'columns[0] must not be number 1');
});

test('a field may be a character or a value', () => {
  const file = path.join(temporary, 'table.csv');
  fs.writeFileSync(file, 'a;b\n1;x\n3;y# the last\n');
  const categories = { b: ['y', 'x'] };
  const { a, b } = torch.csv_load(file, { separator: ';', comment: '#', categories });
  assert.deepStrictEqual([a.tolist(), b.tolist()], [[1, 3], [1, 0]]);
  for (const separator of [';;', '', 'é', 59])
    refusal(() => torch.csv_load(file, { separator }), torch.TypeError, 'separator must not be');
  refusal(() => torch.csv_load(file, { separator: ';', comment: '#', categories: { b: ['y'] } }),
    torch.ValueError, 'x');
});
