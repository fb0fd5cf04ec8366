/*
 * Shared by the suites of torch.nn.
 */
#ifndef NN_SUPPORT_H
#define NN_SUPPORT_H

#include "expected.h"
#include "testing.h"

Suite *activation_suite(void);
Suite *by_name_suite(void);
Suite *masked_suite(void);
Suite *nested_suite(void);
Suite *containers_suite(void);
Suite *calls_suite(void);
Suite *dropout_suite(void);
Suite *embedding_suite(void);
Suite *init_suite(void);
Suite *lazy_suite(void);
Suite *losses_suite(void);
Suite *module_details_suite(void);
Suite *modules_suite(void);
Suite *normalization_suite(void);

Suite *attention_suite(void);
Suite *gradients_suite(void);
Suite *operators_suite(void);
Suite *pooling_suite(void);
Suite *sequences_suite(void);
Suite *training_suite(void);
Suite *unscoped_suite(void);
Suite *utils_details_suite(void);
Suite *utils_suite(void);
Suite *vision_suite(void);

/* A new value. Tensors are {"tensor": ...}, dtypes {"dtype": "float64"}. */
ct_value value_of_json(const json_t *json);

#endif
