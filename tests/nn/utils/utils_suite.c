/*
 * Parametrizations, norms, functional calls and pruning: the steps of
 * tests/fixtures/expected/nn_utils.py.
 */
#include <math.h>
#include <string.h>

#include <ctorch/nn/nn.h>
#include <ctorch/nn/utils.h>

#include "expected.h"
#include "support.h"
#include "values.h"
#include "warned.h"

enum { SEED = 27, RESULTS_MAX = 16 };

/* What a failure names. */
static char about[400];

/* --- parametrizations of our own -------------------------------------------------------------- */

static ct_error symmetric(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT_FINISH(CT_E(add, CT_E(triu, x), CT_E(mT, CT_E(triu, x, 1))), result);
}

static ct_error symmetric_inverse(void *self, const ct_tensor *x, ct_tensor **results, int64_t n)
{
	(void)self, (void)n;
	return CT(triu, results, x);
}

static ct_error exponential(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(exp, result, x);
}

static ct_error parts(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		      ct_tensor **outputs, int64_t outputs_len)
{
	(void)self, (void)inputs_len, (void)outputs_len;
	return CT(mul, outputs, inputs[0], inputs[1]);
}

static ct_error parts_inverse(void *self, const ct_tensor *x, ct_tensor **results, int64_t n)
{
	(void)self;
	ck_assert_int_eq(n, 2);
	CT_TRY(CT(mul, &results[0], x, 2));
	return CT(full_like, &results[1], x, 0.5);
}

static ct_error flat(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(flatten, result, x);
}

static ct_error wide(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(to, result, x, .dtype = CT_FLOAT64);
}

static ct_error same(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return CT(alias, result, x);
}

static ct_error narrow_inverse(void *self, const ct_tensor *x, ct_tensor **results, int64_t n)
{
	(void)self, (void)n;
	return CT(to, results, x, .dtype = CT_FLOAT16);
}

static const struct kind {
	ct_module_class klass;
	ct_right_inverse_function right_inverse;
	int64_t originals;
} kinds[] = {
	{ { .name = "Symmetric", .forward = symmetric }, symmetric_inverse, 0 },
	{ { .name = "Exp", .forward = exponential }, NULL, 0 },
	{ { .name = "Parts",
	    .forward_all = parts,
	    .inputs_min = 2,
	    .inputs_max = 2,
	    .outputs_max = 1 },
	  parts_inverse,
	  2 },
	{ { .name = "Flat", .forward = flat }, NULL, 0 },
	{ { .name = "Wide", .forward = wide }, NULL, 0 },
	{ { .name = "Narrow", .forward = same }, narrow_inverse, 0 },
};

static ct_error register_kind(ct_module *module, const char *tensor, const char *name, bool unsafe)
{
	ct_module *made;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const ct_parametrization_options options = {
			.right_inverse = kinds[i].right_inverse,
			.originals = kinds[i].originals,
			.unsafe = unsafe
		};

		if (strcmp(kinds[i].klass.name, name) != 0)
			continue;
		OK(ct_module_new(&kinds[i].klass, &made));
		return ct_nn_utils_register_parametrization(module, tensor, made, &options);
	}
	ck_abort_msg("no kind %s", name);
	return NULL;
}

/* --- methods of pruning of our own ------------------------------------------------------------ */

static ct_error evens(const ct_tensor *t, const ct_tensor *mask, void *context, ct_tensor **result)
{
	ct_tensor *made = CT_E(clone, mask);

	(void)t, (void)context;
	CT_E(fill_, CT_E(slice_Tensor, CT_E(view, made, CT_L(-1)), 0, .step = 2), 0);
	return CT_FINISH(made, result);
}

/* `context`: the dimension. */
static ct_error channel(const ct_tensor *t, const ct_tensor *mask, void *context,
			ct_tensor **result)
{
	ct_tensor *made = CT_E(clone, mask);

	(void)t;
	CT_E(zero_, CT_E(select_int, made, *(const int64_t *)context, -1));
	return CT_FINISH(made, result);
}

