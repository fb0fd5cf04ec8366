/*
 * What the suites of NumPy's files share: the expected values, and a file in a folder of its own.
 */
#ifndef FILES_NPY_SUPPORT_H
#define FILES_NPY_SUPPORT_H

#include "expected.h"
#include "scratch.h"
#include "support.h"

extern json_t *npy_cases;
extern char npy_folder[SCRATCH_SIZE];
extern char npy_path[64]; /* of a file in it */

/* A fixture: an empty folder and the cases. */
void make_npy_folder(void);
void remove_npy_folder(void);

void put_npy(const void *bytes, size_t n);

/* The file, up to 1 MiB; to be released with free(). */
char *get_npy(size_t *n);

/* A file as the expected values have it; to be released with free(). */
unsigned char *npy_file_of(const json_t *of_case, const char *key, size_t *n);

#endif
