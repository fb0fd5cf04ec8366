/*
 * Kernels, library calls, copies and synchronizations of operations and of training steps, as Python
 * has them: tests/fixtures/expected/cuda_counts.json.
 */
#define _GNU_SOURCE
#include "counts.h"
#include "support.h"

enum { ROWS = 32, COLUMNS = 16, WARM_UPS = 3 };

static ct_tensor *on_device(ct_tensor *tensor)
{
	return CT_E(to_device, tensor, CT_DEVICE_CUDA(0), ct_tensor_dtype(tensor));
}

/* --- Operations ------------------------------------------------------------------------------- */

struct inputs {
	ct_tensor *x, *on_cpu, *pinned, *target, *image, *kernel, *query, *half;
};

/* The expressions are Python's in cuda_counts.py. */
#define OPERATIONS(X)                                                                          \
	X(zeros, CT_E(zeros, CT_L(ROWS, COLUMNS), .device = CT_DEVICE_CUDA(0)))                \
	X(full, CT_E(full, CT_L(ROWS, COLUMNS), 2.5, .device = CT_DEVICE_CUDA(0)))             \
	X(to_device, on_device(in->on_cpu))                                                    \
	X(to_device_non_blocking,                                                              \
	  CT_E(to_device, in->pinned, CT_DEVICE_CUDA(0), CT_FLOAT32, .non_blocking = true))    \
	X(to_host, CT_E(to_device, in->x, CT_DEVICE_CPU, CT_FLOAT32))                          \
	X(to_host_non_blocking,                                                                \
	  CT_E(to_device, in->x, CT_DEVICE_CPU, CT_FLOAT32, .non_blocking = true))             \
	X(to_second_device, CT_E(to_device, in->x, CT_DEVICE_CUDA(1), CT_FLOAT32))             \
	X(clone, CT_E(clone, in->x))                                                           \
	X(transposed_copy, CT_E(contiguous, CT_E(t, in->x)))                                   \
	X(item, item_of(CT_E(select, CT_E(select, in->x, 0, 0), 0, 0)))                        \
	X(add, CT_E(add, in->x, 1))                                                            \
	X(relu, CT_E(relu, in->x))                                                             \
	X(sum, CT_E(sum, in->x))                                                               \
	X(softmax, CT_E(softmax, in->x, 1))                                                    \
	X(matmul, CT_E(matmul, in->x, CT_E(t, in->x)))                                         \
	X(cat, CT_E(cat, CT_TENSORS(in->x, in->x)))                                            \
	X(sort, sorted(in->x))                                                                 \
	X(rand, CT_E(rand, CT_L(ROWS, COLUMNS), .device = CT_DEVICE_CUDA(0)))                  \
	X(dropout, CT_E(dropout, in->x, 0.5, true))                                            \
	X(layer_norm, CT_E(layer_norm, in->x, CT_L(COLUMNS)))                                  \
	X(conv2d, CT_E(conv2d, in->image, in->kernel))                                         \
	X(attention, CT_E(scaled_dot_product_attention, in->query, in->query, in->query))      \
	X(attention_float16, CT_E(scaled_dot_product_attention, in->half, in->half, in->half)) \
	X(cross_entropy, CT_E(cross_entropy_loss, in->x, in->target))                          \
	X(synchronize, synchronized(in->x))

static ct_tensor *item_of(ct_tensor *tensor)
{
	double value;

	OK(ct_tensor_item_double(tensor, &value));
	return tensor;
}

static ct_tensor *sorted(const ct_tensor *tensor)
{
	ct_tensor *values, *indices;

	OK(ct_sort(tensor, -1, false, &values, &indices));
	return values;
}

static ct_tensor *synchronized(ct_tensor *tensor)
{
	OK(ct_device_synchronize(CT_DEVICE_CUDA(0)));
	return tensor;
}

