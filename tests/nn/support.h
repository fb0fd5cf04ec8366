/*
 * Shared by the suites of torch.nn.
 */
#ifndef NN_SUPPORT_H
#define NN_SUPPORT_H

#include "testing.h"

Suite *init_suite(void);
Suite *losses_suite(void);

#endif
