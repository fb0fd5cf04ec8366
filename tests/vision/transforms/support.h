/*
 * What the suites of transforms share.
 */
#ifndef TRANSFORMS_SUPPORT_H
#define TRANSFORMS_SUPPORT_H

#include <ctorch/ops/all.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/vision/vision.h>

#include "expected.h"
#include "values.h"

Suite *expected_suite(void);
Suite *passes_suite(void);
Suite *use_suite(void);

/* The cases of transforms.json; release them with json_decref(). */
json_t *transform_cases(void);

/* The image of a name, with the strides that it had in Python; it belongs to the scope. */
ct_tensor *image_named(const json_t *cases, const char *name);

/* The transform of a case, by name; it belongs to the scope. */
ct_error make_transform(const json_t *of_case, ct_transform **result);

/* A generator with this seed, which belongs to the scope. */
ct_generator *seeded(uint64_t seed);

/* "RandomCrop of small, seed 1", for messages; valid until the next call. */
const char *title_of(const json_t *of_case);

#endif
