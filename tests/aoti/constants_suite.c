/*
 * The constants of packages of AOTInductor.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "package.h"

/* A dict with one constant, borrowed. */
struct one {
	ct_value pair[2], dict;
};

static const ct_value *one_constant(struct one *one, const char *name, const ct_tensor *tensor)
{
	one->pair[0] = ct_value_string(name);
	one->pair[1] = ct_value_tensor((ct_tensor *)tensor);
	one->dict = ct_value_dict(one->pair, 1);
	return &one->dict;
}

START_TEST(constants_are_copies)
{
	CT_SCOPE;
	ct_aoti *package;
	ct_tensor *bias;
	ct_value constants;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	OK(ct_aoti_constants(package, &constants));
	ck_assert_int_eq(ct_value_count(&constants), 2);
	OK(ct_value_at_tensor(&constants, "/fc.bias", &bias));
	assert_floats(bias, (const int64_t[]){ 3, -1 }, (const double[]){ 0.5, -0.5, 2 });
	OK(CT(fill__Scalar, bias, 100.0));
	ct_value_free(&constants);
	ck_assert_double_eq(run_sum(package), 8);
	ct_aoti_free(package);
}
END_TEST

START_TEST(some_constants_are_replaced)
{
	CT_SCOPE;
	ct_aoti *package;
	struct one one;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	for (int i = 0; i < 3; i++) {
		OK(ct_aoti_set_constants(
			package,
			one_constant(&one, "fc.bias", CT_E(full, CT_L(3), CT_S((double)i)))));
		ck_assert_double_eq(run_sum(package), 6 + 3 * i);
	}
	/* Of other strides than the code has. */
	OK(ct_aoti_set_constants(
		package, one_constant(&one, "fc.weight", CT_E(t, CT_E(zeros, CT_L(3, 4))))));
	ck_assert_double_eq(run_sum(package), 6);
	ct_aoti_free(package);
}
END_TEST

START_TEST(wrong_constants_change_nothing)
{
	CT_SCOPE;
	ct_aoti *package;
	struct one one;
	ct_value list = ct_value_list_new();

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	FAILS(ct_aoti_set_constants(package, one_constant(&one, "fc.none", CT_E(ones, CT_L(3)))),
	      "KeyError: the package has no constant 'fc.none'");
	FAILS(ct_aoti_set_constants(package, one_constant(&one, "fc.bias", CT_E(ones, CT_L(4)))),
	      "ValueError: constant 'fc.bias': expected the shape [3], got [4]");
	FAILS(ct_aoti_set_constants(
		      package,
		      one_constant(&one, "fc.bias", CT_E(ones, CT_L(3), .dtype = CT_FLOAT64))),
	      "TypeError: constant 'fc.bias': expected the dtype Float, got Double");
	FAILS(ct_aoti_set_constants(
		      package,
		      one_constant(&one, "fc.bias", CT_E(ones, CT_L(3), .device = CT_DEVICE_META))),
	      "TypeError: constant 'fc.bias': expected it on cpu, got it on meta");
	FAILS(ct_aoti_set_constants(package, one_constant(&one, "fc.bias", NULL)),
	      "TypeError: constant 'fc.bias': expected a tensor, got a NoneType");
	FAILS(ct_aoti_set_constants(package, &list),
	      "ArgumentError: ct_aoti_set_constants: argument 2 (constants): expected a dict, got a "
	      "list");
	ck_assert_double_eq(run_sum(package), 8);
	ct_aoti_free(package);
}
END_TEST

/* --- Threads ---------------------------------------------------------------------------------- */

struct race {
	ct_aoti *package;
	atomic_bool is_over;
};

static void *run_meanwhile(void *context)
{
	struct race *race = context;

	while (!atomic_load(&race->is_over)) {
		const double sum = run_sum(race->package);

		MUST(sum == 8 || sum == 6 || sum == 9);
	}
	return NULL;
}

START_TEST(constants_are_replaced_during_runs)
{
	CT_SCOPE;
	struct race race = { .is_over = false };
	pthread_t thread;
	struct one one;

	write_usual_package();
	race.package = load_package((ct_aoti_options){ .runners = 2 });
	MUST(pthread_create(&thread, NULL, run_meanwhile, &race) == 0);
	for (int i = 0; i < 100; i++)
		OK(ct_aoti_set_constants(
			race.package,
			one_constant(&one, "fc.bias", CT_E(full, CT_L(3), CT_S((double)(i % 2))))));
	atomic_store(&race.is_over, true);
	MUST(pthread_join(thread, NULL) == 0);
	ct_aoti_free(race.package);
}
END_TEST

Suite *constants_suite(void)
{
	Suite *suite = suite_create("constants");
	TCase *tests = tests_of("constants");

	tcase_add_test(tests, constants_are_copies);
	tcase_add_test(tests, some_constants_are_replaced);
	tcase_add_test(tests, wrong_constants_change_nothing);
	tcase_add_test(tests, constants_are_replaced_during_runs);
	suite_add_tcase(suite, tests);
	return suite;
}