static ct_error negative(const ct_tensor *t, const ct_tensor *mask, void *context,
			 ct_tensor **result)
{
	(void)context;
	return CT_FINISH(CT_E(logical_and, CT_E(gt, t, 0), CT_E(ne, mask, 0)), result);
}

/* `context`: how many. */
static ct_error ones(const ct_tensor *t, const ct_tensor *mask, void *context, ct_tensor **result)
{
	(void)t, (void)mask;
	return CT(ones, result, CT_L(*(const int64_t *)context));
}

static ct_error no_mask(const ct_tensor *t, const ct_tensor *mask, void *context,
			ct_tensor **result)
{
	(void)t, (void)mask, (void)context, (void)result;
	return ct_error_new(CT_ERROR_VALUE, NULL, "no mask today");
}

static int64_t last_dim = -1, dim_outside = -3, single = 1, seven = 7;

static const struct own {
	const char *name;
	ct_prune_method method;
} owns[] = {
	{ "Evens", { .compute_mask = evens } },
	{ "Channel", { channel, &last_dim, CT_PRUNE_STRUCTURED, -1 } },
	{ "Outside", { channel, &dim_outside, CT_PRUNE_STRUCTURED, -3 } },
	{ "Negative", { .compute_mask = negative, .type = CT_PRUNE_GLOBAL } },
	{ "One", { .compute_mask = ones, .context = &single } },
	{ "Misshapen", { .compute_mask = ones, .context = &seven } },
	{ "MisshapenChannel", { ones, &seven, CT_PRUNE_STRUCTURED, 0 } },
	{ "MisshapenGlobal", { ones, &seven, CT_PRUNE_GLOBAL, 0 } },
	{ "Failing", { .compute_mask = no_mask } },
};

static const ct_prune_method *own(const char *name)
{
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (!strcmp(owns[i].name, name))
			return &owns[i].method;
	ck_abort_msg("no method %s", name);
	return NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Without changing the default generator. */
static ct_tensor *drawn(const json_t *shape, uint64_t seed)
{
	ct_generator *generator;
	int64_t sizes[8];
	ct_tensor *x;

	for (size_t i = 0; i < json_array_size(shape); i++)
		sizes[i] = json_integer_value(json_array_get(shape, i));
	OK(ct_generator_new((ct_device){ CT_DEVICE_TYPE_CPU, -1 }, &generator));
	OK(ct_generator_manual_seed(generator, seed));
	OK(CT(randn_generator, &x, CT_INTS_OF(sizes, (int64_t)json_array_size(shape)), generator));
	return x;
}

/* What a step gave. */
struct results {
	ct_tensor *at[RESULTS_MAX];
	int64_t len;
	int truth; /* -1: none */
	char text[400];
};

static ct_error give(struct results *results, ct_error error, ct_tensor *const *x)
{
	if (error == NULL)
		results->at[results->len++] = *x;
	return error;
}

static const json_t *argument(const json_t *step, size_t i)
{
	return json_array_get(step, i + 1);
}

static const char *text(const json_t *step, size_t i)
{
	return json_string_value(argument(step, i));
}

static int64_t int_or(const json_t *step, size_t i, int64_t none)
{
	const json_t *value = argument(step, i);

	return json_is_integer(value) ? json_integer_value(value) : none;
}

/* --- steps ------------------------------------------------------------------------------------ */

static ct_error call(const ct_module *module, const json_t *shape, struct results *results)
{
	const ct_tensor *x = drawn(shape, 1);
	ct_tensor *y = NULL;

	return give(results, ct_module_forward_all(module, CT_TENSORS(x), &y, 1), &y);
}

static ct_error get(const ct_module *module, const char *path, struct results *results)
{
	ct_tensor *x = NULL;

	return give(results, ct_nn_utils_get_tensor(module, path, &x), &x);
}

static void grads(const ct_module *module, struct results *results)
{
	CT_EACH_PARAMETER(module, p)
	{
		ct_tensor *grad;

		OK(ct_tensor_grad(p->tensor, &grad));
		if (grad)
			OK(give(results, NULL, &grad));
	}
}

static ct_error backward(ct_module *module, const json_t *shape, struct results *results)
{
	struct results output = { .len = 0 };

	OK(ct_module_zero_grad(module, true));
	CT_TRY(call(module, shape, &output));
	OK(ct_tensor_backward(CT_E(sum, CT_E(square, output.at[0]))));
	grads(module, results);
	return NULL;
}

static ct_error cached(ct_module *module, const json_t *step, struct results *results)
{
	ct_error error;

	ct_nn_utils_enter_cached();
	error = call(module, argument(step, 0), results);
	if (error == NULL)
		error = get(module, text(step, 1), results);
	if (error == NULL)
		error = call(module, argument(step, 0), results);
	ct_nn_utils_leave_cached();
	return error;
}

static ct_error functional(ct_module *module, const json_t *step, struct results *results)
{
	const json_t *names = argument(step, 1);
	const bool requires = json_is_true(argument(step, 2));
	const ct_functional_call_options options = { .no_tie_weights = !json_is_true(
							     argument(step, 3)),
						     .strict = json_is_true(argument(step, 4)) };
	const int64_t n = (int64_t)json_array_size(names);
	const ct_tensor *x = drawn(argument(step, 0), 1);
	ct_named_tensor given[RESULTS_MAX];
	ct_tensor *y;

	for (int64_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(names, (size_t)i);

		given[i].name = json_string_value(json_array_get(one, 0));
		given[i].tensor = drawn(json_array_get(one, 1), (uint64_t)i + 2);
		OK(ct_tensor_set_requires_grad(given[i].tensor, requires));
	}
	CT_TRY(give(results,
		    ct_nn_utils_functional_call(module, given, n, CT_TENSORS(x), &options, &y, 1),
		    &y));
	if (!requires)
		return NULL;
	OK(ct_tensor_backward(CT_E(sum, y)));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *grad;

		OK(ct_tensor_grad(given[i].tensor, &grad));
		if (grad)
			OK(give(results, NULL, &grad));
	}
	return NULL;
}

