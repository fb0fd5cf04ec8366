/*
 * Shared by the suites of modules: the modules of tests/fixtures/expected/module.py.
 */
#ifndef MODULE_SUPPORT_H
#define MODULE_SUPPORT_H

#include "testing.h"

#include <ctorch/nn/nn.h>

Suite *backward_hooks_suite(void);
Suite *calls_suite(void);
Suite *changes_suite(void);
Suite *copies_suite(void);
Suite *deep_suite(void);
Suite *errors_suite(void);
Suite *expected_suite(void);
Suite *expressions_suite(void);
Suite *hooks_suite(void);
Suite *ownership_suite(void);
Suite *registering_suite(void);
Suite *state_suite(void);
Suite *threads_suite(void);
Suite *versions_suite(void);

/* Python's Block. */
typedef struct block_data {
	ct_tensor *weight, *bias, *mean, *scratch, *unset, *steps;
} block_data;

/* Python's Tree: `again` is `first`, `second` has the weight of `first`, `mask` is its mean. */
typedef struct tree_data {
	ct_tensor *table, *scale, *mask;
	ct_module *first, *nothing, *second, *again;
} tree_data;

/* Python's Note: `text` is what it prints. */
typedef struct note_data {
	const char *text;
} note_data;

/* These are expressions: on an error, NULL. A new module belongs to the scope. */
ct_module *block_new(void);
ct_module *tree_new(void);
ct_module *container_new(void);
ct_module *note_new(const char *text);
ct_module *bare_new(void); /* Python's Bare: a part of each kind, and one without a value */

/* The same tree through the functions of ctorch/nn/module.h. */
extern const ct_module_class tree_class;
ct_module *tree_by_functions(void);

/* The data of a module. */
#define DATA(type, module) ((type *)ct_module_data(module))

/* A tensor of ones, and a parameter of two; they belong to the scope. */
ct_tensor *ones(int64_t n);
ct_tensor *parameter(void);

/* A new module that is checked to be one. */
ct_module *made(ct_module *module);

/* The state dict, which the caller frees. */
ct_value state_of(const ct_module *module);
ct_tensor *state_tensor(const ct_value *state, const char *key);

#endif
