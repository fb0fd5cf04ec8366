/*
 * The suites of this folder, and what they share.
 */
#ifndef EXPORT_PROGRAM_SUPPORT_H
#define EXPORT_PROGRAM_SUPPORT_H

#include "archive.h"
#include "testing.h"

Suite *calls_suite(void);
Suite *classes_suite(void);
Suite *higher_order_suite(void);
Suite *hostile_suite(void);
Suite *loading_suite(void);
Suite *mapping_suite(void);
Suite *module_suite(void);
Suite *mutation_suite(void);
Suite *operators_suite(void);
Suite *ownership_suite(void);
Suite *profile_suite(void);
Suite *threads_suite(void);
Suite *weights_suite(void);

#endif
