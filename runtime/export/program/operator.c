/*
 * Steps of operators: called through the generated functions, or by their names.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "export/graph/check.h"
#include "export/program/arguments.h"
#include "operators/by_name/wrapped.h"

typedef struct ct_step step;

/* --- Results ---------------------------------------------------------------------------------- */

static ct_error wrong_results(const struct ct_plan_frame *frame, int64_t has, int64_t wants)
{
	return ct_error_new(CT_ERROR_RUNTIME, frame->plan->place.function,
			    "it has returned %lld tensors, but the program was exported with %lld",
			    (long long)has, (long long)wants);
}

static struct ct_slot slot_of_tensor(ct_tensor *tensor)
{
	return (struct ct_slot){ .kind = tensor ? CT_VALUE_TENSOR : CT_VALUE_NONE,
				 .is_owned = tensor != NULL,
				 .tensor = tensor };
}

/* The list itself is not needed; its items belong to the scope one by one. */
static ct_error take_list(struct ct_plan_frame *frame, const struct ct_step_output *output,
			  ct_tensor **tensors, int64_t len)
{
	const bool fits = output->kind == CT_OUTPUT_LIST && len == output->values_len;
	ct_error error = fits || output->kind == CT_OUTPUT_NOTHING
				 ? NULL
				 : wrong_results(frame, len, output->values_len);

	for (int64_t i = 0; i < len && error == NULL; i++)
		error = ct_plan_frame_put(frame, fits ? output->values[i] : CT_NO_VALUE,
					  slot_of_tensor(tensors[i]));
	ct_free(tensors);
	return error;
}

static ct_error take(struct ct_plan_frame *frame, const struct ct_step_output *output,
		     const ct_value *result)
{
	struct ct_slot slot = { .kind = result->kind };

	switch (result->kind) {
	case CT_VALUE_TENSOR:
		slot = slot_of_tensor((ct_tensor *)result->object);
		break;
	case CT_VALUE_TENSORS:
		return take_list(frame, output, (ct_tensor **)result->object, result->i);
	case CT_VALUE_FLOAT:
		slot.f = result->re;
		break;
	case CT_VALUE_BOOL:
	case CT_VALUE_INT:
		slot.i = result->i;
		break;
	case CT_VALUE_NONE:
		break;
	default:
		if (output->kind == CT_OUTPUT_NOTHING)
			return NULL;
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, frame->plan->place.function,
				    "its result, a %s, cannot be a value of a graph",
				    ct_value_type_name(result));
	}
	return ct_plan_frame_put(
		frame, output->kind == CT_OUTPUT_VALUE ? output->value : CT_NO_VALUE, slot);
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error run_direct(const step *self, struct ct_plan_frame *frame)
{
	ct_value results[CT_MAX_RESULTS];

	ct_error error = ct_arguments_fill(self, frame);

	if (error == NULL)
		error = self->direct->call(self->direct->function, frame->args, results);
	ct_arguments_free(self, frame);
	if (error)
		return error;
	for (int32_t i = 0; i < self->outputs_len; i++)
		CT_TRY(take(frame, &self->outputs[i], &results[i]));
	return NULL;
}

/* What a call by name returns belongs to no scope. */
static ct_error give_to_scope(ct_value *result)
{
	ct_tensor **tensors, *tensor;
	int64_t len;

	if (result->kind == CT_VALUE_TENSOR) {
		CT_TRY(ct_value_take_tensor(result, &tensor));
		*result = ct_value_tensor(tensor);
	} else if (result->kind == CT_VALUE_TENSORS ||
		   (result->kind == CT_VALUE_LIST && result->i == 0)) {
		CT_TRY(ct_value_take_tensors(result, &tensors, &len));
		*result = (ct_value){ .kind = CT_VALUE_TENSORS, .i = len, .object = tensors };
	}
	return NULL;
}

