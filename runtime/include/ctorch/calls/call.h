/**
 * @file
 * Calls as short as Python's: every operator with positional, named and default arguments,
 * and expressions of such calls. C only (gcc and clang); C++ programs can include this header,
 * which has nothing for them.
 *
 *     CT_TRY(CT(max_pool2d, &y, x, CT_L(2, 2)));
 *     CT_TRY(CT(conv2d, &y, x, w, b, .padding = CT_L(1)));
 *     CT_TRY(CT(add, &z, x, 2.5));
 *
 * `CT(op, results..., arguments...)` calls an operator and returns its ct_error. The arguments are
 * Python's, in Python's order: first by position, then by name. Arguments that you leave out have
 * PyTorch's defaults; the compiler rejects a call that lacks a required one. The generated code is
 * the same as for the plain call.
 *
 * - `op` is an operator's name as in the C function: `CT(mm, ...)` calls ct_mm(),
 *   `CT(sum_dim_IntList, ...)` calls ct_sum_dim_IntList(). If only overloads have the name, as with
 *   `add`, the types of the arguments choose among add.Tensor, add.Scalar and so on. If the types
 *   are ambiguous, the compiler's error names the overloads.
 * - Results come first, as pointers; a list is two pointers, to the list and to its length. An
 *   in-place or out= operator takes no result: `CT(relu_, x)`, `CT(add_out, x, y, .out = z)`.
 * - Lists are CT_INTS(1, 2), or CT_L(1, 2) for short, CT_FLOATS(0.5), CT_BOOLS(true, false),
 *   CT_SCALARS(), CT_STRINGS("a"), CT_TENSORS(a, b); for arrays: CT_INTS_OF(sizes, len), and so on.
 * - Python's keyword-only arguments need their name here, too.
 * - A number is accepted where the schema has a Scalar without a default. A Scalar with a default
 *   needs CT_S(): `CT(add, &z, x, y, .alpha = CT_S(2))`; a plain number there does not compile.
 * - Where Python accepts a number in place of a tensor, so does CT(): `CT(sub, &z, 1, x)`,
 *   `CT(copy_, x, 0)`; docs/calls.md lists these operators.
 * - None is NULL for tensors, texts and generators, the NONE of an enumeration, `{ NULL, 0 }` for a
 *   list, and CT_NO_INT, CT_NO_FLOAT, CT_NO_BOOL where the schema has `int?`, `float?`, `bool?`.
 */
#ifndef CTORCH_CALLS_CALL_H
#define CTORCH_CALLS_CALL_H

#include <ctorch/calls/expression.h>
#include <ctorch/core/error.h>
#include <ctorch/core/scalar.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/tensor.h>

#if !defined(__cplusplus) && (defined(__GNUC__) || defined(__clang__))

/** Is defined if CT() and CT_E() are available. */
#define CT_HAS_CALLS 1

#include <ctorch/calls/counts.h>

/* gcc prints a note for each macro that contains a mistake, except for macros in system headers. So
 * the part that programs do not write is marked as one, up to the line marker below. */
#ifndef __clang__
#pragma GCC system_header
#endif

/*
 * Names that the compiler prints for a mistake say what to write:
 * ct_write_CT_TRY_around_the_call(), ct_write_CT_L_around_integers,
 * ct_write_an_ampersand_before_the_result_(), struct ct_too_many_arguments_without_a_name and
 * their like. Programs do not use them.
 */

/* --- Numbers ---------------------------------------------------------------------------------- */

/** None of an `int?`, a `float?` (a special NaN) and a `bool?`. */
#define CT_NO_INT INT64_MIN
#define CT_NO_FLOAT (__builtin_nan("0x6e6f6e65"))
#define CT_NO_BOOL (-1)

#define CT_NUMBER_INT_(value)                      \
	{                                          \
		NULL,                              \
		{                                  \
			CT_SCALAR_INT, value, 0, 0 \
		}                                  \
	}
