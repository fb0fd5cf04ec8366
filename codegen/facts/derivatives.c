#include "facts/derivatives.h"

#include <string.h>

#include "derive/forms.h"
#include "read/schema.h"
#include "read/events.h"
#include "util/hash.h"
#include "util/source.h"
#include "util/text.h"

/* The entry of one operator, which torchgen also uses for other operators with the same key. */
struct info {
	const char *key; /* the schema text, or a signature */
	const struct op *op;
	bool has_derivative;
	UT_hash_handle hh;
};

struct derivatives {
	struct arena *arena;
	struct info *exact;      /* by schema text */
	struct info *functional; /* of functional operators, by signature */
	struct info *others;     /* of all others, by signature */
	struct info *views;      /* of view operators, by the name of their copy */
};

/* --- the file --------------------------------------------------------------------------------- */

enum { PAIRS_AT_MOST = 1000 }; /* of a mapping; releases have up to 20 */

struct derivatives_file {
	struct events events;
	bool must_fit;
	struct derivatives *derivatives;
	struct info *operators; /* of the model, by schema text */
};

struct pair {
	const char *key, *text; /* "self, other", "grad" */
};

struct pairs {
	VEC(struct pair) pairs; /* those whose value is a text */
};

/* The derivatives are kept until the name is known, which need not come first. */
struct entry_read {
	const char *name; /* NULL: none */
	struct loc name_loc;
	struct pairs own, usual; /* of the entry; of `Default:` in its `dispatch:` */
	bool has_dispatch, has_usual;
};

static bool is_argument(const struct op *op, const char *names)
{
	for (size_t i = 0; i < op->schema.args.len; i++)
		if (text_has_word(names, op->schema.args.at[i].name, ", "))
			return true;
	return false;
}

/* The derivative of an argument ("self, other: ..."). Those of results are for forward mode. */
static bool is_derivative(const struct op *op, const char *names, const char *derivative)
{
	static const char refusal[] = "not_implemented(";

	return is_argument(op, names) && strcmp(derivative, "non_differentiable") &&
	       strncmp(derivative, refusal, strlen(refusal));
}

static bool has_derivative(const struct op *op, const struct pairs *derivatives)
{
	for (size_t i = 0; i < derivatives->pairs.len; i++)
		if (is_derivative(op, derivatives->pairs.at[i].key, derivatives->pairs.at[i].text))
			return true;
	return false;
}

static void add_info(struct derivatives_file *file, struct info **to, const char *key,
		     const struct op *op, bool derivative)
{
	struct info *info;

	HASH_FIND_STR(*to, key, info);
	if (info) {
		/* The last entry counts, as in torchgen. */
		info->op = op;
		info->has_derivative = derivative;
		return;
	}
	info = arena_alloc(file->events.arena, sizeof *info);
	*info = (struct info){ .key = key, .op = op, .has_derivative = derivative };
	HASH_ADD_KEYPTR(hh, *to, info->key, strlen(info->key), info);
}

/* The `view_copy` of a `view` has the derivative of the view, although no file lists it. */
static bool is_view(const struct op *op)
{
	return op->kind == KIND_FUNCTIONAL && op->schema.rets.len && op->schema.rets.at[0].alias &&
	       !op->schema.rets.at[0].alias->is_write;
}

static const char *copy_name(struct arena *arena, const struct op *op)
{
	const char *dot = strchr(op->name, '.');
	size_t length = dot ? (size_t)(dot - op->name) : strlen(op->name);

	return arena_printf(arena, "%.*s_copy%s", (int)length, op->name, dot ? dot : "");
}

static void note_operator(struct derivatives_file *file, const struct op *op, bool derivative)
{
	struct derivatives *all = file->derivatives;

	add_info(file, &all->exact, op->func, op, derivative);
	add_info(file, op->kind == KIND_FUNCTIONAL ? &all->functional : &all->others,
		 op_signature(all->arena, op, false), op, derivative);
	if (is_view(op))
		add_info(file, &all->views, copy_name(all->arena, op), op, derivative);
}

