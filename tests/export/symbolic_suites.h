/*
 * The suites about symbolic expressions and guards, and what they share.
 */
#ifndef EXPORT_SYMBOLIC_SUITES_H
#define EXPORT_SYMBOLIC_SUITES_H

#include <check.h>
#include <jansson.h>

#include "export/symbolic/symbolic.h"

Suite *symbolic_suite(void);
Suite *symbolic_hostile_suite(void);
Suite *guards_suite(void);

/* The cases of tests/fixtures/expected/TOPIC.json; ends the program if they cannot be read. */
json_t *cases_of(const char *topic);

/* A member that is a text; ends the program if it is missing. */
const char *text_of(const json_t *object, const char *key);

/* The call must succeed. */
#define MUST_SUCCEED(call)                                                             \
	do {                                                                           \
		ct_error must_error_ = (call);                                         \
		ck_assert_msg(must_error_ == NULL, "%s: %.2000s", #call, must_error_); \
	} while (0)

/* The call must fail with an error that begins so. */
#define MUST_FAIL(call, beginning)                                                     \
	do {                                                                           \
		ct_error must_error_ = (call);                                         \
		ck_assert_msg(must_error_ != NULL, "%s: no error", #call);             \
		ck_assert_msg(strncmp(must_error_, beginning, strlen(beginning)) == 0, \
			      "expected: %s\ngot: %.2000s", beginning, must_error_);   \
		ct_error_free(must_error_);                                            \
	} while (0)

/* An arena of at most this many bytes. */
static inline struct ct_arena arena_of(size_t nbytes)
{
	return (struct ct_arena){ .left = nbytes };
}

#endif
