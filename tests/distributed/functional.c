/*
 * What functional.py does, and the same lines: results and gradients of functional collectives.
 * `functional print` prints the lines, for beside.sh; otherwise they must be those of
 * tests/fixtures/expected/dist_functional.json.
 */
#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "expected.h"
#include "rank.h"

enum { MOST = 8, LINES = 64, LINE = 2048 };

static int64_t me, size;
static bool prints; /* the lines alone */
static char lines[LINES][LINE];
static size_t lines_len;

/* --- Lines ------------------------------------------------------------------------------------ */

static void add_digits(char *line, const ct_tensor *tensor)
{
	ct_tensor *flat = CT_E(reshape, tensor, CT_L(-1));

	for (int64_t i = 0; i < ct_tensor_numel(flat); i++) {
		const size_t used = strlen(line);
		double value;

		CT_CHECK(ct_tensor_item_double(CT_E(select, flat, 0, i), &value));
		/* No negative zero. */
		MUST(snprintf(line + used, LINE - used, " %.6g", value + 0.0) < (int)(LINE - used));
	}
}

static void show(const char *name, const char *what, ct_tensor *const *tensors, int64_t tensors_len)
{
	char *line = lines[lines_len++];

	MUST(lines_len <= LINES);
	snprintf(line, LINE, "%s %s", name, what);
	for (int64_t i = 0; i < tensors_len; i++)
		add_digits(line, tensors[i]);
}

/* --- Cases ------------------------------------------------------------------------------------ */

static ct_tensor *values(int64_t k, ct_ints shape, bool requires_grad)
{
	int64_t n = 1;
	ct_tensor *result;

	for (int64_t i = 0; i < shape.len; i++)
		n *= shape.at[i];
	float *numbers = calloc((size_t)n, sizeof *numbers);

	MUST(numbers);
	for (int64_t i = 0; i < n; i++)
		numbers[i] = (float)((5 * k + 7 * i + k * i) % 5 - 2);
	CT_CHECK(ct_tensor_from_data(numbers, CT_FLOAT32, shape, &result));
	free(numbers);
	CT_CHECK(ct_tensor_set_requires_grad(result, requires_grad));
	return result;
}

/* Rank i sends i + j + 1 rows to rank j. */
static int64_t uneven(int64_t *splits)
{
	int64_t rows = 0;

	for (int64_t j = 0; j < size; j++)
		rows += splits[j] = me + j + 1;
	return rows;
}

typedef struct {
	ct_tensor *inputs[2], **results;
	int64_t inputs_len, results_len;
} collective;

typedef ct_error single_function(const ct_tensor *, const ct_dist_functional_options *,
				 ct_tensor **);
typedef ct_error coalesced_function(ct_tensors, const ct_dist_functional_options *, ct_tensor ***,
				    int64_t *);

static ct_error all_to_all(const ct_tensor *input, const ct_dist_functional_options *options,
			   ct_tensor **result)
{
	return ct_dist_functional_all_to_all_single(input, (ct_ints){ NULL, 0 },
						    (ct_ints){ NULL, 0 }, options, result);
}

static ct_error all_to_all_uneven(const ct_tensor *input, const ct_dist_functional_options *options,
				  ct_tensor **result)
{
	int64_t splits[MOST];

	uneven(splits);
	return ct_dist_functional_all_to_all_single(input, CT_INTS_OF(splits, size),
						    CT_INTS_OF(splits, size), options, result);
}

static ct_error broadcast(const ct_tensor *input, const ct_dist_functional_options *options,
			  ct_tensor **result)
{
	return ct_dist_functional_broadcast(input, size - 1, options, result);
}

/* In the order of functional.py. */
static const struct use {
	const char *name;
	single_function *single;
	coalesced_function *coalesced;
	ct_dist_op op;
	bool has_no_gradient;
} uses[] = {
	{ "all_reduce sum", ct_dist_functional_all_reduce, NULL, CT_DIST_SUM, false },
	{ "all_reduce avg", ct_dist_functional_all_reduce, NULL, CT_DIST_AVG, false },
	{ "all_reduce min", ct_dist_functional_all_reduce, NULL, CT_DIST_MIN, false },
	{ "all_reduce max", ct_dist_functional_all_reduce, NULL, CT_DIST_MAX, false },
	{ "all_reduce_coalesced sum", NULL, ct_dist_functional_all_reduce_coalesced, CT_DIST_SUM,
	  false },
	{ "all_gather_into_tensor", ct_dist_functional_all_gather_into_tensor, NULL, CT_DIST_SUM,
	  false },
	{ "all_gather_into_tensor_coalesced", NULL,
	  ct_dist_functional_all_gather_into_tensor_coalesced, CT_DIST_SUM, false },
	{ "reduce_scatter_tensor sum", ct_dist_functional_reduce_scatter_tensor, NULL, CT_DIST_SUM,
	  false },
	{ "reduce_scatter_tensor_coalesced sum", NULL,
	  ct_dist_functional_reduce_scatter_tensor_coalesced, CT_DIST_SUM, false },
	{ "all_to_all_single", all_to_all, NULL, CT_DIST_SUM, false },
	{ "all_to_all_single uneven", all_to_all_uneven, NULL, CT_DIST_SUM, false },
	{ "all_reduce product", ct_dist_functional_all_reduce, NULL, CT_DIST_PRODUCT, true },
	{ "reduce_scatter_tensor max", ct_dist_functional_reduce_scatter_tensor, NULL, CT_DIST_MAX,
	  true },
	{ "broadcast", broadcast, NULL, CT_DIST_SUM, true },
};

