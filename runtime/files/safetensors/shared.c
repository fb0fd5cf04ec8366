/*
 * Tensors that share memory. Python's save_file() refuses them: a file would have the elements
 * twice, and the tensors loaded from it would be separate.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/safetensors/write.h"

/* The addresses between which a tensor's elements are. */
struct area {
	const char *name;
	ct_device device;
	uintptr_t begin, end;
};

/* Without elements a tensor shares none. */
static bool area_of(const struct ct_st_item *item, struct area *area)
{
	const int64_t *shape = ct_tensor_shape(item->tensor);
	const int64_t *strides = ct_tensor_strides(item->tensor);
	int64_t last = 0;

	for (int64_t i = 0; i < ct_tensor_dim(item->tensor); i++)
		last += (shape[i] - 1) * strides[i];
	area->name = item->name;
	area->device = ct_tensor_device(item->tensor);
	area->begin = (uintptr_t)ct_tensor_data(item->tensor);
	area->end = area->begin + (uintptr_t)((last + 1) * ct_tensor_element_size(item->tensor));
	return area->begin && item->nbytes;
}

static int shared_compare(const void *left, const void *right)
{
	const struct area *a = left, *b = right;

	if (a->device.type != b->device.type)
		return a->device.type < b->device.type ? -1 : 1;
	if (a->device.index != b->device.index)
		return a->device.index < b->device.index ? -1 : 1;
	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The areas from the first on that overlap, directly or by others between them. */
static int64_t count_overlapping(const struct area *areas, int64_t len)
{
	uintptr_t end = areas->end;
	int64_t n = 1;

	while (n < len && areas[n].device.type == areas->device.type &&
	       areas[n].device.index == areas->device.index && areas[n].begin < end) {
		if (areas[n].end > end)
			end = areas[n].end;
		n++;
	}
	return n;
}

static void add_names(struct ct_text *text, const struct area *areas, int64_t n)
{
	char shown[CT_SHOWN];

	ct_text_add(text, text->length ? ", {" : "{");
	for (int64_t i = 0; i < n; i++)
		ct_text_addf(text, "%s'%s'", i ? ", " : "", ct_shown(areas[i].name, shown));
	ct_text_add(text, "}");
}

static ct_error report(const char *function, const struct area *areas, int64_t len)
{
	struct ct_text names = { 0 };
	ct_error error = NULL;

	for (int64_t i = 0, n; i < len; i += n) {
		n = count_overlapping(areas + i, len - i);
		if (n > 1)
			add_names(&names, areas + i, n);
	}
	if (names.length)
		error = ct_error_new(
			CT_ERROR_RUNTIME, function,
			"Some tensors share memory, this will lead to duplicate memory "
			"on disk and potential differences when loading them again: "
			"[%s]; save one of each, or copies made with ct_clone()",
			names.data);
	ct_text_release(&names);
	return error;
}

ct_error ct_st_check_shared(const char *function, const struct ct_st_items *items)
{
	struct area *areas = ct_array_new(items->len, sizeof *areas);
	int64_t n = 0;
	ct_error error;

	if (areas == NULL)
		return ct_no_memory(function, "for %lld tensors", (long long)items->len);
	for (int64_t i = 0; i < items->len; i++)
		n += area_of(&items->items[i], &areas[n]);
	qsort(areas, (size_t)n, sizeof *areas, shared_compare);
	error = report(function, areas, n);
	free(areas);
	return error;
}
