/*
 * Inside the library: writing an archive as torch.export.save() of PyTorch 2.15 does.
 */
#ifndef CT_EXPORT_ARCHIVE_SAVE_H
#define CT_EXPORT_ARCHIVE_SAVE_H

#include "core/base/text.h"
#include "export/graph/graph.h"
#include "export/archive/archive.h"

struct ct_saved_weight {
	const char *name;        /* "encoder.weight" */
	const ct_tensor *tensor; /* strided */
	bool is_parameter;
	bool is_constant; /* it is not in the state dict */
};

struct ct_saved_export {
	const char *function;
	const struct ct_program *program;
	const struct ct_saved_weight *weights;
	int64_t weights_len;
	const void *sample_inputs; /* the bytes of torch.save(); NULL: none */
	size_t sample_inputs_nbytes;
	const ct_value *extra_files; /* a dict from names to bytes or texts */
	bool is_bare; /* without the bytes of weights, sample inputs and other files: for a compiler */
};

ct_error ct_archive_save(const struct ct_saved_export *saved, const char *path) CT_WARN_UNUSED;

/* Adds what the code for a program depends on: the program without its metadata, and the shapes of
 * the weights. */
ct_error ct_archive_describe_computation(const struct ct_saved_export *saved,
					 struct ct_text *result) CT_WARN_UNUSED;

#endif
