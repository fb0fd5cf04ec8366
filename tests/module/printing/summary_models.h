/*
 * The modules of tests/fixtures/expected/module_summary.py.
 */
#ifndef MODULE_SUMMARY_MODELS_H
#define MODULE_SUMMARY_MODELS_H

#include "testing.h"

#include <ctorch/nn/nn.h>

Suite *dot_suite(void);
Suite *summary_suite(void);
Suite *summary_unnoticed_suite(void);

enum { MOST_SAMPLES = 2 };

struct sample {
	ct_module *module;
	const ct_tensor *inputs[MOST_SAMPLES];
	int64_t inputs_len;
};

/* By Python's name; it belongs to the scope. */
struct sample sample_of(const char *name);

/* A layer with the parameters that such a layer has. Its data. */
typedef struct layer {
	ct_tensor *weight, *bias;
	const char *kernel_size;
	int64_t number;
} layer;

layer *linear_new(int64_t inputs, int64_t outputs);
layer *relu_new(void);

/* Containers; the list of children ends with NULL. */
ct_module *sequential_new(ct_module *const *children);
ct_module *list_new(ct_module *const *children);

#endif
