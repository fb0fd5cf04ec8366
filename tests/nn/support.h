/*
 * Shared by the suites of torch.nn.
 */
#ifndef NN_SUPPORT_H
#define NN_SUPPORT_H

#include "testing.h"

Suite *init_suite(void);
Suite *losses_suite(void);

Suite *attention_suite(void);
Suite *gradients_suite(void);
Suite *operators_suite(void);
Suite *pooling_suite(void);
Suite *sequences_suite(void);
Suite *vision_suite(void);

#endif
