/*
 * Parameters, buffers and children: registering them, finding them by their path, replacing them.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "module/checked.h"
#include "module/module.h"

/* In errors, as Python calls them. */
static const char *const kinds[] = { "parameter", "buffer", "module" };

/* --- tables ----------------------------------------------------------------------------------- */

struct ct_part *ct_part_find(const ct_module *self, enum ct_part_kind kind, const char *name)
{
	const struct ct_parts *parts = &self->parts[kind];

	for (uint32_t i = 0; i < parts->len; i++)
		if (!strcmp(parts->at[i].name, name))
			return &parts->at[i];
	return NULL;
}

static void set_field(ct_module *self, const struct ct_part *part, void *object)
{
	if (part->field != CT_NO_FIELD)
		*(void **)(self->data + part->field) = object;
}

void ct_part_set(ct_module *self, enum ct_part_kind kind, struct ct_part *part, void *object)
{
	void *before = part->object;

	if (kind == CT_CHILDREN) {
		ct_module_note_contained(object, 1);
		ct_module_note_contained(before, -1);
	}
	part->object = object;
	set_field(self, part, object);
	ct_part_release(kind, before);
}

/* Room for one more. */
static bool parts_make_room(struct ct_parts *parts)
{
	int64_t room = parts->room;
	struct ct_part *at = ct_array_grow(parts->at, &room, (int64_t)parts->len + 1, sizeof *at);

	if (at == NULL)
		return false;
	parts->at = at;
	parts->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
	return true;
}

static struct ct_part *parts_append(struct ct_parts *parts, const char *name)
{
	char *copy = parts_make_room(parts) ? ct_path_join("", name) : NULL;

	if (copy == NULL)
		return NULL;
	parts->at[parts->len] = (struct ct_part){ .name = copy, .field = CT_NO_FIELD };
	return &parts->at[parts->len++];
}

static void remove_part(ct_module *self, enum ct_part_kind kind, struct ct_part *part)
{
	struct ct_parts *parts = &self->parts[kind];

	ct_part_set(self, kind, part, NULL);
	free(part->name);
	parts->len--;
	memmove(part, part + 1, (size_t)(parts->at + parts->len - part) * sizeof *part);
}

/* --- registering ------------------------------------------------------------------------------ */

/* Python's KeyErrors, in Python's words. */
static ct_error check_name(const ct_module *self, enum ct_part_kind kind, const char *name,
			   const char *function)
{
	if (name == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (name) must not be NULL");
	for (int other = 0; other < CT_PART_KINDS; other++)
		if (other != (int)kind && ct_part_find(self, (enum ct_part_kind)other, name))
			return ct_error_new(CT_ERROR_KEY, function, "attribute '%s' already exists",
					    name);
	if (strchr(name, '.'))
		return kind == CT_CHILDREN
			       ? ct_error_new(CT_ERROR_KEY, function,
					      "module name can't contain \".\", got: %s", name)
			       : ct_error_new(CT_ERROR_KEY, function, "%s name can't contain \".\"",
					      kinds[kind]);
	if (*name == '\0')
		return ct_error_new(CT_ERROR_KEY, function, "%s name can't be empty string \"\"",
				    kinds[kind]);
	return NULL;
}

/* Where the pointer to the part is in the data. */
static ct_error field_of(const ct_module *self, const void *field, const char *function,
			 size_t *result)
{
	const char *at = field;

	*result = CT_NO_FIELD;
	if (at == NULL)
		return NULL;
	if (self->klass->size < sizeof(void *) || at < self->data ||
	    at > self->data + self->klass->size - sizeof(void *))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "field is not inside the module's data (%zu bytes, class %s)",
				    self->klass->size, self->klass->name);
	*result = (size_t)(at - self->data);
	return NULL;
}

/* `object` is a reference, which is taken over; on an error it is released. */
static ct_error put(ct_module *self, enum ct_part_kind kind, struct ct_part new,
		    const char *function)
{
	struct ct_part *part = ct_part_find(self, kind, new.name);

	if (part == NULL)
		part = parts_append(&self->parts[kind], new.name);
	if (part == NULL) {
		ct_part_release(kind, new.object);
		return ct_no_memory(function, "for a %s", kinds[kind]);
	}
	if (new.field != CT_NO_FIELD &&new.field != part->field) {
		set_field(self, part, NULL);
		part->field = new.field;
	}
	part->is_persistent = new.is_persistent;
	ct_part_set(self, kind, part, new.object);
	return NULL;
}

