#include "sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/export/program.h>

/* One program and what Python computed with it. */
struct proof {
	ct_export *program;
	const ct_value *reference;
};

/* --- one run ---------------------------------------------------------------------------------- */

/* The leaves as an array, borrowed; new: free(). */
static ct_error leaves_of(const ct_value *list, ct_value **result)
{
	const int64_t count = ct_value_count(list);
	ct_value *leaves = calloc((size_t)count + 1, sizeof *leaves);

	if (!leaves)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory");
	for (int64_t i = 0; i < count; i++) {
		ct_error err = ct_value_item(list, i, &leaves[i]);

		if (err) {
			free(leaves);
			return err;
		}
	}
	*result = leaves;
	return NULL;
}

static ct_error seed(const struct proof *self)
{
	int64_t number;

	CT_TRY(ct_value_at_int(self->reference, "/seed", &number));
	return ct_manual_seed((uint64_t)number);
}

/* Runs on these inputs, which the program may change. */
static ct_error run(const struct proof *self, const ct_value *inputs, ct_value *outputs)
{
	ct_value *leaves = NULL;
	ct_error err;

	CT_TRY(leaves_of(inputs, &leaves));
	if (!(err = seed(self)))
		err = ct_export_run_leaves(self->program, leaves, ct_value_count(inputs), outputs);
	free(leaves);
	return err;
}

/* Runs on copies. The results belong to the innermost scope. */
static ct_error run_on_copies(const struct proof *self, const ct_value *inputs, ct_value *copies,
			      ct_value *outputs)
{
	CT_TRY(ct_value_deepcopy(inputs, copies));
	CT_TRY(ct_value_move_to_scope(copies));
	CT_TRY(run(self, copies, outputs));
	return ct_value_move_to_scope(outputs);
}

static ct_error first_inputs(const struct proof *self, ct_value *result)
{
	return ct_value_at(self->reference, "/cases/0/inputs", result);
}

/* --- cases ------------------------------------------------------------------------------------ */

static ct_error check_case(const struct proof *self, const ct_value *wanted,
			   struct difference *result)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_value inputs, expected, after, copies, outputs;

	CT_TRY(ct_value_at(wanted, "/inputs", &inputs));
	CT_TRY(ct_value_at(wanted, "/outputs", &expected));
	CT_TRY(ct_value_at(wanted, "/inputs_after", &after));
	CT_TRY(run_on_copies(self, &inputs, &copies, &outputs));
	CT_TRY(compare_lists(&expected, &outputs, "output", result));
	return compare_lists(ct_value_is_none(&after) ? &inputs : &after, &copies,
			     "input after the run", result);
}

static ct_error check_cases(const struct proof *self, const ct_value *cases,
			    struct difference *result)
{
	for (int64_t i = 0; i < ct_value_count(cases); i++) {
		ct_value one;

		CT_TRY(ct_value_item(cases, i, &one));
		CT_TRY(check_case(self, &one, result));
	}
	return NULL;
}

/* --- runs ------------------------------------------------------------------------------------- */

static const ct_tensor *find_tensor(const ct_named_tensor *tensors, int64_t count, const char *name)
{
	for (int64_t i = 0; i < count; i++)
		if (!strcmp(tensors[i].name, name))
			return tensors[i].tensor;
	return NULL;
}

static ct_error check_buffers(const struct proof *self, const ct_value *wanted,
			      struct difference *result)
{
	const ct_module_list_options options = { .keep_duplicates = true };
	ct_named_tensor *buffers;
	int64_t count;