/* Reads the next key of a mapping; its value becomes the current event. False at the end. */
static bool next_pair(struct events *r, const char **key)
{
	yaml_event_type_t type = events_next(r);

	if (type == YAML_MAPPING_END_EVENT || type == YAML_NO_EVENT)
		return false;
	*key = events_text_or_skip(r);
	if (events_next(r) == YAML_NO_EVENT)
		return false;
	return true;
}

static void add_pair(struct events *r, struct pairs *pairs, const char *key, const char *text)
{
	if (!key || !text)
		return;
	vec_push(r->arena, &pairs->pairs, (struct pair){ key, text });
	if (pairs->pairs.len > PAIRS_AT_MOST)
		events_too_much(r, PAIRS_AT_MOST, "items in a mapping");
}

/* `Default:` applies to all dispatch keys; the others are for nested tensors and the like. */
static void read_dispatch(struct events *r, struct entry_read *entry)
{
	const char *key, *derivative;

	while (next_pair(r, &key)) {
		if (entry->has_usual || !key || strcmp(key, "Default") != 0 ||
		    r->event.type != YAML_MAPPING_START_EVENT) {
			events_text_or_skip(r);
			continue;
		}
		entry->has_usual = true;
		events_refuse_extras(r);
		while (next_pair(r, &derivative))
			add_pair(r, &entry->usual, derivative, events_text_or_skip(r));
	}
}

/* Reads the value of `key` at the current event. If a key appears twice, the first value counts. */
static void read_value(struct events *r, const char *key, struct entry_read *entry)
{
	struct loc loc = events_loc(r);
	const char *text;

	if (key && !strcmp(key, "dispatch") && !entry->has_dispatch) {
		entry->has_dispatch = true;
		if (r->event.type == YAML_MAPPING_START_EVENT) {
			events_refuse_extras(r);
			read_dispatch(r, entry);
			return;
		}
	}
	text = events_text_or_skip(r);
	add_pair(r, &entry->own, key, text);
	if (key && !strcmp(key, "name") && text && !entry->name) {
		entry->name = text;
		entry->name_loc = loc;
	}
}

static const struct pairs *pairs_of(const struct entry_read *entry)
{
	return entry->has_dispatch ? &entry->usual : &entry->own;
}

static void note_entry(struct derivatives_file *file, const struct entry_read *entry)
{
	struct info *info = NULL;

	HASH_FIND_STR(file->operators, entry->name, info);
	if (info)
		note_operator(file, info->op, has_derivative(info->op, pairs_of(entry)));
	else if (file->must_fit)
		diag_error(file->events.diag, entry->name_loc,
			   "pass the derivatives.yaml of the same release",
			   "no operator has this schema");
}

/* Reads the entry that begins with the current event. */
static void read_entry(struct derivatives_file *file)
{
	struct events *r = &file->events;
	struct loc loc = events_loc(r);
	struct entry_read entry = { 0 };
	const char *key;

	if (r->event.type == YAML_MAPPING_START_EVENT) {
		events_refuse_extras(r);
		while (next_pair(r, &key))
			read_value(r, key, &entry);
	} else {
		events_text_or_skip(r);
	}
	if (r->is_broken)
		return;
	if (entry.name)
		note_entry(file, &entry);
	else
		diag_error(r->diag, loc, NULL, "an entry without a 'name'");
}

static void read_document(struct derivatives_file *file)
{
	struct events *r = &file->events;
	yaml_event_type_t type = events_next(r);

	while (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT)
		type = events_next(r);
	if (type == YAML_NO_EVENT)
		return;
	if (type != YAML_SEQUENCE_START_EVENT) {
		diag_error(r->diag, (struct loc){ .source = r->source }, NULL,
			   "not a derivatives.yaml (expected a list of entries with a 'name')");
		return;
	}
	events_refuse_extras(r);
	while ((type = events_next(r)) != YAML_SEQUENCE_END_EVENT && type != YAML_NO_EVENT)
		read_entry(file);
}

