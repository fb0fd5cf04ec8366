// ctorch: PyTorch for Node.js. README.md describes it.
'use strict';
const core = require('./memory.js');
const { byName: errors } = require('./errors.js');
const { Float, Handle, absent, native, words, handles, scope, isTensor, isPlain } = core;

const torch = { Float, scope, ...errors, release: require('./lib/release.js') };
const tensorType = handles.get('ct_tensor'), moduleType = handles.get('ct_module');
const load = (name) => require(`./lib/${name}.js`);

// --- Functions and methods -----------------------------------------------------------------------

// Python's arguments: the last one may be an object of those by name.
function split(args) {
  const last = args[args.length - 1];
  return isPlain(last) ? [args.slice(0, -1), last] : [args, {}];
}

// Those that have these names in Python.
function argumentsOf(f, names, args) {
  const [list, options] = split(args);
  const unknown = Object.keys(options).find((name) => names.indexOf(name) < list.length);
  if (unknown) throw new errors.TypeError(`${f}() has no option ${unknown}, or it is given twice`);
  if (list.length > names.length)
    throw new errors.TypeError(`${f}() takes ${names.join(', ')}: there are too many arguments`);
  return names.map((name, i) => list[i] ?? options[name]);
}

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
  prototype[Symbol.toStringTag] = name;
  const hint = name === 'Tensor' ? ': call tolist()' : '';
  add(prototype, 'toJSON', () => {
    throw new errors.TypeError(`a ${name} is not JSON${hint}`);
  }, false);
}
for (const name of Object.keys(words.Dtype))
  if (!name.startsWith('CT_') && name !== 'none') torch[name] = name;
torch.float = (value) => new Float(value);

// torch.jit.load is torch.jit_load.
for (const part of ['jit', 'export', 'autograd', 'models', 'npy', 'npz', 'safetensors']) {
  const own = Object.getOwnPropertyNames(torch).filter((name) => name.startsWith(`${part}_`));
  torch[part] = Object.fromEntries(own.map((name) => [name.slice(part.length + 1), torch[name]]));
}

