/*
 * Folders of images as a dataset, in the order of torchvision's ImageFolder.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "vision/image/read.h"
#include "vision/image/sample.h"

enum { MAX_DEPTH = 64 }; /* links may lead round in circles */

struct folder {
	ct_image_data_options options; /* without pointers */
	struct ct_names classes, files;
	struct ct_left_out left_out;
	int64_t *labels;
	int64_t labels_room;
};

/* --- finding the files ------------------------------------------------------------------------ */

/* A new text, "FOLDER/NAME". */
static char *join(const char *folder, const char *name)
{
	const size_t n = strlen(folder) + strlen(name) + 2;
	char *path = malloc(n);

	if (path)
		snprintf(path, n, "%s/%s", folder, name);
	return path;
}

/* Adds a file to the images, or counts it. False: no memory. */
static bool add_image_file(const char *name, struct ct_names *images, struct ct_left_out *left_out)
{
	if (ct_image_has_name(name))
		return ct_names_add(images, name, strlen(name));
	ct_left_out_note(left_out, name);
	return true;
}

/* What is in a folder: subfolders and, unless these are NULL, images. */
static ct_error list(const char *path, struct ct_names *folders, struct ct_names *images,
		     struct ct_left_out *left_out)
{
	DIR *stream = opendir(path);
	const struct dirent *entry;
	struct stat about;
	bool is_kept = true;

	if (stream == NULL)
		return ct_file_error(CT_NAME_OF(ct_image_folder_new), path, "opening it");
	while (is_kept && (entry = readdir(stream)) != NULL) {
		char *whole = join(path, entry->d_name);

		if (whole == NULL)
			is_kept = false;
		else if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			 stat(whole, &about) != 0)
			;
		else if (S_ISDIR(about.st_mode))
			is_kept = ct_names_add(folders, entry->d_name, strlen(entry->d_name));
		else if (images && S_ISREG(about.st_mode))
			is_kept = add_image_file(entry->d_name, images, left_out);
		free(whole);
	}
	closedir(stream);
	return is_kept ? NULL : ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
}

static ct_error add_image(struct folder *self, const char *path, const char *name, int64_t label)
{
	char *whole = join(path, name);
	const bool is_added = whole && ct_names_add(&self->files, whole, strlen(whole));
	int64_t *labels;

	free(whole);
	if (!is_added)
		return ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
	labels = ct_array_grow(self->labels, &self->labels_room, self->files.len, sizeof *labels);
	if (labels == NULL)
		return ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
	self->labels = labels;
	self->labels[self->files.len - 1] = label;
	return NULL;
}

/* The folders of a class, as Python's sorted(os.walk()) has them: by their whole names. */
static ct_error find_folders_of_classes(const char *path, int depth, struct ct_names *found)
{
	struct ct_names inside = { 0 };
	ct_error error;

	if (depth > MAX_DEPTH)
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_image_folder_new),
				    "%s: folders are nested more than %d levels deep", path,
				    MAX_DEPTH);
	if (!ct_names_add(found, path, strlen(path)))
		return ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
	error = list(path, &inside, NULL, NULL);
	for (int64_t i = 0; i < inside.len && error == NULL; i++) {
		char *whole = join(path, inside.at[i]);

		error = whole ? find_folders_of_classes(whole, depth + 1, found)
			      : ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
		free(whole);
	}
	ct_names_free(&inside);
	return error;
}

static ct_error add_image_folder(struct folder *self, const char *path, int64_t label)
{
	struct ct_names folders = { 0 }, images = { 0 };
	ct_error error = list(path, &folders, &images, &self->left_out);

	ct_names_sort(&images);
	for (int64_t i = 0; i < images.len && error == NULL; i++)
		error = add_image(self, path, images.at[i], label);
	ct_names_free(&folders);
	ct_names_free(&images);
	return error;
}

static ct_error add_class(struct folder *self, const char *root, int64_t label)
{
	char *path = join(root, self->classes.at[label]);
	const int64_t before = self->files.len;
	struct ct_names folders = { 0 };
	ct_error error = path ? find_folders_of_classes(path, 0, &folders)
			      : ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);

	ct_names_sort(&folders);
	for (int64_t i = 0; i < folders.len && error == NULL; i++)
		error = add_image_folder(self, folders.at[i], label);
	if (error == NULL && self->files.len == before)
		error = ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_image_folder_new),
				     "%s: it contains no file that ends in " CT_IMAGE_ENDINGS,
				     path);
	ct_names_free(&folders);
	free(path);
	return error;
}

static ct_error folder_find_classes(struct folder *self, const char *root,
				    const ct_image_data_options *options)
{
	ct_error error;

	if (options->classes)
		return ct_names_copy(&self->classes, options->classes, options->classes_len)
			       ? NULL
			       : ct_no_memory(CT_NAME_OF(ct_image_folder_new), NULL);
	error = list(root, &self->classes, NULL, NULL);
	ct_names_sort(&self->classes);
	if (error == NULL && self->classes.len == 0)
		error = ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_image_folder_new),
				     "%s: it contains no class folders", root);
	return error;
}

/* --- the dataset ------------------------------------------------------------------------------ */

static ct_error folder_len(const void *data, int64_t *result)
{
	*result = ((const struct folder *)data)->files.len;
	return NULL;
}

static ct_error folder_classes(const void *data, ct_value *result)
{
	return ct_names_to_value(&((const struct folder *)data)->classes, result);
}

static ct_error folder_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct folder *self = data;
	const char *path = self->files.at[index];
	unsigned char *bytes = NULL;
	ct_tensor *image;
	size_t n = 0;
	ct_error error;

	(void)generator;
	CT_TRY(ct_image_file_read(CT_NAME_OF(ct_image_folder_new), path, &bytes, &n));
	error = ct_image_data_decode(&self->options, CT_NAME_OF(ct_image_folder_new), path, bytes,
				     n, &image);
	free(bytes);
	CT_TRY(error);
	return ct_sample_pair(image, ct_value_int(self->labels[index]), sample);
}

static void folder_free(void *data)
{
	struct folder *self = data;

	ct_names_free(&self->classes);
	ct_names_free(&self->files);
	free(self->labels);
	free(self);
}

static const ct_dataset_functions functions = {
	.name = "ImageFolder",
	.count = folder_len,
	.get = folder_get,
	.classes = folder_classes,
	.free = folder_free,
};

static ct_error fill(struct folder *self, const char *root, const ct_image_data_options *options)
{
	CT_TRY(folder_find_classes(self, root, options));
	for (int64_t i = 0; i < self->classes.len; i++)
		CT_TRY(add_class(self, root, i));
	ct_left_out_warn(&self->left_out, CT_NAME_OF(ct_image_folder_new), root);
	return NULL;
}

ct_error ct_image_folder_new(const char *root, const ct_image_data_options *options,
			     ct_dataset **result)
{
	const ct_image_data_options none = { 0 }, *o = options ? options : &none;
	struct folder *self;
	ct_error error;

	if (root == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", root ? 3 : 1,
				    root ? "result" : "root");
	CT_TRY(ct_image_data_check(o, __func__));
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	self->options = *o;
	self->options.classes = NULL;
	error = fill(self, root, o);
	if (error) {
		folder_free(self);
		return error;
	}
	return ct_dataset_new(&functions, self, result);
}