bool derivatives_read(struct arena *arena, struct diag *diag, const char *path, bool must_fit,
		      const struct model *model, struct derivatives **result)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	struct derivatives_file file = { .events = { .arena = arena,
						     .diag = diag,
						     .source = source,
						     .kind = "a derivatives.yaml" },
					 .must_fit = must_fit };
	size_t before = diag->errors;

	file.derivatives = *result = arena_alloc(arena, sizeof **result);
	file.derivatives->arena = arena;
	if (!source_read(arena, diag, path, source))
		return false;
	for (size_t i = 0; i < model->ops.len; i++)
		add_info(&file, &file.operators, model->ops.at[i]->func, model->ops.at[i], false);
	events_begin(&file.events);
	read_document(&file);
	events_end(&file.events);
	HASH_CLEAR(hh, file.operators);
	return diag->errors == before;
}

void derivatives_free(struct derivatives *derivatives)
{
	if (!derivatives)
		return;
	HASH_CLEAR(hh, derivatives->exact);
	HASH_CLEAR(hh, derivatives->functional);
	HASH_CLEAR(hh, derivatives->others);
	HASH_CLEAR(hh, derivatives->views);
}

/* --- foreach operators ------------------------------------------------------------------------ */

static const char foreach[] = "_foreach_";

/* These lack the alpha of the operator that they repeat. */
static bool ignores_count(const struct op *op)
{
	static const char *const bases[] = { "_foreach_add", "_foreach_sub" };
	static const char *const overloads[] = { "Scalar", "ScalarList" };

	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 2; j++)
			if (!strcmp(op->schema.name.base, bases[i]) &&
			    !strcmp(op->schema.name.overload, overloads[j]))
				return true;
	return false;
}

static bool type_equal(const struct type *a, const struct type *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == TYPE_BASE)
		return type_bases_equal(a, b);
	return a->size == b->size && type_equal(a->element, b->element);
}

static size_t count_args(const struct op *op)
{
	size_t count = 0;

	while (count < op->schema.args.len && !arg_is_out(&op->schema.args.at[count]))
		count++;
	return count;
}

/* `_foreach_mul(Tensor[] self, Scalar[] scalars)` repeats `mul(Tensor self, Scalar other)`. */
static bool repeats(const struct op *op, const struct op *other)
{
	size_t mine = count_args(op), theirs = count_args(other);

	if (strcmp(op->schema.name.base + strlen(foreach), other->schema.name.base) ||
	    (!ignores_count(op) && mine != theirs))
		return false;
	for (size_t i = 0; i < mine && i < theirs; i++) {
		const struct type *each = op->schema.args.at[i].type;
		const struct type *one = other->schema.args.at[i].type;

		if (!type_equal(each, one) &&
		    (each->kind == TYPE_BASE || !type_equal(each->element, one)))
			return false;
	}
	return true;
}

static bool repeated_has_derivative(const struct derivatives *derivatives, const struct op *op)
{
	/* Only zero_() has an entry, not zero(). */
	bool is_zero = !strcmp(op->name, "_foreach_zero_");
	const struct info *info = is_zero ? derivatives->others : derivatives->functional;

	for (; info; info = info->hh.next)
		if (repeats(op, info->op))
			return info->has_derivative;
	return false;
}

/* --- an operator ------------------------------------------------------------------------------ */

/* Searches in the same order as torchgen's match_differentiability_info(). */
static bool finds_derivative(const struct derivatives *derivatives, const struct op *op)
{
	const char *signature = op_signature(derivatives->arena, op, false);
	bool is_foreach = !strncmp(op->schema.name.base, foreach, strlen(foreach));
	struct info *info;

	HASH_FIND_STR(derivatives->exact, op->func, info);
	if (!info)
		HASH_FIND_STR(derivatives->views, op->name, info);
	if (!info && !is_foreach)
		HASH_FIND_STR(derivatives->functional, signature, info);
	if (!info && op->is_derived)
		HASH_FIND_STR(derivatives->others, signature, info);
	if (!info && is_foreach)
		return repeated_has_derivative(derivatives, op);
	return info && info->has_derivative;
}

const char *derivatives_of(const struct derivatives *derivatives, const struct op *op,
			   const struct names *keys)
{
	if (!derivatives)
		return NULL;
	/* Autograd never records writes to an out argument. */
	if (op->kind == KIND_OUT)
		return "none";
	if (finds_derivative(derivatives, op))
		return "derivative";
	return names_has(keys, "CompositeImplicitAutograd") ? "composite" : "none";
}
