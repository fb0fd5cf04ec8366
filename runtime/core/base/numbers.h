/*
 * Inside the library: numbers as text, independent of the program's locale.
 */
#ifndef CT_CORE_BASE_NUMBERS_H
#define CT_CORE_BASE_NUMBERS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For calls of functions that read or write numbers: makes "C" the calling thread's locale, and
 * returns the previous one, a locale_t, for ct_leave_c_locale(). */
void *ct_enter_c_locale(void);
void ct_leave_c_locale(void *was);

/* vsnprintf(), snprintf() and strtod() with a decimal point. */
int ct_vformat(char *text, size_t size, const char *format, va_list args);
int ct_format(char *text, size_t size, const char *format, ...) CT_PRINTF(3, 4);
double ct_parse_double(const char *text);

/* Whether the calling thread's locale has a decimal point. */
bool ct_has_decimal_point(void);

#ifdef __cplusplus
}

namespace ct {

/* The C locale for a block, in which libtorch reads numbers of a schema. */
class c_locale {
	void *was = ct_enter_c_locale();

public:
	c_locale() = default;
	c_locale(const c_locale &) = delete;
	c_locale &operator=(const c_locale &) = delete;
	~c_locale() { ct_leave_c_locale(was); }
};

} // namespace ct
#endif

#endif
