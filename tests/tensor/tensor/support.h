/*
 * The suites of tensors.
 */
#ifndef TENSOR_SUPPORT_H
#define TENSOR_SUPPORT_H

#include "expected.h"

Suite *convert_suite(void);
Suite *element_data_suite(void);
Suite *elements_suite(void);
Suite *factories_suite(void);
Suite *items_suite(void);
Suite *lists_suite(void);
Suite *storage_use_suite(void);
Suite *storages_suite(void);
Suite *tensors_suite(void);

/* Calls the function with each case of create.json that is about this; fails if there are fewer
 * than `at_least`. */
void for_each_case(const char *what, size_t at_least, void (*function)(const json_t *));

/* By its name in Python; CT_DTYPE_NONE for the empty text. */
ct_dtype dtype_named(const char *name);

/* ct_tensor_from_text(), which must succeed. */
ct_tensor *from_text(const char *text, ct_dtype dtype);

/* The tensors of create.py. */
ct_tensor *tensor_called(const char *name);

/* The call must have the result of the case: the tensor `value`, released here, or the error. */
void assert_case(const json_t *of_case, const char *what, ct_error error, ct_tensor *value);

#endif
