/*
 * Images in tar archives as a stream. The stream below gives what is quick to read: the tuple
 * (bytes, label, name); a function, which the loader's workers call, decodes it.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "vision/image/tar.h"
#include "vision/image/tar_classes.h"
#include "vision/image/tar_data.h"

/* --- labels ----------------------------------------------------------------------------------- */

static ct_error no_class(const struct ct_tar *tar, const char *folder, const char *root)
{
	char text[420];
	size_t n;
	const char *part = ct_tar_class(folder, root ? strlen(root) : 0, &n);

	ct_tar_describe(tar, text, sizeof text);
	if (n == 0)
		return ct_error_new(CT_ERROR_VALUE, tar->function,
				    "%s: it is not in a class folder", text);
	if (root)
		return ct_error_new(CT_ERROR_KEY, tar->function, "%s: unknown class '%.*s'", text,
				    (int)(n < 100 ? n : 100), part);
	return ct_error_new(CT_ERROR_KEY, tar->function,
			    "%s: no folder of '%.100s' is one of the classes", text, folder);
}

static ct_error find_label(const struct ct_tar *tar, const struct ct_tar_data *data, int64_t *label)
{
	ct_error error = NULL;
	char *folder;

	CT_TRY(ct_tar_check_name(tar));
	folder = ct_tar_folder(tar->name);
	if (folder == NULL)
		return ct_no_memory(tar->function, NULL);
	*label = ct_tar_find_class(folder, data->root, &data->classes);
	if (*label < 0)
		error = no_class(tar, folder, data->root);
	free(folder);
	return error;
}

/* --- the stream ------------------------------------------------------------------------------- */

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

/* Once for a dataset. */
static ct_error warn_at_end(const struct ct_tar_pass *self)
{
	struct ct_tar_data *data = (struct ct_tar_data *)self->data;

	if (!atomic_exchange(&data->has_warned, true))
		ct_left_out_warn(&self->left_out, data->function, data->paths.at[0]);
	return NULL;
}

static ct_error tar_next(void *stream, ct_value *sample)
{
	struct ct_tar_pass *self = stream;
	struct ct_tar *tar = &self->tar;
	int64_t label = 0;

	for (;;) {
		CT_TRY(ct_tar_next(tar));
		if (tar->name == NULL)
			return warn_at_end(self);
		if (ct_image_has_name(tar->name))
			break;
		ct_left_out_note(&self->left_out, tar->name);
	}
	CT_TRY(find_label(tar, self->data, &label));
	return make_sample(tar, label, sample);
}

/* (bytes, label, name) becomes (image, label). */
static ct_error tar_images_decode(ct_value *sample, ct_generator *generator, void *context)
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
	CT_TRY(ct_image_data_decode(&self->options, CT_NAME_OF(ct_tar_images_new), name, bytes,
				    (size_t)n, &image));
	CT_TRY(ct_sample_pair(image, parts[1], &pair));
	ct_value_free(sample);
	*sample = pair;
	return NULL;
}

/* --- the vocabulary --------------------------------------------------------------------------- */

/* What the names in archives say. Zeroed, it is empty. */
struct vocabulary {
	struct ct_names folders, classes;
	char *root;
	int64_t images;
};

static void free_vocabulary(struct vocabulary *self)
{
	ct_names_free(&self->folders);
	ct_names_free(&self->classes);
	free(self->root);
}

/* Images that will be errors of the stream are in no folder. */
static ct_error add_tar_folder(struct vocabulary *self, const char *name, const char *function)
{
	char *folder = ct_tar_folder(name);
	const bool is_added = folder && (*folder == '\0' || !ct_tar_is_inside(name) ||
					 ct_names_add_once(&self->folders, folder, strlen(folder)));

	free(folder);
	return is_added ? NULL : ct_no_memory(function, NULL);
}

