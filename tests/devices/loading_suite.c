/*
 * Loading a library with devices, and the names of these.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

START_TEST(the_devices_are_there_once_the_library_is_loaded)
{
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_PRIVATEUSE1), 0);
	ck_assert_int_eq(ct_device_accelerator().type, CT_DEVICE_TYPE_NONE);
	load_sim();
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_PRIVATEUSE1), 2);
	ck_assert(ct_device_is_available(SIM_DEVICE(-1)));
	ck_assert(ct_device_is_available(SIM_DEVICE(1)));
	ck_assert(!ct_device_is_available(SIM_DEVICE(2)));
	ck_assert_int_eq(ct_device_accelerator().type, CT_DEVICE_TYPE_PRIVATEUSE1);
}
END_TEST

START_TEST(loading_it_again_changes_nothing)
{
	load_sim();
	load_sim();
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_PRIVATEUSE1), 2);
}
END_TEST

/* torch.device("sim:1") after torch.utils.rename_privateuse1_backend("sim"). */
START_TEST(names_are_those_of_the_library)
{
	ct_device device;
	char *text;

	FAILS_WITH(ct_device_from_string("sim:1", &device), CT_ERROR_RUNTIME, "sim");
	ck_assert_str_eq(ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1), "privateuseone");
	load_sim();
	ck_assert_str_eq(ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1), "sim");
	OK(ct_device_from_string("sim:1", &device));
	ck_assert_int_eq(device.type, CT_DEVICE_TYPE_PRIVATEUSE1);
	ck_assert_int_eq(device.index, 1);
	OK(ct_device_from_string("sim", &device));
	ck_assert_int_eq(device.index, -1);
	OK(ct_device_to_string(SIM_DEVICE(1), &text));
	ck_assert_str_eq(text, "sim:1");
	ct_free(text);
	OK(ct_device_to_string(SIM_DEVICE(-1), &text));
	ck_assert_str_eq(text, "sim");
	ct_free(text);
}
END_TEST

/* The texts of PyTorch 2.15 after torch.utils.rename_privateuse1_backend("sim"). */
START_TEST(messages_say_its_name)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 2, 2);
	ct_optimizer *optimizer;
	ct_tensor *loss;

	load_sim();
	optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .capturable = true);
	loss = CT_E(sum, CT_M(net, CT_E(ones, CT_L(2))));
	OK(CT_DONE());
	FAILS_WITH(ct_optimizer_minimize(optimizer, loss), CT_ERROR_ASSERTION,
		   "If capturable=True, params and state_steps must be on supported devices: "
		   "['cuda', 'xpu', 'hpu', 'sim', 'xla'].");
}
END_TEST

START_TEST(name_of_a_device_is_that_of_its_type_and_its_index)
{
	char *name = NULL;

	load_sim();
	OK(ct_device_name(SIM_DEVICE(1), &name));
	ck_assert_str_eq(name, "sim:1");
	ct_free(name);
	OK(ct_device_set_current(SIM_DEVICE(1)));
	OK(ct_device_name(SIM_DEVICE(-1), &name));
	ck_assert_str_eq(name, "sim:1");
	ct_free(name);
	FAILS(ct_device_name(SIM_DEVICE(2), &name),
	      "ArgumentError: ct_device_name: argument 1 (device): there is no device 2, only 2 sim "
	      "devices");
}
END_TEST

START_TEST(a_tensor_says_its_device)
{
	ct_tensor *x;
	char *text;

	load_sim();
	OK(ct_tensor_ones(CT_L(2), CT_OPTIONS_DEVICE(SIM_DEVICE(1)), &x));
	OK(ct_tensor_to_string(x, &text));
	ck_assert_str_eq(text, "tensor([1., 1.], device='sim:1')");
	ct_free(text);
	ct_tensor_free(x);
}
END_TEST

static void check_current(ct_device_type type, int index)
{
	ct_device device;

	OK(ct_device_current(type, &device));
	ck_assert_int_eq(device.type, type);
	ck_assert_int_eq(device.index, index);
}

