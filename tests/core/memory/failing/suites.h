/*
 * The suites of failing_malloc.
 */
#ifndef MEMORY_FAILING_SUITES_H
#define MEMORY_FAILING_SUITES_H

#include <check.h>

Suite *files_suite(void);
Suite *graphs_suite(void);
Suite *models_suite(void);
Suite *modules_suite(void);
Suite *npz_suite(void);
Suite *safetensors_suite(void);
Suite *save_suite(void);
Suite *scopes_suite(void);
Suite *steps_suite(void);
Suite *texts_suite(void);
Suite *tracking_suite(void);
Suite *values_suite(void);

#endif