static ct_error take_all(const step *self, struct ct_plan_frame *frame, ct_value *results)
{
	ct_error error = NULL;

	for (int32_t i = 0; i < self->outputs_len && error == NULL; i++) {
		error = give_to_scope(&results[i]);
		if (error == NULL)
			error = take(frame, &self->outputs[i], &results[i]);
		if (error == NULL && results[i].kind == CT_VALUE_TENSORS)
			results[i] = ct_value_none();
	}
	ct_values_free(results, self->outputs_len);
	return error;
}

static ct_error run_by_name(const step *self, struct ct_plan_frame *frame)
{
	ct_value results[CT_MAX_RESULTS] = { 0 };
	ct_error error = ct_arguments_fill(self, frame);

	if (error == NULL)
		error = ct_operator_call(self->operator_, frame->args, self->args_len, results,
					 self->outputs_len);
	ct_arguments_free(self, frame);
	return error ? error : take_all(self, frame, results);
}

/* --- Preparing -------------------------------------------------------------------------------- */

bool ct_operator_name_of(const char *target, char *name, size_t size)
{
	const char *begin = target + strlen("torch.ops."), *dot;
	int n;

	if (strncmp(target, "torch.ops.", strlen("torch.ops.")))
		return false;
	dot = strchr(begin, '.');
	if (dot == NULL)
		return false;
	n = snprintf(name, size, "%.*s::%s", (int)(dot - begin), begin, dot + 1);
	return n > 0 && (size_t)n < size;
}

/* A program comes from a file, and must not read or change others. */
static bool opens_files(const char *name)
{
	return strcmp(name, "aten::from_file") == 0 || strncmp(name, "aten::from_file.", 16) == 0;
}

static ct_error find(const struct ct_plan *plan, const step *self, const char *target,
		     char name[512], const ct_operator **result)
{
	ct_error error;

	if (!ct_operator_name_of(target, name, 512))
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, self->node,
				      "it is not an operator's name");
	if (opens_files(name))
		return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, self->node,
				      "programs must not open files; pass the tensor as an input");
	error = ct_operator_find(name, result);
	if (error == NULL)
		return NULL;
	if (ct_error_class_of(error) != CT_ERROR_OUT_OF_MEMORY && !ct_operator_exists(name)) {
		ct_error_free(error);
		return ct_graph_error(CT_ERROR_NOT_IMPLEMENTED, &plan->place, self->node,
				      "libtorch has no such operator; load the library that "
				      "registers it with ct_load_library(), or define it with "
				      "ct_library_define()");
	}
	return ct_graph_error_at(error, &plan->place, self->node);
}

/* Inputs without a name are in the schema's order. */
static bool is_input(const struct ct_graph_input *input, int64_t place, const char *name, int64_t k)
{
	return input->name[0] ? strcmp(input->name, name) == 0 : place == k;
}

/* The argument of the operator that an input is for; `len`: there is none. */
static ct_error find_argument(const struct ct_arguments *self, int64_t i, int64_t len,
			      int64_t *result)
{
	const struct ct_graph_input *input = &self->step->node->inputs[i];
	struct ct_schema_argument argument;

	for (*result = 0; *result < len; ++*result) {
		CT_TRY(ct_operator_argument(self->step->operator_, *result, &argument));
		if (is_input(input, i - self->skipped, argument.name, *result))
			break;
	}
	return NULL;
}

/* Finds the input for each argument of the operator; NULL: the node has none. */
static ct_error match_inputs(const struct ct_arguments *self, int64_t len,
			     const struct ct_graph_argument **from)
{
	const struct ct_graph_node *node = self->step->node;
	struct ct_schema_argument argument;
	int64_t k;

	for (int64_t i = self->skipped; i < node->inputs_len; i++) {
		CT_TRY(find_argument(self, i, len, &k));
		if (k == len)
			return ct_graph_error(CT_ERROR_VALUE, &self->plan->place, node,
					      "the operator has no argument '%s'",
					      node->inputs[i].name);
		CT_TRY(ct_operator_argument(self->step->operator_, k, &argument));
		if (from[k])
			return ct_graph_error(CT_ERROR_VALUE, &self->plan->place, node,
					      "two inputs are for the argument '%s'",
					      argument.name);
		from[k] = &node->inputs[i].argument;
	}
	return NULL;
}

