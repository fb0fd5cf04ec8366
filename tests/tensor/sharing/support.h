/*
 * The suites of sharing memory with others.
 */
#ifndef SHARING_SUPPORT_H
#define SHARING_SUPPORT_H

#include "testing.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *dlpack_give_suite(void);
Suite *dlpack_layout_suite(void);
Suite *dlpack_take_suite(void);
Suite *shared_suite(void);
Suite *shared_handles_suite(void);
Suite *shared_processes_suite(void);

#ifdef __cplusplus
}
#endif

#endif
