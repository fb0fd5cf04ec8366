/* The inputs of a call, from the command line. */
#ifndef CT_RUN_INPUTS_H
#define CT_RUN_INPUTS_H

#include "model.h"

/* Makes the inputs: those of --input, the archive's with --sample, otherwise random ones. Release
 * them with free_call(), also after an error. */
ct_error read_inputs(const struct options *options, const struct model *model,
		     struct call *result) CT_WARN_UNUSED;
void free_call(struct call *call);

/* --- Parts ------------------------------------------------------------------------------------ */

/* An input for which a text stands: a word such as "randn" for the structure `argument`, of which
 * NULL means that it is unknown; a shape, "2x3:float32:zeros"; numbers, "[1, 2]" (spec.c). The
 * result is new. */
ct_error input_of_text(const struct model *model, const char *text, const ct_value *argument,
		       ct_value *result) CT_WARN_UNUSED;

/* A number, True, False, None or a text, as Python writes them; it borrows the text (spec.c). */
ct_value plain_of_text(const char *text);

/* Random inputs, or others by a word, for a structure of leaves (spec.c). */
ct_error fill_argument(const struct model *model, const ct_value *argument, const char *word,
		       ct_value *result) CT_WARN_UNUSED;

/* What a file has, "FILE", "FILE.pt:/path" or "FILE.npz:name" (input_file.c). `*is_file` says
 * whether the text names a file at all. */
ct_error input_of_file(const struct options *options, const char *text, bool *is_file,
		       ct_value *result) CT_WARN_UNUSED;

/* An image as a batch of one, transformed by the preset (image.c). */
bool is_image(const char *path);
ct_error input_of_image(const struct options *options, const char *path,
			ct_value *result) CT_WARN_UNUSED;
ct_error check_preset(const char *name) CT_WARN_UNUSED; /* NULL is one */

/* "PREFIX: TEXT" of the same class (error.c). */
ct_error prefixed(ct_error error, const char *prefix) CT_WARN_UNUSED;

/* A value as another handle of its own, with all tensors on a device (input_file.c). */
ct_error move_to_device(const ct_value *value, ct_device device, ct_value *result) CT_WARN_UNUSED;

#endif
