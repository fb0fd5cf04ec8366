/*
 * Saved tensors in CPU memory.
 */
#include "checkpoint_samples.h"

static ct_tensor *square_saved(ct_tensor *x, bool pin_memory)
{
	ct_tensor *y = NULL;
	ct_error err = NULL;

	CT_SAVE_ON_CPU(err, pin_memory)
	{
		OK(ct_mul_Tensor(x, x, &y));
	}
	OK(err);
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
	return y;
}

/* As in Python: without pinning, a tensor on the CPU is kept as it is; with pinning it is copied,
 * so later writes to the tensor have no effect. */
START_TEST(gradients_are_as_ever)
{
	for (int pin_memory = 0; pin_memory < 2; pin_memory++) {
		ct_tensor *x = ones_leaf(), *y = square_saved(x, pin_memory), *grad;

		OK(go_back(y));
		OK(ct_tensor_grad(x, &grad));
		assert_floats(grad, (const int64_t[]){ 3, -1 }, (const double[]){ 2, 2, 2 });
		ct_tensor_free(grad);
		ct_tensor_free(y);
		ct_tensor_free(x);
	}
}
END_TEST

START_TEST(only_the_pinned_copy_is_one)
{
	for (int pin_memory = 0; pin_memory < 2; pin_memory++) {
		const double seen = pin_memory ? 2 : 10;
		ct_tensor *x = ones_leaf(), *y = square_saved(x, pin_memory), *grad;
		float *memory = ct_tensor_mutable_data(x);

		for (int i = 0; i < 3; i++)
			memory[i] = 5;
		OK(go_back(y));
		OK(ct_tensor_grad(x, &grad));
		assert_floats(grad, (const int64_t[]){ 3, -1 },
			      (const double[]){ seen, seen, seen });
		ct_tensor_free(grad);
		ct_tensor_free(y);
		ct_tensor_free(x);
	}
}
END_TEST

static ct_error fail_in_the_block(void)
{
	ct_error err = NULL;

	CT_SAVE_ON_CPU(err, false)
	{
		return ct_error_new_text(CT_ERROR_VALUE, NULL, "inside");
	}
	return err;
}

START_TEST(block_that_returns_pops_its_hooks)
{
	FAILS(fail_in_the_block(), "ValueError: inside");
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
}
END_TEST

Suite *save_on_cpu_suite(void)
{
	Suite *suite = suite_create("save_on_cpu");
	TCase *tests = tests_of("save_on_cpu");

	tcase_add_test(tests, gradients_are_as_ever);
	tcase_add_test(tests, only_the_pinned_copy_is_one);
	tcase_add_test(tests, block_that_returns_pops_its_hooks);
	suite_add_tcase(suite, tests);
	return suite;
}
