/*
 * Full backward hooks: the calls, the gradients and the warnings that Python wrote
 * (tests/fixtures/expected/module.py has a function of each name), and what they keep.
 */
#include "expected.h"
#include "support.h"
#include "warned.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("module");
	note_warnings();
}

static void drop_cases(void)
{
	forget_warnings();
	json_decref(cases);
}

/* --- Python's Scale --------------------------------------------------------------------------- */

typedef struct scale_data {
	ct_tensor *weight;
	ct_module *inner;
} scale_data;

static ct_error scale(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		      ct_tensor **outputs, int64_t outputs_len)
{
	const scale_data *m = self;
	const ct_tensor *b = inputs_len > 1 ? inputs[1] : NULL;
	const ct_tensor *first = CT_E(mul, inputs[0], m->weight), *second;

	if (m->inner)
		first = CT_M(m->inner, first);
	if (b == NULL)
		return CT_FINISH(first, &outputs[0]);
	second = CT_E(add, inputs[0], b);
	CT_TRY(CT_FINISH(CT_E(mul, first, b), &outputs[0]));
	if (outputs_len > 1)
		outputs[1] = (ct_tensor *)(uintptr_t)second;
	return NULL;
}

static ct_error scale_first(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)outputs_len;
	return CT(mul, &outputs[0], inputs[0], ((scale_data *)self)->weight);
}

#define SCALE_NEW(function)                                                              \
	CT_MODULE(scale_data, "Scale", NULL, .forward_all = (function), .inputs_min = 1, \
		  .inputs_max = 2, .outputs_max = 2)

static ct_module *with_parts(scale_data *m, ct_module *inner)
{
	ct_tensor *weight;

	CT_CHECK(ct_tensor_from_data((const float[]){ 2, 3 }, CT_FLOAT32, CT_L(2), &weight));
	CT_PARAMETER(m, weight, weight);
	CT_CHILD(m, inner, inner);
	return made(ct_module_of(m));
}

static ct_module *scale_new(ct_module *inner)
{
	return with_parts(SCALE_NEW(scale), inner);
}

static ct_tensor *weight_of(const ct_module *module)
{
	return ((scale_data *)ct_module_data(module))->weight;
}

static ct_tensor *pair(float first, float second)
{
	ct_tensor *x = NULL;

	CT_CHECK(ct_tensor_from_data((const float[]){ first, second }, CT_FLOAT32, CT_L(2), &x));
	return x;
}

static ct_tensor *leaf(float first, float second)
{
	ct_tensor *x = pair(first, second);

	CT_CHECK(ct_tensor_set_requires_grad(x, true));
	return x;
}

/* --- Noted calls ------------------------------------------------------------------------------ */

static json_t *calls;

static json_t *shown(const ct_tensor *const *grads, int64_t len)
{
	json_t *list = json_array();

	for (int64_t i = 0; i < len; i++) {
		ct_tensor *plain;
		const float *numbers;

		if (grads[i] == NULL) {
			json_array_append_new(list, json_null());
			continue;
		}
		CT_CHECK(CT(contiguous, &plain, grads[i]));
		numbers = ct_tensor_data(plain);
		json_array_append_new(list, json_pack("[f, f]", numbers[0], numbers[1]));
	}
	return list;
}

/* A name, and by what it multiplies; 0: by nothing. */
struct note {
	const char *name;
	double factor;
};

static ct_error multiply(const ct_tensor **grads, int64_t len, double factor)
{
	for (int64_t i = 0; factor != 0 && i < len; i++) {
		ct_tensor *x;

		if (grads[i] == NULL)
			continue;
		CT_TRY(CT(mul, &x, grads[i], factor));
		grads[i] = x;
	}
	return NULL;
}

static ct_error note_pre(ct_module *module, const ct_tensor **grads, int64_t len, void *context)
{
	const struct note *note = context;

	MUST(ct_module_class_of(module) != NULL);
	json_array_append_new(calls, json_pack("[s+, o]", "pre ", note->name, shown(grads, len)));
	return multiply(grads, len, note->factor);
}

