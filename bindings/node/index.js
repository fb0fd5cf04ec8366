// ctorch: PyTorch for Node.js. README.md describes it.
'use strict';
const core = require('./memory.js');
const { byName: errors } = require('./errors.js');
const { Float, Handle, absent, native, words, handles, scope, tensor: newTensor, isTensor, isPlain, call, callAsync } = core;

const torch = { Float, scope, ...errors, release: require('./lib/release.js') };

// --- Functions and methods ------------------------------------------------------------------------

// Overloads have one name. Those that may take long have a form that returns a promise.
function groups(list) {
  const all = new Map();
  for (const [symbol, name] of list) all.set(name, [...(all.get(name) ?? []), symbol]);
  return all;
}

function define(object, list, isMethod) {
  for (const [name, symbols] of groups(list)) {
    const group = core.groupOf(symbols);
    const f = isMethod ? function (...args) { return call(group, [this, ...args]); } : (...args) => call(group, args);
    Object.defineProperty(object, name, { value: f, writable: true, configurable: true, enumerable: !isMethod });
    if (!symbols.some((symbol) => core.functions[symbol][2])) continue;
    const later = isMethod ? function (...args) { return callAsync(group, [this, ...args]); } : (...args) => callAsync(group, args);
    Object.defineProperty(object, `${name}Async`, { value: later, writable: true, configurable: true, enumerable: false });
  }
  return object;
}

const load = (name) => require(`./lib/${name}.js`);
define(torch, [...load('operators'), ...load('plain')]);
torch.version_require(native.version, torch.release); // of the library that was loaded
for (const name of ['linalg', 'fft', 'special']) torch[name] = define({}, load(name));
torch.nn = { functional: define(define({}, load('functional')), load('nn')), init: define({}, load('init')), utils: define({}, load('utils')) };
for (const [symbol, { Class, name }] of handles) {
  torch[name] = Class;
  define(Class.prototype, [...load('operator_methods'), ...load('methods')].filter(([, , self]) => self === symbol), true);
}
for (const name of Object.keys(words.Dtype)) if (!name.startsWith('CT_') && name !== 'none') torch[name] = name;
for (const name of ['jit', 'export', 'autograd', 'models', 'npy', 'npz', 'safetensors'])
  torch[name] = Object.fromEntries(Object.entries(Object.getOwnPropertyDescriptors(torch)).filter(([key]) => key.startsWith(`${name}_`))
    .map(([key, { value }]) => [key.slice(name.length + 1), value]));
torch.float = (value) => new Float(value);

// --- Tensors --------------------------------------------------------------------------------------

const { Tensor } = torch;
const arrays = { uint8: Uint8Array, int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, float32: Float32Array,
  float64: Float64Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array, bool: Uint8Array };
const dtypeOf = (array) => Object.keys(arrays).find((dtype) => array instanceof arrays[dtype]) ?? (array instanceof Uint8ClampedArray ? 'uint8' : undefined);

function shapeOf(data) {
  if (!Array.isArray(data)) return [];
  const inner = data.map(shapeOf);
  if (inner.some((shape) => String(shape) !== String(inner[0]))) throw new errors.ValueError('the lists have different lengths');
  return [data.length, ...(inner[0] ?? [])];
}

// A tensor of numbers (float32), BigInts (int64), booleans (bool), nested arrays of these, or a typed array, whose type it gets.
torch.tensor = (data, options = {}) => {
  const { dtype, device, requires_grad: needsGrad, ...others } = options;
  if (Object.keys(others).length) throw new errors.TypeError(`tensor() has no option ${Object.keys(others)[0]}`);
  if (isTensor(data)) return data.clone();
  const isArray = ArrayBuffer.isView(data), items = isArray ? data : [data].flat(Infinity), first = items[0];
  const type = isArray ? dtypeOf(data) : typeof first === 'bigint' ? 'int64' : typeof first === 'boolean' ? 'bool' : 'float32';
  if (type === undefined || (!isArray && items.some((item) => typeof item !== typeof first || !['number', 'bigint', 'boolean'].includes(typeof item))))
    throw new errors.TypeError('tensor() takes numbers, BigInts or booleans, in arrays, or a typed array');
  const wide = type === 'float32' && !isArray && dtype && dtype !== 'float32' ? 'float64' : type;
  const made = torch.tensor_from_memory(isArray ? data : arrays[wide].from(items), wide, isArray ? [data.length] : shapeOf(data));
  const result = (dtype && dtype !== wide) || device ? made.to({ dtype: dtype ?? wide, device: device ?? 'cpu' }) : made;
  if (needsGrad) result.set_requires_grad(true);
  return result;
};

