/*
 * Inside the library: integers of more than 64 bits, as decimal digits and as bytes.
 */
#ifndef CT_CORE_BASE_BIG_INT_H
#define CT_CORE_BASE_BIG_INT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most bytes of two's complement that torch.load(weights_only=True) reads, and the most digits
 * that they need. */
enum { CT_BIG_INT_BYTES = 255, CT_BIG_INT_DIGITS = 614 };

/* Room for a sign, the digits and a NUL. */
enum { CT_BIG_INT_TEXT = CT_BIG_INT_DIGITS + 2 };

/* Digits as Python prints them, of any number of bits: "-12", not "012" or "-0". */
bool ct_is_int_text(const char *text, size_t n);

/* Whether such digits are those of an int64_t or a uint64_t. */
bool ct_int_text_fits(const char *text, size_t n);

/* Whether such digits are those of an integer of CT_BIG_INT_BYTES bytes. */
bool ct_big_int_fits(const char *text, size_t n);

/* The length of a number in two's complement without bytes that only repeat its sign. */
size_t ct_big_int_length(const unsigned char *bytes, size_t n);

/* Two's complement, the lowest byte first, as few bytes as possible. Returns their number; `bytes`
 * has room for CT_BIG_INT_BYTES. */
size_t ct_big_int_bytes(const char *text, size_t n, unsigned char *bytes);

/* The reverse, for at most CT_BIG_INT_BYTES bytes, into CT_BIG_INT_TEXT. Returns the length of the
 * text. */
size_t ct_big_int_text(const unsigned char *bytes, size_t n, char *text);

/* The closest double; infinite for one that is too large. */
double ct_big_int_double(const char *text, size_t n);

/* Whether the double is exactly this integer. */
bool ct_big_int_equals(const char *text, size_t n, double number);

#ifdef __cplusplus
}
#endif

#endif
