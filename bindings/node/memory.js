// The memory of calls: objects that own handles, and how arguments and results are written and
// read. Each has a slot of C's (struct slot in src/nd.h, ORDER SLOT): a pointer, and 48 bytes for a
// number, a length or a struct.
'use strict';
const native = load();
const { byName: errors, make } = require('./errors.js');
const words = require('./lib/words.js');

const OPTIONAL = 1, KEYWORD_ONLY = 2, LENT = 4, FIXED = 8, SLOT = 56;
// Memory: of the first try of a call, of the last one; larger arrays are not copied to it.
const SIZE = 1 << 18, LARGEST = 1 << 30, BIG = 1 << 14;
// What a call leaves for what it runs after its arguments: raw() and results that are structs.
const SPARE = 2 * BIG;
const absent = Symbol('absent');
const { ScalarKind, ValueKind, DeviceType } = words;

// The addon; an error says what to do if it, or a library that it needs, is not found.
function load() {
  try {
    return require('./ctorch.node');
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND')
      error.message = `ctorch.node is not compiled: run sh ${__dirname}/build.sh`;
    else if (/cannot open shared object/.test(error.message))
      error.message += ': add the folder of libctorch and that of libtorch to LD_LIBRARY_PATH';
    throw error;
  }
}

// A number that is a float although it has no fraction: torch.float(1).
class Float {
  constructor(value) { this.value = Number(value); }
}

// --- Memory --------------------------------------------------------------------------------------

let memory, base, u8, u32, i32, f64, view, top = 0;

function use(other) {
  const before = memory;
  ({ base, u8, u32, i32, f64, view } = memory = other);
  return before;
}

function newMemory(size = SIZE) {
  if (size > LARGEST) throw new errors.ValueError('the arguments are too large');
  const buffer = new ArrayBuffer(size);
  return {
    base: native.address(buffer), u8: new Uint8Array(buffer), u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer), f64: new Float64Array(buffer), view: new DataView(buffer),
  };
}
use(newMemory());

// Thrown before C is called: the call is made again, with more memory.
const tooSmall = Symbol('too small');

function room(size) {
  const at = top, end = top + size + 15;
  if (end > u8.length) throw tooSmall;
  top = end & ~15;
  return at;
}

function clear(at, size) {
  for (let i = at >> 2; i < (at + size) >> 2; i++) u32[i] = 0;
  return at;
}
const zeros = (size) => clear(room(size), size);

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

// Objects and memory that calls use, and functions that C may call: a stack, whose elements from
// `first` to `last` are of the call that is being made.
let held = [], first = 0, last = 0, pool = false;
const keep = (object) => { held[last++] = object; };

// Where the bytes of a typed array are for the call; large ones are not copied.
function place(array) {
  const size = array.byteLength;
  if (size > BIG) {
    keep(array);
    return native.address(array.buffer) + array.byteOffset;
  }
  const at = room(size);
  u8.set(new Uint8Array(array.buffer, array.byteOffset, size), at);
  return base + at;
}
// The program's bytes are copied where another thread may change them during the call.
const placeBytes = (bytes) => place(pool || bytes.buffer instanceof SharedArrayBuffer
  ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice() : bytes);
const placeText = (text) => place(Buffer.from(text + '\0'));

// A list of C that was returned.
const peek = (pointer, count, Type) =>
  new Type(native.peek(pointer, count * Type.BYTES_PER_ELEMENT));
const peekPointers = (pointer, count) => Array.from(peek(pointer, count, BigUint64Array), Number);

// A function of the addon's own: pointers and texts are its arguments, a pointer is its result.
function raw(name, ...args) {
  const mark = top, at = zeros(SLOT * 5);
  args.forEach((arg, i) => setPointer(at + SLOT * i, typeof arg === 'string' ? placeText(arg)
    : arg));
  const error = native.call(native[name], base + at, base + at + SLOT * 4);
  top = mark;
  if (error) throw toError(error);
  return getPointer(at + SLOT * 4);
}

// --- Objects -------------------------------------------------------------------------------------

// Types of objects: the name of C, the index in the addon's list, the class.
const handles = new Map(require('./lib/handles.js')
  .map(([symbol, name], type) => [symbol, { symbol, type, name, Class: null }]));
let inScope = null; // the functions are set in Handle:
let pointerOf, useHandle, adopt, finishUse, mustBeThere, leaveScope;

// A module of JavaScript is a Proxy, to which Handle adds its private fields.
class Base {
  constructor(made) {
    if (made === undefined && new.target.proxy) return new.target.proxy(this);
  }
}

class Handle extends Base {
  #handle = 0;
  #entry = -1;
  #uses = 0;
  #gone = null; // why it cannot be used any more, also while calls that use it return

