/*
 * Loading: what the code of a file of torch.jit.save() says of the attributes of its classes. The code
 * is text, of which only these lists are read:
 *
 *     class Linear(Module):
 *       __parameters__ = ["weight", "bias", ]
 *       __buffers__ = []
 */
#ifndef CT_FILES_TORCH_SCRIPT_H
#define CT_FILES_TORCH_SCRIPT_H

#include "files/torch/loader.h"

struct ct_script_class;
struct ct_script_code;

/* A class of the file by its global. `*result` is NULL for one that is not a module. */
ct_error ct_script_find(struct ct_loader *self, const struct ct_pickle_global *global,
			const struct ct_script_class **result) CT_WARN_UNUSED;

/* Whether an attribute is a parameter or a buffer of a class. */
bool ct_script_has_parameter(const struct ct_script_class *klass, const struct ct_node *name);
bool ct_script_has_buffer(const struct ct_script_class *klass, const struct ct_node *name);

void ct_script_free(struct ct_script_code *code);

#endif
