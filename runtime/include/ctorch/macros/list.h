/**
 * @file
 * Macros that make lists of numbers, texts and tensors, as arguments of functions and of the calls
 * in call.h. Lists in place are for C; C++ programs write `{ array, len }`, or CT_INTS_OF() and its
 * siblings.
 *
 *     ct_tensor_zeros(CT_L(2, 3), NULL, &x);
 *     ct_tensor_zeros(CT_INTS_OF(sizes, dim), NULL, &x);
 *
 * A list lives until the end of the block in which it is written.
 *
 * | elements | in place | of an array | none |
 * | --- | --- | --- | --- |
 * | integers | CT_INTS(2, 3), short: CT_L(2, 3) | CT_INTS_OF(array, len) | CT_NO_INTS |
 * | floats | CT_FLOATS(0.5, 2) | CT_FLOATS_OF(array, len) | CT_NO_FLOATS |
 * | bools | CT_BOOLS(true, false) | CT_BOOLS_OF(array, len) | CT_NO_BOOLS |
 * | numbers | CT_SCALARS(ct_scalar_int(1)) | CT_SCALARS_OF(array, len) | CT_NO_SCALARS |
 * | texts | CT_STRINGS("label", "text") | CT_STRINGS_OF(array, len) | CT_NO_STRINGS |
 * | tensors, const or not | CT_TENSORS(a, b) | CT_TENSORS_OF(array, len) | CT_NO_TENSORS |
 *
 * `CT_L()` is an empty list, Python's `[]`. `CT_NO_INTS` has no array: it is None if the list is
 * optional, otherwise an empty list, too.
 */
#ifndef CTORCH_MACROS_LIST_H
#define CTORCH_MACROS_LIST_H

#include <stddef.h>

#include <ctorch/core/types.h>

#ifndef __cplusplus

/* An empty literal is an extension of gcc and clang. */
#ifdef __GNUC__
#define CT_EXTENSION_ __extension__
#else
#define CT_EXTENSION_
#endif

#define CT_LIST_OF_(list, type, ...)                         \
	CT_EXTENSION_((list){ (const type[]){ __VA_ARGS__ }, \
			      (int64_t)(sizeof((const type[]){ __VA_ARGS__ }) / sizeof(type)) })

/* 0, or an error for a fraction. In a long list, only the first elements are checked. __VA_OPT__,
 * for an empty list, is an extension, too. */
#ifdef __GNUC__
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpedantic"
#else
#pragma GCC system_header
#endif
#define CT_WHOLE_(...) (0 __VA_OPT__(+CT_WHOLE_8_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)))
#define CT_WHOLE_8_(a, b, c, d, e, f, g, h, ...)                                                   \
	(CT_IS_WHOLE_(a) + CT_IS_WHOLE_(b) + CT_IS_WHOLE_(c) + CT_IS_WHOLE_(d) + CT_IS_WHOLE_(e) + \
	 CT_IS_WHOLE_(f) + CT_IS_WHOLE_(g) + CT_IS_WHOLE_(h))
#define CT_IS_WHOLE_(x)                      \
	_Generic((x), float                  \
		 : CT_FRACTION_, double      \
		 : CT_FRACTION_, long double \
		 : CT_FRACTION_, default : 0)
#define CT_FRACTION_ ((struct ct_write_integers_in_CT_L){ 0 })
struct ct_write_integers_in_CT_L {
	char unused_;
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#else
#define CT_WHOLE_(...) 0
#endif

/* As in call.h: makes gcc show where a program calls the macros below. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
# 77 "<ctorch/macros/list.h>"
#endif

/** Makes a list of integers, as int64_t. A fraction does not compile. */
#define CT_INTS(...)                                                                               \
	CT_EXTENSION_(                                                                             \
		(ct_ints){ (const int64_t[]){ __VA_ARGS__ },                                       \
			   (int64_t)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)) + \
				   CT_WHOLE_(__VA_ARGS__) })
