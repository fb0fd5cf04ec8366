/*
 * Compares the C functions with libtorch's own C++ on the same input: values and errors must agree.
 */
#pragma once

#include <string>

#include <ATen/ATen.h>
#include <ctorch/libtorch.hpp>

#include "releases.hpp"
#include "testing.h"

/* libtorch's error, without its backtrace; empty if it succeeds. */
template <class Call> std::string libtorchs_error(Call call)
{
	try {
		call();
		return "";
	} catch (const c10::Error &error) {
		return error.what_without_backtrace();
	} catch (const std::exception &error) {
		return error.what();
	}
}

/* Our error must be this class of Python's, followed by their text. */
inline void assert_same_error(ct_error error, const char *python, const std::string &theirs)
{
	std::string expected = std::string(python) + ": " + theirs;

	ck_assert_msg(!theirs.empty(), "libtorch succeeds");
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, expected.c_str());
	ct_error_free(error);
}