#define CT_NUMBER_FLOAT_(value)                      \
	{                                            \
		NULL,                                \
		{                                    \
			CT_SCALAR_FLOAT, 0, value, 0 \
		}                                    \
	}
#define CT_NO_NUMBER_               \
	{                           \
		NULL,               \
		{                   \
			-1, 0, 0, 0 \
		}                   \
	}

static inline ct_number ct_number_of_int_(int64_t value)
{
	return (ct_number)CT_NUMBER_INT_(value);
}

static inline ct_number ct_number_of_uint_(uint64_t value)
{
	return (ct_number){
		NULL, { value > INT64_MAX ? CT_SCALAR_UINT : CT_SCALAR_INT, (int64_t)value, 0, 0 }
	};
}

static inline ct_number ct_number_of_float_(double value)
{
	return (ct_number)CT_NUMBER_FLOAT_(value);
}

static inline ct_number ct_number_of_bool_(bool value)
{
	return (ct_number){ NULL, { CT_SCALAR_BOOL, value, 0, 0 } };
}

static inline ct_number ct_number_of_complex_(double _Complex value)
{
	return (ct_number){ NULL, { CT_SCALAR_COMPLEX, 0, __real__ value, __imag__ value } };
}

static inline ct_number ct_number_of_scalar_(ct_scalar value)
{
	return (ct_number){ NULL, value };
}

static inline ct_number ct_number_of_number_(ct_number value)
{
	return value;
}

#define CT_S_(number)                                     \
	_Generic((number), _Bool                          \
		 : ct_number_of_bool_, unsigned long      \
		 : ct_number_of_uint_, unsigned long long \
		 : ct_number_of_uint_, float              \
		 : ct_number_of_float_, double            \
		 : ct_number_of_float_, long double       \
		 : ct_number_of_float_, float _Complex    \
		 : ct_number_of_complex_, double _Complex \
		 : ct_number_of_complex_, ct_scalar       \
		 : ct_number_of_scalar_, ct_number        \
		 : ct_number_of_number_, default          \
		 : ct_number_of_int_)(number)

static inline const int64_t *ct_given_int_(const int64_t *value)
{
	return *value == CT_NO_INT ? NULL : value;
}

/* Any other NaN is a number. */
static inline const double *ct_given_float_(const double *value)
{
	const double none = CT_NO_FLOAT;

	return __builtin_memcmp(value, &none, sizeof none) == 0 ? NULL : value;
}

static inline const bool *ct_given_bool_(signed char value)
{
	static const bool bools[] = { false, true };

	return value < 0 ? NULL : &bools[value != 0];
}

static inline const ct_scalar *ct_given_number_(const ct_number *number)
{
	return number->value.kind < 0 ? NULL : &number->value;
}

/* A list for a schema's `bool[3]`: NULL, which the operator rejects, if its length differs. */
static inline const bool *ct_given_bools_(ct_bools list, int64_t len)
{
	return list.len == len ? list.at : NULL;
}

/* --- Choosing an overload --------------------------------------------------------------------- */

#define CT_IF_TENSOR_(x, yes, no) \
	_Generic((x), ct_tensor * : yes, const ct_tensor * : yes, void * : yes, default : no)
#define CT_IF_TENSORS_(x, yes, no) _Generic((x), ct_tensors : yes, default : no)
#define CT_IF_SCALARS_(x, yes, no) _Generic((x), ct_scalars : yes, default : no)
#define CT_IF_INTS_(x, yes, no) _Generic((x), ct_ints : yes, default : no)

/* `x` if it has the type, otherwise a placeholder of that type: the overloads that are not chosen
 * must compile, too. */
#define CT_AS_TENSOR_(x) \
	_Generic((x), ct_tensor *: (x), const ct_tensor *: (x), void *: (x), \
		 default: (const ct_tensor *)NULL)