static ct_error find_folders_in_tar(struct vocabulary *self, const struct ct_names *paths,
				    int64_t max_entry_nbytes, ct_progress *progress,
				    const char *function)
{
	struct ct_left_out left_out = { { 0 } };
	struct ct_tar tar;
	ct_error error = ct_tar_open(&tar, paths, NULL, max_entry_nbytes, function);

	while (error == NULL && (error = ct_tar_next(&tar)) == NULL && tar.name) {
		if (!ct_image_has_name(tar.name)) {
			ct_left_out_note(&left_out, tar.name);
			continue;
		}
		error = add_tar_folder(self, tar.name, function);
		self->images++;
		ct_progress_add(progress, 1);
	}
	ct_tar_close(&tar);
	if (error == NULL)
		ct_left_out_warn(&left_out, function, paths->at[0]);
	return error;
}

static ct_error read_names(struct vocabulary *self, const struct ct_names *paths,
			   int64_t max_entry_nbytes, ct_progress *progress, const char *function)
{
	bool has_memory;
	size_t root;

	CT_TRY(find_folders_in_tar(self, paths, max_entry_nbytes, progress, function));
	root = ct_tar_root(&self->folders);
	self->root = strndup(self->folders.len ? self->folders.at[0] : "", root);
	has_memory = self->root != NULL;
	for (int64_t i = 0; i < self->folders.len && has_memory; i++) {
		size_t n;
		const char *name = ct_tar_class(self->folders.at[i], root, &n);

		has_memory = n == 0 || ct_names_add_once(&self->classes, name, n);
	}
	ct_names_sort(&self->classes);
	return has_memory ? NULL : ct_no_memory(function, NULL);
}

ct_error ct_tar_vocabulary(ct_strings paths, ct_progress *progress, ct_value *result,
			   int64_t *images)
{
	struct ct_names copies = { 0 };
	struct vocabulary found = { 0 };
	ct_error error;

	CT_TRY(ct_tar_check_paths(paths.at, paths.len, __func__));
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 3 (result) must not be NULL");
	error = ct_names_copy(&copies, paths.at, paths.len) ? NULL : ct_no_memory(__func__, NULL);
	if (error == NULL)
		error = read_names(&found, &copies, CT_MAX_ENTRY_BYTES, progress, __func__);
	if (error == NULL)
		error = ct_names_to_value(&found.classes, result);
	if (error == NULL && images)
		*images = found.images;
	ct_names_free(&copies);
	free_vocabulary(&found);
	return error;
}

/* --- making one ------------------------------------------------------------------------------- */

static ct_error read_classes(struct ct_tar_data *self)
{
	struct vocabulary found = { 0 };
	ct_error error = read_names(&found, &self->paths, self->options.max_entry_nbytes, NULL,
				    CT_NAME_OF(ct_tar_images_new));

	if (error == NULL && found.images == 0)
		error = ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_tar_images_new),
				     "%s: it contains no file that ends in " CT_IMAGE_ENDINGS,
				     self->paths.at[0]);
	self->classes = found.classes;
	self->root = found.root;
	self->len = found.images;
	self->has_warned = true;
	ct_names_free(&found.folders);
	return error;
}

static ct_error name_classes(struct ct_tar_data *self, const ct_image_data_options *options)
{
	if (options->classes)
		return ct_names_copy(&self->classes, options->classes, options->classes_len)
			       ? NULL
			       : ct_no_memory(CT_NAME_OF(ct_tar_images_new), NULL);
	return read_classes(self);
}

static ct_error tar_images_find_classes(struct ct_tar_data *self,
					const ct_image_data_options *options)
{
	CT_TRY(name_classes(self, options));
	return ct_names_index(&self->classes) ? NULL
					      : ct_no_memory(CT_NAME_OF(ct_tar_images_new), NULL);
}

ct_error ct_tar_images_new(ct_strings paths, const ct_image_data_options *options,
			   ct_dataset **result)
{
	const ct_image_data_options none = { 0 }, *o = options ? options : &none;
	const ct_dataset_functions functions = {
		.name = "TarImages",
		.count = o->classes ? NULL : tar_len,
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
				    "argument 3 (result) must not be NULL");
	CT_TRY(ct_tar_data_new(paths.at, paths.len, o, __func__, &self));
	error = tar_images_find_classes(self, o);
	if (error) {
		ct_tar_data_drop(self);
		return error;
	}
	return ct_tar_data_finish(self, &functions, tar_images_decode, o, result);
}
