/*
 * The suites of values.
 */
#ifndef VALUE_SUPPORT_H
#define VALUE_SUPPORT_H

#include "kernels.h"
#include "values.h"

Suite *dict_costs_suite(void);
Suite *nested_suite(void);
Suite *sets_suite(void);
Suite *values_suite(void);

#endif