static ct_error count_values(const struct ct_graph_argument *of, void *context)
{
	(void)of;
	++*(int64_t *)context;
	return NULL;
}

/* Room for what the arguments of a node can need. */
static ct_error make_room(struct ct_arguments *self, int64_t args_len)
{
	const struct ct_graph_node *node = self->step->node;
	int64_t values = 0;

	for (int64_t i = 0; i < node->inputs_len; i++)
		CT_TRY(ct_argument_visit(&node->inputs[i].argument, count_values, &values));
	values += CT_MAX_EXPANDED * node->inputs_len;
	self->args = ct_prepare_array(self->self, args_len, sizeof *self->args);
	self->patches = ct_prepare_array(self->self, values, sizeof *self->patches);
	self->lists = ct_prepare_array(self->self, node->inputs_len, sizeof *self->lists);
	self->late = ct_prepare_array(self->self, node->inputs_len, sizeof *self->late);
	if (!self->args || !self->patches || !self->lists || !self->late)
		return ct_prepare_no_memory(&self->plan->place);
	return NULL;
}

static ct_error note_memory(struct ct_arguments *self, const struct ct_schema_argument *argument,
			    const struct ct_graph_argument *from)
{
	const struct ct_graph_node *node = self->step->node;
	unsigned char *notes = (unsigned char *)self->step->notes;

	if (strchr(argument->type, '(') == NULL)
		return NULL;
	if (notes == NULL)
		notes = ct_prepare_array(self->self, node->inputs_len, sizeof *notes);
	if (notes == NULL)
		return ct_prepare_no_memory(&self->plan->place);
	for (int64_t i = 0; i < node->inputs_len; i++)
		if (from == &node->inputs[i].argument)
			notes[i] = argument->is_written ? CT_INPUT_WRITTEN : CT_INPUT_SHARED;
	self->step->notes = notes;
	return NULL;
}

static ct_error set_argument(struct ct_arguments *self, int32_t k,
			     const struct ct_graph_argument *from)
{
	struct ct_schema_argument argument;
	struct ct_declared declared;

	CT_TRY(ct_operator_argument(self->step->operator_, k, &argument));
	declared = ct_declared_of(argument.type);
	if (from && argument.is_written && ct_arm_is_number(from->arm))
		return ct_graph_error(CT_ERROR_VALUE, &self->plan->place, self->step->node,
				      "the operator would write to a number, '%s'", argument.name);
	if (from) {
		CT_TRY(note_memory(self, &argument, from));
		return ct_arguments_set(self, k, declared, from);
	}
	if (!argument.has_default)
		return ct_graph_error(CT_ERROR_VALUE, &self->plan->place, self->step->node,
				      "the argument '%s' is missing", argument.name);
	ct_arguments_set_default(self, k, declared, &argument.default_value);
	return NULL;
}

static bool has_wrapped(const step *self)
{
	for (int32_t i = 0; i < self->patches_len; i++)
		if (self->patches[i].kind == CT_PATCH_WRAPPED)
			return true;
	return false;
}

