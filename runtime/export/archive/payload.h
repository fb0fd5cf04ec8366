/*
 * Inside the library: the lists of an archive's tensors, NAME_weights_config.json and
 * NAME_constants_config.json.
 */
#ifndef CT_EXPORT_ARCHIVE_PAYLOAD_H
#define CT_EXPORT_ARCHIVE_PAYLOAD_H

#include "export/archive/archive.h"

struct ct_payload {
	const char *name; /* "encoder.weight" */
	const char *path; /* of its bytes: "weight_0" */
	bool is_parameter;
	bool is_pickled;
	const struct ct_graph_tensor *tensor; /* NULL: it is no tensor */
};

/* Reads a list into the arena. */
ct_error ct_payloads_read(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			  struct ct_arena *arena, const struct ct_payload **result,
			  int64_t *result_len) CT_WARN_UNUSED;

#endif
