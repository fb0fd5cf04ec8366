/* Captured work: what it counts when it is captured, and when it is replayed. */
#include <string.h>

#include <ctorch/cuda.h>

#include "support.h"

struct training {
	ct_module *net;
	ct_optimizer *optimizer;
	ct_tensor *x, *target;
	bool reads_loss; /* on the host, which cannot be captured */
	int calls, releases;
};

static ct_error step(void *context)
{
	struct training *of = context;
	ct_tensor *loss;
	double value;

	CT_SCOPE;
	of->calls++;
	CT_TRY(ct_optimizer_zero_grad(of->optimizer));
	loss = CT_E(cross_entropy_loss, CT_M(of->net, of->x), of->target);
	CT_TRY(CT_DONE());
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_optimizer_step(of->optimizer));
	return of->reads_loss ? ct_tensor_item_double(loss, &value) : NULL;
}

static void count_release(void *context)
{
	struct training *of = context;

	of->releases++;
}

static struct training make_training(int device)
{
	struct training of = { .reads_loss = false };
	const ct_device on = CT_DEVICE_CUDA(device);

	of.net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	OK(ct_module_to(of.net, &(ct_module_to_options){ .device = on }));
	of.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(of.net), .lr = 0.01, .momentum = 0.9);
	of.x = CT_E(zeros, CT_L(32, 4), .device = on);
	of.target = CT_E(zeros, CT_L(32), .dtype = CT_INT64, .device = on);
	OK(CT_DONE());
	return of;
}

static ct_cuda_graph *new_graph(bool keep_graph)
{
	ct_cuda_graph *graph;

	OK(ct_cuda_graph_new(&(ct_cuda_graph_options){ .keep_graph = keep_graph }, &graph));
	return graph;
}

static ct_error capture_call(ct_cuda_graph *graph, ct_error (*call)(void *context), void *context)
{
	ct_error error = NULL;

	CT_CUDA_CAPTURE (error, graph, NULL) {
		CT_TRY(call(context));
	}
	return error;
}

static ct_error capture(ct_cuda_graph *graph, struct training *of)
{
	return capture_call(graph, step, of);
}

/* The work of the device since the last reset: what a capture of it must have. */
static int64_t work(void)
{
	return fake_cuda_count(fake_cuda_launches) + fake_cuda_count(fake_cuda_library_calls) +
	       fake_cuda_copies() + fake_cuda_count(fake_cuda_fills);
}

/* Before 2.12 each capture begins with two kernels for each generator: its seed and its offset. */
enum { SEEDING = CT_RELEASE_AT_LEAST(2, 12) ? 0 : 2 };

/* The stream that is current on a device. */
static ct_stream current(int device)
{
	ct_stream stream;

	OK(ct_stream_current(CT_DEVICE_CUDA(device), &stream));
	return stream;
}

/* --- Graphs ----------------------------------------------------------------------------------- */

static const json_t *counts_of_python(const json_t *cases, const char *phase)
{
	return json_object_get(json_array_get(cases, 1), phase);
}

static void assert_counts_of_python(const json_t *wanted, fake_cuda_kind kind, int64_t seeding)
{
	const char *name = fake_cuda_kind_name((int)kind);
	const int64_t of_python = json_integer_value(json_object_get(wanted, name)) +
				  (kind == fake_cuda_launches ? seeding : 0);

	ck_assert_msg(fake_cuda_count(kind) == of_python, "%s: Python has %lld, C %lld", name,
		      (long long)of_python, (long long)fake_cuda_count(kind));
}

static void assert_captured_and_replayed(int device)
{
	static const fake_cuda_kind kinds[] = { fake_cuda_captures_begun, fake_cuda_captures_ended,
						fake_cuda_captured,       fake_cuda_launches,
						fake_cuda_library_calls,  fake_cuda_graph_launches,
						fake_cuda_replayed };
	json_t *cases = expected_cases("cuda_library");
	const ct_stream before = current(device);
	struct training of;
	ct_cuda_graph *graph;

	CT_SCOPE;
	OK(ct_device_set_current(CT_DEVICE_CUDA(device)));
	of = make_training(device);
	for (int i = 0; i < 3; i++)
		OK(step(&of));
	graph = new_graph(false);
	fake_cuda_reset();
	OK(capture(graph, &of));
	ck_assert(ct_stream_equal(current(device), before));
	ck_assert(ct_cuda_graph_is_captured(graph));
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		assert_counts_of_python(counts_of_python(cases, "capture"), kinds[i], SEEDING);
	fake_cuda_reset();
	OK(ct_cuda_graph_replay(graph));
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		assert_counts_of_python(counts_of_python(cases, "replay"), kinds[i], 0);
	ck_assert_int_eq(of.calls, 4);
	ct_cuda_graph_free(graph);
	OK(ct_device_set_current(CT_DEVICE_CUDA(0)));
	json_decref(cases);
}

