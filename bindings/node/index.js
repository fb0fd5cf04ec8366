// ctorch: PyTorch for Node.js. README.md describes it.
'use strict';
const core = require('./memory.js');
const { byName: errors } = require('./errors.js');
const { Float, Handle, absent, native, words, handles, scope, isTensor, isPlain } = core;

const torch = { Float, scope, ...errors, release: require('./lib/release.js') };
const tensorType = handles.get('ct_tensor'), moduleType = handles.get('ct_module');
const load = (name) => require(`./lib/${name}.js`);

// --- Functions and methods -----------------------------------------------------------------------

function add(object, name, value, enumerable) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable });
}

// Overloads have one name. Those that may take long have a form that returns a promise.
function define(object, list, isMethod) {
  const groups = new Map();
  for (const [symbol, name] of list) groups.set(name, [...(groups.get(name) ?? []), symbol]);
  const form = (make, group) => (isMethod
    ? function (...args) { return make(group, [this, ...args]); }
    : (...args) => make(group, args));
  for (const [name, symbols] of groups) {
    const group = core.groupOf(symbols);
    add(object, name, form(core.call, group), !isMethod);
    if (symbols.some((symbol) => core.functions[symbol][2]))
      add(object, `${name}Async`, form(core.callAsync, group), false);
  }
  return object;
}

define(torch, [...load('operators'), ...load('plain')]);
torch.version_require(native.version, torch.release); // of the library that was loaded
for (const name of ['linalg', 'fft', 'special']) torch[name] = define({}, load(name));
torch.nn = {
  functional: define(define({}, load('functional')), load('nn')),
  init: define({}, load('init')),
  utils: define({}, load('utils')),
};
const methods = [...load('operator_methods'), ...load('methods')];
for (const [symbol, { Class, name }] of handles) {
  torch[name] = Class;
  define(Class.prototype, methods.filter(([, , self]) => self === symbol), true);
  const { prototype } = Class;
  if (prototype.to_string) add(prototype, 'toString', function () { return this.to_string(); });
  prototype[Symbol.for('nodejs.util.inspect.custom')] = function () { return this.toString(); };
}
for (const name of Object.keys(words.Dtype))
  if (!name.startsWith('CT_') && name !== 'none') torch[name] = name;
torch.float = (value) => new Float(value);

// torch.jit.load is torch.jit_load.
for (const part of ['jit', 'export', 'autograd', 'models', 'npy', 'npz', 'safetensors']) {
  const own = Object.getOwnPropertyNames(torch).filter((name) => name.startsWith(`${part}_`));
  torch[part] = Object.fromEntries(own.map((name) => [name.slice(part.length + 1), torch[name]]));
}

// --- Tensors -------------------------------------------------------------------------------------

const { Tensor } = torch;
const arrays = {
  uint8: Uint8Array, int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
  float32: Float32Array, float64: Float64Array, uint16: Uint16Array, uint32: Uint32Array,
  uint64: BigUint64Array, bool: Uint8Array,
};
const typesOfItems = { number: 'float32', bigint: 'int64', boolean: 'bool' };

function dtypeOf(array) {
  if (array instanceof Uint8ClampedArray) return 'uint8';
  return Object.keys(arrays).find((dtype) => array instanceof arrays[dtype]);
}

function shapeOf(data) {
  if (!Array.isArray(data)) return [];
  const [first = [], ...others] = data.map(shapeOf);
  if (others.some((shape) => String(shape) !== String(first)))
    throw new errors.ValueError('the lists have different lengths');
  return [data.length, ...first];
}

// The elements of nested arrays as a typed array, and their dtype.
function flatten(data, dtype) {
  const items = [data].flat(Infinity);
  const type = typesOfItems[items.length ? typeof items[0] : 'number'];
  if (!type || items.some((item) => typeof item !== typeof items[0]))
    throw new errors.TypeError('tensor() takes numbers, BigInts or booleans, or a typed array');
  const big = items.find((item) => type === 'int64' && BigInt.asIntN(64, item) !== item);
  if (big !== undefined) throw new errors.ValueError(`${big} has more than the 64 bits of int64`);
  const wide = type === 'float32' && dtype && dtype !== type ? 'float64' : type;
  return [arrays[wide].from(items), wide];
}

torch.tensor = (data, { dtype, device = 'cpu', requires_grad: needsGrad, ...others } = {}) => {
  const [unknown] = Object.keys(others);
  if (unknown) throw new errors.TypeError(`tensor() has no option ${unknown}`);
  if (isTensor(data)) return data.clone();
  const isArray = ArrayBuffer.isView(data);
  const [array, type] = isArray ? [data, dtypeOf(data)] : flatten(data, dtype);
  if (!type) throw new errors.TypeError('tensor() takes a typed array, not a DataView');
  const made = torch.tensor_from_memory(array, type, isArray ? [data.length] : shapeOf(data));
  const result = (dtype ?? type) === type && device === 'cpu' ? made
    : made.to({ dtype: dtype ?? type, device });
  if (needsGrad) result.set_requires_grad(true);
  return result;
};

