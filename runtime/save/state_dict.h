/*
 * Loading: the state dict of a module that was saved whole, by torch.save() or torch.jit.save().
 */
#ifndef CT_SAVE_STATE_DICT_H
#define CT_SAVE_STATE_DICT_H

#include "save/loader.h"

struct ct_saved_module;

/* Whether ct_loader_find_module() is to be asked. */
bool ct_loader_may_be_module(const struct ct_node *node);

/* `*result`: the parts of a module, in the arena; NULL if it is not one. */
ct_error ct_loader_find_module(struct ct_loader *self, const struct ct_node *node,
			       struct ct_saved_module **result) CT_WARN_UNUSED;

/* What Python's state_dict() gives for the module of a node. */
ct_error ct_loader_state_dict(struct ct_loader *self, struct ct_node *node,
			      const struct ct_saved_module *module,
			      ct_value *result) CT_WARN_UNUSED;

#endif