ct_error ct_module_share_tensor(const ct_tensor *tensor, const char *function, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (*result == NULL && tensor)
		return ct_no_memory(function, "for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error no_leaf(const char *name, const char *function)
{
	return ct_error_new(
		CT_ERROR_VALUE, function,
		"Cannot assign non-leaf Tensor to parameter '%s'. Model parameters must "
		"be created explicitly. To express '%s' as a function of another Tensor, "
		"compute the value in the forward() method.",
		name, name);
}

static ct_error register_tensor(ct_module *self, enum ct_part_kind kind, const char *name,
				const ct_tensor *tensor, bool is_persistent, ct_tensor **field,
				const char *function)
{
	struct ct_part new = { .name = (char *)name, .is_persistent = is_persistent };
	ct_tensor *shared;

	CT_TRY(ct_module_check(self, function, 1, "self"));
	CT_TRY(check_name(self, kind, name, function));
	if (kind == CT_PARAMETERS && tensor && !ct_tensor_is_leaf(tensor))
		return no_leaf(name, function);
	CT_TRY(field_of(self, field, function, &new.field));
	CT_TRY(ct_module_share_tensor(tensor, function, &shared));
	new.object = shared;
	return put(self, kind, new, function);
}

ct_error ct_module_register_parameter(ct_module *self, const char *name, const ct_tensor *parameter,
				      ct_tensor **field)
{
	return register_tensor(self, CT_PARAMETERS, name, parameter, true, field, __func__);
}

ct_error ct_module_register_buffer(ct_module *self, const char *name, const ct_tensor *buffer,
				   bool persistent, ct_tensor **field)
{
	return register_tensor(self, CT_BUFFERS, name, buffer, persistent, field, __func__);
}

static ct_error check_no_cycle(const ct_module *self, const char *name, const ct_module *child)
{
	struct ct_visits inside = { 0 };
	bool found = false;

	CT_TRY(ct_visits_make(child, "", false, CT_NAME_OF(ct_module_add_module), &inside));
	for (int64_t i = 0; i < inside.len; i++)
		found = found || inside.at[i].module == self;
	ct_visits_free(&inside);
	if (found)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_module_add_module),
				    "a module cannot contain itself: '%s' contains this %s", name,
				    self->klass->name);
	return NULL;
}

ct_error ct_module_add_module(ct_module *self, const char *name, const ct_module *child,
			      ct_module **field)
{
	struct ct_part new = { .name = (char *)name };

	CT_MODULE_CHECK(self);
	if (child)
		CT_TRY(ct_module_check(child, __func__, 3, "child"));
	CT_TRY(check_name(self, CT_CHILDREN, name, __func__));
	CT_TRY(field_of(self, field, __func__, &new.field));
	if (child)
		CT_TRY(check_no_cycle(self, name, child));
	new.object = ct_module_share(child);
	return put(self, CT_CHILDREN, new, __func__);
}

ct_error ct_module_remove(ct_module *self, const char *name)
{
	CT_MODULE_CHECK(self);
	if (name == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (name) must not be NULL");
	for (int kind = 0; kind < CT_PART_KINDS; kind++) {
		struct ct_part *part = ct_part_find(self, (enum ct_part_kind)kind, name);

		if (part) {
			remove_part(self, (enum ct_part_kind)kind, part);
			return NULL;
		}
	}
	return ct_error_new(CT_ERROR_ATTRIBUTE, __func__, "'%s' object has no attribute '%s'",
			    self->klass->name, name);
}

ct_error ct_parameter_new(const ct_tensor *data, bool requires_grad, ct_tensor **result)
{
	ct_tensor *parameter;
	ct_error error;

	if (data == NULL)
		return ct_missing_argument(__func__, 1, "data");
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	CT_TRY(ct_detach(data, &parameter));
	error = ct_tensor_set_requires_grad(parameter, requires_grad);
	if (error) {
		ct_tensor_free(parameter);
		return error;
	}
	*result = parameter;
	return NULL;
}

/* --- paths ------------------------------------------------------------------------------------ */

/* A part of any kind whose name is the first `length` characters, which need not end with NUL. */
static const struct ct_part *part_of(const ct_module *module, const char *name, size_t length)
{
	for (int kind = 0; kind < CT_PART_KINDS; kind++)
		for (uint32_t i = 0; i < module->parts[kind].len; i++) {
			const struct ct_part *part = &module->parts[kind].at[i];

			if (strlen(part->name) == length && !memcmp(part->name, name, length))
				return part;
		}
	return NULL;
}

static ct_error has_no(const ct_module *module, const char *name, size_t length,
		       const char *function)
{
	if (part_of(module, name, length))
		return ct_error_new(CT_ERROR_ATTRIBUTE, function, "`%.*s` is not an nn.Module",
				    (int)length, name);
	return ct_error_new(CT_ERROR_ATTRIBUTE, function, "%s has no attribute `%.*s`",
			    module->klass->name, (int)length, name);
}

/* The child of this name, which need not end with NUL. */
static ct_module *child_of(const ct_module *module, const char *name, size_t length)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];

	for (uint32_t i = 0; i < children->len; i++)
		if (strlen(children->at[i].name) == length &&
		    !memcmp(children->at[i].name, name, length))
			return children->at[i].object;
	return NULL;
}

