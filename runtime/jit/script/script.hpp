/*
 * Inside the library: modules and functions of TorchScript as handles.
 */
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include <torch/csrc/jit/api/module.h>

#include <ctorch/jit/script.h>

#include "core/base/missing.hpp"
#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "operators/by_name/ivalue.hpp"

CT_MAY_BE_MISSING("_ZTVN5torch3jit13GraphFunctionE");
CT_MAY_BE_MISSING("_ZTVN5torch3jit6MethodE");

struct ct_jit {
	torch::jit::Module module;
	ct::owned_value extra_files; /* a dict */
	std::atomic<int> references{ 1 };

	explicit ct_jit(torch::jit::Module of) : module(std::move(of)) {}
	ct_jit(torch::jit::Module of, ct::owned_value files)
	    : module(std::move(of)), extra_files(std::move(files))
	{
	}
};

namespace ct {

inline torch::jit::Module &module_of(const ct_jit *self)
{
	if (self == nullptr)
		refuse_null(1, "self");
	return const_cast<ct_jit *>(self)->module;
}

inline const char *needed(const char *text, int position, const char *name)
{
	if (text == nullptr)
		refuse_null(position, name);
	return text;
}

template <class T> T *wanted(T *result, int position)
{
	if (result == nullptr)
		refuse_null(position, "result");
	return result;
}

inline std::string class_of(const torch::jit::Module &module)
{
	return module.type()->name() ? module.type()->name()->name() : "ScriptModule";
}

/* An AttributeError if there is none. */
torch::jit::Method jit_method_of(const ct_jit *self, const char *method);

/* The arguments of a call, of positions 3 to 6 of the function. */
struct jit_arguments {
	const ct_value *args;
	int64_t args_len;
	const char *const *names;
	const ct_value *named;
	int64_t named_len;
};

/* They are converted to the types of the schema, from its argument `first` on; libtorch checks them. */
std::vector<c10::IValue> jit_positional(const jit_arguments &given,
					const c10::FunctionSchema &schema, size_t first);
torch::jit::Kwargs jit_named(const jit_arguments &given, const c10::FunctionSchema &schema);
void check_jit_arguments(const jit_arguments &given);

/* The value of a type; where that does not fit, of its own. */
c10::IValue to_jit(const ct_value &value, const c10::Type &type, const c10::Type &real,
		   const char *name);

} // namespace ct
