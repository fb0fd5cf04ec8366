/*
 * Shared by the base suites.
 */
#ifndef BASE_SUPPORT_H
#define BASE_SUPPORT_H

#include "expected.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *conversions_suite(void);
Suite *dtype_suite(void);
Suite *errors_suite(void);
Suite *scalars_suite(void);
Suite *versions_suite(void);

#ifdef __cplusplus
}
#endif

#endif
