/*
 * What the suites of values and operators share.
 */
#ifndef OPERATORS_SUPPORT_H
#define OPERATORS_SUPPORT_H

#include <expected.h>
#include <kernels.h>
#include <testing.h>

Suite *any_suite(void);
Suite *types_suite(void);
Suite *values_suite(void);
Suite *nested_suite(void);
Suite *expected_suite(void);
Suite *catalogue_suite(void);
Suite *calls_suite(void);
Suite *dict_costs_suite(void);
Suite *same_suite(void);
Suite *loading_suite(void);
Suite *fakes_suite(void);
Suite *libraries_suite(void);
Suite *formulas_suite(void);
Suite *formula_lists_suite(void);
Suite *freeing_suite(void);
Suite *lent_suite(void);

#define COUNT_OF(list) ((int64_t)(sizeof(list) / sizeof *(list)))

/* ct_call() with the values behind the name, for one result. */
#define CALL(result, name, ...)                          \
	ct_call(name, (const ct_value[]){ __VA_ARGS__ }, \
		COUNT_OF(((const ct_value[]){ __VA_ARGS__ })), result, 1)

/* repr() of it must be this. */
void assert_prints(const ct_value *value, const char *text);

void assert_equal_values(const ct_value *a, const ct_value *b, bool equal);

/* A tensor of a value, borrowed. */
ct_tensor *tensor_in(const ct_value *value);

/* Counts in `*context`, an int, how often something was released. */
void count_release(void *context);

/* Defines test_c::scale(Tensor self, float factor=2) -> Tensor, which has no kernel yet. */
ct_library *scale_library(void);

/* In any thread: one float32 number that requires a gradient, and the gradient of such. */
ct_tensor *leaf(float value);
double gradient_of(const ct_tensor *tensor);

/* A value of tests/data/expected/operators.json, which owns all that it has. */
ct_value decode(const json_t *json);

#endif
