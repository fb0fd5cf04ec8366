/*
 * Facts about a tensor for printing that no operator returns.
 */
#include <cstdio>
#include <string>

#include <c10/core/DefaultDtype.h>
#include <torch/csrc/autograd/function.h>

#include <ctorch/tensor/print.h>

#include "core/base/name_of.h"
#include "core/bridge/wrap.hpp"
#include "tensor/tensor/facts.h"

ct_error ct_facts_of(const ct_tensor *self, struct ct_facts *facts)
try {
	ct::borrowed_tensor borrowed = ct::tensor(self, 1, "self");
	const at::Tensor &tensor = borrowed;

	facts->is_nested = tensor.is_nested();
	facts->is_quantized = tensor.is_quantized();
	facts->has_tangent = tensor._fw_grad(0).defined();
	facts->requires_grad = tensor.requires_grad();
	std::snprintf(facts->device, sizeof facts->device, "%s", tensor.device().str().c_str());
	return nullptr;
} catch (...) {
	return ct::caught(CT_NAME_OF(ct_tensor_to_string));
}

/* A view that was made without recording has no grad_fn once its base was written to: libtorch
 * throws, and Python prints that it is invalid. Python's name is the end of a qualified name. */
bool ct_add_grad_fn(struct ct_text *text, const ct_tensor *self)
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	const auto node = tensor->grad_fn();
	std::string name;
	size_t colons;

	if (!node)
		return false;
	name = node->name();
	colons = name.rfind("::");
	ct_text_add(text, name.c_str() + (colons == std::string::npos ? 0 : colons + 2));
	return true;
} catch (...) {
	ct_text_add(text, "Invalid");
	return true;
}

ct_dtype ct_default_float(void)
{
	return ct::from_dtype(c10::typeMetaToScalarType(c10::get_default_dtype()));
}

bool ct_is_wrapped_number(const ct_tensor *self)
try {
	/* NULL does not end an expression. */
	return self && ct::tensor(self, 1, "self")->unsafeGetTensorImpl()->is_wrapped_number();
} catch (...) {
	return false;
}

ct_error ct_densify(const ct_tensor *self, ct_tensor **result)
try {
	ct::give_or_drop(CT_HERE, ct::tensor(self, 1, "self")->to_dense(), result);
	return nullptr;
} catch (...) {
	return ct::caught(CT_NAME_OF(ct_tensor_to_string));
}
