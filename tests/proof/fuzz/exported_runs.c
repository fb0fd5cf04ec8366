/*
 * Running a program of the target "exported".
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "budget.h"
#include "calls.h"
#include "exported.h"

enum {
	MAX_INPUTS = 16,
	MAX_DIM = 8,
	MAX_SIZE = 16,    /* of a dimension of an input */
	BLOCKS = 10000,   /* of memory for a run */
	NBYTES = 64 << 20 /* of them all */
};

/* --- Which programs --------------------------------------------------------------------------- */

#define ATEN "torch.ops.aten."

/* With arguments that fit their schemas they crash in Python, too. */
static const struct {
	const char *target, *reason;
} left_out[] = {
	{ ATEN "_convert_indices_from_coo_to_csr", "does not check the indices" },
	{ ATEN "_convert_indices_from_csr_to_coo", "does not check the indices" },
	{ ATEN "_reshape_alias", "does not compare sizes and strides with the storage" },
	{ ATEN "_sparse_coo_tensor_unsafe", "does not check the indices" },
	{ ATEN "adaptive_max_pool2d_backward", "does not check the indices" },
	{ ATEN "chunk", "makes any number of chunks of an empty tensor" },
	{ ATEN "max_pool2d_with_indices_backward", "does not check the indices" },
	{ ATEN "tensor_split", "makes any number of sections of an empty tensor" },
	{ "torch.ops.inductor._reinterpret_tensor",
	  "does not compare sizes and strides with the storage" },
};

/* They make a tensor in each round of a loop. */
static const char *const comparisons[] = { "eq", "ne", "lt", "le", "gt", "ge" };

static bool is_left_out(const char *target)
{
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		const size_t length = strlen(left_out[i].target);

		if (strncmp(target, left_out[i].target, length) == 0 &&
		    (target[length] == '.' || target[length] == '\0')) {
			if (getenv("FUZZ_VERBOSE"))
				fprintf(stderr, "no run: %s %s\n", left_out[i].target,
					left_out[i].reason);
			return true;
		}
	}
	return false;
}

static const char *target_of(const json_t *node)
{
	const char *target = json_string_value(json_object_get(node, "target"));

	return target ? target : "";
}

static bool is_comparison(const json_t *node)
{
	const char *target = target_of(node);

	for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
		char tensor[64], scalar[64];

		snprintf(tensor, sizeof tensor, ATEN "%s.Tensor", comparisons[i]);
		snprintf(scalar, sizeof scalar, ATEN "%s.Scalar", comparisons[i]);
		if (strcmp(target, tensor) == 0 || strcmp(target, scalar) == 0)
			return true;
	}
	return false;
}

/* Whether the condition of a loop compares tensors: then the budget ends it. */
static bool has_comparison(const json_t *loop)
{
	const json_t *input = json_array_get(json_object_get(loop, "inputs"), 0);
	const json_t *named = json_object_get(json_object_get(input, "arg"), "as_graph");
	const json_t *nodes = json_object_get(json_object_get(named, "graph"), "nodes");
	const json_t *node;
	size_t i;

	json_array_foreach (nodes, i, node)
		if (is_comparison(node))
			return true;
	return false;
}

static bool is_node_fine(const json_t *node)
{
	if (strcmp(target_of(node), "torch.ops.higher_order.while_loop") == 0)
		return has_comparison(node);
	return !is_left_out(target_of(node));
}

/* Also the operators that are arguments of higher-order ones: {"as_operator": "torch.ops..."}. */
static bool is_fine(json_t *value)
{
	const json_t *name = json_object_get(value, "as_operator");
	const char *key;
	json_t *item;
	size_t i;

	if (!is_node_fine(value) || (json_is_string(name) && is_left_out(json_string_value(name))))
		return false;
	json_array_foreach (value, i, item)
		if (!is_fine(item))
			return false;
	json_object_foreach (value, key, item)
		if (!is_fine(item))
			return false;
	return true;
}

bool exported_may_run(const char *json)
{
	json_t *program = json_loads(json, 0, NULL);
	const bool result = program && is_fine(program);

	json_decref(program);
	return result;
}

/* --- Inputs ----------------------------------------------------------------------------------- */

static ct_value get(const ct_value *dict, const char *key)
{
	ct_value result = ct_value_none();

	if (ct_value_dict_has(dict, ct_value_string(key)))
		FUZZ_MUST(ct_value_dict_get(dict, ct_value_string(key), &result));
	return result;
}

