-- test.lua: what the binding does with errors, values, memory and options, and that every operator
-- takes empty arguments without a crash. tests/bindings/luajit.sh runs it.
local torch = require "ctorch"
local ffi = require "ffi"

local failed = 0

local function test(name, f)
	local ok, err = pcall(f)
	if not ok then
		failed = failed + 1
		print("FAILED: " .. name .. ": " .. tostring(err))
	end
end

local function equal(got, expected)
	if got ~= expected then
		error(("expected %s, got %s"):format(tostring(expected), tostring(got)), 2)
	end
end

local function refuses(text, f, ...)
	local ok, err = pcall(f, ...)
	if ok then error("no error, expected " .. text, 2) end
	if not tostring(err):find(text, 1, true) then
		error(("expected %s, got %s"):format(text, tostring(err)), 2)
	end
end

-- Handles that are left when the collector has run.
local function handles()
	for _ = 1, 4 do collectgarbage() end
	return tonumber(torch.C.ct_memory_handle_count())
end

local x = torch.tensor({ 1, 2, 3, 4 }, { 2, 2 })

test("a sum of tensors and numbers", function()
	equal(tostring(x + 1), "tensor([[2., 3.],\n        [4., 5.]])")
	equal((x * x - x / 2):sum():item_double(), 25)
	equal((-x):sum():item_double(), -10)
	equal((10 - x):sum():item_double(), 30)
end)

test("options have Python's defaults", function()
	equal(torch.add_tensor(x, x):sum():item_double(), 20)
	equal(torch.add_tensor(x, x, { alpha = 2 }):sum():item_double(), 30)
	equal(x:sum_dim_intlist({ 1 }, { keepdim = true }):dim(), 2)
	equal(x:sum_dim_intlist(1):dim(), 1)
end)

test("options whose names are words of the binding, and unknown ones", function()
	local a, b = torch.tensor({ 0, 0 }, { 1, 2 }), torch.tensor({ 3, 4 }, { 1, 2 })
	equal(torch.cdist(a, b):item_double(), 5)
	equal(torch.cdist(a, b, { p = 1 }):item_double(), 7)
	equal(torch.constant_pad_nd(x, { 1, 1 }, { value = 5 }):sum():item_double(), 30)
	refuses("PyTorch is not linked with support for cuda", torch.ones, { 2 }, { device = "cuda:0" })
	equal(tostring(torch.ones({ 2 }, { device = "meta" })), "tensor(..., device='meta', size=(2,))")
	refuses("TypeError: unexpected option 'alfa'; there are: alpha", torch.add_tensor, x, x,
		{ alfa = 5 })
	refuses("TypeError: unexpected option '1'", torch.add_tensor, x, x, { 5 })
	refuses("TypeError: the options (alpha) must be in a table, not 5", torch.add_tensor, x, x, 5)
	local linear = torch.nn.Linear(1, 1)
	linear:to { device = "meta" }
	equal(tostring(linear:get_parameter "weight"):match "device='%w+'", "device='meta'")
end)

test("errors of compiled code, in a loop", function()
	local bad = torch.ones { 1, 2 }
	for _ = 1, 1000 do
		equal((pcall(torch.mm, bad, bad)), false)
	end
end)

test("integers of 64 bits", function()
	equal(torch.tensor({ 9007199254740993LL }):to_string(), "tensor([9007199254740993])")
	equal(torch.full({ 1 }, 2LL):to_string(), "tensor([2])")
end)

test("a dimension that is not there", function()
	equal(x:size(-1), 2LL)
	refuses("IndexError: a tensor of 2 dimensions has no dimension 5", x.size, x, 5)
end)

test("an error has Python's class and libtorch's text", function()
	refuses("mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)",
		torch.mm, x, torch.tensor({ 1, 2, 3 }, { 1, 3 }))
	refuses("ct_mm: argument 2 (mat2) must not be NULL", torch.mm, x)
	equal(select(2, pcall(torch.mm, x, x:reshape { 4 })):find("In C: ", 1, true), nil)
	refuses("AttributeError: torch has no 'float3'", function() return torch.float3 end)
	refuses("ValueError: the text has a NUL", torch.einsum, "i,j\0->ij", { x, x })
	refuses("ValueError: the text has a NUL", torch.graph_to_dot, { x },
		{ names = { "a\0" }, named = { x } })
	refuses("ValueError: 3 numbers for a shape of 4 elements", torch.tensor, { 1, 2, 3 }, { 2, 2 })
	refuses("TypeError: an element must be an integer, not 1.5", torch.ones, { 1.5 })
	refuses("TypeError: an element must be an integer, not 1e+20", torch.ones, { 1e20 })
	refuses("TypeError: count must be an integer, not 4294967296", torch.set_num_threads, 2 ^ 32)
	refuses("TypeError: dim0 must be an integer, not 1.5", torch.transpose_int, x, 1.5, 0)
	refuses("TypeError: start must be an integer, not 0.5", x.narrow, x, 0, 0.5, 1)
	refuses("TypeError: dim must be an integer, not inf", torch.select_int, x, 1 / 0, 0)
	refuses("TypeError: dim must be an integer, not nan", torch.select_int, x, 0 / 0, 0)
	refuses("TypeError: edgeitems must be an integer, not 1.5", x.to_string_with, x,
		{ edgeitems = 1.5 })
	refuses("'out_features' must be int, not float", torch.nn.Linear, 2, 2.5)
	equal(x:select_int(0LL, 1):sum():item_double(), 7)
	equal(x:pow_tensor_scalar(0.5):max():item_double(), 2)
	refuses("has 'name' beside a list", torch.save, { 1, name = 2 }, "/nowhere/file")
	refuses("must be int, not NoneType", torch.lr_scheduler.StepLR, nil, 1)
end)

