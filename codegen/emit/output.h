/*
 * output.h: the files of one run, written all or not at all.
 *
 * Files are collected in memory. output_write first writes every changed one beside its place, by a
 * temporary name, and then renames them, so that a run that fails or is interrupted leaves the old
 * files whole, and a file that did not change keeps its time. Symbolic links stay, and what is no
 * file, such as a pipe, is written to (out_file.h).
 */
#ifndef CTORCH_GEN_EMIT_OUTPUT_H
#define CTORCH_GEN_EMIT_OUTPUT_H

#include "model.h"
#include "util/strbuf.h"

struct output_file {
	const char *name; /* "ctorch/ops_a.h", below the folder */
	struct strbuf text;
	bool is_changed; /* differs from what lies on disk, or nothing lies there */
	bool is_new;
};

struct output {
	struct arena *arena;
	struct diag *diag;
	const char *folder;
	VEC(struct output_file) files;
	struct names left_over; /* ours by their stamp, but no longer written */
};

/* An empty buffer for a file; valid until the next call. */
struct strbuf *output_add(struct output *output, const char *name);

/* Compares with what is on disk and looks for files of an earlier run. */
void output_compare(struct output *output);

/* How many files output_write would write or remove. */
size_t output_stale(const struct output *output);

bool output_write(struct output *output);

/* One file written in the same way: temporary name, rename, only when it changed. */
bool output_write_file(struct arena *arena, struct diag *diag, const char *path,
		       const struct strbuf *text, bool *changed);

void output_free(struct output *output);

#endif