START_TEST(a_captured_step_costs_what_python_says)
{
	assert_captured_and_replayed(0);
}
END_TEST

START_TEST(a_step_can_be_captured_on_the_second_device)
{
	assert_captured_and_replayed(1);
}
END_TEST

static ct_error capture_in(ct_stream stream, ct_cuda_graph *graph, struct training *of)
{
	CT_STREAM_SCOPE(stream);
	for (int i = 0; i < 3; i++)
		CT_TRY(step(of));
	CT_TRY(ct_device_synchronize(CT_DEVICE_CUDA(1)));
	fake_cuda_reset();
	CT_TRY(ct_cuda_graph_begin(graph, NULL));
	CT_TRY(step(of));
	return ct_cuda_graph_end(graph);
}

/* PyTorch 87794: there, something of a step with a network on the second device happens on the current
 * one, which spoils the capture. */
START_TEST(a_step_on_the_second_device_is_captured_whichever_is_current)
{
	struct training of;
	ct_cuda_graph *graph;
	ct_stream stream;

	CT_SCOPE;
	OK(ct_device_set_current(CT_DEVICE_CUDA(0)));
	of = make_training(1);
	graph = new_graph(false);
	OK(ct_stream_new(CT_DEVICE_CUDA(1), 0, &stream));
	OK(capture_in(stream, graph, &of));
	ck_assert_int_gt(fake_cuda_count(fake_cuda_captured), 0);
	ck_assert_int_eq(work(), SEEDING);
	OK(ct_cuda_graph_replay(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_replayed), fake_cuda_count(fake_cuda_captured));
	ct_cuda_graph_free(graph);
}
END_TEST

/* --- Optimizers ------------------------------------------------------------------------------- */

static ct_optimizer *make_optimizer(const char *class_name, ct_parameters parameters,
				    const char *const *switches)
{
	ct_value kwargs = ct_value_dict_new();
	ct_optimizer *optimizer;

	for (; *switches; switches++)
		OK(ct_value_dict_set(&kwargs, ct_value_string(*switches), ct_value_bool(true)));
	OK(ct_optimizer_new(class_name, parameters, NULL, &kwargs, &optimizer));
	ct_value_free(&kwargs);
	return optimizer;
}

#define SWITCHES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static ct_error step_alone(void *context)
{
	const struct training *of = context;

	return ct_optimizer_step(of->optimizer);
}

/* Gradients that stay: with a backward, each capture would keep cuBLAS's memory. */
static struct training make_stepping(const char *class_name, const char *const *switches)
{
	struct training of = make_training(0);
	ct_named_tensor *named;
	int64_t n;

	OK(ct_module_named_parameters(of.net, NULL, &named, &n));
	for (int64_t i = 0; i < n; i++)
		OK(ct_tensor_set_grad(named[i].tensor, CT_E(zeros_like, named[i].tensor)));
	of.optimizer = make_optimizer(class_name, CT_PARAMETERS(of.net), switches);
	return of;
}

/* What a capture has is what a step does; nothing in it waits for the device. */
static void assert_capturable_with(const char *class_name, const char *const *switches,
				   bool has_lr_tensor)
{
	ct_cuda_graph *graph = new_graph(false);
	struct training of;
	int64_t eager;

	CT_SCOPE;
	of = make_stepping(class_name, switches);
	if (has_lr_tensor)
		OK(ct_optimizer_set_lr_tensor(
			of.optimizer, CT_E(full, CT_L(1), 0.01, .device = CT_DEVICE_CUDA(0))));
	for (int i = 0; i < 2; i++) {
		fake_cuda_reset();
		OK(step_alone(&of));
	}
	eager = work();
	fake_cuda_reset();
	OK(capture_call(graph, step_alone, &of));
	ck_assert_msg(fake_cuda_count(fake_cuda_captured) >= eager, "%s", class_name);
	ck_assert_msg(work() == SEEDING, "%s", class_name);
	OK(ct_cuda_graph_replay(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_graph_launches), 1);
	if (has_lr_tensor) { /* changing the rate between replays is one kernel, which fills it */
		fake_cuda_reset();
		OK(ct_optimizer_set_lr(of.optimizer, 0.005));
		ck_assert_int_eq(fake_cuda_count(fake_cuda_launches), 1);
		ck_assert_int_eq(fake_cuda_copies() + fake_cuda_synchronizations(), 0);
		OK(ct_cuda_graph_replay(graph));
	}
	ct_cuda_graph_free(graph);
}

