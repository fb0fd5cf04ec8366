/*
 * Shared by the file suites.
 */
#ifndef FILES_SUPPORT_H
#define FILES_SUPPORT_H

#include "expected.h"
#include "testing.h"

Suite *access_suite(void);
Suite *generator_files_suite(void);
Suite *grow_suite(void);
Suite *mapped_suite(void);
Suite *npy_read_suite(void);
Suite *npy_write_suite(void);
Suite *npy_wrong_suite(void);
Suite *progress_suite(void);

#endif
