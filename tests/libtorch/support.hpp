/*
 * The C functions beside libtorch's own C++ on the same input: they must agree in value and in
 * error.
 */
#pragma once

#include <string>

#include <ATen/ATen.h>
#include <ctorch/libtorch.hpp>

#include "../support/releases.hpp"
#include "testing.h"

/* What libtorch says, without its backtrace; empty when it succeeds. */
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

/* Ours must be this class in Python, and then theirs. */
void assert_same_error(ct_error error, const char *python, const std::string &theirs);

Suite *barriers_suite();
Suite *conversions_suite();
Suite *exceptions_suite();
Suite *generator_states_suite();
Suite *handles_suite();
Suite *operators_suite();
