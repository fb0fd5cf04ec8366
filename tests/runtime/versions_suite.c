/*
 * What header, library and libtorch say of themselves. That a wrong libtorch is refused is tested
 * by release_guard.sh.
 */
#include "support.h"

START_TEST(header_and_library_have_the_same_version)
{
	ck_assert_str_eq(ct_version(), CT_VERSION);
}
END_TEST

START_TEST(loaded_libtorch_is_the_one_built_for)
{
	ck_assert_str_eq(ct_libtorch_version(), ct_libtorch_version_built());
	ck_assert_str_eq(ct_libtorch_version_built(), CT_LIBTORCH_RELEASE);
}
END_TEST

Suite *versions_suite(void)
{
	Suite *suite = suite_create("versions");
	TCase *tests = tcase_create("versions");

	tcase_add_test(tests, header_and_library_have_the_same_version);
	tcase_add_test(tests, loaded_libtorch_is_the_one_built_for);
	suite_add_tcase(suite, tests);
	return suite;
}