#define CT_AS_TENSORS_(x) _Generic((x), ct_tensors : (x), default : (ct_tensors){ NULL, 0 })
#define CT_AS_SCALARS_(x) _Generic((x), ct_scalars : (x), default : (ct_scalars){ NULL, 0 })
#define CT_AS_INTS_(x) _Generic((x), ct_ints : (x), default : (ct_ints){ NULL, 0 })
#define CT_AS_NUMBER_(x) CT_S_(CT_NO_POINTER_(x))
#define CT_AS_INT_(x) CT_NO_POINTER_(x)
#define CT_NO_POINTER_(x)                                                                 \
	_Generic((x), ct_tensor * : 0, const ct_tensor * : 0, void * : 0, ct_tensors : 0, \
		 ct_scalars : 0, ct_ints : 0, default                                     \
		 : (x))

/* `x`, a number as a Scalar: for the struct of whichever overload is chosen. */
#define CT_NUMBER_OR_(x) \
	_Generic((x), ct_tensor *: (x), const ct_tensor *: (x), void *: (x), ct_tensors: (x), \
		 ct_scalars: (x), ct_ints: (x), default: CT_S_(CT_NO_POINTER_(x)))

/* --- Numbers in place of tensors -------------------------------------------------------------- */

/* What add and a few others take: a tensor, or a number, of which a tensor is made for the call. */
struct ct_operand_ {
	const ct_tensor *tensor;
	ct_scalar number; /* if its kind is not negative */
};

static inline struct ct_operand_ ct_operand_of_tensor_(const ct_tensor *tensor)
{
	return (struct ct_operand_){ tensor, { -1, 0, 0, 0 } };
}

static inline struct ct_operand_ ct_write_a_tensor_or_a_number_(ct_number number)
{
	return (struct ct_operand_){ NULL, number.value };
}

/* `x` as an operand; once, as it may be a long expression. */
#define CT_OPERAND_(x)                                                                          \
	__extension__({                                                                         \
		__auto_type ct_given_ = (x);                                                    \
		CT_IF_TENSOR_(ct_given_, ct_operand_of_tensor_, ct_write_a_tensor_or_a_number_) \
		(CT_NUMBER_OR_(ct_given_));                                                     \
	})

/* A tensor as an operand, a number as a Scalar: where a number chooses an overload that has one. Of
 * add, mul and the like it computes the same, without a tensor. */
#define CT_OPERAND_OR_NUMBER_(x) \
	CT_IF_TENSOR_(x, ct_operand_of_tensor_, ct_number_of_number_)(CT_NUMBER_OR_(x))

static inline void ct_number_tensor_free_(ct_tensor **made)
{
	if (*made)
		ct_tensor_free(*made);
}

/* In a function that calls an operator: if an argument is a number, makes its tensor, which is freed
 * when the function returns. */
