#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "testing.h"
#include "whole_files.h"

void put_file(const char *path, const void *bytes, size_t n)
{
	FILE *file = fopen(path, "wb");

	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

void put_text(const char *path, const char *text)
{
	put_file(path, text, strlen(text));
}

char *get_file(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	char *bytes = malloc(1 << 20);

	MUST(file && bytes);
	*n = fread(bytes, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

void assert_file(const char *path, const void *bytes, size_t n, const char *what)
{
	size_t got_n;
	char *got = get_file(path, &got_n);

	ck_assert_msg(got_n == n && memcmp(got, bytes, n) == 0, "%s: %s has\n%.*s\nexpected\n%.*s",
		      what, path, (int)got_n, got, (int)n, (const char *)bytes);
	free(got);
}

unsigned char *from_hex(const char *digits, size_t *n)
{
	unsigned char *bytes;
	unsigned byte;

	*n = strlen(digits) / 2;
	bytes = malloc(*n ? *n : 1);
	MUST(bytes);
	for (size_t i = 0; i < *n; i++) {
		MUST(sscanf(digits + 2 * i, "%2x", &byte) == 1);
		bytes[i] = (unsigned char)byte;
	}
	return bytes;
}
