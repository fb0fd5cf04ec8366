-- PyTorch for LuaJIT: torch = require "ctorch". What is here calls what ctorch-gen bind luajit has
-- written beside it: the declarations of C, and a function for each of C's.
local ffi = require "ffi"

local here = (debug.getinfo(1, "S").source:match "^@(.*/)" or "./") .. "ctorch/"
local function part(name, ...)
	return assert(loadfile(here .. name .. ".lua"))(...)
end

ffi.cdef "typedef struct FILE FILE;"
for _, name in ipairs { "handles", "aliases", "enums", "callbacks", "structs", "functions" } do
	local text = part("cdef/" .. name)
	if name == "aliases" then -- the names of structs, which all that follows refers to
		for struct in ("\n" .. part "cdef/structs"):gmatch "\nstruct ([%w_]+) {" do
			ffi.cdef("typedef struct " .. struct .. " " .. struct .. ";")
		end
	end
	ffi.cdef(text)
end

local built_for = part "release"
local name = os.getenv "CTORCH_LIBRARY" or built_for.library
local is_there, C = pcall(ffi.load, name)
if not is_there then
	error(("%s\n  What to do: name the folders of %s and of libtorch in LD_LIBRARY_PATH,"
		.. " or the file in CTORCH_LIBRARY"):format(C, name), 0)
end
local p = { C = C, ffi = ffi, no_stream = ffi.new "ct_stream" }

-- Compiled code of LuaJIT has no tables for unwinding, which libtorch would need to note the frames
-- of an error.
C.ct_error_set_backtrace_enabled(false)

-- --- errors ------------------------------------------------------------------------------------

-- An error of C is an error of Lua, which begins with the name of Python's class. The hint at its end
-- has the names of C.
function p.check(err)
	if err ~= nil then
		local hint = C.ct_error_hint(err)
		local text = hint ~= nil and ffi.string(err, hint - err - 1) or ffi.string(err)
		C.ct_error_free(err)
		error(text, 3)
	end
end

-- --- handles: pointers that Lua's collector releases ---------------------------------------------

-- The collector does not see how large tensors are, nor what a graph or a module holds: it also runs
-- when so many bytes of tensors were returned, or when the process has grown by as many, which is
-- looked up once for so many handles.
local bytes_limit, handles_limit = 2 ^ 28, 32
local bytes_made, handles_made, resident_before = 0, 0, 0

ffi.cdef "int getpagesize(void); int malloc_trim(size_t pad);"

local function resident()
	local file = assert(io.open "/proc/self/statm")
	local pages = file:read "*l":match "^%d+ (%d+)"
	file:close()
	return pages * ffi.C.getpagesize()
end

local function count(bytes)
	bytes_made, handles_made = bytes_made + bytes, handles_made + 1
	if bytes_made > bytes_limit then
		collectgarbage()
		bytes_made = 0
	end
	if handles_made < handles_limit then return end
	handles_made = 0
	if resident() - resident_before > bytes_limit then
		collectgarbage()
		ffi.C.malloc_trim(0) -- so that the process has what is in use
		resident_before = resident()
	end
end

function p.own(handle, free)
	if handle == nil then return nil end
	C.ct_scope_disown_object(handle)
	ffi.gc(handle, free)
	count(0)
	return handle
end

function p.tensor(handle)
	if handle == nil then return nil end
	C.ct_scope_disown(handle)
	ffi.gc(handle, C.ct_tensor_free_unscoped)
	count(tonumber(C.ct_tensor_numel(handle)) * 8 + 256)
	return handle
end

-- What `of` makes of each element of an array of C.
local function each(list, len, of)
	local result = {}
	for i = 1, tonumber(len) do result[i] = of(list[i - 1]) end
	return result
end

function p.tensors(list, len)
	local result = each(list, len, p.tensor)
	C.ct_free(list)
	return result
end

-- A list of Lua that C has filled in.
function p.filled(list, len) return each(list, len, p.tensor) end

function p.filled_with(list, len, free)
	return each(list, len, function(handle) return p.own(handle, free) end)
end

function p.named(list, len)
	local result = each(list, len, function(one)
		return { name = ffi.string(one.name), tensor = p.tensor(C.ct_tensor_retain(one.tensor)) }
	end)
	C.ct_free(list)
	return result
end

