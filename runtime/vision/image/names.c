/*
 * Names of images; lists of names.
 */
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ctorch/tensor/settings.h>

#include "core/base/lengths.h"
#include "vision/image/names.h"

static const char *const endings[] = { ".png",  ".jpg", ".jpeg", ".bmp",
#ifdef CT_HAVE_WEBP
				       ".webp",
#endif
				       NULL };

static const char *const left_out[] = { ".gif",  ".tif",  ".tiff", ".ppm", ".pgm", ".pbm", ".pnm",
					".avif", ".heic", ".heif", ".jp2", ".jxl", ".tga", ".ico",
#ifndef CT_HAVE_WEBP
					".webp",
#endif
					NULL };

static_assert(sizeof left_out / sizeof *left_out <= CT_LEFT_OUT_KINDS + 1, "a count for each");

/* The place of the name's ending in the list, in any case, or -1. */
static int find_ending(const char *const *list, const char *name)
{
	const char *dot = strrchr(name, '.');

	for (int i = 0; dot && list[i]; i++)
		if (strcasecmp(dot, list[i]) == 0)
			return i;
	return -1;
}

bool ct_image_has_name(const char *name)
{
	return find_ending(endings, name) >= 0;
}

void ct_left_out_note(struct ct_left_out *self, const char *name)
{
	const int kind = find_ending(left_out, name);

	if (kind >= 0)
		self->counts[kind]++;
}

void ct_left_out_warn(const struct ct_left_out *self, const char *function, const char *path)
{
	char counts[CT_LEFT_OUT_KINDS * 32]; /* the longest number has 19 digits */
	char text[sizeof counts + 500];
	size_t n = 0;

	for (int i = 0; left_out[i]; i++)
		if (self->counts[i])
			n += (size_t)snprintf(counts + n, sizeof counts - n, "%s%lld %s",
					      n ? ", " : "", (long long)self->counts[i],
					      left_out[i]);
	if (n == 0)
		return;
	snprintf(text, sizeof text, "%s: %.300s: skipping images in unsupported formats: %s",
		 function, path, counts);
	ct_warn(text);
}

bool ct_names_add(struct ct_names *self, const char *name, size_t n)
{
	char **longer = ct_array_grow(self->at, &self->room, self->len + 1, sizeof *longer);
	char *copy;

	if (longer == NULL)
		return false;
	self->at = longer;
	copy = strndup(name, n);
	if (copy)
		self->at[self->len++] = copy;
	return copy != NULL;
}

bool ct_names_copy(struct ct_names *self, const char *const *names, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (!ct_names_add(self, names[i], strlen(names[i])))
			return false;
	return true;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void ct_names_sort(struct ct_names *self)
{
	ct_value_free(&self->places);
	if (self->len)
		qsort(self->at, (size_t)self->len, sizeof *self->at, compare);
}

/* False: no memory. */
static bool add_place(struct ct_names *self, int64_t place)
{
	const ct_value key = ct_value_bytes(self->at[place], (int64_t)strlen(self->at[place]));
	ct_error error;

	if (ct_value_is_none(&self->places))
		self->places = ct_value_dict_new();
	if (ct_value_dict_has(&self->places, key))
		return true;
	error = ct_value_dict_set(&self->places, key, ct_value_int(place));
	if (error == NULL)
		return true;
	ct_error_free(error);
	return false;
}

bool ct_names_add_once(struct ct_names *self, const char *name, size_t n)
{
	return ct_names_find(self, name, n) >= 0 ||
	       (ct_names_add(self, name, n) && add_place(self, self->len - 1));
}

bool ct_names_index(struct ct_names *self)
{
	for (int64_t i = 0; i < self->len; i++)
		if (!add_place(self, i))
			return false;
	return true;
}

int64_t ct_names_find(const struct ct_names *self, const char *name, size_t n)
{
	const ct_value key = ct_value_bytes(name, (int64_t)n);
	ct_value place = ct_value_none();
	int64_t result = -1;

	if (ct_value_dict_has(&self->places, key)) {
		ct_error_free(ct_value_dict_get(&self->places, key, &place));
		ct_error_free(ct_value_as_int(&place, &result));
	}
	return result;
}

void ct_names_free(struct ct_names *self)
{
	for (int64_t i = 0; i < self->len; i++)
		free(self->at[i]);
	free(self->at);
	ct_value_free(&self->places);
	*self = (struct ct_names){ 0 };
}

ct_error ct_names_to_value(const struct ct_names *self, ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < self->len && error == NULL; i++)
		error = ct_value_list_append(&list, ct_value_string(self->at[i]));
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}