static ct_error set_arguments(struct ct_preparing *preparing, const struct ct_plan *plan,
			      step *self, const char *name, int64_t skipped)
{
	struct ct_arguments arguments = { .self = preparing,
					  .plan = plan,
					  .step = self,
					  .skipped = skipped,
					  .takes_numbers = ct_operator_takes_numbers(
						  self->operator_),
					  .is_direct = true };
	const struct ct_graph_argument **from;
	int64_t len;

	CT_TRY(ct_operator_argument_count(self->operator_, &len));
	CT_TRY(make_room(&arguments, len));
	from = ct_prepare_array(preparing, len, sizeof *from);
	if (from == NULL)
		return ct_prepare_no_memory(&plan->place);
	CT_TRY(match_inputs(&arguments, len, from));
	for (int64_t k = 0; k < len; k++)
		CT_TRY(set_argument(&arguments, (int32_t)k, from[k]));
	self->args = arguments.args;
	self->args_len = (int32_t)len;
	self->patches = arguments.patches;
	self->makes_tensors = has_wrapped(self);
	self->lists = arguments.lists;
	self->lists_nbytes = arguments.lists_nbytes;
	self->late = arguments.late;
	self->direct = arguments.is_direct ? ct_direct_find(name) : NULL;
	self->run = self->direct ? run_direct : run_by_name;
	return NULL;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static ct_error set_output(struct ct_preparing *self, const struct ct_plan *plan,
			   const struct ct_graph_argument *from, struct ct_step_output *to)
{
	int32_t *values;

	to->kind = from->value == CT_NO_VALUE ? CT_OUTPUT_NOTHING : CT_OUTPUT_VALUE;
	to->value = from->value;
	if (!ct_arm_is_tensors(from->arm))
		return NULL;
	values = ct_prepare_array(self, from->items_len, sizeof *values);
	if (values == NULL)
		return ct_prepare_no_memory(&plan->place);
	for (int64_t i = 0; i < from->items_len; i++)
		values[i] = from->items[i].value;
	to->kind = CT_OUTPUT_LIST;
	to->values = values;
	to->values_len = from->items_len;
	return NULL;
}

/* How many outputs of a node are results: a None after the last one stands for none. */
static int64_t count_outputs(const struct ct_graph_node *node)
{
	int64_t len = node->outputs_len;

	while (len > 0 && node->outputs[len - 1].arm == CT_ARM_NONE)
		len--;
	return len;
}

/* The results of the schema; those that the node does not name are dropped. */
static ct_error set_outputs(struct ct_preparing *preparing, const struct ct_plan *plan, step *self,
			    int64_t skipped)
{
	const struct ct_graph_node *node = self->node;
	struct ct_step_output *outputs;
	int64_t len;

	CT_TRY(ct_operator_result_count(self->operator_, &len));
	if (len > CT_MAX_RESULTS || count_outputs(node) - skipped > len)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, node,
				      "it has %lld results, but the operator %lld",
				      (long long)node->outputs_len, (long long)len);
	outputs = ct_prepare_array(preparing, len, sizeof *outputs);
	if (outputs == NULL)
		return ct_prepare_no_memory(&plan->place);
	for (int64_t i = 0; i < len; i++)
		outputs[i].value = CT_NO_VALUE;
	for (int64_t i = skipped; i < count_outputs(node); i++)
		CT_TRY(set_output(preparing, plan, &node->outputs[i], &outputs[i - skipped]));
	self->outputs = outputs;
	self->outputs_len = (int32_t)len;
	return NULL;
}

ct_error ct_prepare_find_operator(const struct ct_plan *plan, struct ct_step *self,
				  const char *target)
{
	char name[512];

	return find(plan, self, target, name, &self->operator_);
}

ct_error ct_prepare_operator(struct ct_preparing *self, const struct ct_plan *plan,
			     struct ct_step *to)
{
	char name[512];

	CT_TRY(find(plan, to, to->node->target, name, &to->operator_));
	CT_TRY(set_arguments(self, plan, to, name, 0));
	return set_outputs(self, plan, to, 0);
}

/* Its first inputs are a token, which only orders the calls, and the operator. Its first output is
 * the next token. */
ct_error ct_prepare_with_effects(struct ct_preparing *self, const struct ct_plan *plan,
				 struct ct_step *to)
{
	const struct ct_graph_node *node = to->node;
	char name[512];

	if (node->inputs_len < 2 || node->inputs[1].argument.arm != CT_ARM_OPERATOR ||
	    node->outputs_len < 1)
		return ct_graph_error(CT_ERROR_VALUE, &plan->place, node,
				      "its inputs must begin with a token and an operator");
	CT_TRY(find(plan, to, node->inputs[1].argument.string, name, &to->operator_));
	CT_TRY(set_arguments(self, plan, to, name, 2));
	return set_outputs(self, plan, to, 1);
}
