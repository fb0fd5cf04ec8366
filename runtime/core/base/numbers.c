/*
 * Numbers as text, independent of the program's locale.
 */
#define _GNU_SOURCE /* strtod_l */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/numbers.h"

/* This one needs no allocation, and is never freed. */
static locale_t c_locale(void)
{
	return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void *ct_enter_c_locale(void)
{
	return uselocale(c_locale());
}

void ct_leave_c_locale(void *was)
{
	uselocale((locale_t)was);
}

int ct_vformat(char *text, size_t size, const char *format, va_list args)
{
	void *was = ct_enter_c_locale();
	int n = vsnprintf(text, size, format, args);

	ct_leave_c_locale(was);
	return n;
}

int ct_format(char *text, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = ct_vformat(text, size, format, args);
	va_end(args);
	return n;
}

double ct_parse_double(const char *text)
{
	return strtod_l(text, NULL, c_locale());
}

bool ct_has_decimal_point(void)
{
	return strcmp(nl_langinfo(RADIXCHAR), ".") == 0;
}
