/*
 * Profiles belong to one instance.
 */
#include "support.h"

struct profile {
	ct_export *other; /* run in each call; NULL: nothing is */
	int64_t calls;
};

static void count_call(const char *node, const char *target, int64_t nanoseconds, void *context)
{
	struct profile *profile = context;
	ct_export *other = profile->other;
	ct_tensor *x, *y;

	(void)node;
	(void)target;
	ck_assert_int_ge(nanoseconds, 0);
	profile->calls++;
	if (other == NULL)
		return;
	profile->other = NULL; /* were its nodes reported, too, this would not end */
	OK(CT(ones, &x, CT_L(2, 4)));
	OK(ct_module_forward(ct_export_module(other), x, &y));
	ct_tensor_free(y);
	ct_tensor_free(x);
	profile->other = other;
}

static void run_module(const ct_module *module)
{
	CT_SCOPE;
	ct_tensor *y;

	OK(ct_module_forward(module, CT_E(ones, CT_L(2)), &y));
}

START_TEST(nodes_of_other_programs_are_not_reported)
{
	ct_export *program = load_fixture("small/counting.pt2");
	ct_export *other = load_fixture("small/training.pt2");
	struct profile profile = { .other = other };

	ct_export_set_profile(program, count_call, &profile, NULL);
	run_module(ct_export_module(program));
	ck_assert_int_eq(profile.calls, 3);
	ct_export_free(other);
	ct_export_free(program);
}
END_TEST

START_TEST(copies_have_no_profile)
{
	ct_export *program = load_fixture("small/counting.pt2"), *clone;
	struct profile profile = { 0 };
	ct_module *copy;

	ct_export_set_profile(program, count_call, &profile, NULL);
	OK(ct_export_clone(program, &clone));
	OK(ct_module_deepcopy(ct_export_module(program), &copy));
	run_module(ct_export_module(clone));
	run_module(copy);
	ck_assert_int_eq(profile.calls, 0);
	ct_module_free(copy);
	ct_export_free(clone);
	ct_export_free(program);
}
END_TEST

static void note_release(void *context)
{
	++*(int64_t *)context;
}

START_TEST(context_is_released_once)
{
	ct_export *program = load_fixture("small/counting.pt2"), *clone;
	int64_t first = 0, second = 0, third = 0;
	ct_module *copy;

	ct_export_set_profile(program, NULL, &first, note_release);
	ck_assert_int_eq(first, 0);
	ct_export_set_profile(program, NULL, &second, note_release);
	ck_assert(first == 1 && second == 0);
	OK(ct_export_clone(program, &clone));
	OK(ct_module_deepcopy(ct_export_module(program), &copy));
	ct_module_free(copy);
	ct_export_free(clone);
	ck_assert_int_eq(second, 0);
	ct_export_free(program);
	ck_assert(first == 1 && second == 1);
	ct_export_set_profile(NULL, NULL, &third, note_release);
	ck_assert_int_eq(third, 1);
}
END_TEST

Suite *profile_suite(void)
{
	Suite *suite = suite_create("profile");
	TCase *tests = tests_of("profile");

	tcase_add_test(tests, nodes_of_other_programs_are_not_reported);
	tcase_add_test(tests, copies_have_no_profile);
	tcase_add_test(tests, context_is_released_once);
	suite_add_tcase(suite, tests);
	return suite;
}