-- --- lists, texts, numbers -----------------------------------------------------------------------

-- Of a number that is not whole, C would take the whole part, and of one that is too large, some
-- bits.
local function integer(least, beyond)
	return function(value, name, level)
		if type(value) == "number"
			and not (value == math.floor(value) and value >= least and value < beyond) then
			error(("TypeError: %s must be an integer, not %s"):format(name, value), level or 3)
		end
		return value
	end
end

local function any(value) return value end

-- A number as an argument of a type of C: p.as.int64_t(dim, "dim"). A seed may be negative, as in
-- Python.
p.as = { double = any, float = any, bool = any, uint8_t = integer(0, 2 ^ 8),
	int32_t = integer(-2 ^ 31, 2 ^ 31), int64_t = integer(-2 ^ 63, 2 ^ 63),
	uint64_t = integer(-2 ^ 63, 2 ^ 64) }

-- An array points into strings and tensors, so it keeps the objects alive that it was made from.
local sources = setmetatable({}, { __mode = "k" })

-- A table, or one value, as an array of C and its length.
function p.list(of, items)
	if items == nil then return nil, 0 end
	if type(items) ~= "table" then items = { items } end
	local array, as = ffi.new(of .. "[?]", #items), p.as[of] or any
	for i, item in ipairs(items) do
		array[i - 1] = p.text(as(item, "an element", 4)) or nil
	end
	sources[array] = items
	return array, #items
end

-- The table of options, whose names are those in a text.
local none, names_in = {}, {}

function p.options(o, names)
	if o == nil then return none end
	local known = names_in[names]
	if not known then
		known = {}
		for name in names:gmatch "%S+" do known[name] = true end
		names_in[names] = known
	end
	if type(o) ~= "table" then
		error(("TypeError: the options (%s) must be in a table, not %s"):format(names, tostring(o)), 3)
	end
	for name in pairs(o) do
		if not known[name] then
			error(("TypeError: unexpected option '%s'; there are: %s"):format(tostring(name), names), 3)
		end
	end
	return o
end

-- Lists whose length C knows from elsewhere: it must not read elements that are not there. The
-- header or the schema says how many there are, or another list has as many.
function p.sized(of, items, wanted, name)
	local array, len = p.list(of, items)
	if len ~= wanted then
		error(("ValueError: %s must have %d elements, not %d"):format(name, wanted, len), 3)
	end
	return array
end

local function check_equal(one, other, len, wanted, level)
	if len ~= wanted then
		error(("ValueError: %s and %s must have the same length, not %d and %d"):format(other, one,
			wanted, len), level)
	end
end

function p.paired(items, wanted, name, other)
	local array, len = p.values(items)
	check_equal(name, other, len, wanted, 4)
	return array
end

-- How many elements of a type the bytes are; -1, which C refuses, if they end within one.
function p.elements(bytes, dtype)
	local size = tonumber(C.ct_dtype_size(dtype or C.CT_DTYPE_NONE))
	local len = size > 0 and #(bytes or "") / size or -1
	return len == math.floor(len) and len or -1
end

function p.struct_list(of, element, items)
	local array, len = p.list(element, items)
	local list = ffi.new(of, array, len)
	sources[list] = array
	return list
end

function p.pointer(of, value)
	if value == nil then return nil end
	return ffi.new(of .. "[1]", value)
end

local members = part "structs"

-- A list of a struct: where its length is, or within a struct of both. Lists that share a length
-- must have it.
local function set_list(struct, name, items, its, lengths)
	local array, len = p.list(its[1], items)
	if its.struct then
		struct[name] = ffi.new(its.struct, array, len)
		return array
	end
	local other = lengths[its.length]
	if other then check_equal(name, other, len, tonumber(struct[its.length]), 5) end
	struct[name], struct[its.length], lengths[its.length] = array, len, name
	return array
end

-- None of the lists that share a length is missing.
local function check_shared(of, struct, lengths)
	for name, its in pairs(members[of] or {}) do
		local other = lengths[its.length]
		if other and struct[its.length] > 0 and struct[name] == nil then
			error(("ValueError: %s and %s must be given together"):format(other, name), 4)
		end
	end
end

-- A table with some fields of a struct, whose lists are tables; all others are zero, which are the
-- defaults.
function p.struct(of, fields)
	if type(fields) ~= "table" then return fields end
	local struct, keep, lengths = ffi.new(of), { fields }, {}
	for name, value in pairs(fields) do
		local its = members[of] and members[of][name]
		if its and type(value) == "table" then
			keep[#keep + 1] = set_list(struct, name, value, its, lengths)
		else
			if ffi.istype("int64_t", struct[name]) then p.as.int64_t(value, name, 4) end
			struct[name] = ffi.istype("ct_device", struct[name]) and p.device(value) or value
		end
	end
	check_shared(of, struct, lengths)
	sources[struct] = keep
	return struct
end

-- What an optimizer updates: a module's parameters, or tensors.
function p.parameters(given)
	if ffi.istype("ct_module *", given) then return ffi.new("ct_parameters", { module = given }) end
	local tensors, len = p.list("const ct_tensor *", given)
	local parameters = ffi.new("ct_parameters", { tensors = tensors, len = len })
	sources[parameters] = tensors
	return parameters
end

function p.text(text)
	if type(text) == "string" and text:find("\0", 1, true) then
		error("ValueError: the text has a NUL, which C takes for its end", 3)
	end
	return text
end

function p.lent_text(text)
	if text == nil then return nil end
	return ffi.string(text)
end

function p.new_text(text)
	if text == nil then return nil end
	local result = ffi.string(text)
	C.ct_free(text)
	return result
end

function p.texts(list, len)
	local result = each(list, len, ffi.string)
	C.ct_free(ffi.cast("void *", list))
	return result
end

function p.lent_numbers(list, len) return each(list, len, tonumber) end

function p.numbers(list, len)
	local result = p.lent_numbers(list, len)
	C.ct_free(ffi.cast("void *", list))
	return result
end

-- A whole number of Lua is an int of Python; torch.float(2) is 2.0.
function p.scalar(number)
	if type(number) == "number" then
		if number == math.floor(number) and math.abs(number) < 2 ^ 53 then
			return C.ct_scalar_int(number)
		end
		return C.ct_scalar_float(number)
	elseif type(number) == "boolean" then
		return C.ct_scalar_bool(number)
	elseif ffi.istype("int64_t", number) then
		return C.ct_scalar_int(number)
	end
	return number
end

function p.number(scalar)
	if scalar.kind == C.CT_SCALAR_FLOAT then return scalar.re end
	if scalar.kind == C.CT_SCALAR_BOOL then return scalar.i ~= 0 end
	if scalar.kind == C.CT_SCALAR_INT then return tonumber(scalar.i) end
	return scalar -- complex: .re and .im
end

local no_device = ffi.new "ct_device"

-- "cuda:1", a ct_device, or nil for none.
function p.device(device)
	if device == nil then return no_device end
	if type(device) ~= "string" then return device end
	local result = ffi.new "ct_device[1]"
	p.check(C.ct_device_from_string(device, result))
	return result[0]
end

-- --- values of any type --------------------------------------------------------------------------

local put_table -- of values, which calls the next function

-- A ct_value that borrows from Lua; `keep` is what must live as long.
local function put_value(at, x, keep)
	local kind = type(x)
	if kind == "nil" then
		at.kind = C.CT_VALUE_NONE
	elseif kind == "boolean" then
		at.kind, at.i = C.CT_VALUE_BOOL, x
	elseif kind == "number" then
		local scalar = p.scalar(x)
		at.kind = scalar.kind == C.CT_SCALAR_INT and C.CT_VALUE_INT or C.CT_VALUE_FLOAT
		at.i, at.re = scalar.i, scalar.re
	elseif kind == "string" then
		at.kind, at.i, at.object = C.CT_VALUE_STRING, #x, ffi.cast("const char *", x)
		keep[#keep + 1] = x
	elseif kind == "table" then
		put_table(at, x, keep)
	elseif ffi.istype("ct_tensor *", x) then
		at.kind, at.object = C.CT_VALUE_TENSOR, x
		keep[#keep + 1] = x
	elseif ffi.istype("ct_scalar", x) then
		ffi.copy(at, C.ct_value_scalar(x), ffi.sizeof "ct_value")
	elseif ffi.istype("ct_device", x) then
		at.kind, at.device = C.CT_VALUE_DEVICE, x
	elseif ffi.istype("ct_value", x) then
		ffi.copy(at, x, ffi.sizeof "ct_value")
		at.flags = 0 -- borrowed
		keep[#keep + 1] = x
	else
		local what = kind == "cdata" and tostring(ffi.typeof(x)) or kind
		error("TypeError: a " .. what .. " cannot be a value", 0)
	end
end

local function put_list(at, items, keep)
	local array = ffi.new("ct_value[?]", #items + 1)
	keep[#keep + 1] = array
	for i = 1, #items do put_value(array[i - 1], items[i], keep) end -- nil is None
	at.kind, at.i, at.object = C.CT_VALUE_LIST, #items, array
end

local function put_dict(at, items, keep)
	local keys = {}
	for key in pairs(items) do keys[#keys + 1] = key end
	table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
	local array = ffi.new("ct_value[?]", 2 * #keys)
	keep[#keep + 1] = array
	for i, key in ipairs(keys) do
		put_value(array[2 * i - 2], key, keep)
		put_value(array[2 * i - 1], items[key], keep)
	end
	at.kind, at.i, at.object = C.CT_VALUE_DICT, #keys, array
end

-- A table without a first element is a dict, whose keys are sorted; an empty one is a list.
function put_table(at, items, keep)
	keep.depth = (keep.depth or 0) + 1
	if keep.depth > 1000 then
		error("ValueError: a value is nested deeper than 1,000 levels, or contains itself", 0)
	end
	for key in pairs(items) do
		if #items > 0 and not (type(key) == "number" and key >= 1 and key <= #items) then
			error("TypeError: a table is a list or a dict, but has '" .. tostring(key)
				.. "' beside a list", 0)
		end
	end
	local put = (#items > 0 or next(items) == nil) and put_list or put_dict
	put(at, items, keep)
	keep.depth = keep.depth - 1
end

function p.value(x)
	if x == nil or ffi.istype("ct_value", x) then return x or ffi.new "ct_value" end
	local value, keep = ffi.new "ct_value", {}
	put_value(value, x, keep)
	sources[value] = keep
	return value
end

function p.values(items)
	local array, keep = ffi.new("ct_value[?]", #(items or {}) + 1), {}
	for i, item in ipairs(items or {}) do put_value(array[i - 1], item, keep) end
	sources[array] = keep
	return array, #(items or {})
end

-- What a value is in Lua: nil, a boolean, number, string, tensor, device, or a table.
local function from_value(v)
	local kind = v.kind
	local function list(of, step, read)
		local at, result = ffi.cast(of, v.object), {}
		for i = 1, tonumber(v.i) do result[i] = read(at[(i - 1) * step]) end
		return result
	end
	local function tensor(handle) return p.tensor(C.ct_tensor_retain(handle)) end
	if kind == C.CT_VALUE_BOOL then return v.i ~= 0 end
	if kind == C.CT_VALUE_FLOAT then return v.re end
	if kind == C.CT_VALUE_STRING or kind == C.CT_VALUE_BYTES or kind == C.CT_VALUE_BIG_INT then
		return ffi.string(v.object, v.i)
	end
	if kind == C.CT_VALUE_TENSOR then return tensor(ffi.cast("ct_tensor *", v.object)) end
	if kind == C.CT_VALUE_DEVICE then return ffi.new("ct_device", v.device) end
	if kind == C.CT_VALUE_COMPLEX then return C.ct_scalar_complex(v.re, v.im) end
	if kind == C.CT_VALUE_INTS then return list("const int64_t *", 1, tonumber) end
	if kind == C.CT_VALUE_FLOATS then return list("const double *", 1, tonumber) end
	if kind == C.CT_VALUE_BOOLS then return list("const bool *", 1, function(b) return b end) end
	if kind == C.CT_VALUE_TENSORS then return list("ct_tensor *const *", 1, tensor) end
	if kind == C.CT_VALUE_LIST or kind == C.CT_VALUE_TUPLE then
		return list("const ct_value *", 1, from_value)
	end
	if kind == C.CT_VALUE_SET then return list("const ct_value *", 2, from_value) end
	if kind == C.CT_VALUE_DICT then
		local pairs_at, result = ffi.cast("const ct_value *", v.object), {}
		for i = 0, tonumber(v.i) - 1 do
			result[from_value(pairs_at[2 * i])] = from_value(pairs_at[2 * i + 1])
		end
		return result
	end
	if kind == C.CT_VALUE_NONE then return nil end
	return tonumber(v.i)
end
p.from_value = from_value

-- A new value stays one of C, which other calls take; :lua() turns it into tables.
function p.new_value(v)
	count(0)
	return ffi.gc(v, C.ct_value_free)
end

function p.batch(batch)
	if batch == nil then return nil end
	return { data = p.tensor(C.ct_tensor_retain(batch.data)),
		 target = p.tensor(C.ct_tensor_retain(batch.target)),
		 value = from_value(batch.value), size = tonumber(batch.size) }
end

-- --- classes -------------------------------------------------------------------------------------

-- Objects among the arguments are given beside them: their places have their numbers.
local function number_objects(of, x, objects)
	if type(x) == "table" then
		local result = {}
		for key, item in pairs(x) do result[key] = number_objects(of, item, objects) end
		return result
	end
	if not ffi.istype(of .. " *", x) then return x end
	objects[#objects + 1] = x
	return #objects - 1
end

-- The first argument, which C wants by itself.
local function take(args, o, name)
	if o and o[name] ~= nil then
		local rest = {}
		for key, item in pairs(o) do rest[key] = key ~= name and item or nil end
		return o[name], args, rest
	end
	return args[1], { unpack(args, 2) }, o
end

function p.new_module(class, args, o)
	local modules, result = {}, ffi.new "ct_module *[1]"
	args, o = number_objects("ct_module", args, modules), number_objects("ct_module", o, modules)
	local list, len = p.list("ct_module *", modules)
	p.check(C.ct_nn_new_from(class, list, len, p.value(args), p.value(o), result))
	return p.own(result[0], C.ct_module_free)
end

function p.new_transform(class, args, o)
	local inner, result = {}, ffi.new "ct_transform *[1]"
	args, o = number_objects("ct_transform", args, inner), number_objects("ct_transform", o, inner)
	p.check(C.ct_transform_new_from(class, p.struct_list("ct_transforms", "ct_transform *", inner),
		p.value(args), p.value(o), result))
	return p.own(result[0], C.ct_transform_free)
end

function p.new_distribution(class, args, o)
	local inner, result = {}, ffi.new "ct_distribution *[1]"
	args = number_objects("ct_distribution", args, inner)
	o = number_objects("ct_distribution", o, inner)
	p.check(C.ct_distribution_new_from(class,
		p.struct_list("ct_distributions", "ct_distribution *", inner), p.value(args), p.value(o), result))
	return p.own(result[0], C.ct_distribution_free)
end

function p.new_optimizer(class, args, o)
	local parameters, rest, result = args[1], { unpack(args, 2) }, ffi.new "ct_optimizer *[1]"
	p.check(C.ct_optimizer_new(class, p.parameters(parameters), p.value(rest), p.value(o), result))
	return p.own(result[0], C.ct_optimizer_free)
end

function p.new_lr_scheduler(class, args, o)
	local optimizer, schedulers, result = nil, nil, ffi.new "ct_lr_scheduler *[1]"
	if ffi.istype("ct_optimizer *", args[1]) then optimizer, args, o = take(args, o, "optimizer") end
	if type(args[1]) == "table" and ffi.istype("ct_lr_scheduler *", args[1][1]) then
		schedulers, args = args[1], { unpack(args, 2) }
	end
	if schedulers then
		p.check(C.ct_lr_scheduler_new_from(class, optimizer, ffi.new "ct_lr_lambdas",
			p.struct_list("ct_lr_schedulers", "ct_lr_scheduler *", schedulers),
			p.value(args), p.value(o), result))
	else
		p.check(C.ct_lr_scheduler_new(class, optimizer, p.value(args), p.value(o), result))
	end
	return p.own(result[0], C.ct_lr_scheduler_free)
end

-- --- the module ----------------------------------------------------------------------------------

-- torch.float32 is CT_FLOAT32.
local function constant(_, name)
	local ok, value = pcall(function() return C["CT_" .. name:upper()] end)
	return ok and value or error("AttributeError: torch has no '" .. tostring(name) .. "'", 2)
end

local M = { C = C, release = built_for.release, methods = {} }
p.methods = setmetatable(M.methods, { __index = function(all, handle)
	all[handle] = {}
	return all[handle]
end })

for _, name in ipairs { "functions", "methods", "operators", "operator_methods" } do
	part(name, M, p)
end
for _, name in ipairs { "nn", "optim", "lr_scheduler", "transforms", "distributions" } do
	M[name] = {}
	part(name, M[name], p)
end
part("nn_functions", M, p)
for name, f in pairs(M) do
	if name:match "^nn_" then M.nn[name:sub(4)] = f end
end
setmetatable(M, { __index = constant })

local methods = p.methods
local Tensor, Module, Loader = methods.ct_tensor, methods.ct_module, methods.ct_data_loader

-- torch.tensor({ 1, 2, 3, 4 }, { 2, 2 }): numbers and a shape, which may be left out. Numbers such as
-- 1LL, which may be larger than a double can say, are ints of Python.
function M.tensor(numbers, shape, dtype)
	local first = type(numbers) == "table" and numbers[1] or numbers
	local is_long = ffi.istype("int64_t", first)
	local data, len = p.list(is_long and "int64_t" or "double", numbers)
	local result, sizes = ffi.new "ct_tensor *[1]", p.struct_list("ct_ints", "int64_t", shape or len)
	local wanted = 1
	for i = 0, tonumber(sizes.len) - 1 do wanted = wanted * tonumber(sizes.at[i]) end
	if len ~= wanted then
		error(("ValueError: %d numbers for a shape of %d elements"):format(len, wanted), 2)
	end
	p.check(C.ct_tensor_from_data(data, is_long and C.CT_INT64 or C.CT_FLOAT64, sizes, result))
	local made, other = p.tensor(result[0]), ffi.new "ct_tensor *[1]"
	dtype = dtype or (is_long and C.CT_INT64 or C.CT_FLOAT32)
	p.check(C.ct_to_dtype(made, dtype, false, false, C.CT_MEMORY_FORMAT_NONE, other))
	return p.tensor(other[0])
end

function M.float(number) return C.ct_scalar_float(number) end
function M.device(text) return p.device(text) end

-- Calls a function while operations are not recorded.
function M.no_grad(f, ...)
	local was = ffi.new "ct_autograd_was"
	C.ct_autograd_enter(C.CT_AUTOGRAD_GRAD, false, was)
	local function leave(is_fine, ...)
		C.ct_autograd_leave(was)
		if not is_fine then error(..., 0) end
		return ...
	end
	return leave(pcall(f, ...))
end

-- A call of a module with its inputs.
function Module.forward(self, ...)
	local results = ffi.new "ct_tensor *[1]"
	p.check(C.ct_module_forward_all(self, p.struct_list("ct_tensors", "ct_tensor *", { ... }), results, 1))
	return p.tensor(results[0])
end

local size = Tensor.size

function Tensor.size(self, dim)
	local result = size(self, dim)
	if result < 0 then
		error(("IndexError: a tensor of %d dimensions has no dimension %s"):format(self:dim(),
			tostring(dim)), 2)
	end
	return result
end

-- for batch in loader:batches() do: an epoch, from its beginning.
function Loader.batches(self)
	self:begin()
	return function() return self:next() end
end

-- nn.Sequential(a, b, ...)
function M.nn.Sequential(...)
	return p.new_module("Sequential", { ... })
end

local function arithmetic(name)
	return function(a, b)
		if not ffi.istype("ct_tensor *", a) then a = M.scalar_tensor(a) end
		if ffi.istype("ct_tensor *", b) then return M[name .. "_tensor"](a, b) end
		return M[name .. "_scalar"](a, b)
	end
end

ffi.metatype("ct_tensor", {
	__index = Tensor, __tostring = function(t) return t:to_string() end,
	__add = arithmetic "add", __sub = arithmetic "sub", __mul = arithmetic "mul",
	__div = arithmetic "div", __unm = function(t) return M.neg(t) end,
})
ffi.metatype("ct_module", { __index = Module, __call = Module.forward, __tostring = Module.to_string })
for _, handle in ipairs { "ct_distribution", "ct_constraint" } do
	ffi.metatype(handle, { __index = methods[handle], __tostring = methods[handle].to_string })
end
methods.ct_value.lua = from_value
local done = { ct_tensor = true, ct_module = true, ct_distribution = true, ct_constraint = true }
for handle, its in pairs(methods) do
	if not done[handle] then ffi.metatype(handle, { __index = its }) end
end
return M
