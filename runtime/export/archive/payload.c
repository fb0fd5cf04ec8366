/*
 * Reading the lists of an archive's tensors.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "export/archive/payload.h"
#include "export/graph/read.h"

typedef struct ct_payload payload;

static void read_meta(struct ct_json_reader *reader, void *item, void *context)
{
	struct ct_graph_tensor *tensor = ct_arena_new(reader->arena, sizeof *tensor);

	if (tensor == NULL) {
		ct_json_fail(reader, "no memory for its description");
		return;
	}
	ct_read_tensor_meta(reader, tensor, context);
	*(const struct ct_graph_tensor **)item = tensor;
}

static const struct ct_json_field payload_fields[] = {
	{ "path_name", ct_json_read_string, offsetof(payload, path), false },
	{ "is_param", ct_json_read_bool, offsetof(payload, is_parameter), false },
	{ "use_pickle", ct_json_read_bool, offsetof(payload, is_pickled), false },
	{ "tensor_meta", read_meta, offsetof(payload, tensor), true },
};

static void read_payload(struct ct_json_reader *reader, void *item, void *context)
{
	CT_JSON_OBJECT(reader, payload_fields, item, context);
}

struct payloads {
	const payload *items;
	int64_t len;
};

static void read_payloads(struct ct_json_reader *reader, void *item, void *context)
{
	ct_json_read_dict(reader, read_payload, sizeof(payload), context, item);
}

ct_error ct_payloads_read(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			  struct ct_arena *arena, const payload **result, int64_t *result_len)
{
	static const struct ct_json_field config[] = { { "config", read_payloads, 0, false } };
	struct ct_json_reader *reader = calloc(1, sizeof *reader);
	struct payloads read = { NULL, 0 };
	char what[2 * CT_SHOWN], room[CT_SHOWN], *text;
	ct_error error;

	if (reader == NULL)
		return ct_no_memory(archive->function, "for a list of tensors");
	error = ct_archive_read_text(archive, entry, &text);
	if (error) {
		free(reader);
		return error;
	}
	snprintf(what, sizeof what, "%s", ct_shown(entry->name + archive->root_len, room));
	reader->arena = arena;
	reader->function = archive->function;
	reader->what = what;
	ct_json_begin(reader, text, (size_t)entry->size);
	CT_JSON_OBJECT(reader, config, &read, NULL);
	error = ct_error_prefix(ct_json_end(reader), archive->path);
	*result = read.items;
	*result_len = read.len;
	free(reader);
	free(text);
	return error;
}
