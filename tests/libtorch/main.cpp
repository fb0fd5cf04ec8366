#include "support.hpp"

void assert_same_error(ct_error error, const char *python, const std::string &theirs)
{
	std::string expected = std::string(python) + ": " + theirs;

	ck_assert_msg(!theirs.empty(), "libtorch succeeds");
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, expected.c_str());
	ct_error_free(error);
}

int main()
{
	Suite *(*const suites[])() = {
		conversions_suite, operators_suite,        exceptions_suite, handles_suite,
		barriers_suite,    generator_states_suite, nullptr
	};

	return run_suites(suites);
}