static void assert_capturable(const char *class_name, const char *const *switches)
{
	assert_capturable_with(class_name, switches, false);
	assert_capturable_with(class_name, switches, true);
}

START_TEST(steps_of_capturable_optimizers_are_captured)
{
	static const char *const names[] = { "Adadelta", "Adam",  "AdamW",   "Adamax", "ASGD",
					     "NAdam",    "RAdam", "RMSprop", "Rprop" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_capturable(names[i], SWITCHES("capturable"));
	assert_capturable("Adam", SWITCHES("capturable", "amsgrad"));
	assert_capturable("Adam", SWITCHES("capturable", "fused"));
	assert_capturable("AdamW", SWITCHES("capturable", "fused"));
	assert_capturable("SGD", SWITCHES("fused"));
}
END_TEST

static void assert_refused(const json_t *of_case)
{
	const char *const switches[] = {
		json_object_get(json_object_get(of_case, "kwargs"), "fused") ? "fused" : NULL, NULL
	};
	const char *class_name = expected_text(of_case, "class");
	ct_cuda_graph *graph = new_graph(false);
	struct training of;
	ct_error error;

	CT_SCOPE;
	of = make_stepping(class_name, switches);
	OK(step_alone(&of));
	error = capture_call(graph, step_alone, &of);
	assert_expected_error(error, of_case, class_name);
	ct_error_free(error);
	ck_assert(!ct_cuda_graph_is_captured(graph));
	OK(step_alone(&of));
	ct_cuda_graph_free(graph);
}

START_TEST(steps_of_other_optimizers_are_refused_as_python_does)
{
	json_t *cases = expected_cases("cuda_counts"), *of_case;
	size_t i, count = 0;

	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "kind"), "capture")) {
			assert_refused(of_case);
			count++;
		}
	ck_assert_uint_eq(count, 10);
	json_decref(cases);
}
END_TEST

START_TEST(a_capture_that_reads_a_number_fails_and_names_the_line)
{
	const ct_stream before = current(0);
	json_t *cases = expected_cases("cuda_library");
	struct training of;
	ct_cuda_graph *graph;
	ct_error error;

	CT_SCOPE;
	of = make_training(0);
	graph = new_graph(false);
	OK(step(&of));
	of.reads_loss = true;
	error = capture(graph, &of);
	assert_expected_error(error, json_array_get(cases, 1), "item() in a capture");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_ACCELERATOR);
	ck_assert_str_eq(ct_error_function(error), "ct_tensor_item_double");
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "graphs_suite.c"));
	ck_assert_ptr_nonnull(ct_error_hint(error));
	ck_assert_ptr_nonnull(strstr(ct_error_hint(error), "captured"));
	ct_error_free(error);
	ck_assert(ct_stream_equal(current(0), before));
	ck_assert(!ct_cuda_graph_is_captured(graph));
	FAILS_WITH(ct_cuda_graph_replay(graph), CT_ERROR_RUNTIME, "has no captured work");
	/* The program goes on, and the same graph captures. */
	of.reads_loss = false;
	OK(step(&of));
	OK(capture(graph, &of));
	OK(ct_cuda_graph_replay(graph));
	ct_cuda_graph_free(graph);
	json_decref(cases);
}
END_TEST

START_TEST(a_block_that_is_left_early_captures_nothing)
{
	const ct_stream before = current(0);
	ct_cuda_graph *graph = new_graph(false);
	ct_error error = NULL;
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	CT_CUDA_CAPTURE (error, graph, NULL) {
		CT_E(add, x, 1);
		break;
	}
	OK(error);
	OK(CT_DONE());
	ck_assert(ct_stream_equal(current(0), before));
	ck_assert(!ct_cuda_graph_is_captured(graph));
	ct_cuda_graph_free(graph);
}
END_TEST