#define CT_NUMBER_TENSOR_(name)                                                          \
	ct_tensor *name##_made_ __attribute__((cleanup(ct_number_tensor_free_))) = NULL; \
	if (a__.name.number.kind >= 0) {                                                 \
		ct_error ct_unmade_ = ct_tensor_new_wrapped_number(a__.name.number,      \
								   &name##_made_);       \
                                                                                         \
		if (ct_unmade_)                                                          \
			return ct_unmade_;                                               \
		a__.name.tensor = name##_made_;                                          \
	}

/* --- The calls -------------------------------------------------------------------------------- */

/* The value of CT_E() with an operator that returns a list. */
static inline ct_tensors ct_list_of_(ct_tensor **list, int64_t len)
{
	static ct_tensor *const nothing[64]; /* an expression continues after an error */

	return list ? (ct_tensors){ list, len } : (ct_tensors){ nothing, 0 };
}

/* The member after the positional arguments; no value can initialize it. */
struct ct_no_more_ {
	const struct ct_too_many_arguments_without_a_name *position;
};

/* Inlined even at -O0, so that a leak report shows the caller's location. */
#define CT_INLINE_ static inline __attribute__((always_inline, artificial))

#define CT_MUST_BE_USED_ CT_WARN_UNUSED __attribute__((always_inline, artificial))
/* Dropping the value of a statement expression gives no warning; dropping a function's does. The
 * compiler prints the name. */
static inline CT_MUST_BE_USED_ ct_error ct_write_CT_TRY_around_the_call(ct_error error)
{
	return error;
}

/* Returns its argument, whose type the compiler checks. */
static inline CT_MUST_BE_USED_ ct_tensor **ct_write_an_ampersand_before_the_result_(
	ct_tensor **result)
{
	return result;
}

/* --- What the macros do ----------------------------------------------------------------------- */

/* Named arguments override defaults in an initializer, and nested expressions shadow variables:
 * both are intended. */
#ifdef __clang__
#define CT_QUIET_OVERRIDES_                                              \
	_Pragma("GCC diagnostic ignored \"-Winitializer-overrides\"")    \
		_Pragma("GCC diagnostic error \"-Wliteral-conversion\"") \
			_Pragma("GCC diagnostic error \"-Wfloat-conversion\"")
#else
#define CT_QUIET_OVERRIDES_ _Pragma("GCC diagnostic ignored \"-Woverride-init\"")
#endif
#define CT_QUIET_                      \
	_Pragma("GCC diagnostic push") \
		CT_QUIET_OVERRIDES_ _Pragma("GCC diagnostic ignored \"-Wshadow\"") CT_STRICT_
/* Otherwise C converts a number to a pointer or to the first member of a struct. clang also rejects
 * a fraction as an integer; gcc's option of that name also rejects a double as a float, which
 * programs use on purpose. */
#define CT_STRICT_                                                                       \
	_Pragma("GCC diagnostic error \"-Wint-conversion\"")                             \
		_Pragma("GCC diagnostic error \"-Wmissing-braces\"")                     \
			_Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"") \
				_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")
#define CT_AS_BEFORE_ _Pragma("GCC diagnostic pop")

/* The location that an error records; none in the library itself. */
#ifdef CTORCH_NO_TRACE
#define CT_PLACE_ NULL, 0, NULL
#define CT_SKIPPED_ ct_expression_failed()
#else
#define CT_PLACE_ __FILE__, __LINE__, __func__
#define CT_SKIPPED_ ct_expression_failed_at(__FILE__, __LINE__)
#endif

/*
 * CT(relu, &y, x) becomes
 *
 *     CT_OP_relu_(CT_CALL_, {, relu, &y, x, )
 *
 * or, with too few arguments, CT_FEW_relu_(), whose error lists them. The brace is written where
 * the call is, as gcc complains about missing ones only there. CT_OP_relu_() puts the initializer
 * of a struct of arguments between BEGIN_ and END_, and the results between END_ and CLOSE_, here:
 * CT() calls, ...
 */
/* clang-format off: the brackets of a macro end in another one. */
#define CT_CALL_BEGIN_(type, call) \
	__extension__({            \
		type ct_args_ =
#define CT_CALL_END_(call) \
	; call(ct_args_,
#define CT_CALL_CLOSE_() ); \
	})
#define CT_CALL_WRITTEN_BEGIN_(type, call) CT_CALL_BEGIN_(type, call)
#define CT_CALL_WRITTEN_END_(call) \
	; call(ct_args_
#define CT_CALL_WRITTEN_CLOSE_(written) ); \
	})

/* ... and CT_E() calls unless something failed before. */
#define CT_VALUE_BEGIN_(type, call) \
	__extension__({                        \
		ct_tensor *ct_value_ = NULL;   \
		type ct_args_ =
#define CT_VALUE_END_(call) \
	; ct_error ct_failed_ = CT_SKIPPED_ ? NULL : call(ct_args_,
#define CT_VALUE_CLOSE_()                                  \
	);                                                 \
	if (__builtin_expect(ct_failed_ != NULL, 0))       \
		ct_expression_note(ct_failed_, CT_PLACE_); \
	ct_value_;                                         \
	})
