#include "load.h"

#include <string.h>

#include "derive/autogen.h"
#include "types/type_table.h"
#include "read/schema.h"
#include "read/spec.h"
#include "util/hash.h"
#include "util/source.h"

/* --- schemas ---------------------------------------------------------------------------------- */

struct known_op {
	const struct op *op;
	UT_hash_handle hh;
};

static void add_op(struct arena *arena, struct diag *diag, struct model *model,
		   struct known_op **known, struct op *op)
{
	struct known_op *twin;

	HASH_FIND_STR(*known, op->name, twin);
	if (twin) {
		diag_error(diag, op->entry->loc, NULL, "the operator '%s' appears twice", op->name);
		diag_note(diag, twin->op->entry->loc, "first defined here");
		return;
	}
	twin = arena_alloc(arena, sizeof *twin);
	twin->op = op;
	HASH_ADD_KEYPTR(hh, *known, op->name, strlen(op->name), twin);
	vec_push(arena, &model->ops, op);
	op->is_method = op->entry->is_method;
	model->methods += op->is_method;
}

static void parse_schemas(struct arena *arena, struct diag *diag, struct model *model)
{
	struct known_op *known = NULL;

	for (size_t i = 0; i < model->spec->entries.len; i++) {
		const struct entry *entry = model->spec->entries.at[i];
		struct schema schema;

		if (schema_parse(arena, diag, entry->loc, entry->func, &schema))
			add_op(arena, diag, model, &known, op_from_schema(arena, entry, &schema));
	}
	HASH_CLEAR(hh, known);
}

/* --- tags ------------------------------------------------------------------------------------- */

/* Older releases lack some of the tags that torchgen derives today. */
static void add_tag(struct arena *arena, const struct spec *spec, struct op *op, const char *tag)
{
	if (names_has(&spec->tags, tag) && !names_has(&op->tags, tag))
		vec_push(arena, &op->tags, tag);
}

/* A derived operator inherits only those tags of its source that also apply to it. */
static bool is_inherited(const char *tag)
{
	return !strcmp(tag, "nondeterministic_seeded") || !strcmp(tag, "view_copy");
}

static void tag_op(struct arena *arena, const struct spec *spec, struct op *op)
{
	const struct value *tags = &op->entry->values[KEY_TAGS];
	bool has_out = false;

	for (size_t i = 0; i < tags->len; i++)
		if (!op->is_derived || is_inherited(tags->at[i].text))
			add_tag(arena, spec, op, tags->at[i].text);
	for (size_t i = 0; i < op->schema.args.len; i++)
		has_out = has_out || arg_is_out(&op->schema.args.at[i]);
	add_tag(arena, spec, op, "pt2_compliant_tag");
	if (has_out)
		add_tag(arena, spec, op, "out");
	if (op->schema.name.is_inplace)
		add_tag(arena, spec, op, "inplace");
	names_sort(&op->tags);
}

static void check_tags(struct diag *diag, const struct spec *spec)
{
	for (size_t i = 0; i < spec->entries.len; i++) {
		const struct value *tags = &spec->entries.at[i]->values[KEY_TAGS];

		for (size_t j = 0; j < tags->len; j++)
			if (!names_has(&spec->tags, tags->at[j].text))
				diag_error(diag, tags->at[j].loc,
					   "the head of the file lists the release's tags, "
					   "after '# tags:'",
					   "unknown tag '%s'", tags->at[j].text);
	}
}

/* --- the pass --------------------------------------------------------------------------------- */

static void check_head(struct diag *diag, const struct spec *spec)
{
	if (!spec->release)
		diag_error(diag, (struct loc){ .source = &spec->source, .line = 1 },
			   "write the canonical form of a release's file: "
			   "ctorch-gen import native_functions.yaml",
			   "the head does not name the release (expected a line like "
			   "'# release: 2.15.0')");
	else if (!spec_is_release(spec->release))
		diag_error(diag, spec->release_loc, NULL,
			   "not a release number: '%s' (expected a form like 2.15.0)",
			   spec->release);
}

bool model_build(struct arena *arena, struct diag *diag, struct model *model)
{
	size_t before = diag->errors;

	parse_schemas(arena, diag, model);
	if (model->spec->release)
		check_tags(diag, model->spec);
	autogen_derive(arena, diag, model);
	for (size_t i = 0; i < model->ops.len; i++)
		tag_op(arena, model->spec, model->ops.at[i]);
	type_table_bind(diag, model);
	return diag->errors == before;
}

bool model_load(struct arena *arena, struct diag *diag, const char *yaml, struct model *model)
{
	struct spec *spec = arena_alloc(arena, sizeof *spec);
	size_t before = diag->errors;

	*model = (struct model){ .spec = spec };
	if (!source_read(arena, diag, yaml, &spec->source))
		return false;
	/* Even if the yaml is broken half-way, the schemas before that point can be checked. */
	if (spec_parse(arena, diag, spec) || spec->entries.len)
		check_head(diag, spec);
	model_build(arena, diag, model);
	return diag->errors == before;
}
