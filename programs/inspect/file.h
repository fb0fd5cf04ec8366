/* Files of any format that libctorch reads. */
#ifndef CT_INSPECT_FILE_H
#define CT_INSPECT_FILE_H

#include <ctorch/files/file.h>
#include <ctorch/operators/value.h>

#include "options.h"

struct file {
	const char *path;
	ct_file_kind kind;
	int64_t nbytes;    /* of a model in several files: of all with the index; -1: not known */
	ct_value value;    /* what it contains */
	ct_value metadata; /* a dict: the texts of safetensors */
	ct_value skipped;  /* a list of names: with options->skip_unknown */
	ct_value programs; /* of torch.export: a list of what ct_export_describe() says of each */
};

/* How elements are read. */
enum depth {
	SHAPES, /* not at all */
	MAPPED  /* on first access */
};

/* Finds out its kind, and opens it. Close it, unless it is an error. */
ct_error open_file(const char *path, const struct options *options, enum depth depth,
		   struct file *file) CT_WARN_UNUSED;
void close_file(struct file *file);

/* As ct_file_find_kind(), with the errors of a program. */
ct_error find_kind(const char *path, ct_file_kind *result) CT_WARN_UNUSED;

/* "PyTorch, zip archive"; ct_file_kind_name() is for programs. */
const char *kind_title(ct_file_kind kind);

/* An index, or a folder with one. */
bool is_in_several_files(ct_file_kind kind);

/* Whether the file could be opened with options->skip_unknown. */
bool is_only_unknown(const char *path, const struct options *options);

/* Prints the names of what was skipped. */
void list_skipped(const struct file *file);

#endif
