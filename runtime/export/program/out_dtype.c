/*
 * Steps of out_dtype: an operator that computes in the dtype to which those of its tensors and of its
 * result are promoted.
 */
#include <stdlib.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "export/program/arguments.h"
#include "export/program/operands.h"

/* The inputs of a node: the operator, the dtype of the result, the operator's arguments. */
enum { DTYPE = 1, FIRST_ARGUMENT = 2 };

/* --- The dtype -------------------------------------------------------------------------------- */

enum category { BOOLS, INTS, FLOATS, COMPLEX_NUMBERS, CATEGORIES };

/* As Python's elementwise_dtypes(): the category of all operands decides, and then the tensors of it
 * that have dimensions; those without have a say only if there are no others. */
struct promotion {
	enum category highest;
	ct_dtype dtypes[CATEGORIES][2]; /* of tensors with dimensions, and without */
};

static enum category category_of(ct_dtype dtype)
{
	if (dtype == CT_BOOL)
		return BOOLS;
	if (ct_dtype_is_complex(dtype))
		return COMPLEX_NUMBERS;
	return ct_dtype_is_floating_point(dtype) ? FLOATS : INTS;
}

static void raise_to(struct promotion *self, enum category category)
{
	if (category > self->highest)
		self->highest = category;
}

static ct_error raise_dtype(ct_dtype *dtype, ct_dtype other)
{
	if (*dtype != CT_DTYPE_NONE && other != CT_DTYPE_NONE)
		return ct_promote_types(*dtype, other, dtype);
	if (other != CT_DTYPE_NONE)
		*dtype = other;
	return NULL;
}

static ct_error note_dtype(struct promotion *self, ct_dtype dtype, bool has_dim)
{
	const enum category category = category_of(dtype);

	raise_to(self, category);
	return raise_dtype(&self->dtypes[category][has_dim ? 0 : 1], dtype);
}

static ct_error note(struct promotion *self, const ct_value *operand)
{
	const ct_tensor *tensor = operand->object;

	switch (operand->kind) {
	case CT_VALUE_TENSOR:
		return note_dtype(self, ct_tensor_dtype(tensor), ct_tensor_dim(tensor) > 0);
	case CT_VALUE_INT:
		raise_to(self, INTS);
		return NULL;
	case CT_VALUE_FLOAT:
		raise_to(self, FLOATS);
		return NULL;
	case CT_VALUE_COMPLEX:
		raise_to(self, COMPLEX_NUMBERS);
		return NULL;
	case CT_VALUE_LIST:
		for (int64_t i = 0; i < operand->i; i++)
			CT_TRY(note(self, (const ct_value *)operand->object + i));
		return NULL;
	default:
		return NULL;
	}
}

/* Floats among complex numbers become complex: complex32 and float32 make complex64. */
static ct_error make_complex(struct promotion *self)
{
	for (int k = 0; k < 2; k++) {
		ct_dtype floats = self->dtypes[FLOATS][k];

		if (floats != CT_DTYPE_NONE)
			CT_TRY(ct_promote_types(floats, CT_COMPLEX32, &floats));
		CT_TRY(raise_dtype(&self->dtypes[COMPLEX_NUMBERS][k], floats));
	}
	return NULL;
}

/* Operators compute in it, and round only their results. */
static ct_dtype computation_dtype(ct_dtype dtype)
{
	if (dtype == CT_FLOAT16 || dtype == CT_BFLOAT16)
		return CT_FLOAT32;
	return dtype == CT_COMPLEX32 ? CT_COMPLEX64 : dtype;
}

/* If no tensor is of the category, a number is. */
static ct_error dtype_of_numbers(enum category category, ct_dtype *result)
{
	if (category == INTS)
		*result = CT_INT64;
	else
		CT_TRY(ct_promote_types(ct_default_dtype(),
					category == COMPLEX_NUMBERS ? CT_COMPLEX32 : CT_FLOAT16,
					result));
	return NULL;
}

static ct_error promote(const ct_value *args, int64_t args_len, ct_dtype wanted, ct_dtype *result)
{
	struct promotion self = { .highest = BOOLS };
	const ct_dtype *dtypes;

	CT_TRY(note_dtype(&self, wanted, true));
	for (int64_t i = 0; i < args_len; i++)
		CT_TRY(note(&self, &args[i]));
	if (self.highest == COMPLEX_NUMBERS)
		CT_TRY(make_complex(&self));
	dtypes = self.dtypes[self.highest];
	*result = dtypes[0] != CT_DTYPE_NONE ? dtypes[0] : dtypes[1];
	if (*result == CT_DTYPE_NONE)
		CT_TRY(dtype_of_numbers(self.highest, result));
	*result = computation_dtype(*result);
	return NULL;
}