// A typed array of all elements; without a type of array for its dtype, of numbers.
Tensor.prototype.toTypedArray = function () {
  const dtype = arrays[this.dtype] ? this.dtype : 'float32', array = new arrays[dtype](this.numel());
  if (this.numel()) core.raw('copy', core.checked(this), words.Dtype[dtype], native.address(array.buffer), array.length);
  return array;
};

// Nested arrays of numbers (BigInts where they are not exact) or booleans.
Tensor.prototype.tolist = function () {
  const flat = this.toTypedArray(), isBool = this.dtype === 'bool';
  const item = (x) => (isBool ? x !== 0 : typeof x === 'bigint' && Number.isSafeInteger(Number(x)) ? Number(x) : x);
  const build = (shape, from) => (shape.length === 0 ? item(flat[from])
    : Array.from({ length: shape[0] }, (_, i) => build(shape.slice(1), from + i * shape.slice(1).reduce((a, b) => a * b, 1))));
  if (torch.dtype_is_complex(this.dtype)) throw new errors.TypeError('tolist() of complex numbers: call view_as_real() first');
  return build(this.shape, 0);
};

const property = (name, get, set) => Object.defineProperty(Tensor.prototype, name, { get, set, configurable: true, enumerable: true });
for (const name of ['dtype', 'device', 'grad', 'requires_grad']) {
  const set = Tensor.prototype[`set_${name}`];
  property(name, function () { return this[`get_${name}`](); }, set && function (value) { set.call(this, value); });
}
property('shape', function () { return Array.from({ length: this.dim() }, (_, i) => this.size(i)); });
Tensor.prototype[Symbol.iterator] = function* () {
  if (this.dim() === 0) throw new errors.TypeError('iteration over a 0-d tensor');
  for (let i = 0; i < this.size(0); i++) yield this.select(0, i);
};
for (const { Class } of handles.values()) {
  if (Class.prototype.to_string) Class.prototype.toString = function () { return this.to_string(); };
  Class.prototype[Symbol.for('nodejs.util.inspect.custom')] = function () { return this.toString(); };
}

// --- Modes ----------------------------------------------------------------------------------------

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
const mode = (name, enabled) => (f) => within(() => torch.autograd_enter(name, enabled), torch.autograd_leave, f);
torch.no_grad = mode('grad', false);
torch.enable_grad = mode('grad', true);
torch.inference_mode = mode('inference', true);
torch.autocast = (options, f) => within(() => torch.autocast_enter(options), torch.autocast_leave, f);

// --- Modules --------------------------------------------------------------------------------------

const parameters = new WeakSet(), moduleClasses = new Map(); // those of C, by name
function Parameter(data, requiresGrad = true) {
  const made = torch.parameter_new(data, requiresGrad);
  parameters.add(made);
  return made;
}

function part(module, what, name, value, isPersistent = true) {
  core.raw(what, core.checked(module), name, value ? core.checked(value) : 0, isPersistent ? 0 : 1);
}

// torch.nn.Module: a class that extends it has a forward(), and its properties are parts of it.
class Module extends torch.Module {
  static traps = {
    set(target, name, value, self) {
      if (value instanceof Module) part(self, 'module', name, value);
      else if (parameters.has(value)) part(self, 'parameter', name, value);
      return Reflect.set(target, name, value);
    },
  };

  // C's module of a new object, which it refers to weakly.
  static begin(self) {
    const weak = new WeakRef(self), { name } = self.constructor;
    const forward = core.addCallback((inputs) => {
      const module = weak.deref();
      if (!module) throw new errors.RuntimeError(`the ${name} whose forward() C calls is gone: keep it`);
      if (module.forward === Module.prototype.forward)
        throw new errors.NotImplementedError(`Module [${name}] is missing the required "forward" function`);
      return core.pointers(module.forward(...inputs.map(newTensor)));
    });
    if (!moduleClasses.has(name)) moduleClasses.set(name, core.raw('new_class', name));
    const handle = core.raw('new_module', moduleClasses.get(name), forward);
    return core.adopt(handle, handles.get('ct_module'));
  }