static ct_error note_full(ct_module *module, const ct_tensor **grads, int64_t len,
			  const ct_tensor *const *outputs, int64_t outputs_len, void *context)
{
	const struct note *note = context;

	MUST(ct_module_class_of(module) != NULL);
	json_array_append_new(calls, json_pack("[s+, o, o]", "full ", note->name, shown(grads, len),
					       shown(outputs, outputs_len)));
	return multiply(grads, len, note->factor);
}

static struct note notes[16];
static int notes_len;

static struct note *noted(const char *name, double factor)
{
	MUST(notes_len < 16);
	notes[notes_len] = (struct note){ name, factor };
	return &notes[notes_len++];
}

static void pre(ct_module *module, const char *name, double factor, bool prepend)
{
	const ct_module_hook_options options = { .prepend = prepend };

	CT_CHECK(ct_module_register_full_backward_pre_hook(module, note_pre, noted(name, factor),
							   NULL, &options, NULL));
}

static void full(ct_module *module, const char *name, double factor, bool prepend)
{
	const ct_module_hook_options options = { .prepend = prepend };

	CT_CHECK(ct_module_register_full_backward_hook(module, note_full, noted(name, factor), NULL,
						       &options, NULL));
}

/* --- The cases -------------------------------------------------------------------------------- */

struct grads {
	ct_tensor *at[3];
	int len;
};

static void add(struct grads *grads, ct_tensor *x)
{
	grads->at[grads->len++] = x;
}

static void add_grad(struct grads *grads, const ct_tensor *of)
{
	ct_tensor *grad = NULL;

	CT_CHECK(ct_tensor_grad(of, &grad));
	add(grads, grad);
}

static ct_error back(ct_module *module, const ct_tensor *a)
{
	ct_tensor *y;

	CT_TRY(CT_FINISH(CT_E(sum, CT_M(module, a)), &y));
	return ct_tensor_backward(y);
}

static ct_error hooks_scale_gradients(struct grads *grads)
{
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4);

	pre(module, "p", 10, false);
	full(module, "f", 3, false);
	CT_TRY(back(module, a));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error hooks_are_in_order(struct grads *grads)
{
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4);

	full(module, "x", 0, false);
	pre(module, "a", 0, false);
	full(module, "y", 2, false);
	pre(module, "b", 2, false);
	full(module, "z", 0, true);
	pre(module, "c", 0, true);
	CT_TRY(back(module, a));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error modules_are_nested(struct grads *grads)
{
	ct_module *inner = scale_new(NULL), *module = scale_new(inner);
	ct_tensor *a = leaf(1, 4);

	pre(module, "outer", 0, false);
	full(module, "outer", 2, false);
	pre(inner, "inner", 0, false);
	full(inner, "inner", 2, false);
	CT_TRY(back(module, a));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	add_grad(grads, weight_of(inner));
	return NULL;
}

