#include "derive/autogen.h"

#include <string.h>

#include "derive/forms.h"
#include "read/schema.h"
#include "read/spec.h"
#include "util/hash.h"
#include "util/text.h"

/* The forms of one operator: add.Tensor, add_.Tensor and add.out are one group. */
struct group {
	const char *signature; /* their common part, as text */
	struct op *by_kind[KIND_MUTABLE + 1];
	size_t count;
	UT_hash_handle hh;
};

/* --- which groups get derived forms ----------------------------------------------------------- */

static bool value_is_true(const struct value *value)
{
	return value->len && (value->at[0].text[0] == 'T' || value->at[0].text[0] == 't');
}

static bool entry_has_tag(const struct entry *entry, const char *tag)
{
	const struct value *tags = &entry->values[KEY_TAGS];

	for (size_t i = 0; i < tags->len; i++)
		if (!strcmp(tags->at[i].text, tag))
			return true;
	return false;
}

/* An operator without a kernel of its own is composed of others, including its autograd. */
static bool is_composite_implicit(const struct entry *entry)
{
	const struct value *dispatch = &entry->values[KEY_DISPATCH];

	if (dispatch->form == FORM_NONE)
		return !value_is_true(&entry->values[KEY_STRUCTURED]) &&
		       !entry->values[KEY_STRUCTURED_DELEGATE].len;
	for (size_t i = 0; i < dispatch->len; i++)
		if (dispatch->at[i].key &&
		    text_has_word(dispatch->at[i].key, "CompositeImplicitAutograd", ", "))
			return true;
	return false;
}

static bool is_view(const struct op *op)
{
	const struct schema *schema = &op->schema;

	for (size_t i = 0; i < schema->rets.len; i++)
		if (schema->rets.at[i].alias && !schema->rets.at[i].alias->is_write)
			return true;
	for (size_t i = 0; i < schema->args.len; i++)
		if (schema->args.at[i].alias && schema->args.at[i].alias->after &&
		    strchr(schema->args.at[i].alias->after, '*'))
			return true;
	return entry_has_tag(op->entry, "inplace_view") && strcmp(op->name, "resize_") &&
	       strcmp(op->name, "resize_as_");
}

/* torchgen treats set_, which is a view, as an ordinary in-place operator. */
static bool is_set(const struct op *op)
{
	return !strcmp(op->schema.name.base, "set") && op->schema.name.is_inplace;
}

/* Before 2.6 torchgen derived nothing from composite operators, not even from core ones. */
static bool derives_from_core(const struct spec *spec)
{
	return !spec->release || spec_compare_releases(spec->release, "2.6.0") >= 0;
}

static bool is_left_alone(const struct spec *spec, const struct group *group)
{
	bool all_manual = true, all_composite = true, any_core = false;

	for (enum schema_kind kind = 0; kind <= KIND_MUTABLE; kind++) {
		const struct op *op = group->by_kind[kind];

		if (!op)
			continue;
		if (is_view(op) && !is_set(op))
			return true;
		all_manual = all_manual &&
			     value_is_true(&op->entry->values[KEY_MANUAL_CPP_BINDING]);
		all_composite = all_composite && is_composite_implicit(op->entry);
		any_core = any_core ||
			   (derives_from_core(spec) && entry_has_tag(op->entry, "core"));
	}
	return all_manual || (all_composite && !any_core);
}

/*
 * Two exceptions, as in torchgen: a lone out form has a functional form that the grouping does not
 * find (adaptive_avg_pool3d_backward.grad_input), and polygamma_ does not fit into a group because
 * polygamma has an argument before self.
 */
static bool is_ungroupable(const struct group *group)
{
	const struct op *inplace = group->by_kind[KIND_INPLACE];

	return (group->by_kind[KIND_OUT] && group->count == 1) ||
	       (inplace && !strcmp(inplace->name, "polygamma_"));
}

static const struct op *base_of(const struct group *group)
{
	static const enum schema_kind order[] = { KIND_MUTABLE, KIND_INPLACE, KIND_OUT,
						  KIND_FUNCTIONAL };
	size_t i = 0;

	while (!group->by_kind[order[i]])
		i++;
	return group->by_kind[order[i]];
}