#define X(name, expression)                                    \
	static ct_tensor *call_##name(const struct inputs *in) \
	{                                                      \
		(void)in;                                      \
		return expression;                             \
	}
OPERATIONS(X)
#undef X

static const struct operation {
	const char *name;
	ct_tensor *(*call)(const struct inputs *in);
} operations[] = {
#define X(name, expression) { #name, call_##name },
	OPERATIONS(X)
#undef X
};

static const struct operation *operation_named(const char *name)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (!strcmp(operations[i].name, name))
			return &operations[i];
	ck_abort_msg("there is no operation %s here", name);
	return NULL;
}

static void compare_operation(const json_t *of_case, const struct inputs *in)
{
	const char *name = expected_text(of_case, "name");
	const struct operation *operation = operation_named(name);

	CT_SCOPE;
	for (int i = 0; i < WARM_UPS; i++)
		operation->call(in);
	fake_cuda_reset();
	operation->call(in);
	OK(CT_DONE());
	assert_same_counts(of_case, name);
}

START_TEST(operations_cost_what_python_says)
{
	json_t *cases = expected_cases("cuda_counts"), *of_case;
	struct inputs in;
	size_t i, count = 0;

	CT_SCOPE;
	in.on_cpu = CT_E(ones, CT_L(ROWS, COLUMNS));
	in.x = on_device(in.on_cpu);
	in.pinned = CT_E(pin_memory, in.on_cpu);
	in.target = on_device(CT_E(zeros, CT_L(ROWS), .dtype = CT_INT64));
	in.image = on_device(CT_E(ones, CT_L(1, 2, 8, 8)));
	in.kernel = on_device(CT_E(ones, CT_L(3, 2, 3, 3)));
	in.query = on_device(CT_E(ones, CT_L(2, 2, 8, 16)));
	in.half = on_device(CT_E(ones, CT_L(2, 2, 8, 16), .dtype = CT_FLOAT16));
	OK(CT_DONE());
	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "kind"), "operation")) {
			compare_operation(of_case, &in);
			count++;
		}
	ck_assert_uint_eq(count, sizeof operations / sizeof *operations);
	json_decref(cases);
}
END_TEST

/* --- Training steps --------------------------------------------------------------------------- */

struct training {
	ct_module *net;
	ct_tensor *params[8];
	int64_t params_len;
	ct_optimizer *optimizer;
	ct_grad_scaler *scaler; /* NULL: none */
	ct_tensor *x, *target;  /* on the CPU */
	ct_tensor *batch, *labels, *loss;
	bool clips_values; /* instead of the norm */
	int steps;         /* that a scaler has not skipped */
};

static ct_parameters params_of(const struct training *of)
{
	return CT_PARAMETERS_OF(of->params, of->params_len);
}

static void zero_grad(struct training *of)
{
	OK(ct_optimizer_zero_grad(of->optimizer));
}

static void copy(struct training *of)
{
	of->batch = on_device(of->x);
	of->labels = on_device(of->target);
}

static void forward(struct training *of)
{
	of->loss = CT_E(cross_entropy_loss, CT_M(of->net, of->batch), of->labels);
}

static void scale(struct training *of)
{
	const ct_tensor *zero = CT_E(zeros, CT_L(1), .device = CT_DEVICE_CUDA(0));
	ct_tensor *scaled;

	OK(CT_DONE());
	OK(ct_grad_scaler_scale(of->scaler, zero, &scaled));
}

static void backward(struct training *of)
{
	ct_tensor *loss = of->loss;

	if (of->scaler)
		OK(ct_grad_scaler_scale(of->scaler, loss, &loss));
	OK(ct_tensor_backward(loss));
}

static void unscale(struct training *of)
{
	OK(ct_grad_scaler_unscale_(of->scaler, of->optimizer));
}

static void clip(struct training *of)
{
	if (of->clips_values)
		OK(ct_parameters_clip_grad_value_(params_of(of), 0.5));
	else
		OK(ct_parameters_clip_grad_norm_(params_of(of), 1, NULL));
}

