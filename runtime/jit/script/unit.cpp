/*
 * Functions of TorchScript that are compiled from text.
 */
#include <torch/csrc/jit/api/compilation_unit.h>

#include "core/bridge/lists.hpp"
#include "core/bridge/recorded.hpp"
#include "jit/script/script.hpp"

struct ct_jit_unit {
	std::shared_ptr<torch::jit::CompilationUnit> functions;
};

ct_error ct_jit_unit_new(const char *source, ct_jit_unit **result) noexcept
try {
	ct::c_locale numbers_have_points;

	ct::needed(source, 1, "source");
	*ct::wanted(result,
		    2) = new ct_jit_unit{ std::make_shared<torch::jit::CompilationUnit>(source) };
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_unit_call(const ct_jit_unit *self, const char *function, const ct_value *args,
			  int64_t args_len, const char *const *names, const ct_value *named,
			  int64_t named_len, ct_value *result) noexcept
try {
	const ct::jit_arguments given = { args, args_len, names, named, named_len };

	if (self == nullptr)
		ct::refuse_null(1, "self");
	torch::jit::Function *found = self->functions->find_function(
		c10::QualifiedName(ct::needed(function, 2, "function")));
	if (found == nullptr)
		ct::check_callback(
			CT_RAISED(CT_ERROR_ATTRIBUTE, "the text has no function '%s'", function));
	ct::check_not_recorded(CT_RUNS_COMPILED_CODE);
	ct::check_jit_arguments(given);
	const c10::FunctionSchema &schema = found->getSchema();
	ct::owned_value value = ct::from_ivalue(
		(*found)(ct::jit_positional(given, schema, 0), ct::jit_named(given, schema)));

	if (result)
		*result = value.release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

void ct_jit_unit_free(ct_jit_unit *self) noexcept
{
	delete self;
}