#define CT_VALUE_LIST_BEGIN_(type, call) \
	__extension__({                        \
		ct_tensor **ct_list_ = NULL;   \
		int64_t ct_list_len_ = 0;      \
		type ct_args_ =
#define CT_VALUE_LIST_END_(call) CT_VALUE_END_(call)
#define CT_VALUE_LIST_CLOSE_()                             \
	);                                                 \
	if (__builtin_expect(ct_failed_ != NULL, 0))       \
		ct_expression_note(ct_failed_, CT_PLACE_); \
	ct_list_of_(ct_list_, ct_list_len_);               \
	})
#define CT_VALUE_WRITTEN_BEGIN_(type, call) \
	__extension__({                     \
		type ct_args_ =
#define CT_VALUE_WRITTEN_END_(call) \
	; ct_error ct_failed_ = CT_SKIPPED_ ? NULL : call(ct_args_
#define CT_VALUE_WRITTEN_CLOSE_(written)                   \
	);                                                 \
	if (__builtin_expect(ct_failed_ != NULL, 0))       \
		ct_expression_note(ct_failed_, CT_PLACE_); \
	(ct_tensor *)ct_args_.written;                     \
	})
/* clang-format on */

/* 0, and a mention of the operator's declaration in a list of names: an editor shows it, and the
 * compiler suggests the nearest name for an unknown one. */
#define CT_OPERATOR_(op) !sizeof(((struct ct_operator_names *)0)->op)
#define CT_FUNCTION_(op) !sizeof(((struct ct_function_names *)0)->op)

#define CT_NO_OPERATOR_ CT_NEED_0_(CT_UNKNOWN_OPERATOR_, )
/* Python's methods that convert: they are no operators, and some of their names are keywords. */
#define CT_OP_float_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_FLOAT32 as dtype\"")(void *) 0
#define CT_NEEDS_float_ CT_NEED_0_(CT_OP_float_, )
#define CT_EXPRS_float_ CT_NEED_0_(CT_OP_float_, )
#define CT_OP_double_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_FLOAT64 as dtype\"")(void *) 0
#define CT_NEEDS_double_ CT_NEED_0_(CT_OP_double_, )
#define CT_EXPRS_double_ CT_NEED_0_(CT_OP_double_, )
#define CT_OP_half_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_FLOAT16 as dtype\"")(void *) 0
#define CT_NEEDS_half_ CT_NEED_0_(CT_OP_half_, )
#define CT_EXPRS_half_ CT_NEED_0_(CT_OP_half_, )
#define CT_OP_bfloat16_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_BFLOAT16 as dtype\"")(void *) 0
#define CT_NEEDS_bfloat16_ CT_NEED_0_(CT_OP_bfloat16_, )
#define CT_EXPRS_bfloat16_ CT_NEED_0_(CT_OP_bfloat16_, )
#define CT_OP_int_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_INT32 as dtype\"")(void *) 0
#define CT_NEEDS_int_ CT_NEED_0_(CT_OP_int_, )
#define CT_EXPRS_int_ CT_NEED_0_(CT_OP_int_, )
#define CT_OP_long_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_INT64 as dtype\"")(void *) 0
#define CT_NEEDS_long_ CT_NEED_0_(CT_OP_long_, )
#define CT_EXPRS_long_ CT_NEED_0_(CT_OP_long_, )
#define CT_OP_short_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_INT16 as dtype\"")(void *) 0
#define CT_NEEDS_short_ CT_NEED_0_(CT_OP_short_, )
#define CT_EXPRS_short_ CT_NEED_0_(CT_OP_short_, )
#define CT_OP_char_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_INT8 as dtype\"")(void *) 0
#define CT_NEEDS_char_ CT_NEED_0_(CT_OP_char_, )
#define CT_EXPRS_char_ CT_NEED_0_(CT_OP_char_, )
#define CT_OP_byte_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_UINT8 as dtype\"")(void *) 0
#define CT_NEEDS_byte_ CT_NEED_0_(CT_OP_byte_, )
#define CT_EXPRS_byte_ CT_NEED_0_(CT_OP_byte_, )
#define CT_OP_bool_(...) \
	_Pragma("GCC error \"write to_dtype, with CT_BOOL as dtype\"")(void *) 0
