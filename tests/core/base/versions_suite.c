/*
 * The versions that header, library and libtorch report, and what a program requires of them.
 * release_guard.sh tests that a wrong libtorch is rejected.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>

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

START_TEST(what_the_program_was_compiled_for_is_accepted)
{
	OK(ct_version_require(CT_VERSION, CT_LIBTORCH_RELEASE));
}
END_TEST

/* A patch release changes neither operators nor types. */
START_TEST(another_patch_release_is_accepted)
{
	char libtorch[64];

	snprintf(libtorch, sizeof libtorch, "%d.%d", CT_LIBTORCH_RELEASE_MAJOR,
		 CT_LIBTORCH_RELEASE_MINOR);
	OK(ct_version_require("0.1.77", libtorch));
	strcat(libtorch, ".99+cpu");
	OK(ct_version_require("0.1", libtorch));
}
END_TEST

START_TEST(another_release_is_refused_with_both_and_the_file_to_load)
{
	Dl_info here;
	char message[1000];

	ck_assert_int_ne(dladdr(ct_version(), &here), 0);
	snprintf(message, sizeof message,
		 "RuntimeError: this is libctorch " CT_VERSION " for libtorch " CT_LIBTORCH_RELEASE
		 " (%s), but the program was built for libctorch 0.1.3 and libtorch 1.12.1: load "
		 "libctorch-1.12.so.0.1, or rebuild the program for this library",
		 here.dli_fname);
	FAILS(ct_version_require("0.1.3", "1.12.1"), message);
}
END_TEST

/* The numbers are compared as a whole: 2.1 is not 2.15. */
START_TEST(a_release_that_begins_alike_is_refused)
{
	char libtorch[64];

	snprintf(libtorch, sizeof libtorch, "%d.%d5.0", CT_LIBTORCH_RELEASE_MAJOR,
		 CT_LIBTORCH_RELEASE_MINOR);
	FAILS_WITH(ct_version_require(CT_VERSION, libtorch), CT_ERROR_RUNTIME, libtorch);
	FAILS_WITH(ct_version_require("0.2.0", CT_LIBTORCH_RELEASE), CT_ERROR_RUNTIME,
		   "built for libctorch 0.2.0");
	FAILS_WITH(ct_version_require("1.1.0", CT_LIBTORCH_RELEASE), CT_ERROR_RUNTIME,
		   "so.1.1, or");
}
END_TEST

START_TEST(what_is_no_release_is_an_argument_error)
{
	static const char *const wrong[] = { "",        "newest", "2",       "2.",     ".15",
					     "2.15rc1", " 2.15",  "-2.15.0", "2.99999" };

	FAILS(ct_version_require(NULL, CT_LIBTORCH_RELEASE),
	      "ArgumentError: ct_version_require: argument 1 (version) must not be NULL");
	FAILS(ct_version_require(CT_VERSION, NULL),
	      "ArgumentError: ct_version_require: argument 2 (libtorch) must not be NULL");
	FAILS(ct_version_require("0.1.0", "newest"),
	      "ArgumentError: ct_version_require: argument 2 (libtorch) is not a release: 'newest' "
	      "(expected a form like 2.15.0)");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		FAILS_WITH(ct_version_require(wrong[i], CT_LIBTORCH_RELEASE), CT_ERROR_ARGUMENT,
			   "argument 1 (version) is not a release");
}
END_TEST

Suite *versions_suite(void)
{
	Suite *suite = suite_create("versions");
	TCase *tests = tests_of("versions");

	tcase_add_test(tests, header_and_library_have_the_same_version);
	tcase_add_test(tests, loaded_libtorch_is_the_one_built_for);
	tcase_add_test(tests, what_the_program_was_compiled_for_is_accepted);
	tcase_add_test(tests, another_patch_release_is_accepted);
	tcase_add_test(tests, another_release_is_refused_with_both_and_the_file_to_load);
	tcase_add_test(tests, a_release_that_begins_alike_is_refused);
	tcase_add_test(tests, what_is_no_release_is_an_argument_error);
	suite_add_tcase(suite, tests);
	return suite;
}
