/*
 * Converting operators' results from C++ to C.
 */
#include <algorithm>
#include <exception>

#include <c10/core/QScheme.h>

#include <ctorch/core/scope.h>

#include "core/bridge/wrap.hpp"
#include "core/memory/given.h"

namespace ct {

namespace {

template <class T> T *allocate_list(size_t length)
{
	void *memory = ct_given_array(static_cast<int64_t>(length), sizeof(T));

	if (memory == nullptr)
		throw out_of_memory{ length * sizeof(T), "the list of results" };
	return static_cast<T *>(memory);
}

ct_scalar from_scalar(const at::Scalar &scalar)
{
	if (scalar.isComplex()) {
		c10::complex<double> value = scalar.toComplexDouble();

		return { CT_SCALAR_COMPLEX, 0, value.real(), value.imag() };
	}
	if (scalar.isFloatingPoint())
		return { CT_SCALAR_FLOAT, 0, scalar.toDouble(), 0 };
	if (scalar.isBoolean())
		return { CT_SCALAR_BOOL, scalar.toBool(), 0, 0 };
#if CT_HAS_UNSIGNED_SCALAR
	if (scalar.type() == at::ScalarType::UInt64)
		return { CT_SCALAR_UINT, static_cast<int64_t>(scalar.toUInt64()), 0, 0 };
#endif
	return { CT_SCALAR_INT, scalar.toLong(), 0, 0 };
}

} // namespace

[[noreturn, gnu::cold]] static void throw_no_room(size_t nbytes)
{
	throw out_of_memory{ nbytes, "the record of handles" };
}

void give_object(ct_release_function release, void *object)
{
	if (ct_attended_by(CT_ATTEND_SCOPE) && !ct_scopes_own_object(release, object))
		throw_no_room(sizeof(void *));
}

void take_object_back(const void *object) noexcept
{
	if (ct_attended_by(CT_ATTEND_SCOPE))
		ct_scope_disown_object(object);
}

void reserve(size_t n)
{
	size_t wanted = ct_handles_reserve(static_cast<int64_t>(n));

	if (wanted)
		throw_no_room(wanted);
}

void give_attended(ct_origin from, at::Tensor &&value, ct_tensor **target)
{
	ct_tensor *handle = handle_of(value);
	size_t wanted = handle ? ct_handle_give(handle, from) : 0;

	if (wanted)
		throw_no_room(wanted);
	*target = handle;
	value.unsafeReleaseTensorImpl();
}

ct_tensor *keep(ct_origin from, const ct_tensor *handle)
{
	ct_tensor *kept = nullptr;

	if (handle)
		give_or_drop(from, reference(handle), &kept);
	return kept;
}

/*
 * Like libtorch's Tensor::set_data: the storage is shared, nothing is copied. If the dtypes differ,
 * the kernel has computed in the new tensor and converted its elements to the given one
 * (_add_relu.out in inference mode); but quantized tensors are not converted.
 */
static void become(c10::TensorImpl *given, const tensor_pointer &now)
{
	const bool is_same = given->dtype() == now->dtype();

	TORCH_CHECK(given->has_compatible_shallow_copy_type(now->key_set()) &&
			    (is_same || !given->key_set().has(c10::DispatchKey::Quantized)),
		    "the kernel replaced its output tensor with an incompatible one: the "
		    "replacement must have the same dtype and layout and, in inference mode, be "
		    "created in that mode");
	if (!is_same)
		return;
	given->shallow_copy_from(now);
	if (!given->is_inference())
		given->bump_version();
}

written_tensor::written_tensor(c10::TensorImpl *pointer) noexcept
    : given(pointer), exceptions(std::uncaught_exceptions())
{
	c10::raw::intrusive_ptr::incref(pointer);
	std::memcpy(static_cast<void *>(&value), &pointer, sizeof pointer);
}

void written_tensor::settle()
{
	tensor_pointer now = tensor_pointer::reclaim(value.unsafeReleaseTensorImpl());

	/* After an error the caller's tensor stays unchanged. */
	if (now.get() != given && std::uncaught_exceptions() == exceptions)
		become(given, now);
}

at::Tensor reference(const ct_tensor *handle)
{
	if (handle == nullptr)
		return at::Tensor();
	return at::Tensor(tensor_pointer::reclaim_copy(impl_of(handle)));
}

void share(ct_origin from, const ct_tensor *argument, ct_tensor **target)
{
	if (target)
		*target = keep(from, argument);
}

void refuse_no_result()
{
	refuse("every result pointer is NULL, so the call would have no effect; the name of an "
	       "in-place operator ends in an underscore");
}

void check_list_target(const void *list, const int64_t *length, const char *name)
{
	if (list && length == nullptr)
		refuse("%s_len must not be NULL when %s is given", name, name);
}

staged_tensors::staged_tensors(std::vector<at::Tensor> &tensors, list_target<ct_tensor *> to)
    : values(tensors), target(to)
{
	if (target.list)
		list.reset(allocate_list<ct_tensor *>(values.size()));
}

void staged_tensors::commit(ct_origin from) noexcept
{
	if (target.list == nullptr)
		return;
	for (size_t i = 0; i < values.size(); i++)
		list.get()[i] = give_reserved(from, std::move(values[i]));
	*target.length = static_cast<int64_t>(values.size());
	*target.list = list.release();
}

staged_ints::staged_ints(const std::vector<int64_t> &ints, list_target<int64_t> to)
    : length(ints.size()), target(to)
{
	if (target.list == nullptr)
		return;
	list.reset(allocate_list<int64_t>(length));
	std::copy(ints.begin(), ints.end(), list.get());
}

void staged_ints::commit(ct_origin) noexcept
{
	if (target.list == nullptr)
		return;
	*target.length = static_cast<int64_t>(length);
	*target.list = list.release();
}

staged_number<int64_t> stage(const c10::SymInt &value, int64_t *target)
{
	return { value.expect_int(), target };
}

#if CT_HAS_SYM_BOOL
staged_number<bool> stage(const c10::SymBool &value, bool *target)
{
	return { value.guard_bool(__FILE__, __LINE__), target };
}
#endif

staged_number<ct_scalar> stage(const at::Scalar &value, ct_scalar *target)
{
	return { from_scalar(value), target };
}

staged_number<ct_dtype> stage(at::ScalarType value, ct_dtype *target)
{
	return { from_dtype(value), target };
}

staged_number<ct_quant_scheme> stage(at::QScheme value, ct_quant_scheme *target)
{
	return { static_cast<ct_quant_scheme>(value), target };
}

} // namespace ct
