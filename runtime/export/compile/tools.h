/*
 * Inside the library: the programs that compile, and where this library is installed.
 */
#ifndef CT_EXPORT_COMPILE_TOOLS_H
#define CT_EXPORT_COMPILE_TOOLS_H

#include "export/compile/command.h"

struct ct_tools {
	char *library;            /* the file of this library */
	char *prefix;             /* "/usr/local", which has bin/ctorch-compile; NULL: not found */
	struct ct_words writer;   /* ctorch-compile, and perhaps options of it */
	struct ct_words compiler; /* of C: "ccache", "gcc" */
	struct ct_text version;   /* what the compiler says of itself */
};

/* Finds them; an error says what to install. After an error, too, ct_tools_free(). */
ct_error ct_tools_find(const char *function, struct ct_tools *result) CT_WARN_UNUSED;
void ct_tools_free(struct ct_tools *self);

/* "PREFIX/include": new. NULL: there is no such file, or no memory. */
char *ct_tools_installed(const struct ct_tools *self, const char *name);

#endif
