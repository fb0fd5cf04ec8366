#include "derivatives.h"

#include <string.h>

#include <yaml.h>

#include "autogen_forms.h"
#include "hash.h"
#include "schema.h"
#include "source.h"
#include "text.h"

/* What the file says of one operator, and what torchgen finds for another by the same key. */
struct info {
	const char *key; /* the schema's text, or a signature */
	const struct op *op;
	bool has_formula;
	UT_hash_handle hh;
};

struct derivatives {
	struct arena *arena;
	struct info *exact;      /* by schema text */
	struct info *functional; /* those of functional operators, by signature */
	struct info *others;     /* those of the rest, by signature */
	struct info *views; /* those of operators that give a view, by the name of their copy */
};

/* --- the file --------------------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct source *source;
	bool must_fit;
	struct derivatives *derivatives;
	struct info *operators; /* of the model, by schema text */
	yaml_document_t document;
};

static struct loc loc_of(const struct reader *r, yaml_mark_t mark)
{
	return (struct loc){ r->source, mark.line + 1, mark.column + 1 };
}

static const char *text_of(const yaml_node_t *node)
{
	return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *get(struct reader *r, const yaml_node_t *map, const char *key)
{
	const yaml_node_pair_t *pair = map->data.mapping.pairs.start;

	for (; pair < map->data.mapping.pairs.top; pair++) {
		const char *text = text_of(yaml_document_get_node(&r->document, pair->key));

		if (text && !strcmp(text, key))
			return yaml_document_get_node(&r->document, pair->value);
	}
	return NULL;
}

static bool is_argument(const struct op *op, const char *names)
{
	for (size_t i = 0; i < op->schema.args.len; i++)
		if (text_has_word(names, op->schema.args.at[i].name, ", "))
			return true;
	return false;
}

/* Of an argument ("self, other: ..."); those of results are for forward mode. */
static bool is_formula(const struct op *op, const char *names, const char *formula)
{
	static const char refusal[] = "not_implemented(";

	return is_argument(op, names) && strcmp(formula, "non_differentiable") &&
	       strncmp(formula, refusal, strlen(refusal));
}

static bool has_formula(struct reader *r, const struct op *op, const yaml_node_t *map)
{
	const yaml_node_pair_t *pair = map->data.mapping.pairs.start;

	for (; pair < map->data.mapping.pairs.top; pair++) {
		const char *key = text_of(yaml_document_get_node(&r->document, pair->key));
		const char *text = text_of(yaml_document_get_node(&r->document, pair->value));

		if (key && text && is_formula(op, key, text))
			return true;
	}
	return false;
}

static void add_info(struct reader *r, struct info **to, const char *key, const struct op *op,
		     bool formula)
{
	struct info *info;

	HASH_FIND_STR(*to, key, info);
	if (info) {
		/* The last one counts, as in torchgen. */
		info->op = op;
		info->has_formula = formula;
		return;
	}
	info = arena_alloc(r->arena, sizeof *info);
	*info = (struct info){ .key = key, .op = op, .has_formula = formula };
	HASH_ADD_KEYPTR(hh, *to, info->key, strlen(info->key), info);
}

/* The `view_copy` of a `view` has the view's formula, though no file says so. */
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

static void note_operator(struct reader *r, const struct op *op, bool formula)
{
	struct derivatives *all = r->derivatives;

	add_info(r, &all->exact, op->func, op, formula);
	add_info(r, op->kind == KIND_FUNCTIONAL ? &all->functional : &all->others,
		 op_signature(r->arena, op, false), op, formula);
	if (is_view(op))
		add_info(r, &all->views, copy_name(r->arena, op), op, formula);
}

/* What there is for all keys; the rest of `dispatch:` is for nested tensors and the like. */
static const yaml_node_t *formulas_of(struct reader *r, const yaml_node_t *entry)
{
	const yaml_node_t *dispatch = get(r, entry, "dispatch");
	const yaml_node_t *usual = dispatch && dispatch->type == YAML_MAPPING_NODE
					   ? get(r, dispatch, "Default")
					   : NULL;

	if (!dispatch)
		return entry;
	return usual && usual->type == YAML_MAPPING_NODE ? usual : NULL;
}

static void read_entry(struct reader *r, const yaml_node_t *entry)
{
	const yaml_node_t *name, *formulas;
	struct info *operator= NULL;

	name = entry->type == YAML_MAPPING_NODE ? get(r, entry, "name") : NULL;
	if (!name || !text_of(name)) {
		diag_error(r->diag, loc_of(r, entry->start_mark), NULL,
			   "an entry of derivatives.yaml has a 'name'");
		return;
	}
	HASH_FIND_STR(r->operators, text_of(name), operator);
	if (!operator) {
		if (r->must_fit)
			diag_error(r->diag, loc_of(r, name->start_mark),
				   "give the derivatives.yaml of the same release",
				   "no operator has this schema");
		return;
	}
	formulas = formulas_of(r, entry);
	note_operator(r, operator->op, formulas && has_formula(r, operator->op, formulas));
}

static void read_entries(struct reader *r)
{
	const yaml_node_t *root = yaml_document_get_root_node(&r->document);
	const yaml_node_item_t *item;

	if (!root || root->type != YAML_SEQUENCE_NODE) {
		diag_error(r->diag, (struct loc){ .source = r->source }, NULL,
			   "derivatives.yaml is a list of entries with a 'name' each");
		return;
	}
	for (item = root->data.sequence.items.start; item < root->data.sequence.items.top; item++)
		read_entry(r, yaml_document_get_node(&r->document, *item));
}

static void read_document(struct reader *r)
{
	yaml_parser_t parser;

	if (!yaml_parser_initialize(&parser))
		out_of_memory(0);
	yaml_parser_set_input_string(&parser, (const unsigned char *)r->source->text,
				     r->source->size);
	if (yaml_parser_load(&parser, &r->document)) {
		read_entries(r);
		yaml_document_delete(&r->document);
	} else {
		diag_error(r->diag, loc_of(r, parser.problem_mark), NULL, "not yaml: %s",
			   parser.problem ? parser.problem : "unreadable");
	}
	yaml_parser_delete(&parser);
}

bool derivatives_read(struct arena *arena, struct diag *diag, const char *path, bool must_fit,
		      const struct model *model, struct derivatives **result)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	struct reader r = { .arena = arena, .diag = diag, .source = source, .must_fit = must_fit };
	size_t before = diag->errors;

	r.derivatives = *result = arena_alloc(arena, sizeof **result);
	r.derivatives->arena = arena;
	if (!source_read(arena, diag, path, source))
		return false;
	for (size_t i = 0; i < model->ops.len; i++)
		add_info(&r, &r.operators, model->ops.at[i]->func, model->ops.at[i], false);
	read_document(&r);
	HASH_CLEAR(hh, r.operators);
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

/* --- operators that repeat another ------------------------------------------------------------ */

static const char foreach[] = "_foreach_";

/* The repeated operator has an alpha that these have not. */
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
		return !strcmp(a->base, b->base);
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

static bool repeated_has_formula(const struct derivatives *derivatives, const struct op *op)
{
	/* zero() has no entry, zero_() has. */
	bool is_zero = !strcmp(op->name, "_foreach_zero_");
	const struct info *info = is_zero ? derivatives->others : derivatives->functional;

	for (; info; info = info->hh.next)
		if (repeats(op, info->op))
			return info->has_formula;
	return false;
}

/* --- an operator ------------------------------------------------------------------------------ */

/* In the order in which torchgen looks; its match_differentiability_info(). */
static bool finds_formula(const struct derivatives *derivatives, const struct op *op)
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
		return repeated_has_formula(derivatives, op);
	return info && info->has_formula;
}

const char *derivatives_of(const struct derivatives *derivatives, const struct op *op,
			   const struct names *keys)
{
	if (!derivatives)
		return NULL;
	/* What is written to out is never recorded. */
	if (op->kind == KIND_OUT)
		return "none";
	if (finds_formula(derivatives, op))
		return "formula";
	return names_has(keys, "CompositeImplicitAutograd") ? "composite" : "none";
}
