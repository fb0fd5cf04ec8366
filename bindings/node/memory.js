// The memory of calls: how arguments and results are written and read. Each has a slot of C's
// (struct slot in src/nd.h, ORDER SLOT): a pointer, and 48 bytes for a number, a length or a struct.
'use strict';
const native = require('./ctorch.node');
const errors = require('./errors.js');
const words = require('./lib/words.js');

const OPTIONAL = 1, KEYWORD_ONLY = 2, LENT = 4, SLOT = 56, SIZE = 1 << 18, BIG = 1 << 14;
const absent = Symbol('absent');
const { ScalarKind, ValueKind, DeviceType } = words;

// A number that is a float although it has no fraction: torch.float(1).
class Float {
  constructor(value) { this.value = Number(value); }
}

// --- Memory ---------------------------------------------------------------------------------------

let memory, base, u8, u32, i32, f64, view, top = 0;

function use(other) {
  const before = memory;
  memory = other;
  ({ base, u8, u32, i32, f64, view } = memory);
  return before;
}

function newMemory() {
  const buffer = new ArrayBuffer(SIZE);
  return {
    base: native.address(buffer), u8: new Uint8Array(buffer), u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer), f64: new Float64Array(buffer), view: new DataView(buffer),
  };
}
use(newMemory());

function room(size) {
  const at = top;
  top = (top + size + 15) & ~15;
  if (top > SIZE) throw new errors.byName.ValueError('the arguments are too large, or calls are nested too deep');
  return at;
}

function zeros(size) {
  const at = room(size);
  u32.fill(0, at >> 2, top >> 2);
  return at;
}

function setPointer(at, pointer) {
  u32[at >> 2] = pointer;
  u32[(at >> 2) + 1] = pointer / 4294967296;
}
const getPointer = (at) => u32[at >> 2] + 4294967296 * u32[(at >> 2) + 1];

function setInt(at, number) {
  if (typeof number === 'bigint') return view.setBigInt64(at, BigInt.asIntN(64, number), true);
  u32[at >> 2] = number;
  i32[(at >> 2) + 1] = Math.floor(number / 4294967296);
}

// A number if it is exact, else a BigInt.
const plain = (big) => (Number.isSafeInteger(Number(big)) ? Number(big) : big);

function getInt(at) {
  const number = i32[(at >> 2) + 1] * 4294967296 + u32[at >> 2];
  return Number.isSafeInteger(number) ? number : view.getBigInt64(at, true);
}

// The call that is being made: objects and memory that it uses, and functions that C may call.
let held = [], pool = false;

// Where the bytes of a typed array are for the call; what is large is not copied.
function place(array) {
  const size = array.byteLength;
  if (size > BIG && !(array.buffer instanceof SharedArrayBuffer)) {
    held.push(array);
    return native.address(array.buffer) + array.byteOffset;
  }
  const at = room(size);
  u8.set(new Uint8Array(array.buffer, array.byteOffset, size), at);
  return base + at;
}
const placeText = (text) => place(Buffer.from(text + '\0'));

// A list of C that was returned, as numbers.
const peek = (pointer, count, Type) => new Type(native.peek(pointer, count * Type.BYTES_PER_ELEMENT));

// --- Objects --------------------------------------------------------------------------------------

// Types of objects: the name of C, the index in the addon's list, the class.
const handles = new Map(require('./lib/handles.js').map(([symbol, name], type) => [symbol, { symbol, type, name, Class: null }]));
let inScope = null, pointerOf, useHandle, adopt, finishUse; // the functions are set in Handle

// A module of JavaScript is a Proxy, to which Handle adds its private fields.
class Base {
  constructor(made) {
    if (made === undefined && new.target.traps) return new Proxy(this, new.target.traps);
  }
}

class Handle extends Base {
  #handle = 0;
  #entry = -1;
  #uses = 0;
  #isDoomed = false;

