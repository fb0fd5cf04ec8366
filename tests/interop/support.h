/*
 * The suites of sharing.
 */
#ifndef INTEROP_SUPPORT_H
#define INTEROP_SUPPORT_H

#include "testing.h"

Suite *dlpack_suite(void);
Suite *mapped_suite(void);
Suite *npy_suite(void);
Suite *shared_suite(void);

#endif
