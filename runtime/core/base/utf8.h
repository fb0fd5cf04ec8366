/*
 * Inside the library: UTF-8.
 */
#ifndef CT_CORE_BASE_UTF8_H
#define CT_CORE_BASE_UTF8_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of bytes of the character at the beginning of `n` bytes; 0 if they are not UTF-8.
 * Surrogates are accepted, as in Python's texts. */
size_t ct_utf8_decode(const char *at, size_t n, uint32_t *character);

bool ct_is_utf8(const char *text, size_t n);

/* The length of the beginning of a text of `n` bytes that has at most `most` of them and does not end
 * within a character. */
size_t ct_utf8_cut(const char *text, size_t n, size_t most);

/* For a message with words of a file: control characters, and what is not UTF-8, become question
 * marks. */
void ct_make_printable(char *text);

/* vsnprintf(), and the same. */
void ct_format_printable(char *text, size_t size, const char *format, va_list list);

#ifdef __cplusplus
}
#endif

#endif