  constructor(made) {
    super(made);
    if (made === absent) return; // of adopt()
    made ??= new.target.begin?.(this);
    if (!(made instanceof Object) || !(#handle in made) || made.#handle === 0)
      throw new errors.byName.TypeError(`${new.target.name} has no constructor: a function makes it`);
    native.disown(made.#entry, false);
    this.#own(made.#handle);
    made.#handle = 0;
  }

  // Releases the handle now; a call that uses it first returns.
  free() {
    this.#isDoomed = this.#uses > 0;
    if (this.#handle === 0 || this.#isDoomed) return;
    this.#handle = 0;
    native.disown(this.#entry, true);
  }

  #own(handle) {
    this.#handle = handle;
    this.#entry = native.own(this, handle, this.handleType.type);
    if (inScope) inScope.push(this);
  }

  static {
    pointerOf = (object) => (object instanceof Object && #handle in object ? object.#handle : 0);
    useHandle = (object, type) => {
      if (typeof object !== 'object' || object === null || !(#handle in object) || object.handleType !== type) return 0;
      if (object.#handle === 0 || object.#isDoomed)
        throw new errors.byName.TypeError(`the ${type.name} was freed by free() or scope()`);
      object.#uses++;
      held.push(object);
      return object.#handle;
    };
    finishUse = (object) => {
      if (--object.#uses === 0 && object.#isDoomed) object.free();
    };
    adopt = (pointer, type) => {
      if (pointer === 0) return null;
      const object = new type.Class(absent);
      object.#own(pointer);
      return object;
    };
  }
}

for (const type of handles.values()) {
  type.Class = { [type.name]: class extends Handle {} }[type.name];
  type.Class.prototype.handleType = type;
}
const tensorType = handles.get('ct_tensor');
// The handle of an object that is there.
function checked(object) {
  const pointer = pointerOf(object);
  if (pointer === 0) throw new errors.byName.TypeError('the object was freed, or is none of ctorch');
  return pointer;
}
const tensor = (pointer) => adopt(pointer, tensorType);
const lent = (pointer) => tensor(native.retain(Number(pointer), tensorType.type));
const isTensor = (object) => object instanceof tensorType.Class;

// What a function of C returned for an argument that it changed is that argument.
function adoptResult(pointer, type) {
  for (let i = 0; i < held.length; i++)
    if (held[i].handleType === type && pointerOf(held[i]) === pointer) {
      native.release(pointer, type.type);
      return held[i];
    }
  return adopt(pointer, type);
}

// What an async function does after its first await would be outside.
function mustNotBeAsync(f) {
  if (typeof f !== 'function' || f[Symbol.toStringTag] === 'AsyncFunction')
    throw new errors.byName.TypeError('a scope or a mode takes a function that is not async');
}

// Calls f and frees the objects that were made in it, except what it returns.
function scope(f) {
  mustNotBeAsync(f);
  const outer = inScope, made = inScope = [];
  let kept;
  try {
    kept = f();
  } finally {
    const stays = new Set([kept].flat(Infinity));
    if (kept && !(kept instanceof Handle) && !Array.isArray(kept)) Object.values(kept).forEach((v) => stays.add(v));
    inScope = outer;
    for (const object of made)
      if (!stays.has(object)) object.free();
      else if (outer) outer.push(object);
  }
  return kept;
}

// --- Values ---------------------------------------------------------------------------------------

function setObject(at, kind, pointer, length) {
  i32[at >> 2] = kind;
  setInt(at + 8, length);
  setPointer(at + 40, pointer);
  return true;
}

function setNumbers(at, kind, array) {
  return setObject(at, kind, place(array), array.length);
}

function writeList(at, list, named, depth) {
  if (list.length > 0 && list.every((item) => typeof item === 'number')) {
    if (list.every(Number.isSafeInteger)) return setNumbers(at, ValueKind.ints, BigInt64Array.from(list, BigInt));
    return setNumbers(at, ValueKind.floats, Float64Array.from(list));
  }
  const items = zeros(48 * list.length);
  setObject(at, ValueKind.list, base + items, list.length);
  return list.every((item, i) => writeValue(items + 48 * i, item, named, depth + 1));
}

function writeDict(at, pairs, named, depth) {
  const items = zeros(96 * pairs.length);
  setObject(at, ValueKind.dict, base + items, pairs.length);
  return pairs.every(([key, value], i) => {
    const to = items + 96 * i + 48;
    writeValue(items + 96 * i, key, named, depth + 1);
    if (named && key === 'dtype' && typeof value === 'string') return setObject(to, ValueKind.dtype, 0, wordOf(words.Dtype, value));
    if (named && key === 'device' && typeof value === 'string') {
      i32[to >> 2] = ValueKind.device;
      return writeDevice(to + 32, value);
    }
    return writeValue(to, value, named, depth + 1);
  });
}

function writeBig(at, number) {
  if (BigInt.asIntN(64, number) === number) return setObject(at, ValueKind.int, 0, number);
  if (BigInt.asUintN(64, number) === number) return setObject(at, ValueKind.uint, 0, number);
  const digits = String(number);
  return setObject(at, ValueKind.big_int, placeText(digits), digits.length);
}

// named: of the arguments of a class, in which some texts are dtypes and devices.
function writeValue(at, value, named, depth = 0) {
  if (depth > 100) throw new errors.byName.TypeError('lists and objects are nested too deep');
  u32.fill(0, at >> 2, (at >> 2) + 12);
  if (value === null || value === undefined) return true;
  if (typeof value === 'boolean') return setObject(at, ValueKind.bool, 0, Number(value));
  if (typeof value === 'number' && Number.isSafeInteger(value)) return setObject(at, ValueKind.int, 0, value);
  if (typeof value === 'number' || value instanceof Float) {
    i32[at >> 2] = ValueKind.float;
    f64[(at + 16) >> 3] = value instanceof Float ? value.value : value;
    return true;
  }
  if (typeof value === 'bigint') return writeBig(at, value);
  if (typeof value === 'string') return setObject(at, ValueKind.string, placeText(value), Buffer.byteLength(value));
  if (isTensor(value)) return setObject(at, ValueKind.tensor, useHandle(value, tensorType), 0);
  if (value instanceof Handle || typeof value !== 'object') return false;
  if (ArrayBuffer.isView(value)) return setObject(at, ValueKind.bytes, place(value), value.byteLength);
  if (Array.isArray(value)) return writeList(at, value, named, depth);
  return writeDict(at, value instanceof Map ? [...value] : Object.entries(value), named, depth);
}

function readItems(pointer, count) {
  const items = new DataView(native.peek(pointer, 48 * count));
  return Array.from({ length: count }, (_, i) => readValue(items, 48 * i));
}

function readDict(pointer, count) {
  const items = readItems(pointer, 2 * count);
  const pairs = Array.from({ length: count }, (_, i) => [items[2 * i], items[2 * i + 1]]);
  return pairs.every(([key]) => typeof key === 'string') ? Object.fromEntries(pairs) : new Map(pairs);
}

function readValue(from, at) {
  const pointer = Number(from.getBigUint64(at + 40, true)), i = from.getBigInt64(at + 8, true), n = Number(i);
  const float = from.getFloat64(at + 16, true);
  const texts = () => Buffer.from(native.peek(pointer, n)).toString();
  switch (from.getInt32(at, true)) {
    case ValueKind.none: return null;
    case ValueKind.bool: return n !== 0;
    case ValueKind.int: return plain(i);
    case ValueKind.uint: return BigInt.asUintN(64, i);
    case ValueKind.float: return float;
    case ValueKind.complex: return { re: float, im: from.getFloat64(at + 24, true) };
    case ValueKind.string: return texts();
    case ValueKind.big_int: return BigInt(texts());
    case ValueKind.bytes: return new Uint8Array(native.peek(pointer, n));
    case ValueKind.tensor: return lent(pointer);
    case ValueKind.device: return deviceName(from.getInt32(at + 32, true), from.getInt32(at + 36, true));
    case ValueKind.dtype: return wordFor(words.Dtype, n);
    case ValueKind.layout: return wordFor(words.Layout, n);
    case ValueKind.memory_format: return wordFor(words.MemoryFormat, n);
    case ValueKind.quant_scheme: return wordFor(words.QuantScheme, n);
    case ValueKind.ints: return Array.from(peek(pointer, n, BigInt64Array), plain);
    case ValueKind.floats: return Array.from(peek(pointer, n, Float64Array));
    case ValueKind.bools: return Array.from(peek(pointer, n, Uint8Array), Boolean);
    case ValueKind.tensors: return Array.from(peek(pointer, n, BigUint64Array), (p) => lent(p));
    case ValueKind.list:
    case ValueKind.tuple: return readItems(pointer, n);
    case ValueKind.set: return new Set(readDict(pointer, n).keys?.() ?? Object.keys(readDict(pointer, n)));
    case ValueKind.dict: return readDict(pointer, n);
    default: throw new errors.byName.TypeError('JavaScript has no value for what C returned');
  }
}

// --- Words and devices ----------------------------------------------------------------------------

function wordOf(list, word) {
  if (!Object.hasOwn(list, word))
    throw new errors.byName.ValueError(`'${word}' is none of ${Object.keys(list).filter((w) => !w.startsWith('CT_')).join(', ')}`);
  return list[word];
}
const wordFor = (list, value) => Object.keys(list).findLast?.((w) => list[w] === value)
  ?? Object.keys(list).reverse().find((w) => list[w] === value) ?? value;

function writeDevice(at, text) {
  const [, type, index = -1] = /^([a-z]+)(?::(\d+))?$/.exec(text) ?? [];
  i32[at >> 2] = wordOf(DeviceType, type ?? text);
  i32[(at >> 2) + 1] = Number(index);
  return true;
}
const deviceName = (type, index) => wordFor(DeviceType, type) + (index >= 0 ? `:${index}` : '');

// --- Kinds: write(slot, value, parameter) is false for a value of another type --------------------

const K = {};
const number = (bytes, write, read) => ({
  bytes,
  write(at, value, p) {
    setPointer(at, base + at + 8);
    return write(at + 8, value, p);
  },
  read: (at, more) => read(at + 8, more),
});

function writeInt(at, value, p) {
  if (typeof value === 'string' && typeof p.more === 'object') return writeInt(at, wordOf(p.more, value), p);
  const fits = typeof value === 'bigint' ? BigInt.asIntN(64, value) === value || (p.kind === K.unsigned && BigInt.asUintN(64, value) === value)
    : Number.isSafeInteger(value) && (p.kind !== K.unsigned || value >= 0) && (p.more !== 4 || value === (value | 0));
  if (!fits) return false;
  setInt(at, value);
  return true;
}
K.int = number(8, writeInt, (at, more) => (more === 4 ? i32[at >> 2] : getInt(at)));
K.unsigned = number(8, writeInt, (at) => plain(view.getBigUint64(at, true)));
K.float = number(8, (at, value) => {
  if (typeof value !== 'number') return false;
  f64[at >> 3] = value;
  return true;
}, (at) => f64[at >> 3]);
K.bool = number(1, (at, value) => {
  if (typeof value !== 'boolean') return false;
  u8[at] = Number(value);
  return true;
}, (at) => u8[at] !== 0);
K.word = number(4, (at, value, p) => {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  i32[at >> 2] = typeof value === 'string' ? wordOf(p.more, value) : value;
  return true;
}, (at, more) => wordFor(more, i32[at >> 2]));
K.device = number(8, (at, value) => typeof value === 'string' && writeDevice(at, value),
  (at) => deviceName(i32[at >> 2], i32[(at >> 2) + 1]));

// A number without a fraction is an int of Python.
K.scalar = number(32, (at, value) => {
  i32[at >> 2] = ScalarKind.int;
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    setInt(at + 8, value);
    return true;
  }
  if (typeof value === 'number' || value instanceof Float) {
    i32[at >> 2] = ScalarKind.float;
    f64[(at + 16) >> 3] = value instanceof Float ? value.value : value;
    return true;
  }
  if (typeof value === 'boolean' || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value)) {
    if (typeof value === 'boolean') i32[at >> 2] = ScalarKind.bool;
    setInt(at + 8, Number.isInteger(value) ? value : BigInt(value));
    return true;
  }
  if (typeof value?.re !== 'number' || typeof value.im !== 'number') return false;
  i32[at >> 2] = ScalarKind.complex;
  [f64[(at + 16) >> 3], f64[(at + 24) >> 3]] = [value.re, value.im];
  return true;
}, (at) => {
  const re = f64[(at + 16) >> 3];
  switch (i32[at >> 2]) {
    case ScalarKind.bool: return getInt(at + 8) !== 0;
    case ScalarKind.float: return re;
    case ScalarKind.complex: return { re, im: f64[(at + 24) >> 3] };
    case ScalarKind.uint: return plain(view.getBigUint64(at + 8, true));
    default: return getInt(at + 8);
  }
});
K.value = number(48, (at, value, p) => writeValue(at, value, p.name === 'kwargs'), (at, isNew) => {
  const value = readValue(view, at);
  if (isNew) native.free_value(base + at);
  return value;
});
for (const kind of ['int', 'unsigned', 'float', 'bool']) K[`pointer_${kind}`] = { ...K[kind], bytes: 0 };

// Other kinds are a pointer.
K.text = {
  write(at, value) {
    if (typeof value !== 'string') return false;
    if (value.includes('\0')) throw new errors.byName.TypeError('the text has a NUL in it');
    setPointer(at, placeText(value));
    return true;
  },
  read(at, isNew) {
    const pointer = getPointer(at), text = native.text(pointer);
    if (isNew) native.free_memory(pointer);
    return text;
  },
};
K.handle = {
  write(at, value, p) {
    const pointer = useHandle(value, p.more);
    setPointer(at, pointer);
    return pointer !== 0;
  },
  read(at, type, isLent) {
    const pointer = getPointer(at);
    return adoptResult(isLent && pointer ? native.retain(pointer, type.type) : pointer, type);
  },
};
K.bytes = {
  write(at, value) {
    if (!ArrayBuffer.isView(value)) return false;
    setPointer(at, place(pool ? value.slice() : value));
    setInt(at + 8, value.byteLength);
    return true;
  },
  read(at) {
    const bytes = new Uint8Array(native.peek(getPointer(at), getInt(at + 8)));
    native.free_memory(getPointer(at));
    return bytes;
  },
};
K.batch = {
  read(at) { // ORDER: ct_batch has its value after two pointers
    const pointer = getPointer(at);
    return pointer ? readValue(new DataView(native.peek(pointer + 16, 48)), 0) : null;
  },
};
K.named = {
  read(at) {
    const pairs = peek(getPointer(at), 2 * getInt(at + 8), BigUint64Array), list = [];
    for (let i = 0; i < pairs.length; i += 2)
      list.push([native.text(Number(pairs[i])), lent(pairs[i + 1])]);
    native.free_memory(getPointer(at));
    return list;
  },
};

// --- Lists ----------------------------------------------------------------------------------------

// One number stands for all of int[2]; C has no length for two bools.
function listOf(value, p) {
  if (typeof value === 'number' || typeof value === 'bigint') return p.more > 0 ? Array(p.more).fill(value) : null;
  if (typeof value !== 'object' || value === null || typeof value[Symbol.iterator] !== 'function' || isTensor(value)) return null;
  const list = Array.isArray(value) ? value : [...value];
  return p.more > 0 && p.kind !== K.ints && list.length !== p.more ? null : list;
}

const list = (write, read) => ({
  write(at, value, p) {
    const items = listOf(value, p), array = items && write(items, p);
    if (!array) return false;
    setPointer(at, array.length ? place(array) : 0);
    setInt(at + 8, items.length);
    return true;
  },
  read(at, more) {
    const pointer = getPointer(at), items = read(pointer, getInt(at + 8), more);
    native.free_memory(pointer);
    return items;
  },
});
const all = (items, type) => items.every((item) => typeof item === type);
const isInt = (n) => Number.isSafeInteger(n) || (typeof n === 'bigint' && BigInt.asIntN(64, n) === n);
K.ints = list((items) => items.every(isInt) && BigInt64Array.from(items, BigInt),
  (pointer, count) => Array.from(peek(pointer, count, BigInt64Array), plain));
K.floats = list((items) => all(items, 'number') && Float64Array.from(items), (pointer, count) => Array.from(peek(pointer, count, Float64Array)));
K.bools = list((items) => all(items, 'boolean') && Uint8Array.from(items));
const structs = (write, size) => ({
  write(at, value, p) {
    const items = listOf(value, p), to = items && zeros(size * items.length);
    if (!items || !items.every((item, i) => write(to + size * i, item, p))) return false;
    setPointer(at, base + to);
    setInt(at + 8, items.length);
    return true;
  },
});
K.scalars = structs((at, item, p) => {
  const slot = zeros(SLOT), fits = K.scalar.write(slot, item, p);
  u8.copyWithin(at, slot + 8, slot + 40);
  return fits;
}, 32);
K.values = structs((at, item) => writeValue(at, item), 48);
K.rates = structs((at, item, p) => {
  setPointer(at, native.rate);
  return hold(at + 8, item, p, (x) => item(x));
}, 16);
K.texts = {
  ...list((items) => all(items, 'string') && BigUint64Array.from(items, (text) => BigInt(placeText(text))),
    (pointer, count) => Array.from(peek(pointer, count, BigUint64Array), (p) => native.text(Number(p)))),
};
K.handles = list((items, p) => {
  const pointers = items.map((item) => (item === null ? 0 : useHandle(item, p.more)));
  return pointers.every((pointer, i) => pointer || items[i] === null) && BigUint64Array.from(pointers, BigInt);
}, (pointer, count, type) => Array.from(peek(pointer, count, BigUint64Array), (p) => adopt(Number(p), type)));

// Room of the caller's, which C fills in; prepare() makes it.
K.into = {
  read: (at, type) => Array.from({ length: getInt(at + 8) }, (_, i) => adopt(getPointer(getPointer(at) - base + 8 * i), type)),
};

// --- Structs --------------------------------------------------------------------------------------

const layouts = new Map();

function layoutOf(symbol) {
  if (!layouts.has(symbol)) {
    const all = require('./lib/structs.js')(tools), [size, ...offsets] = native.layout(Object.keys(all).indexOf(symbol));
    layouts.set(symbol, { size, fields: all[symbol]().map((p, i) => ({ p: parameter(p), at: offsets[2 * i], length: offsets[2 * i + 1] })) });
  }
  return layouts.get(symbol);
}

const parameter = ([name, kind, flags, preset, more]) => ({ name, kind, flags, preset, more: handles.get(more) ?? more });
const bytesOf = ({ kind, more }) => (more === 4 ? 4 : kind.bytes || 0);

function writeField(to, { p, at, length }, value) {
  const slot = zeros(SLOT), bytes = bytesOf(p);
  if (!(value === null || p.kind.write(slot, value, p))) throw new errors.byName.TypeError(`${p.name} must not be ${show(value)}`);
  if (bytes) u8.copyWithin(to + at, slot + 8, slot + 8 + bytes);
  else u8.copyWithin(to + at, slot, slot + 8);
  if (length) u8.copyWithin(to + length, slot + 8, slot + 16);
}
K.struct = {
  write(at, value, p) {
    const { size, fields } = layoutOf(p.more);
    if (typeof value !== 'object' || value === null || value instanceof Handle) return false;
    const known = fields.filter((field) => value[field.p.name] !== undefined);
    if (known.length !== Object.keys(value).filter((k) => value[k] !== undefined).length) return false;
    const to = zeros(size);
    for (const field of known) writeField(to, field, value[field.p.name]);
    setPointer(at, base + to);
    return true;
  },
  read(at, symbol) {
    const from = getPointer(at) - base, result = {};
    for (const { p, at: offset } of layoutOf(symbol).fields) {
      const slot = zeros(SLOT), bytes = bytesOf(p);
      u8.copyWithin(bytes ? slot + 8 : slot, from + offset, from + offset + (bytes || 8));
      if (p.kind.read && !(p.kind instanceof Array)) result[p.name] = p.kind.read(slot, p.more);
    }
    return result;
  },
};

// --- Functions ------------------------------------------------------------------------------------

// What a function of JavaScript threw: the call throws it again.
let thrown = absent;
function takeThrown() {
  const error = thrown;
  thrown = absent;
  return error;
}

const pointers = (result) => (result === undefined || result === null ? undefined
  : [result].flat().map((item) => (item === null ? 0 : pointerOf(item))));

const guard = (call) => (...args) => {
  try {
    return call(...args);
  } catch (error) {
    thrown = error;
    return `${error?.message ?? error}` || 'an error';
  }
};

function hold(at, f, p, call) {
  if (typeof f !== 'function') return false;
  if (pool) throw new errors.byName.TypeError('a call in the thread pool cannot take functions: call it without Async');
  const number = native.hold(guard(call));
  setPointer(at, number);
  held.push({ number, isLent: (p.flags & LENT) !== 0 });
  return true;
}
K.hook = { write: (at, f, p) => hold(at, f, p, ([pointer]) => pointers(f(tensor(pointer)))) };
K.lists = { write: (at, f, p) => hold(at, f, p, (...lists) => pointers(f(...lists.map((list) => list.map(tensor))))) };

const show = (value) => (value === null ? 'null' : typeof value === 'object' ? value.constructor?.name ?? 'an object' : `${typeof value} ${String(value)}`);

// --- Calls ----------------------------------------------------------------------------------------

const tools = { K, Float, absent, words, OPTIONAL, KEYWORD_ONLY, LENT };
const functions = require('./lib/functions.js')(tools);
const known = new Map();

// What functions.js says of a function; its lists are made when it is called first.
function functionOf(symbol) {
  if (!known.has(symbol)) {
    const [number, signature, , parameters, results] = functions[symbol];
    const f = { number, signature, parameters: parameters().map(parameter), results: results().map(([kind, more, extra]) => ({ kind, more: handles.get(more) ?? more, extra })) };
    f.isFactory = f.parameters.some((p) => p.name === 'pin_memory');
    f.needsRoom = f.results.some(({ kind }) => kind === K.struct || kind === K.into);
    known.set(symbol, f);
  }
  return known.get(symbol);
}

// Functions that share a name, in the order in which they are tried.
const groupOf = (symbols) => ({ symbols, functions: null, chosen: new Map() });

function isPlain(value) {
  const prototype = typeof value === 'object' && value !== null && Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

// x.view(2, 3) is x.view([2, 3]): the numbers, if a list of ints is all that is given by position.
function rest(f, i, args, given) {
  const next = f.parameters[i + 1], first = i === 0 || (i === 1 && f.parameters[0].more === tensorType);
  let end = given;
  if (!first || f.parameters[i].kind !== K.ints || (next && !(next.flags & KEYWORD_ONLY) && next.kind !== K.struct)) return null;
  while (end < args.length && Number.isInteger(args[end])) end++;
  return end > given ? args.slice(given, end) : null;
}

// Why no function fits: found in a second pass.
let explains = false, reason = '';
function refuse(p, value) {
  if (explains) reason ||= value === absent ? `${p.name} is missing` : `${p.name} must not be ${show(value)}`;
  return -1;
}

// Writes the arguments, and returns where; -1: they are of other types.
function fill(f, args) {
  const { parameters } = f, count = parameters.length;
  const at = room(SLOT * (count + f.results.length));
  let given = 0, options, named = 0;
  for (let i = 0; i < count; i++) {
    const p = parameters[i], slot = at + SLOT * i;
    const isGiven = given < args.length && options === undefined && (!(p.flags & KEYWORD_ONLY) || p.preset === absent);
    if (isGiven) {
      const value = args[given];
      if (value === undefined || (value === null && p.flags & OPTIONAL)) {
        if (!preset(p, slot, value)) return refuse(p, absent);
        given++;
        continue;
      }
      const numbers = typeof value === 'number' ? rest(f, i, args, given) : null;
      if (p.kind.write(slot, numbers ?? value, p)) {
        given += numbers ? numbers.length : 1;
        continue;
      }
      if (given !== args.length - 1 || !isPlain(value)) return refuse(p, value);
    }
    if (options === undefined && given === args.length - 1 && isPlain(args[given])) options = args[given];
    const found = options === undefined ? preset(p, slot) - 1 : byName(p, slot, options);
    if (found < 0) return refuse(p, absent);
    named += found;
  }
  if (options === undefined && given === args.length - 1 && isPlain(args[given])) options = args[given];
  if (options === undefined) {
    if (given !== args.length && explains) reason ||= 'there are too many arguments';
    return given === args.length ? at : -1;
  }
  if (f.isFactory && options.requires_grad !== undefined) named++;
  if (named === Object.values(options).filter((value) => value !== undefined).length) return at;
  if (explains) reason ||= unknown(f, options);
  return -1;
}

// 1, or 0 if there is no default.
function preset(p, slot, value) {
  if (value !== null && p.preset === absent) return 0;
  if (value !== null && p.preset !== null) return Number(p.kind.write(slot, p.preset, p));
  for (let i = slot >> 2; i < (slot + SLOT) >> 2; i++) u32[i] = 0;
  return 1;
}

// The number of options that were used; -1: one is of another type, or missing.
function byName(p, slot, options) {
  const value = options[p.name];
  if (value === undefined && p.kind === K.struct) {
    const names = Object.keys(options).filter((name) => layoutOf(p.more).fields.some((field) => field.p.name === name));
    if (names.length) return p.kind.write(slot, Object.fromEntries(names.map((name) => [name, options[name]])), p) ? names.length : -1;
  }
  if (value === undefined || (value === null && p.flags & OPTIONAL)) return preset(p, slot, value) ? Number(value === null) : -1;
  return p.kind.write(slot, value, p) ? 1 : refuse(p, value);
}

const unknown = (f, options) => {
  const name = Object.keys(options).find((key) => !f.parameters.some((p) => p.name === key));
  return name ? `there is no option ${name}` : 'an argument is given twice';
};

function mismatch(group, args) {
  const list = group.functions.map((f) => f.signature);
  [explains, reason] = [true, ''];
  try {
    group.functions.forEach((f) => fill(f, args));
  } finally {
    explains = false;
  }
  return new errors.byName.TypeError(list.length === 1 ? `${list[0]}: ${reason}` : `no function fits the arguments: ${reason}\n  ${list.join('\n  ')}`);
}

function toError([code, text, name]) {
  if (thrown !== absent) return takeThrown();
  return errors.make(code, text, name);
}

// What the call returned, or what a function of JavaScript threw in it.
function finish(f, at, error, options) {
  if (error) throw toError(error);
  if (thrown !== absent) throw takeThrown();
  const { results } = f, from = at + SLOT * f.parameters.length;
  const read = (r, i) => r.kind.read(from + SLOT * i, r.more, r.extra);
  if (results.length !== 1) return results.length ? results.map(read) : undefined;
  const result = results[0].kind.read(from, results[0].more, results[0].extra);
  if (f.isFactory && options?.requires_grad) result.set_requires_grad(true);
  return result;
}

// Room for the results: zeros, and structs and lists of the caller's.
function prepare(f, at) {
  const { results } = f, from = at + SLOT * f.parameters.length;
  for (let i = from >> 2; i < (from + SLOT * results.length) >> 2; i++) u32[i] = 0;
  if (f.needsRoom)
    results.forEach(({ kind, more, extra }, i) => {
      if (kind === K.struct) setPointer(from + SLOT * i, base + zeros(layoutOf(more).size));
      if (kind !== K.into) return;
      const count = Number(extra(lengths(f, at), (m, n) => m * n));
      setPointer(from + SLOT * i, base + zeros(8 * Math.max(count, 1)));
      setInt(from + SLOT * i + 8, count);
    });
  return from;
}

// The arguments in the length of a list: a number, or a list with `len`.
function lengths(f, at) {
  const all = {};
  f.parameters.forEach((p, i) => {
    const n = getInt(at + SLOT * i + 8);
    all[p.name] = { len: n, valueOf: () => n };
  });
  return all;
}

function leave(used, hasFailed) {
  for (let i = 0; i < used.length; i++) {
    const one = used[i];
    if (one instanceof Handle) finishUse(one);
    else if (one.number && (one.isLent || hasFailed)) native.drop(one.number);
  }
}

// The types of arguments that are tensors, numbers and booleans, as a number: for the same ones, the same
// function is the first that fits. 0: others are among them.
function typesOf(args) {
  let types = 1;
  for (let i = 0; i < args.length; i++) {
    const value = args[i];
    const type = typeof value === 'number' ? (Number.isSafeInteger(value) ? 1 : 2) : typeof value === 'boolean' ? 3
      : value?.handleType === tensorType ? 4 : 0;
    if (type === 0 || i > 8) return 0;
    types = types * 5 + type;
  }
  return types;
}

// The first function that fits; its arguments are at `mark`.
function choose(group, args, mark) {
  group.functions ??= group.symbols.map(functionOf);
  const types = group.functions.length > 1 ? typesOf(args) : 0;
  for (let i = (types && group.chosen.get(types)) || 0; i < group.functions.length; i++) {
    const f = group.functions[i];
    if (fill(f, args) >= 0) {
      if (types) group.chosen.set(types, i);
      return f;
    }
    if (held.length) leave(held, true);
    held.length = 0;
    top = mark;
  }
  throw mismatch(group, args);
}

function call(group, args) {
  const mark = top, outer = held;
  let hasFailed = true;
  held = [];
  try {
    const f = choose(group, args, mark), to = prepare(f, mark);
    const result = finish(f, mark, native.call(f.number, base + mark, base + to), args[args.length - 1]);
    hasFailed = false;
    return result;
  } finally {
    leave(held, hasFailed);
    held = outer;
    top = mark;
  }
}

// A call in the thread pool has memory of its own.
function callAsync(group, args) {
  const mark = top, outer = held, mine = newMemory(), before = use(mine), used = held = [];
  const end = (hasFailed) => {
    leave(used, hasFailed);
    return hasFailed;
  };
  try {
    [top, pool] = [0, true];
    const at = 0, f = choose(group, args, at), to = prepare(f, at);
    return new Promise((resolve, reject) => {
      native.call_async(f.number, base + at, base + to, (error) => {
        const now = [use(mine), held, top];
        [held, top] = [used, SIZE / 2];
        try {
          resolve(finish(f, at, error, args[args.length - 1]));
        } catch (e) {
          reject(e);
        }
        use(now[0]);
        [, held, top] = now;
        end(Boolean(error));
      });
    });
  } catch (error) {
    end(true);
    return Promise.reject(error);
  } finally {
    use(before);
    [held, top, pool] = [outer, mark, false];
  }
}

module.exports = {
  K, Float, Handle, OPTIONAL, KEYWORD_ONLY, LENT, absent, native, words, handles, scope, tensor, isTensor, isPlain,
  adopt, checked, guard, mustNotBeAsync, functions, groupOf, call, callAsync, toError, pointers,
};
