/*
 * What the inputs of a run must be: the types, dtypes, devices and numbers of dimensions that the
 * program was exported with, and its guards.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/program/instance.h"

/* --- Errors ----------------------------------------------------------------------------------- */

/* "input x['k'] must be ..., but is ..." */
static ct_error wrong_input(const struct ct_export_shared *self, const char *function,
			    int64_t input, const char *wanted, const char *got)
{
	struct ct_text path = { 0 };
	ct_error error;

	ct_guard_path_print(&self->paths[input], &path);
	error = ct_error_new(CT_ERROR_TYPE, function, "%s: the input %s must be %s, but is %s",
			     self->what, path.data ? path.data : "", wanted, got);
	ct_text_release(&path);
	return error;
}

/* --- Leaves ----------------------------------------------------------------------------------- */

static const char *wanted_type(const struct ct_graph_argument *argument)
{
	switch (argument->arm) {
	case CT_ARM_TENSOR:
		return "a Tensor";
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return "an int";
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT:
		return "a float";
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		return "a bool";
	case CT_ARM_STRING:
		return "a str";
	case CT_ARM_NONE:
		return "None";
	default:
		return "of another type";
	}
}

static bool is_float(enum ct_graph_arm arm)
{
	return arm == CT_ARM_FLOAT || arm == CT_ARM_SYM_FLOAT;
}

static bool is_of_type(const struct ct_graph_argument *argument, const ct_value *value)
{
	switch (argument->arm) {
	case CT_ARM_TENSOR:
		return value->kind == CT_VALUE_TENSOR;
	case CT_ARM_INT:
	case CT_ARM_SYM_INT:
		return value->kind == CT_VALUE_INT;
	case CT_ARM_FLOAT:
	case CT_ARM_SYM_FLOAT: /* for Python, 2 == 2.0; a guard compares it */
		return value->kind == CT_VALUE_FLOAT || value->kind == CT_VALUE_INT;
	case CT_ARM_BOOL:
	case CT_ARM_SYM_BOOL:
		return value->kind == CT_VALUE_BOOL;
	case CT_ARM_STRING:
		return value->kind == CT_VALUE_STRING;
	default:
		return value->kind == CT_VALUE_NONE;
	}
}

ct_error ct_slot_of_leaf(const struct ct_export_shared *self, const char *function, int64_t input,
			 const ct_value *value, struct ct_slot *result)
{
	const struct ct_graph_argument *argument =
		&self->program->inputs[self->inputs[input]].argument;

	if (!is_of_type(argument, value))
		return wrong_input(self, function, input, wanted_type(argument),
				   ct_value_type_name(value));
	*result = (struct ct_slot){ .kind = value->kind };
	if (is_float(argument->arm)) {
		result->kind = CT_VALUE_FLOAT;
		result->f = value->kind == CT_VALUE_INT ? (double)value->i : value->re;
	} else if (value->kind == CT_VALUE_TENSOR || value->kind == CT_VALUE_STRING)
		result->object = value->object;
	else
		result->i = value->i;
	return NULL;
}

/* --- Tensors ---------------------------------------------------------------------------------- */

/* A floating-point weight that was moved after loading: inputs follow it. */
static const ct_tensor *moved_weight(const ct_export *self, const struct ct_graph_tensor **was)
{
	const struct ct_program *program = self->shared->program;

	for (int64_t i = 0; i < program->inputs_len; i++) {
		const ct_tensor *tensor = self->weights[i].owner
						  ? ct_weight_tensor(&self->weights[i])
						  : NULL;

		*was = tensor ? program->graph->values[program->inputs[i].argument.value].tensor
			      : NULL;
		if (*was && ct_dtype_is_floating_point((*was)->dtype))
			return tensor;
	}
	return NULL;
}

static bool is_dtype_fine(const ct_export *self, const struct ct_graph_tensor *wanted,
			  ct_dtype dtype)
{
	const struct ct_graph_tensor *was;
	const ct_tensor *weight;

	if (wanted->dtype == dtype || wanted->dtype == 0)
		return true;
	weight = ct_dtype_is_floating_point(dtype) ? moved_weight(self, &was) : NULL;
	return weight && was->dtype == wanted->dtype && ct_tensor_dtype(weight) == dtype;
}

/* A device without an index is any of its type. */
static bool is_same_device(ct_device a, ct_device b)
{
	return a.type == b.type &&
	       (a.index == b.index || a.index < 0 || b.index < 0 || a.type == CT_DEVICE_TYPE_CPU);
}

