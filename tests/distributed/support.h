/*
 * The suites of libctorch_distributed in one process.
 */
#ifndef DISTRIBUTED_SUPPORT_H
#define DISTRIBUTED_SUPPORT_H

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

#include "testing.h"

Suite *stores_suite(void);
Suite *alone_suite(void);

#endif