	CT_TRY(ct_module_named_buffers(ct_export_module(self->program), &options, &buffers,
				       &count));
	for (int64_t i = 0; i < ct_value_count(wanted); i++) {
		ct_value key, value;
		ct_tensor *expected;
		const char *name;
		char place[120];

		CT_TRY(ct_value_dict_item(wanted, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		CT_TRY(ct_value_as_tensor(&value, &expected));
		snprintf(place, sizeof place, "buffer %s", name);
		CT_TRY(compare_tensors(expected, find_tensor(buffers, count, name), place, result));
	}
	return NULL;
}

static ct_error check_runs(const struct proof *self, const ct_value *wanted,
			   struct difference *result)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_value inputs, expected, buffers, copies, outputs;

	CT_TRY(first_inputs(self, &inputs));
	for (int i = 0; i < 3; i++)
		CT_TRY(run_on_copies(self, &inputs, &copies, &outputs));
	CT_TRY(ct_value_at(wanted, "/outputs", &expected));
	CT_TRY(ct_value_at(wanted, "/buffers", &buffers));
	CT_TRY(compare_lists(&expected, &outputs, "output of the third run", result));
	return check_buffers(self, &buffers, result);
}

/* --- gradients -------------------------------------------------------------------------------- */

/* Sets requires_grad of the inputs that have a gradient in the reference. */
static ct_error require(const ct_value *copies, const ct_value *places)
{
	for (int64_t i = 0; i < ct_value_count(places); i++) {
		ct_value place, input;
		ct_tensor *tensor;
		int64_t index;

		CT_TRY(ct_value_item(places, i, &place));
		CT_TRY(ct_value_as_int(&place, &index));
		CT_TRY(ct_value_item(copies, index, &input));
		CT_TRY(ct_value_as_tensor(&input, &tensor));
		CT_TRY(ct_tensor_set_requires_grad(tensor, true));
	}
	return NULL;
}

/* The sum of all outputs that require a gradient, in their order. */
static ct_error sum_of(const ct_value *outputs, ct_tensor **result)
{
	ct_tensor *total = NULL, *tensor, *sum;

	for (int64_t i = 0; i < ct_value_count(outputs); i++) {
		ct_value output;

		CT_TRY(ct_value_item(outputs, i, &output));
		if (output.kind != CT_VALUE_TENSOR)
			continue;
		CT_TRY(ct_value_as_tensor(&output, &tensor));
		if (!ct_tensor_requires_grad(tensor) ||
		    !ct_dtype_is_floating_point(ct_tensor_dtype(tensor)))
			continue;
		CT_TRY(CT(sum, &sum, tensor));
		if (total)
			CT_TRY(CT(add, &sum, total, sum));
		total = sum;
	}
	if (!total)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "no output requires a gradient");
	*result = total;
	return NULL;
}

static ct_error check_gradient(const ct_tensor *tensor, const ct_value *wanted, const char *kind,
			       const char *name, struct difference *result)
{
	ct_tensor *expected, *grad = NULL;
	char place[120];

	CT_TRY(ct_value_as_tensor(wanted, &expected));
	if (tensor)
		CT_TRY(ct_tensor_grad(tensor, &grad));
	snprintf(place, sizeof place, "gradient of %s %s", kind, name);
	return compare_tensors(expected, grad, place, result);
}

static ct_error check_parameters(const struct proof *self, const ct_value *wanted,
				 struct difference *result)
{
	const ct_module_list_options options = { .keep_duplicates = true };
	ct_named_tensor *parameters;
	int64_t count;

	CT_TRY(ct_module_named_parameters(ct_export_module(self->program), &options, &parameters,
					  &count));
	for (int64_t i = 0; i < ct_value_count(wanted); i++) {
		ct_value key, value;
		const char *name;

		CT_TRY(ct_value_dict_item(wanted, i, &key, &value));
		CT_TRY(ct_value_as_string(&key, &name, NULL));
		CT_TRY(check_gradient(find_tensor(parameters, count, name), &value, "parameter",
				      name, result));
	}
	return NULL;
}

static ct_error check_inputs(const ct_value *copies, const ct_value *places, const ct_value *wanted,
			     struct difference *result)
{
	for (int64_t i = 0; i < ct_value_count(places); i++) {
		ct_value place, input, value;
		ct_tensor *tensor;
		int64_t index;
		char name[24];

		CT_TRY(ct_value_item(places, i, &place));
		CT_TRY(ct_value_item(wanted, i, &value));
		CT_TRY(ct_value_as_int(&place, &index));
		CT_TRY(ct_value_item(copies, index, &input));
		CT_TRY(ct_value_as_tensor(&input, &tensor));
		snprintf(name, sizeof name, "%lld", (long long)index);
		CT_TRY(check_gradient(tensor, &value, "input", name, result));
	}
	return NULL;
}

static ct_error check_grads(const struct proof *self, const ct_value *wanted,
			    struct difference *result)
{
	CT_SCOPE;
	CT_ENABLE_GRAD_SCOPE;
	ct_value inputs, places, parameters, gradients, copies, outputs;
	ct_tensor *total = NULL;

