/* What is done with the outputs of a run. */
#ifndef CT_RUN_ACTIONS_H
#define CT_RUN_ACTIONS_H

#include <jansson.h>

#include "leaves.h"
#include "model.h"

/* Everything below prints on stdout, or, if `report` is not NULL, adds to it. */

/* The outputs as Python prints them, or one JSON object each (print.c). */
ct_error print_output(const ct_value *output) CT_WARN_UNUSED;
ct_error report_outputs(const struct leaves *leaves, json_t *report) CT_WARN_UNUSED;

/* Writes the outputs to the files of --output (save.c). */
ct_error save_outputs(const struct options *options, const ct_value *output,
		      const struct leaves *leaves) CT_WARN_UNUSED;

/* The most likely classes of the first tensor (labels.c). */
ct_error show_classes(const struct options *options, const struct leaves *leaves,
		      json_t *report) CT_WARN_UNUSED;

/* Compares with the files of --compare; `*same` says whether all outputs are the same, or within
 * the tolerance (compare.c). */
ct_error compare_outputs(const struct options *options, const struct leaves *leaves, json_t *report,
			 bool *same) CT_WARN_UNUSED;

/* Runs again and again, and shows times (measure.c). */
ct_error measure(const struct options *options, struct model *model, const struct call *call,
		 json_t *report) CT_WARN_UNUSED;

/* --- Profiles (profile.c) --------------------------------------------------------------------- */

struct profile;

struct profile *new_profile(void);
void free_profile(struct profile *profile);

/* As ct_export_profile_function, with a profile as its context. */
void add_to_profile(const char *node, const char *target, int64_t nanoseconds, void *context);

/* The table of operators, of `runs` runs that took `nanoseconds` together. */
void show_profile(struct profile *profile, int64_t runs, int64_t nanoseconds, json_t *report);

#endif