static const char *text_at(const ct_value *dict, const char *key)
{
	const ct_value value = get(dict, key);
	const char *text = "";

	if (value.kind == CT_VALUE_STRING)
		FUZZ_MUST(ct_value_as_string(&value, &text, NULL));
	return text;
}

/* The shape that the program was exported with, unless it is large. */
static int64_t shape_of(const ct_value *input, int64_t shape[MAX_DIM])
{
	const ct_value example = get(input, "example");
	const int64_t dim = ct_value_count(&example);
	ct_value size;

	for (int64_t i = 0; i < dim && i < MAX_DIM; i++) {
		FUZZ_MUST(ct_value_item(&example, i, &size));
		shape[i] = size.kind == CT_VALUE_INT ? size.i : 2;
		if (shape[i] < 0 || shape[i] > MAX_SIZE)
			shape[i] = MAX_SIZE;
	}
	return dim < MAX_DIM ? dim : MAX_DIM;
}

/* Ones; None if they cannot be had. */
static ct_value tensor_for(const ct_value *input)
{
	int64_t shape[MAX_DIM];
	const int64_t dim = shape_of(input, shape);
	ct_tensor *tensor;
	ct_dtype dtype;

	if (!fuzz_succeeds(ct_dtype_from_name(text_at(input, "dtype"), &dtype)) ||
	    !fuzz_succeeds_in_libtorch(
		    ct_ones(shape, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor)))
		return ct_value_none();
	return ct_value_tensor(tensor);
}

static ct_value value_for(const ct_value *input)
{
	const char *type = text_at(input, "type");
	const ct_value example = get(input, "value");

	if (strcmp(type, "tensor") == 0)
		return tensor_for(input);
	if (example.kind != CT_VALUE_NONE)
		return example;
	if (strcmp(type, "int") == 0)
		return ct_value_int(2);
	if (strcmp(type, "float") == 0)
		return ct_value_float(0.5);
	return strcmp(type, "bool") == 0 ? ct_value_bool(true) : ct_value_none();
}

/* --- Runs ------------------------------------------------------------------------------------- */

static void begin_run(void)
{
	FUZZ_MUST(ct_set_num_threads(1));
	fuzz_budget_begin(BLOCKS, NBYTES);
}

static void end_run(ct_error error, ct_value *result)
{
	fuzz_budget_end();
	if (getenv("FUZZ_VERBOSE"))
		fprintf(stderr, "a run: %s\n", error ? error : "succeeds");
	if (fuzz_succeeds_in_libtorch(error))
		ct_value_free(result);
}

/* The file's inputs: a tuple of arguments and a dict of those with names. */
static void run_sample(ct_export *program, const ct_value *inputs)
{
	ct_value args[MAX_INPUTS], named[MAX_INPUTS], part, key, result;
	const char *names[MAX_INPUTS];
	int64_t args_len, named_len;

	FUZZ_MUST(ct_value_item(inputs, 0, &part));
	args_len = ct_value_count(&part);
	for (int64_t i = 0; i < args_len && i < MAX_INPUTS; i++)
		FUZZ_MUST(ct_value_item(&part, i, &args[i]));
	FUZZ_MUST(ct_value_item(inputs, 1, &part));
	named_len = ct_value_count(&part);
	for (int64_t i = 0; i < named_len && i < MAX_INPUTS; i++) {
		FUZZ_MUST(ct_value_dict_item(&part, i, &key, &named[i]));
		FUZZ_MUST(ct_value_as_string(&key, &names[i], NULL));
	}
	if (args_len > MAX_INPUTS || named_len > MAX_INPUTS)
		return;
	begin_run();
	end_run(ct_export_call(program, args, args_len, names, named, named_len, &result), &result);
}

static void run_described(ct_export *program, const ct_value *description)
{
	const ct_value inputs = get(description, "inputs");
	const int64_t len = ct_value_count(&inputs);
	ct_value made[MAX_INPUTS], input, result;

	if (len > MAX_INPUTS)
		return;
	for (int64_t i = 0; i < len; i++) {
		FUZZ_MUST(ct_value_item(&inputs, i, &input));
		made[i] = value_for(&input);
	}
	begin_run();
	end_run(ct_export_run_leaves(program, made, len, &result), &result);
}

void exported_run(ct_export *program, const char *path)
{
	ct_value inputs = ct_value_none(), description;

	CT_SCOPE;
	if (fuzz_succeeds(ct_export_sample_inputs(program, &inputs)) &&
	    ct_value_count(&inputs) == 2)
		run_sample(program, &inputs);
	ct_value_free(&inputs);
	FUZZ_MUST(ct_export_describe(path, NULL, &description));
	run_described(program, &description);
	ct_value_free(&description);
}