START_TEST(one_capture_runs_at_a_time)
{
	ct_cuda_graph *outer = new_graph(false), *inner = new_graph(false);
	ct_error error = NULL, refused = NULL;
	ct_stream stream;
	bool is_capturing;
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	fake_cuda_reset();
	CT_CUDA_CAPTURE (error, outer, NULL) {
		CT_CUDA_CAPTURE (refused, inner, NULL) {
			ck_abort_msg("a block within a block is captured");
		}
		FAILS_WITH(refused, CT_ERROR_RUNTIME, "one capture runs at a time");
		FAILS_WITH(ct_cuda_graph_begin(inner, NULL), CT_ERROR_RUNTIME,
			   "one capture runs at a time");
		OK(ct_stream_current(CT_DEVICE_CUDA(0), &stream));
		OK(ct_stream_is_capturing(stream, &is_capturing));
		ck_assert(is_capturing);
		CT_E(add, x, 1);
	}
	OK(error);
	OK(CT_DONE());
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captured), 1);
	ct_cuda_graph_free(outer);
	ct_cuda_graph_free(inner);
}
END_TEST

/* The state of a generator knows of captures, also of those that fail. */
START_TEST(random_numbers_can_be_drawn_after_captures)
{
	ct_cuda_graph *failing = new_graph(false), *graph = new_graph(false);
	ct_error error = NULL;
	ct_tensor *x;
	double value;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	CT_CUDA_CAPTURE (error, failing, NULL) {
		CT_E(dropout, x, 0.5, true);
		OK(CT_DONE());
		ct_error_free(ct_tensor_item_double(CT_E(sum, x), &value));
	}
	ck_assert_ptr_nonnull(error);
	ct_error_free(error);
	error = NULL;
	CT_E(dropout, x, 0.5, true);
	OK(CT_DONE());
	CT_CUDA_CAPTURE (error, graph, NULL) {
		CT_E(dropout, x, 0.5, true);
		OK(CT_DONE());
	}
	OK(error);
	OK(ct_cuda_graph_replay(graph));
	ct_cuda_graph_free(failing);
	CT_E(dropout, x, 0.5, true);
	OK(CT_DONE());
	OK(ct_cuda_graph_replay(graph));
	ct_cuda_graph_free(graph);
	CT_E(dropout, x, 0.5, true);
	OK(CT_DONE());
	OK(ct_device_synchronize(CT_DEVICE_CUDA(0)));
}
END_TEST

START_TEST(a_graph_is_reset_while_another_one_captures)
{
	ct_cuda_graph *first = new_graph(false), *graph = new_graph(false);
	ct_error error = NULL;
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	CT_CUDA_CAPTURE (error, first, NULL) {
		CT_E(dropout, x, 0.5, true);
		OK(CT_DONE());
	}
	OK(error);
	CT_CUDA_CAPTURE (error, graph, NULL) {
		OK(ct_cuda_graph_reset(first));
		CT_E(dropout, x, 0.5, true);
		OK(CT_DONE());
	}
	OK(error);
	ck_assert(!ct_cuda_graph_is_captured(first));
	OK(ct_cuda_graph_replay(graph));
	ct_cuda_graph_free(graph);
	ct_cuda_graph_free(first);
}
END_TEST

