/*
 * Inside the library: `_metadata`, an attribute of a state dict: an ordered dict that has, for each
 * module, a dict of what the module's class wants to know when it loads the state, such as the
 * class's version. A module's key in it is its prefix without the last character, the dot.
 */
#ifndef CT_MODULE_METADATA_H
#define CT_MODULE_METADATA_H

#include "module/module.h"

/* The empty metadata of a new state dict. */
ct_error ct_metadata_begin(ct_value *state, const char *function) CT_WARN_UNUSED;

/* Sets a module's dict, which is moved. Nothing if a hook has taken the metadata away. */
ct_error ct_metadata_put(ct_value *state, const char *prefix, ct_value *of_module,
			 const char *function) CT_WARN_UNUSED;

/* A module's dict, borrowed; None if there is none. */
ct_value ct_metadata_of(const ct_value *state, const char *prefix);

/* An int in such a dict; 0 if it has none. */
int64_t ct_metadata_version(const ct_value *of_module, const char *name);

/* The version of a module's class. */
int64_t ct_module_version(const ct_module *self);

#endif
