/*
 * Shared by the call suites.
 */
#ifndef CALL_SUPPORT_H
#define CALL_SUPPORT_H

#include <ctorch/calls/call.h>

#include "testing.h"

Suite *calls_suite(void);
Suite *expressions_suite(void);
Suite *traces_suite(void);

#endif
