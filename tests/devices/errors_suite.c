/*
 * Errors about devices: they name the device, the argument and the C function, or have PyTorch's
 * text.
 */
#include "support.h"

/* One on each device, and one on the CPU. */
static ct_tensor *cpu, *x, *y;

static void make_tensors(void)
{
	OK(CT(ones, &cpu, CT_L(2, 3)));
	OK(CT(to_device, &x, cpu, SIM_DEVICE(0), CT_FLOAT32));
	OK(CT(to_device, &y, cpu, SIM_DEVICE(1), CT_FLOAT32));
}

static void free_tensors(void)
{
	ct_tensor_free(cpu);
	ct_tensor_free(x);
	ct_tensor_free(y);
}

/* The call must fail with exactly this message, in this function. */
#define FAILS_IN(function, call, message)                                  \
	do {                                                               \
		ct_error error_ = (call);                                  \
		ck_assert_msg(error_ != NULL, "%.1000s: no error", #call); \
		ck_assert_str_eq(error_, message);                         \
		ck_assert_str_eq(ct_error_function(error_), #function);    \
		ct_error_free(error_);                                     \
	} while (0)

START_TEST(memory_of_the_device_is_not_for_the_host)
{
	const void *data;
	ct_accessor accessor;

	FAILS_IN(ct_tensor_data_as, ct_tensor_data_as(x, CT_FLOAT32, &data),
		 "ArgumentError: ct_tensor_data_as: argument 1 (self) is on sim:0; ct_to_device() "
		 "copies it to the CPU");
	FAILS_IN(ct_tensor_access, ct_tensor_access(y, CT_FLOAT32, 2, &accessor),
		 "ArgumentError: ct_tensor_access: argument 1 (self) is on sim:1; ct_to_device() "
		 "copies it to the CPU");
	FAILS_IN(ct_tensor_share_memory, ct_tensor_share_memory(y),
		 "ArgumentError: ct_tensor_share_memory: argument 1 (self): it is on sim:1; only "
		 "CPU memory can be shared, so copy it to the CPU first");
}
END_TEST

/* PyTorch's text, with the names of the devices. */
START_TEST(operators_name_both_devices)
{
	ct_tensor *result = UNTOUCHED;
	ct_generator *generator;

	FAILS_IN(ct_add_Tensor, CT(add, &result, x, cpu),
		 "RuntimeError: Expected all tensors to be on the same device, but found at least "
		 "two devices, sim:0 and cpu!");
	FAILS_IN(ct_add_Tensor, CT(add, &result, x, y),
		 "RuntimeError: Expected all tensors to be on the same device, but found at least "
		 "two devices, sim:0 and sim:1!");
	FAILS_IN(ct_cat, CT(cat, &result, CT_TENSORS(y, x)),
		 "RuntimeError: Expected all tensors to be on the same device, but found at least "
		 "two devices, sim:1 and sim:0! (when checking aten::cat)");
	FAILS_IN(ct_zeros, CT(zeros, &result, CT_L(2), .device = SIM_DEVICE(2)),
		 "RuntimeError: sim: invalid device index 2: there are 2 devices");
	OK(ct_generator_new(SIM_DEVICE(1), &generator));
	FAILS_IN(ct_rand_generator,
		 CT(rand_generator, &result, CT_L(2), generator, .device = SIM_DEVICE(0)),
		 "RuntimeError: Expected a 'sim:0' device type for generator but found 'sim:1'");
	ct_generator_free(generator);
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(subscripts_name_the_device)
{
	CT_SCOPE;
	const ct_tensor *rows = on_device(CT_E(arange, 2), SIM_DEVICE(1));
	ct_tensor *result = UNTOUCHED;

	OK(CT_DONE());
	FAILS_IN(ct_tensor_index, ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_TENSOR(rows)), &result),
		 "RuntimeError: indices should be either on cpu or on the same device as the "
		 "indexed tensor (sim:0)");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

/* Python's text has the indices as characters. */
START_TEST(gradients_name_their_devices)
{
	FAILS_IN(ct_tensor_set_grad, ct_tensor_set_grad(x, y),
		 "RuntimeError: attempting to assign a gradient located on device with index '1' "
		 "to a tensor located on device with index '0'. Please ensure that the gradient "
		 "and the tensor are on the same device");
	FAILS_IN(ct_tensor_set_grad, ct_tensor_set_grad(x, cpu),
		 "RuntimeError: attempting to assign a gradient with device type 'cpu' to a tensor "
		 "with device type 'sim'. Please ensure that the gradient and the tensor are on "
		 "the same device");
}
END_TEST

static ct_error compute(ct_module *net, ct_tensor **result)
{
	CT_TRY(ct_module_forward(net, x, result));
	return NULL;
}

START_TEST(modules_say_where_they_were_called)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 3, 2);
	ct_tensor *result = UNTOUCHED;
	ct_error error;

	OK(CT_DONE());
	OK(ct_module_to(net, &(ct_module_to_options){ .device = SIM_DEVICE(1) }));
	error = compute(net, &result);
	ck_assert_str_eq(error, "RuntimeError: Expected all tensors to be on the same device, but "
				"found at least two devices, sim:1 and sim:0! (when checking "
				"aten::addmm)");
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "at compute ("));
	ct_error_free(error);
	FAILS(ct_module_to(net, &(ct_module_to_options){ .device = SIM_DEVICE(3) }),
	      "RuntimeError: sim: invalid device index 3: there are 2 devices");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(functions_of_devices_name_the_argument)
{
	char *name = NULL;

	FAILS_IN(ct_device_name, ct_device_name(SIM_DEVICE(7), &name),
		 "ArgumentError: ct_device_name: argument 1 (device): there is no device 7, only "
		 "2 sim devices");
	FAILS_IN(ct_device_set_current, ct_device_set_current(SIM_DEVICE(4)),
		 "RuntimeError: sim: invalid device index 4: there are 2 devices");
	ck_assert_ptr_null(name);
}
END_TEST

Suite *errors_suite(void)
{
	Suite *suite = suite_create("errors");
	TCase *tests = tests_on_sim("errors");

	tcase_add_checked_fixture(tests, make_tensors, free_tensors);
	tcase_add_test(tests, memory_of_the_device_is_not_for_the_host);
	tcase_add_test(tests, operators_name_both_devices);
	tcase_add_test(tests, subscripts_name_the_device);
	tcase_add_test(tests, gradients_name_their_devices);
	tcase_add_test(tests, modules_say_where_they_were_called);
	tcase_add_test(tests, functions_of_devices_name_the_argument);
	suite_add_tcase(suite, tests);
	return suite;
}
