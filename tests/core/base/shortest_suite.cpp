/*
 * The fewest digits of a number: Python's repr() for hard cases, and libstdc++'s for many numbers.
 */
#include <charconv>
#include <check.h>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "core/base/shortest.h"

namespace {

/* As the format %.*e, with as many digits as there are. */
std::string scientific(double number)
{
	char digits[CT_SHORTEST_DIGITS + 1];
	const int exponent = ct_shortest_digits(number, digits);
	std::string text(1, digits[0]);

	if (digits[1] != '\0')
		text += std::string(".") + (digits + 1);
	text += exponent < 0 ? "e-" : "e+";
	if (std::abs(exponent) < 10)
		text += "0";
	return text + std::to_string(std::abs(exponent));
}

std::string expected(double number)
{
	char text[64];
	const std::to_chars_result end = std::to_chars(text, text + sizeof text, number,
						       std::chars_format::scientific);

	return std::string(text, end.ptr);
}

double from_bits(uint64_t bits)
{
	double number;

	std::memcpy(&number, &bits, sizeof number);
	return number;
}

void compare(double number, const std::string &text)
{
	const std::string digits = scientific(number);

	ck_assert_str_eq(digits.c_str(), text.c_str());
}

} // namespace

START_TEST(digits_are_those_of_repr)
{
	/* number, repr(number) of Python as %e writes it */
	static const struct {
		double number;
		const char *text;
	} cases[] = {
		{ 0.0, "0e+00" },
		{ 1.0, "1e+00" },
		{ 1250.0, "1.25e+03" },
		{ 0.1, "1e-01" },
		{ 0.1 + 0.2, "3.0000000000000004e-01" },
		{ 1.0 / 3, "3.333333333333333e-01" },
		{ 100.0 / 3, "3.3333333333333336e+01" },
		{ 5e-324, "5e-324" },
		{ 1e-323, "1e-323" },
		{ 2.225073858507201e-308, "2.225073858507201e-308" },
		{ 2.2250738585072014e-308, "2.2250738585072014e-308" },
		{ 1.7976931348623157e308, "1.7976931348623157e+308" },
		{ 9007199254740993.0, "9.007199254740992e+15" },
		{ 1e22, "1e+22" },
		{ 1e23, "1e+23" },
		{ 9.5367431640625e-07, "9.5367431640625e-07" },
		{ 0x1p-44, "5.684341886080802e-14" }, /* the closest 16 digits end with 1 */
		{ 0x1p-1019, "1.7800590868057611e-307" },
		{ 299792458.0, "2.99792458e+08" },
	};

	for (const auto &each : cases)
		compare(each.number, each.text);
}
END_TEST

START_TEST(every_power_of_two_and_its_neighbors)
{
	for (int exponent = -1074; exponent < 1024; exponent++) {
		const double power = std::ldexp(1.0, exponent);
		const double below = std::nextafter(power, 0);
		const double above = std::nextafter(power, 2 * power);

		compare(power, expected(power));
		compare(below, expected(below));
		compare(above, expected(above));
	}
}
END_TEST

START_TEST(numbers_of_any_bits)
{
	std::mt19937_64 bits(1);

	for (int i = 0; i < 50000; i++) {
		const double number = std::fabs(from_bits(bits()));
		const double denormal = from_bits(bits() >> 12 >> (i % 52));

		if (std::isfinite(number))
			compare(number, expected(number));
		compare(denormal, expected(denormal));
	}
}
END_TEST

START_TEST(decimals_of_few_digits)
{
	for (int n = 1; n < 3000; n++)
		for (double unit = 1e-12; unit < 1e12; unit *= 1000)
			compare(n * unit, expected(n * unit));
}
END_TEST

START_TEST(decimal_comma_does_not_matter)
{
	if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
		printf("left out: there is no locale de_DE.UTF-8 (apt-get install locales)\n");
		return;
	}
	compare(1250.5, "1.2505e+03");
	setlocale(LC_ALL, "C");
}
END_TEST

static Suite *shortest_suite(void)
{
	Suite *suite = suite_create("shortest");
	TCase *tests = tcase_create("shortest");

	tcase_add_test(tests, digits_are_those_of_repr);
	tcase_add_test(tests, every_power_of_two_and_its_neighbors);
	tcase_add_test(tests, numbers_of_any_bits);
	tcase_add_test(tests, decimals_of_few_digits);
	tcase_add_test(tests, decimal_comma_does_not_matter);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	SRunner *runner = srunner_create(shortest_suite());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