#define CT_NEEDS_bool_ CT_NEED_0_(CT_OP_bool_, )
#define CT_EXPRS_bool_ CT_NEED_0_(CT_OP_bool_, )
#define CT_UNKNOWN_OPERATOR_(do__, open__, op, ...) CT_UNKNOWN_(ct_operator_names, op)
#define CT_UNKNOWN_(names, name)                           \
	__extension__({                                    \
		(void)sizeof((struct names){ .name = 0 }); \
		(void *)0;                                 \
	})

#include <ctorch/calls/all.h>

/* gcc suppresses warnings whose text comes from a system header, as an installed header is. This
 * line marker says that the rest is not in one, and the pragma prevents a warning about the marker
 * itself. clang looks at the location where a macro is used. ccache ignores names in <>. */
#ifndef __clang__
#pragma GCC system_header
# 446 "<ctorch/calls/call.h>"
#endif

/* --- Numbers, as programs write them ---------------------------------------------------------- */

/** The None of a `Scalar?`. */
#define CT_NO_NUMBER ((ct_number)CT_NO_NUMBER_)

/** Makes a Scalar from a number of any C type, or from a ct_scalar: 2 is an int, 2.0 a float. */
#define CT_S(number) CT_S_(number)

/* --- The calls -------------------------------------------------------------------------------- */

/* clang-format off: an argument of a macro is a brace. */