static bool can_get_out_form(const struct op *op)
{
	const struct value *autogen = &op->entry->values[KEY_AUTOGEN];
	bool has_result = op->kind == KIND_INPLACE;

	for (size_t i = 0; i < op->schema.rets.len; i++)
		has_result = has_result || type_is_tensor_like(op->schema.rets.at[i].type);
	return has_result && autogen->len && strstr(autogen->at[0].text, "out");
}

/* --- the pass --------------------------------------------------------------------------------- */

struct op *op_from_schema(struct arena *arena, const struct entry *entry,
			  const struct schema *schema)
{
	struct op *op = arena_alloc(arena, sizeof *op);
	struct strbuf text = { 0 };

	op->entry = entry;
	op->schema = *schema;
	op->kind = schema_kind(schema);
	schema_print(&text, schema);
	op->func = arena_strdup(arena, strbuf_str(&text));
	strbuf_clear(&text);
	op_name_print(&text, &schema->name);
	op->name = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return op;
}

static void add_derived(struct arena *arena, struct model *model, const struct op *base,
			const struct schema *schema)
{
	struct op *op = op_from_schema(arena, base->entry, schema);

	op->is_derived = true;
	vec_push(arena, &model->ops, op);
	model->derived++;
}

static void derive(struct arena *arena, struct model *model, const struct group *group)
{
	bool has_out = group->by_kind[KIND_OUT] != NULL;
	const struct op *base;
	struct schema schema;

	if (is_left_alone(model->spec, group) || is_ungroupable(group))
		return;
	base = base_of(group);
	if (!has_out && can_get_out_form(base)) {
		schema = out_form(arena, base);
		add_derived(arena, model, base, &schema);
		has_out = true;
	}
	if (has_out && !group->by_kind[KIND_FUNCTIONAL]) {
		schema = functional_form(arena, &base->schema);
		add_derived(arena, model, base, &schema);
	}
}

static struct group *find_group(struct arena *arena, struct group **groups, const struct op *op)
{
	const char *text = op_signature(arena, op, true);
	struct group *group;

	HASH_FIND_STR(*groups, text, group);
	if (!group) {
		group = arena_alloc(arena, sizeof *group);
		group->signature = text;
		HASH_ADD_KEYPTR(hh, *groups, group->signature, strlen(group->signature), group);
	}
	return group;
}

/* A second operator of the same kind would have the same derived forms. */
static void add_to_group(struct diag *diag, struct group *group, struct op *op)
{
	const struct op *twin = group->by_kind[op->kind];

	if (twin) {
		diag_error(diag, op->entry->loc, NULL,
			   "'%s' and '%s' would get the same derived operators: "
			   "both are %s, with the same arguments and returns",
			   op->name, twin->name, schema_kind_name(op->kind));
		diag_note(diag, twin->entry->loc, "'%s' is here", twin->name);
		return;
	}
	group->by_kind[op->kind] = op;
	group->count++;
}

/*
 * `autogen:` may name only forms of the entry's own operator. It may name forms that are not
 * derived: 1.13.1 names one that its own rules omit.
 */
static void check_named(struct arena *arena, struct diag *diag, const struct op *op)
{
	const struct value *autogen = &op->entry->values[KEY_AUTOGEN];
	const char *text = autogen->len ? autogen->at[0].text : "";

	for (size_t length; *text; text += length, text += strspn(text, ", ")) {
		struct loc loc = autogen->at[0].loc;
		struct op_name name;

		length = strcspn(text, ",");
		loc.column += (size_t)(text - autogen->at[0].text);
		if (op_name_parse(arena, diag, loc, arena_strndup(arena, text, length), &name) &&
		    strcmp(name.base, op->schema.name.base))
			diag_error(diag, loc, NULL, "'%.*s' is not a form of '%s'", (int)length,
				   text, op->name);
	}
}

bool autogen_derive(struct arena *arena, struct diag *diag, struct model *model)
{
	struct group *groups = NULL, *group;
	size_t before = diag->errors;

	for (size_t i = 0; i < model->ops.len; i++) {
		struct op *op = model->ops.at[i];

		check_named(arena, diag, op);
		add_to_group(diag, find_group(arena, &groups, op), op);
	}
	/* After an error, forms derived from the remaining operators would be wrong. uthash
	 * iterates in insertion order, so the result does not depend on the hash function. */
	for (group = groups; group && diag->errors == before; group = group->hh.next)
		derive(arena, model, group);
	HASH_CLEAR(hh, groups);
	return diag->errors == before;
}
