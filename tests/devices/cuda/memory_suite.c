/* Memory of a device: running out of it, and programs that use no more with time. */
#include "memory.h"
#include "support.h"

enum { EARLY = 100, LATE = 10000 };

static ct_error allocate(int64_t nbytes, ct_tensor **result)
{
	return CT(empty, result, CT_L(nbytes), .dtype = CT_UINT8, .device = CT_DEVICE_CUDA(0));
}

/* First of all: the sizes in the message are those of an unused device. */
START_TEST(out_of_memory_is_reported_as_in_python)
{
	json_t *cases = expected_cases("cuda_counts");
	ct_tensor *x = UNTOUCHED;
	ct_error error = allocate(INT64_C(1) << 30, &x);

	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_str_eq(expected_text(json_array_get(cases, 0), "kind"), "out_of_memory");
	assert_expected_error(error, json_array_get(cases, 0), "1 GiB");
	ck_assert_ptr_eq(x, UNTOUCHED);
	ct_error_free(error);
	json_decref(cases);
}
END_TEST

START_TEST(a_program_goes_on_after_running_out_of_memory)
{
	enum { MANY = MEMORY / (20 << 20) + 1 };
	ct_tensor *many[MANY], *x;
	ct_error error = NULL;
	int64_t retries;
	int count = 0;

	while (count < MANY && !(error = allocate(20 << 20, &many[count])))
		count++;
	ck_assert_int_eq(count, MANY - 1);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ct_error_free(error);
	ck_assert_int_ge(memory_of_device(0).failures, 1);
	/* What is freed is used again, also by a tensor of another size: the allocator gives its cache
	 * back and tries again. */
	while (count > 0)
		ct_tensor_free(many[--count]);
	retries = memory_of_device(0).retries;
	OK(allocate(200 << 20, &x));
	ck_assert_int_eq(memory_of_device(0).retries, retries + 1);
	ct_tensor_free(x);
	empty_device_cache();
	ck_assert_int_eq(memory_of_device(0).allocated, 0);
	ck_assert_int_eq(memory_of_device(0).reserved, 0);
	ck_assert_int_eq(fake_cuda_allocated(0), 0);
}
END_TEST

static ct_tensor *on_device(const ct_tensor *tensor)
{
	return CT_E(to_device, tensor, CT_DEVICE_CUDA(0), ct_tensor_dtype(tensor));
}

struct usage {
	device_memory memory;
	int64_t allocations; /* by CUDA */
};

static struct usage usage_now(void)
{
	return (struct usage){ memory_of_device(0), fake_cuda_count(fake_cuda_allocations) };
}

/* Trains, and looks at the memory after some steps and at the end. */
static ct_error train(struct usage *early, struct usage *late)
{
	ct_optimizer *optimizer;
	ct_module *net;
	ct_tensor *x, *target;

	CT_SCOPE;
	net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	CT_TRY(ct_module_to(net, &(ct_module_to_options){ .device = CT_DEVICE_CUDA(0) }));
	optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.01);
	x = CT_E(ones, CT_L(32, 4));
	target = CT_E(zeros, CT_L(32), .dtype = CT_INT64);
	CT_EACH_STEP (i, 1, LATE) {
		ct_tensor *output = CT_M(net, on_device(x));
		ct_tensor *loss = CT_E(cross_entropy_loss, output, on_device(target));
		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		if (i == EARLY)
			*early = usage_now();
		else if (i == LATE)
			*late = usage_now();
	}
	return CT_DONE();
}

START_TEST(ten_thousand_steps_use_no_more_than_a_hundred)
{
	struct usage early, late;

	OK(train(&early, &late));
	ck_assert_int_gt(early.memory.allocated, 0);
	ck_assert_int_eq(late.memory.allocated, early.memory.allocated);
	ck_assert_int_eq(late.memory.reserved, early.memory.reserved);
	ck_assert_int_eq(late.memory.retries, early.memory.retries);
	ck_assert_int_eq(late.allocations, early.allocations);
}
END_TEST

/* The copy is unfinished until the host waits, as it can be on a GPU. */
START_TEST(memory_that_a_copy_reads_is_not_given_away)
{
	ct_tensor *x, *pinned, *first, *second;
	const void *address;

	CT_SCOPE;
	x = CT_E(ones, CT_L(1000));
	pinned = CT_E(pin_memory, x);
	OK(CT_DONE());
	address = ct_tensor_data(pinned);
	fake_cuda_hold(true);
	OK(CT(to_device, &first, pinned, CT_DEVICE_CUDA(0), CT_FLOAT32, .non_blocking = true));
	ct_tensor_free(pinned);
	OK(CT(pin_memory, &second, x));
	ck_assert_ptr_ne(ct_tensor_data(second), address);
	ct_tensor_free(second);
	OK(ct_device_synchronize(CT_DEVICE_CUDA(0)));
	fake_cuda_hold(false);
	/* Now it is free. */
	OK(CT(pin_memory, &second, x));
	ck_assert_ptr_eq(ct_tensor_data(second), address);
}
END_TEST

Suite *memory_suite(void)
{
	Suite *suite = suite_create("memory");
	TCase *tests = tests_of("memory");

	tcase_add_test(tests, out_of_memory_is_reported_as_in_python);
	tcase_add_test(tests, a_program_goes_on_after_running_out_of_memory);
	tcase_add_test(tests, memory_that_a_copy_reads_is_not_given_away);
	tcase_add_test(tests, ten_thousand_steps_use_no_more_than_a_hundred);
	suite_add_tcase(suite, tests);
	return suite;
}