static void make_inputs(const struct use *use, collective *of)
{
	int64_t splits[MOST];
	const int64_t rows = use->single == all_to_all_uneven ? uneven(splits) : 2 * size;

	of->inputs_len = use->coalesced ? 2 : 1;
	of->inputs[0] = values(3 * me, CT_L(rows, 2), true);
	if (use->coalesced)
		of->inputs[1] = values(3 * me + 1, CT_L(size), true);
}

/* Every second one returns at once, and is waited for. */
static void call(const struct use *use, collective *of)
{
	const ct_dist_functional_options options = { .op = use->op,
						     .no_wait = (use - uses) % 2 == 1 };
	static ct_tensor *one;

	make_inputs(use, of);
	if (use->coalesced) {
		CT_CHECK(use->coalesced(CT_TENSORS_OF(of->inputs, of->inputs_len), &options,
					&of->results, &of->results_len));
	} else {
		CT_CHECK(use->single(of->inputs[0], &options, &one));
		of->results = &one;
		of->results_len = 1;
	}
	for (int64_t i = 0; i < of->results_len && options.no_wait; i++)
		CT_CHECK(ct_dist_functional_wait_tensor(of->results[i]));
}

static ct_tensor *weighted(const ct_tensor *tensor, int64_t k)
{
	int64_t shape[2];

	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++)
		shape[i] = ct_tensor_size(tensor, i);
	return CT_E(sum,
		    CT_E(mul, tensor, values(k, CT_INTS_OF(shape, ct_tensor_dim(tensor)), false)));
}

static ct_tensor *loss_of(const collective *of)
{
	ct_tensor *loss = weighted(of->results[0], 40);

	for (int64_t i = 1; i < of->results_len; i++)
		loss = CT_E(add, loss, weighted(of->results[i], 40 + i));
	return loss;
}

static void show_gradients(const struct use *use, const collective *of)
{
	ct_tensor *gradients[2];

	CT_CHECK(ct_tensor_backward(loss_of(of)));
	for (int64_t i = 0; i < of->inputs_len; i++)
		CT_CHECK(ct_tensor_grad(of->inputs[i], &gradients[i]));
	show(use->name, "gradient", gradients, of->inputs_len);
}

static void try_use(const struct use *use)
{
	CT_SCOPE;
	collective of = { .results = NULL };

	call(use, &of);
	show(use->name, "result", of.results, of.results_len);
	if (!use->has_no_gradient)
		show_gradients(use, &of);
	else if (!prints)
		MUST_FAIL(ct_tensor_backward(loss_of(&of)), "Error: ",
			  use->single == broadcast ? "broadcast has no gradient"
						   : "alone, not for ");
}

/* A gradient of a gradient. */
static void try_twice(void)
{
	CT_SCOPE;
	ct_tensor *x = values(me, CT_L(4), true), *sum, *both[2];

	CT_CHECK(ct_dist_functional_all_reduce(x, NULL, &sum));
	CT_CHECK(ct_autograd_grad(CT_TENSORS(CT_E(sum, CT_E(mul, sum, sum))), CT_TENSORS(x),
				  &(ct_autograd_grad_options){ .create_graph = true }, both));
	CT_CHECK(ct_tensor_backward(weighted(both[0], 9)));
	CT_CHECK(ct_tensor_grad(x, &both[1]));
	show("twice", "gradient", both, 2);
}

/* --- Without Python --------------------------------------------------------------------------- */

/* Python 2.15's fails here: gloo writes the results after they were saved for the backward. So they are
 * compared with the gradients of one tensor at a time. */
static void try_maxima(void)
{
	CT_SCOPE;
	const ct_dist_functional_options options = { .op = CT_DIST_MAX };
	ct_tensor *inputs[2], *twins[2], *gradient, *expected, *result;
	collective of;

	for (int64_t i = 0; i < 2; i++) {
		inputs[i] = values(3 * me + i, CT_L(2 * size + i), true);
		twins[i] = values(3 * me + i, CT_L(2 * size + i), true);
		CT_CHECK(ct_dist_functional_all_reduce(twins[i], &options, &result));
		CT_CHECK(ct_tensor_backward(weighted(result, 40 + i)));
	}
	CT_CHECK(ct_dist_functional_all_reduce_coalesced(CT_TENSORS_OF(inputs, 2), &options,
							 &of.results, &of.results_len));
	CT_CHECK(ct_tensor_backward(loss_of(&of)));
	for (int64_t i = 0; i < 2; i++) {
		CT_CHECK(ct_tensor_grad(inputs[i], &gradient));
		CT_CHECK(ct_tensor_grad(twins[i], &expected));
		must_equal("the gradient of a maximum", gradient, expected);
	}
}

