/*
 * The suites of sharing.
 */
#ifndef INTEROP_SUPPORT_H
#define INTEROP_SUPPORT_H

#include "testing.h"

/* What ct_storage_is_shared() says of the tensor's storage. */
bool storage_is_shared(const ct_tensor *of);

Suite *access_suite(void);
Suite *dlpack_give_suite(void);
Suite *dlpack_take_suite(void);
Suite *grow_suite(void);
Suite *mapped_suite(void);
Suite *npy_read_suite(void);
Suite *npy_write_suite(void);
Suite *npy_wrong_suite(void);
Suite *shared_handles_suite(void);
Suite *shared_processes_suite(void);
Suite *shared_suite(void);

#endif
