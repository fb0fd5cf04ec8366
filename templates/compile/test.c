/* ${name}_test.c: runs the program and the interpreter on the same inputs, and compares what they
 * return${exactly}, and the order of its elements in memory. Written by ctorch-compile.
 *
 *     ${name}_test WEIGHTS.safetensors ARCHIVE.pt2
 */
${includes}
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "${name}.h"

enum { INPUTS = ${inputs}, OUTPUTS = ${outputs}, SIZES = ${sizes}, RUNS = 2, ATTEMPTS = 16 };

static int64_t compared, differences, refused;

/* --- Comparing -------------------------------------------------------------------------------- */

${comparison}
static ct_error compare(const char *what, int64_t i, const ct_value *wanted, const ct_value *got)
{
	bool equal = wanted->kind == got->kind;

	if (equal && got->kind == CT_VALUE_TENSOR)
		CT_TRY(tensors_equal(wanted->object, got->object, &equal));
	else if (equal && got->kind == CT_VALUE_STRING)
		equal = strcmp(wanted->object, got->object) == 0;
	else if (equal)
		equal = wanted->i == got->i && memcmp(&wanted->re, &got->re, sizeof got->re) == 0;
	compared++;
	if (!equal) {
		differences++;
		printf("%s %lld differs\n", what, (long long)i);
	}
	return NULL;
}

static const struct weight {
	const char *name;
	size_t offset;
} weights_of_struct[] = {
	${weights}
	{ NULL, 0 },
};

/* A run may have written to them. */
static ct_error compare_weights(const ct_export *program, const struct ${name} *self)
{
	ct_value state, wanted, got;

	CT_TRY(ct_module_state_dict(ct_export_module(program), NULL, &state));
	for (const struct weight *weight = weights_of_struct; weight->name != NULL; weight++) {
		if (!ct_value_dict_has(&state, ct_value_string(weight->name)))
			continue;
		CT_TRY(ct_value_dict_get(&state, ct_value_string(weight->name), &wanted));
		got = ct_value_tensor(*(ct_tensor *const *)((const char *)self + weight->offset));
		CT_TRY(compare(weight->name, 0, &wanted, &got));
	}
	ct_value_free(&state);
	return NULL;
}

${gradient_functions}
/* --- Inputs ----------------------------------------------------------------------------------- */

/* The leaves of nested tuples, lists and dicts. */
static ct_error flatten(const ct_value *value, ct_value *leaves, int64_t *len)
{
	const int64_t count = value->kind == CT_VALUE_STRING ? -1 : ct_value_count(value);
	ct_value key, item;

	for (int64_t i = 0; i < count; i++) {
		if (value->kind == CT_VALUE_DICT)
			CT_TRY(ct_value_dict_item(value, i, &key, &item));
		else
			CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(flatten(&item, leaves, len));
	}
	if (count < 0 && (*len)++ < INPUTS)
		leaves[*len - 1] = ct_value_borrow(value);
	return NULL;
}

${make_tensor}
static ct_error make_inputs(ct_value *inputs)
{
	(void)inputs;
	CT_TRY(ct_manual_seed(0));
	${make_inputs}
	return NULL;
}

${resize_function}
${other_size}
/* Both get their own, since a run may write to them. */
static ct_error copy_inputs(const ct_value *from, ct_value *to)
{
	for (int i = 0; i < INPUTS; i++) {
		CT_TRY(ct_value_deepcopy(&from[i], &to[i]));
		CT_TRY(ct_value_move_to_scope(&to[i]));
	}
	return NULL;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static ct_error run_compiled(struct ${name} *self, const ct_value *inputs, ct_value *results)
{
	${declarations}

	(void)inputs;
	(void)results;
	CT_TRY(${name}_run(self${arguments}));
	${results}
	return NULL;
}
${out_function}

/* Both must refuse inputs with errors of one class. */
static void compare_errors(ct_error wanted, ct_error got)
{
	refused++;
	if (wanted == NULL || got == NULL || ct_error_class_of(wanted) != ct_error_class_of(got)) {
		differences++;
		printf("the interpreter: %s\n%s\n", wanted ? wanted : "no error",
		       got ? got : "no error");
	}
	ct_error_free(wanted);
	ct_error_free(got);
}

static ct_error run_both(ct_export *program, struct ${name} *self, const ct_value *inputs${turn}, bool *ran)
{
	ct_value for_program[INPUTS + 1], for_self[INPUTS + 1], results[OUTPUTS + 1], list, item;
	ct_error wanted, got;

	CT_TRY(copy_inputs(inputs, for_program));
	CT_TRY(copy_inputs(inputs, for_self));
	CT_TRY(ct_manual_seed(0));
	wanted = ct_export_run_leaves(program, for_program, INPUTS, &list);
	CT_TRY(ct_manual_seed(0));
	${run}
	*ran = wanted == NULL && got == NULL;
	if (!*ran) {
		compare_errors(wanted, got);
		return NULL;
	}
	for (int64_t i = 0; i < OUTPUTS; i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		CT_TRY(compare("output", i, &item, &results[i]));
	}
	for (int64_t i = 0; i < INPUTS; i++)
		CT_TRY(compare("input", i, &for_program[i], &for_self[i]));
	${gradients}
	ct_value_free(&list);
	return NULL;
}

/* The sample inputs, with sizes of the attempt. */
static ct_error run_sizes(ct_export *program, struct ${name} *self, const ct_value *samples, int attempt,
			  bool *ran)
{
	ct_value inputs[INPUTS + 1];
	ct_scope *scope = ct_scope_open();
	ct_error error = NULL;

	memcpy(inputs, samples, INPUTS * sizeof *inputs);
	(void)attempt;
	*ran = false;
	${symbols}
	${fix}
	${resize}
	for (int i = 0; i < RUNS && error == NULL; i++)
		error = run_both(program, self, inputs${i}, ran);
	ct_scope_leave(scope);
	return error;
}

static ct_error run_all(const char *weights, const char *archive)
{
	ct_value samples, leaves[INPUTS + 1];
	struct ${name} *self;
	ct_export *program;
	int64_t len = 0;
	int sizes = 0;
	bool ran;

	(void)weights;
	${grad_mode}
	CT_TRY(ct_export_load(archive, NULL, &program));
	CT_TRY(${name}_load(${load_arguments}&self));
	CT_TRY(ct_export_sample_inputs(program, &samples));
	CT_TRY(flatten(&samples, leaves, &len));
	if (len != INPUTS)
		CT_TRY(make_inputs(leaves));
	for (int attempt = 0; attempt < ATTEMPTS && sizes < SIZES; attempt++) {
		CT_TRY(run_sizes(program, self, leaves, attempt, &ran));
		sizes += ran;
	}
	CT_TRY(compare_weights(program, self));
	printf("${name}: %lld values at %d sizes, %lld differ; %lld runs refused\n",
	       (long long)compared, sizes, (long long)differences, (long long)refused);
	${worst}
	if (sizes == 0)
		return ct_error_new(CT_ERROR_VALUE, NULL, "no run succeeded");
	ct_value_free(&samples);
	${free_workspace}
	${name}_free(self);
	ct_export_free(program);
	return NULL;
}

int main(int argc, char **argv)
{
	ct_error error;

	if (argc != 3) {
		fprintf(stderr, "usage: %s WEIGHTS.safetensors ARCHIVE.pt2\n", argv[0]);
		return 2;
	}
	error = run_all(argv[1], argv[2]);
	if (error != NULL) {
		fprintf(stderr, "%s\n", error);
		return 1;
	}
	return differences ? 1 : 0;
}
