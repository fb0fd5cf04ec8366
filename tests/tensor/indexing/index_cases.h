/*
 * The table of subscripts that Python wrote: tests/fixtures/expected/index.json.
 */
#ifndef INDEXING_CASES_H
#define INDEXING_CASES_H

#include "expected.h"

/* A case's subscript in the two forms that C has. */
struct subscript {
	const char *text;
	ct_index *parts; /* NULL if only a text can express it */
	int64_t n;
	ct_tensor **tensors;
	int64_t tensors_len;
	bool by_text; /* which form is used */
};

struct subscript *subscript_of(const json_t *of_case, bool by_text);
void subscript_free(struct subscript *subscript);

ct_error subscript_get(const struct subscript *s, const ct_tensor *self,
		       ct_tensor **result) CT_RETURNS_ERROR;

/* `value` is a tensor, or NULL for the case's number. */
ct_error subscript_put(const struct subscript *s, ct_tensor *self, const json_t *of_case,
		       const ct_tensor *value) CT_RETURNS_ERROR;

/* Where the tensors of cases are made, at first the CPU. The indices of a case are there, too. */
extern ct_device index_cases_device;

/* The tensor that a case's "self" names: a new one each time. */
ct_tensor *base_of(const json_t *of_case);

/* The tensor of a case's "value"; NULL when it has a number instead. */
ct_tensor *value_of_case(const json_t *of_case);

/* "x[1:3] by parts", for messages; valid until the next call. */
const char *called(const json_t *of_case, bool by_text);

/* All cases; read once. */
const json_t *index_cases(void);

/* Checks one of index_check_count() checks: each case by parts, and by text. */
void check_index_case(int64_t number);
int64_t index_check_count(void);

Suite *index_cases_suite(void);
Suite *index_parts_suite(void);
Suite *index_suite(void);
Suite *index_text_suite(void);

#endif
