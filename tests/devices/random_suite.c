/*
 * Random numbers of the devices: their generators, and the states of these.
 */
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

static ct_tensor *draw(ct_device device, ct_generator *generator)
{
	ct_tensor *x;

	OK(ct_tensor_rand(CT_L(5), CT_OPTIONS(.device = device, .generator = generator), &x));
	return x;
}

/* sim draws what the CPU draws, so the CPU's numbers are those to expect. */
START_TEST(a_seed_sets_the_default_generators)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *first, *again, *of_cpu;

	OK(ct_manual_seed(3));
	first = draw(SIM_DEVICE(0), NULL);
	of_cpu = draw(CT_DEVICE_CPU, NULL);
	again = draw(SIM_DEVICE(0), NULL);
	assert_same(first, of_cpu, "the first numbers");
	ck_assert(CT_ITEM(CT_E(sum, first)) != CT_ITEM(CT_E(sum, again)));
	OK(ct_manual_seed(3));
	assert_same(draw(SIM_DEVICE(0), NULL), first, "after the same seed");
	assert_same(draw(SIM_DEVICE(1), NULL), first, "of the other device");
	OK(CT_DONE());
}
END_TEST

START_TEST(a_generator_of_its_own_is_independent)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	ct_generator *generator;
	const ct_tensor *first;
	ct_tensor *x = UNTOUCHED;

	OK(ct_generator_new(SIM_DEVICE(1), &generator));
	ck_assert_int_eq(ct_generator_device(generator).type, SIM_TYPE);
	ck_assert_int_eq(ct_generator_device(generator).index, SIM_DEVICE(1).index);
	OK(ct_generator_manual_seed(generator, 5));
	first = draw(SIM_DEVICE(1), generator);
	draw(SIM_DEVICE(1), NULL);
	OK(ct_generator_manual_seed(generator, 5));
	assert_same(draw(SIM_DEVICE(1), generator), first, "after its seed");
	/* libtorch's generators of CUDA look at the type of the device alone. */
	if (SIM_TYPE == CT_DEVICE_TYPE_PRIVATEUSE1)
		FAILS_WITH(ct_tensor_rand(
				   CT_L(5),
				   CT_OPTIONS(.device = SIM_DEVICE(0), .generator = generator), &x),
			   CT_ERROR_RUNTIME, "generator");
}
END_TEST

START_TEST(a_state_repeats_its_numbers)
{
	CT_SCOPE;
	ct_generator *generator;
	ct_tensor *state;
	const ct_tensor *numbers;

	OK(ct_generator_default(SIM_DEVICE(0), &generator));
	draw(SIM_DEVICE(0), NULL);
	OK(ct_generator_state(generator, &state));
	numbers = draw(SIM_DEVICE(0), NULL);
	OK(ct_generator_set_state(generator, state));
	assert_same(draw(SIM_DEVICE(0), NULL), numbers, "after the state");
}
END_TEST

START_TEST(a_checkpoint_has_the_states_of_all_devices)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
	ct_train_state state = { .epoch = 1 };
	const ct_tensor *first, *second;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/run.pt", folder);
	draw(SIM_DEVICE(1), NULL);
	OK(ct_train_save(&state, path));
	first = draw(SIM_DEVICE(0), NULL);
	second = draw(SIM_DEVICE(1), NULL);
	OK(ct_train_load(&state, path));
	assert_same(draw(SIM_DEVICE(0), NULL), first, "of the first device");
	assert_same(draw(SIM_DEVICE(1), NULL), second, "of the second device");
	unlink(path);
	remove_scratch(folder);
}
END_TEST

Suite *random_suite(void)
{
	Suite *suite = suite_create("random");
	TCase *tests = tests_on_sim("random");

	tcase_add_test(tests, a_seed_sets_the_default_generators);
	tcase_add_test(tests, a_generator_of_its_own_is_independent);
	tcase_add_test(tests, a_state_repeats_its_numbers);
	tcase_add_test(tests, a_checkpoint_has_the_states_of_all_devices);
	suite_add_tcase(suite, tests);
	return suite;
}
