/*
 * The module of a program: its parameters and buffers, under their names.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "export/archive/object.h"
#include "export/program/instance.h"

static enum ct_part_kind part_kind(const struct ct_program_input *input)
{
	return input->kind == CT_PROGRAM_PARAMETER ? CT_PARAMETERS : CT_BUFFERS;
}

/* --- Finding tensors -------------------------------------------------------------------------- */

struct tensors {
	const char *function;
	const struct ct_export_shared *shared;
	const ct_value *state, *constants;
};

static ct_error wrong_weight(const struct tensors *self, const struct ct_program_input *input,
			     const char *text)
{
	return ct_error_new(CT_ERROR_VALUE, self->function, "%s: '%s' %s", self->shared->path,
			    input->target, text);
}

/* Constants and non-persistent buffers are in the second dict. */
static ct_error find_tensor(const struct tensors *self, const struct ct_program_input *input,
			    ct_tensor **result)
{
	const ct_value name = ct_value_string(input->target);
	const ct_value *dict = ct_value_dict_has(self->state, name) ? self->state : self->constants;
	ct_value value;

	if (!ct_value_dict_has(dict, name))
		return wrong_weight(self, input,
				    "is an input of the graph, but the archive does "
				    "not have it");
	CT_TRY(ct_value_dict_get(dict, name, &value));
	if (value.kind != CT_VALUE_TENSOR)
		return wrong_weight(self, input, "is not a tensor");
	*result = (ct_tensor *)value.object;
	return NULL;
}

/* --- Making the module ------------------------------------------------------------------------ */

static const ct_module_class container_class = { .name = "Module" };

/* The child of this name, which is made if there is none. */
static ct_error go_into(ct_module *module, const char *name, ct_module **result)
{
	struct ct_part *part = ct_part_find(module, CT_CHILDREN, name);
	ct_module *child;

	if (part && part->object) {
		*result = part->object;
		return NULL;
	}
	CT_TRY(ct_module_new(&container_class, &child));
	CT_TRY(ct_module_add_module(module, name, child, NULL));
	*result = child;
	return NULL;
}

/* The module that a path's last name belongs to; `path` is cut into its names. */
static ct_error go_along(ct_module *module, char *path, ct_module **owner, const char **name)
{
	char *dot;

	while ((dot = strchr(path, '.'))) {
		*dot = '\0';
		CT_TRY(go_into(module, path, &module));
		path = dot + 1;
	}
	*owner = module;
	*name = path;
	return NULL;
}

static ct_error register_weight(ct_module *owner, const char *name,
				const struct ct_program_input *input, ct_tensor *tensor)
{
	const bool is_persistent = input->kind == CT_PROGRAM_BUFFER && input->is_persistent;

	return input->kind == CT_PROGRAM_PARAMETER
		       ? ct_module_register_parameter(owner, name, tensor, NULL)
		       : ct_module_register_buffer(owner, name, tensor, is_persistent, NULL);
}

static ct_error add_weight(const struct tensors *self, ct_module *module,
			   const struct ct_program_input *input)
{
	char *path = malloc(strlen(input->target) + 1);
	ct_tensor *tensor = NULL;
	const char *name;
	ct_module *owner;
	ct_error error;

	if (path == NULL)
		return ct_no_memory(self->function, "for a name");
	strcpy(path, input->target);
	error = find_tensor(self, input, &tensor);
	if (error == NULL)
		error = go_along(module, path, &owner, &name);
	if (error == NULL)
		error = register_weight(owner, name, input, tensor);
	free(path);
	return error;
}

/* An object of a class that is registered with libtorch. */
static ct_error add_object(const struct tensors *self, ct_module *module,
			   const struct ct_program_input *input)
{
	ct_export *made = ct_module_data(module);
	ct_value pickle, object;

	CT_TRY(ct_value_dict_get(self->constants, ct_value_string(input->target), &pickle));
	if (pickle.kind == CT_VALUE_OBJECT) /* of another instance */
		return ct_value_dict_set(&made->objects, ct_value_string(input->target), pickle);
	if (pickle.kind != CT_VALUE_BYTES)
		return wrong_weight(self, input, "is an object that only Python can load");
	CT_TRY(ct_error_prefix(ct_archive_load_object(self->function, input->argument.string,
						      pickle.object, (size_t)pickle.i, &object),
			       input->target));
	return ct_value_dict_move(&made->objects, ct_value_string(input->target), &object);
}

