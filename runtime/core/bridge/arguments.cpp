/*
 * Converting operators' arguments from C to C++: lists, numbers, texts, handles.
 */
#include <ATen/Context.h>

#include "core/base/lengths.h"
#include "core/base/list_check.h"
#include "core/bridge/lists.hpp"
#include "core/bridge/wrap.hpp"
#include "core/memory/checked.h"

namespace ct {

void check_length(const void *list, int64_t length, int position, const char *name)
{
	if (ct_is_list(list, length))
		return;
	ct_list_fault fault = ct_list_fault_of(length);
	refuse(CT_LIST_FAULT, position, name, fault.before, static_cast<long long>(length),
	       fault.after);
}

namespace {

template <class T>
at::ArrayRef<T> array(const T *list, int64_t length, int position, const char *name)
{
	check_length(list, length, position, name);
	return length ? at::ArrayRef<T>(list, static_cast<size_t>(length)) : at::ArrayRef<T>();
}

/* The caller's list, or None for NULL. An optional view is not made from a view itself: to a compiler
 * that looks like one of a local variable. */
template <class View> maybe<View> optional_view(const void *list, View view)
{
	return list ? maybe<View>(view) : nullopt;
}

bool checked_bool(const bool *value, int position, const char *name)
{
	/* A value other than 0 or 1 in a bool would be undefined behavior; a byte may have any
	 * value. */
	unsigned char byte = *reinterpret_cast<const unsigned char *>(value);

	if (byte > 1)
		refuse("argument %d (%s): a bool must be 0 or 1, but is %d", position, name, byte);
	return byte;
}

} // namespace

void check_lives(const ct_tensor *handle, int position, const char *name)
{
	char fault[CT_FAULT_SIZE];

	if (!ct_checked_lives(handle, fault))
		refuse("argument %d (%s): %s", position, name, fault);
}

[[maybe_unused]] static void check_elements_live(ct_tensor *const *list, int64_t length,
						 int position, const char *name)
{
	char fault[CT_FAULT_SIZE];

	for (int64_t i = 0; i < length; i++)
		if (!ct_checked_lives(list[i], fault))
			refuse("argument %d (%s): element %lld: %s", position, name,
			       static_cast<long long>(i), fault);
}

at::TensorList tensors(ct_tensor *const *list, int64_t length, int position, const char *name)
{
	check_length(list, length, position, name);
	for (int64_t i = 0; i < length; i++)
		if (list[i] == nullptr) {
			check_no_expression_failed();
			refuse("argument %d (%s): element %lld must not be NULL", position, name,
			       static_cast<long long>(i));
		}
	if constexpr (CT_CHECKED)
		check_elements_live(list, length, position, name);
	if (length == 0)
		return {};
	return at::TensorList(reinterpret_cast<const at::Tensor *>(list),
			      static_cast<size_t>(length));
}

c10::List<maybe<at::Tensor>> optional_tensors(ct_tensor *const *list, int64_t length, int position,
					      const char *name)
{
	c10::List<maybe<at::Tensor>> copy;

	check_length(list, length, position, name);
	if constexpr (CT_CHECKED)
		check_elements_live(list, length, position, name);
	copy.reserve(static_cast<size_t>(length));
	for (int64_t i = 0; i < length; i++) {
		if (list[i] == nullptr)
			check_no_expression_failed();
		copy.push_back(list[i] ? maybe<at::Tensor>(reference(list[i])) : nullopt);
	}
	return copy;
}

at::IntArrayRef ints(const int64_t *list, int64_t length, int position, const char *name)
{
	return array(list, length, position, name);
}

at::OptionalIntArrayRef optional_ints(const int64_t *list, int64_t length, int position,
				      const char *name)
{
	return optional_view(list, array(list, length, position, name));
}

c10::SymIntArrayRef symints(const int64_t *list, int64_t length, int position, const char *name)
{
	return to_symints(array(list, length, position, name));
}

at::OptionalSymIntArrayRef optional_symints(const int64_t *list, int64_t length, int position,
					    const char *name)
{
	return optional_view(list, symints(list, length, position, name));
}

at::ArrayRef<double> doubles(const double *list, int64_t length, int position, const char *name)
{
	return array(list, length, position, name);
}

maybe<at::ArrayRef<double>> optional_doubles(const double *list, int64_t length, int position,
					     const char *name)
{
	return optional_view(list, array(list, length, position, name));
}

void copy_bools(const bool *list, size_t n, bool *copy, int position, const char *name)
{
	if (list == nullptr)
		refuse_null(position, name);
	for (size_t i = 0; i < n; i++)
		copy[i] = checked_bool(&list[i], position, name);
}

maybe<c10::SymInt> optional_symint(const int64_t *value)
{
	return value ? maybe<c10::SymInt>(c10::SymInt(*value)) : nullopt;
}

maybe<bool> optional_bool(const bool *value, int position, const char *name)
{
	return value ? maybe<bool>(checked_bool(value, position, name)) : nullopt;
}

at::Scalar make_scalar(const ct_scalar &scalar, int position, const char *name)
{
	switch (scalar.kind) {
	case CT_SCALAR_INT:
		return at::Scalar(scalar.i);
	case CT_SCALAR_FLOAT:
		return at::Scalar(scalar.re);
	case CT_SCALAR_BOOL:
		if (scalar.i != 0 && scalar.i != 1)
			refuse("argument %d (%s): a bool must be 0 or 1, but is %lld", position,
			       name, static_cast<long long>(scalar.i));
		return at::Scalar(scalar.i == 1);
	case CT_SCALAR_COMPLEX:
		return at::Scalar(c10::complex<double>(scalar.re, scalar.im));
	case CT_SCALAR_UINT:
#if CT_HAS_UNSIGNED_SCALAR
		return at::Scalar(static_cast<uint64_t>(scalar.i));
#else
		if (scalar.i < 0)
			refuse("argument %d (%s): this release of libtorch does not support "
			       "integers above 2^63 - 1",
			       position, name);
		return at::Scalar(scalar.i);
#endif
	default:
		refuse("argument %d (%s): unknown kind of scalar %d", position, name, scalar.kind);
	}
}

plain_optional_scalar::plain_optional_scalar(const ct_scalar *scalar, int position,
					     const char *name)
    : value()
{
	if (scalar)
		value.emplace(make_scalar(*scalar, position, name));
}

scalar_list::scalar_list(const ct_scalar *list, int64_t length, int position, const char *name)
{
	check_length(list, length, position, name);
	values.reserve(static_cast<size_t>(length));
	for (int64_t i = 0; i < length; i++)
		values.push_back(make_scalar(list[i], position, name));
}

scalar_list::~scalar_list() = default;

c10::string_view string(const char *text, int position, const char *name)
{
	if (text == nullptr)
		refuse_null(position, name);
	return c10::string_view(text);
}

maybe<c10::string_view> optional_string(const char *text)
{
	return text ? maybe<c10::string_view>(c10::string_view(text)) : nullopt;
}

maybe<at::Generator> optional_generator(const ct_generator *handle)
{
	auto *impl = reinterpret_cast<c10::GeneratorImpl *>(const_cast<ct_generator *>(handle));

	if (impl == nullptr)
		return nullopt;
	return at::Generator(c10::intrusive_ptr<c10::GeneratorImpl>::reclaim_copy(impl));
}

at::Generator generator(const ct_generator *handle)
{
	maybe<at::Generator> given = optional_generator(handle);

	return given ? *given : at::globalContext().defaultGenerator(at::Device(at::kCPU));
}

at::Storage storage(const ct_storage *handle, int position, const char *name)
{
	auto *impl = reinterpret_cast<c10::StorageImpl *>(const_cast<ct_storage *>(handle));

	if (impl == nullptr)
		refuse_null(position, name);
	return at::Storage(c10::intrusive_ptr<c10::StorageImpl>::reclaim_copy(impl));
}

#if CT_HAS_DIMNAME
namespace {

at::Dimname make_dimname(const char *text)
{
	return text ? at::Dimname::fromSymbol(at::Symbol::dimname(text)) : at::Dimname::wildcard();
}

} // namespace

at::Dimname dimname(const char *text, int, const char *)
{
	return make_dimname(text);
}

dimname_list::dimname_list(const char *const *list, int64_t length, int position, const char *name)
{
	check_length(list, length, position, name);
	values.reserve(static_cast<size_t>(length));
	for (int64_t i = 0; i < length; i++)
		values.push_back(make_dimname(list[i]));
}
#endif

} // namespace ct
