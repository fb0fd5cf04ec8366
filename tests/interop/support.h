/*
 * The suites of sharing.
 */
#ifndef INTEROP_SUPPORT_H
#define INTEROP_SUPPORT_H

#include "testing.h"

/* What ct_storage_is_shared() says of the tensor's storage. */
bool storage_is_shared(const ct_tensor *of);

Suite *dlpack_suite(void);
Suite *mapped_suite(void);
Suite *npy_suite(void);
Suite *shared_handles_suite(void);
Suite *shared_processes_suite(void);
Suite *shared_suite(void);

#endif