/* In a group of ranks 0 and 1, and of an input that is not contiguous. */
static void try_group(void)
{
	CT_SCOPE;
	ct_dist_group *group;
	ct_tensor *x = CT_E(t, values(me, CT_L(2, 3), false)), *result = NULL, *expected;

	CT_CHECK(ct_dist_group_new(CT_L(0, 1), NULL, &group));
	if (ct_dist_group_has_this_process(group)) {
		const ct_dist_functional_options options = { .group = group };

		CT_CHECK(ct_dist_functional_all_gather_into_tensor(x, &options, &result));
		CT_CHECK(ct_cat((ct_tensor *[]){ CT_E(t, values(0, CT_L(2, 3), false)),
						 CT_E(t, values(1, CT_L(2, 3), false)) },
				2, 0, &expected));
		must_equal("all_gather of a group", result, expected);
	} else {
		MUST_FAIL(ct_dist_functional_all_reduce(
				  x, &(ct_dist_functional_options){ .group = group }, &result),
			  "ValueError: this process is not in group ");
	}
	ct_dist_group_free(group);
}

static void try_wrong_calls(void)
{
	CT_SCOPE;
	const ct_dist_functional_options wrong = { .op = 8 }, min = { .op = CT_DIST_MIN };
	ct_tensor *x = values(0, CT_L(size + 1), false), *scalar = CT_E(sum, x), *result = NULL;
	ct_tensor **results = NULL;
	int64_t results_len;

	MUST_FAIL(ct_dist_functional_all_reduce(NULL, NULL, &result),
		  "argument 1 (input) must not be NULL");
	MUST_FAIL(ct_dist_functional_all_reduce(x, &wrong, &result),
		  "ValueError: functional_all_reduce on rank ", "op 8 is not a ct_dist_op");
	MUST_FAIL(ct_dist_functional_all_reduce(CT_E(view_as_complex, CT_E(zeros, CT_L(2, 2))),
						&min, &result),
		  "ValueError: ", "a complex tensor has only");
	MUST_FAIL(ct_dist_functional_reduce_scatter_tensor(x, NULL, &result),
		  "ValueError: ", "rows cannot be divided by the ");
	MUST_FAIL(ct_dist_functional_all_gather_into_tensor(scalar, NULL, &result),
		  "ValueError: ", "a tensor without dimensions has no rows");
	MUST_FAIL(ct_dist_functional_all_to_all_single(x, CT_L(1), (ct_ints){ NULL, 0 }, NULL,
						       &result),
		  "ValueError: ", "expected one for each of ");
	MUST_FAIL(ct_dist_functional_broadcast(x, size, NULL, &result),
		  "ValueError: ", "which is not a rank of group 0");
	MUST_FAIL(ct_dist_functional_all_reduce_coalesced((ct_tensors){ NULL, 0 }, NULL, &results,
							  &results_len),
		  "ValueError: ", "the list of inputs is empty");
	MUST_FAIL(ct_dist_functional_all_reduce_coalesced(
			  CT_TENSORS(x, CT_E(to, x, .dtype = CT_INT64)), NULL, &results,
			  &results_len),
		  "ValueError: ", "the tensors have different dtypes");
	MUST(result == NULL && results == NULL);
	CT_CHECK(ct_dist_functional_wait_tensor(x));
}

/* --- Comparing -------------------------------------------------------------------------------- */

static void compare_with(const json_t *expected)
{
	const json_t *wanted = expected_list(expected, "lines");
	int failures = 0;

	MUST(json_array_size(wanted) == lines_len);
	for (size_t i = 0; i < lines_len; i++) {
		const char *line = json_string_value(json_array_get(wanted, i));

		if (strcmp(lines[i], line) == 0)
			continue;
		fprintf(stderr, "got      %s\nexpected %s\n", lines[i], line);
		failures++;
	}
	MUST(failures == 0);
}

static void compare(void)
{
	json_t *cases = expected_cases("dist_functional");
	const json_t *one;
	bool is_there = false;
	size_t i;

	json_array_foreach (cases, i, one)
		if (expected_int(one, "ranks") == size && expected_int(one, "rank") == me) {
			compare_with(one);
			is_there = true;
		}
	MUST(is_there);
	json_decref(cases);
}

int main(int argc, char **argv)
{
	prints = argc > 1 && strcmp(argv[1], "print") == 0;
	CT_CHECK(ct_dist_init(NULL));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	MUST(size >= 2 && size <= MOST);
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
		try_use(&uses[i]);
	try_twice();
	if (!prints) {
		try_maxima();
		try_group();
		try_wrong_calls();
	}
	CT_CHECK(ct_dist_destroy());
	for (size_t i = 0; i < lines_len && prints; i++)
		puts(lines[i]);
	if (!prints)
		compare();
	return 0;
}