static ct_error attend(const ct_module *module, const json_t *shape, bool records,
		       struct results *results)
{
	ct_tensor *x = drawn(shape, 1), *outputs[2] = { NULL };
	const bool was_on = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(records);
	error = ct_module_forward_all(module, CT_TENSORS(x, x, x), outputs, 2);
	ct_autograd_set_grad_enabled(was_on);
	return give(results, give(results, error, &outputs[0]), &outputs[1]);
}

static ct_error attend_backward(ct_module *module, const json_t *shape, struct results *results)
{
	struct results output = { .len = 0 };

	OK(ct_module_zero_grad(module, true));
	CT_TRY(attend(module, shape, true, &output));
	OK(ct_tensor_backward(CT_E(sum, CT_E(square, output.at[0]))));
	grads(module, results);
	return NULL;
}

/* Loads weight_g and weight_v beside what is not parametrized. */
static ct_error load_old(ct_module *module, const json_t *step)
{
	ct_value state, old = ct_value_dict_new(), key, value;
	const char *name;
	char g[64], v[64];

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	for (int64_t i = 0; i < ct_value_count(&state); i++) {
		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(ct_value_as_string(&key, &name, NULL));
		if (!strstr(name, "parametrizations"))
			OK(ct_value_dict_set(&old, key, value));
	}
	snprintf(g, sizeof g, "%s_g", text(step, 0));
	snprintf(v, sizeof v, "%s_v", text(step, 0));
	OK(ct_value_dict_set(&old, ct_value_string(g),
			     ct_value_tensor(drawn(argument(step, 1), 2))));
	OK(ct_value_dict_set(&old, ct_value_string(v),
			     ct_value_tensor(drawn(argument(step, 2), 3))));
	OK(ct_value_move_to_scope(&old));
	return ct_module_load_state_dict(module, &old, NULL, NULL);
}

static void add_keys(char *text, size_t size, const ct_value *keys, const char *which)
{
	ct_value list, key;
	const char *name;

	OK(ct_value_dict_get(keys, ct_value_string(which), &list));
	for (int64_t i = 0; i < ct_value_count(&list); i++) {
		OK(ct_value_item(&list, i, &key));
		OK(ct_value_as_string(&key, &name, NULL));
		snprintf(text + strlen(text), size - strlen(text), " %s", name);
	}
}

