/*
 * Shared by the suites of distributed checkpoints: Python's, and a scratch folder.
 */
#ifndef FILES_DCP_SUPPORT_H
#define FILES_DCP_SUPPORT_H

#include <ctorch/ctorch.h>

#include "scratch.h"
#include "testing.h"

/* Written by tests/fixtures/dcp/write.py. */
#define TWO_RANKS "../../fixtures/dcp/2.15.0/two_ranks"
#define ONE_RANK "../../fixtures/dcp/2.15.0/one_rank"

Suite *read_suite(void);
Suite *save_suite(void);
Suite *wrong_suite(void);

extern char dcp_scratch[SCRATCH_SIZE];
extern char dcp_folder[64]; /* in the scratch folder; it does not exist at first */

/* A fixture that makes an empty scratch folder, and one that removes it with dcp_folder. */
void make_dcp_folder(void);
void remove_dcp_folder(void);

/* A file of a folder; release the bytes with free(). They have a NUL after them. */
char *get_part(const char *folder, const char *name, size_t *n);
void put_part(const char *folder, const char *name, const char *bytes, size_t n);

/* The number of files in dcp_folder. */
int count_parts(void);

/* Copies Python's checkpoint of two ranks to dcp_folder. */
void copy_two_ranks(void);

/* The integers from 0 as a tensor of 2 dimensions. */
ct_tensor *counting(int64_t rows, int64_t columns, ct_dtype dtype);

/* The value at a path is this tensor. */
void has_tensor(const ct_value *value, const char *path, const ct_tensor *expected);

#endif