START_TEST(a_block_changes_the_current_device)
{
	ct_error err = NULL;

	load_sim();
	check_current(CT_DEVICE_TYPE_PRIVATEUSE1, 0);
	CT_CURRENT_DEVICE(err, SIM_DEVICE(1))
	{
		CT_SCOPE;
		ct_tensor *x = CT_E(ones, CT_L(2), .device = SIM_DEVICE(-1));

		OK(CT_DONE());
		ck_assert_int_eq(ct_tensor_device(x).index, 1);
		check_current(CT_DEVICE_TYPE_PRIVATEUSE1, 1);
	}
	OK(err);
	check_current(CT_DEVICE_TYPE_PRIVATEUSE1, 0);
	FAILS_WITH(ct_device_set_current(SIM_DEVICE(2)), CT_ERROR_RUNTIME, "there are 2 devices");
	check_current(CT_DEVICE_TYPE_PRIVATEUSE1, 0);
}
END_TEST

static void *read_current(void *index)
{
	ct_device device;

	CT_CHECK(ct_device_current(CT_DEVICE_TYPE_PRIVATEUSE1, &device));
	*(int *)index = device.index;
	return NULL;
}

START_TEST(each_thread_has_its_own_current_device)
{
	int of_thread = -2;

	load_sim();
	OK(ct_device_set_current(SIM_DEVICE(1)));
	run_in_thread(read_current, &of_thread);
	ck_assert_int_eq(of_thread, 0);
}
END_TEST

START_TEST(default_device_may_be_one_of_them)
{
	CT_SCOPE;
	ct_tensor *x;

	load_sim();
	OK(ct_set_default_device(SIM_DEVICE(1)));
	x = CT_E(ones, CT_L(3));
	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_device(x).type, CT_DEVICE_TYPE_PRIVATEUSE1);
	ck_assert_int_eq(ct_tensor_device(x).index, 1);
	OK(ct_set_default_device(CT_DEVICE_NONE));
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 10)

START_TEST(dtypes_of_a_device_are_known)
{
	bool supports = false;

	load_sim();
	OK(ct_device_supports_dtype(SIM_DEVICE(-1), CT_BFLOAT16, &supports));
	ck_assert(supports);
	OK(ct_device_supports_dtype(SIM_DEVICE(1), CT_QINT8, &supports));
	ck_assert(!supports);
	FAILS(ct_device_supports_dtype(SIM_DEVICE(2), CT_BFLOAT16, &supports),
	      "ArgumentError: ct_device_supports_dtype: argument 1 (device): there is no device 2, "
	      "only 2 sim devices");
	OK(ct_device_supports_dtype(CT_DEVICE_CPU, CT_QINT8, &supports));
	ck_assert(supports);
}
END_TEST

#endif

START_TEST(a_missing_device_is_an_error)
{
	ct_tensor *x = UNTOUCHED;

	load_sim();
	FAILS_WITH(ct_tensor_ones(CT_L(2), CT_OPTIONS_DEVICE(SIM_DEVICE(2)), &x), CT_ERROR_RUNTIME,
		   "sim: invalid device index 2: there are 2 devices");
	ck_assert_ptr_eq(x, UNTOUCHED);
}
END_TEST

/* --- Old releases ------------------------------------------------------------------------------ */

/* A function that a release lacks says which one has it; others never say so. */
static void assert_needs(ct_error error, bool is_there, const char *release)
{
	char text[60];

	snprintf(text, sizeof text, " libtorch %s; this is ", release);
	if (is_there) {
		ck_assert_msg(error == NULL || strstr(error, text) == NULL, "%s", error);
	} else {
		ck_assert_msg(error && strstr(error, text), "%s: %s", text,
			      error ? error : "no error");
		ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_NOT_IMPLEMENTED);
	}
	ct_error_free(error);
}

