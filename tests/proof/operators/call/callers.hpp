/*
 * Common parts of the suites of the callers and of the comparison.
 */
#ifndef OPS_CALLERS_HPP
#define OPS_CALLERS_HPP

#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "compare/compare.hpp"
#include "language/expr.hpp"

#include <check.h> /* last: it has a macro called fail */

using values = std::vector<c10::IValue>;

inline c10::IValue value_of(const char *text)
{
	ops::expr_maker maker;
	ops::expr parsed = ops::parse_expr(text);
	bool tensor = parsed.kind == ops::expr_kind::tensor || parsed.kind == ops::expr_kind::call;

	if (tensor)
		return maker.make(parsed, c10::TensorType::get());
	if (parsed.kind == ops::expr_kind::string)
		return maker.make(parsed, c10::StringType::get());
	if (parsed.kind == ops::expr_kind::list)
		return maker.make(parsed, c10::ListType::ofInts());
	return maker.make(parsed, c10::NumberType::get());
}

inline std::string joined(const std::vector<std::string> &lines)
{
	std::string text;

	for (const std::string &line : lines)
		text += line + "\n";
	return text;
}

inline void assert_found(const std::vector<std::string> &found, const char *part)
{
	ck_assert_msg(joined(found).find(part) != std::string::npos,
		      "expected to be found: %s\n  found: %s", part, joined(found).c_str());
}

inline void assert_none(const std::vector<std::string> &found)
{
	ck_assert_msg(found.empty(), "found: %s", joined(found).c_str());
}

inline void assert_text(const std::string &got, const char *expected)
{
	ck_assert_msg(got == expected, "expected %s\n  got %s", expected, got.c_str());
}

/* Compares them as results of two calls without arguments. */
inline std::vector<std::string> differences_of(const values &expected, const values &got)
{
	const values none;

	return ops::differences({ none, { "", expected } }, { none, { "", got } });
}

Suite *callers_suite();
Suite *compare_suite();

#endif
