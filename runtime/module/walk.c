/*
 * The modules in a module, and lists of parameters and buffers with their names.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "module/module.h"

enum { FEW = 32, MOST_DEPTH = 250 };

/* --- what was seen ---------------------------------------------------------------------------- */

/* A set of addresses, at most half full. Training loops list the parameters of small networks in
 * each step, so up to FEW / 2 need no memory. */
struct seen {
	const void **slots; /* NULL: `few` */
	size_t size, len;   /* size: a power of 2 */
	const void *few[FEW];
};

/* The place of the object, or a free one, which has NULL. */
static const void **slot_of(const void **slots, size_t size, const void *object)
{
	const uint64_t hash = (uint64_t)(uintptr_t)object * 0x9e3779b97f4a7c15u;
	size_t i = (size_t)(hash >> 32) & (size - 1);

	while (slots[i] && slots[i] != object)
		i = (i + 1) & (size - 1);
	return &slots[i];
}

static bool grow(struct seen *all)
{
	const void **old = all->slots ? all->slots : all->few;
	const size_t size = 4 * all->size;
	const void **slots = ct_array_new((int64_t)size, sizeof *slots);

	if (slots == NULL)
		return false;
	for (size_t i = 0; i < all->size; i++)
		if (old[i])
			*slot_of(slots, size, old[i]) = old[i];
	free(all->slots);
	all->slots = slots;
	all->size = size;
	return true;
}

/* True: for the first time. False with `failed`: no memory. */
static bool is_new(struct seen *all, const void *object, bool *failed)
{
	const void **slot;

	if (all->size == 0)
		all->size = FEW;
	slot = slot_of(all->slots ? all->slots : all->few, all->size, object);
	if (*slot)
		return false;
	if (2 * (all->len + 1) > all->size) {
		if (!grow(all)) {
			*failed = true;
			return false;
		}
		slot = slot_of(all->slots, all->size, object);
	}
	*slot = object;
	all->len++;
	return true;
}

static void walk_forget(struct seen *all)
{
	free(all->slots);
}

/* --- modules ---------------------------------------------------------------------------------- */

struct walk {
	struct ct_visits *visits;
	struct seen seen;
	bool duplicates, failed, too_deep;
};

char *ct_path_join(const char *prefix, const char *name)
{
	const size_t before = strlen(prefix), length = strlen(name);
	char *path = malloc(before + length + 2);

	if (path == NULL)
		return NULL;
	memcpy(path, prefix, before);
	if (before)
		path[before] = '.';
	memcpy(path + before + (before > 0), name, length + 1);
	return path;
}

/* Takes `path` over; NULL: there was no memory for it. */
static bool add_visit(struct walk *walk, ct_module *module, char *path)
{
	struct ct_visits *visits = walk->visits;

	struct ct_visit *at = ct_array_grow(visits->at, &visits->room, visits->len + 1, sizeof *at);

	if (at)
		visits->at = at;
	if (path == NULL || at == NULL) {
		free(path);
		walk->failed = true;
		return false;
	}
	visits->at[visits->len++] = (struct ct_visit){ module, path };
	return true;
}

static void visit(struct walk *walk, ct_module *module, char *path, int depth)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];

	walk->too_deep = walk->too_deep || depth > MOST_DEPTH;
	if (walk->too_deep || (!walk->duplicates && !is_new(&walk->seen, module, &walk->failed))) {
		free(path);
		return;
	}
	if (!add_visit(walk, module, path))
		return;
	for (uint32_t i = 0; i < children->len && !walk->failed; i++)
		if (children->at[i].object)
			visit(walk, children->at[i].object,
			      ct_path_join(path, children->at[i].name), depth + 1);
}

static ct_error too_deep(const char *function)
{
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "modules are nested more than %d levels deep", MOST_DEPTH);
}

static bool is_deeper(const ct_module *module, int depth)
{
	const struct ct_parts *children = &module->parts[CT_CHILDREN];

	if (depth == 0)
		return true;
	for (uint32_t i = 0; i < children->len; i++)
		if (children->at[i].object && is_deeper(children->at[i].object, depth - 1))
			return true;
	return false;
}

ct_error ct_module_check_depth(const ct_module *self, const char *function)
{
	return is_deeper(self, MOST_DEPTH) ? too_deep(function) : NULL;
}

ct_error ct_visits_make(const ct_module *self, const char *prefix, bool duplicates,
			const char *function, struct ct_visits *visits)
{
	struct walk walk = { .visits = visits, .duplicates = duplicates };

	*visits = (struct ct_visits){ 0 };
	visit(&walk, (ct_module *)self, ct_path_join("", prefix), 1);
	walk_forget(&walk.seen);
	if (!walk.failed && !walk.too_deep)
		return NULL;
	ct_visits_free(visits);
	return walk.too_deep ? too_deep(function) : ct_no_memory(function, "for a list of modules");
}

void ct_visits_free(struct ct_visits *visits)
{
	for (int64_t i = 0; i < visits->len; i++)
		free(visits->at[i].path);
	free(visits->at);
	*visits = (struct ct_visits){ 0 };
}

/* --- lists ------------------------------------------------------------------------------------ */

/* The public list: an array of named pointers, and behind it the names. */
struct listed {
	const char *name; /* in front of them, in two parts: "encoder", "weight" */
	const char *prefix;
	void *object;
};

struct list {
	struct listed *at;
	int64_t len, room;
	bool failed;
};