static void step(struct training *of)
{
	if (of->scaler)
		OK(ct_grad_scaler_step(of->scaler, of->optimizer));
	else
		OK(ct_optimizer_step(of->optimizer));
}

static void update(struct training *of)
{
	OK(ct_grad_scaler_update(of->scaler));
}

static void loss(struct training *of)
{
	item_of(of->loss);
}

static const struct phase {
	const char *name;
	void (*run)(struct training *of);
} phases[] = { { "zero_grad", zero_grad }, { "copy", copy },
	       { "forward", forward },     { "scale", scale },
	       { "backward", backward },   { "unscale", unscale },
	       { "clip", clip },           { "step", step },
	       { "update", update },       { "loss", loss } };

static const struct phase *phase_named(const char *name)
{
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
		if (!strcmp(phases[i].name, name))
			return &phases[i];
	ck_abort_msg("there is no phase %s here", name);
	return NULL;
}

static ct_value as_value(const json_t *value)
{
	return json_is_boolean(value) ? ct_value_bool(json_is_true(value))
				      : ct_value_float(json_number_value(value));
}

static ct_optimizer *make_optimizer(const json_t *of_case, ct_parameters parameters)
{
	ct_value kwargs = ct_value_dict_new();
	ct_optimizer *optimizer;
	const char *name;
	json_t *value;

	OK(ct_value_dict_set(&kwargs, ct_value_string("lr"), ct_value_float(0.01)));
	json_object_foreach (json_object_get(of_case, "kwargs"), name, value)
		OK(ct_value_dict_set(&kwargs, ct_value_string(name), as_value(value)));
	OK(ct_optimizer_new(expected_text(of_case, "class"), parameters, NULL, &kwargs,
			    &optimizer));
	ct_value_free(&kwargs);
	return optimizer;
}

/* Steps that take less than Python's. */
static const char *const fewer[] = {
	/* No operator is called for each parameter, or a cheaper one. */
	"Adafactor maximize", "Adagrad", "Adagrad weight_decay", "Adagrad maximize", "Rprop",
	"Rprop maximize", "Rprop capturable", "RAdam capturable",
	"RAdam capturable weight_decay maximize", "RAdam capturable, lr tensor",
	"Rprop capturable, lr tensor",
	/* What the host has read, it also negates. */
	"SGD, lr tensor",
	/* What is computed with the step counters stays on the device. */
	"ASGD", "ASGD weight_decay", "ASGD maximize"
};

static bool is_fewer(const char *name)
{
	for (size_t i = 0; i < sizeof fewer / sizeof *fewer; i++)
		if (!strcmp(fewer[i], name))
			return true;
	return false;
}

/* There is no loop over the parameters here, and a scaler has no tensors that are of no use. */
static bool may_be_fewer(const char *name)
{
	return strstr(name, " no foreach") || strstr(name, ", scaler");
}

/* A scaler begins with a zero on each device: with a kernel there instead of a copy of the first one,
 * for which each device would wait for the other. */
static bool is_traded(const json_t *of_phase, const char *name)
{
	const json_t *counts = json_object_get(of_phase, "counts");

	return strstr(name, "alternating devices, scaler") &&
	       fake_cuda_count(fake_cuda_launches) ==
		       json_integer_value(json_object_get(counts, "launches")) + 1 &&
	       fake_cuda_count(fake_cuda_copies_between_devices) ==
		       json_integer_value(json_object_get(counts, "copies_between_devices")) - 1;
}

static void assert_phase_counts(const json_t *of_phase, const char *name, bool is_step)
{
	const struct comparison is = compare_counts(of_phase);
	const bool wants_fewer = is_step && is_fewer(name);
	const char *phase = expected_text(of_phase, "name");

	if (expected_is_of_another_release())
		return;
	ck_assert_msg(is.more == 0 || (is.more == 1 && is_traded(of_phase, name)), "%s: %s: %s",
		      name, phase, is.text);
	if (!may_be_fewer(name))
		ck_assert_msg((is.fewer > 0) == wants_fewer, "%s: %s: %s", name, phase, is.text);
}

