/*
 * The suites of the runtime.
 */
#ifndef RUNTIME_SUPPORT_H
#define RUNTIME_SUPPORT_H

#include "testing.h"

Suite *arguments_suite(void);
Suite *errors_suite(void);
Suite *gc_suite(void);
Suite *generators_suite(void);
Suite *memory_suite(void);
Suite *ownership_suite(void);
Suite *results_suite(void);
Suite *scalars_suite(void);
Suite *scope_closes_suite(void);
Suite *scopes_suite(void);
Suite *storages_suite(void);
Suite *tensors_suite(void);
Suite *versions_suite(void);

#endif