// Functions that take arguments in Python which those of C do not have: make(f, suffix) returns the
// function that calls f, a method or one of `object`, as it is and in its form with Async.
function extend(object, name, make) {
  for (const suffix of ['', 'Async']) {
    const { [`${name}${suffix}`]: f } = object;
    if (f) add(object, `${name}${suffix}`, make(f, suffix), object.propertyIsEnumerable(name));
  }
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

// As in Python: a fraction is cut off, and negative integers wrap around where there is no sign.
function mustFit(items, dtype) {
  const [, unsigned, digits] = /^(u?)int(\d+)$/.exec(dtype) ?? [];
  if (!digits) return;
  const end = 2 ** (digits - (unsigned ? 0 : 1));
  const low = (item) => (!unsigned ? -end
    : digits === '64' || !(typeof item === 'bigint' || Number.isInteger(item)) ? 0 : 1 - end);
  const fits = (item) => item >= low(item) && item < end;
  const [wrong] = items.filter((item) => !fits(item));
  if (wrong !== undefined)
    throw new errors.RuntimeError(
      `value cannot be converted to type ${dtype} without overflow: ${wrong}`);
}

// The elements of nested arrays as a typed array, and their dtype.
function flatten(data, dtype) {
  const items = [data].flat(Infinity);
  const type = typesOfItems[items.length ? typeof items[0] : 'number'];
  if (!type || items.some((item) => typeof item !== typeof items[0]))
    throw new errors.TypeError('tensor() takes numbers, BigInts or booleans, or a typed array');
  mustFit(items, dtype);
  if (type === 'int64' && dtype === 'uint64') return [arrays.uint64.from(items), dtype];
  const big = items.find((item) => type === 'int64' && BigInt.asIntN(64, item) !== item);
  if (big !== undefined) throw new errors.ValueError(`${big} has more than the 64 bits of int64`);
  const wide = type === 'float32' && dtype && dtype !== type ? 'float64' : type;
  return [arrays[wide].from(items), wide];
}

torch.tensor = (data, options = {}) => {
  if (!isPlain(options))
    throw new errors.TypeError('tensor() takes its options as { dtype, device, requires_grad }');
  const { dtype, device, requires_grad: needsGrad, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown) throw new errors.TypeError(`tensor() has no option ${unknown}`);
  const result = isTensor(data)
    ? data.detach().to({ dtype: dtype ?? data.dtype, device: device ?? data.device, copy: true })
    : tensorOf(data, dtype, device ?? 'cpu');
  if (needsGrad) result.set_requires_grad(true);
  return result;
};

function tensorOf(data, dtype, device) {
  const isArray = ArrayBuffer.isView(data);
  const [array, type] = isArray ? [data, dtypeOf(data)] : flatten(data, dtype);
  if (!type) throw new errors.TypeError('tensor() takes a typed array, not a DataView');
  const made = torch.tensor_from_memory(array, type, isArray ? [data.length] : shapeOf(data));
  return (dtype ?? type) === type && device === 'cpu' ? made
    : made.to({ dtype: dtype ?? type, device });
}

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

// x.to('cpu', { copy: true }): Python's, which keeps the dtype.
extend(Tensor.prototype, 'to', (to) => function (first, ...others) {
  const [second] = others, keeps = typeof second !== 'string' && second?.dtype === undefined;
  return typeof first === 'string' && core.parseDevice(first) && keeps
    ? to.call(this, first, this.dtype, ...others) : to.call(this, first, ...others);
});
// x.float() is x.to('float32').
const casts = {
  bool: 'bool', byte: 'uint8', char: 'int8', short: 'int16', int: 'int32', long: 'int64',
  half: 'float16', bfloat16: 'bfloat16', float: 'float32', double: 'float64',
};
for (const [name, dtype] of Object.entries(casts))
  add(Tensor.prototype, name, function () { return this.to(dtype); }, false);
add(Tensor.prototype, 'cpu', function () { return this.to('cpu'); }, false);
add(Tensor.prototype, 'cuda', function () { return this.to('cuda'); }, false);

extend(Tensor.prototype, 'backward', (backward, suffix) => function (...args) {
  if (args.length === 0) return backward.call(this);
  const names = ['gradient', 'retain_graph', 'create_graph', 'inputs'];
  const [gradient = null, retain = null, create = false, inputs = []] = argumentsOf('backward',
    names, args);
  return this[`backward_with${suffix}`](gradient, retain, create, inputs);
});

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

// Modules of JavaScript are themselves, those of C have new objects.
function allChildren(module) {
  return Array.from({ length: module.child_count() }, (_, i) => {
    const name = module.child_name_at(i), { [name]: own } = module;
    return [name, own instanceof Module ? own : module.child_at(i)];
  });
}

// Whether a module of C is not in the set yet, in which it is then.
function isNew(module, seen) {
  return seen.size !== seen.add(core.checked(module, moduleType)).size;
}

// The kinds of the parts that modules of JavaScript have, by name.
const partsOf = new WeakMap();

const expected = { module: 'an nn.Module', parameter: 'nn.Parameter()', buffer: 'a Tensor' };

// What kind of part a property becomes, as in Python; `was`: what kind it is.
function kindFor(name, value, was) {
  if (parameters.has(value)) return 'parameter';
  if (was !== 'parameter' && value instanceof Module) return 'module';
  if (was && value !== null && value !== undefined && !(was === 'buffer' && isTensor(value)))
    throw new errors.TypeError(`cannot assign ${value instanceof Handle ? value.handleType.name
      : typeof value} as ${was} '${name}': expected ${expected[was]} or null`);
  return was;
}

// Registers the value if it is a part, or the name is one's; returns what the part is.
function assign(module, name, value, was) {
  const kind = kindFor(name, value, was?.kind);
  if (!kind) return null;
  if (was && kind !== was.kind) module.remove(name);
  register(module, kind, name, value, was?.isPersistent);
  return kind === was?.kind ? was : { kind };
}

// torch.nn.Module: a class that extends it has a forward(), and its properties are parts of it.
class Module extends torch.Module {
  // Assignments and the fields of a class define properties.
  static proxy(target) {
    const parts = new Map();
    const self = new Proxy(target, {
      defineProperty(_, name, descriptor) {
        const part = typeof name === 'string' && 'value' in descriptor
          ? assign(self, name, descriptor.value, parts.get(name)) : null;
        if (part) parts.set(name, part);
        return Reflect.defineProperty(target, name, descriptor);
      },
      deleteProperty(_, name) {
        if (parts.has(name)) self.remove(name);
        return Reflect.deleteProperty(target, name);
      },
    });
    partsOf.set(self, parts);
    return self;
  }

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
    for (const [name] of this.named_parameters(own)) this.definePart(name, 'parameter');
    for (const [name] of this.named_buffers(own)) this.definePart(name, 'buffer');
    for (let i = 0; i < this.child_count(); i++)
      this.definePart(this.child_name_at(i), 'module', i);
  }

  definePart(name, kind, i) {
    const get = {
      parameter: () => this.get_parameter(name),
      buffer: () => this.get_buffer(name),
      module: () => this.child_at(i),
    }[kind];
    const set = (value) => { assign(this, name, value, { kind }); };
    Object.defineProperty(this, name, { get, set, configurable: true });
  }

  forward(...inputs) { return this.forward_all(inputs, 1)[0]; }
  train(on = true) { super.train(on); return this; }
  eval() { super.eval(); return this; }
  apply(f) {
    for (const child of this.children()) child.apply(f);
    f(this);
    return this;
  }

  get_parameter(path) {
    const found = super.get_parameter(path);
    if (found) parameters.add(found);
    return found;
  }
  named_parameters(...args) {
    const all = super.named_parameters(...args);
    for (const [, parameter] of all) parameters.add(parameter);
    return all;
  }
  parameters() { return this.named_parameters().map(([, value]) => value); }
  register_buffer(name, value, isPersistent = true) {
    register(this, 'buffer', name, value, isPersistent);
    partsOf.get(this)?.set(name, { kind: 'buffer', isPersistent });
    if (partsOf.has(this)) add(this, name, value, true);
    else this.definePart(name, 'buffer');
  }
  remove(name) {
    super.remove(name);
    partsOf.get(this)?.delete(name);
    delete this[name];
  }

  // Each module is there once.
  named_children(seen = new Set()) {
    return allChildren(this).filter(([, child]) => child && isNew(child, seen));
  }
  children() { return this.named_children().map(([, child]) => child); }
  named_modules(prefix = '', seen = new Set()) {
    isNew(this, seen);
    const inner = this.named_children(seen).flatMap(([name, child]) => (
      child.named_modules(prefix ? `${prefix}.${name}` : name, seen)));
    return [[prefix, this], ...inner];
  }
  modules() { return this.named_modules().map(([, module]) => module); }
}
moduleType.Class = Module;
Object.assign(torch.nn, { Module, Parameter });

