/*
 * Defaults that a decimal comma has truncated.
 *
 * libtorch parses a schema when a library that registers operators is loaded, in the locale of that
 * time: with a decimal comma 0.01 becomes 0. The original text is then lost, and a schema in the
 * dispatcher cannot be changed, so using such a default is an error. Integers are never truncated,
 * and a default that still has a fraction was not.
 */
#include <atomic>
#include <cmath>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_set>

#include "core/base/numbers.h"
#include "operators/by_name/registry.hpp"

namespace ct {

namespace {

struct cut_operators {
	std::shared_mutex lock;
	std::unordered_set<c10::OperatorName> names;
	std::atomic<bool> were_some{ false }; /* cheap to test in each call */
};

cut_operators &cut()
{
	static auto *operators = new cut_operators;

	return *operators;
}

bool has_cut_schema(const c10::OperatorName &name)
{
	if (!cut().were_some.load(std::memory_order_acquire))
		return false;

	std::shared_lock<std::shared_mutex> locked(cut().lock);

	return cut().names.count(name) > 0;
}

bool may_be_cut(const c10::IValue &value)
{
	if (value.isDoubleList()) {
		for (double element : value.toDoubleVector())
			if (may_be_cut(element))
				return true;
		return false;
	}
	return value.isDouble() && std::isfinite(value.toDouble()) &&
	       value.toDouble() == std::trunc(value.toDouble());
}

/* Whether libtorch was loaded in a locale with a decimal comma. */
bool libtorch_is_cut()
{
	static const bool is = [] {
		auto known = c10::Dispatcher::singleton().findSchema({ "aten::leaky_relu", "" });

		return known && known->schema().arguments()[1].default_value()->toDouble() != 0.01;
	}();

	return is;
}

/* By its namespace. If one is missing here, the only harm is that too many defaults are errors. */
bool is_libtorchs_own(const c10::OperatorName &name)
{
	static const auto *own = new std::unordered_set<std::string>{
		"_c10d_functional",
		"_c10d_functional_autograd",
		"_dtensor",
		"_nnapi",
		"_quantized",
		"_test",
		"aten",
		"c10d",
		"c10d_functional",
		"fsdp",
		"inductor",
		"inductor_prims",
		"metal_prepack",
		"mkl",
		"mkldnn",
		"mkldnn_prepacked",
		"onednn",
		"prepacked",
		"prim",
		"prims",
		"profiler",
		"quantization",
		"quantized",
		"rngprims",
		"sparse",
		"static_runtime",
		"symm_mem",
		"vulkan_prepack",
	};

	return own->count(name.name.substr(0, name.name.find(':'))) > 0;
}

} // namespace

/* The locale may have changed after libtorch was loaded and before another library was. */
bool may_be_cut_before(const c10::OperatorName &name)
{
	return libtorch_is_cut() || (!ct_has_decimal_point() && !is_libtorchs_own(name));
}

void note_schema(const c10::OperatorName &name, bool is_cut)
{
	if (!is_cut && !cut().were_some.load(std::memory_order_acquire))
		return;

	std::lock_guard<std::shared_mutex> locked(cut().lock);

	if (!is_cut) {
		cut().names.erase(name);
		return;
	}
	cut().names.insert(name);
	cut().were_some.store(true, std::memory_order_release);
}

const c10::IValue &default_of(const c10::FunctionSchema &schema, const c10::Argument &argument)
{
	const c10::IValue &value = *argument.default_value();

	TORCH_CHECK(!may_be_cut(value) || !has_cut_schema(schema.operator_name()), schema.name(),
		    "(): the default of '", argument.name(),
		    "' may be wrong: the library that registers the operator was loaded under a "
		    "locale with a decimal comma, which cuts numbers. Give the argument, or call "
		    "setlocale(LC_NUMERIC, \"C\") before that library, or libctorch, is loaded.");
	return value;
}

void check_defaults(const c10::FunctionSchema &schema)
{
	for (const c10::Argument &argument : schema.arguments())
		if (argument.default_value())
			default_of(schema, argument);
}

} // namespace ct