static ct_error load(ct_module *module, const json_t *step, struct results *results)
{
	const ct_load_state_dict_options options = { .no_strict = !json_is_true(
							     argument(step, 1)) };
	ct_value state = ct_value_dict_new(), keys;
	const json_t *tensor;
	size_t i;

	json_array_foreach (argument(step, 0), i, tensor)
		OK(ct_value_dict_set(
			&state, ct_value_string(json_string_value(json_array_get(tensor, 0))),
			ct_value_tensor(
				drawn(json_array_get(tensor, 1),
				      (uint64_t)json_integer_value(json_array_get(tensor, 2))))));
	OK(ct_value_move_to_scope(&state));
	CT_TRY(ct_module_load_state_dict(module, &state, &options, &keys));
	OK(ct_value_move_to_scope(&keys));
	snprintf(results->text, sizeof results->text, "missing");
	add_keys(results->text, sizeof results->text, &keys, "missing_keys");
	strcat(results->text, " unexpected");
	add_keys(results->text, sizeof results->text, &keys, "unexpected_keys");
	return NULL;
}

/* Loads its own state without a key. */
static ct_error load_without(ct_module *module, const char *key)
{
	ct_value state;

	CT_TRY(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_dict_remove(&state, ct_value_string(key)));
	OK(ct_value_move_to_scope(&state));
	return ct_module_load_state_dict(module, &state, NULL, NULL);
}

/* Loads the state in the form of a spectral norm before version 1, without metadata. */
static ct_error load_version_0(ct_module *module, const json_t *step)
{
	const char *name = text(step, 0);
	char v[64], orig[64];
	ct_tensor *weight;
	ct_value state;

	snprintf(v, sizeof v, "%s_v", name);
	snprintf(orig, sizeof orig, "%s_orig", name);
	CT_TRY(ct_nn_utils_get_tensor(module, orig, &weight));
	weight = CT_E(div, CT_E(detach, weight), json_real_value(argument(step, 1)));
	CT_TRY(CT_FINISH(weight, &weight));
	CT_TRY(ct_module_state_dict(module, NULL, &state));
	make_plain(&state);
	OK(ct_value_dict_remove(&state, ct_value_string(v)));
	OK(ct_value_dict_set(&state, ct_value_string(name), ct_value_tensor(weight)));
	OK(ct_value_move_to_scope(&state));
	return ct_module_load_state_dict(module, &state, NULL, NULL);
}

static ct_error tie(ct_module *module, const json_t *step)
{
	ct_tensor *source;

	OK(ct_module_get_parameter(module, text(step, 1), &source));
	return ct_module_set_parameter(module, text(step, 0), source);
}

static ct_error spectral_norm(ct_module *module, const json_t *step)
{
	const ct_spectral_norm_options options = { .n_power_iterations = int_or(step, 1, 0),
						   .dim = int_or(step, 2, 0) };

	return strcmp(json_string_value(json_array_get(step, 0)), "old_spectral_norm")
		       ? ct_nn_utils_parametrizations_spectral_norm(module, text(step, 0), &options)
		       : ct_nn_utils_spectral_norm(module, text(step, 0), &options);
}

static ct_scalar amount(const json_t *value)
{
	return json_is_integer(value) ? ct_scalar_int(json_integer_value(value))
				      : ct_scalar_float(json_real_value(value));
}

/* NULL: None. */
static ct_tensor *scores(const json_t *shape)
{
	return json_is_array(shape) ? drawn(shape, 5) : NULL;
}

/* By a method of our own, or random, or by absolute value. */
static ct_error prune_both(ct_module *module, const json_t *step)
{
	const ct_prune_parameter both[] = { { .module = module, .name = "weight" },
					    { .module = module, .name = "bias" } };

	if (json_is_string(argument(step, 0)))
		return ct_nn_utils_prune_global_custom(both, 2, own(text(step, 0)));
	return ct_nn_utils_prune_global_unstructured(both, 2, json_is_true(argument(step, 0)),
						     amount(argument(step, 1)));
}

