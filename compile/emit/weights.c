#include "compile/emit/emit.h"

#include <ctorch/core/dtype.h>

#include "compile/options.h"
#include "export/archive/archive.h"
#include "files/safetensors/types.h"

/* The weights as a file of safetensors: the bytes of the archive, of each storage once. One that is
 * a single weight has its name and shape; others are bytes, of which NAME_load() takes parts. */

static const struct weight *whole_weight(const struct program *program,
					 const struct payload *payload)
{
	for (size_t i = 0; i < program->weights.len; i++)
		if (program->weights.at[i]->is_whole && program->weights.at[i]->payload == payload)
			return program->weights.at[i];
	return NULL;
}

void name_payloads(struct program *program)
{
	for (size_t i = 0; i < program->weights.len; i++)
		if (program->weights.at[i]->is_whole)
			((struct payload *)program->weights.at[i]->payload)->key =
				program->weights.at[i]->name;
	for (size_t i = 0; i < program->payloads.len; i++) {
		struct payload *payload = program->payloads.at[i];

		if (payload->key || !payload->weights)
			continue;
		payload->key = arena_printf(program->arena, "storage %zu", i);
		payload->variable = arena_printf(program->arena, "storage_%zu", i);
	}
}

static void add_json_text(struct strbuf *out, const char *text)
{
	strbuf_add_char(out, '"');
	for (; *text; text++) {
		if ((unsigned char)*text < ' ')
			strbuf_printf(out, "\\u%04x", (unsigned)*text);
		else if (*text == '"' || *text == '\\')
			strbuf_printf(out, "\\%c", *text);
		else
			strbuf_add_char(out, *text);
	}
	strbuf_add_char(out, '"');
}

static void add_entry(struct program *program, const struct payload *payload, uint64_t at,
		      struct strbuf *out)
{
	const struct weight *weight = whole_weight(program, payload);

	strbuf_add(out, out->length > 1 ? "," : "");
	add_json_text(out, payload->key);
	strbuf_printf(out, ":{\"dtype\":\"%s\",\"shape\":[",
		      weight ? ct_st_type_of(weight->dtype)->name : "U8");
	if (!weight)
		strbuf_printf(out, "%llu", (unsigned long long)payload->entry->size);
	for (int64_t i = 0; weight && i < weight->dim; i++)
		strbuf_printf(out, "%s%lld", i ? "," : "", (long long)weight->sizes[i]);
	strbuf_printf(out, "],\"data_offsets\":[%llu,%llu]}", (unsigned long long)at,
		      (unsigned long long)(at + payload->entry->size));
}

/* Wide elements first, so that all are aligned. */
static int64_t alignment_of(const struct program *program, const struct payload *payload)
{
	const struct weight *weight = whole_weight(program, payload);

	return weight ? ct_dtype_size(weight->dtype) : 16;
}

static bool add_bytes(struct program *program, const struct payload *payload, struct strbuf *out)
{
	const uint64_t size = payload->entry->size;

	strbuf_make_room(out, size);
	if (!report(program,
		    ct_zip_read(&program->archive->zip, payload->entry, out->text + out->length)))
		return false;
	out->length += size;
	out->text[out->length] = '\0';
	return true;
}

static void add_header(const struct strbuf *header, struct strbuf *out)
{
	const uint64_t padding = (64 - (8 + header->length + 1) % 64) % 64;
	const uint64_t size = header->length + 1 + padding;

	for (int i = 0; i < 8; i++)
		strbuf_add_char(out, (char)(size >> (8 * i)));
	strbuf_add_bytes(out, header->text, header->length);
	strbuf_add_char(out, '}');
	strbuf_repeat(out, ' ', padding);
}

bool emit_weights(struct program *program, struct strbuf *out)
{
	struct strbuf header = { 0 };
	VEC(const struct payload *) order = { 0 };
	uint64_t at = 0;
	bool fine = true;

	if (program->archive->swap) {
		diag_error(program->diag, (struct loc){ 0 }, NULL,
			   "%s: its numbers have the byte order of other processors",
			   program->options->archive);
		return false;
	}
	for (int64_t size = 16; size > 0; size /= 2)
		for (size_t i = 0; i < program->payloads.len; i++)
			if (program->payloads.at[i]->key &&
			    alignment_of(program, program->payloads.at[i]) == size)
				vec_push(program->arena, &order, program->payloads.at[i]);
	strbuf_add(&header, "{");
	for (size_t i = 0; i < order.len; i++) {
		add_entry(program, order.at[i], at, &header);
		at += order.at[i]->entry->size;
	}
	add_header(&header, out);
	for (size_t i = 0; i < order.len && fine; i++)
		fine = add_bytes(program, order.at[i], out);
	strbuf_free(&header);
	return fine;
}
