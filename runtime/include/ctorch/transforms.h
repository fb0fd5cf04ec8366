/**
 * @file
 * Python's torchvision.transforms.v2 for tensors: its classes. docs/transforms.md shows them at
 * work.
 *
 *     ct_transform *transform = CT_COMPOSE(CT_T(Resize, CT_L(256)), CT_T(CenterCrop, CT_L(224)),
 *                                          CT_T(ToTensor),
 *                                          CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
 *
 * The arguments are Python's, as with CT(); what you leave out has Python's default. The macros
 * are parts of expressions (call.h): after an error they give NULL, and the error waits for
 * CT_FINISH(). What they make belongs to the innermost scope.
 */
#ifndef CTORCH_TRANSFORMS_H
#define CTORCH_TRANSFORMS_H

#include <ctorch/call.h>
#include <ctorch/transform.h>
#include <ctorch/transform_functions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes by name -------------------------------------------------------------------------- */

/**
 * A new transform from the name of its class and Python's arguments: `"Resize"`, `[256]`,
 * `{"antialias": False}`. ctorch_api.json lists the classes with their arguments. The transforms
 * that a Compose consists of are dicts:
 * `[{"class": "Resize", "args": [256]}, {"class": "ToTensor"}]`, with optional `args` and `kwargs`.
 *
 * Errors are Python's: a TypeError for an argument that is unknown, given twice or of another type,
 * a ValueError for one that is out of range. A KeyError for an unknown class.
 *
 * @param args    a list of what is given by position; NULL: nothing
 * @param kwargs  a dict of what is given by name; NULL: nothing
 */
CT_API ct_error ct_transform_new(const char *name, const ct_value *args CT_NULLABLE,
				 const ct_value *kwargs CT_NULLABLE,
				 ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** All classes, a new list of dicts in alphabetical order: "name", "schema" (the constructor with
 * its arguments). */
CT_API ct_error ct_transform_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_transform *ct_transform_new_(const char *class_name, const void *args CT_LENGTH(1),
				       size_t size, const char *file, int line,
				       const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#ifdef CT_HAS_CALLS

#include <ctorch/transform_classes.h>

/* As in call.h: what programs do not write is in a system header. */
#ifndef __clang__
#pragma GCC system_header
#endif

/* What CT_T() does, as CT_CALL_BEGIN_(). */
#define CT_NEW_TRANSFORM_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_TRANSFORM_END_(name)                                           \
	;                                                                     \
	ct_transform_new_(&#name[11], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_TRANSFORM_CLOSE_()

#ifndef __clang__
#pragma GCC system_header
# 77 "<ctorch/transforms.h>"
#endif

/* clang-format off: an argument of a macro is a brace. */

/** `CT_T(Resize, CT_L(256))`: a new transform. NULL after an error. */
#define CT_T(...) \
	__extension__({                                                          \
		CT_QUIET_                                                        \
		ct_transform *ct_made_ = CT_T_PICK_(__VA_ARGS__, )(      \
			CT_NEW_TRANSFORM_, {, __VA_ARGS__, );                    \
		CT_AS_BEFORE_                                                    \
		ct_made_;                                                        \
	})
/* clang-format on */

/** `CT_COMPOSE(flip, crop)`: a new Compose of these, which it keeps. */
#define CT_COMPOSE(...) CT_T(Compose, CT_TRANSFORMS(__VA_ARGS__))

#endif

#endif