static ct_error prune_by_mask(ct_module *module, const json_t *step)
{
	ct_tensor *mask = CT_E(to, CT_E(gt, drawn(argument(step, 1), 6), 0), .dtype = CT_FLOAT32);

	OK(CT_FINISH(mask, &mask));
	return ct_nn_utils_prune_custom_from_mask(module, text(step, 0), mask);
}

/* `n` is a number, "inf", or a text for the function that takes one. */
static ct_error prune_by_norms(ct_module *m, const json_t *step)
{
	const json_t *n = argument(step, 2);
	const char *word = json_string_value(n), *name = text(step, 0);
	const ct_scalar much = amount(argument(step, 1));
	const int64_t dim = int_or(step, 3, 0);
	const ct_tensor *importances = scores(argument(step, 4));

	if (word && strcmp(word, "inf") != 0)
		return ct_nn_utils_prune_ln_structured_str(m, name, much, word, dim, importances);
	return ct_nn_utils_prune_ln_structured(
		m, name, much, word ? INFINITY : (double)json_integer_value(n), dim, importances);
}

static ct_error prune_step(ct_module *m, const json_t *step, struct results *results)
{
	const char *what = json_string_value(json_array_get(step, 0)), *name = text(step, 0);
	const ct_scalar much = amount(argument(step, 1));
	const json_t *order = argument(step, 2);

#define IS(word) (!strcmp(what, word))
	if (IS("identity"))
		return ct_nn_utils_prune_identity(m, name);
	if (IS("random"))
		return ct_nn_utils_prune_random_unstructured(m, name, much);
	if (IS("l1"))
		return ct_nn_utils_prune_l1_unstructured(m, name, much, scores(order));
	if (IS("random_structured"))
		return ct_nn_utils_prune_random_structured(m, name, much, int_or(step, 2, 0));
	if (IS("ln"))
		return prune_by_norms(m, step);
	if (IS("own"))
		return ct_nn_utils_prune_custom(m, name, own(text(step, 1)), scores(order));
	if (IS("mask"))
		return prune_by_mask(m, step);
	if (IS("global") || IS("global_own"))
		return prune_both(m, step);
	if (IS("unprune"))
		return ct_nn_utils_prune_remove(m, name);
	ck_assert_str_eq(what, "is_pruned");
	results->truth = ct_nn_utils_prune_is_pruned(m);
	return NULL;
#undef IS
}

static ct_module *made(const json_t *spec);
static ct_error do_step(ct_module **module, const json_t *step, struct results *results);

static bool share_parameters(const ct_module *a, const ct_module *b)
{
	CT_EACH_PARAMETER(a, p)
	CT_EACH_PARAMETER(b, q)
	if (p->tensor == q->tensor)
		return true;
	return false;
}

static ct_error transfer(ct_module *module, const json_t *step, struct results *results)
{
	ct_module *from = made(argument(step, 0));
	const json_t *inner;
	size_t i;

	json_array_foreach (argument(step, 1), i, inner)
		OK(do_step(&from, inner, results));
	CT_TRY(ct_nn_utils_transfer_parametrizations_and_params(from, module, text(step, 2)));
	results->truth = share_parameters(from, module);
	return NULL;
}

static ct_error transfer_child(ct_module *module, const json_t *step)
{
	ct_module *from, *to;

	OK(ct_module_get_submodule(module, "linear1", &from));
	OK(ct_module_get_submodule(module, "linear2", &to));
	return ct_nn_utils_transfer_parametrizations_and_params(from, to, text(step, 0));
}

/* The step behind a path, on the module there. */
static ct_error on(ct_module *module, const json_t *step, struct results *results)
{
	json_t *inner = json_copy((json_t *)step);
	ct_module *child;
	ct_error error;

	OK(ct_module_get_submodule(module, text(step, 0), &child));
	json_array_remove(inner, 0);
	json_array_remove(inner, 0);
	error = do_step(&child, inner, results);
	json_decref(inner);
	return error;
}

