/*
 * Inside the library: files of torch.jit.save(), as far as they can be read without libtorch. All
 * entries are in a folder, which usually has the file's name:
 *
 *     archive/data.pkl          the module: its attributes and those of the modules in it
 *     archive/constants.pkl     constants of the code
 *     archive/code/__torch__.py the code, a text
 *     archive/extra/NAME        files of the program that saved it
 */
#ifndef CT_JIT_FILE_FILE_H
#define CT_JIT_FILE_FILE_H

#include <ctorch/operators/value.h>

#include "files/zip/zip.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_jit_file {
	const char *function, *path; /* for messages; borrowed */
	int fd;
	int64_t size;
	struct ct_zip zip;
	size_t root_len; /* of the folder's name, with its slash */
};

/* Opens a file of torch.jit.save(); an error that says what reads it for another one. The descriptor
 * is taken, also on an error. */
ct_error ct_jit_file_open(const char *function, const char *path, int fd, int64_t size,
			  struct ct_jit_file *result) CT_WARN_UNUSED;
void ct_jit_file_close(struct ct_jit_file *file);

/* The files that were saved with the module: a dict from their names to bytes, new. */
ct_error ct_jit_file_extra(const struct ct_jit_file *file, ct_value *result) CT_WARN_UNUSED;

/* Whether this process has an operator, "torchvision::nms". */
typedef bool (*ct_jit_has_operator)(const char *name);

/* Takes libtorch's error for a file that it did not load. If the file's code calls operators that
 * this process does not have, the result is an error that names them all; otherwise it is libtorch's,
 * which then names the file (missing.c). */
ct_error ct_jit_file_explain(const struct ct_jit_file *file, ct_jit_has_operator has,
			     ct_error error) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