static ct_error add_weights(const struct tensors *self, ct_module *module)
{
	const struct ct_program *program = self->shared->program;

	for (int64_t i = 0; i < program->inputs_len; i++) {
		const struct ct_program_input *input = &program->inputs[i];

		if (ct_program_is_weight(input))
			CT_TRY(ct_error_prefix(add_weight(self, module, input),
					       self->shared->path));
		else if (input->kind == CT_PROGRAM_CUSTOM_OBJ)
			CT_TRY(ct_error_prefix(add_object(self, module, input),
					       self->shared->path));
	}
	return NULL;
}

/* --- Weights ---------------------------------------------------------------------------------- */

static ct_error find_weight(ct_export *self, const char *function,
			    const struct ct_program_input *input, struct ct_weight *weight)
{
	ct_module *module = ct_module_of(self), *owner;
	struct ct_part *part;
	const char *name;

	CT_TRY(ct_module_parent_of(module, input->target, function, &owner, &name));
	part = ct_part_find(owner, part_kind(input), name);
	if (part == NULL)
		return ct_error_new(CT_ERROR_ATTRIBUTE, function, "the module has no '%s'",
				    input->target);
	/* The module itself must not refer to itself. */
	*weight = (struct ct_weight){ owner == module ? owner : ct_module_share(owner), name,
				      part_kind(input),
				      (uint32_t)(part - owner->parts[part_kind(input)].at) };
	return NULL;
}

ct_error ct_export_find_weights(ct_export *self, const char *function)
{
	const struct ct_program *program = self->shared->program;

	self->weights = ct_array_new(program->inputs_len, sizeof *self->weights);
	if (self->weights == NULL)
		return ct_no_memory(function, "for a program");
	for (int64_t i = 0; i < program->inputs_len; i++)
		if (ct_program_is_weight(&program->inputs[i]))
			CT_TRY(find_weight(self, function, &program->inputs[i], &self->weights[i]));
	return NULL;
}

void ct_export_drop_weights(ct_export *self)
{
	ct_module *module = ct_module_of(self);

	for (int64_t i = 0; self->weights && i < self->shared->program->inputs_len; i++)
		if (self->weights[i].owner && self->weights[i].owner != module)
			ct_module_free_unscoped(self->weights[i].owner);
	free(self->weights);
	self->weights = NULL;
}

ct_tensor *ct_weight_tensor(struct ct_weight *weight)
{
	const struct ct_parts *parts = &weight->owner->parts[weight->kind];
	const uint32_t index = __atomic_load_n(&weight->index, __ATOMIC_RELAXED);
	struct ct_part *part;

	if (__builtin_expect(index < parts->len, true) &&
	    strcmp(parts->at[index].name, weight->name) == 0)
		return parts->at[index].object;
	part = ct_part_find(weight->owner, weight->kind, weight->name);
	if (part == NULL)
		return NULL;
	__atomic_store_n(&weight->index, (uint32_t)(part - parts->at), __ATOMIC_RELAXED);
	return part->object;
}

ct_error ct_export_weight(const ct_export *self, const char *function, int64_t i,
			  ct_tensor **result)
{
	*result = ct_weight_tensor(&self->weights[i]);
	return *result ? NULL
		       : ct_error_new(CT_ERROR_ATTRIBUTE, function,
				      "the module has no tensor '%s', which the program uses",
				      self->shared->program->inputs[i].target);
}

/* --- Instances -------------------------------------------------------------------------------- */

static ct_error make_in_scope(const struct tensors *self, const ct_module_class *module_class,
			      struct ct_export_shared *shared, ct_export **result)
{
	ct_module *module;
	ct_export *made;

	CT_OWN_SCOPE(self->function);
	CT_TRY(ct_module_new(module_class, &module));
	made = ct_module_data(module);
	ct_export_lock_init(made);
	made->objects = ct_value_dict_new();
	made->shared = ct_export_shared_keep(shared);
	CT_TRY(add_weights(self, module));
	CT_TRY(ct_export_find_weights(made, self->function));
	ct_scope_disown_object(module);
	*result = made;
	return NULL;
}

ct_error ct_export_new(const char *function, const ct_module_class *module_class,
		       struct ct_export_shared *shared, const ct_value *state,
		       const ct_value *constants, ct_export **result)
{
	const struct tensors tensors = { function, shared, state, constants };

	return make_in_scope(&tensors, module_class, shared, result);
}