/* Follows the first `length` characters of a path. */
static ct_error follow(const ct_module *self, const char *path, size_t length, const char *function,
		       ct_module **result)
{
	const char *end = path + length;

	while (path < end) {
		const char *dot = memchr(path, '.', (size_t)(end - path));
		const size_t step = (size_t)((dot ? dot : end) - path);
		const ct_module *child = child_of(self, path, step);

		if (child == NULL)
			return has_no(self, path, step, function);
		self = child;
		path += step + (dot != NULL);
		if (dot && path == end) /* it ends with a dot */
			return has_no(self, path, 0, function);
	}
	*result = (ct_module *)self;
	return NULL;
}

static ct_error check_path(const ct_module *self, const char *path, const void *result,
			   const char *function)
{
	CT_TRY(ct_module_check(self, function, 1, "self"));
	if (path == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s) must not be NULL", path ? 3 : 2,
				    path ? "result" : "path");
	return NULL;
}

ct_error ct_module_get_submodule(const ct_module *self, const char *path, ct_module **result)
{
	CT_TRY(check_path(self, path, result, __func__));
	return follow(self, path, strlen(path), __func__, result);
}

ct_error ct_module_parent_of(const ct_module *self, const char *path, const char *function,
			     ct_module **parent, const char **name)
{
	const char *dot = strrchr(path, '.');

	*name = dot ? dot + 1 : path;
	return follow(self, path, dot ? (size_t)(dot - path) : 0, function, parent);
}

static ct_error has_no_tensor(const ct_module *module, enum ct_part_kind kind, const char *name,
			      const char *function)
{
	if (part_of(module, name, strlen(name)))
		return ct_error_new(CT_ERROR_ATTRIBUTE, function, "`%s` is not %s", name,
				    kind == CT_BUFFERS ? "a buffer" : "an nn.Parameter");
	return ct_error_new(CT_ERROR_ATTRIBUTE, function, "%s has no attribute `%s`",
			    module->klass->name, name);
}

static ct_error get_tensor(const ct_module *self, enum ct_part_kind kind, const char *path,
			   const char *function, ct_tensor **result)
{
	const struct ct_part *part;
	ct_module *parent;
	const char *name;

	CT_TRY(check_path(self, path, result, function));
	CT_TRY(ct_module_parent_of(self, path, function, &parent, &name));
	part = ct_part_find(parent, kind, name);
	if (part && (part->object || kind == CT_BUFFERS)) {
		*result = part->object;
		return NULL;
	}
	return has_no_tensor(parent, kind, name, function);
}

ct_error ct_module_get_parameter(const ct_module *self, const char *path, ct_tensor **result)
{
	return get_tensor(self, CT_PARAMETERS, path, __func__, result);
}

ct_error ct_module_get_buffer(const ct_module *self, const char *path, ct_tensor **result)
{
	return get_tensor(self, CT_BUFFERS, path, __func__, result);
}

ct_error ct_module_set_parameter(ct_module *self, const char *path, const ct_tensor *parameter)
{
	ct_module *parent;
	const char *name;

	CT_TRY(check_path(self, path, "", __func__));
	CT_TRY(ct_module_parent_of(self, path, __func__, &parent, &name));
	if (!ct_part_find(parent, CT_PARAMETERS, name))
		return has_no_tensor(parent, CT_PARAMETERS, name, __func__);
	return ct_module_register_parameter(parent, name, parameter, NULL);
}

ct_error ct_module_set_submodule(ct_module *self, const char *path, const ct_module *child,
				 bool strict)
{
	ct_module *parent;
	const char *name;

	CT_TRY(check_path(self, path, "", __func__));
	CT_TRY(ct_module_check(child, __func__, 3, "child"));
	if (*path == '\0')
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "Cannot set the submodule without a target name!");
	CT_TRY(ct_module_parent_of(self, path, __func__, &parent, &name));
	if (child_of(parent, name, strlen(name)) == NULL &&
	    (strict || part_of(parent, name, strlen(name))))
		return has_no(parent, name, strlen(name), __func__);
	return ct_module_add_module(parent, name, child, NULL);
}

int64_t ct_module_child_count(const ct_module *self)
{
	ct_module_check_argument(self, CT_HERE);
	return self ? self->parts[CT_CHILDREN].len : 0;
}

static const struct ct_part *part_at(const ct_module *self, int64_t index)
{
	const int64_t len = self ? self->parts[CT_CHILDREN].len : 0;

	if (index < 0)
		index += len;
	return index >= 0 && index < len ? &self->parts[CT_CHILDREN].at[index] : NULL;
}

ct_module *ct_module_child_at(const ct_module *self, int64_t index)
{
	const struct ct_part *part;

	ct_module_check_argument(self, CT_HERE);
	part = part_at(self, index);
	return part ? part->object : NULL;
}

const char *ct_module_child_name_at(const ct_module *self, int64_t index)
{
	const struct ct_part *part;

	ct_module_check_argument(self, CT_HERE);
	part = part_at(self, index);
	return part ? part->name : NULL;
}