static ct_error one_input_requires_no_gradient(struct grads *grads)
{
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *outputs[2], *y;
	const ct_tensor *inputs[] = { a, pair(5, 6) };

	pre(module, "p", 0, false);
	full(module, "f", 0, false);
	CT_TRY(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2));
	CT_TRY(CT_FINISH(CT_E(sum, CT_E(mul, outputs[0], outputs[1])), &y));
	CT_TRY(ct_tensor_backward(y));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error one_output_is_unused(struct grads *grads)
{
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *b = leaf(5, 6), *outputs[2], *y;
	const ct_tensor *inputs[] = { a, b };

	pre(module, "p", 0, false);
	full(module, "f", 2, false);
	CT_TRY(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2));
	CT_TRY(CT(sum, &y, outputs[0]));
	CT_TRY(ct_tensor_backward(y));
	add_grad(grads, a);
	add_grad(grads, b);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error no_input_requires_a_gradient(struct grads *grads)
{
	ct_module *module = scale_new(NULL);

	pre(module, "p", 2, false);
	full(module, "f", 0, false);
	CT_TRY(back(module, pair(1, 4)));
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error input_is_unused(struct grads *grads)
{
	ct_module *module = with_parts(SCALE_NEW(scale_first), NULL);
	ct_tensor *a = leaf(1, 4), *b = leaf(5, 6), *y;

	full(module, "f", 0, false);
	CT_TRY(CT_FINISH(CT_E(sum, CT_M(module, a, b)), &y));
	CT_TRY(ct_tensor_backward(y));
	add_grad(grads, a);
	add_grad(grads, b);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error backward_runs_twice(struct grads *grads)
{
	const bool retain = true;
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *y;

	full(module, "f", 2, false);
	CT_TRY(CT_FINISH(CT_E(sum, CT_M(module, a)), &y));
	CT_TRY(ct_tensor_backward_with(y, NULL, &retain, false, CT_NO_TENSORS));
	CT_TRY(ct_tensor_backward(y));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error backward_is_differentiated(struct grads *grads)
{
	ct_autograd_grad_options options = { 0 };
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *y, *first, *second;

	options.create_graph = true;
	full(module, "f", 2, false);
	CT_TRY(CT_FINISH(CT_E(sum, CT_E(pow, CT_M(module, a), 3)), &y));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a), &options, &first));
	CT_TRY(CT(sum, &y, first));
	CT_TRY(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(a), NULL, &second));
	add(grads, first);
	add(grads, second);
	return NULL;
}

static ct_error nothing_is_recorded(struct grads *grads)
{
	CT_NO_GRAD_SCOPE;
	ct_module *module = scale_new(NULL);
	ct_tensor *y;

	full(module, "f", 0, false);
	CT_TRY(CT_FINISH(CT_M(module, leaf(1, 4)), &y));
	add(grads, y);
	return NULL;
}

static ct_error only_a_pre_hook_is_there(struct grads *grads)
{
	ct_module *module = scale_new(NULL);

	pre(module, "p", 2, false);
	CT_TRY(back(module, pair(1, 4)));
	add_grad(grads, weight_of(module));
	return NULL;
}

/* `context`: the number of the hook to remove, or NULL. */
static ct_error change_hooks(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			     void *context)
{
	(void)inputs, (void)inputs_len;
	if (context) {
		MUST(ct_module_remove_hook(module, *(int64_t *)context));
		pre(module, "late", 3, false);
	}
	full(module, context ? "late" : "f", 5, false);
	return NULL;
}

/* A call in which a forward pre-hook changes the backward hooks, and one without it. */
static ct_error change_once(ct_module *module, void *context, struct grads *grads)
{
	ct_tensor *a = leaf(1, 4);
	int64_t changing;

	CT_TRY(ct_module_register_forward_pre_hook(module, change_hooks, context, NULL, NULL,
						   &changing));
	CT_TRY(back(module, a));
	MUST(ct_module_remove_hook(module, changing));
	CT_TRY(back(module, a));
	add_grad(grads, a);
	add_grad(grads, weight_of(module));
	return NULL;
}

static ct_error forward_pre_hook_changes_hooks(struct grads *grads)
{
	ct_module *module = scale_new(NULL);
	int64_t early;

	CT_TRY(ct_module_register_full_backward_hook(module, note_full, noted("early", 2), NULL,
						     NULL, &early));
	return change_once(module, &early, grads);
}

static ct_error forward_pre_hook_registers_the_first(struct grads *grads)
{
	return change_once(scale_new(NULL), NULL, grads);
}

static ct_error give_ones(ct_module *module, const ct_tensor **grads, int64_t len,
			  const ct_tensor *const *outputs, int64_t outputs_len, void *context)
{
	(void)module, (void)len, (void)outputs, (void)outputs_len, (void)context;
	grads[0] = ones(2);
	return NULL;
}

static ct_error gradient_where_no_input_requires_one(struct grads *grads)
{
	ct_module *module = scale_new(NULL);

	(void)grads;
	full(module, "before", 0, false);
	CT_TRY(ct_module_register_full_backward_hook(module, give_ones, NULL, NULL, NULL, NULL));
	full(module, "after", 0, false);
	return back(module, pair(1, 4));
}

