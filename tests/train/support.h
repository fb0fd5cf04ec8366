/*
 * What the suites of the train helpers share.
 */
#ifndef TRAIN_SUPPORT_H
#define TRAIN_SUPPORT_H

#include <ctorch/train/train.h>

#include "expected.h"

Suite *checkpoint_suite(void);
Suite *curves_suite(void);
Suite *killed_suite(void);
Suite *metrics_suite(void);
Suite *progress_suite(void);

#endif
