/*
 * output.h: writes the files of a run, all or none.
 *
 * The files are collected in memory. output_write first writes every changed file under a temporary
 * name next to its destination, then renames them. So a run that fails or is interrupted leaves the
 * old files intact, and an unchanged file keeps its time. Symbolic links are kept, and pipes and
 * devices are written to directly (out_file.h).
 */
#ifndef CTORCH_GEN_EMIT_OUTPUT_H
#define CTORCH_GEN_EMIT_OUTPUT_H

#include "model.h"
#include "util/strbuf.h"

struct output_file {
	const char *name; /* "ctorch/ops/a.h", below the folder */
	struct strbuf text;
	bool is_changed; /* differs from the file on disk, or there is none */
	bool is_new;
};

struct output {
	struct arena *arena;
	struct diag *diag;
	const char *folder;
	VEC(struct output_file) files;
	struct names left_over; /* files with our stamp that are no longer written */
};

/* Returns the empty buffer of a new file; valid until the next call. */
struct strbuf *output_add(struct output *output, const char *name);

/* Compares with the files on disk and looks for files of an earlier run. */
void output_compare(struct output *output);

/* The number of files that output_write would write or remove. */
size_t output_stale(const struct output *output);

bool output_write(struct output *output);

/* Writes one file in the same way: by renaming, and only if it changed. */
bool output_write_file(struct arena *arena, struct diag *diag, const char *path,
		       const struct strbuf *text, bool *changed);

void output_free(struct output *output);

#endif
