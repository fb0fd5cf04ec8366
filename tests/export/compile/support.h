/*
 * The suites of this folder, and what they share.
 */
#ifndef EXPORT_COMPILE_SUPPORT_H
#define EXPORT_COMPILE_SUPPORT_H

#include "testing.h"

Suite *agreement_suite(void);
Suite *cache_suite(void);
Suite *compile_suite(void);
Suite *threads_suite(void);
Suite *tools_suite(void);
Suite *weights_suite(void);

/* The folder that all suites have as their cache: $CTORCH_CACHE. */
extern char cache[];

/* Removes the files in a folder, and counts them. */
int64_t empty_folder(const char *folder);

/* Between the two, the number of warnings, and the last one. */
struct warnings {
	int count;
	char last[1000];
};

void begin_warnings(struct warnings *warnings);
void end_warnings(void);

/* A small network: [batch, 8] -> [batch, 4]. */
ct_module *new_mlp(void);

/* Compiles it with a batch of 1 to 64. Fails if it would run in the interpreter. */
ct_export *compile_mlp(ct_module *mlp, ct_compile_options options);

/* The only output, in the present scope. */
ct_tensor *run(ct_export *program, const ct_tensor *x);

/* The largest difference of two tensors of one shape. */
double difference(const ct_tensor *one, const ct_tensor *other);

bool equal(const ct_tensor *one, const ct_tensor *other);

/* Both give the same for this input: within `bound` of the largest result, or bit by bit for 0. */
void assert_agrees(ct_export *program, ct_module *module, const ct_tensor *x, double bound);

#endif
