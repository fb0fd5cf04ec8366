#define _GNU_SOURCE

#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

char dcp_scratch[SCRATCH_SIZE], dcp_folder[64];

void make_dcp_folder(void)
{
	make_scratch(dcp_scratch);
	snprintf(dcp_folder, sizeof dcp_folder, "%s/checkpoint", dcp_scratch);
}

void remove_dcp_folder(void)
{
	DIR *folder = opendir(dcp_folder);
	const struct dirent *entry;

	while (folder && (entry = readdir(folder)) != NULL)
		unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
	rmdir(dcp_folder);
	remove_scratch(dcp_scratch);
}

int count_parts(void)
{
	DIR *folder = opendir(dcp_folder);
	int n = -2; /* "." and ".." */

	ck_assert_ptr_nonnull(folder);
	while (readdir(folder) != NULL)
		n++;
	closedir(folder);
	return n;
}

static FILE *open_part(const char *folder, const char *name, const char *mode)
{
	char path[200];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, mode);
	ck_assert_msg(file != NULL, "%s", path);
	return file;
}

char *get_part(const char *folder, const char *name, size_t *n)
{
	FILE *file = open_part(folder, name, "rb");
	char *bytes;

	ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
	*n = (size_t)ftell(file);
	rewind(file);
	bytes = calloc(1, *n + 1);
	ck_assert_ptr_nonnull(bytes);
	ck_assert_uint_eq(fread(bytes, 1, *n, file), *n);
	fclose(file);
	return bytes;
}

void put_part(const char *folder, const char *name, const char *bytes, size_t n)
{
	FILE *file = open_part(folder, name, "wb");

	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	ck_assert_int_eq(fclose(file), 0);
}

void copy_two_ranks(void)
{
	static const char *const names[] = { ".metadata", "__0_0.distcp", "__1_0.distcp" };

	ck_assert_int_eq(mkdir(dcp_folder, 0700), 0);
	for (int i = 0; i < 3; i++) {
		size_t n;
		char *bytes = get_part(TWO_RANKS, names[i], &n);

		put_part(dcp_folder, names[i], bytes, n);
		free(bytes);
	}
}

ct_tensor *counting(int64_t rows, int64_t columns, ct_dtype dtype)
{
	ct_tensor *numbers;

	CT_CHECK(ct_arange(ct_scalar_int(rows * columns), dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			   NULL, &numbers));
	CT_CHECK(ct_reshape(numbers, (int64_t[]){ rows, columns }, 2, &numbers));
	return numbers;
}

void has_tensor(const ct_value *value, const char *path, const ct_tensor *expected)
{
	ct_tensor *tensor;
	bool equal = false;

	CT_CHECK(ct_value_at_tensor(value, path, &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), ct_tensor_dtype(expected));
	CT_CHECK(ct_equal(tensor, expected, &equal));
	ck_assert_msg(equal, "%s", path);
}