  constructor(made) {
    super(made);
    if (made === absent) return; // of adopt()
    made ??= new.target.begin?.(this);
    mustBeThere(made);
    if (!(made instanceof Object) || !(#handle in made) || made.#handle === 0
      || made.handleType !== this.handleType || made.#uses > 0)
      throw new errors.TypeError(`${new.target.name} has no constructor: a function makes it`);
    native.disown(made.#entry, false);
    this.#own(made.#handle);
    made.#handle = 0;
    made.#gone = 'became another object';
  }

  // Releases the handle now; a call that uses it first returns.
  free() { this.#release('was freed by free()'); }

  #release(why) {
    if (this.#handle === 0) return;
    this.#gone = why;
    if (this.#uses > 0) return;
    this.#handle = 0;
    native.disown(this.#entry, true);
  }

  #own(handle) {
    this.#handle = handle;
    this.#entry = native.own(this, handle, this.handleType.type);
    if (inScope) inScope.push(this);
  }

  static {
    const has = (object) => typeof object === 'object' && object !== null && #handle in object;
    pointerOf = (object) => (has(object) ? object.#handle : 0);
    useHandle = (object, type) => {
      if (!has(object) || object.handleType !== type) return 0;
      mustBeThere(object);
      object.#uses++;
      keep(object);
      return object.#handle;
    };
    finishUse = (object) => {
      if (--object.#uses === 0 && object.#gone) object.#release(object.#gone);
    };
    mustBeThere = (object) => {
      if (has(object) && object.#gone)
        throw new errors.TypeError(`the ${object.handleType.name} ${object.#gone}`);
    };
    leaveScope = (object) => object.#release('was freed at the end of a scope()');
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
function checked(object, type) {
  const pointer = object?.handleType === type ? pointerOf(object) : 0;
  mustBeThere(object);
  if (pointer === 0)
    throw new errors.TypeError(`expected a ${type.name}, not ${show(object)}`);
  return pointer;
}
const tensor = (pointer) => adopt(pointer, tensorType);
const retained = (pointer, type) => (pointer ? raw(`retain_${type.symbol}`, pointer) : 0);
const lent = (pointer) => tensor(retained(pointer, tensorType));
const isTensor = (object) => object instanceof tensorType.Class;

// What a function of C returned for an argument that it changed is that argument.
function adoptResult(pointer, type) {
  for (let i = first; i < last; i++)
    if (held[i].handleType === type && pointerOf(held[i]) === pointer) {
      native.release(pointer, type.type);
      return held[i];
    }
  return adopt(pointer, type);
}

// What an async function does after its first await would be outside.
function mustNotBeAsync(f) {
  if (typeof f !== 'function' || f[Symbol.toStringTag] === 'AsyncFunction')
    throw new errors.TypeError('a scope or a mode takes a function that is not async');
}

// Calls f and frees the objects that were made in it, except what it returns.
function scope(f) {
  mustNotBeAsync(f);
  const outer = inScope, made = inScope = [];
  let kept;
  try {
    kept = f();
  } finally {
    const isGroup = kept && !(kept instanceof Handle) && !Array.isArray(kept);
    const stays = new Set((isGroup ? Object.values(kept) : [kept]).flat(Infinity));
    inScope = outer;
    for (const object of made)
      if (!stays.has(object)) leaveScope(object);
      else if (outer) outer.push(object);
  }
  return kept;
}

// --- Words and devices ---------------------------------------------------------------------------

const isWord = (list, word) => Object.hasOwn(list, word);
const noWord = (list, word) => new errors.ValueError(`'${word}' is none of ${
  Object.keys(list).filter((one) => !one.startsWith('CT_')).join(', ')}`);

function wordOf(list, word) {
  if (isWord(list, word)) return list[word];
  throw noWord(list, word);
}
const wordFor = (list, value) => Object.keys(list).reverse().find((w) => list[w] === value)
  ?? value;

// "cuda:0" as its type and its index, -1 if it has none; null: not a device.
function parseDevice(text) {
  const [, type, index = -1] = /^([a-z0-9]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  return type && isWord(DeviceType, type) ? [DeviceType[type], Number(index)] : null;
}

function writeDevice(at, text) {
  const device = parseDevice(text);
  if (device === null) return false;
  [i32[at >> 2], i32[(at >> 2) + 1]] = device;
  return true;
}

function noDevice(text) {
  const [type, index] = text.split(':');
  return index === undefined || !isWord(DeviceType, type) ? noWord(DeviceType, type)
    : new errors.ValueError(`'${text}' has no valid index: expected one as in ${type}:0`);
}
const deviceName = (type, index) => wordFor(DeviceType, type) + (index >= 0 ? `:${index}` : '');

// --- Values --------------------------------------------------------------------------------------

function setValue(at, kind, length, pointer = 0) {
  i32[at >> 2] = ValueKind[kind];
  setInt(at + 8, length);
  setPointer(at + 40, pointer);
  return true;
}

function setFloat(at, number) {
  f64[(at + 16) >> 3] = number;
  return setValue(at, 'float', 0);
}

function writeList(at, list, named, depth) {
  if (list.length && list.every((item) => typeof item === 'number')) {
    const isInts = list.every(Number.isSafeInteger);
    const array = isInts ? BigInt64Array.from(list, BigInt) : Float64Array.from(list);
    return setValue(at, isInts ? 'ints' : 'floats', list.length, place(array));
  }
  const items = zeros(48 * list.length);
  setValue(at, 'list', list.length, base + items);
  return list.every((item, i) => writeValue(items + 48 * i, item, named, depth + 1));
}

function writeDict(at, pairs, named, depth) {
  const items = zeros(96 * pairs.length);
  setValue(at, 'dict', pairs.length, base + items);
  return pairs.every(([key, value], i) => {
    const to = items + 96 * i + 48, isText = named && typeof value === 'string';
    writeValue(items + 96 * i, key, named, depth + 1);
    if (isText && key === 'dtype') return setValue(to, 'dtype', wordOf(words.Dtype, value));
    if (isText && key === 'device') {
      if (!writeDevice(to + 32, value)) throw noDevice(value);
      return setValue(to, 'device', 0);
    }
    return writeValue(to, value, named, depth + 1);
  });
}

function writeBig(at, number) {
  if (BigInt.asIntN(64, number) === number) return setValue(at, 'int', number);
  if (BigInt.asUintN(64, number) === number) return setValue(at, 'uint', number);
  return setValue(at, 'big_int', String(number).length, placeText(number));
}

// named: of the arguments of a class, in which some texts are dtypes and devices.
function writeValue(at, value, named, depth = 0) {
  if (depth > 100) throw new errors.TypeError('lists and objects are nested too deep');
  clear(at, 48);
  if (value === null || value === undefined) return true;
  if (typeof value === 'boolean') return setValue(at, 'bool', Number(value));
  if (Number.isSafeInteger(value)) return setValue(at, 'int', value);
  if (typeof value === 'number') return setFloat(at, value);
  if (typeof value === 'bigint') return writeBig(at, value);
  if (typeof value === 'string')
    return setValue(at, 'string', Buffer.byteLength(value), placeText(value));
  if (typeof value !== 'object') return false;
  if (value instanceof Float) return setFloat(at, value.value);
  if (isTensor(value)) return setValue(at, 'tensor', 0, useHandle(value, tensorType));
  if (value instanceof Handle) return false;
  if (ArrayBuffer.isView(value)) return setValue(at, 'bytes', value.byteLength, placeBytes(value));
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
  return pairs.every(([key]) => typeof key === 'string') ? Object.fromEntries(pairs)
    : new Map(pairs);
}

// How each kind is read: n is the integer or the length, p the pointer, big the integer exactly.
const readers = {
  none: () => null,
  bool: ({ n }) => n !== 0,
  int: ({ big }) => plain(big),
  uint: ({ big }) => BigInt.asUintN(64, big),
  float: ({ re }) => re,
  complex: ({ re, im }) => ({ re, im: im() }),
  string: ({ n, p }) => Buffer.from(native.peek(p, n)).toString(),
  big_int: ({ n, p }) => BigInt(Buffer.from(native.peek(p, n)).toString()),
  bytes: ({ n, p }) => peek(p, n, Uint8Array),
  tensor: ({ p }) => lent(p),
  device: ({ device }) => device(),
  dtype: ({ n }) => wordFor(words.Dtype, n),
  layout: ({ n }) => wordFor(words.Layout, n),
  memory_format: ({ n }) => wordFor(words.MemoryFormat, n),
  quant_scheme: ({ n }) => wordFor(words.QuantScheme, n),
  ints: ({ n, p }) => Array.from(peek(p, n, BigInt64Array), plain),
  floats: ({ n, p }) => Array.from(peek(p, n, Float64Array)),
  bools: ({ n, p }) => Array.from(peek(p, n, Uint8Array), Boolean),
  tensors: ({ n, p }) => peekPointers(p, n).map(lent),
  list: ({ n, p }) => readItems(p, n),
  tuple: ({ n, p }) => readItems(p, n),
  dict: ({ n, p }) => readDict(p, n),
  set: ({ n, p }) => new Set(readItems(p, 2 * n).filter((_, i) => i % 2 === 0)),
};

function readValue(from, at) {
  const kind = wordFor(ValueKind, from.getInt32(at, true)), big = from.getBigInt64(at + 8, true);
  if (!readers[kind]) throw new errors.TypeError(`JavaScript has no value of the kind ${kind}`);
  return readers[kind]({
    big, n: Number(big), p: Number(from.getBigUint64(at + 40, true)),
      re: from.getFloat64(at + 16, true),
    im: () => from.getFloat64(at + 24, true),
    device: () => deviceName(from.getInt32(at + 32, true), from.getInt32(at + 36, true)),
  });
}

// --- Kinds: write(slot, value, parameter) is false for a value of another type -------------------

// Numbers are in the slot after the pointer, which points to them; `bytes` is their size in a
// struct.
const K = {};
const number = (bytes, write, read) => ({
  bytes,
  write(at, value, p) {
    setPointer(at, base + at + 8);
    return write(at + 8, value, p);
  },
  read: (at, more) => read(at + 8, more),
});

const isInt = (value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) === value
  : Number.isSafeInteger(value));

function writeInt(at, value, { kind, more }) {
  if (typeof value === 'string' && typeof more === 'object' && isWord(more, value))
    value = more[value];
  const isBig = typeof value === 'bigint' && BigInt.asUintN(64, value) === value;
  if (kind === K.unsigned ? !isBig && !(isInt(value) && value >= 0)
    : !isInt(value) || (more === 4 && Number(value) !== (Number(value) | 0))) return false;
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
  if (typeof value !== 'number' && !(typeof value === 'string' && isWord(p.more, value)))
    return false;
  i32[at >> 2] = typeof value === 'string' ? p.more[value] : value;
  return true;
}, (at, more) => wordFor(more, i32[at >> 2]));
K.device = number(8, (at, value) => typeof value === 'string' && writeDevice(at, value),
  (at) => deviceName(i32[at >> 2], i32[(at >> 2) + 1]));

// A number without a fraction is an int of Python.
function writeScalar(at, value) {
  let kind = 'int';
  if (typeof value === 'boolean') [kind, value] = ['bool', Number(value)];
  if (isInt(value)) setInt(at + 8, value);
  else if (typeof value === 'number' || value instanceof Float) {
    kind = 'float';
    f64[(at + 16) >> 3] = value instanceof Float ? value.value : value;
  } else if (typeof value?.re === 'number' && typeof value.im === 'number') {
    kind = 'complex';
    [f64[(at + 16) >> 3], f64[(at + 24) >> 3]] = [value.re, value.im];
  } else return false;
  i32[at >> 2] = ScalarKind[kind];
  return true;
}
K.scalar = number(32, writeScalar, (at) => {
  const re = f64[(at + 16) >> 3];
  switch (wordFor(ScalarKind, i32[at >> 2])) {
    case 'bool': return getInt(at + 8) !== 0;
    case 'float': return re;
    case 'complex': return { re, im: f64[(at + 24) >> 3] };
    case 'uint': return plain(view.getBigUint64(at + 8, true));
    default: return getInt(at + 8);
  }
});
K.value = number(48, (at, value, p) => writeValue(at, value, p.name === 'kwargs'), (at, isNew) => {
  try {
    return readValue(view, at);
  } finally {
    if (isNew) raw('free_value', base + at);
  }
});
K.char = number(1, (at, value) => {
  if (typeof value !== 'string' || !/^[\x01-\x7f]$/.test(value)) return false;
  u8[at] = value.charCodeAt(0);
  return true;
}, (at) => String.fromCharCode(u8[at]));
for (const kind of ['int', 'unsigned', 'float', 'bool', 'value'])
  K[`pointer_${kind}`] = { ...K[kind], bytes: 0, read: undefined };

// Other kinds are a pointer.
K.text = {
  write(at, value) {
    if (typeof value !== 'string') return false;
    if (value.includes('\0')) throw new errors.TypeError('the text has a NUL in it');
    setPointer(at, placeText(value));
    return true;
  },
  read(at, isNew) {
    const pointer = getPointer(at), text = native.text(pointer);
    if (isNew) raw('free_memory', pointer);
    return text;
  },
};
K.handle = {
  write(at, value, p) {
    const pointer = useHandle(value, p.more);
    setPointer(at, pointer);
    return pointer !== 0;
  },
  read: (at, type, isLent) => adoptResult(isLent ? retained(getPointer(at), type) : getPointer(at),
    type),
};
K.module = { // which gets properties for its parts
  read(at, type, isLent) {
    const module = adopt(isLent ? retained(getPointer(at), type) : getPointer(at), type);
    module?.defineParts();
    return module;
  },
};
K.batch = { // ORDER: ct_batch has its value after two pointers
  read: (at) => (getPointer(at) ? readValue(new DataView(native.peek(getPointer(at) + 16, 48)), 0)
    : null),
};

// --- Lists ---------------------------------------------------------------------------------------

// One number stands for all of int[2]; C has no length for what is FIXED.
function listOf(value, p) {
  if (typeof value === 'number' || typeof value === 'bigint')
    return p.more > 0 ? Array(p.more).fill(value) : null;
  if (typeof value?.[Symbol.iterator] !== 'function' || typeof value === 'string'
    || isTensor(value))
    return null;
  const list = Array.isArray(value) ? value : [...value];
  return p.flags & FIXED && list.length !== p.more ? null : list;
}

// write(items, parameter) makes a typed array; false: they are of another type.
const list = (write, read) => ({
  isList: true,
  write(at, value, p) {
    const items = listOf(value, p), array = items && write(items, p);
    if (!array) return false;
    setPointer(at, array.length ? place(array) : 0);
    setInt(at + 8, items.length);
    return true;
  },
  read(at, more) {
    const pointer = getPointer(at), items = read(pointer, getInt(at + 8), more);
    raw('free_memory', pointer);
    return items;
  },
});
const listOfType = (type, Type) => list((items) => items.every((item) => typeof item === type)
  && Type.from(items),
  (pointer, count) => Array.from(peek(pointer, count, Type)));
K.floats = listOfType('number', Float64Array);
K.bools = listOfType('boolean', Uint8Array);
K.ints = list((items) => items.every(isInt) && BigInt64Array.from(items, BigInt),
  (pointer, count) => Array.from(peek(pointer, count, BigInt64Array), plain));
K.words = list((items, p) => items.every((item) => typeof item === 'string')
  && Int32Array.from(items, (item) => wordOf(p.more, item)));
K.texts = list((items) => items.every((item) => typeof item === 'string')
  && BigUint64Array.from(items, (text) => BigInt(placeText(text))),
(pointer, count) => peekPointers(pointer, count).map(native.text));
K.handles = list((items, p) => {
  const pointers = items.map((item) => (item === null ? 0 : useHandle(item, p.more)));
  return pointers.every((pointer, i) => pointer || items[i] === null)
    && BigUint64Array.from(pointers, BigInt);
}, (pointer, count, type) => peekPointers(pointer, count).map((one) => adopt(one, type)));
K.named = list(null, (pointer, count) => peekPointers(pointer, 2 * count)
  .map((one, i, all) => (i % 2 ? null : [native.text(one), lent(all[i + 1])])).filter(Boolean));
K.bytes = {
  read: list(null, (pointer, count) => peek(pointer, count, Uint8Array)).read,
  write(at, value) {
    if (!ArrayBuffer.isView(value)) return false;
    setPointer(at, placeBytes(value));
    setInt(at + 8, value.byteLength);
    return true;
  },
};
K.lent_ints = { // a struct with a pointer and a length
  read: (at) => Array.from(peek(getPointer(at + 8), getInt(at + 16), BigInt64Array), plain),
};
// Room of the caller's, which C fills in; prepare() makes it.
K.into = {
  read: (at, type) => peekPointers(getPointer(at), getInt(at + 8)).map((one) => adopt(one, type)),
};

const structs = (write, fixedSize) => ({
  isList: true,
  write(at, value, p) {
    const size = fixedSize ?? layoutOf(p.more).size, items = listOf(value, p);
    const to = items && zeros(size * items.length);
    if (!items || !items.every((item, i) => write(to + size * i, item, p))) return false;
    setPointer(at, base + to);
    setInt(at + 8, items.length);
    return true;
  },
});
K.scalars = structs((at, item) => writeScalar(at, item), 32);
K.values = structs((at, item) => writeValue(at, item), 48);
K.rates = structs((at, item, p) => {
  setPointer(at, native.rate);
  return hold(at + 8, item, p, (x) => item(x));
}, 16);

// --- Structs -------------------------------------------------------------------------------------

const layouts = new Map();

// The size of a struct, and its fields: parameters, where they are, and where their lengths are.
function layoutOf(symbol) {
  if (!layouts.has(symbol)) {
    const all = require('./lib/structs.js')(tools), fields = all[symbol]().map(parameter);
    const [at] = peekPointers(native.layouts + 8 * Object.keys(all).indexOf(symbol), 1);
    const [size, ...offsets] = peek(at, 1 + 2 * fields.length, Uint16Array);
    fields.forEach((p, i) => {
      p.bytes = p.kind === K.embedded ? layoutOf(p.more).size
        : p.more === 4 ? 4 : p.kind.bytes ?? 0;
      [p.at, p.length] = [offsets[2 * i], offsets[2 * i + 1]];
    });
    layouts.set(symbol, { size, fields });
  }
  return layouts.get(symbol);
}

// Returns the length of a list. The field of null stays zeros.
function writeField(to, p, value) {
  if (value === null) return 0;
  const slot = zeros(SLOT);
  if (!p.kind.write(slot, value, p)) throw refusal(p, value);
  const from = p.bytes ? getPointer(slot) - base : slot;
  u8.copyWithin(to + p.at, from, from + (p.bytes || 8));
  if (p.length) u8.copyWithin(to + p.length, slot + 8, slot + 16);
  return getInt(slot + 8);
}

const unequal = (parameters) => new errors.ValueError(
  `lists must be of one length: ${parameters.map(({ name }) => name).join(', ')}`);

function writeStruct(to, value, { more }) {
  const { fields } = layoutOf(more);
  if (typeof value !== 'object' || value === null || value instanceof Handle) return false;
  const given = fields.filter((field) => value[field.name] !== undefined);
  if (given.length !== countGiven(value)) return false;
  const counts = given.map((field) => writeField(to, field, value[field.name]));
  for (const p of fields) // C may have one length for several lists
    if (p.length && (counts[given.indexOf(p)] ?? 0) !== getInt(to + p.length))
      throw unequal(fields.filter(({ length }) => length === p.length));
  return true;
}
K.structs = structs(writeStruct);
K.embedded = {
  write(at, value, p) {
    const to = zeros(layoutOf(p.more).size);
    setPointer(at, base + to);
    return writeStruct(to, value, p);
  },
};
K.pointer_struct = { ...K.embedded };
K.struct = {
  ...K.embedded,
  read(at, symbol) {
    const from = getPointer(at) - base, result = {};
    for (const p of layoutOf(symbol).fields) {
      if (!p.kind.read || p.length) continue;
      const slot = zeros(SLOT);
      u8.copyWithin(p.bytes ? slot + 8 : slot, from + p.at, from + p.at + (p.bytes || 8));
      result[p.name] = p.kind.read(slot, p.more);
    }
    return result;
  },
};

// --- Functions -----------------------------------------------------------------------------------

// Functions that C may call, by numbers that begin with that of the thread; and what one threw,
// which the call that led to it throws again.
const callbacks = new Map();
let thrown = absent, lastCallback = native.thread * 4294967296;

native.start((number, ...lists) => {
  if (Array.isArray(number)) return number.forEach((one) => callbacks.delete(one));
  try {
    return callbacks.get(number)(...lists);
  } catch (error) {
    thrown = error;
    const text = typeof error === 'string' ? error : error?.message;
    return typeof text === 'string' && text !== '' ? text : 'an error';
  }
});

function addCallback(f) {
  callbacks.set(++lastCallback, f);
  return lastCallback;
}

function takeThrown() {
  const error = thrown;
  thrown = absent;
  return error;
}

const pointers = (result) => (result === undefined || result === null ? undefined
  : [result].flat().map((item) => (item === null ? 0
    : checked(item, tensorType))));

function hold(at, f, p, call) {
  if (typeof f !== 'function') return false;
  if (pool)
    throw new errors.TypeError('the thread pool cannot call functions: call it without Async');
  const number = addCallback(call);
  setPointer(at, number);
  keep({ number, isLent: (p.flags & LENT) !== 0 });
  return true;
}
K.hook = { write: (at, f, p) => hold(at, f, p, ([one]) => pointers(f(tensor(one)))) };
K.lists = {
  write: (at, f, p) => hold(at, f, p,
    (...all) => pointers(f(...all.map((one) => one.map(tensor))))),
};

// --- Calls ---------------------------------------------------------------------------------------

const tools = { K, Float, absent, words, OPTIONAL, KEYWORD_ONLY, LENT, FIXED };
const functions = require('./lib/functions.js')(tools), known = new Map();
const parameter = ([name, kind, flags, preset, more, shares]) => (
  { name, kind, flags, preset, more: handles.get(more) ?? more, shares });

// What functions.js says of a function; its lists are made when it is called first.
function functionOf(symbol) {
  if (!known.has(symbol)) {
    const [number, signature, , parameters, results] = functions[symbol];
    const f = { number, signature, parameters: parameters().map(parameter) };
    f.results = results().map(([kind, more, extra]) =>
      ({ kind, more: handles.get(more) ?? more, extra }));
    f.shared = f.parameters.flatMap(({ shares }, i) =>
      (shares ? [[i, f.parameters.findIndex((p) => p.name === shares)]] : []));
    f.isFactory = f.parameters.some((p) => p.name === 'pin_memory');
    f.needsRoom = f.results.some(({ kind }) => kind === K.struct || kind === K.into);
    known.set(symbol, f);
  }
  return known.get(symbol);
}

// Functions that share a name, in the order in which they are tried.
const groupOf = (symbols) => ({ symbols, functions: null, chosen: new Map() });

const countGiven = (options) =>
  Object.values(options).filter((value) => value !== undefined).length;
const show = (value) => (value === null ? 'null'
  : typeof value === 'object' ? value.constructor?.name ?? 'an object'
    : `${typeof value} ${String(value)}`);

function isPlain(value) {
  const prototype = typeof value === 'object' && value !== null && Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

// x.view(2, 3) is x.view([2, 3]): the numbers, if a list of ints is all that is given by position.
function rest(f, i, args, given) {
  const next = f.parameters[i + 1];
  const isFirst = i === 0 || (i === 1 && f.parameters[0].more === tensorType);
  const isLast = !next || next.flags & KEYWORD_ONLY || next.kind === K.struct;
  let end = given;
  if (!isFirst || !isLast || f.parameters[i].kind !== K.ints) return null;
  while (end < args.length && Number.isInteger(args[end])) end++;
  return end > given ? args.slice(given, end) : null;
}

// The first element that a list cannot have; -1: each is right by itself, or it is not a list.
function wrongElement(p, list) {
  if (!p.kind.isList || !Array.isArray(list)) return -1;
  const one = { ...p, flags: 0 }, slot = zeros(SLOT), mark = top;
  return list.findIndex((item) => {
    top = mark;
    return !p.kind.write(slot, [item], one);
  });
}

const isUnsafe = (value) => Number.isInteger(value) && !Number.isSafeInteger(value);

// Why an argument or a field cannot have this value.
function refusal({ name, ...p }, value) {
  if (value === absent) return new errors.TypeError(`${name} is missing`);
  if (p.flags & FIXED && typeof value === 'object' && value?.length >= 0
    && value.length !== p.more)
    return new errors.TypeError(`${name} must have ${p.more} elements, not ${value.length}`);
  if (typeof value === 'string' && p.kind === K.device) return noDevice(value);
  if (typeof value === 'string' && [K.word, K.int].includes(p.kind) && typeof p.more === 'object')
    return noWord(p.more, value);
  const i = wrongElement(p, value), wrong = i < 0 ? value : value[i];
  return new errors.TypeError(`${name}${i < 0 ? '' : `[${i}]`} must not be ${show(wrong)}${
    isUnsafe(wrong) ? ': beyond 2^53, an integer is a BigInt' : ''}`);
}

// Why no function fits: found in a second pass. The reason of the one that took most arguments is
// told, and `taken` is how many those are.
let explains = false, reason = null, taken = -1;

function explain(count, makeError) {
  if (count > taken) [taken, reason] = [count, makeError()];
}

function refuse(p, value, count) {
  if (explains) explain(count, () => refusal(p, value === undefined ? absent : value));
  return -1;
}

// Writes the arguments, and returns where; -1: they are of other types.
function fill(f, args) {
  const { parameters } = f, count = parameters.length, last = args.length - 1;
  const at = room(SLOT * (count + f.results.length));
  let given = 0, options, named = 0;
  for (let i = 0; i < count; i++) {
    const p = parameters[i], slot = at + SLOT * i;
    if (given <= last && options === undefined
      && (!(p.flags & KEYWORD_ONLY) || p.preset === absent)) {
      const value = args[given];
      const numbers = typeof value === 'number' ? rest(f, i, args, given) : null;
      if (writeGiven(p, slot, numbers ?? value)) {
        given += numbers ? numbers.length : 1;
        continue;
      }
      if (given !== last || !isPlain(value)) return refuse(p, value, given);
    }
    if (options === undefined && given === last && isPlain(args[last])) options = args[last];
    const found = options === undefined ? preset(p, slot) - 1 : byName(p, slot, options);
    if (found < 0) return refuse(p, options?.[p.name], given + named);
    named += found;
  }
  if (options === undefined && given === last && isPlain(args[last])) options = args[last];
  return check(f, options, given, named, args.length) && checkShared(f, at) ? at : -1;
}

// Lists for which C has one length.
function checkShared(f, at) {
  for (const [i, j] of f.shared)
    if (getInt(at + SLOT * i + 8) !== getInt(at + SLOT * j + 8))
      throw unequal([f.parameters[j], f.parameters[i]]);
  return true;
}

function check(f, options, given, named, count) {
  const isSet = options !== undefined && f.isFactory && options.requires_grad !== undefined;
  if (options === undefined ? given === count
    : named + Number(isSet) === countGiven(options)) return true;
  // A wrong type says more than a wrong number of arguments.
  if (explains && options === undefined)
    explain(given - 0.5, () => new errors.TypeError('there are too many arguments'));
  else if (explains)
    explain(given + named, () => new errors.TypeError(unused(f, options)));
  return false;
}

function unused(f, options) {
  const name = Object.keys(options).find((key) => !f.parameters.some((p) => p.name === key));
  return name === undefined ? 'an argument is given twice' : `there is no option ${name}`;
}

const isNone = (p, value) => value === null && p.flags & OPTIONAL;
const writeGiven = (p, slot, value) => (value === undefined || isNone(p, value)
  ? preset(p, slot, value) === 1 : p.kind.write(slot, value, p));

// 1, or 0 if there is no default.
function preset(p, slot, value) {
  if (value !== null && p.preset === absent) return 0;
  if (value !== null && p.preset !== null) return Number(p.kind.write(slot, p.preset, p));
  clear(slot, SLOT);
  return 1;
}

// The number of options that were used; -1: one is of another type, or missing.
function byName(p, slot, options) {
  const value = options[p.name];
  if (value === undefined && p.kind === K.struct) {
    const fields = layoutOf(p.more).fields.filter(({ name }) => options[name] !== undefined);
    const struct = Object.fromEntries(fields.map(({ name }) => [name, options[name]]));
    if (fields.length) return p.kind.write(slot, struct, p) ? fields.length : -1;
  }
  return writeGiven(p, slot, value) ? Number(value !== undefined) : -1;
}

function mismatch(group, args) {
  const list = group.functions.map((f) => f.signature);
  [explains, reason, taken] = [true, null, -1];
  try {
    group.functions.forEach((f) => fill(f, args));
  } finally {
    explains = false;
  }
  reason.message = list.length === 1 ? `${list[0]}: ${reason.message}`
    : `no function fits the arguments: ${reason.message}\n  ${list.join('\n  ')}`;
  return reason;
}

const toError = ([code, text, name]) => (thrown === absent ? make(code, text, name) : takeThrown());

// What the call returned, or what a function of JavaScript threw in it.
function finish(f, at, error, options) {
  if (error) throw toError(error);
  if (thrown !== absent) throw takeThrown();
  const { results } = f, from = at + SLOT * f.parameters.length;
  if (results.length !== 1)
    return results.length ? results.map((r, i) => r.kind.read(from + SLOT * i, r.more, r.extra))
      : undefined;
  const result = results[0].kind.read(from, results[0].more, results[0].extra);
  if (f.isFactory && options?.requires_grad) result.set_requires_grad(true);
  return result;
}

// Room for the results: zeros, and structs and lists of the caller's. Nothing that follows is too
// large for the memory, so that no call is made again once C was called.
function prepare(f, at) {
  const from = clear(at + SLOT * f.parameters.length, SLOT * f.results.length);
  if (f.needsRoom)
    f.results.forEach(({ kind, more, extra }, i) => {
      if (kind === K.struct) setPointer(from + SLOT * i, base + zeros(layoutOf(more).size));
      if (kind !== K.into) return;
      const count = Number(extra(lengths(f, at), (m, n) => m * n));
      setPointer(from + SLOT * i, base + zeros(8 * Math.max(count, 1)));
      setInt(from + SLOT * i + 8, count);
    });
  if (top + SPARE > u8.length) throw tooSmall;
  return from;
}

// The arguments in the length of a list: a number, or a list with `len`.
function lengths(f, at) {
  return Object.fromEntries(f.parameters.map((p, i) => {
    const n = getInt(at + SLOT * i + 8);
    return [p.name, { len: n, valueOf: () => n }];
  }));
}

function leave(hasFailed) {
  while (last > first) {
    const one = held[--last];
    held[last] = undefined;
    if (one instanceof Handle) finishUse(one);
    else if (one.isLent || (one.number && hasFailed)) callbacks.delete(one.number);
  }
}

// The types of arguments that are tensors, numbers and booleans, as a number: for the same ones,
// the same function is the first that fits. 0: others are among them.
function typesOf(args) {
  let types = 1;
  for (let i = 0; i < args.length; i++) {
    const value = args[i];
    const type = typeof value === 'number' ? (Number.isSafeInteger(value) ? 1 : 2)
      : typeof value === 'boolean' ? 3 : value?.handleType === tensorType ? 4 : 0;
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
    if (fill(group.functions[i], args) >= 0) {
      if (types) group.chosen.set(types, i);
      return group.functions[i];
    }
    leave(true);
    top = mark;
  }
  throw mismatch(group, args);
}

function call(group, args) {
  const mark = top, outer = first;
  let hasFailed = true;
  first = last;
  try {
    const f = choose(group, args, mark), to = prepare(f, mark);
    const error = native.call(f.number, base + mark, base + to);
    const result = finish(f, mark, error, args[args.length - 1]);
    hasFailed = false;
    return result;
  } catch (error) {
    if (error !== tooSmall) throw error;
  } finally {
    leave(hasFailed);
    first = outer;
    top = mark;
  }
  return within(newCall(2 * u8.length), () => call(group, args));
}

// A call with memory of its own.
const newCall = (size) => ({ memory: newMemory(size), held: [], last: 0, top: 0 });

// Makes a step with the memory of another call.
function within(call, step) {
  const before = [use(call.memory), held, first, last, top];
  [held, first, last, top] = [call.held, 0, call.last, call.top];
  try {
    return step();
  } finally {
    [call.last, call.top] = [last, top];
    use(before[0]);
    [, held, first, last, top] = before;
  }
}

// The function for a call in the thread pool, and where its results are in the memory of `mine`.
function prepareAsync(group, args, size = SIZE) {
  const mine = newCall(size);
  pool = true;
  try {
    return within(mine, () => {
      const f = choose(group, args, 0);
      return { mine, f, to: prepare(f, 0) };
    });
  } catch (error) {
    within(mine, () => leave(true));
    if (error !== tooSmall) throw error;
  } finally {
    pool = false;
  }
  return prepareAsync(group, args, 2 * size);
}

async function callAsync(group, args) {
  const { mine, f, to } = prepareAsync(group, args);
  let error = [];
  try {
    error = await new Promise((resolve) => {
      native.call_async(f.number, mine.memory.base, mine.memory.base + to, resolve);
    });
    return within(mine, () => finish(f, 0, error, args[args.length - 1]));
  } finally {
    within(mine, () => leave(Boolean(error)));
  }
}

module.exports = {
  Float, Handle, K, absent, addCallback, adopt, call, callAsync, checked, functions, groupOf,
  handles, isPlain, isTensor, isWord, mustNotBeAsync, native,
  parseDevice, plain, pointers, raw, scope, tensor, words,
};
