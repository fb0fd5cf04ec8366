/*
 * The suites of this folder, and what they share.
 */
#ifndef EXPORT_RECORD_SUPPORT_H
#define EXPORT_RECORD_SUPPORT_H

#include "testing.h"
#include "zoo.h"

Suite *places_suite(void);
Suite *record_suite(void);
Suite *refusals_suite(void);
Suite *sizes_suite(void);
Suite *zoo_suite(void);

/* Records a function of one output, whose inputs are given. */
ct_error record_one(ct_export_record_function function, ct_tensors inputs,
		    const ct_export_record_options *options, ct_export **result);

/* The same with one input whose first dimension varies. */
ct_error record_rows(ct_export_record_function function, const ct_tensor *x, ct_export **result);

/* The only output of a run, in the present scope. */
ct_tensor *output_of(ct_export *program, ct_tensors inputs);

bool equal(const ct_tensor *one, const ct_tensor *other);

#endif