#define NAMED(function)             \
	{                           \
#function, function \
	}

static const struct {
	const char *name;
	ct_error (*run)(struct grads *grads);
} runs[] = { NAMED(hooks_scale_gradients),
	     NAMED(hooks_are_in_order),
	     NAMED(modules_are_nested),
	     NAMED(one_input_requires_no_gradient),
	     NAMED(one_output_is_unused),
	     NAMED(no_input_requires_a_gradient),
	     NAMED(input_is_unused),
	     NAMED(backward_runs_twice),
	     NAMED(backward_is_differentiated),
	     NAMED(nothing_is_recorded),
	     NAMED(only_a_pre_hook_is_there),
	     NAMED(forward_pre_hook_changes_hooks),
	     NAMED(forward_pre_hook_registers_the_first),
	     NAMED(gradient_where_no_input_requires_one) };

static void compare_calls(const json_t *wanted, const char *name)
{
	const json_t *text;
	size_t i;

	ck_assert_msg(json_array_size(calls) == json_array_size(wanted), "%s: %zu calls", name,
		      json_array_size(calls));
	json_array_foreach (wanted, i, text) {
		json_t *call = json_loads(json_string_value(text), 0, NULL);
		char *got = json_dumps(json_array_get(calls, i), 0);

		ck_assert_msg(json_equal(call, json_array_get(calls, i)),
			      "%s\nexpected: %s\ngot:      %s", name, json_string_value(text), got);
		json_decref(call);
		free(got);
	}
}

static void compare_grads(const json_t *of_case, const char *name, const struct grads *grads)
{
	const json_t *wanted = expected_list(of_case, "grads");

	ck_assert_uint_eq(json_array_size(wanted), (size_t)grads->len);
	for (int i = 0; i < grads->len; i++) {
		json_t *one = json_pack("{s: O}", "grad", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(grads->at[i], one, "grad", 0, name);
		json_decref(one);
	}
}

static void run_case(const json_t *of_case, ct_error (*run)(struct grads *grads))
{
	CT_SCOPE;
	const char *name = expected_text(of_case, "name");
	struct grads grads = { 0 };

	calls = json_array();
	notes_len = 0;
	begin_warnings();
	if (json_object_get(of_case, "error")) {
		FAILS_AS_EXPECTED(run(&grads), expected_text(of_case, "error"));
	} else {
		OK(run(&grads));
		compare_grads(of_case, name, &grads);
	}
	compare_calls(expected_list(of_case, "calls"), name);
	assert_warnings(of_case, name);
	json_decref(calls);
}

static void find_and_run(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");

	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		if (strcmp(runs[i].name, name) == 0) {
			run_case(of_case, runs[i].run);
			return;
		}
	}
	ck_abort_msg("there is no function %s", name);
}

START_TEST(calls_gradients_and_warnings_are_python_s)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (strncmp(expected_text(of_case, "kind"), "backward", 8) != 0)
			continue;
		find_and_run(of_case);
		n++;
	}
	ck_assert_uint_eq(n, sizeof runs / sizeof *runs);
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error fail_full(ct_module *module, const ct_tensor **grads, int64_t len,
			  const ct_tensor *const *outputs, int64_t outputs_len, void *context)
{
	(void)module, (void)grads, (void)len, (void)outputs, (void)outputs_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "hook failed");
}

static ct_error fail_pre(ct_module *module, const ct_tensor **grads, int64_t len, void *context)
{
	(void)module, (void)grads, (void)len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "pre-hook failed");
}

