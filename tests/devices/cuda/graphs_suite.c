/* Captured training steps: what they count when they are captured, and when they are replayed. */
#include "graphs.h"
#include "support.h"

struct training {
	ct_module *net;
	ct_optimizer *optimizer;
	ct_tensor *x, *target;
	bool reads_loss; /* on the host, which cannot be captured */
};

static ct_error step(void *context)
{
	const struct training *of = context;
	ct_tensor *loss;
	double value;

	CT_SCOPE;
	CT_TRY(ct_optimizer_zero_grad(of->optimizer));
	loss = CT_E(cross_entropy_loss, CT_M(of->net, of->x), of->target);
	CT_TRY(CT_DONE());
	CT_TRY(ct_tensor_backward(loss));
	CT_TRY(ct_optimizer_step(of->optimizer));
	return of->reads_loss ? ct_tensor_item_double(loss, &value) : NULL;
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

/* The work of the device since the last reset: what a capture of it must have. */
static int64_t work(void)
{
	return fake_cuda_count(fake_cuda_launches) + fake_cuda_count(fake_cuda_library_calls) +
	       fake_cuda_copies() + fake_cuda_count(fake_cuda_fills);
}

static void assert_captured_and_replayed(int device)
{
	enum { REPLAYS = 3 };
	struct training of;
	int64_t eager;
	void *graph;

	CT_SCOPE;
	of = make_training(device);
	for (int i = 0; i < 3; i++) {
		fake_cuda_reset();
		OK(run_in_stream(device, step, &of));
	}
	eager = work();
	ck_assert_int_gt(eager, 10);
	fake_cuda_reset();
	OK(capture_graph(device, step, &of, &graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captures_begun), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captures_ended), 1);
	/* The seed of random numbers is filled in before the capture. */
	ck_assert_int_eq(fake_cuda_count(fake_cuda_launches), 0);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_library_calls), 0);
	ck_assert_int_ge(fake_cuda_count(fake_cuda_captured), eager);
	const int64_t captured = fake_cuda_count(fake_cuda_captured);
	fake_cuda_reset();
	for (int i = 0; i < REPLAYS; i++)
		OK(replay_graph(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_graph_launches), REPLAYS);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_replayed), REPLAYS * captured);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_launches), 0);
	free_graph(graph);
}

START_TEST(a_captured_step_is_counted_once_and_replayed_whole)
{
	assert_captured_and_replayed(0);
}
END_TEST

START_TEST(a_step_can_be_captured_on_the_second_device)
{
	assert_captured_and_replayed(1);
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
static void assert_capturable(const char *class_name, const char *const *switches)
{
	struct training of;
	int64_t eager;
	void *graph;

	CT_SCOPE;
	of = make_stepping(class_name, switches);
	for (int i = 0; i < 2; i++) {
		fake_cuda_reset();
		OK(run_in_stream(0, step_alone, &of));
	}
	eager = work();
	fake_cuda_reset();
	OK(capture_graph(0, step_alone, &of, &graph));
	ck_assert_msg(fake_cuda_count(fake_cuda_captured) >= eager, "%s", class_name);
	ck_assert_msg(work() == 0, "%s", class_name);
	OK(replay_graph(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_graph_launches), 1);
	free_graph(graph);
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
}
END_TEST

static void assert_refused(const json_t *of_case)
{
	const char *const switches[] = {
		json_object_get(json_object_get(of_case, "kwargs"), "fused") ? "fused" : NULL, NULL
	};
	const char *class_name = expected_text(of_case, "class");
	struct training of;
	void *graph = NULL;
	ct_error error;

	CT_SCOPE;
	of = make_stepping(class_name, switches);
	OK(run_in_stream(0, step_alone, &of));
	error = capture_graph(0, step_alone, &of, &graph);
	assert_expected_error(error, of_case, class_name);
	ct_error_free(error);
	ck_assert_ptr_null(graph);
	OK(run_in_stream(0, step_alone, &of));
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

START_TEST(a_capture_that_reads_a_number_fails_and_the_program_goes_on)
{
	struct training of;
	void *graph = NULL;

	CT_SCOPE;
	of = make_training(0);
	OK(run_in_stream(0, step, &of));
	of.reads_loss = true;
	FAILS_WITH(capture_graph(0, step, &of, &graph), CT_ERROR_ACCELERATOR,
		   "operation not permitted when stream is capturing");
	ck_assert_ptr_null(graph);
	OK(run_in_stream(0, step, &of));
	of.reads_loss = false;
	OK(capture_graph(0, step, &of, &graph));
	free_graph(graph);
}
END_TEST

Suite *graphs_suite(void)
{
	Suite *suite = suite_create("graphs");
	TCase *tests = tests_of("graphs");

	tcase_add_test(tests, a_captured_step_is_counted_once_and_replayed_whole);
	tcase_add_test(tests, a_step_can_be_captured_on_the_second_device);
	tcase_add_test(tests, steps_of_capturable_optimizers_are_captured);
	tcase_add_test(tests, steps_of_other_optimizers_are_refused_as_python_does);
	tcase_add_test(tests, a_capture_that_reads_a_number_fails_and_the_program_goes_on);
	suite_add_tcase(suite, tests);
	return suite;
}
