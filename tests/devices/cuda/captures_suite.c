/* Steps of optimizers in captures: those that are capturable, and Python's error for the others. */
#include <string.h>

#include <ctorch/cuda.h>

#include "support.h"

#define DEVICE CT_DEVICE_CUDA(0)

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

/* Gradients that stay: with a backward, each capture would keep cuBLAS's memory. */
static ct_optimizer *make_stepping(const char *class_name, const char *const *switches)
{
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	ct_named_tensor *named;
	int64_t n;

	OK(ct_module_to(net, &(ct_module_to_options){ .device = DEVICE }));
	OK(ct_module_named_parameters(net, NULL, &named, &n));
	for (int64_t i = 0; i < n; i++)
		OK(ct_tensor_set_grad(named[i].tensor, CT_E(zeros_like, named[i].tensor)));
	OK(CT_DONE());
	return make_optimizer(class_name, CT_PARAMETERS(net), switches);
}

/* In a stream of its own, as before a capture. */
static ct_error step_aside(ct_optimizer *optimizer)
{
	ct_stream stream;

	CT_TRY(ct_stream_new(DEVICE, 0, &stream));
	CT_STREAM_SCOPE(stream);
	return ct_optimizer_step(optimizer);
}

static ct_error capture_step(ct_cuda_graph *graph, ct_optimizer *optimizer)
{
	ct_error error = NULL;

	CT_CUDA_CAPTURE(error, graph, NULL)
	{
		CT_TRY(ct_optimizer_step(optimizer));
	}
	return error;
}

/* The work of the device since the last reset: what a capture of it must have. */
static int64_t work(void)
{
	return fake_cuda_count(fake_cuda_launches) + fake_cuda_count(fake_cuda_library_calls) +
	       fake_cuda_copies() + fake_cuda_count(fake_cuda_fills);
}

/* What a capture has is what a step does; nothing in it waits for the device. */
static void assert_capturable(const char *class_name, const char *const *switches)
{
	ct_optimizer *optimizer;
	ct_cuda_graph *graph;
	int64_t eager;

	CT_SCOPE;
	optimizer = make_stepping(class_name, switches);
	for (int i = 0; i < 2; i++) {
		fake_cuda_reset();
		OK(step_aside(optimizer));
	}
	eager = work();
	OK(ct_cuda_graph_new(NULL, &graph));
	fake_cuda_reset();
	OK(capture_step(graph, optimizer));
	ck_assert_msg(fake_cuda_count(fake_cuda_captured) >= eager, "%s", class_name);
	ck_assert_msg(work() == 0, "%s", class_name);
	OK(ct_cuda_graph_replay(graph));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_graph_launches), 1);
	ct_cuda_graph_free(graph);
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
	ct_optimizer *optimizer;
	ct_cuda_graph *graph;
	ct_error error;

	CT_SCOPE;
	optimizer = make_stepping(class_name, switches);
	OK(step_aside(optimizer));
	OK(ct_cuda_graph_new(NULL, &graph));
	error = capture_step(graph, optimizer);
	assert_expected_error(error, of_case, class_name);
	ct_error_free(error);
	ck_assert(!ct_cuda_graph_is_captured(graph));
	ct_cuda_graph_free(graph);
	OK(step_aside(optimizer));
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

Suite *captures_suite(void)
{
	Suite *suite = suite_create("captures");
	TCase *tests = tests_of("captures");

	tcase_add_test(tests, steps_of_capturable_optimizers_are_captured);
	tcase_add_test(tests, steps_of_other_optimizers_are_refused_as_python_does);
	suite_add_tcase(suite, tests);
	return suite;
}
