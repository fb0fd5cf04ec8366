/*
 * For files.sh: what loading and saving files costs. The format is that of the file's name.
 *
 *     bench_files make big|small FILE       writes the file that the others read
 *     bench_files map|copy|save FILE TIMES  prints the median of the microseconds of a call, and the
 *                                           sum of all elements
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ctorch/ctorch.h>

enum { MOST = 1000 };

static ct_error save(const ct_value *dict, const char *path, const char *format)
{
	if (strcmp(format, ".safetensors") == 0)
		return ct_safetensors_save(dict, path, NULL);
	if (strcmp(format, ".npz") == 0)
		return ct_npz_save(dict, path, false);
	return ct_save(dict, path);
}

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec * 1e6 + (double)at.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The layers of a model: 256 tensors of 4 MB, or 1000 vectors of 256 bytes. */
static void make(const char *size, const char *path)
{
	const int64_t tensors = strcmp(size, "big") == 0 ? 256 : 1000;
	const int64_t shape[] = { strcmp(size, "big") == 0 ? 1 << 20 : 64 };
	ct_value dict = ct_value_dict_new();
	char name[60];

	for (int64_t i = 0; i < tensors; i++) {
		ct_tensor *tensor;

		CT_CHECK(ct_full(shape, 1, ct_scalar_int(i % 7), CT_FLOAT32, CT_LAYOUT_NONE,
				 CT_DEVICE_NONE, NULL, &tensor));
		snprintf(name, sizeof name, "model.layers.%d.self_attn.q_proj.weight", (int)i);
		CT_CHECK(ct_value_dict_set(&dict, ct_value_string(name), ct_value_tensor(tensor)));
		ct_tensor_free(tensor);
	}
	CT_CHECK(save(&dict, path, strrchr(path, '.')));
	ct_value_free(&dict);
}

static double sum_of(const ct_value *dict)
{
	ct_value name, value;
	double total = 0;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		ct_tensor *sum;

		CT_CHECK(ct_value_dict_item(dict, i, &name, &value));
		CT_CHECK(ct_sum(value.object, CT_FLOAT64, &sum));
		total += *(const double *)ct_tensor_data(sum);
		ct_tensor_free(sum);
	}
	return total;
}

/* Microseconds of one call. */
static double call(const char *what, const char *path, const char *saved_path, const ct_value *dict)
{
	const ct_load_options options = { .mmap = strcmp(what, "map") == 0 };
	const double start = now();
	ct_value loaded;
	double took;

	if (strcmp(what, "save") == 0) {
		CT_CHECK(save(dict, saved_path, strrchr(path, '.')));
		return now() - start;
	}
	CT_CHECK(ct_load(path, &options, &loaded));
	took = now() - start;
	ct_value_free(&loaded);
	return took;
}

static void measure(const char *what, const char *path, int times)
{
	double took[MOST];
	char saved[500];
	ct_value dict;

	CT_CHECK(ct_load(path, NULL, &dict));
	snprintf(saved, sizeof saved, "%s.saved", path);
	for (int i = -1; i < times; i++) {
		const double us = call(what, path, saved, &dict);

		if (i >= 0)
			took[i] = us;
	}
	qsort(took, (size_t)times, sizeof *took, compare);
	printf("%.1f %.4f\n", took[times / 2], sum_of(&dict));
	remove(saved);
	ct_value_free(&dict);
}

int main(int argc, char **argv)
{
	const int times = argc == 4 ? atoi(argv[3]) : 0;

	if (argc == 4 && strcmp(argv[1], "make") == 0) {
		make(argv[2], argv[3]);
	} else if (times > 0 && times <= MOST) {
		measure(argv[1], argv[2], times);
	} else {
		fprintf(stderr, "usage: see files.sh\n");
		return 2;
	}
	return 0;
}
