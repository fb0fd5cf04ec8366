/*
 * Shared by the suites of NumPy files: the expected values, and a file in a scratch folder.
 */
#ifndef FILES_NPY_SUPPORT_H
#define FILES_NPY_SUPPORT_H

#include "expected.h"
#include "scratch.h"
#include "support.h"

extern json_t *npy_cases;
extern char npy_folder[SCRATCH_SIZE];
extern char npy_path[64]; /* a file in the folder */

/* A fixture that makes an empty folder and reads the cases. */
void make_npy_folder(void);
void remove_npy_folder(void);

void put_npy(const void *bytes, size_t n);

/* Reads the file, up to 1 MiB. Release the result with free(). */
char *get_npy(size_t *n);

/* A file from the expected values. Release it with free(). */
unsigned char *npy_file_of(const json_t *of_case, const char *key, size_t *n);

#endif
