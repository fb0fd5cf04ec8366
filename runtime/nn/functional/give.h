/*
 * Inside the library: the end of a function of torch.nn that is written as an expression in a
 * scope of its own.
 */
#ifndef CT_NN_FUNCTIONAL_GIVE_H
#define CT_NN_FUNCTIONAL_GIVE_H

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"

/* As CT_FINISH(), and the value moves out of the function's scope to its caller. It must be a
 * handle of this scope: to return an argument, give CT_F(ct_nn_again, x). `result` may be NULL: for
 * a function that is in-place, or has several results. */
static inline ct_error ct_nn_give_if_wanted(const ct_tensor *value, ct_tensor **result)
{
	ct_tensor *given = NULL;
	ct_error error = ct_expression_finish(value, &given);

	if (error == NULL && result) {
		ct_scope_move_up(given);
		*result = given;
	}
	return error;
}

/* The same for an only result, which must have a place. */
static inline ct_error ct_nn_give(const ct_tensor *value, ct_tensor **result)
{
	ct_error error;

	if (result)
		return ct_nn_give_if_wanted(value, result);
	error = ct_expression_finish(NULL, NULL);
	return error ? error : CT_RAISED(CT_ERROR_ARGUMENT, "the result pointer is NULL");
}

/* Another handle on `x`, which belongs to the innermost scope, as an operator's result does. */
static inline ct_error ct_nn_again(const ct_tensor *x, ct_tensor **result)
{
	ct_tensor *again = ct_tensor_retain(x);

	if (again == NULL && x)
		return ct_no_memory(NULL, "for a handle");
	if (result)
		*result = again;
	return NULL;
}

#endif
