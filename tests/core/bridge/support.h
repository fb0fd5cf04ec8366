/*
 * Shared by the suites of calls from C to C++ and back.
 */
#ifndef BRIDGE_SUPPORT_H
#define BRIDGE_SUPPORT_H

#include "testing.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *arguments_suite(void);
Suite *barriers_suite(void);
Suite *exceptions_suite(void);
Suite *handles_suite(void);
Suite *hints_suite(void);
Suite *operators_suite(void);
Suite *results_suite(void);

#ifdef __cplusplus
}
#endif

#endif
