/*
 * Common parts of the suites of the language of samples.
 */
#ifndef OPS_LANGUAGE_HPP
#define OPS_LANGUAGE_HPP

#include <cstdio>
#include <fstream>
#include <string>

#include <check.h>

#include "language/sample.hpp"

/* ck_assert_str_eq() would keep a pointer to text that is gone by then. */
inline void assert_text(const std::string &got, const char *expected)
{
	ck_assert_msg(got == expected, "expected %s\n  got %s", expected, got.c_str());
}

inline ops::sample sample_of(const char *text)
{
	ops::expr call = ops::parse_expr(text);
	return ops::parse_sample(text, ops::schema_named(call.text));
}

/* A file in the folder of the test, removed at the end. */
class sample_file {
public:
	explicit sample_file(const char *text)
	{
		std::ofstream stream(path);
		stream << text;
	}
	~sample_file() { std::remove(path); }
	sample_file(const sample_file &) = delete;
	sample_file &operator=(const sample_file &) = delete;

	static constexpr const char *path = CTORCH_TEST_FOLDER "/samples.txt";
};

Suite *language_suite();
Suite *values_suite();
Suite *derived_suite();

#endif
