/*
 * Writing a file: see save.h.
 */
#include "cuda/save.h"

#include "files/io/write.h"

ct_error ct_cuda_save_(const char *function, const char *path, const void *bytes, size_t n)
{
	return ct_file_write(function, path, &(struct ct_file_piece){ bytes, n }, 1);
}
