-- addcost.lua: an add of one element with its release, as C makes the call and as Lua does, in turns.
local torch = require "ctorch"
local ffi = require "ffi"

local ADDS, TURNS = 20000, 15

ffi.cdef [[
typedef struct { long seconds, nanoseconds; } ctorch_time;
int clock_gettime(int clock, ctorch_time *time);
]]

local function now()
	local time = ffi.new "ctorch_time"
	ffi.C.clock_gettime(1, time)
	return tonumber(time.seconds) * 1e9 + tonumber(time.nanoseconds)
end

local x = torch.tensor { 1 }

-- What the FFI costs is in it, but neither options nor the collector.
local function in_c()
	local C, result = torch.C, ffi.new "ct_tensor *[1]"
	local one = C.ct_scalar_int(1)
	for _ = 1, ADDS do
		assert(C.ct_add_Tensor(x, x, one, result) == nil)
		C.ct_tensor_free(result[0])
	end
end

local function in_lua()
	for _ = 1, ADDS do torch.add_tensor(x, x) end
	collectgarbage()
end

local function nanoseconds(f)
	local start = now()
	f()
	return (now() - start) / ADDS
end

local function median(times)
	table.sort(times)
	return times[math.floor(#times / 2) + 1]
end

torch.set_num_threads(1)
local calls, adds = {}, {}
for turn = 1, TURNS do
	calls[turn], adds[turn] = nanoseconds(in_c), nanoseconds(in_lua)
end
local c, lua = median(calls), median(adds)
print(("add of one element: the call of C %.0f ns, Lua's %.0f ns: %.2f times"):format(c, lua, lua / c))
