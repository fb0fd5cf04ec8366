/*
 * State dicts: a module's parameters and persistent buffers as a dict.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/own_scope.h"
#include "module/metadata.h"

struct saving {
	ct_value *state;
	bool keep_vars;
};

static ct_error set_key(struct saving *saving, const char *prefix, const char *name,
			const ct_tensor *tensor)
{
	struct ct_text key = { 0 };
	ct_error error;

	ct_text_add(&key, prefix);
	ct_text_add(&key, name);
	error = key.failed ? ct_no_memory(CT_NAME_OF(ct_module_state_dict), "for a key")
			   : ct_value_dict_set(saving->state, ct_value_string(key.data),
					       ct_value_tensor(tensor));
	ct_text_release(&key);
	return error;
}

/* Python's _save_to_state_dict(). */
static ct_error save_own(struct saving *saving, const ct_module *module, const char *prefix)
{
	CT_OWN_SCOPE(CT_NAME_OF(ct_module_state_dict));
	for (int kind = 0; kind < CT_CHILDREN; kind++) {
		const struct ct_parts *parts = &module->parts[kind];

		for (uint32_t i = 0; i < parts->len; i++) {
			const struct ct_part *part = &parts->at[i];
			ct_tensor *saved = part->object;

			if (saved == NULL || !part->is_persistent)
				continue;
			if (!saving->keep_vars && !ct_parameter_is_lazy(saved))
				CT_TRY(ct_detach(saved, &saved));
			CT_TRY(set_key(saving, prefix, part->name, saved));
		}
	}
	return NULL;
}

static ct_error save(struct saving *saving, ct_module *module, const char *prefix);

static ct_error save_child(struct saving *saving, const struct ct_part *child, const char *prefix)
{
	struct ct_text inner = { 0 };
	ct_error error;

	ct_text_add(&inner, prefix);
	ct_text_add(&inner, child->name);
	ct_text_add(&inner, ".");
	error = inner.failed ? ct_no_memory(CT_NAME_OF(ct_module_state_dict), "for a key")
			     : save(saving, child->object, inner.data);
	ct_text_release(&inner);
	return error;
}

static ct_error save_version(struct saving *saving, const ct_module *module, const char *prefix)
{
	const ct_value key = ct_value_string("version");
	ct_value metadata = ct_value_dict_new();
	ct_error error = ct_value_dict_set(&metadata, key, ct_value_int(ct_module_version(module)));

	if (error == NULL)
		error = ct_metadata_put(saving->state, prefix, &metadata,
					CT_NAME_OF(ct_module_state_dict));
	ct_value_free(&metadata);
	return error;
}

static ct_error save(struct saving *saving, ct_module *module, const char *prefix)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];
	const char *function = CT_NAME_OF(ct_module_state_dict);

	CT_TRY(save_version(saving, module, prefix));
	CT_TRY(ct_module_state_hooks_call(module, CT_HOOK_BEFORE_STATE_DICT, saving->state, prefix,
					  function));
	CT_TRY(save_own(saving, module, prefix));
	for (uint32_t i = 0; i < children->len; i++)
		if (children->at[i].object)
			CT_TRY(save_child(saving, &children->at[i], prefix));
	return ct_module_state_hooks_call(module, CT_HOOK_AFTER_STATE_DICT, saving->state, prefix,
					  function);
}

ct_error ct_module_state_dict(const ct_module *self, const ct_state_dict_options *options,
			      ct_value *result)
{
	ct_value state = ct_value_ordered_dict_new();
	struct saving saving = { &state, options && options->keep_vars };
	ct_error error;

	CT_MODULE_CHECK(self);
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	CT_TRY(ct_module_check_depth(self, __func__));
	error = ct_metadata_begin(&state, __func__);
	if (error == NULL)
		error = save(&saving, (ct_module *)self,
			     options && options->prefix ? options->prefix : "");
	if (error)
		ct_value_free(&state);
	else
		*result = state;
	return error;
}
