/* The schemas declared in the headers of an installed libtorch. */
#include "tools/audit/audit.h"

#include <string.h>

#include "tools/release/tree.h"
#include "util/hash.h"
#include "util/source.h"

struct declared {
	const char *schema; /* "mm(Tensor self, Tensor mat2) -> Tensor" */
	const char *header; /* "mm_ops.h" */
	bool is_known;      /* the model has it too */
	UT_hash_handle hh;
};

/* The contents of a C string literal; `text` begins after the opening quote. */
static const char *unquote(struct arena *arena, const char *text)
{
	char *result = arena_alloc(arena, strcspn(text, "\n") + 1), *to = result;

	for (; *text && *text != '"' && *text != '\n'; text++)
		*to++ = *text == '\\' && text[1] && text[1] != '\n' ? *++text : *text;
	return result;
}

/*
 * `schema_str = "..."`, in releases before 2.6 `(schema_str, "...")`. No schema text appears in two
 * headers.
 */
static void read_schemas(struct arena *arena, const char *text, const char *header,
			 struct declared **all)
{
	static const char word[] = "schema_str";

	while ((text = strstr(text, word))) {
		struct declared *declared;

		text += sizeof word - 1;
		text += strspn(text, " =,");
		if (*text != '"')
			continue;
		declared = arena_alloc(arena, sizeof *declared);
		declared->schema = unquote(arena, text + 1);
		declared->header = header;
		HASH_ADD_KEYPTR(hh, *all, declared->schema, strlen(declared->schema), declared);
	}
}

/* `libtorch` is a folder that contains include/ or torch/include. */
static bool read_headers(struct audit *audit, const char *libtorch, struct declared **all)
{
	static const char *const places[] = { "include/ATen/ops", "torch/include/ATen/ops", "." };
	struct names names = { 0 };
	const char *folder = NULL;

	for (size_t i = 0; !names.len && i < sizeof places / sizeof *places; i++) {
		folder = arena_printf(audit->arena, "%s/%s", libtorch, places[i]);
		names = folder_list(audit->arena, folder, "_ops.h");
	}
	if (!names.len)
		diag_error(audit->diag, (struct loc){ 0 },
			   "pass the folder that contains include/ATen/ops",
			   "no operator headers of libtorch in %s", libtorch);
	for (size_t i = 0; i < names.len; i++) {
		struct source source;

		if (source_read_found(audit->arena, audit->diag,
				      arena_printf(audit->arena, "%s/%s", folder, names.at[i]),
				      &source))
			read_schemas(audit->arena, source.text, names.at[i], all);
	}
	return !audit->diag->errors;
}

static void compare(struct audit *audit, struct declared *all)
{
	struct declared *declared;

	for (size_t i = 0; i < audit->model->ops.len; i++) {
		const struct op *op = audit->model->ops.at[i];

		HASH_FIND_STR(all, op->func, declared);
		if (declared)
			declared->is_known = true;
		else
			audit_add(audit,
				  (struct finding){ .kind = FINDING_NOT_IN_HEADERS,
						    .what = op->func,
						    .where = audit_place(audit, &op->entry->loc) });
	}
	for (declared = all; declared; declared = declared->hh.next)
		if (!declared->is_known)
			audit_add(audit, (struct finding){ .kind = FINDING_ONLY_IN_HEADERS,
							   .what = declared->schema,
							   .where = declared->header });
}

bool audit_headers(struct audit *audit, const char *libtorch)
{
	struct declared *all = NULL;
	bool fine = read_headers(audit, libtorch, &all);

	if (fine)
		compare(audit, all);
	audit->libtorch = libtorch;
	audit->libtorch_release = release_of_libtorch(audit->arena, audit->diag, libtorch);
	audit->declared = HASH_COUNT(all);
	HASH_CLEAR(hh, all);
	return fine;
}
