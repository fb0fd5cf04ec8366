/*
 * Threads, determinism, default dtype, precision: libtorch's settings other than switches.
 */
#include <cstring>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/ScalarType.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/tensor/settings.h>

#include "core/bridge/wrap.hpp"

/* --- Threads --------------------------------------------------------------------------------- */

int32_t ct_num_threads(void) noexcept
{
	return at::get_num_threads();
}

ct_error ct_set_num_threads(int32_t count) noexcept
try {
	if (count < 1)
		return ct_error_new_text(CT_ERROR_RUNTIME, __func__,
					 "set_num_threads expects a positive integer");
	at::set_num_threads(count);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

int32_t ct_num_interop_threads(void) noexcept
{
	return static_cast<int32_t>(at::get_num_interop_threads());
}

ct_error ct_set_num_interop_threads(int32_t count) noexcept
try {
	if (count < 1)
		return ct_error_new_text(CT_ERROR_RUNTIME, __func__,
					 "set_num_interop_threads expects a positive integer");
	at::set_num_interop_threads(count);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* --- Determinism ----------------------------------------------------------------------------- */

ct_error ct_use_deterministic_algorithms(bool enabled, bool warn_only) noexcept
try {
	at::globalContext().setDeterministicAlgorithms(enabled, warn_only);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_are_deterministic_algorithms_enabled(void) noexcept
{
	return at::globalContext().deterministicAlgorithms();
}

bool ct_is_deterministic_algorithms_warn_only_enabled(void) noexcept
{
	return at::globalContext().deterministicAlgorithmsWarnOnly();
}

/* --- Numbers --------------------------------------------------------------------------------- */

ct_dtype ct_default_dtype(void) noexcept
{
	return ct::from_dtype(c10::get_default_dtype_as_scalartype());
}

static bool may_be_default(at::ScalarType dtype)
{
	return dtype == at::kFloat || dtype == at::kDouble || dtype == at::kHalf ||
	       dtype == at::kBFloat16;
}

ct_error ct_set_default_dtype(ct_dtype dtype) noexcept
try {
	at::ScalarType wanted = ct::dtype(dtype, 1, "dtype");

	if (!c10::isFloatingType(wanted))
		return ct_error_new_text(
			CT_ERROR_TYPE, __func__,
			"only floating-point types are supported as the default type");
	if (!may_be_default(wanted))
		ct::refuse("argument 1 (dtype): %s cannot be the default type, only float16, "
			   "bfloat16, float32 and float64 can",
			   ct_dtype_name(dtype));
	c10::set_default_dtype(c10::scalarTypeToTypeMeta(wanted));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* ORDER: as at::Float32MatmulPrecision */
static constexpr const char *precisions[] = { "highest", "high", "medium" };

ct_error ct_float32_matmul_precision(const char **result) noexcept
try {
	auto precision = static_cast<size_t>(at::globalContext().float32MatmulPrecision());

	if (result)
		*result = precisions[precision];
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_set_float32_matmul_precision(const char *precision) noexcept
try {
	if (precision == nullptr)
		ct::refuse_null(1, "precision");
	for (const char *known : precisions)
		if (std::strcmp(known, precision) == 0) {
			at::globalContext().setFloat32MatmulPrecision(std::string(known));
			return nullptr;
		}
	ct::refuse("argument 1 (precision): '%.32s' is not one of 'highest', 'high' and 'medium'",
		   precision);
} catch (...) {
	return ct::caught(__func__);
}

bool ct_set_flush_denormal(bool enabled) noexcept
{
	return at::globalContext().setFlushDenormal(enabled);
}
