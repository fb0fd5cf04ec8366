/*
 * The suites of sharing.
 */
#ifndef INTEROP_SUPPORT_H
#define INTEROP_SUPPORT_H

#include "testing.h"

Suite *dlpack_suite(void);

#endif
