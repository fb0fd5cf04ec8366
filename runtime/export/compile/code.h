/*
 * Inside the library: the code of a program: by which name a cache has it, and how it is made.
 */
#ifndef CT_EXPORT_COMPILE_CODE_H
#define CT_EXPORT_COMPILE_CODE_H

#include <ctorch/export/compile.h>

#include "export/compile/sha256.h"
#include "export/compile/tools.h"

struct ct_code_making {
	const char *function;
	const ct_export *program;
	const ct_compile_options *options;
	struct ct_tools tools;
	struct ct_words flags;  /* of ctorch-compile: "--level", "1" */
	struct ct_words cflags; /* of the C compiler: "-I/usr/local/include" */
};

/* Finds the tools and sets the flags. After an error, too, ct_code_making_free(). */
ct_error ct_code_making_init(struct ct_code_making *self) CT_WARN_UNUSED;
void ct_code_making_free(struct ct_code_making *self);

/* What the code depends on, as a name (key.c). */
ct_error ct_code_key(const struct ct_code_making *self,
		     char result[CT_SHA256_HEX + 1]) CT_WARN_UNUSED;

/* Makes a library in a new folder, for ct_temporary_folder_remove(). Both are new texts. */
ct_error ct_code_make(const struct ct_code_making *self, char **folder,
		      char **library) CT_WARN_UNUSED;

#endif
