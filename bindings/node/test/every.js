// every.js DIES: calls every function and method without arguments, with an object that nothing
// takes, and with empty arguments of the types in its description. It must return or throw; a crash
// ends the process, after the name of the function. DIES lists the operators that die in libtorch
// of wrong arguments, from C++ too: these are not called with empty ones.
'use strict';
const fs = require('fs');
const torch = require('..');
const { K, functions, groupOf, call } = require('../memory.js');

// What they do is of no use here.
const notCalled = {
  ct_process_explain_crashes: 'changes how the process ends',
  ct_memory_report_leaks_at_exit: 'prints when the process ends',
  ct_set_num_interop_threads: 'is for the start of a process',
  ct_shared_reap: 'removes what other processes may use',
};

const nothing = new Map([[K.int, 0], [K.unsigned, 0], [K.float, 0], [K.bool, false], [K.scalar, 0],
  [K.text, ''], [K.word, 0],
  [K.device, 'cpu'], [K.value, null], [K.bytes, new Uint8Array(0)], [K.struct, {}],
    [K.hook, () => null], [K.lists, () => []]]);

function empty([, kind, , , more]) {
  if (kind === K.handle) return more === 'ct_tensor' ? torch.zeros([0]) : null;
  return nothing.has(kind) ? nothing.get(kind) : [];
}

const dies = new Set(fs.readFileSync(process.argv[2], 'utf8').split('\n').filter((line) => line
  && !line.startsWith('#'))
  .map((line) => line.split('\t')[3]));
let count = 0, refused = 0, withEmpty = 0;
const attempt = (symbol, args) => {
  try {
    call(groupOf([symbol]), args);
    return true;
  } catch (error) {
    if (!(error instanceof torch.TorchError)) throw new Error(`${symbol}: ${error.stack}`);
    return false;
  }
};
torch.set_num_threads(1);
for (const symbol of Object.keys(functions)) {
  const [, signature, , parameters] = functions[symbol], list = parameters();
  if (symbol in notCalled || symbol.startsWith('ct_models_')) continue; // those make large networks
  fs.writeSync(2, `${symbol}\n`);
  count++;
  refused += !attempt(symbol, []);
  if (attempt(symbol, [Symbol.iterator])
    && list.length) throw new Error(`${symbol}(Symbol()) was accepted`);
  const name = /^ct_(.*)/.exec(symbol)[1];
  if ([...dies].some((one) => one.replace('.', '_') === name
    || signature.startsWith(`${one.split('.')[0]}(`))) continue;
  withEmpty++;
  attempt(symbol, list.filter(([, , flags, preset]) => !(flags & 2)
    && typeof preset === 'symbol').map(empty));
}
const summary = `${count} functions called, ${refused} refuse no arguments`;
if (count < 3500 || refused < 0.8 * count) throw new Error(summary);
console.log(`${summary}, ${withEmpty} with empty arguments`);