static void add_listed(struct list *list, const char *prefix, const char *name, void *object)
{
	struct listed *at = ct_array_grow(list->at, &list->room, list->len + 1, sizeof *at);

	list->failed = list->failed || at == NULL;
	if (at == NULL)
		return;
	list->at = at;
	list->at[list->len++] = (struct listed){ name, prefix, object };
}

_Static_assert(sizeof(ct_named_tensor) == sizeof(ct_named_module) &&
		       offsetof(ct_named_tensor, tensor) == offsetof(ct_named_module, module),
	       "one function makes both lists");

static size_t name_size(const struct listed *one)
{
	return strlen(one->prefix) + strlen(one->name) + 2;
}

static char *walk_append(char *end, const char *text)
{
	const size_t length = strlen(text);

	memcpy(end, text, length);
	return end + length;
}

/* One block, which is the caller's; NULL if there is no memory. */
static void *pack(const struct list *list)
{
	size_t size = (size_t)list->len * sizeof(ct_named_module);
	ct_named_module *result;
	char *end;

	for (int64_t i = 0; i < list->len; i++)
		size += name_size(&list->at[i]);
	result = list->failed ? NULL : ct_given_new(size);
	if (result == NULL)
		return NULL;
	end = (char *)(result + list->len);
	for (int64_t i = 0; i < list->len; i++) {
		const struct listed *one = &list->at[i];

		result[i] = (ct_named_module){ end, one->object };
		end = walk_append(end, one->prefix);
		if (*one->prefix && *one->name)
			*end++ = '.';
		end = walk_append(end, one->name);
		*end++ = '\0';
	}
	return result;
}

static ct_error give_list(struct list *list, const char *function, void **result,
			  int64_t *result_len)
{
	void *packed = result ? pack(list) : NULL;
	const bool failed = list->failed || (result && packed == NULL);

	free(list->at);
	if (failed)
		return ct_no_memory(function, "for a list");
	if (result)
		*result = packed;
	if (result_len)
		*result_len = list->len;
	return NULL;
}

static void list_parts(struct list *list, struct seen *seen, bool duplicates,
		       const struct ct_visit *visit, enum ct_part_kind kind)
{
	const struct ct_parts *parts = &visit->module->parts[kind];

	for (uint32_t i = 0; i < parts->len; i++) {
		const struct ct_part *part = &parts->at[i];

		if (part->object && (duplicates || is_new(seen, part->object, &list->failed)))
			add_listed(list, visit->path, part->name, part->object);
	}
}

static ct_error named_tensors(const ct_module *self, enum ct_part_kind kind,
			      const ct_module_list_options *given, const char *function,
			      ct_named_tensor **result, int64_t *result_len)
{
	const ct_module_list_options options = given ? *given : (ct_module_list_options){ 0 };
	const char *prefix = options.prefix ? options.prefix : "";
	const struct ct_visit own = { (ct_module *)self, (char *)prefix };
	struct ct_visits visits = { 0 };
	struct list list = { 0 };
	struct seen seen = { 0 };
	void *packed = NULL;
	ct_error error;

	CT_TRY(ct_module_check(self, function, 1, "self"));
	if (options.no_recurse)
		list_parts(&list, &seen, options.keep_duplicates, &own, kind);
	else
		CT_TRY(ct_visits_make(self, prefix, options.keep_duplicates, function, &visits));
	for (int64_t i = 0; i < visits.len; i++)
		list_parts(&list, &seen, options.keep_duplicates, &visits.at[i], kind);
	walk_forget(&seen);
	error = give_list(&list, function, result ? &packed : NULL, result_len);
	ct_visits_free(&visits);
	if (error == NULL && result)
		*result = packed;
	return error;
}

ct_error ct_module_named_parameters(const ct_module *self, const ct_module_list_options *options,
				    ct_named_tensor **result, int64_t *result_len)
{
	return named_tensors(self, CT_PARAMETERS, options, __func__, result, result_len);
}

ct_error ct_module_named_buffers(const ct_module *self, const ct_module_list_options *options,
				 ct_named_tensor **result, int64_t *result_len)
{
	return named_tensors(self, CT_BUFFERS, options, __func__, result, result_len);
}

static void list_children(struct list *list, const ct_module *self, const char *prefix,
			  bool duplicates)
{
	const struct ct_parts *children = &self->parts[CT_CHILDREN];
	struct seen seen = { 0 };

	for (uint32_t i = 0; i < children->len; i++) {
		void *child = children->at[i].object;

		if (child && (duplicates || is_new(&seen, child, &list->failed)))
			add_listed(list, prefix, children->at[i].name, child);
	}
	walk_forget(&seen);
}

ct_error ct_module_named_modules(const ct_module *self, const ct_module_list_options *given,
				 ct_named_module **result, int64_t *result_len)
{
	const ct_module_list_options options = given ? *given : (ct_module_list_options){ 0 };
	const char *prefix = options.prefix ? options.prefix : "";
	struct ct_visits visits = { 0 };
	struct list list = { 0 };
	void *packed = NULL;
	ct_error error;

	CT_MODULE_CHECK(self);
	if (options.no_recurse)
		list_children(&list, self, prefix, options.keep_duplicates);
	else
		CT_TRY(ct_visits_make(self, prefix, options.keep_duplicates, __func__, &visits));
	for (int64_t i = 0; i < visits.len; i++)
		add_listed(&list, visits.at[i].path, "", visits.at[i].module);
	error = give_list(&list, __func__, result ? &packed : NULL, result_len);
	ct_visits_free(&visits);
	if (error == NULL && result)
		*result = packed;
	return error;
}
