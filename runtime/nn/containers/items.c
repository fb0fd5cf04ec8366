/*
 * What the containers of torch.nn share: indices, slices, names.
 */
#define _GNU_SOURCE /* strdup() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "module/checked.h"
#include "nn/containers/items.h"
#include "nn/layers/class.h"

struct ct_item_name ct_item_name(int64_t index)
{
	struct ct_item_name name;

	snprintf(name.text, sizeof name.text, "%lld", (long long)index);
	return name;
}

ct_error ct_items_check(const ct_module *module, const struct ct_nn_code *one,
			const struct ct_nn_code *other, int position, const char *argument,
			const char *function)
{
	CT_TRY(ct_module_check(module, function, position, argument));
	if (module->klass == &one->module || (other && module->klass == &other->module))
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function, "argument %d (%s) must be a %s%s%s, not %s",
			    position, argument, one->module.name, other ? " or a " : "",
			    other ? other->module.name : "", module->klass->name);
}

ct_error ct_items_index(int64_t index, int64_t len, const char *function, int64_t *result)
{
	if (index < -len || index >= len)
		return ct_error_new(CT_ERROR_INDEX, function, "index %lld is out of range",
				    (long long)index);
	*result = index < 0 ? index + len : index;
	return NULL;
}

ct_error ct_items_no_key(const char *key, const char *function)
{
	return ct_error_new(CT_ERROR_KEY, function, "%s", key);
}

/* --- slices ----------------------------------------------------------------------------------- */

/* A bound from the beginning, within the list. */
static int64_t bound(int64_t at, int64_t len)
{
	if (at < 0)
		at += len;
	return at < 0 ? 0 : at > len ? len : at;
}

ct_error ct_items_range(ct_index slice, int64_t len, const char *function,
			struct ct_item_range *range)
{
	const bool has_start = slice.given & CT_INDEX_START, has_stop = slice.given & CT_INDEX_STOP;
	const int64_t first = has_start ? bound(slice.start, len) : 0;
	const int64_t stop = has_stop ? bound(slice.stop, len) : len;
	const int64_t step = slice.given & CT_INDEX_STEP ? slice.step : 1;

	if (slice.kind != CT_INDEX_SLICE)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument slice must be a slice, such as CT_SLICE(1, 3)");
	if (step <= 0)
		return ct_error_new(CT_ERROR_VALUE, function,
				    step ? "slice step must be positive, not %lld"
					 : "slice step cannot be zero",
				    (long long)step);
	*range = (struct ct_item_range){ first, step,
					 stop > first ? (stop - first - 1) / step + 1 : 0 };
	return NULL;
}

static bool is_in(const struct ct_item_range *range, int64_t i)
{
	return i >= range->first && (i - range->first) % range->step == 0 &&
	       (i - range->first) / range->step < range->count;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* Containers have no fields that point to parts. */
void ct_items_remove(struct ct_parts *parts, enum ct_part_kind kind,
		     const struct ct_item_range *range)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < parts->len; i++) {
		if (!is_in(range, i)) {
			parts->at[kept++] = parts->at[i];
			continue;
		}
		free(parts->at[i].name);
		if (kind == CT_CHILDREN)
			ct_module_note_contained(parts->at[i].object, -1);
		ct_part_release(kind, parts->at[i].object);
	}
	parts->len = kept;
}

void ct_items_cut(struct ct_parts *parts, enum ct_part_kind kind, uint32_t len)
{
	ct_items_remove(parts, kind, &(struct ct_item_range){ len, 1, INT32_MAX });
}

bool ct_items_renumber(struct ct_parts *parts, const struct ct_item_range *removed)
{
	char **names = ct_array_new(parts->len, sizeof *names);
	bool made = names != NULL;
	int64_t number = 0;

	for (uint32_t i = 0; made && i < parts->len; i++) {
		if (is_in(removed, i))
			continue;
		names[i] = strdup(ct_item_name(number++).text);
		made = names[i] != NULL;
	}
	for (uint32_t i = 0; names && i < parts->len; i++) {
		char *unused = names[i];

		if (made && names[i]) {
			unused = parts->at[i].name;
			parts->at[i].name = names[i];
		}
		free(unused);
	}
	free(names);
	return made;
}

ct_error ct_items_new(const struct ct_nn_code *code, ct_module **result)
{
	const struct ct_nn_class *klass = ct_nn_class_find(code->module.name);

	return ct_nn_class_make(klass, klass->of.defaults, result);
}
