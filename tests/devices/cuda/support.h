/*
 * What the suites of CUDA share. All run on the fake of fake_cuda.h, with two devices of 256 MiB.
 */
#ifndef CUDA_SUPPORT_H
#define CUDA_SUPPORT_H

#include <fake_cuda.h>

#include "expected.h"

enum { DEVICES = 2, MEMORY = 256 << 20 };

Suite *counts_suite(void);
Suite *devices_suite(void);
Suite *facts_suite(void);
Suite *faults_suite(void);
Suite *graphs_suite(void);
Suite *loader_suite(void);
Suite *memory_suite(void);
Suite *pools_suite(void);
Suite *profile_suite(void);
Suite *reports_suite(void);
Suite *room_suite(void);
Suite *statistics_suite(void);
Suite *streams_suite(void);
Suite *tensors_suite(void);

#endif
