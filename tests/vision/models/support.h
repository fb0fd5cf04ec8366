/*
 * Shared by the suites of models: the cases of tests/fixtures/expected/nn_models.json.
 */
#ifndef MODELS_SUPPORT_H
#define MODELS_SUPPORT_H

#include <ctorch/vision/models.h>

#include "expected.h"

Suite *models_suite(void);
Suite *models_errors_suite(void);

/* "resnet18 {"num_classes": 10}", for messages. */
const char *model_of(const json_t *of_case);

/* The model of a case, or its error. */
ct_error make_case(const json_t *of_case, ct_module **result);

/* zlib's checksums, as in the file. */
uint32_t crc_of_tensor(const ct_tensor *tensor);
uint32_t crc_of_file(const char *path, int64_t *size);

/* Fails with what was called unless both are equal. */
void assert_crc(const json_t *of_case, const char *what, uint32_t got, const json_t *wanted);

/* The same for a text. If it differs, it is printed here: it is too long for a message of Check's. */
void assert_text(const json_t *of_case, const char *what, const char *got, const json_t *wanted);

#endif
