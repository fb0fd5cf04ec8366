/**
 * @file
 * torchvision: the classes of its transforms.v2 for tensors, and the other headers of this room.
 * docs/transforms.md has examples.
 *
 *     ct_transform *transform = CT_COMPOSE(CT_T(Resize, CT_L(256)), CT_T(CenterCrop, CT_L(224)),
 *                                          CT_T(ToTensor),
 *                                          CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
 *
 * The arguments are Python's, as with CT(); omitted arguments have Python's defaults. The macros
 * are parts of expressions (call.h): after an error they return NULL, and the error waits for
 * CT_FINISH(). The new objects belong to the innermost scope.
 */
#ifndef CTORCH_VISION_VISION_H
#define CTORCH_VISION_VISION_H

#include <ctorch/calls/call.h>
#include <ctorch/vision/image.h>
#include <ctorch/vision/image_data.h>
#include <ctorch/vision/models.h>
#include <ctorch/vision/transform.h>
#include <ctorch/vision/transform_functions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Classes by name -------------------------------------------------------------------------- */

/**
 * Creates a transform from the name of its class and Python's arguments: `"Resize"`, `[256]`,
 * `{"antialias": False}`. ctorch_api.json lists the classes with their arguments. Children, as of a
 * Compose, are dicts: `[{"class": "Resize", "args": [256]}, {"class": "ToTensor"}]`, with optional
 * `args` and `kwargs`.
 *
 * Errors are Python's: a TypeError for an argument that is unknown, given twice or of another type,
 * a ValueError for one that is out of range. A KeyError for an unknown class.
 *
 * @param args    a list of the arguments given by position; NULL: none
 * @param kwargs  a dict of the arguments given by name; NULL: none
 */
CT_API ct_error ct_transform_new(const char *name, const ct_value *args CT_NULLABLE,
				 const ct_value *kwargs CT_NULLABLE,
				 ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a transform as ct_transform_new() does, with children that exist: a child may also be an
 * index into `transforms`. The new transform has a reference to each. An IndexError for another
 * index. */
CT_API ct_error ct_transform_new_from(const char *name, ct_transforms transforms,
				      const ct_value *args CT_NULLABLE,
				      const ct_value *kwargs CT_NULLABLE,
				      ct_transform **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Lists all classes: a new list of dicts in alphabetical order with "name" and "schema" (the
 * constructor with its arguments). */
CT_API ct_error ct_transform_list_classes(ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- What the macros call -------------------------------------------------------------------- */

CT_API ct_transform *ct_transform_new_(const char *class_name, const void *args CT_LENGTH(1),
				       size_t size, const char *file, int line,
				       const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#ifdef CT_HAS_CALLS

#include <ctorch/classes/transform.h>

/* As in call.h: code that programs do not write is in a system header. */
#ifndef __clang__
#pragma GCC system_header
#endif

/* Implements CT_T(), as CT_CALL_BEGIN_() does CT(). */
#define CT_NEW_TRANSFORM_BEGIN_(name) CT_CALL_BEGIN_(const struct ct_args_##name##_, )
#define CT_NEW_TRANSFORM_END_(name)                                           \
	;                                                                     \
	ct_transform_new_(&#name[11], &ct_args_, sizeof ct_args_, CT_PLACE_); \
	})
#define CT_NEW_TRANSFORM_CLOSE_()

#ifndef __clang__
#pragma GCC system_header
# 88 "<ctorch/vision/vision.h>"
#endif

/* clang-format off: an argument of a macro is a brace. */

/** Creates a transform: `CT_T(Resize, CT_L(256))`. NULL after an error. */
#define CT_T(...) \
	__extension__({                                                          \
		CT_QUIET_                                                        \
		ct_transform *ct_made_ = CT_T_PICK_(__VA_ARGS__, )(      \
			CT_NEW_TRANSFORM_, {, __VA_ARGS__, );                    \
		CT_AS_BEFORE_                                                    \
		ct_made_;                                                        \
	})
/* clang-format on */

/** Creates a Compose of transforms: `CT_COMPOSE(flip, crop)`. It has a reference to each. */
#define CT_COMPOSE(...) CT_T(Compose, CT_TRANSFORMS(__VA_ARGS__))

#endif

#endif
