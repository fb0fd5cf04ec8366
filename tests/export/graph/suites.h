/*
 * The suites of this folder.
 */
#ifndef EXPORT_GRAPH_SUITES_H
#define EXPORT_GRAPH_SUITES_H

#include <check.h>

Suite *arms_suite(void);
Suite *damaged_suite(void);
Suite *draw_suite(void);
Suite *old_suite(void);
Suite *print_suite(void);
Suite *refusals_suite(void);
Suite *write_suite(void);

#endif
