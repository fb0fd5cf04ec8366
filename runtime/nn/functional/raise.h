/*
 * Inside the library: errors of torch.nn with Python's texts, and what these texts show.
 */
#ifndef CT_NN_FUNCTIONAL_RAISE_H
#define CT_NN_FUNCTIONAL_RAISE_H

#include <ctorch/calls/expression.h>
#include <ctorch/core/error.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"

/* Python's `raise`: returns the error from the enclosing function; or the one that waits in a
 * expression of the caller's, which is then the reason. */
#define CT_NN_RAISE(kind, ...) return ct_nn_or_waiting(CT_RAISED((kind), __VA_ARGS__))

/* In a public function: returns the error that an operator gives for NULL in place of this
 * argument. */
#define CT_NN_NEEDS(argument, position)                                            \
	do {                                                                       \
		if ((argument) == NULL)                                            \
			return ct_missing_argument(__func__, position, #argument); \
	} while (0)

/* The error that waits, and `error` is freed; without one, `error`. */
ct_error ct_nn_or_waiting(ct_error error);

/* A text by value, for the arguments of an error. */
struct ct_nn_text {
	char at[512]; /* what is longer is cut off */
};

struct ct_nn_text ct_nn_size_text(const ct_tensor *x); /* "torch.Size([2, 3])" */
struct ct_nn_text ct_nn_list_text(ct_ints list);       /* "[2, 3]" */
struct ct_nn_text ct_nn_tuple_text(ct_ints tuple);     /* "(2, 3)", "(2,)" */
struct ct_nn_text ct_nn_float_text(double number);     /* "0.5", "2.0", "1e-05" */
struct ct_nn_text ct_nn_floats_text(ct_floats list);   /* "[2.0, 0.5]" */
struct ct_nn_text ct_nn_type_text(const ct_tensor *x); /* torch.typename(): "torch.FloatTensor" */

bool ct_nn_same_ints(ct_ints a, ct_ints b);

#endif
