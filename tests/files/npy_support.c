#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "npy_support.h"

json_t *npy_cases;
char npy_folder[SCRATCH_SIZE];
char npy_path[64];

void make_npy_folder(void)
{
	make_scratch(npy_folder);
	snprintf(npy_path, sizeof npy_path, "%s/a.npy", npy_folder);
	npy_cases = expected_cases("npy");
}

void remove_npy_folder(void)
{
	json_decref(npy_cases);
	unlink(npy_path);
	remove_scratch(npy_folder);
}

void put_npy(const void *bytes, size_t n)
{
	FILE *file = fopen(npy_path, "wb");

	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

char *get_npy(size_t *n)
{
	FILE *file = fopen(npy_path, "rb");
	char *bytes = malloc(1 << 20);

	MUST(file && bytes);
	*n = fread(bytes, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

unsigned char *npy_file_of(const json_t *of_case, const char *key, size_t *n)
{
	const char *digits = expected_text(of_case, key);
	unsigned char *bytes;
	unsigned byte;

	*n = strlen(digits) / 2;
	bytes = malloc(*n);
	MUST(bytes);
	for (size_t i = 0; i < *n; i++) {
		MUST(sscanf(digits + 2 * i, "%2x", &byte) == 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}
