/*
 * Common parts of the suites of values and of operators.
 */
#ifndef SUPPORT_VALUES_H
#define SUPPORT_VALUES_H

#include "expected.h"

#define COUNT_OF(list) ((int64_t)(sizeof(list) / sizeof *(list)))

/* ct_call() with the values after the name, for one result. */
#define CALL(result, name, ...)                          \
	ct_call(name, (const ct_value[]){ __VA_ARGS__ }, \
		COUNT_OF(((const ct_value[]){ __VA_ARGS__ })), result, 1)

/* repr() of it must be this. */
void assert_prints(const ct_value *value, const char *text);

void assert_equal_values(const ct_value *a, const ct_value *b, bool equal);

/* An ordered dict becomes a plain one, without attributes. */
void make_plain(ct_value *dict);

/* A tensor of a value, borrowed. */
ct_tensor *tensor_in(const ct_value *value);

/* A value of tests/fixtures/expected/operators.json, which owns all that it has. */
ct_value decode(const json_t *json);

#endif
