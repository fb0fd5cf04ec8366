/*
 * Shared by the suites of npz: the expected values, a file in a scratch folder, dicts.
 */
#ifndef NPZ_SUPPORT_H
#define NPZ_SUPPORT_H

#include "expected.h"
#include "fixture.h"
#include "scratch.h"
#include "testing.h"
#include "whole_files.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

Suite *damage_suite(void);
Suite *hostile_suite(void);
Suite *options_suite(void);
Suite *read_suite(void);
Suite *write_suite(void);

extern json_t *npz_cases;
extern char npz_folder[SCRATCH_SIZE];
extern char npz_path[64]; /* a file in the folder */

/* A fixture that makes an empty folder and reads the cases; afterwards the folder is removed. */
void make_npz_folder(void);
void remove_npz_folder(void);

/* The case of this name; ends the program if there is none. */
const json_t *npz_case(const char *name);

/* Writes the file of a case, or another member of it, to the path. */
void put_case(const json_t *of_case, const char *key);

/* Fails unless the dict has what NumPy has found in the case's file, in its order. */
void assert_loaded(const ct_value *arrays, const json_t *of_case, const char *what);

/* A new dict of one tensor, or of two; takes them over. */
ct_value dict_of(const char *name, ct_tensor *tensor);
ct_value dict_of_two(const char *first, ct_tensor *a, const char *second, ct_tensor *b);

/* A value of a dict, borrowed. */
ct_value value_named(const ct_value *arrays, const char *name);
ct_tensor *tensor_named(const ct_value *arrays, const char *name);

/* The file at the path must be refused with "ValueError: PATH: " and this text, also if it is to be
 * mapped. */
void assert_refused(const char *text);

#endif