test("several results, lists of tensors, and lists of numbers", function()
	local values, indices = x:max_dim(1)
	equal(values:sum():item_double(), 6)
	equal(indices:sum():item_double(), 2)
	local parts = x:split_tensor(1)
	equal(#parts, 2)
	equal(torch.cat(parts):sum():item_double(), 10)
end)

test("a list may have holes", function()
	local picked = torch.index_tensor(x, { false, torch.tensor({ 0 }, nil, torch.int64) })
	equal(picked:sum():item_double(), 4)
end)

test("values come back as they went", function()
	local copy = torch.methods.ct_value.copy
	local given = { numbers = { 1, 2.5, true }, text = "a", tensor = x, empty = {} }
	local got = copy(given):lua()
	equal(got.numbers[1], 1)
	equal(got.numbers[2], 2.5)
	equal(got.numbers[3], true)
	equal(got.text, "a")
	equal(#got.empty, 0)
	equal(got.tensor:sum():item_double(), 10)
	local itself = {}
	itself[1] = itself
	refuses("contains itself", copy, itself)
end)

test("a state dict goes to a file and back", function()
	local path = os.tmpname()
	local net = torch.nn.Linear(2, 1, { bias = false })
	torch.save(net:state_dict(), path)
	local other = torch.nn.Linear(2, 1, { bias = false })
	other:load_state_dict(torch.load(path))
	equal((net(x) - other(x)):abs():sum():item_double(), 0)
	os.remove(path)
end)

test("modules inside of modules, and optimizers by tensors", function()
	local layer = torch.nn.TransformerEncoderLayer(4, 2)
	local encoder = torch.nn.TransformerEncoder(layer, 2)
	equal(tostring(encoder):find("TransformerEncoder", 1, true), 1)
	local weight = torch.tensor { 1 }
	weight:set_requires_grad(true)
	local optimizer = torch.optim.SGD({ weight }, { lr = 0.5 })
	optimizer:minimize(torch.mul_tensor(weight, weight):sum())
	equal(weight:item_double(), 0)
	local warm = torch.lr_scheduler.ConstantLR(optimizer)
	local later = torch.lr_scheduler.StepLR(optimizer, 1)
	torch.lr_scheduler.ChainedScheduler({ warm, later }):step()
end)

test("lists of another length than the header or the schema says are refused", function()
	local image, two = torch.ones { 1, 4, 4 }, { 0, 0 }
	local function affine(translate, shear)
		return torch.transform_affine(image, 0, translate, 1, shear, "nearest", { 0 })
	end
	equal(affine(two, two):dim(), 3)
	refuses("translate must have 2 elements, not 1", affine, { 0 }, two)
	refuses("shear must have 2 elements, not 3", affine, two, { 0, 0, 0 })
	refuses("shear must have 2 elements, not 0", affine, two)
	refuses("coefficients must have 8 elements, not 2", torch.transform_perspective, image, two,
		"nearest", { 0 })
	for _, mask in ipairs { {}, { true }, { true, true, true, true } } do
		refuses("output_mask must have 3 elements, not " .. #mask, torch.linear_backward, x, x, x, mask)
	end
end)

test("lists that share a length must have the same", function()
	local y = torch.tensor { 2 }
	y:set_requires_grad(true)
	local root = y * y
	local function draw(options) return torch.graph_to_dot({ root }, options) end
	equal(draw({ named = { y }, names = { "mine" } }):find("mine", 1, true) ~= nil, true)
	refuses("must have the same length", draw, { named = { y }, names = { "a", "b" } })
	refuses("must have the same length", draw, { named = { y }, names = {} })
	refuses("named and names must be given together", draw, { named = { y } })
	refuses("names and named must be given together", draw, { names = { "a" } })
	local program = torch.jit_load(os.getenv "CTORCH_FIXTURES" .. "/jit/net.pt")
	local function call(names, named) return program:call("forward", { x }, names, named) end
	refuses("names and named must have the same length, not 2 and 1", call, { "a", "b" }, { 1 })
	refuses("names and named must have the same length, not 0 and 1", call, {}, { 1 })
	refuses("names and named must have the same length, not 1 and 0", call, { "a" })
end)

test("memory that is too short is refused", function()
	local ones, bytes = torch.ones { 4 }, ffi.string(ffi.new("float[4]", 1, 2, 3, 4), 16)
	ones:copy_from(torch.float32, bytes)
	equal(ones:sum():item_double(), 10)
	for n = 0, #bytes - 1 do
		local short = bytes:sub(1, n)
		refuses("data_len", ones.copy_from, ones, torch.float32, short)
		refuses("nbytes", torch.tensor_from_memory, short, torch.float32, { 4 })
	end
	refuses("dtype", ones.copy_from, ones, torch.dtype_none, bytes:sub(1, 4))
end)

local function near(got, ...)
	got = got:flatten_using_ints()
	for i, wanted in ipairs { ... } do
		local number = got:select_int(0, i - 1):item_double()
		if math.abs(number - wanted) > 1e-4 then error(number .. " is not " .. wanted, 2) end
	end
	equal(tonumber(got:numel()), select("#", ...))
end

test("distributions have shapes, samples and probabilities", function()
	local D = torch.distributions
	local normal = D.Normal(torch.tensor { 0, 1 }, torch.tensor { 1, 2 })
	local value = torch.tensor { 0.5, 3 }
	near(normal:log_prob(value), -1.0439, -2.1121)
	near(normal:entropy(), 1.4189, 2.1121)
	equal(#normal:batch_shape(), 1)
	equal(normal:batch_shape()[1], 2)
	equal(#normal:event_shape(), 0)
	equal(tostring(normal), "Normal(loc: torch.Size([2]), scale: torch.Size([2]))")
	equal(normal:expand({ 3, 2 }):batch_shape()[1], 3)
	equal(tostring(normal:parameter_constraint("scale")), "GreaterThan(lower_bound=0.0)")
	local vectors = D.Independent(normal, 1)
	equal(vectors:event_shape()[1], 2)
	near(vectors:log_prob(value), -3.1560)
	equal(tostring(vectors:base()), tostring(normal))
	torch.manual_seed(7)
	near(vectors:sample({ 2 }), -0.1468, 2.5723, 0.9468, -1.2287)
	near(D.Gamma(torch.float(2), torch.float(3)):mean(), 0.6667)
	near(D.Bernoulli({ probs = 0.3 }):log_prob(torch.tensor { 1 }), -1.2040)
	near(D.Categorical({ probs = torch.tensor { 0.25, 0.75 } }):entropy(), 0.5623)
	refuses("to satisfy the constraint GreaterThan(lower_bound=0.0)", D.Normal, 0, -1)
	equal(D.Normal(0, -1, { validate_args = false }) ~= nil, true)
end)

test("an index is a text", function()
	equal(x:index_text("0, 1"):item_double(), 2)
end)

test("the collector releases handles", function()
	local before = handles()
	for _ = 1, 20000 do local _ = x + x end
	equal(handles(), before)
	local most = 0
	for _ = 1, 300 do
		local _ = torch.zeros { 1000, 1000 }
		most = math.max(most, tonumber(torch.C.ct_memory_handle_count()) - before)
	end
	if most > 60 then error("the collector let " .. most .. " tensors of 4 MB pile up") end
	equal(handles(), before)
end)

test("gradients are not recorded within no_grad", function()
	local w = torch.tensor { 3 }
	w:set_requires_grad(true)
	equal(torch.no_grad(function() return (w + w):requires_grad() end), false)
	equal((w + w):requires_grad(), true)
	refuses("out", torch.no_grad, error, "out")
	equal(select("#", torch.no_grad(function() return nil, nil, 3 end)), 3)
	equal(torch.C.ct_autograd_is_grad_enabled(), true)
	local y = w * w
	y:backward()
	equal(w:grad():item_double(), 6)
end)

-- What libtorch itself does not survive, from C++ either; tests/proof/operators/data/dies.txt has it.
local dies = { _stack = true }

test("every operator takes empty arguments", function()
	local path = package.searchpath("ctorch.every_operator", package.path)
	local every, refused = assert(loadfile(path))(torch), 0
	for _, one in ipairs(every) do
		if dies[one[1]] then
			print("skipped: " .. one[1] .. " of no tensors is a SIGSEGV in libtorch")
		elseif not pcall(one[2]) then
			refused = refused + 1
		end
	end
	print(("%d operators, %d of them refuse empty arguments"):format(#every, refused))
	if #every < 2000 or refused < #every / 2 then error "too few" end
end)

test("every method of no object is an error or nothing", function()
	local count = 0
	for _, handle in ipairs { "ct_tensor", "ct_module", "ct_optimizer", "ct_data_loader" } do
		for name, method in pairs(torch.methods[handle]) do
			count = count + 1
			pcall(method, ffi.cast(handle .. " *", nil))
		end
	end
	if count < 300 then error("only " .. count .. " methods") end
end)

if failed > 0 then os.exit(1) end
print "all tests passed"
