/*
 * For the suites of shared memory: segments seen from outside, and a tensor in one.
 */
#ifndef SHARING_SEGMENTS_H
#define SHARING_SEGMENTS_H

#include "support.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The name in a handle, for shm_open(); valid until the thread's next call. */
const char *name_in(const char *of_handle);

bool exists(const char *of_handle);

/* Another process, perhaps another test, may be about to reap it: waits up to 10 s. */
bool is_gone(const char *of_handle);

int open_file(const char *of_handle);

/* Shares the tensor; to be released with ct_free(). */
char *handle_of(ct_tensor *to_share);

/* The fixture: 1, 2, 3, 4, shared, and its handle. A test may have freed the tensor, not the
 * handle; afterwards the segment must be gone. */
extern ct_tensor *tensor;
extern char *handle;
void share_tensor(void);
void free_tensor(void);

#endif