START_TEST(what_a_release_lacks_is_said)
{
	const ct_device device = SIM_DEVICE(0);
	ct_stream stream;
	ct_event *event;

	load_sim();
	OK(ct_stream_default(device, &stream));
	OK(ct_event_new(SIM_TYPE, NULL, &event));
	assert_needs(ct_stream_new(device, -1, NULL), CT_RELEASE_AT_LEAST(2, 4), "2.4");
	assert_needs(ct_event_synchronize(event), CT_RELEASE_AT_LEAST(2, 4), "2.4");
	assert_needs(ct_event_elapsed_time(event, event, NULL), CT_RELEASE_AT_LEAST(2, 4), "2.4");
	assert_needs(ct_device_synchronize(device), CT_RELEASE_AT_LEAST(2, 6), "2.6");
	assert_needs(ct_device_empty_host_cache(SIM_TYPE), CT_RELEASE_AT_LEAST(2, 8), "2.8");
	assert_needs(ct_device_memory(device, NULL, NULL), CT_RELEASE_AT_LEAST(2, 10), "2.10");
	assert_needs(ct_device_memory_allocated(device, NULL, NULL), CT_RELEASE_AT_LEAST(2, 10),
		     "2.10");
	assert_needs(ct_device_reset_peak_memory_stats(device), CT_RELEASE_AT_LEAST(2, 10), "2.10");
	assert_needs(ct_device_empty_cache(SIM_TYPE), CT_RELEASE_AT_LEAST(2, 10), "2.10");
	assert_needs(ct_device_supports_dtype(device, CT_FLOAT32, NULL), CT_RELEASE_AT_LEAST(2, 10),
		     "2.10");
	assert_needs(ct_stream_native_handle(stream, NULL), CT_RELEASE_AT_LEAST(2, 11), "2.11");
	assert_needs(ct_stream_is_capturing(stream, NULL), CT_RELEASE_AT_LEAST(2, 12), "2.12");
	ct_event_free(event);
}
END_TEST

/* --- Files ------------------------------------------------------------------------------------ */

static void save_numbers(const char *path)
{
	CT_SCOPE;
	ct_value value;

	load_sim();
	value = ct_value_tensor(on_device(CT_E(arange, 4), SIM_DEVICE(1)));
	OK(CT_DONE());
	OK(ct_save(&value, path));
}

/* The file is of another process, so the devices are not in this one. */
START_TEST(a_program_without_the_device_loads_to_the_cpu)
{
	char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
	int status;
	pid_t child;
	ct_value value;
	ct_tensor *x;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/numbers.pt", folder);
	child = fork();
	if (child == 0) {
		save_numbers(path);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	FAILS_WITH(ct_load(path, NULL, &value), CT_ERROR_VALUE,
		   ".map_location = CT_DEVICE_CPU loads it to the CPU");
	OK(ct_load(path, &(ct_load_options){ .map_location = CT_DEVICE_CPU }, &value));
	OK(ct_value_as_tensor(&value, &x));
	assert_floats(x, (const int64_t[]){ 4, -1 }, (const double[]){ 0, 1, 2, 3 });
	ct_value_free(&value);
	unlink(path);
	remove_scratch(folder);
}
END_TEST

Suite *loading_suite(void)
{
	Suite *suite = suite_create("loading");
	TCase *tests = tests_of("loading");

	tcase_add_test(tests, the_devices_are_there_once_the_library_is_loaded);
	tcase_add_test(tests, loading_it_again_changes_nothing);
	tcase_add_test(tests, names_are_those_of_the_library);
	tcase_add_test(tests, messages_say_its_name);
	tcase_add_test(tests, name_of_a_device_is_that_of_its_type_and_its_index);
	tcase_add_test(tests, a_tensor_says_its_device);
	tcase_add_test(tests, a_block_changes_the_current_device);
	tcase_add_test(tests, each_thread_has_its_own_current_device);
	tcase_add_test(tests, default_device_may_be_one_of_them);
#if CT_RELEASE_AT_LEAST(2, 10)
	tcase_add_test(tests, dtypes_of_a_device_are_known);
#endif
	tcase_add_test(tests, a_missing_device_is_an_error);
	tcase_add_test(tests, what_a_release_lacks_is_said);
	tcase_add_test(tests, a_program_without_the_device_loads_to_the_cpu);
	suite_add_tcase(suite, tests);
	return suite;
}
