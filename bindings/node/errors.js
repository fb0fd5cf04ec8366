// The errors of the library, as the classes of Python's exceptions.
'use strict';

// An error of a call: `name` is the class, `function` the function of C.
class TorchError extends Error {
  constructor(message, name) {
    super(message);
    this.function = name;
  }

  get name() { return this.constructor.name; }
}

// ORDER ERRORS: ct_error_class, which begins with none; addon.c has its length.
const names = ['RuntimeError', 'RuntimeError', 'ArgumentError', 'IndexError', 'ValueError',
  'TypeError', 'NotImplementedError', 'OutOfMemoryError', 'LinAlgError', 'InternalError',
  'BufferError', 'SyntaxError', 'AcceleratorError', 'DistError', 'DistBackendError',
  'DistStoreError', 'DistNetworkError', 'QueueEmptyError', 'KeyError', 'AttributeError',
  'AssertionError'];
const byName = { TorchError };
for (const name of names) byName[name] ??= { [name]: class extends TorchError {} }[name];
const classes = names.map((name) => byName[name]);

// The text begins with the name of the class.
function make(code, text, name) {
  const Class = classes[code] ?? byName.RuntimeError;
  return new Class(text.startsWith(`${Class.name}: `) ? text.slice(Class.name.length + 2) : text,
    name);
}

module.exports = { byName, make };
