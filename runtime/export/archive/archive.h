/*
 * Inside the library: archives of torch.export.save(), read without trusting them.
 *
 * PyTorch has written three kinds. `NAME/` is the folder that all entries are in, if there is one;
 * MODEL is "model" unless the archive has several.
 *
 *     2.9 on      NAME/archive_format                            "pt2"
 *                 NAME/models/MODEL.json                         the program
 *                 NAME/data/weights/MODEL_weights_config.json    parameters, buffers
 *                 NAME/data/weights/weight_0                     the bytes of a storage
 *                 NAME/data/constants/MODEL_constants_config.json  other tensors, objects
 *                 NAME/data/constants/tensor_0                   the bytes of a storage
 *                 NAME/data/sample_inputs/MODEL.pt               torch.save((args, kwargs))
 *                 NAME/extra/FILE                                files of the program that saved it
 *     2.8         the same, but
 *                 NAME/data/weights/MODEL.pt                     torch.save(state_dict)
 *                 NAME/data/constants/MODEL.pt                   torch.save(constants)
 *     2.6, 2.7    serialized_exported_program.json               the program
 *                 serialized_state_dict.pt, serialized_constants.pt, serialized_example_inputs.pt
 *                 extra_files/FILE
 */
#ifndef CT_EXPORT_ARCHIVE_ARCHIVE_H
#define CT_EXPORT_ARCHIVE_ARCHIVE_H

#include <ctorch/operators/value.h>

#include "export/graph/graph.h"
#include "files/io/shared_map.h"
#include "files/zip/zip.h"

/* For errors about files of another kind. */
#define CT_ARCHIVE_EXPECTED "an archive of torch.export.save()"

struct ct_archive {
	const char *function, *path; /* for messages; borrowed */
	int fd;
	int64_t size;
	struct ct_zip zip;
	const char *root; /* of the names of all entries: "NAME/" */
	size_t root_len;
	struct ct_shared_map *map; /* of the whole file; NULL: the bytes are read */
	ct_device device;          /* of all tensors; CT_DEVICE_NONE: where they were saved */
	bool is_plain;             /* of 2.6 or 2.7 */
	bool swap;                 /* its numbers have the other byte order */
};

/* Opens an archive of a file that is open, whose descriptor is taken, also on an error. `mmap`: its
 * tensors will use the bytes of the file, copied when they are written to. */
ct_error ct_archive_open(const char *function, const char *path, int fd, int64_t size, bool mmap,
			 ct_device device, struct ct_archive *result) CT_WARN_UNUSED;
void ct_archive_close(struct ct_archive *archive);

/* An entry below the root; NULL if there is none. */
const struct ct_zip_entry *ct_archive_find(const struct ct_archive *archive, const char *format,
					   ...) CT_PRINTF(2, 3);

/* "PATH: ENTRY: TEXT" */
ct_error ct_archive_wrong(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			  const char *format, ...) CT_PRINTF(3, 4) CT_NEVER_NULL CT_WARN_UNUSED;

/* Reads an entry that is text, with a NUL after it; free(). */
ct_error ct_archive_read_text(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			      char **result) CT_WARN_UNUSED;

/* The device that a file calls `type` and `index`, which may be -1; an error if libtorch has no
 * device of this type (device.c). */
ct_error ct_archive_find_device(const char *type, int64_t index, ct_device *result) CT_WARN_UNUSED;

/* --- Models (models.c) ------------------------------------------------------------------------ */

/* The models' names, one block: free(). */
ct_error ct_archive_models(const struct ct_archive *archive, const char *const **result,
			   int64_t *result_len) CT_WARN_UNUSED;

/* The name of the wanted one; NULL is the only one, or "model". The result is new: free(). */
ct_error ct_archive_choose(const struct ct_archive *archive, const char *wanted,
			   char **result) CT_WARN_UNUSED;

/* Reads and checks the program of a model. */
ct_error ct_archive_program(const struct ct_archive *archive, const char *model,
			    struct ct_program **result) CT_WARN_UNUSED;

/* --- Weights (weights.c, payload.c) ----------------------------------------------------------- */

/* The state dict, and other tensors by their names: new dicts. An object of a registered
 * class is the bytes of its pickle; one of another class is None. */
ct_error ct_archive_weights(const struct ct_archive *archive, const char *model, ct_value *state,
			    ct_value *constants) CT_WARN_UNUSED;

/* The inputs that the program was exported with, as torch.save() has written them; free(). NULL:
 * there are none. */
ct_error ct_archive_sample_inputs(const struct ct_archive *archive, const char *model,
				  char **result, size_t *nbytes) CT_WARN_UNUSED;

/* The value in such bytes. `name` is for messages. */
ct_error ct_archive_unpickle_bytes(const char *function, const char *name, ct_device device,
				   const void *bytes, size_t nbytes,
				   ct_value *result) CT_WARN_UNUSED;

/* The files that were saved with the program: a dict from their names to bytes. */
ct_error ct_archive_extra_files(const struct ct_archive *archive, ct_value *result) CT_WARN_UNUSED;

/* Reads an entry that is an archive of torch.save(). */
ct_error ct_archive_unpickle(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			     ct_value *result) CT_WARN_UNUSED;

#endif