/** Calls an operator, as described above. Returns a ct_error, which must be used. */
#define CT(op, ...) \
	ct_write_CT_TRY_around_the_call(__extension__({                                           \
		CT_QUIET_                                                                         \
		ct_error ct_returned_ = CT_PICK_(CT_NEEDS_##op##_, CT_NO_OPERATOR_, __VA_ARGS__, )( \
			CT_CALL_, {, op, __VA_ARGS__, );                                          \
		CT_AS_BEFORE_                                                                     \
		ct_returned_;                                                                     \
	}))
/**
 * Calls an operator within an expression, as CT() does; the result is the value instead of a
 * parameter.
 *
 *     CT_SCOPE;
 *     ct_tensor *h = CT_E(relu, CT_E(linear, x, w1, b1));
 *
 *     return CT_FINISH(CT_E(linear, h, w2, b2), result);
 *
 * If a call fails, its value is NULL, the error is pending, and all later calls in this thread are
 * skipped until CT_FINISH() returns the error; so no operator sees an argument that is missing
 * because an earlier call failed. A function that requires a tensor and receives this NULL returns
 * the error, too, and ends the expression. The values belong to the innermost scope, which must be
 * open. The value of an in-place operator is the tensor it wrote to.
 *
 * The operator must return one tensor or a list. A list is a `ct_tensors`: you can pass it to
 * another operator, and its elements are `at[0]`, `at[1]`, ... After an error its `len` is 0, and
 * the first 64 elements are NULL.
 *
 *     ct_tensors qkv = CT_E(chunk, x, 3, -1);
 *     ct_tensor *y = CT_E(scaled_dot_product_attention, qkv.at[0], qkv.at[1], qkv.at[2]);
 */
#define CT_E(op, ...) \
	__extension__({                                                                       \
		CT_QUIET_                                                                     \
		__auto_type ct_returned_ = CT_PICK_(CT_EXPRS_##op##_, CT_NO_OPERATOR_, __VA_ARGS__, )( \
			CT_VALUE_, {, op, __VA_ARGS__, );                                     \
		CT_AS_BEFORE_                                                                 \
		ct_returned_;                                                                 \
	})
/* clang-format on */

/** Makes any call that returns a ct_error part of the expression: `CT_DO(call);` is skipped after
 * an error, and its own error becomes pending. A skipped call does not write its results, so
 * initialize them: `ct_tensor *values = NULL, *indices = NULL; CT_DO(CT(max_dim, &values, &indices,
 * x, 1));`. */
#define CT_DO(call)                                              \
	do {                                                     \
		CT_QUIET_                                        \
		ct_error ct_done_ = CT_SKIPPED_ ? NULL : (call); \
		if (__builtin_expect(ct_done_ != NULL, 0))       \
			ct_expression_note(ct_done_, CT_PLACE_); \
		CT_AS_BEFORE_                                    \
	} while (0)

/** Calls a function within an expression and returns its tensor: `CT_F(function, arguments...)`,
 * for a function, the library's or yours, that returns a ct_error and has one result, a tensor, as
 * its last parameter. `CT_F(ct_tensor_grad, x)` is Python's `x.grad`. */
#define CT_F(function, ...)                              \
	__extension__({                                  \
		ct_tensor *ct_made_ = NULL;              \
		CT_DO(function(__VA_ARGS__, &ct_made_)); \
		ct_made_;                                \
	})

/** Applies a function with a backward of your own (custom_function.h) within an expression, and returns
 * its only output: `CT_APPLY(&my_exp, x)`; an input may be NULL. With data for its callbacks:
 * `CT_APPLY_WITH(&my_exp, data, x)`. */
#define CT_APPLY(function, ...) CT_APPLY_WITH(function, NULL, __VA_ARGS__)
#define CT_APPLY_WITH(function, data, ...)                                                      \
	__extension__({                                                                         \
		ct_tensor *ct_made_ = NULL;                                                     \
		CT_DO(ct_function_apply((function), (data), CT_TENSORS(__VA_ARGS__), &ct_made_, \
					1));                                                    \
		ct_made_;                                                                       \
	})

/** Returns the only element of a tensor as a double, within an expression: Python's x.item(); 0
 * after an error. */
#define CT_ITEM(x)                                          \
	__extension__({                                     \
		double ct_item_ = 0;                        \
		CT_DO(ct_tensor_item_double(x, &ct_item_)); \
		ct_item_;                                   \
	})

/** Raises an error within an expression, as Python's `raise`: `if (n % heads) return
 * CT_FAIL(CT_ERROR_VALUE, "%d heads", heads);`. The error becomes pending unless another one is; the
 * value is NULL. */
#define CT_FAIL(error_class, ...)                                      \
	__extension__({                                                \
		CT_DO(ct_error_new((error_class), NULL, __VA_ARGS__)); \
		(void *)NULL;                                          \
	})

#define CT_FINISH_OF_(value) \
	_Generic((value), ct_module *                                        \
		 : ct_expression_finish_module, const ct_module *            \
		 : ct_expression_finish_module, default                      \
		 : ct_expression_finish)

/** Ends an expression and returns its ct_error, which records this location. On success `*result`
 * is the value, a tensor or a module. */
#define CT_FINISH(value, result)                                                               \
	ct_write_CT_TRY_around_the_call(__extension__({                                        \
		__auto_type ct_finishing_ = (value);                                           \
		ct_error ct_finished_ = CT_FINISH_OF_(ct_finishing_)(ct_finishing_, (result)); \
		ct_finished_ ? CT_HERE_(ct_finished_) : NULL;                                  \
	}))

/** Ends an expression without a value and returns its ct_error, as CT_FINISH() does: `return
 * CT_DONE();`. */
#define CT_DONE() CT_FINISH(NULL, NULL)

#endif

#endif