// net.to('cuda', 'float64'), as in Python; net.double().
extend(Module.prototype, 'to', (to) => function (...args) {
  const [list, options] = split(args), named = { ...options };
  for (const word of list) named[core.isWord(words.Dtype, word) ? 'dtype' : 'device'] = word;
  const result = to.call(this, named);
  return result instanceof Promise ? result.then(() => this) : this;
});
for (const name of ['half', 'bfloat16', 'float', 'double'])
  add(Module.prototype, name, function () { return this.to(casts[name]); }, false);
add(Module.prototype, 'cpu', function () { return this.to('cpu'); }, false);
add(Module.prototype, 'cuda', function () { return this.to('cuda'); }, false);
extend(Module.prototype, 'load_state_dict', (load) => function (...args) {
  const [[state, ...others], options] = args.length > 1 ? split(args) : [args, {}];
  const { strict = others[0], ...rest } = options;
  return load.call(this, state, strict === undefined ? rest : { ...rest, no_strict: !strict });
});

// --- Classes of the library ----------------------------------------------------------------------

// The arguments, in which objects of a class are indices into the first list.
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
  return Object.fromEntries(load(list).map((name) => {
    const { [name]: Class } = { [name]: class extends Parent {
      constructor(...args) {
        if (Parent === Module && new.target !== Class)
          throw new errors.TypeError(`nn.${name} cannot be extended, since C would not call the `
            + `class: extend nn.Module, with an nn.${name} as a part`);
        const [made, parts] = make(name, ...args);
        super(made);
        add(this, 'parts', parts, false);
        this.defineParts?.();
      }
    } };
    return [name, Class];
  }));
}

function fromParts(list, Parent, make) {
  return classes(list, Parent, (name, ...args) => {
    const [parts, given, named] = splitParts(args, Parent);
    return [make(name, parts, given, named), parts];
  });
}
Object.assign(torch.nn, fromParts('classes_nn', Module, torch.nn_new_from));
for (const { prototype } of [torch.nn.Sequential, torch.nn.ModuleList]) {
  Object.defineProperty(prototype, 'length', { get() { return this.child_count(); } });
  prototype[Symbol.iterator] = function* () {
    for (const [, child] of allChildren(this)) yield child;
  };
}
torch.transforms = fromParts('classes_transform', torch.Transform, torch.transform_new_from);
torch.distributions = fromParts('classes_distribution', torch.Distribution,
  torch.distribution_new_from);
for (const name of ['sample', 'rsample'])
  extend(torch.Distribution.prototype, name, (draw) => function (...shape) {
    return shape.length ? draw.call(this, ...shape) : draw.call(this, []);
  });
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

// C has one iteration of a loader at a time.
class DataLoader extends torch.DataLoader {
  constructor(dataset, options = {}) { super(torch.data_loader_new(dataset, options)); }

  #iteration = 0;
  #mustBe(iteration) {
    if (iteration !== this.#iteration)
      throw new errors.RuntimeError('another iteration of this DataLoader has begun: for two at '
        + 'once, make two loaders');
  }

  * [Symbol.iterator]() {
    const mine = ++this.#iteration;
    this.begin();
    for (let batch; this.#mustBe(mine), (batch = this.next()) !== null;) yield batch;
  }

  async* [Symbol.asyncIterator]() {
    const mine = ++this.#iteration;
    await this.beginAsync();
    for (let batch; this.#mustBe(mine), (batch = await this.nextAsync()) !== null;) yield batch;
  }
}
class TensorDataset extends torch.Dataset {
  constructor(...tensors) { super(torch.tensor_dataset_new(tensors)); }
}
torch.utils = { data: { DataLoader, TensorDataset } };

module.exports = torch;