static ct_error norm_step(ct_module *m, const json_t *step, struct results *results)
{
	const char *what = json_string_value(json_array_get(step, 0)), *name = text(step, 0);

#define IS(word) (!strcmp(what, word))
	if (IS("old_weight_norm"))
		return ct_nn_utils_weight_norm(m, name, int_or(step, 1, CT_NO_INT));
	if (IS("remove_weight_norm"))
		return ct_nn_utils_remove_weight_norm(m, name);
	if (IS("remove_spectral_norm"))
		return ct_nn_utils_remove_spectral_norm(m, name);
	if (IS("load"))
		return load(m, step, results);
	if (IS("load_version_0"))
		return load_version_0(m, step);
	if (IS("load_without"))
		return load_without(m, name);
	return prune_step(m, step, results);
#undef IS
}

static ct_error do_step(ct_module **module, const json_t *step, struct results *results)
{
	const char *what = json_string_value(json_array_get(step, 0));
	ct_module *m = *module;

#define IS(name) (!strcmp(what, name))
	if (IS("weight_norm"))
		return ct_nn_utils_parametrizations_weight_norm(m, text(step, 0),
								int_or(step, 1, CT_NO_INT));
	if (IS("spectral_norm") || IS("old_spectral_norm"))
		return spectral_norm(m, step);
	if (IS("orthogonal"))
		return ct_nn_utils_parametrizations_orthogonal(m, text(step, 0), text(step, 1),
							       json_is_true(argument(step, 2)));
	if (IS("register"))
		return register_kind(m, text(step, 0), text(step, 1),
				     json_is_true(argument(step, 2)));
	if (IS("remove"))
		return ct_nn_utils_remove_parametrizations(m, text(step, 0),
							   json_is_true(argument(step, 1)));
	if (IS("is_parametrized")) {
		results->truth = ct_nn_utils_is_parametrized(m, text(step, 0));
		return NULL;
	}
	if (IS("set"))
		return ct_nn_utils_set_parametrized(m, text(step, 0), drawn(argument(step, 1), 4));
	if (IS("get"))
		return get(m, text(step, 0), results);
	if (IS("call"))
		return call(m, argument(step, 0), results);
	if (IS("backward"))
		return backward(m, argument(step, 0), results);
	if (IS("cached"))
		return cached(m, step, results);
	if (IS("functional"))
		return functional(m, step, results);
	if (IS("tie"))
		return tie(m, step);
	if (IS("eval") || IS("train"))
		return ct_module_train(m, IS("train"));
	if (IS("double"))
		return ct_module_to(m, &(ct_module_to_options){ .dtype = CT_FLOAT64 });
	if (IS("load_old"))
		return load_old(m, step);
	if (IS("copy"))
		return ct_module_deepcopy(m, module);
	if (IS("on"))
		return on(m, step, results);
	if (IS("attend"))
		return attend(m, argument(step, 0), json_is_true(argument(step, 1)), results);
	if (IS("attend_backward"))
		return attend_backward(m, argument(step, 0), results);
	if (IS("transfer"))
		return transfer(m, step, results);
	if (IS("transfer_child"))
		return transfer_child(m, step);
	if (IS("type")) {
		snprintf(results->text, sizeof results->text, "%s", ct_module_class_of(m)->name);
		return NULL;
	}
	return norm_step(m, step, results);
#undef IS
}

/* --- comparing -------------------------------------------------------------------------------- */

