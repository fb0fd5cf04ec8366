/*
 * The versions that header, library and libtorch report. release_guard.sh tests that a wrong
 * libtorch is rejected.
 */
#include "support.h"

START_TEST(header_and_library_have_the_same_version)
{
	ck_assert_str_eq(ct_version(), CT_VERSION);
}
END_TEST

/* Except for the patch number, which differs between Debian's headers and library. */
START_TEST(loaded_libtorch_is_the_one_built_for)
{
	const char *built = ct_libtorch_version_built();

	ck_assert_str_eq(built, CT_LIBTORCH_RELEASE);
	ck_assert_int_eq(
		strncmp(ct_libtorch_version(), built, (size_t)(strrchr(built, '.') - built)), 0);
}
END_TEST

Suite *versions_suite(void)
{
	Suite *suite = suite_create("versions");
	TCase *tests = tests_of("versions");

	tcase_add_test(tests, header_and_library_have_the_same_version);
	tcase_add_test(tests, loaded_libtorch_is_the_one_built_for);
	suite_add_tcase(suite, tests);
	return suite;
}