/* "Adam no foreach capturable, scaler, clip norm": the class, its arguments, what else there is. */
static void name_step(const json_t *of_case, char name[120])
{
	const char *option;
	json_t *value;

	snprintf(name, 120, "%s", expected_text(of_case, "class"));
	json_object_foreach (json_object_get(of_case, "kwargs"), option, value)
		snprintf(name + strlen(name), 120 - strlen(name), "%s %s",
			 json_is_false(value) ? " no" : "", option);
	json_object_foreach (json_object_get(of_case, "extra"), option, value)
		snprintf(name + strlen(name), 120 - strlen(name), ", %s%s%s", option,
			 json_is_string(value) ? " " : "",
			 json_is_string(value) ? json_string_value(value) : "");
}

static void run_phases(struct training *of, const json_t *wanted, const char *name, bool compares)
{
	const json_t *of_phase;
	size_t i;

	json_array_foreach (wanted, i, of_phase) {
		const struct phase *phase = phase_named(expected_text(of_phase, "name"));

		fake_cuda_clear_memory(); /* or a scaler may find an infinity */
		fake_cuda_reset();
		phase->run(of);
		OK(CT_DONE());
		if (compares)
			assert_phase_counts(of_phase, name, phase->run == step);
	}
}

/* The parameters of a net; Muon takes matrices alone. */
static void make_net(struct training *of, bool takes_vectors)
{
	ct_named_tensor *named;
	int64_t n;

	of->net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	OK(ct_module_to(of->net, &(ct_module_to_options){ .device = CT_DEVICE_CUDA(0) }));
	OK(ct_module_named_parameters(of->net, NULL, &named, &n));
	for (int64_t i = 0; i < n; i++)
		if (takes_vectors || ct_tensor_dim(named[i].tensor) == 2)
			of->params[of->params_len++] = named[i].tensor;
}

/* Every second one is on another device, or has another dtype. */
static void make_alternating(struct training *of, bool has_devices)
{
	for (int i = 0; i < 6; i++) {
		const ct_device device = CT_DEVICE_CUDA(has_devices ? i % 2 : 0);
		const ct_dtype dtype = !has_devices && i % 2 ? CT_BFLOAT16 : CT_FLOAT32;
		ct_tensor *param = CT_E(zeros, CT_L(8), .dtype = dtype, .device = device);

		OK(ct_tensor_set_requires_grad(param, true));
		OK(ct_tensor_set_grad(param, CT_E(zeros_like, param)));
		of->params[of->params_len++] = param;
	}
}

static ct_error count_step(ct_optimizer *optimizer, void *context)
{
	struct training *of = context;

	(void)optimizer;
	of->steps++;
	return NULL;
}

static void compare_step(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "phases");
	const json_t *extra = json_object_get(of_case, "extra");
	const char *alternating = json_string_value(json_object_get(extra, "alternating"));
	const char *clipped = json_string_value(json_object_get(extra, "clip"));
	struct training of = { .clips_values = clipped && !strcmp(clipped, "value") };
	char name[120];

	CT_SCOPE;
	name_step(of_case, name);
	if (alternating)
		make_alternating(&of, !strcmp(alternating, "devices"));
	else
		make_net(&of, strcmp(expected_text(of_case, "class"), "Muon") != 0);
	of.optimizer = make_optimizer(of_case, params_of(&of));
	if (json_object_get(extra, "lr"))
		OK(ct_optimizer_set_lr_tensor(
			of.optimizer, CT_E(full, CT_L(1), 0.01, .device = CT_DEVICE_CUDA(0))));
	OK(ct_optimizer_register_step_hook(of.optimizer, true, count_step, &of, NULL, NULL));
	if (json_object_get(extra, "scaler"))
		OK(ct_grad_scaler_new(NULL, &of.scaler));
	of.x = CT_E(zeros, CT_L(ROWS, 4));
	of.target = CT_E(zeros, CT_L(ROWS), .dtype = CT_INT64);
	for (int i = 0; i <= WARM_UPS; i++)
		run_phases(&of, wanted, name, i == WARM_UPS);
	ck_assert_int_eq(of.steps, WARM_UPS + 1);
	ct_grad_scaler_free(of.scaler);
}