// A typed array of all elements; without a type of array for its dtype, of numbers.
Tensor.prototype.toTypedArray = function () {
  const dtype = arrays[this.dtype] ? this.dtype : 'float32';
  const array = new arrays[dtype](this.numel()), to = native.address(array.buffer);
  if (array.length)
    core.raw('copy', core.checked(this, tensorType), words.Dtype[dtype], to, array.length);
  return array;
};

// Nested arrays of numbers (BigInts where they are not exact) or booleans.
Tensor.prototype.tolist = function () {
  if (torch.dtype_is_complex(this.dtype))
    throw new errors.TypeError('tolist() of complex numbers: call torch.view_as_real() first');
  const flat = this.toTypedArray(), isBool = this.dtype === 'bool';
  const item = (x) => (isBool ? x !== 0 : typeof x === 'bigint' ? core.plain(x) : x);
  let next = 0;
  const build = ([size, ...inner]) => (size === undefined ? item(flat[next++])
    : Array.from({ length: size }, () => build(inner)));
  return build(this.shape);
};

function property(name, get, set) {
  Object.defineProperty(Tensor.prototype, name, { get, set, configurable: true });
}
for (const name of ['dtype', 'device', 'grad', 'requires_grad']) {
  const set = Tensor.prototype[`set_${name}`];
  property(name, Tensor.prototype[`get_${name}`], set);
}
property('shape', function () {
  return Array.from({ length: this.dim() }, (_, i) => this.size(i));
});
Tensor.prototype[Symbol.iterator] = function* () {
  if (this.dim() === 0) throw new errors.TypeError('iteration over a 0-d tensor');
  for (let i = 0; i < this.size(0); i++) yield this.select(0, i);
};

// --- Modes ---------------------------------------------------------------------------------------

// Functions that only this file calls: what one returns must not be changed before the other gets
// it.
const [enterMode, leaveMode, enterAutocast, leaveAutocast] = ['autograd_enter', 'autograd_leave',
  'autocast_enter', 'autocast_leave'].map((name) => {
  const f = torch[name];
  delete torch[name];
  delete torch.autograd[name.slice('autograd_'.length)];
  return f;
});

// A mode belongs to the thread, so that it must end before anything else runs there.
function within(enter, leave, f) {
  core.mustNotBeAsync(f);
  const was = enter();
  try {
    return f();
  } finally {
    leave(was);
  }
}
const mode = (name, isOn) => (f) => within(() => enterMode(name, isOn), leaveMode, f);
torch.no_grad = mode('grad', false);
torch.enable_grad = mode('grad', true);
torch.inference_mode = mode('inference', true);
torch.autocast = (options, f) => within(() => enterAutocast(options), leaveAutocast, f);

// --- Modules -------------------------------------------------------------------------------------

const parameters = new WeakSet(), moduleClasses = new Map(); // those of C, by name

function Parameter(data, requiresGrad = true) {
  const made = torch.parameter_new(data, requiresGrad);
  parameters.add(made);
  return made;
}

// kind: "module", "parameter" or "buffer"
function register(module, kind, name, value, isPersistent = true) {
  const handle = value ? core.checked(value, kind === 'module' ? moduleType : tensorType) : 0;
  core.raw(kind, core.checked(module, moduleType), name, handle, isPersistent ? 0 : 1);
}

// torch.nn.Module: a class that extends it has a forward(), and its properties are parts of it.
class Module extends torch.Module {
  static traps = {
    set(target, name, value, self) {
      if (value instanceof Module) register(self, 'module', name, value);
      else if (parameters.has(value)) register(self, 'parameter', name, value);
      return Reflect.set(target, name, value);
    },
  };

  // C's module of a new object, which it refers to weakly.
  static begin(self) {
    const weak = new WeakRef(self), { name } = self.constructor;
    const forward = core.addCallback((inputs) => {
      const module = weak.deref();
      if (!module) throw new errors.RuntimeError(`the ${name} that C calls is gone: keep it`);
      if (module.forward === Module.prototype.forward)
        throw new errors.NotImplementedError(`Module [${name}] is missing the "forward" function`);
      return core.pointers(module.forward(...inputs.map(core.tensor)));
    });
    if (!moduleClasses.has(name)) moduleClasses.set(name, core.raw('new_class', name));
    const handle = core.raw('new_module', moduleClasses.get(name), forward);
    return core.adopt(handle, moduleType);
  }

