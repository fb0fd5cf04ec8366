/*
 * Small files, read and written at once.
 */
#ifndef SUPPORT_WHOLE_FILES_H
#define SUPPORT_WHOLE_FILES_H

#include <stddef.h>

void put_file(const char *path, const void *bytes, size_t n);
void put_text(const char *path, const char *text);

/* Reads a file; release the result with free(). */
char *get_file(const char *path, size_t *n);
void assert_file(const char *path, const void *bytes, size_t n, const char *what);
/* A file from hexadecimal digits. Release it with free(). */
unsigned char *from_hex(const char *digits, size_t *n);

#endif
