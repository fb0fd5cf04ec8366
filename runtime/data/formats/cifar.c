/*
 * CIFAR's binary files: for each image one byte with its label, or two, and 3 x 32 x 32 bytes.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>
#include <ctorch/data/datasets.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/formats/gz.h"

enum { SIDE = 32, PIXELS = 3 * SIDE * SIDE, IN_A_FILE = 10000, MAX_FILES = 5 };

/* Files of one part of a data set. */
struct part {
	int32_t classes;
	bool train;
	int64_t label_bytes; /* of which the last is used */
	int64_t images;      /* in a file */
	const char *files[MAX_FILES + 1];
};

static const struct part parts[] = {
	{ 10,
	  true,
	  1,
	  IN_A_FILE,
	  { "data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
	    "data_batch_5.bin" } },
	{ 10, false, 1, IN_A_FILE, { "test_batch.bin" } },
	{ 100, true, 2, 50000, { "train.bin" } },
	{ 100, false, 2, IN_A_FILE, { "test.bin" } },
};

static ct_error read_images(const struct part *part, struct ct_gz *file, unsigned char *pixels,
			    int64_t *labels)
{
	unsigned char label[2];

	for (int64_t i = 0; i < part->images; i++) {
		CT_TRY(ct_gz_read(file, label, part->label_bytes, "images"));
		CT_TRY(ct_gz_read(file, pixels + i * PIXELS, PIXELS, "images"));
		labels[i] = label[part->label_bytes - 1];
		if (labels[i] >= part->classes)
			return ct_gz_wrong(file,
					   "the label of image %lld is %lld, but must be "
					   "less than %d",
					   (long long)i, (long long)labels[i], part->classes);
	}
	return ct_gz_expect_end(file);
}

static ct_error cifar_read_file(const struct part *part, const char *folder, const char *name,
				unsigned char *pixels, int64_t *labels)
{
	struct ct_gz file = { 0 };
	char path[4096];
	const int n = snprintf(path, sizeof path, "%s/%s", folder, name);
	ct_error error;

	if (n < 0 || (size_t)n >= sizeof path)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_cifar_load),
				    "the folder name is too long");
	error = ct_gz_open(&file, path, CT_NAME_OF(ct_cifar_load));
	if (error == NULL)
		error = read_images(part, &file, pixels, labels);
	ct_gz_close(&file);
	return error;
}

static ct_error cifar_load(const struct part *part, const char *folder, ct_tensor **images,
			   ct_tensor **labels)
{
	int64_t files = 0, shape[] = { 0, 3, SIDE, SIDE };

	while (part->files[files])
		files++;
	shape[0] = files * part->images;
	CT_TRY(ct_data_empty(shape, 4, CT_UINT8, images));
	CT_TRY(ct_data_empty(shape, 1, CT_INT64, labels));
	for (int64_t i = 0; i < files; i++)
		CT_TRY(cifar_read_file(part, folder, part->files[i],
				       (unsigned char *)ct_tensor_mutable_data(*images) +
					       i * part->images * PIXELS,
				       (int64_t *)ct_tensor_mutable_data(*labels) +
					       i * part->images));
	return NULL;
}

static const struct part *find_part(int32_t classes, bool train)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].classes == classes && parts[i].train == train)
			return &parts[i];
	return NULL;
}

ct_error ct_cifar_load(const char *folder, int32_t classes, bool train, ct_tensor **images,
		       ct_tensor **labels)
{
	const struct part *part = find_part(classes, train);
	ct_tensor *x = NULL, *y = NULL;
	ct_scope *scope;
	ct_error error;

	if (folder == NULL)
		return ct_missing_argument(__func__, 1, "folder");
	if (images == NULL || labels == NULL)
		return ct_missing_argument(__func__, images ? 5 : 4, images ? "labels" : "images");
	if (part == NULL)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "classes is %d, but must be 10 or 100", classes);
	scope = ct_scope_open_named(__func__);
	error = cifar_load(part, folder, &x, &y);
	if (error == NULL) {
		ct_scope_move_up(x);
		ct_scope_move_up(y);
		*images = x;
		*labels = y;
	}
	ct_scope_leave(scope);
	return error;
}