START_TEST(training_steps_cost_what_python_says)
{
	json_t *cases = expected_cases("cuda_counts"), *of_case;
	size_t i, count = 0;

	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "kind"), "step")) {
			compare_step(of_case);
			count++;
		}
	ck_assert_uint_gt(count, 0);
	json_decref(cases);
}
END_TEST

/* Python's fused optimizers refuse that: they copy the rate to the other device and then use the copy
 * on both. */
START_TEST(a_rate_on_one_device_is_for_parameters_on_both)
{
	static const char *const switches[] = { "fused", "capturable" };

	for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
		CT_SCOPE;
		struct training of = { .clips_values = false };
		const ct_value on[2] = { ct_value_string(switches[i]), ct_value_bool(true) };
		const ct_value kwargs = ct_value_dict(on, 1);

		make_alternating(&of, true);
		OK(ct_optimizer_new("AdamW", params_of(&of), NULL, &kwargs, &of.optimizer));
		OK(ct_optimizer_set_lr_tensor(
			of.optimizer, CT_E(full, CT_L(1), 0.01, .device = CT_DEVICE_CUDA(0))));
		OK(ct_optimizer_step(of.optimizer));
		fake_cuda_reset();
		OK(ct_optimizer_step(of.optimizer));
		ck_assert_int_eq(fake_cuda_synchronizations(), 0);
		ck_assert_int_ge(fake_cuda_count(fake_cuda_copies_between_devices), 1);
		ck_assert_int_eq(fake_cuda_count(fake_cuda_copies_to_host), 0);
	}
}
END_TEST

/* --- The suite -------------------------------------------------------------------------------- */

/* The counters are right: otherwise equal numbers would say nothing. */
START_TEST(the_log_names_what_is_counted)
{
	char *text;
	size_t nbytes;
	FILE *stream = open_memstream(&text, &nbytes);

	CT_SCOPE;
	ck_assert_ptr_nonnull(stream);
	ct_tensor *x = on_device(CT_E(ones, CT_L(ROWS, COLUMNS)));
	fake_cuda_reset();
	fake_cuda_log_to(stream);
	ct_tensor *y = CT_E(matmul, CT_E(relu, x), CT_E(t, x));
	item_of(CT_E(select, CT_E(select, y, 0, 0), 0, 0));
	fake_cuda_log_to(NULL);
	fclose(stream);
	ck_assert_ptr_nonnull(
		strstr(text, "kernel void at::native::vectorized_elementwise_kernel<"));
	ck_assert_ptr_nonnull(strstr(text, "\nlibrary cublas"));
	ck_assert_ptr_nonnull(strstr(text, "\ncopies_to_host: 4\nsynchronize stream\n"));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_launches), 1);
	ck_assert_int_eq(fake_cuda_copies(), 1);
	ck_assert_int_eq(fake_cuda_synchronizations(), 1);
	free(text);
}
END_TEST

Suite *counts_suite(void)
{
	Suite *suite = suite_create("counts");
	TCase *tests = tests_of("counts");

	tcase_add_test(tests, the_log_names_what_is_counted);
	tcase_add_test(tests, operations_cost_what_python_says);
	tcase_add_test(tests, training_steps_cost_what_python_says);
	tcase_add_test(tests, a_rate_on_one_device_is_for_parameters_on_both);
	suite_add_tcase(suite, tests);
	return suite;
}