  // Properties for the parts of a module of C: linear.weight
  defineParts() {
    const own = { no_recurse: true }, define = (name, what, get) => Object.defineProperty(this, name, {
      get, set: (value) => part(this, what, name, value), configurable: true });
    for (const [name] of this.named_parameters(own)) define(name, 'parameter', () => this.get_parameter(name));
    for (const [name] of this.named_buffers(own)) define(name, 'buffer', () => this.get_buffer(name));
    for (let i = 0; i < this.child_count(); i++) define(this.child_name_at(i), 'module', () => this.child_at(i));
  }

  forward(...inputs) { return this.forward_all(inputs, 1)[0]; }
  train(on = true) { super.train(on); return this; }
  eval() { super.eval(); return this; }
  parameters() { return this.named_parameters().map(([, value]) => value); }
  register_buffer(name, value, isPersistent = true) {
    part(this, 'buffer', name, value, isPersistent);
    Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
  }
}
handles.get('ct_module').Class = Module;
Object.assign(torch.nn, { Module, Parameter });

// Python's arguments of a class: the last one may be an object of those by name. Modules and transforms among them are indices.
function splitArguments(args, Class) {
  const named = isPlain(args[args.length - 1]) ? args[args.length - 1] : {}, made = [];
  const index = (value) => (value instanceof Class ? made.push(value) - 1 : Array.isArray(value) ? value.map(index) : value);
  const list = args.slice(0, isPlain(args[args.length - 1]) ? -1 : undefined).map(index);
  return [made, list, Object.fromEntries(Object.entries(named).map(([name, value]) => [name, index(value)]))];
}

function classes(list, Parent, make) {
  return Object.fromEntries(load(list).map((name) => [name, { [name]: class extends Parent {
    constructor(...args) {
      const [made, parts] = make(name, ...args);
      super(made);
      Object.defineProperty(this, 'parts', { value: parts }); // objects of JavaScript that C may call
      this.defineParts?.();
    }
  } }[name]]));
}
const fromParts = (make, Class) => (name, ...args) => {
  const [parts, list, named] = splitArguments(args, Class());
  return [make(name, parts, list, named), parts];
};
Object.assign(torch.nn, classes('classes_nn', Module, fromParts(torch.nn_new_from, () => Module)));
torch.transforms = classes('classes_transform', torch.Transform, fromParts(torch.transform_new_from, () => torch.Transform));
torch.distributions = classes('classes_distribution', torch.Distribution,
  fromParts(torch.distribution_new_from, () => torch.Distribution));
torch.optim = classes('classes_optim', torch.Optimizer, (name, params, ...args) => {
  const [, list, named] = splitArguments(args, Handle);
  return [torch.optimizer_new(name, params, list, named), null];
});
torch.optim.lr_scheduler = classes('classes_lr_scheduler', torch.LrScheduler, (name, optimizer, ...args) => {
  const isFunction = (value) => typeof [value].flat()[0] === 'function', isScheduler = (value) => [value].flat()[0] instanceof torch.LrScheduler;
  const all = [optimizer, ...args], functions = all.filter(isFunction).flat(), schedulers = all.filter(isScheduler).flat();
  const [, list, named] = splitArguments(all.slice(1).filter((value) => !isFunction(value) && !isScheduler(value)), absent.constructor);
  if (!functions.length && !schedulers.length) return [torch.lr_scheduler_new(name, optimizer, list, named), null];
  return [torch.lr_scheduler_new_from(name, isScheduler(optimizer) ? null : optimizer, functions, schedulers, list, named), null];
});

// --- Programs and data ----------------------------------------------------------------------------

// program.forward(x, { name: value })
const split = (args) => (isPlain(args[args.length - 1]) ? [args.slice(0, -1), Object.entries(args[args.length - 1])] : [args, []]);
function callable(Class, hasMethod) {
  const args = (method, all) => {
    const [list, named] = split(all);
    return [...(hasMethod ? [method] : []), list, named.map(([name]) => name), named.map(([, value]) => value)];
  };
  for (const suffix of ['', 'Async']) {
    const make = Class.prototype[`call${suffix}`];
    Class.prototype[`call${suffix}`] = function (method, ...all) { return make.apply(this, args(method, hasMethod ? all : [method, ...all])); };
    Class.prototype[`forward${suffix}`] = function (...all) { return make.apply(this, args('forward', all)); };
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
