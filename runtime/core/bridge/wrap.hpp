/*
 * The parts of a generated wrapper: arguments from C to C++, results from C++ to C, errors.
 *
 * 3,110 functions are compiled from this. Inline code is in each of them, so only what the compiler
 * must see is inline; everything else is a call into arguments.cpp, enums.cpp, results.cpp and
 * caught.cpp.
 *
 * An argument's position (from 1) and name are for the message if it is invalid: an argument_error
 * is thrown, and caught() turns it into `ArgumentError: ct_mm: argument 2 (mat2) must not be NULL`.
 */
#pragma once

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/compat.hpp"
#include "core/base/impl.hpp"
#include "core/memory/handles.h"

#ifndef __ELF__
#error "the method forms of operators are aliases, which only ELF object files have"
#endif

/* The method form of an operator: a second name of the same code. */
#define CT_METHOD(method, function) \
	extern "C" decltype(function) method __attribute__((alias(#function)));

namespace ct {

/* --- Errors ---------------------------------------------------------------------------------- */

/* An argument that is invalid before libtorch is called; the text lacks the function's name. */
struct argument_error {
	char text[CT_CHECKED ? 1024 : 224];
};

/* No memory for something of ours; `purpose` follows "no memory for". */
struct out_of_memory {
	size_t nbytes;
	const char *purpose;
};

[[noreturn, gnu::cold, gnu::format(printf, 1, 2)]] void refuse(const char *format, ...);
/* Where an expression has failed, its value is NULL: the error is then the expression's. */
[[noreturn, gnu::cold]] void refuse_null(int position, const char *name);

/* In a checked build: throws for an invalid handle. NULL is valid. */
void check_lives(const ct_tensor *handle, int position, const char *name);

/* Called in a catch block: the exception in flight as an error. */
[[gnu::cold]] ct_error caught(const char *function) noexcept;

/* --- Handles ---------------------------------------------------------------------------------
 *
 * A handle is the address of libtorch's own object. As an argument it is borrowed: an at::Tensor is
 * made around it in a union, which never destroys it, so that the reference count never changes. An
 * at::Tensor is only a pointer, so it is made by copying the pointer's bytes: its constructor would
 * check for NULL, which our caller has done, and is so large that it would be a call.
 */

static_assert(sizeof(at::Tensor) == sizeof(ct_tensor *),
	      "a list of handles is passed on as a list of tensors");

class borrowed_tensor {
	union {
		at::Tensor value;
	};

public:
	explicit borrowed_tensor(c10::TensorImpl *pointer)
	{
		std::memcpy(static_cast<void *>(&value), &pointer, sizeof pointer);
	}

	borrowed_tensor(const borrowed_tensor &) = delete;
	borrowed_tensor &operator=(const borrowed_tensor &) = delete;
	~borrowed_tensor() {}

	operator const at::Tensor &() noexcept { return value; }
	at::Tensor &operator*() noexcept { return value; }
	at::Tensor *operator->() noexcept { return &value; }
};

/*
 * A tensor that the operator writes to. Some kernels do not: those of quantized tensors replace it
 * by another tensor (mean.out, hardtanh.out) and so release the previous reference. That is our
 * own, not the caller's, and the caller's tensor, to which C's handle still points, takes over the
 * replacement.
 */
class written_tensor {
	union {
		at::Tensor value;
	};
	c10::TensorImpl *const given;
	const int exceptions; /* in flight before the call; one more is the call's error */

	/* Throws if the caller's tensor cannot take over its replacement. */
	void settle();

public:
	explicit written_tensor(c10::TensorImpl *pointer) noexcept;

	written_tensor(const written_tensor &) = delete;
	written_tensor &operator=(const written_tensor &) = delete;

	~written_tensor() noexcept(false) { settle(); }

	operator at::Tensor &() noexcept { return value; }
};

class borrowed_optional_tensor {
	union {
		maybe<at::Tensor> value;
	};

public:
	explicit borrowed_optional_tensor(c10::TensorImpl *pointer) : value()
	{
		if (pointer == nullptr)
			return;
		value.emplace();
		std::memcpy(static_cast<void *>(&*value), &pointer, sizeof pointer);
	}

	borrowed_optional_tensor(const borrowed_optional_tensor &) = delete;
	borrowed_optional_tensor &operator=(const borrowed_optional_tensor &) = delete;
	~borrowed_optional_tensor() {}

	operator const maybe<at::Tensor> &() const noexcept { return value; }
};

/* --- Arguments ------------------------------------------------------------------------------- */

[[gnu::always_inline]] inline borrowed_tensor tensor(const ct_tensor *handle, int position,
						     const char *name)
{
	if (__builtin_expect(handle == nullptr, false))
		refuse_null(position, name);
	if constexpr (CT_CHECKED)
		check_lives(handle, position, name);
	return borrowed_tensor(impl_of(handle));
}

[[gnu::always_inline]] inline written_tensor written(const ct_tensor *handle, int position,
						     const char *name)
{
	if (__builtin_expect(handle == nullptr, false))
		refuse_null(position, name);
	if constexpr (CT_CHECKED)
		check_lives(handle, position, name);
	return written_tensor(impl_of(handle));
}

/* A value that is missing because its expression failed is not None. Throws the expression's
 * error. */
[[noreturn, gnu::cold]] void throw_waiting_error();
inline void check_no_expression_failed()
{
	if (__builtin_expect(ct_this_thread.unfinished != nullptr, false))
		throw_waiting_error();
}

inline borrowed_optional_tensor optional_tensor(const ct_tensor *handle, int position,
						const char *name)
{
	if (handle == nullptr)
		check_no_expression_failed();
	if constexpr (CT_CHECKED)
		check_lives(handle, position, name);
	return borrowed_optional_tensor(impl_of(handle));
}

/* Lists are not copied: the result points to the caller's memory. For a list without elements,
 * libtorch gets its default empty list, whatever the pointer is. */
at::TensorList tensors(ct_tensor *const *list, int64_t length, int position, const char *name);
c10::List<maybe<at::Tensor>> optional_tensors(ct_tensor *const *list, int64_t length, int position,
					      const char *name);
at::IntArrayRef ints(const int64_t *list, int64_t length, int position, const char *name);
at::OptionalIntArrayRef optional_ints(const int64_t *list, int64_t length, int position,
				      const char *name);
c10::SymIntArrayRef symints(const int64_t *list, int64_t length, int position, const char *name);
at::OptionalSymIntArrayRef optional_symints(const int64_t *list, int64_t length, int position,
					    const char *name);
at::ArrayRef<double> doubles(const double *list, int64_t length, int position, const char *name);
maybe<at::ArrayRef<double>> optional_doubles(const double *list, int64_t length, int position,
					     const char *name);

void copy_bools(const bool *list, size_t n, bool *copy, int position, const char *name);

template <size_t N> std::array<bool, N> bools(const bool *list, int position, const char *name)
{
	std::array<bool, N> copy;

	copy_bools(list, N, copy.data(), position, name);
	return copy;
}

template <class T> maybe<T> optional(const T *value)
{
	return value ? maybe<T>(*value) : nullopt;
}

maybe<c10::SymInt> optional_symint(const int64_t *value);
maybe<bool> optional_bool(const bool *value, int position, const char *name);

at::Scalar make_scalar(const ct_scalar &scalar, int position, const char *name);

/* A scalar made here never holds a symbol, so it needs no destructor; libtorch's is inline and
 * long. Integers, the most frequent kind, are made in place. */
class plain_scalar {
	union {
		at::Scalar value;
	};

public:
	plain_scalar(const ct_scalar &scalar, int position, const char *name)
	    : value(__builtin_expect(scalar.kind == CT_SCALAR_INT, true)
			    ? at::Scalar(scalar.i)
			    : make_scalar(scalar, position, name))
	{
	}

	plain_scalar(const plain_scalar &) = delete;
	plain_scalar &operator=(const plain_scalar &) = delete;
	~plain_scalar() {}

	operator const at::Scalar &() const noexcept { return value; }
};

class plain_optional_scalar {
	union {
		maybe<at::Scalar> value;
	};

public:
	plain_optional_scalar(const ct_scalar *scalar, int position, const char *name);
	plain_optional_scalar(const plain_optional_scalar &) = delete;
	plain_optional_scalar &operator=(const plain_optional_scalar &) = delete;
	~plain_optional_scalar() {}

	operator const maybe<at::Scalar> &() const noexcept { return value; }
};

class scalar_list {
	std::vector<at::Scalar> values;

public:
	scalar_list(const ct_scalar *list, int64_t length, int position, const char *name);
	scalar_list(const scalar_list &) = delete;
	scalar_list &operator=(const scalar_list &) = delete;
	~scalar_list();

	operator at::ArrayRef<at::Scalar>() const noexcept { return values; }
};

inline plain_scalar scalar(const ct_scalar &value, int position, const char *name)
{
	return plain_scalar(value, position, name);
}

inline plain_optional_scalar optional_scalar(const ct_scalar *value, int position, const char *name)
{
	return plain_optional_scalar(value, position, name);
}

inline scalar_list scalars(const ct_scalar *list, int64_t length, int position, const char *name)
{
	return scalar_list(list, length, position, name);
}

c10::string_view string(const char *text, int position, const char *name);
maybe<c10::string_view> optional_string(const char *text);

at::ScalarType dtype(ct_dtype value, int position, const char *name);
maybe<at::ScalarType> optional_dtype(ct_dtype value, int position, const char *name);
at::Layout layout(ct_layout value, int position, const char *name);
maybe<at::Layout> optional_layout(ct_layout value, int position, const char *name);
at::MemoryFormat memory_format(ct_memory_format value, int position, const char *name);
maybe<at::MemoryFormat> optional_memory_format(ct_memory_format value, int position,
					       const char *name);
at::Device device(ct_device value, int position, const char *name);
maybe<at::Device> optional_device(ct_device value, int position, const char *name);
/* For operators that use the thread's default device: see core/bridge/devices.h. */
maybe<at::Device> device_or_default(ct_device value, int position, const char *name);
at::DeviceIndex device_index(int32_t value, int position, const char *name);
at::Stream stream(ct_stream value, int position, const char *name);

/* NULL is the default generator, of the CPU where the schema does not say None. */
at::Generator generator(const ct_generator *handle);
maybe<at::Generator> optional_generator(const ct_generator *handle);
at::Storage storage(const ct_storage *handle, int position, const char *name);

#if CT_HAS_DIMNAME
class dimname_list {
	std::vector<at::Dimname> values;

public:
	dimname_list(const char *const *list, int64_t length, int position, const char *name);

	operator at::DimnameList() const noexcept { return values; }
};

/* A separate class: with both conversions in one, an optional could be made in two ways. */
class optional_dimname_list {
	dimname_list values;
	bool given;

public:
	optional_dimname_list(const char *const *list, int64_t length, int position,
			      const char *name)
	    : values(list, length, position, name), given(list)
	{
	}

	operator maybe<at::DimnameList>() const noexcept
	{
		return given ? maybe<at::DimnameList>(at::DimnameList(values)) : nullopt;
	}
};

at::Dimname dimname(const char *text, int position, const char *name);

inline dimname_list dimnames(const char *const *list, int64_t length, int position,
			     const char *name)
{
	return dimname_list(list, length, position, name);
}

inline optional_dimname_list optional_dimnames(const char *const *list, int64_t length,
					       int position, const char *name)
{
	return optional_dimname_list(list, length, position, name);
}
#endif

/* --- Calls ----------------------------------------------------------------------------------- */

/* An argument after the function's own: the places for results, which are checked before the
 * call. */
struct checked_places {};

template <class R, class... Params> struct call_after_check {
	[[gnu::always_inline]] static inline R call(R (*function)(Params...), Params... params,
						    checked_places)
	{
		return function(static_cast<Params &&>(params)...);
	}
};

template <class R, class... Params, class... Given>
[[gnu::always_inline]] inline R invoke(R (*function)(Params...), Given &&...given)
{
	if constexpr (sizeof...(Given) == sizeof...(Params))
		return function(std::forward<Given>(given)...);
	else
		return call_after_check<R, Params...>::call(function,
							    std::forward<Given>(given)...);
}

/*
 * A call whose arguments are evaluated, and so checked, in the order of the parameters: C++ leaves
 * the order to the compiler in f(a, b), where gcc begins with the last, and fixes it in braces.
 * Everything is inlined, to the code of the plain call.
 */
template <class R> class ordered_call {
	R value;

public:
	template <class... Params, class... Given>
	[[gnu::always_inline]] inline explicit ordered_call(R (*function)(Params...),
							    Given &&...given)
	    : value(invoke(function, std::forward<Given>(given)...))
	{
	}

	[[gnu::always_inline]] inline R &&result() noexcept { return static_cast<R &&>(value); }
};

template <> class ordered_call<void> {
public:
	template <class... Params, class... Given>
	[[gnu::always_inline]] inline explicit ordered_call(void (*function)(Params...),
							    Given &&...given)
	{
		invoke(function, std::forward<Given>(given)...);
	}

	void result() noexcept {}
};

template <class R, class... Params, class... Given>
ordered_call(R (*)(Params...), Given &&...) -> ordered_call<R>;

/* CT_ORDERED(function, arguments...): the call's result. */
#define CT_ORDERED(...) ::ct::ordered_call{ __VA_ARGS__ }.result()

/* --- Results ---------------------------------------------------------------------------------
 *
 * A call that fails writes nothing. So steps that can fail (memory for a list, a number that does
 * not fit, room to record the handles) come first, in stage() and reserve(); commit() only assigns.
 * A NULL target drops the result.
 *
 * Every handle is given through core/memory/handles.h: with give_or_drop() for one tensor, and for
 * several with reserve() and then give_reserved().
 */

/* Gives an object that is about to be returned to the innermost scope, if one is open, and takes it
 * back when the caller frees it. */
void give_object(ct_release_function release, void *object);
void take_object_back(const void *object) noexcept;

/* Makes room for the records of `n` handles; throws out_of_memory. */
void reserve(size_t n);

/* For results that are arguments, before an operator writes to them. */
template <class... Targets> void reserve_for(Targets... targets)
{
	if (ct_handles_attended())
		reserve(((targets != nullptr) + ...));
}

/* NULL for the undefined tensor. */
inline ct_tensor *handle_of(const at::Tensor &tensor) noexcept
{
	return tensor.defined() ? reinterpret_cast<ct_tensor *>(tensor.unsafeGetTensorImpl())
				: nullptr;
}

/* Makes the tensor's reference the caller's handle. Releasing it comes last, so that the compiler
 * sees that nothing is left to destroy. */
inline ct_tensor *give_reserved(ct_origin from, at::Tensor &&tensor) noexcept
{
	ct_tensor *handle = handle_of(tensor);

	if (handle)
		ct_handle_give_reserved(handle, from);
	tensor.unsafeReleaseTensorImpl();
	return handle;
}

/* A new reference to the handle's object; NULL for NULL. */
ct_tensor *keep(ct_origin from, const ct_tensor *handle);

/* The same, as libtorch's own handle; the undefined tensor for NULL. */
at::Tensor reference(const ct_tensor *handle);

template <class T> struct list_target {
	T **list;
	int64_t *length;
	const char *name; /* of the parameter */
};

void check_list_target(const void *list, const int64_t *length, const char *name);

template <class T> list_target<T> list_to(T **list, int64_t *length, const char *name)
{
	return { list, length, name };
}

template <class T> void check_place(T *) {}

template <class T> void check_place(const list_target<T> &target)
{
	check_list_target(target.list, target.length, target.name);
}

/* The last argument of CT_ORDERED(): throws for a list without a place for its length. */
template <class... Targets>
[[gnu::always_inline]] inline checked_places check_places(const Targets &...targets)
{
	(check_place(targets), ...);
	return {};
}

[[noreturn, gnu::cold]] void refuse_no_result();

template <class T> bool is_wanted(T *target)
{
	return target != nullptr;
}

template <class T> bool is_wanted(const list_target<T> &target)
{
	return target.list != nullptr;
}

class staged_tensor {
	at::Tensor &value;
	ct_tensor **target;

public:
	staged_tensor(at::Tensor &tensor, ct_tensor **to) noexcept : value(tensor), target(to) {}

	size_t handles() const noexcept { return target != nullptr; }

	void commit(ct_origin from) noexcept
	{
		if (target)
			*target = give_reserved(from, std::move(value));
	}
};

template <class T> class staged_number {
	T value;
	T *target;

public:
	staged_number(T number, T *to) noexcept : value(number), target(to) {}

	size_t handles() const noexcept { return 0; }

	void commit(ct_origin) noexcept
	{
		if (target)
			*target = value;
	}
};

struct free_memory {
	void operator()(void *memory) const noexcept { std::free(memory); }
};

/* For memory of ct_given_new(). */
struct free_given {
	void operator()(void *memory) const noexcept { ct_free(memory); }
};

class staged_tensors {
	std::vector<at::Tensor> &values;
	list_target<ct_tensor *> target;
	std::unique_ptr<ct_tensor *, free_given> list;

public:
	staged_tensors(std::vector<at::Tensor> &tensors, list_target<ct_tensor *> to);

	size_t handles() const noexcept { return target.list ? values.size() : 0; }

	void commit(ct_origin from) noexcept;
};

class staged_ints {
	size_t length;
	list_target<int64_t> target;
	std::unique_ptr<int64_t, free_given> list;

public:
	staged_ints(const std::vector<int64_t> &ints, list_target<int64_t> to);

	size_t handles() const noexcept { return 0; }

	void commit(ct_origin) noexcept;
};

inline staged_tensor stage(at::Tensor &value, ct_tensor **target)
{
	return staged_tensor(value, target);
}

inline staged_tensors stage(std::vector<at::Tensor> &values, list_target<ct_tensor *> target)
{
	return staged_tensors(values, target);
}

inline staged_ints stage(const std::vector<int64_t> &values, list_target<int64_t> target)
{
	return staged_ints(values, target);
}

inline staged_number<int64_t> stage(int64_t value, int64_t *target)
{
	return { value, target };
}
inline staged_number<bool> stage(bool value, bool *target)
{
	return { value, target };
}
inline staged_number<double> stage(double value, double *target)
{
	return { value, target };
}
staged_number<int64_t> stage(const c10::SymInt &value, int64_t *target);
staged_number<ct_scalar> stage(const at::Scalar &value, ct_scalar *target);
staged_number<ct_dtype> stage(at::ScalarType value, ct_dtype *target);
staged_number<ct_quant_scheme> stage(at::QScheme value, ct_quant_scheme *target);
#if CT_HAS_SYM_BOOL
staged_number<bool> stage(const c10::SymBool &value, bool *target);
#endif

template <class... Staged> void commit(ct_origin from, Staged &&...staged)
{
	if (ct_handles_attended())
		reserve((staged.handles() + ...));
	(staged.commit(from), ...);
}

template <class... Values, class... Targets, size_t... I>
void give_each(ct_origin from, std::tuple<Values...> &values, std::index_sequence<I...>,
	       Targets... targets)
{
	commit(from, stage(std::get<I>(values), targets)...);
}

template <class... Values, class... Targets>
[[gnu::noinline]] void give_or_drop(ct_origin from, std::tuple<Values...> &&values,
				    Targets... targets)
{
	static_assert(sizeof...(Values) == sizeof...(Targets), "each result has its target");
	give_each(from, values, std::index_sequence_for<Values...>(), targets...);
}

template <class Value, class Target>
[[gnu::noinline]] void give_or_drop(ct_origin from, Value &&value, Target target)
{
	commit(from, stage(value, target));
}

/* If the handle is attended to. */
CT_HOT void give_attended(ct_origin from, at::Tensor &&value, ct_tensor **target);

/* The most frequent case, inline: in a few instructions if the handle is not attended to. */
inline void give_or_drop(ct_origin from, at::Tensor &&value, ct_tensor **target)
{
	if (target == nullptr)
		return;
	if (ct_handles_attended()) {
		give_attended(from, std::move(value), target);
		return;
	}
	*target = handle_of(value);
	if (*target)
		ct_count_given();
	value.unsafeReleaseTensorImpl();
}

/* For an operator whose only effect is its results: dropping them all is a mistake, such as
 * ct_relu(x, NULL) for ct_relu_(x, NULL). */
template <class Value, class... Targets>
inline void give(ct_origin from, Value &&value, Targets... targets)
{
	if (__builtin_expect(!(is_wanted(targets) || ...), false))
		refuse_no_result();
	give_or_drop(from, std::forward<Value>(value), targets...);
}

/* A result that is one of the arguments: a new reference to it. */
void share(ct_origin from, const ct_tensor *argument, ct_tensor **target);

} // namespace ct