/* --- The call --------------------------------------------------------------------------------- */

static ct_error cast_tensor(ct_value *tensor, ct_dtype dtype)
{
	ct_tensor *made;
	ct_value cast;
	ct_error error;

	CT_TRY(ct_to_dtype(tensor->object, dtype, false, false, CT_MEMORY_FORMAT_NONE, &made));
	error = ct_value_copy(&(ct_value){ .kind = CT_VALUE_TENSOR, .object = made }, &cast);
	ct_tensor_free(made);
	if (error)
		return error;
	ct_value_free(tensor);
	*tensor = cast;
	return NULL;
}

/* Tensors in an operand, which may be a list. */
static ct_error cast_operand(ct_value *operand, ct_dtype dtype)
{
	if (operand->kind == CT_VALUE_TENSOR)
		return cast_tensor(operand, dtype);
	if (operand->kind != CT_VALUE_LIST)
		return NULL;
	for (int64_t i = 0; i < operand->i; i++)
		CT_TRY(cast_operand((ct_value *)operand->object + i, dtype));
	return NULL;
}

static ct_error read_arguments(const struct ct_step *step, const struct ct_plan_frame *frame,
			       ct_dtype wanted, ct_value *args, int64_t args_len)
{
	ct_dtype dtype;

	for (int64_t i = 0; i < args_len; i++)
		CT_TRY(ct_argument_value(frame, &step->node->inputs[FIRST_ARGUMENT + i].argument,
					 &args[i]));
	CT_TRY(promote(args, args_len, wanted, &dtype));
	for (int64_t i = 0; i < args_len; i++)
		CT_TRY(cast_operand(&args[i], dtype));
	return NULL;
}

static ct_error call(const struct ct_step *step, const struct ct_plan_frame *frame, ct_value *args,
		     int64_t args_len, struct ct_slot *result)
{
	const ct_dtype wanted = (ct_dtype)step->node->inputs[DTYPE].argument.i;
	ct_tensor *computed;
	ct_value made;
	ct_error error;

	CT_TRY(read_arguments(step, frame, wanted, args, args_len));
	CT_TRY(ct_operator_call(step->operator_, args, args_len, &made, 1));
	error = ct_value_take_tensor(&made, &computed);
	ct_value_free(&made);
	if (error)
		return error;
	*result = (struct ct_slot){ .kind = CT_VALUE_TENSOR, .is_owned = true };
	error = ct_to_dtype(computed, wanted, false, false, CT_MEMORY_FORMAT_NONE, &result->tensor);
	ct_tensor_free(computed);
	return error;
}

/* Refuses operators that write to an argument, as Python does: they would write to a copy in another
 * dtype, or to a weight without the lock. */
ct_error ct_check_out_dtype(const struct ct_plan *plan, const struct ct_step *step)
{
	struct ct_schema_argument argument;
	int64_t len;

	CT_TRY(ct_operator_argument_count(step->operator_, &len));
	for (int64_t i = 0; i < len; i++) {
		CT_TRY(ct_operator_argument(step->operator_, i, &argument));
		if (argument.is_written)
			return ct_graph_error(CT_ERROR_VALUE, &plan->place, step->node,
					      "its operator writes to its argument '%s', which "
					      "out_dtype does not allow",
					      argument.name);
	}
	return NULL;
}

ct_error ct_run_out_dtype(const struct ct_step *step, struct ct_plan_frame *frame)
{
	const int64_t len = step->node->inputs_len - FIRST_ARGUMENT;
	ct_value *args = ct_array_new(len, sizeof *args);
	struct ct_slot result = { .kind = CT_VALUE_NONE };
	ct_error error = args ? call(step, frame, args, len, &result)
			      : ct_no_memory(frame->plan->place.function, "for arguments");

	if (error == NULL)
		error = ct_operands_give(frame, step->node, &(struct ct_slots){ &result, 1 });
	if (args)
		ct_values_free(args, len);
	free(args);
	return error;
}
