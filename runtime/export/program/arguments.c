/*
 * Arguments of operators, from the graph's form to the schema's: what is constant is converted
 * once, and what is a value of the graph becomes a patch.
 */
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/create.h>

#include "core/base/lengths.h"
#include "export/archive/archive.h"
#include "export/program/arguments.h"

typedef struct ct_arguments arguments;
typedef struct ct_graph_argument argument;

/* --- Patches ---------------------------------------------------------------------------------- */

static void add_patch(arguments *self, enum ct_patch_kind kind, int32_t k, int64_t item,
		      int32_t value)
{
	self->patches[self->step->patches_len++] = (struct ct_patch){ kind, k, (int32_t)item,
								      value };
}

/* Lists of each step are after each other in the frame, aligned for any number. */
static void add_list(arguments *self, int32_t k, const void *items, size_t nbytes)
{
	const size_t room = (nbytes + 7) / 8 * 8;

	self->lists[self->step->lists_len++] = (struct ct_patched_list){ k, self->lists_nbytes,
									 nbytes, items };
	self->lists_nbytes += room;
}

static void add_late(arguments *self, int32_t k, const argument *from)
{
	self->is_direct = false;
	self->args[k] = ct_value_none();
	self->late[self->step->late_len++] = (struct ct_late_argument){ k, from };
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static bool is_integral(const ct_value *value)
{
	return value->kind == CT_VALUE_INT || value->kind == CT_VALUE_BOOL;
}

/* A tensor of no dimensions that does not decide the dtype of a result, made once. */
static ct_error wrap(arguments *self, const ct_value *number, ct_value *result)
{
	struct ct_wrapped *wrapped = ct_prepare_array(self->self, 1, sizeof *wrapped);
	ct_scalar scalar;

	if (wrapped == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	CT_TRY(ct_value_as_scalar(number, &scalar));
	CT_TRY(ct_tensor_new_wrapped_number(scalar, &wrapped->tensor));
	ct_scope_disown(wrapped->tensor);
	wrapped->next = self->self->wrapped;
	self->self->wrapped = wrapped;
	*result = ct_value_tensor(wrapped->tensor);
	return NULL;
}

/* One number for int[2]. */
static ct_error expand(arguments *self, int32_t k, struct ct_declared declared,
		       const argument *from)
{
	int64_t *items = ct_prepare_array(self->self, declared.len, sizeof *items);

	if (items == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	for (int64_t i = 0; i < declared.len; i++)
		items[i] = from->i;
	self->args[k] = ct_value_ints(CT_INTS_OF(items, declared.len));
	if (from->value == CT_NO_VALUE)
		return NULL;
	add_list(self, k, items, (size_t)declared.len * sizeof *items);
	for (int64_t i = 0; i < declared.len; i++) {
		items[i] = 0;
		add_patch(self, CT_PATCH_INT_ITEM, k, i, from->value);
	}
	return NULL;
}

static ct_error set_constant(arguments *self, int32_t k, struct ct_declared declared,
			     const argument *from)
{
	ct_value number = ct_constant_of(from);

	if (declared.base == CT_DECLARED_TENSOR && self->takes_numbers)
		return wrap(self, &number, &self->args[k]);
	if (declared.base == CT_DECLARED_FLOAT && is_integral(&number))
		number = ct_value_float((double)number.i);
	else if (declared.base == CT_DECLARED_INT && number.kind == CT_VALUE_BOOL)
		number = ct_value_int(number.i);
	else if (declared.base == CT_DECLARED_BOOL && number.kind == CT_VALUE_INT)
		number = ct_value_bool(number.i != 0);
	self->args[k] = number;
	return NULL;
}

/* A number that is a value of the graph. */
static void patch_number(arguments *self, int32_t k, struct ct_declared declared,
			 const argument *from)
{
	switch (declared.base) {
	case CT_DECLARED_TENSOR:
		self->args[k] = ct_value_tensor(NULL);
		self->args[k].kind = CT_VALUE_TENSOR;
		self->is_direct &= self->takes_numbers;
		add_patch(self, self->takes_numbers ? CT_PATCH_WRAPPED : CT_PATCH_NUMBER, k, 0,
			  from->value);
		break;
	case CT_DECLARED_INT:
		self->args[k] = ct_value_int(0);
		add_patch(self, CT_PATCH_INT, k, 0, from->value);
		break;
	case CT_DECLARED_FLOAT:
		self->args[k] = ct_value_float(0);
		add_patch(self, CT_PATCH_FLOAT, k, 0, from->value);
		break;
	case CT_DECLARED_BOOL:
		self->args[k] = ct_value_bool(false);
		add_patch(self, CT_PATCH_INT, k, 0, from->value);
		break;
	default:
		self->args[k] = ct_value_int(0);
		add_patch(self, CT_PATCH_NUMBER, k, 0, from->value);
		break;
	}
}

static ct_error set_number(arguments *self, int32_t k, struct ct_declared declared,
			   const argument *from)
{
	const bool is_int = from->arm == CT_ARM_INT || from->arm == CT_ARM_SYM_INT;

	if (declared.is_list && declared.base == CT_DECLARED_INT && is_int && declared.len > 0 &&
	    declared.len <= CT_MAX_EXPANDED)
		return expand(self, k, declared, from);
	if (from->value == CT_NO_VALUE)
		return set_constant(self, k, declared, from);
	patch_number(self, k, declared, from);
	return NULL;
}

/* --- Lists ------------------------------------------------------------------------------------ */

static bool has_values(const argument *from)
{
	for (int64_t i = 0; i < from->items_len; i++)
		if (from->items[i].value != CT_NO_VALUE)
			return true;
	return false;
}

/* Notes a list's items that are values. */
static void patch_items(arguments *self, int32_t k, const argument *from, enum ct_patch_kind kind,
			const void *items, size_t size)
{
	if (!has_values(from))
		return;
	add_list(self, k, items, (size_t)from->items_len * size);
	for (int64_t i = 0; i < from->items_len; i++)
		if (from->items[i].value != CT_NO_VALUE)
			add_patch(self, kind, k, i, from->items[i].value);
}

static ct_error set_ints(arguments *self, int32_t k, const argument *from)
{
	int64_t *items = ct_prepare_array(self->self, from->items_len, sizeof *items);

	if (items == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	for (int64_t i = 0; i < from->items_len; i++)
		items[i] = from->items[i].value == CT_NO_VALUE ? from->items[i].i : 0;
	self->args[k] = ct_value_ints(CT_INTS_OF(items, from->items_len));
	patch_items(self, k, from, CT_PATCH_INT_ITEM, items, sizeof *items);
	return NULL;
}

static double float_of(const argument *item)
{
	if (item->value != CT_NO_VALUE)
		return 0;
	return item->arm == CT_ARM_FLOAT || item->arm == CT_ARM_SYM_FLOAT ? item->f
									  : (double)item->i;
}

static ct_error set_floats(arguments *self, int32_t k, const argument *from)
{
	double *items = ct_prepare_array(self->self, from->items_len, sizeof *items);

	if (items == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	for (int64_t i = 0; i < from->items_len; i++)
		items[i] = float_of(&from->items[i]);
	self->args[k] = ct_value_floats(CT_FLOATS_OF(items, from->items_len));
	patch_items(self, k, from, CT_PATCH_FLOAT_ITEM, items, sizeof *items);
	return NULL;
}

static ct_error set_bools(arguments *self, int32_t k, const argument *from)
{
	bool *items = ct_prepare_array(self->self, from->items_len, sizeof *items);

	if (items == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	for (int64_t i = 0; i < from->items_len; i++)
		items[i] = from->items[i].value == CT_NO_VALUE && from->items[i].i != 0;
	self->args[k] = ct_value_bools(CT_BOOLS_OF(items, from->items_len));
	patch_items(self, k, from, CT_PATCH_BOOL_ITEM, items, sizeof *items);
	return NULL;
}

static ct_error set_tensors(arguments *self, int32_t k, const argument *from)
{
	ct_tensor **items = ct_prepare_array(self->self, from->items_len, sizeof *items);

	if (items == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	self->args[k] = ct_value_tensors(CT_TENSORS_OF(items, from->items_len));
	patch_items(self, k, from, CT_PATCH_TENSOR_ITEM, items, sizeof *items);
	return NULL;
}

/* Lists of ints are also lists of floats. */
static ct_error set_list(arguments *self, int32_t k, struct ct_declared declared,
			 const argument *from)
{
	switch (from->arm) {
	case CT_ARM_INTS:
	case CT_ARM_SYM_INTS:
		return declared.base == CT_DECLARED_FLOAT ? set_floats(self, k, from)
							  : set_ints(self, k, from);
	case CT_ARM_FLOATS:
	case CT_ARM_SYM_FLOATS:
		return set_floats(self, k, from);
	case CT_ARM_BOOLS:
	case CT_ARM_SYM_BOOLS:
		return set_bools(self, k, from);
	default:
		return set_tensors(self, k, from);
	}
}

/* --- Other arguments -------------------------------------------------------------------------- */

static void set_tensor(arguments *self, int32_t k, const argument *from)
{
	self->args[k] = ct_value_none();
	if (from->value == CT_NO_VALUE)
		return;
	self->args[k].kind = CT_VALUE_TENSOR;
	add_patch(self, CT_PATCH_TENSOR, k, 0, from->value);
}

static void set_object(arguments *self, int32_t k, const argument *from)
{
	self->args[k] = ct_value_none();
	self->is_direct = false;
	add_patch(self, CT_PATCH_OBJECT, k, 0, from->value);
}

static bool is_on(const struct ct_graph_value *value, const argument *device)
{
	return value->kind == CT_GRAPH_TENSOR && value->tensor && value->tensor->device.type &&
	       strcmp(value->tensor->device.type, device->string) == 0 &&
	       value->tensor->device.index == device->index;
}

/* A device that a weight, or another input of the graph, had when it was exported: if the weight has
 * moved, the argument follows it. */
static void follow_input(arguments *self, int32_t k, const argument *from)
{
	const struct ct_graph *graph = self->plan->place.graph;

	for (int64_t i = 0; i < graph->inputs_len; i++) {
		const int32_t value = graph->inputs[i].value;

		if (value != CT_NO_VALUE && is_on(&graph->values[value], from)) {
			add_patch(self, CT_PATCH_DEVICE, k, 0, value);
			return;
		}
	}
}

/* The program's device replaces those that its arguments name. */
static ct_error set_device(arguments *self, int32_t k, const argument *from)
{
	ct_device device = self->self->device;
	const bool is_meta = strcmp(from->string, "meta") == 0;
	ct_error error;

	if (device.type == CT_DEVICE_TYPE_NONE || is_meta) {
		error = ct_archive_find_device(from->string, from->index, &device);
		if (error)
			return ct_graph_error_at(error, &self->plan->place, self->step->node);
	}
	self->args[k] = ct_value_device(device);
	if (!is_meta)
		follow_input(self, k, from);
	return NULL;
}

/* --- All of them ------------------------------------------------------------------------------ */

/* Whether the generated function takes the value as it is; patches do not change its kind. */
static bool is_as_declared(struct ct_declared declared, const ct_value *value)
{
	static const int32_t single[] = {
		[CT_DECLARED_TENSOR] = CT_VALUE_TENSOR,
		[CT_DECLARED_INT] = CT_VALUE_INT,
		[CT_DECLARED_FLOAT] = CT_VALUE_FLOAT,
		[CT_DECLARED_BOOL] = CT_VALUE_BOOL,
		[CT_DECLARED_DTYPE] = CT_VALUE_DTYPE,
		[CT_DECLARED_LAYOUT] = CT_VALUE_LAYOUT,
		[CT_DECLARED_MEMORY_FORMAT] = CT_VALUE_MEMORY_FORMAT,
		[CT_DECLARED_DEVICE] = CT_VALUE_DEVICE,
		[CT_DECLARED_STRING] = CT_VALUE_STRING,
		[CT_DECLARED_GENERATOR] = CT_VALUE_GENERATOR,
	};
	static const int32_t lists[CT_DECLARED_GENERATOR + 1] = {
		[CT_DECLARED_TENSOR] = CT_VALUE_TENSORS,
		[CT_DECLARED_INT] = CT_VALUE_INTS,
		[CT_DECLARED_FLOAT] = CT_VALUE_FLOATS,
		[CT_DECLARED_BOOL] = CT_VALUE_BOOLS,
	};

	if (value->kind == CT_VALUE_NONE)
		return declared.is_optional;
	if (declared.base == CT_DECLARED_OTHER)
		return false;
	if (declared.is_list) /* std::array<bool, 3> has exactly as many items */
		return lists[declared.base] == value->kind &&
		       (declared.base != CT_DECLARED_BOOL || declared.len == 0 ||
			declared.len == value->i);
	if (declared.base == CT_DECLARED_SCALAR)
		return value->kind >= CT_VALUE_BOOL && value->kind <= CT_VALUE_COMPLEX;
	return single[declared.base] == value->kind;
}

/* Arms that need no list. */
static ct_error set_single(arguments *self, int32_t k, struct ct_declared declared,
			   const argument *from)
{
	switch (from->arm) {
	case CT_ARM_TENSOR:
	case CT_ARM_OPTIONAL_TENSOR:
		set_tensor(self, k, from);
		return NULL;
	case CT_ARM_NONE:
	case CT_ARM_SCALAR_TYPE:
	case CT_ARM_LAYOUT:
	case CT_ARM_MEMORY_FORMAT:
	case CT_ARM_STRING:
		self->args[k] = ct_constant_of(from);
		return NULL;
	case CT_ARM_DEVICE:
		return set_device(self, k, from);
	case CT_ARM_CUSTOM_OBJ:
		set_object(self, k, from);
		return NULL;
	default:
		return set_number(self, k, declared, from);
	}
}

static bool is_late(struct ct_declared declared, enum ct_graph_arm arm)
{
	return ct_arm_is_number(arm) ? declared.base == CT_DECLARED_OTHER && declared.is_list
				     : ct_arm_is_list(arm) && !ct_arm_is_plain_list(arm);
}

ct_error ct_arguments_set(arguments *self, int32_t k, struct ct_declared declared,
			  const argument *from)
{
	if (from->arm == CT_ARM_GRAPH || from->arm == CT_ARM_OPERATOR || from->arm == CT_ARM_TOKEN)
		return ct_graph_error(CT_ERROR_VALUE, &self->plan->place, self->step->node,
				      "an operator cannot have an argument %s",
				      ct_arm_name(from->arm));
	if (is_late(declared, from->arm)) {
		add_late(self, k, from);
		return NULL;
	}
	if (ct_arm_is_list(from->arm))
		CT_TRY(set_list(self, k, declared, from));
	else
		CT_TRY(set_single(self, k, declared, from));
	self->is_direct = self->is_direct && is_as_declared(declared, &self->args[k]);
	return NULL;
}

void ct_arguments_set_default(arguments *self, int32_t k, struct ct_declared declared,
			      const ct_value *value)
{
	self->args[k] = ct_value_borrow(value);
	self->args[k].flags = 0;
	self->is_direct = self->is_direct && is_as_declared(declared, &self->args[k]);
}