	CT_TRY(first_inputs(self, &inputs));
	CT_TRY(ct_value_at(wanted, "/inputs_require", &places));
	CT_TRY(ct_value_at(wanted, "/parameters", &parameters));
	CT_TRY(ct_value_at(wanted, "/inputs", &gradients));
	CT_TRY(ct_value_deepcopy(&inputs, &copies));
	CT_TRY(ct_value_move_to_scope(&copies));
	CT_TRY(require(&copies, &places));
	CT_TRY(run(self, &copies, &outputs));
	CT_TRY(ct_value_move_to_scope(&outputs));
	CT_TRY(sum_of(&outputs, &total));
	CT_TRY(ct_tensor_backward(total));
	CT_TRY(check_parameters(self, &parameters, result));
	return check_inputs(&copies, &places, &gradients, result);
}

/* --- inputs that are refused ------------------------------------------------------------------ */

/* Guards and assertions of the graph have Python's text. Other errors are those of Python itself, or
 * of a kernel: any will do. */
static bool is_expected(ct_error error, const char *text)
{
	static const char *const texts[] = { "Guard failed: ", "Runtime assertion failed" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (!strncmp(text, texts[i], strlen(texts[i])))
			return strstr(error, text) != NULL;
	return true;
}

static ct_error check_refusal(const struct proof *self, const ct_value *wanted,
			      struct difference *result)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_value inputs, copies, outputs;
	const char *text;
	ct_error error;

	CT_TRY(ct_value_at(wanted, "/inputs", &inputs));
	CT_TRY(ct_value_at_string(wanted, "/error", &text));
	error = run_on_copies(self, &inputs, &copies, &outputs);
	if (!result->found && (!error || !is_expected(error, text))) {
		result->found = true;
		result->largest = (double)NAN;
		snprintf(result->text, sizeof result->text, "\"%s\", expected \"%s\"",
			 error ? error : "no error", text);
	}
	ct_error_free(error);
	return NULL;
}

static ct_error check_refusals(const struct proof *self, const ct_value *bad,
			       struct difference *result)
{
	for (int64_t i = 0; i < ct_value_count(bad); i++) {
		ct_value one;

		CT_TRY(ct_value_item(bad, i, &one));
		CT_TRY(check_refusal(self, &one, result));
	}
	return NULL;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* ORDER: the names of the sections. */
static const struct {
	const char *path;
	ct_error (*check)(const struct proof *self, const ct_value *wanted,
			  struct difference *result);
} checks[SECTIONS] = {
	{ "/cases", check_cases },
	{ "/runs", check_runs },
	{ "/grads", check_grads },
	{ "/bad", check_refusals },
};

/* Whether the reference has the section. */
static bool is_there(const ct_value *wanted)
{
	return !ct_value_is_none(wanted) && ct_value_count(wanted) > 0;
}

static ct_error check_section(const char *path, const ct_value *reference, int index,
			      struct section *result)
{
	struct proof proof = { NULL, reference };
	ct_value wanted;
	ct_error err;

	CT_TRY(ct_value_at(reference, checks[index].path, &wanted));
	if (!is_there(&wanted))
		return NULL;
	CT_TRY(ct_export_load(path, NULL, &proof.program));
	err = checks[index].check(&proof, &wanted, &result->difference);
	ct_export_free(proof.program);
	result->verdict = result->difference.found ? DIFFERS : EQUAL;
	return err;
}

/* The advice to decompose a program helps only if it has not been followed. */
static bool is_refusal(const ct_value *reference, ct_error error)
{
	const char *form = "";
	ct_error missing = ct_value_at_string(reference, "/form", &form);

	ct_error_free(missing);
	return !strcmp(form, "training") && strstr(error, "run_decompositions");
}

static void note_failure(struct section *self, const ct_value *reference, ct_error error)
{
	self->verdict = is_refusal(reference, error) ? REFUSED : FAILED;
	self->difference.largest = (double)NAN;
	snprintf(self->difference.text, sizeof self->difference.text, "%s", error);
	ct_error_free(error);
}

void check_sections(const char *path, const ct_value *reference, struct section results[SECTIONS])
{
	for (int i = 0; i < SECTIONS; i++) {
		ct_error error;

		results[i] = (struct section){ .verdict = ABSENT };
		error = check_section(path, reference, i, &results[i]);
		if (error)
			note_failure(&results[i], reference, error);
	}
}