START_TEST(begin_and_end_capture_what_is_between_them)
{
	ct_cuda_graph *graph = new_graph(true);
	const ct_stream before = current(0);
	ct_cuda_pool_id pool, handle;
	ct_stream aside;
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	FAILS_WITH(ct_cuda_graph_begin(graph, NULL), CT_ERROR_RUNTIME,
		   "CUDA graphs must be captured on a non-default stream");
	FAILS_WITH(ct_cuda_graph_end(graph), CT_ERROR_RUNTIME, "is not capturing");
	FAILS_WITH(ct_cuda_graph_pool(graph, &pool), CT_ERROR_RUNTIME, "no captured work");
	FAILS_WITH(ct_cuda_graph_begin(graph, &(ct_cuda_graph_begin_options){ .mode = 3 }),
		   CT_ERROR_ARGUMENT, "mode 3");
	OK(ct_stream_new(CT_DEVICE_CUDA(0), 0, &aside));
	OK(ct_cuda_graph_pool_handle(&handle));
	fake_cuda_reset();
	OK(ct_stream_set_current(aside));
	OK(ct_cuda_graph_begin(
		graph, &(ct_cuda_graph_begin_options){ .pool = handle,
						       .mode = CT_CUDA_CAPTURE_MODE_RELAXED }));
	FAILS_WITH(ct_cuda_graph_reset(graph), CT_ERROR_RUNTIME, "is capturing");
	CT_E(add, x, 1);
	OK(CT_DONE());
	OK(ct_cuda_graph_end(graph));
	OK(ct_stream_set_current(before));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captured), 1);
	OK(ct_cuda_graph_pool(graph, &pool));
	ck_assert_uint_eq(pool.first, handle.first);
	ck_assert_uint_eq(pool.second, handle.second);
	FAILS_WITH(capture(graph, NULL), CT_ERROR_RUNTIME, "captured work already");
	OK(ct_cuda_graph_replay(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_replayed), 1);
	OK(ct_cuda_graph_reset(graph));
	FAILS_WITH(ct_cuda_graph_replay(graph), CT_ERROR_RUNTIME, "has no captured work");
	ct_cuda_graph_free(graph);
}
END_TEST

START_TEST(a_kept_graph_is_written_as_a_drawing)
{
	static const char path[] = "graph.dot";
	ct_cuda_graph *kept = new_graph(true), *other = new_graph(false);
	ct_error error = NULL;
	char text[64] = "";
	ct_tensor *x;
	FILE *file;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	CT_CUDA_CAPTURE (error, kept, NULL) {
		CT_E(add, x, 1);
	}
	OK(error);
	CT_CUDA_CAPTURE (error, other, NULL) {
		CT_E(add, x, 1);
	}
	OK(error);
	OK(CT_DONE());
	FAILS_WITH(ct_cuda_graph_save_dot(other, path), CT_ERROR_RUNTIME, ".keep_graph");
	OK(ct_cuda_graph_save_dot(kept, path));
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_ptr_nonnull(fgets(text, sizeof text, file));
	fclose(file);
	remove(path);
	ck_assert_ptr_nonnull(strstr(text, "digraph"));
	ct_cuda_graph_free(kept);
	ct_cuda_graph_free(other);
}
END_TEST

/* --- Steps ------------------------------------------------------------------------------------ */

START_TEST(a_graphed_step_warms_up_captures_and_replays)
{
	enum { RUNS = 10, WARM_UPS = 3 };
	ct_cuda_graphed_step *graphed;
	struct training of;

	CT_SCOPE;
	of = make_training(0);
	OK(ct_cuda_graphed_step_new(step, &of, count_release, NULL, &graphed));
	for (int i = 0; i < WARM_UPS; i++) {
		OK(ct_cuda_graphed_step_run(graphed));
		ck_assert(!ct_cuda_graphed_step_is_captured(graphed));
	}
	fake_cuda_reset();
	for (int i = WARM_UPS; i < RUNS; i++)
		OK(ct_cuda_graphed_step_run(graphed));
	ck_assert(ct_cuda_graphed_step_is_captured(graphed));
	ck_assert_int_eq(of.calls, WARM_UPS + 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captures_ended), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_graph_launches), RUNS - WARM_UPS);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_replayed),
			 (RUNS - WARM_UPS) * fake_cuda_count(fake_cuda_captured));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_launches), SEEDING);
	ct_cuda_graphed_step_free(graphed);
	ck_assert_int_eq(of.releases, 1);
}
END_TEST

START_TEST(a_graphed_step_that_cannot_be_captured_tries_again)
{
	ct_cuda_graphed_step *graphed;
	struct training of;

	CT_SCOPE;
	of = make_training(0);
	of.reads_loss = true;
	OK(ct_cuda_graphed_step_new(
		step, &of, NULL, &(ct_cuda_graphed_step_options){ .warm_up_count = 1 }, &graphed));
	OK(ct_cuda_graphed_step_run(graphed));
	for (int i = 0; i < 2; i++)
		FAILS_WITH(ct_cuda_graphed_step_run(graphed), CT_ERROR_ACCELERATOR,
			   "operation not permitted when stream is capturing");
	of.reads_loss = false;
	OK(ct_cuda_graphed_step_run(graphed));
	ck_assert(ct_cuda_graphed_step_is_captured(graphed));
	ct_cuda_graphed_step_free(graphed);
	ct_cuda_graphed_step_free(NULL);
	FAILS_WITH(ct_cuda_graphed_step_new(NULL, NULL, NULL, NULL, &graphed), CT_ERROR_ARGUMENT,
		   "argument 1 (step)");
	FAILS_WITH(ct_cuda_graphed_step_new(step, NULL, NULL,
					    &(ct_cuda_graphed_step_options){ .warm_up_count = -1 },
					    &graphed),
		   CT_ERROR_VALUE, "warm_up_count is -1");
}
END_TEST

