/*
 * emit.h: writes files from the named model. The emitters fill in marks; the text around them is in
 * templates/.
 */
#ifndef CTORCH_GEN_EMIT_H
#define CTORCH_GEN_EMIT_H

#include "emit/output.h"
#include "emit/template.h"
#include "model.h"
#include "headers/scan.h"

struct op_list {
	VEC(const struct op *);
};

struct emitter {
	struct arena *arena;
	struct diag *diag;
	const struct model *model;
	const struct api *api;
	struct templates *templates;
	struct output *output;
};

bool emit_headers(struct emitter *e);      /* ctorch/ops/, ctorch/core/release.h */
bool emit_calls(struct emitter *e);        /* ctorch/calls/ */
bool emit_sources(struct emitter *e);      /* ops/ */
bool emit_direct(struct emitter *e);       /* direct/ */
bool emit_nn_functions(struct emitter *e); /* ctorch/nn/functions.h, ctorch/calls/nn.h */
bool emit_classes(struct emitter *e);      /* ctorch/classes/, classes/ */
bool emit_nn_names(struct emitter *e);     /* NAMES.md */
bool emit_api_json(struct emitter *e);     /* ctorch_api.json and its JSON Schema */
bool emit_build_files(struct emitter *e);  /* files.cmake; call it last: it lists the other files */

/*
 * header.c: "CT_API ct_error ct_mm(...) CT_RETURNS_ERROR;" below its schema and, unless it is
 * empty, the comment `defaults`; also for `show`.
 */
bool emit_prototype(struct emitter *e, const struct op *op, const char *symbol,
		    const char *defaults, struct strbuf *out);

/* A comment with the defaults as C writes them; empty if there are none. */
void emit_defaults(struct arena *arena, const struct op *op, struct strbuf *out);

/* "const ct_tensor *self, int64_t dim, ct_tensor **result"; "void" if there are none. */
void emit_params(const struct op *op, struct strbuf *out);

/* header.c: the operators of a group, of a shard, or of both, sorted by symbol; NULL: of any. */
struct op_list emit_ops(struct emitter *e, const char *group, const char *shard);

/* tables.c: a text for a table cell: one line, shown literally; the rows of the totals whose keys
 * begin with `prefix`. */
void emit_cell(struct strbuf *out, const char *text);
void emit_totals(const struct model *model, const char *prefix, struct strbuf *out);

/* source.c: true if one of the operators belongs to the group and is defined in the shard. */
bool emit_has_both(const struct op_list *ops, const char *shard, const char *group);

#endif