  // Properties for the parts of a module of C: linear.weight
  defineParts() {
    const own = { no_recurse: true };
    const part = (name, kind, get) => Object.defineProperty(this, name, {
      get, set: (value) => register(this, kind, name, value), configurable: true,
    });
    for (const [name] of this.named_parameters(own))
      part(name, 'parameter', () => this.get_parameter(name));
    for (const [name] of this.named_buffers(own)) part(name, 'buffer', () => this.get_buffer(name));
    for (let i = 0; i < this.child_count(); i++)
      part(this.child_name_at(i), 'module', () => this.child_at(i));
  }

  forward(...inputs) { return this.forward_all(inputs, 1)[0]; }
  train(on = true) { super.train(on); return this; }
  eval() { super.eval(); return this; }
  parameters() { return this.named_parameters().map(([, value]) => value); }
  register_buffer(name, value, isPersistent = true) {
    register(this, 'buffer', name, value, isPersistent);
    add(this, name, value, true);
  }
}
moduleType.Class = Module;
Object.assign(torch.nn, { Module, Parameter });

// --- Classes of the library ----------------------------------------------------------------------

// Python's arguments: the last one may be an object of those by name.
function split(args) {
  const last = args[args.length - 1];
  return isPlain(last) ? [args.slice(0, -1), last] : [args, {}];
}

// The same, in which objects of a class are indices into the first list.
function splitParts(args, Class) {
  const [list, named] = split(args), parts = [];
  const index = (value) => {
    if (value instanceof Class) return parts.push(value) - 1;
    return Array.isArray(value) ? value.map(index) : value;
  };
  const entries = Object.entries(named).map(([name, value]) => [name, index(value)]);
  return [parts, list.map(index), Object.fromEntries(entries)];
}

// make(name, ...args) returns an object, and the objects of JavaScript in it that C may call.
function classes(list, Parent, make) {
  return Object.fromEntries(load(list).map((name) => [name, { [name]: class extends Parent {
    constructor(...args) {
      const [made, parts] = make(name, ...args);
      super(made);
      add(this, 'parts', parts, false);
      this.defineParts?.();
    }
  } }[name]]));
}

function fromParts(list, Parent, make) {
  return classes(list, Parent, (name, ...args) => {
    const [parts, given, named] = splitParts(args, Parent);
    return [make(name, parts, given, named), parts];
  });
}
Object.assign(torch.nn, fromParts('classes_nn', Module, torch.nn_new_from));
torch.transforms = fromParts('classes_transform', torch.Transform, torch.transform_new_from);
torch.distributions = fromParts('classes_distribution', torch.Distribution,
  torch.distribution_new_from);
torch.optim = classes('classes_optim', torch.Optimizer, (name, params, ...args) => (
  [torch.optimizer_new(name, params, ...split(args)), null]));
torch.optim.lr_scheduler = classes('classes_lr_scheduler', torch.LrScheduler, (name, ...args) => {
  const isFunction = (value) => typeof [value].flat()[0] === 'function';
  const isScheduler = (value) => [value].flat()[0] instanceof torch.LrScheduler;
  const functions = args.filter(isFunction).flat(), schedulers = args.filter(isScheduler).flat();
  const [[first, ...list], named] = split(
    args.filter((value) => !isFunction(value) && !isScheduler(value)));
  if (!functions.length && !schedulers.length)
    return [torch.lr_scheduler_new(name, first, list, named), null];
  const optimizer = first ?? null;
  return [torch.lr_scheduler_new_from(name, optimizer, functions, schedulers, list, named), null];
});

// --- Programs and data ---------------------------------------------------------------------------

// program.forward(x, { name: value })
function callable({ prototype }, hasMethod) {
  for (const suffix of ['', 'Async']) {
    const make = prototype[`call${suffix}`];
    const call = (self, method, args) => {
      const [list, named] = split(args), first = hasMethod ? [method] : [];
      return make.call(self, ...first, list, Object.keys(named), Object.values(named));
    };
    prototype[`call${suffix}`] = function (...args) {
      return hasMethod ? call(this, args[0], args.slice(1)) : call(this, '', args);
    };
    prototype[`forward${suffix}`] = function (...args) { return call(this, 'forward', args); };
  }
}
callable(torch.Jit, true);
callable(torch.JitUnit, true);
callable(torch.Export, false);

class DataLoader extends torch.DataLoader {
  constructor(dataset, options = {}) { super(torch.data_loader_new(dataset, options)); }

  * [Symbol.iterator]() {
    this.begin();
    for (let batch; (batch = this.next()) !== null;) yield batch;
  }

  async* [Symbol.asyncIterator]() {
    await this.beginAsync();
    for (let batch; (batch = await this.nextAsync()) !== null;) yield batch;
  }
}
class TensorDataset extends torch.Dataset {
  constructor(...tensors) { super(torch.tensor_dataset_new(tensors)); }
}
torch.utils = { data: { DataLoader, TensorDataset } };

module.exports = torch;
