/*
 * Shared by the suites of torch.save()'s files: Python's own, and a scratch folder.
 */
#ifndef FILES_TORCH_SUPPORT_H
#define FILES_TORCH_SUPPORT_H

#include "describe.h"
#include "scratch.h"
#include "testing.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

Suite *formats_suite(void);
Suite *killed_suite(void);
Suite *kind_suite(void);
Suite *modules_suite(void);
Suite *module_files_suite(void);
Suite *options_suite(void);
Suite *read_suite(void);
Suite *write_suite(void);

/* A file of tests/fixtures/checkpoints/, which names the release and the case. */
struct python_file {
	char path[120];        /* "../../fixtures/checkpoints/2.15.0/values.legacy.pt" */
	char description[120]; /* ".../2.15.0/values.txt", or ".../values.txt", of all releases */
};

/* All of them that this release of libtorch can load; `*n` is their number. Valid until the program
 * ends. */
const struct python_file *python_files(size_t *n);

extern char save_folder[SCRATCH_SIZE];
extern char save_path[64]; /* a file in the folder */

/* A fixture that makes an empty folder, and one that removes it. */
void make_save_folder(void);
void remove_save_folder(void);

/* Reads a file; release the result with free(). It has a NUL after its `n` bytes. */
char *get_file(const char *path, size_t *n);

#endif
