/*
 * Inside the library: the fewest digits of a number that read back as that number.
 */
#ifndef CT_CORE_BASE_SHORTEST_H
#define CT_CORE_BASE_SHORTEST_H

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_SHORTEST_DIGITS = 17 };

/* For a finite number that is not negative: the digits without trailing zeros, but at least one, and
 * the decimal exponent of the first: 1250 is "125" and 3. Of the shortest, the digits are the closest
 * to the number, as in Python's repr(). */
int ct_shortest_digits(double number, char digits[CT_SHORTEST_DIGITS + 1]);

#ifdef __cplusplus
}
#endif

#endif
