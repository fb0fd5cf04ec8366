/*
 * Inside the library: what helps when a file does not fit a module.
 */
#ifndef CT_MODULE_FILE_H
#define CT_MODULE_FILE_H

#include <ctorch/nn/module.h>
#include <ctorch/operators/value.h>

#include "core/base/error_make.h"

/* Takes an error of loading and returns it with a hint, if what was loaded has the module's keys in
 * another place or with a prefix than the options say. */
ct_error ct_module_explain_load(const ct_module *self, ct_error error, const ct_value *loaded,
				const ct_module_load_options *options) CT_WARN_UNUSED;

#endif