static bool is_device_fine(const ct_export *self, ct_device wanted, ct_device device)
{
	const struct ct_graph_tensor *was;
	const ct_tensor *weight;

	if (wanted.type == CT_DEVICE_TYPE_NONE || is_same_device(wanted, device))
		return true;
	weight = moved_weight(self, &was);
	return weight && is_same_device(ct_tensor_device(weight), device);
}

static ct_error wrong_device(const ct_export *self, const char *function, int64_t input,
			     ct_device wanted, ct_device got)
{
	char *wanted_text = NULL, *got_text = NULL, text[128];
	ct_error error = ct_device_to_string(wanted, &wanted_text);

	if (error == NULL)
		error = ct_device_to_string(got, &got_text);
	if (error == NULL) {
		snprintf(text, sizeof text, "on the device %s", wanted_text);
		error = wrong_input(self->shared, function, input, text, got_text);
	}
	ct_free(wanted_text);
	ct_free(got_text);
	return error;
}

static ct_error check_tensor(const ct_export *self, const char *function, int64_t input,
			     const struct ct_graph_tensor *wanted, const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);
	const ct_device device = self->shared->devices[input];
	char wanted_text[64], got_text[64];

	if (!is_dtype_fine(self, wanted, dtype)) {
		snprintf(wanted_text, sizeof wanted_text, "of the dtype %s",
			 ct_dtype_name(wanted->dtype));
		return wrong_input(self->shared, function, input, wanted_text,
				   ct_dtype_name(dtype));
	}
	if (ct_tensor_dim(tensor) != wanted->dim) {
		snprintf(wanted_text, sizeof wanted_text, "of %lld dimensions",
			 (long long)wanted->dim);
		snprintf(got_text, sizeof got_text, "of %lld", (long long)ct_tensor_dim(tensor));
		return wrong_input(self->shared, function, input, wanted_text, got_text);
	}
	if (!is_device_fine(self, device, ct_tensor_device(tensor)))
		return wrong_device(self, function, input, device, ct_tensor_device(tensor));
	return NULL;
}

/* --- Guards ----------------------------------------------------------------------------------- */

static void describe(const struct ct_slot *slot, struct ct_guard_input *result)
{
	static const enum ct_symbolic_type types[] = {
		[CT_VALUE_BOOL] = CT_SYMBOLIC_BOOL,     [CT_VALUE_INT] = CT_SYMBOLIC_INT,
		[CT_VALUE_FLOAT] = CT_SYMBOLIC_FLOAT,   [CT_VALUE_STRING] = CT_SYMBOLIC_STRING,
		[CT_VALUE_TENSOR] = CT_SYMBOLIC_OBJECT,
	};

	*result = (struct ct_guard_input){ .value.type = types[slot->kind] };
	if (slot->kind == CT_VALUE_TENSOR) {
		result->is_tensor = true;
		result->dim = ct_tensor_dim(slot->tensor);
		result->sizes = ct_tensor_shape(slot->tensor);
		result->strides = ct_tensor_strides(slot->tensor);
		result->offset = ct_tensor_storage_offset(slot->tensor);
	} else if (slot->kind == CT_VALUE_FLOAT) {
		result->value.f = slot->f;
	} else if (slot->kind == CT_VALUE_STRING) {
		result->value.string = slot->object;
	} else {
		result->value.i = slot->i;
	}
}

static ct_error check_guards(const struct ct_export_shared *self, const char *function,
			     const struct ct_slot *inputs)
{
	struct ct_guard_input few[8], *all = few;
	ct_error error;

	if (ct_guards_count(self->guards) == 0)
		return NULL;
	if (self->inputs_len > (int64_t)(sizeof few / sizeof *few)) {
		all = ct_array_new(self->inputs_len, sizeof *all);
		if (all == NULL)
			return ct_no_memory(function, "for inputs");
	}
	for (int64_t i = 0; i < self->inputs_len; i++)
		describe(&inputs[i], &all[i]);
	error = ct_guards_check(self->guards, all, self->inputs_len);
	if (all != few)
		free(all);
	return error;
}

ct_error ct_export_check_inputs(const ct_export *self, const char *function,
				const struct ct_slot *inputs)
{
	const struct ct_export_shared *shared = self->shared;

	for (int64_t i = 0; i < shared->inputs_len; i++) {
		const struct ct_graph_argument *argument =
			&shared->program->inputs[shared->inputs[i]].argument;
		const struct ct_graph_tensor *wanted =
			argument->value == CT_NO_VALUE
				? NULL
				: shared->program->graph->values[argument->value].tensor;

		if (wanted && inputs[i].kind == CT_VALUE_TENSOR)
			CT_TRY(check_tensor(self, function, i, wanted, inputs[i].tensor));
	}
	return check_guards(shared, function, inputs);
}
