/*
 * Loading: the parts of a module that was saved whole, by torch.save() or torch.jit.save().
 */
#ifndef CT_FILES_TORCH_SAVED_MODULE_H
#define CT_FILES_TORCH_SAVED_MODULE_H

#include "files/torch/loader.h"

enum ct_saved_part { CT_SAVED_PARAMETERS, CT_SAVED_BUFFERS, CT_SAVED_MODULES, CT_SAVED_PARTS };

struct ct_saved_module {
	const struct ct_node
		*parts[CT_SAVED_PARTS]; /* dicts by name; TorchScript has one of all attributes */
	const struct ct_node *not_persistent; /* the names of such buffers: a set, or NULL */
	const struct ct_script_class *script; /* NULL: Python's */
	const char *class_name;               /* "torch.nn.modules.linear.Linear" */
};

/* Whether ct_loader_find_module() is to be asked. */
bool ct_loader_may_be_module(const struct ct_node *node);

/* `*result`: the parts of a module, in the arena; NULL if it is not one. */
ct_error ct_loader_find_module(struct ct_loader *self, const struct ct_node *node,
			       struct ct_saved_module **result) CT_WARN_UNUSED;

/* Whether a pair of module->parts[part] is such a part, and belongs into the state dict. */
ct_error ct_loader_find_part(struct ct_loader *self, const struct ct_saved_module *module,
			     enum ct_saved_part part, struct ct_node *const *pair,
			     bool *result) CT_WARN_UNUSED;

/* Python's `_version` of its class. */
int ct_saved_module_version(const struct ct_saved_module *module);

#endif
