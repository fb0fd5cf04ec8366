/* Files of any format that libctorch reads. */
#ifndef CT_INSPECT_FILE_H
#define CT_INSPECT_FILE_H

#include <ctorch/value.h>

#include "options.h"

enum format {
	TORCH_ZIP,
	TORCH_SCRIPT, /* of torch.jit.save() */
	TORCH_LEGACY, /* before PyTorch 1.6 */
	SAFETENSORS,
	SAFETENSORS_PARTS, /* an index, or a folder with one */
	NPZ,
	NPY
};

struct file {
	const char *path;
	enum format format;
	int64_t nbytes;    /* of a model in several files: of all with the index; -1: not known */
	ct_value value;    /* what it contains */
	ct_value metadata; /* a dict: the texts of safetensors */
	ct_value skipped;  /* a list of names: with options->skip_unknown */
};

/* How elements are read. */
enum depth {
	SHAPES, /* not at all */
	MAPPED  /* on first access */
};

/* Finds out the format by the file's content, and opens it. Close it, unless it is an error. */
ct_error open_file(const char *path, const struct options *options, enum depth depth,
		   struct file *file) CT_WARN_UNUSED;
void close_file(struct file *file);

/* Only finds out the format. */
ct_error find_format(const char *path, enum format *result) CT_WARN_UNUSED;

/* "torch.save", for programs, and "PyTorch, zip archive". */
const char *format_name(enum format format);
const char *format_title(enum format format);

/* Whether the file could be opened with options->skip_unknown. */
bool is_only_unknown(const char *path, const struct options *options);

/* Prints the names of what was skipped. */
void list_skipped(const struct file *file);

#endif
