/*
 * Inside the library: how a summary looks.
 */
#ifndef CT_MODULE_SUMMARY_H
#define CT_MODULE_SUMMARY_H

#include <ctorch/nn/module.h>

enum { CT_COLUMNS = CT_MODULE_COLUMN_TRAINABLE + 1 };

/* Options without defaults left in them. `columns` is the caller's, or has static lifetime. */
ct_error ct_summary_options_read(const ct_module_summary_options *given, bool has_inputs,
				 const char *function,
				 ct_module_summary_options *result) CT_WARN_UNUSED;

#endif
