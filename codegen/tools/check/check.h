/*
 * check.h: whether public headers follow the project's conventions (docs/conventions.md).
 *
 *     ctorch/train/train.h:88:60: error: streams: the FILE * 'file' is not called stream
 */
#ifndef CTORCH_GEN_TOOLS_CHECK_H
#define CTORCH_GEN_TOOLS_CHECK_H

#include "headers/scan.h"

/* What a rule does not apply to, and why. */
struct exception {
	const char *rule;
	const char *name; /* of a declaration, or "ctorch/core/error.h" */
	const char *reason;
	struct loc loc;
	bool is_used;
};

struct exceptions {
	VEC(struct exception);
};

/* Reads a file of lines RULE<tab>NAME<tab>REASON. Reports all errors, unknown rules among them. */
bool exceptions_read(struct arena *arena, struct diag *diag, const char *path,
		     struct exceptions *exceptions);

/* Applies all rules. Reports in `findings` what breaks them, and each exception that is not
 * needed. */
void check_headers(struct arena *arena, struct diag *findings, const struct api *api,
		   struct exceptions *exceptions);

/* Prints each rule, a tab, and its sentence. */
void check_print_rules(void);

#endif
