/*
 * Inside the library: transforms. What a class is called and takes comes from
 * runtime/vision/transforms.yaml, from which ctorch-gen writes classes/transform.c; what it
 * does is in the other files of this folder, in a `struct ct_transform_code` for each class.
 */
#ifndef CT_VISION_TRANSFORMS_CLASS_H
#define CT_VISION_TRANSFORMS_CLASS_H

#include <stddef.h>

#include <ctorch/calls/call.h>
#include <ctorch/classes/transform.h>
#include <ctorch/vision/vision.h>

#include "classes/class.h"
#include "core/memory/counted.h"

enum { CT_TRANSFORM_ROOM = 4 }; /* elements that setup() may write to any list of numbers */

/* What a class does. */
struct ct_transform_code {
	/* Python's checks of the arguments, and what Python's constructor makes of them: `args` is
	 * the transform's own copy. NULL: nothing to do. */
	ct_error (*setup)(void *args);
	/* The result is a new handle, or `image` itself. Called within a scope. */
	ct_error (*apply)(const void *args, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result);
	size_t p; /* where `args` has the probability with which it is applied; 0: always */
};

struct ct_transform_class {
	struct ct_class of;
	const char *repr; /* "p, size=tuple": the arguments that print shows */
	const struct ct_transform_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_transform_class ct_transform_classes[];
extern const size_t ct_transform_classes_len;

struct ct_transform {
	struct ct_counted counted;
	const struct ct_transform_class *klass; /* NULL: that of a function */
	ct_transform_function call;
	void *context;
	ct_release_function release;
	void *args; /* a struct of the class's arguments (ct_class_own()); NULL: that of a function */
};

/* --- transform.c ------------------------------------------------------------------------------ */

ct_error ct_transform_check(const ct_transform *self, const char *function, int position,
			    const char *name) CT_WARN_UNUSED;

/* A new one without arguments, which belongs to no scope; NULL: no memory. */
ct_transform *ct_transform_alloc(const struct ct_transform_class *klass);

/* Gives it to the innermost scope, and stores it; on an error releases it. */
ct_error ct_transform_give(ct_transform *self, const char *function,
			   ct_transform **result) CT_WARN_UNUSED;

/* Applies a part of a transform, whose result may be `image` itself. Within a scope. */
ct_error ct_transform_run(const ct_transform *self, const ct_tensor *image, ct_generator *generator,
			  ct_tensor **result) CT_WARN_UNUSED;

/* --- setup.c: what Python's constructors check and complete ----------------------------------- */

/* One number becomes two. A ValueError with the text for another number of elements. */
ct_error ct_transform_pair(ct_ints *size, const char *text) CT_WARN_UNUSED;

/* _setup_number_or_seq(): one or two numbers become two. */
ct_error ct_transform_two(ct_floats *list, const char *name) CT_WARN_UNUSED;

/* _setup_angle(): one number becomes -x and x; 2 or, if `may_be_four`, 4 stay. */
ct_error ct_transform_angle(ct_floats *list, const char *name, bool may_be_four) CT_WARN_UNUSED;

/* A ValueError unless it is None or has two elements. */
ct_error ct_transform_is_pair(ct_floats list, const char *name) CT_WARN_UNUSED;

ct_error ct_transform_check_p(double p) CT_WARN_UNUSED;

/* Checks the word; the grid transforms only know two. */
ct_error ct_transform_check_interpolation(const char *word) CT_WARN_UNUSED;
ct_error ct_transform_check_padding(ct_ints padding) CT_WARN_UNUSED;
ct_error ct_transform_check_padding_mode(const char *mode) CT_WARN_UNUSED;

/* As v2 classes with `p` alone. */
ct_error ct_transform_keep_image(const ct_tensor *image, ct_tensor **result);

#endif
