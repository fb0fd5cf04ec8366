/*
 * Shared by the safetensors suites: the expected values, files in a scratch folder, dicts.
 */
#ifndef SAFETENSORS_SUPPORT_H
#define SAFETENSORS_SUPPORT_H

#include "expected.h"
#include "scratch.h"
#include "testing.h"
#include "whole_files.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

Suite *options_suite(void);
Suite *read_suite(void);
Suite *shards_suite(void);
Suite *shards_wrong_suite(void);
Suite *write_suite(void);
Suite *write_wrong_suite(void);
Suite *wrong_suite(void);

extern json_t *st_cases;
extern char st_folder[SCRATCH_SIZE];
extern char st_path[64]; /* a file in the folder */

/* A fixture that makes an empty folder and reads the cases; afterwards the folder is removed. */
void make_st_folder(void);
void remove_st_folder(void);

/* "FOLDER/NAME"; the next but one call overwrites it. */
const char *in_folder(const char *name);

int count_files(void);

/* A file of this header and `n` zero bytes, new (free()). */
char *with_header(const char *header, size_t n, size_t *length);

/* Writes such a file to the path. */
void put_header(const char *path, const char *header, size_t n);

/* A dict of a case's list, or of its metadata (None if it has none). */
ct_value given_tensors(const json_t *of_case);
ct_value given_metadata(const json_t *of_case);

/* Fails unless the dict has the tensors of this list of the case, in its order. */
void assert_loaded(const ct_value *tensors, const json_t *of_case, const char *key,
		   const char *what);

/* A new dict of one tensor, or of two; takes them over. */
ct_value dict_of(const char *name, ct_tensor *tensor);
ct_value dict_of_two(const char *first, ct_tensor *a, const char *second, ct_tensor *b);

/* A tensor of a dict, borrowed. */
ct_tensor *tensor_of(const ct_value *tensors, const char *name);

#endif