static void assert_tensors(ct_tensor *const *got, int64_t n, const json_t *wanted, double tolerance)
{
	ck_assert_msg((size_t)n == json_array_size(wanted), "%s: %d tensors, not %d", about, (int)n,
		      (int)json_array_size(wanted));
	for (int64_t i = 0; i < n; i++) {
		json_t *one = json_pack("{sO}", "tensor", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(got[i], one, "tensor", tolerance, about);
		json_decref(one);
	}
}

static void run_step(ct_module **module, const json_t *entry, double tolerance)
{
	struct results results = { .truth = -1 };
	ct_error error = do_step(module, json_object_get(entry, "step"), &results);
	const json_t *wanted = json_object_get(entry, "result");

	if (json_object_get(entry, "error")) {
		assert_expected_error(error, entry, about);
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", about, error);
	if (json_is_array(wanted))
		assert_tensors(results.at, results.len, wanted, tolerance);
	else if (json_is_boolean(wanted))
		ck_assert_msg(results.truth == json_is_true(wanted), "%s", about);
	else if (json_is_string(wanted))
		ck_assert_msg(!strcmp(results.text, json_string_value(wanted)),
			      "%s\nexpected: %s\ngot: %s", about, json_string_value(wanted),
			      results.text);
}

static void assert_state(const ct_module *module, const json_t *of_case, double tolerance)
{
	const json_t *keys = expected_list(of_case, "keys");
	ct_tensor *tensors[RESULTS_MAX];
	ct_value state, key, value;
	int64_t n;

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	n = ct_value_count(&state);
	ck_assert_msg((size_t)n == json_array_size(keys), "%s: %d keys", about, (int)n);
	for (int64_t i = 0; i < n; i++) {
		const char *got;

		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(ct_value_as_string(&key, &got, NULL));
		OK(ct_value_as_tensor(&value, &tensors[i]));
		ck_assert_msg(!strcmp(got, json_string_value(json_array_get(keys, (size_t)i))),
			      "%s: key %d is %s", about, (int)i, got);
	}
	assert_tensors(tensors, n, expected_list(of_case, "state"), tolerance);
}

static void assert_parameters(const ct_module *module, const json_t *wanted)
{
	ct_named_tensor *list;
	int64_t n;

	OK(ct_module_named_parameters(module, NULL, &list, &n));
	ck_assert_msg((size_t)n == json_array_size(wanted), "%s: %d parameters", about, (int)n);
	for (int64_t i = 0; i < n; i++)
		ck_assert_str_eq(list[i].name,
				 json_string_value(json_array_get(wanted, (size_t)i)));
}

static ct_module *made(const json_t *spec)
{
	ct_value args = ct_value_list_new();
	ct_module *module;

	for (size_t i = 1; i < json_array_size(spec); i++) {
		const json_t *item = json_array_get(spec, i);

		OK(ct_value_list_append(
			&args, json_is_integer(item) ? ct_value_int(json_integer_value(item))
			       : json_is_real(item)  ? ct_value_float(json_real_value(item))
			       : json_is_null(item)  ? ct_value_none()
						     : ct_value_bool(json_is_true(item))));
	}
	OK(ct_value_move_to_scope(&args));
	OK(ct_nn_new(json_string_value(json_array_get(spec, 0)), &args, NULL, &module));
	return module;
}

static void run_case(const json_t *of_case)
{
	const double tolerance = expected_double(of_case, "tolerance");
	const json_t *steps = expected_list(of_case, "steps");
	ct_module *module;
	ct_tensor *next;
	char *printed;

	begin_warnings();
	OK(ct_manual_seed(SEED));
	module = made(expected_list(of_case, "make"));
	for (size_t i = 0; i < json_array_size(steps); i++) {
		snprintf(about, sizeof about, "%s, step %d", expected_text(of_case, "name"),
			 (int)i);
		run_step(&module, json_array_get(steps, i), tolerance);
	}
	snprintf(about, sizeof about, "%s, at the end", expected_text(of_case, "name"));
	OK(ct_module_to_string(module, &printed));
	ck_assert_msg(!strcmp(printed, expected_text(of_case, "repr")), "%s\nexpected: %s\ngot: %s",
		      about, expected_text(of_case, "repr"), printed);
	assert_state(module, of_case, tolerance);
	assert_parameters(module, expected_list(of_case, "parameters"));
	OK(CT(randint, &next, 2147483647, CT_L(1)));
	OK(CT_FINISH(next, &next));
	if (json_object_get(of_case, "next")) /* since.json leaves it out before 2.7 */
		ck_assert_int_eq((int64_t)CT_ITEM(next), expected_int(of_case, "next"));
	assert_warnings(of_case, about);
}

START_TEST(steps_do_what_they_do_in_python)
{
	json_t *cases = expected_cases("nn_utils");
	const json_t *of_case;
	size_t i;

	note_warnings();
	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;

		run_case(of_case);
	}
	forget_warnings();
	json_decref(cases);
}
END_TEST

Suite *utils_suite(void)
{
	Suite *suite = suite_create("utils");
	TCase *tests = tests_of("steps");

	tcase_add_test(tests, steps_do_what_they_do_in_python);
	suite_add_tcase(suite, tests);
	return suite;
}