START_TEST(error_of_a_hook_is_the_backward_s)
{
	CT_SCOPE;
	ct_module *module = scale_new(NULL);
	int64_t hook;

	OK(ct_module_register_full_backward_hook(module, fail_full, NULL, NULL, NULL, &hook));
	FAILS(back(module, leaf(1, 4)), "ValueError: hook failed");
	FAILS(back(module, pair(1, 4)), "ValueError: hook failed");
	ck_assert(ct_module_remove_hook(module, hook));
	OK(ct_module_register_full_backward_pre_hook(module, fail_pre, NULL, NULL, NULL, NULL));
	FAILS(back(module, leaf(1, 4)), "ValueError: pre-hook failed");
	FAILS(ct_module_register_full_backward_hook(module, NULL, NULL, NULL, NULL, NULL),
	      "ArgumentError: ct_module_register_full_backward_hook: argument 2 (call) must not be "
	      "NULL");
	FAILS(ct_module_register_full_backward_pre_hook(module, NULL, NULL, NULL, NULL, NULL),
	      "ArgumentError: ct_module_register_full_backward_pre_hook: argument 2 (call) must not "
	      "be NULL");
}
END_TEST

START_TEST(error_of_the_call_leaves_nothing)
{
	CT_SCOPE;
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *b, *y = UNTOUCHED;
	int64_t live;

	full(module, "f", 0, false);
	OK(CT(ones, &b, CT_L(3)));
	live = live_handles();
	FAILS_WITH(ct_module_forward_all(module, CT_TENSORS(a, b), &y, 1), CT_ERROR_RUNTIME,
		   "must match the size");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ck_assert_int_eq(live_handles(), live + 1); /* the product, which is the scope's */
}
END_TEST

/* --- What is kept ----------------------------------------------------------------------------- */

static int released;

static int kept;

static void count_release(void *context)
{
	(void)context;
	released++;
}

static ct_error keep_as_it_is(ct_module *module, const ct_tensor **grads, int64_t len,
			      const ct_tensor *const *outputs, int64_t outputs_len, void *context)
{
	(void)grads, (void)len, (void)outputs, (void)outputs_len, (void)context;
	MUST(ct_module_class_of(module) != NULL);
	kept++;
	return NULL;
}

START_TEST(graph_keeps_the_module_and_its_hooks)
{
	CT_SCOPE;
	ct_module *module = scale_new(NULL);
	ct_tensor *a = leaf(1, 4), *y;
	int64_t hook;

	released = kept = 0;
	OK(ct_module_register_full_backward_hook(module, keep_as_it_is, NULL, count_release, NULL,
						 &hook));
	OK(CT_FINISH(CT_E(sum, CT_M(module, a)), &y));
	ck_assert(ct_module_remove_hook(module, hook));
	ct_module_free(module);
	ck_assert_int_eq(released, 0);
	OK(ct_tensor_backward(y));
	ck_assert_int_eq(kept, 1);
}
END_TEST

START_TEST(module_goes_with_the_last_graph)
{
	CT_SCOPE;

	released = 0;
	{
		CT_SCOPE;
		ct_module *module = scale_new(NULL);
		ct_tensor *y;

		OK(ct_module_register_full_backward_hook(module, keep_as_it_is, NULL, count_release,
							 NULL, NULL));
		OK(CT_FINISH(CT_E(sum, CT_M(module, leaf(1, 4))), &y));
		OK(ct_tensor_backward(y));
		OK(CT_FINISH(CT_E(sum, CT_M(module, leaf(1, 4))), &y)); /* without backward */
	}
	ck_assert_int_eq(released, 1);
}
END_TEST

static ct_error fail_forward_pre(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
				 void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "forward pre-hook failed");
}