/** Makes a list of integers: short for CT_INTS(). */
#define CT_L(...)                                                                                  \
	CT_EXTENSION_(                                                                             \
		(ct_ints){ (const int64_t[]){ __VA_ARGS__ },                                       \
			   (int64_t)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)) + \
				   CT_WHOLE_(__VA_ARGS__) })

/* What follows is in a system header again: C99 has no _Generic. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

/** Makes a list of floating point numbers, as double. */
#define CT_FLOATS(...) CT_LIST_OF_(ct_floats, double, __VA_ARGS__)
/** Makes a list of truth values. */
#define CT_BOOLS(...) CT_LIST_OF_(ct_bools, bool, __VA_ARGS__)
/** Makes a list of numbers of any kind, each a ct_scalar. */
#define CT_SCALARS(...) CT_LIST_OF_(ct_scalars, ct_scalar, __VA_ARGS__)
/** Makes a list of texts. */
#define CT_STRINGS(...) CT_LIST_OF_(ct_strings, char *, __VA_ARGS__)
/** Makes a list of tensors, const or not; NULL is None if the list may contain it. */
#define CT_TENSORS(...)                                                                            \
	CT_EXTENSION_((ct_tensors){ (ct_tensor *const *)(const ct_tensor *const[]){ __VA_ARGS__ }, \
				    (int64_t)(sizeof((const ct_tensor *const[]){ __VA_ARGS__ }) /  \
					      sizeof(ct_tensor *)) })

#endif

/* A struct of `type` with these members. */
#ifdef __cplusplus
#define CT_LIST_(type, array, len) (type{ (array), (len) })
#define CT_TENSORS_AT_(array) ((ct_tensor *const *)(array))
#else
#define CT_LIST_(type, array, len) ((type){ (array), (len) })
#define CT_TENSORS_AT_(array) \
	((ct_tensor *const *)_Generic((array), ct_tensor ** : (array), ct_tensor *const * \
				      : (array), const ct_tensor **                     \
				      : (array), const ct_tensor *const *               \
				      : (array), void *                                 \
				      : (array)))
#endif

/** Makes a list of the `len` elements of an array, which is borrowed. */
#define CT_INTS_OF(array, len) CT_LIST_(ct_ints, array, len)
/** Makes a list as CT_INTS_OF() does. */
#define CT_FLOATS_OF(array, len) CT_LIST_(ct_floats, array, len)
/** Makes a list as CT_INTS_OF() does. */
#define CT_BOOLS_OF(array, len) CT_LIST_(ct_bools, array, len)
/** Makes a list as CT_INTS_OF() does. */
#define CT_SCALARS_OF(array, len) CT_LIST_(ct_scalars, array, len)
/** Makes a list as CT_INTS_OF() does. */
#define CT_STRINGS_OF(array, len) CT_LIST_(ct_strings, array, len)
/** Makes a list as CT_INTS_OF() does; the tensors may be const. */
#define CT_TENSORS_OF(array, len) CT_LIST_(ct_tensors, CT_TENSORS_AT_(array), len)

/** No list: None if the list is optional, otherwise an empty list. */
#define CT_NO_INTS CT_LIST_(ct_ints, NULL, 0)
/** As CT_NO_INTS. */
#define CT_NO_FLOATS CT_LIST_(ct_floats, NULL, 0)
/** As CT_NO_INTS. */
#define CT_NO_BOOLS CT_LIST_(ct_bools, NULL, 0)
/** As CT_NO_INTS. */
#define CT_NO_SCALARS CT_LIST_(ct_scalars, NULL, 0)
/** As CT_NO_INTS. */
#define CT_NO_STRINGS CT_LIST_(ct_strings, NULL, 0)
/** As CT_NO_INTS. */
#define CT_NO_TENSORS CT_LIST_(ct_tensors, NULL, 0)

#endif
