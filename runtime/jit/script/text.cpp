/*
 * The code and the graph of a method as text.
 */
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/python_print.h>

#include "core/memory/given.h"
#include "jit/script/script.hpp"

namespace ct {

namespace {

void give_text(const std::string &text, char **result)
{
	char *copy = static_cast<char *>(ct_given_new(text.size() + 1));

	if (copy == nullptr)
		throw out_of_memory{ text.size() + 1, "a text" };
	std::memcpy(copy, text.c_str(), text.size() + 1);
	*result = copy;
}

std::string code_of(const torch::jit::Method &method)
{
	std::vector<at::IValue> constants;
	torch::jit::PrintDepsTable classes;
	torch::jit::PythonPrint printer(constants, classes);

	printer.printMethod(method.function());
	return printer.str();
}

} // namespace

} // namespace ct

ct_error ct_jit_code(const ct_jit *self, const char *method, char **result) noexcept
try {
	ct::c_locale numbers_have_points;

	ct::wanted(result, 3);
	ct::give_text(ct::code_of(ct::jit_method_of(self, method)), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_graph(const ct_jit *self, const char *method, char **result) noexcept
try {
	ct::c_locale numbers_have_points;

	ct::wanted(result, 3);
	ct::give_text(ct::jit_method_of(self, method).graph()->toString(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