START_TEST(module_goes_after_an_error_of_a_forward_pre_hook)
{
	CT_SCOPE;

	released = 0;
	{
		CT_SCOPE;
		ct_module *module = scale_new(NULL);

		OK(ct_module_register_full_backward_hook(module, keep_as_it_is, NULL, count_release,
							 NULL, NULL));
		OK(ct_module_register_forward_pre_hook(module, fail_forward_pre, NULL, NULL, NULL,
						       NULL));
		FAILS(back(module, leaf(1, 4)), "ValueError: forward pre-hook failed");
	}
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(results_are_the_caller_s_without_a_scope)
{
	ct_scope *scope = open_scope();
	ct_module *module = with_parts(SCALE_NEW(scale_first), NULL);
	ct_tensor *a = leaf(1, 4), *y, *sum;

	OK(ct_module_register_full_backward_hook(module, keep_as_it_is, NULL, NULL, NULL, NULL));
	ct_scope_disown_object(module);
	ct_scope_disown(a);
	OK(ct_scope_close(scope));
	OK(ct_module_forward(module, a, &y));
	OK(CT(sum, &sum, y));
	OK(ct_tensor_backward(sum));
	ct_tensor_free(sum);
	ct_tensor_free(y);
	ct_tensor_free(a);
	ct_module_free(module);
}
END_TEST

/* --- Results that are not new ----------------------------------------------------------------- */

static ct_error give_both(const ct_tensor *first, const ct_tensor *second, ct_tensor **outputs)
{
	outputs[0] = (ct_tensor *)(uintptr_t)first;
	outputs[1] = (ct_tensor *)(uintptr_t)second;
	return NULL;
}

static ct_error hand_on_input(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			      ct_tensor **outputs, int64_t outputs_len)
{
	(void)self, (void)inputs_len, (void)outputs_len;
	return give_both(inputs[0], inputs[0], outputs);
}

static ct_error hand_on_weight(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			       ct_tensor **outputs, int64_t outputs_len)
{
	const scale_data *m = self;
	ct_tensor *y;

	(void)inputs_len, (void)outputs_len;
	CT_TRY(CT(mul, &y, inputs[0], m->weight));
	return give_both(m->weight, y, outputs);
}

static ct_error give_one_twice(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			       ct_tensor **outputs, int64_t outputs_len)
{
	const scale_data *m = self;
	ct_tensor *y;

	(void)inputs_len, (void)outputs_len;
	CT_TRY(CT(mul, &y, inputs[0], m->weight));
	return give_both(y, y, outputs);
}

#define MAKER(forward)                                       \
	static ct_module *forward##_new(void)                \
	{                                                    \
		return with_parts(SCALE_NEW(forward), NULL); \
	}

MAKER(hand_on_input)
MAKER(hand_on_weight)
MAKER(give_one_twice)

static const struct {
	ct_module *(*make)(void);
	float grad; /* of the first element of the input, which is 1; the weight's is 2 */
} not_new[] = { { hand_on_input_new, 2 }, { hand_on_weight_new, 2 }, { give_one_twice_new, 4 } };

START_TEST(results_may_be_inputs_parts_and_one_twice)
{
	CT_SCOPE;
	ct_module *module = not_new[_i].make();
	ct_tensor *a = leaf(1, 4), *outputs[2], *sum, *grad;

	kept = 0;
	OK(ct_module_register_full_backward_hook(module, keep_as_it_is, NULL, NULL, NULL, NULL));
	OK(ct_module_forward_all(module, CT_TENSORS(a), outputs, 2));
	OK(CT_FINISH(CT_E(sum, CT_E(add, outputs[0], outputs[1])), &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(a, &grad));
	ck_assert_float_eq(((const float *)ct_tensor_data(grad))[0], not_new[_i].grad);
	ck_assert_float_eq(((const float *)ct_tensor_data(weight_of(module)))[0], 2);
	ck_assert_int_eq(kept, 1);
}
END_TEST

Suite *backward_hooks_suite(void)
{
	Suite *suite = suite_create("backward hooks of modules");
	TCase *tests = tests_of("backward hooks of modules");

	tcase_add_unchecked_fixture(tests, read_cases, drop_cases);
	tcase_add_test(tests, calls_gradients_and_warnings_are_python_s);
	tcase_add_test(tests, error_of_a_hook_is_the_backward_s);
	tcase_add_test(tests, error_of_the_call_leaves_nothing);
	tcase_add_test(tests, graph_keeps_the_module_and_its_hooks);
	tcase_add_test(tests, module_goes_with_the_last_graph);
	tcase_add_test(tests, module_goes_after_an_error_of_a_forward_pre_hook);
	tcase_add_test(tests, results_are_the_caller_s_without_a_scope);
	tcase_add_loop_test(tests, results_may_be_inputs_parts_and_one_twice, 0,
			    sizeof not_new / sizeof *not_new);
	suite_add_tcase(suite, tests);
	return suite;
}
