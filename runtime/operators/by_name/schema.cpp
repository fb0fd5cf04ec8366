/*
 * The public functions that read an operator's schema.
 */
#include "operators/by_name/registry.hpp"

namespace ct {

namespace {

const overload &described(const ct_operator *self)
{
	if (self == nullptr)
		refuse_null(1, "self");
	return only_overload(*self);
}

void give_argument(const std::vector<described_argument> &list, int64_t index,
		   ct_schema_argument *result)
{
	if (index < 0 || index >= static_cast<int64_t>(list.size()))
		refuse("argument 2 (index) is %lld, but must be from 0 to %lld",
		       static_cast<long long>(index), static_cast<long long>(list.size()) - 1);
	const described_argument &argument = list[static_cast<size_t>(index)];
	ct_value value = ct_value_borrow(&*argument.default_value);

	if (result)
		*result = { argument.name.c_str(), argument.type.c_str(), argument.keyword_only,
			    argument.is_written,   argument.has_default,  value };
}

template <class T> void give_plain(const T &value, T *result)
{
	if (result)
		*result = value;
}

/* None for device types without dense tensors, such as ideep, for which libtorch throws. */
maybe<c10::DispatchKey> key_of(at::DeviceType type)
try {
	return c10::computeDispatchKey(nullopt, nullopt, at::Device(type));
} catch (const c10::Error &) {
	return nullopt;
}

bool has_own_or_composite(const c10::OperatorHandle &op, c10::DispatchKey key)
{
	return op.hasKernelForDispatchKey(key) ||
	       op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd) ||
	       op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd) ||
	       op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional);
}

bool runs_on(const overload &op, at::DeviceType type)
{
	maybe<c10::DispatchKey> dense = key_of(type);

	if (!dense)
		return false;
	c10::DispatchKey key = *dense;
#if CT_HAS_COMPUTED_KERNEL
	/* Meta has a fallback for all operators, which only throws. */
	if (!c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(key))
		return op.handle.hasComputedKernelForDispatchKey(key);
#endif
	return has_own_or_composite(op.handle, key);
}

} // namespace

} // namespace ct

ct_error ct_operator_name(const ct_operator *self, const char **result) noexcept
try {
	ct::give_plain(ct::described(self).name.c_str(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_overload(const ct_operator *self, const char **result) noexcept
try {
	ct::give_plain(ct::described(self).overload_name.c_str(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_schema(const ct_operator *self, const char **result) noexcept
try {
	const ct::overload &op = ct::described(self);

	ct::check_defaults(op.handle.schema());
	ct::give_plain(op.schema.c_str(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_argument_count(const ct_operator *self, int64_t *result) noexcept
try {
	ct::give_plain(static_cast<int64_t>(ct::described(self).handle.schema().arguments().size()),
		       result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_argument(const ct_operator *self, int64_t index,
			      ct_schema_argument *result) noexcept
try {
	const ct::overload &op = ct::described(self);
	const c10::FunctionSchema &schema = op.handle.schema();
	size_t position = static_cast<size_t>(index);

	if (position < schema.arguments().size() && schema.arguments()[position].default_value())
		ct::default_of(schema, schema.arguments()[position]);
	ct::give_argument(op.arguments(), index, result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_result_count(const ct_operator *self, int64_t *result) noexcept
try {
	ct::give_plain(static_cast<int64_t>(ct::described(self).handle.schema().returns().size()),
		       result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_result(const ct_operator *self, int64_t index,
			    ct_schema_argument *result) noexcept
try {
	ct::give_argument(ct::described(self).results(), index, result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_has_kernel(const ct_operator *self, const char *dispatch_key,
				bool *result) noexcept
try {
	const ct::overload &op = ct::described(self);

	if (dispatch_key == nullptr)
		ct::refuse_null(2, "dispatch_key");
	ct::give_plain(op.handle.hasKernelForDispatchKey(c10::parseDispatchKey(dispatch_key)),
		       result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_operator_runs_on(const ct_operator *self, ct_device_type device_type,
			     bool *result) noexcept
try {
	at::Device device = ct::device({ device_type, -1 }, 2, "device_type");

	ct::give_plain(ct::runs_on(ct::described(self), device.type()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
