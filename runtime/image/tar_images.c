/*
 * Images in tar archives as a stream. The stream below gives what is quick to read: the tuple (bytes,
 * label, name); a function, which the loader's workers call, decodes it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "image/tar.h"
#include "image/tar_data.h"

/* --- labels ------------------------------------------------------------------------------------- */

/* The folder that the file is in: `n` bytes of its name; 0 if there is none. Parts that are empty or
 * `.` are no folders: "cat/.//7.jpg" is in "cat". */
static const char *find_folder(const char *name, size_t *n)
{
	const char *end = strrchr(name, '/'), *start = name;

	for (*n = 0; end && *n == 0; end = start > name ? start - 1 : NULL) {
		for (start = end; start > name && start[-1] != '/';)
			start--;
		if (end - start > 1 || (end - start == 1 && *start != '.'))
			*n = (size_t)(end - start);
	}
	return start;
}

static ct_error find_label(const struct ct_tar *tar, const struct ct_names *classes, int64_t *label)
{
	const char *folder;
	char text[420];
	size_t n;

	CT_TRY(ct_tar_check_name(tar));
	folder = find_folder(tar->name, &n);
	*label = n ? ct_names_find(classes, folder, n) : -1;
	if (*label >= 0)
		return NULL;
	ct_tar_describe(tar, text, sizeof text);
	return n ? ct_error_new(CT_ERROR_KEY, tar->function, "%s: there is no class '%.*s'", text,
				(int)(n < 100 ? n : 100), folder)
		 : ct_error_new(CT_ERROR_VALUE, tar->function,
				"%s: it is in no folder, which would be its class", text);
}

/* --- the stream --------------------------------------------------------------------------------- */

static ct_error tar_len(const void *data, int64_t *result)
{
	*result = ((const struct ct_tar_data *)data)->len;
	return NULL;
}

static ct_error tar_classes(const void *data, ct_value *result)
{
	return ct_names_to_value(&((const struct ct_tar_data *)data)->classes, result);
}

static ct_error make_sample(struct ct_tar *tar, int64_t label, ct_value *sample)
{
	unsigned char *bytes;
	char text[420];
	size_t n;
	ct_value items[3] = { 0 }, tuple = ct_value_tuple(items, 3);
	ct_error error;

	ct_tar_describe(tar, text, sizeof text);
	CT_TRY(ct_tar_read(tar, &bytes, &n));
	items[0] = ct_value_bytes(bytes, (int64_t)n);
	items[1] = ct_value_int(label);
	items[2] = ct_value_string(text);
	error = ct_value_copy(&tuple, sample);
	free(bytes);
	return error;
}

static ct_error tar_next(void *stream, ct_value *sample)
{
	struct ct_tar_pass *self = stream;
	struct ct_tar *tar = &self->tar;
	int64_t label;

	do {
		CT_TRY(ct_tar_next(tar));
		if (tar->name == NULL)
			return NULL;
	} while (!ct_image_has_name(tar->name));
	CT_TRY(find_label(tar, &self->data->classes, &label));
	return make_sample(tar, label, sample);
}

/* (bytes, label, name) becomes (image, label). */
static ct_error decode(ct_value *sample, ct_generator *generator, void *context)
{
	const struct ct_tar_data *self = context;
	const char *name;
	const void *bytes;
	ct_value parts[3], pair;
	ct_tensor *image;
	int64_t n;

	(void)generator;
	for (int64_t i = 0; i < 3; i++)
		CT_TRY(ct_value_item(sample, i, &parts[i]));
	CT_TRY(ct_value_as_bytes(&parts[0], &bytes, &n));
	CT_TRY(ct_value_as_string(&parts[2], &name, NULL));
	CT_TRY(ct_image_data_decode(&self->options, "ct_tar_images", name, bytes, (size_t)n,
				    &image));
	CT_TRY(ct_sample_pair(image, parts[1], &pair));
	ct_value_free(sample);
	*sample = pair;
	return NULL;
}

/* --- the vocabulary ----------------------------------------------------------------------------- */

static ct_error add_class(const char *name, struct ct_names *classes, const char *function)
{
	const char *folder;
	size_t n;

	folder = find_folder(name, &n);
	if (n == 0 || !ct_tar_is_inside(name) || ct_names_add_once(classes, folder, n))
		return NULL;
	return ct_image_no_memory(function);
}

/* Images that will be errors of the stream are counted, but are of no class. */
static ct_error read_names(const struct ct_names *paths, int64_t max_entry_bytes,
			   ct_progress *progress, struct ct_names *classes, int64_t *images,
			   const char *function)
{
	struct ct_tar tar;
	ct_error error = ct_tar_open(&tar, paths, NULL, max_entry_bytes, function);

	while (error == NULL && (error = ct_tar_next(&tar)) == NULL && tar.name) {
		if (!ct_image_has_name(tar.name))
			continue;
		error = add_class(tar.name, classes, function);
		++*images;
		ct_progress_add(progress, 1);
	}
	ct_tar_close(&tar);
	ct_names_sort(classes);
	return error;
}

ct_error ct_tar_vocabulary(const char *const *paths, int64_t paths_len, ct_progress *progress,
			   ct_value *result, int64_t *images)
{
	struct ct_names copies = { 0 }, classes = { 0 };
	int64_t count = 0;
	ct_error error;

	CT_TRY(ct_tar_check_paths(paths, paths_len, __func__));
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 4 (result) must not be NULL");
	error = ct_names_copy(&copies, paths, paths_len) ? NULL : ct_image_no_memory(__func__);
	if (error == NULL)
		error = read_names(&copies, CT_MAX_ENTRY_BYTES, progress, &classes, &count,
				   __func__);
	if (error == NULL)
		error = ct_names_to_value(&classes, result);
	if (error == NULL && images)
		*images = count;
	ct_names_free(&copies);
	ct_names_free(&classes);
	return error;
}

/* --- making one --------------------------------------------------------------------------------- */

static ct_error name_classes(struct ct_tar_data *self, const ct_image_data_options *options)
{
	if (options->classes)
		return ct_names_copy(&self->classes, options->classes, options->classes_len)
			       ? NULL
			       : ct_image_no_memory("ct_tar_images");
	CT_TRY(read_names(&self->paths, self->options.max_entry_bytes, NULL, &self->classes,
			  &self->len, "ct_tar_images"));
	if (self->len)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "ct_tar_images",
			    "%s: there is no file in it that ends with .png, .jpg or .jpeg",
			    self->paths.at[0]);
}

static ct_error find_classes(struct ct_tar_data *self, const ct_image_data_options *options)
{
	CT_TRY(name_classes(self, options));
	return ct_names_index(&self->classes) ? NULL : ct_image_no_memory("ct_tar_images");
}

ct_error ct_tar_images(const char *const *paths, int64_t paths_len,
		       const ct_image_data_options *options, ct_dataset **result)
{
	const ct_image_data_options none = { 0 }, *o = options ? options : &none;
	const ct_dataset_functions functions = {
		.name = "TarImages",
		.len = o->classes ? NULL : tar_len,
		.open = ct_tar_pass_open,
		.next = tar_next,
		.close = ct_tar_pass_close,
		.classes = tar_classes,
		.free = ct_tar_data_drop,
	};
	struct ct_tar_data *self;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 4 (result) must not be NULL");
	CT_TRY(ct_tar_data_new(paths, paths_len, o, __func__, &self));
	error = find_classes(self, o);
	if (error) {
		ct_tar_data_drop(self);
		return error;
	}
	return ct_tar_data_finish(self, &functions, decode, o, result);
}