static ct_error fill(void *context)
{
	return ct_zero_(context, NULL);
}

/* A graph without work would be replayed for ever, and train nothing. */
START_TEST(a_graphed_step_is_captured_on_the_current_device)
{
	const ct_cuda_graphed_step_options options = { .warm_up_count = 1 };
	ct_cuda_graphed_step *graphed;
	ct_tensor *x;

	CT_SCOPE;
	OK(ct_device_set_current(CT_DEVICE_CUDA(0)));
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(1));
	OK(CT_DONE());
	OK(ct_cuda_graphed_step_new(fill, x, NULL, &options, &graphed));
	OK(ct_cuda_graphed_step_run(graphed));
	for (int i = 0; i < 2; i++)
		FAILS_WITH(ct_cuda_graphed_step_run(graphed), CT_ERROR_RUNTIME,
			   "the step gave cuda:0, the current device, no work");
	ck_assert(!ct_cuda_graphed_step_is_captured(graphed));
	OK(ct_device_set_current(CT_DEVICE_CUDA(1)));
	fake_cuda_reset();
	OK(ct_cuda_graphed_step_run(graphed));
	ck_assert(ct_cuda_graphed_step_is_captured(graphed));
	ck_assert_int_gt(fake_cuda_count(fake_cuda_replayed), 0);
	ck_assert_int_eq(work(), 2 * SEEDING); /* it remembers the generator of the other device */
	ct_cuda_graphed_step_free(graphed);
	OK(ct_device_set_current(CT_DEVICE_CUDA(0)));
}
END_TEST

/* Each replay uses the memory of the capture. */
START_TEST(replays_use_no_further_memory)
{
	enum { REPLAYS = 1000 };
	ct_cuda_graphed_step *graphed;
	struct training of;
	int64_t before;

	CT_SCOPE;
	of = make_training(0);
	OK(ct_cuda_graphed_step_new(step, &of, NULL, NULL, &graphed));
	for (int i = 0; i < 5; i++)
		OK(ct_cuda_graphed_step_run(graphed));
	before = fake_cuda_allocated(0);
	for (int i = 0; i < REPLAYS; i++)
		OK(ct_cuda_graphed_step_run(graphed));
	ck_assert_int_eq(fake_cuda_allocated(0), before);
	ct_cuda_graphed_step_free(graphed);
}
END_TEST

Suite *graphs_suite(void)
{
	Suite *suite = suite_create("graphs");
	TCase *tests = tests_of("graphs");

	tcase_add_test(tests, a_captured_step_costs_what_python_says);
	tcase_add_test(tests, a_step_can_be_captured_on_the_second_device);
	tcase_add_test(tests, a_step_on_the_second_device_is_captured_whichever_is_current);
	tcase_add_test(tests, a_capture_that_reads_a_number_fails_and_names_the_line);
	tcase_add_test(tests, a_block_that_is_left_early_captures_nothing);
	tcase_add_test(tests, one_capture_runs_at_a_time);
	tcase_add_test(tests, random_numbers_can_be_drawn_after_captures);
	tcase_add_test(tests, a_graph_is_reset_while_another_one_captures);
	tcase_add_test(tests, begin_and_end_capture_what_is_between_them);
	tcase_add_test(tests, a_kept_graph_is_written_as_a_drawing);
	tcase_add_test(tests, a_graphed_step_warms_up_captures_and_replays);
	tcase_add_test(tests, a_graphed_step_that_cannot_be_captured_tries_again);
	tcase_add_test(tests, a_graphed_step_is_captured_on_the_current_device);
	tcase_add_test(tests, replays_use_no_further_memory);
	tcase_add_test(tests, steps_of_capturable_optimizers_are_captured);
	tcase_add_test(tests, steps_of_other_optimizers_are_refused_as_python_does);
	suite_add_tcase(suite, tests);
	return suite;
}
