#include "tools/program/program.h"

#include <stdlib.h>

#include "emit/nn_names.h"
#include "name/naming.h"
#include "tools/show/past.h"
#include "tools/show/spelling.h"

/* --- names ------------------------------------------------------------------------------------ */

static struct program_name *find(const struct program *program, const char *name)
{
	struct program_name *found;

	HASH_FIND_STR(program->names, name, found);
	return found;
}

static struct program_name *find_or_add(struct program *program, const char *name)
{
	struct program_name *found = find(program, name);

	if (found)
		return found;
	found = arena_alloc(program->arena, sizeof *found);
	*found = (struct program_name){ .name = name, .change = CHANGE_COUNT };
	HASH_ADD_KEYPTR(hh, program->names, found->name, strlen(found->name), found);
	return found;
}

static void add_operator(struct program *program, const struct op *op, const char *symbol)
{
	struct program_name *name = find_or_add(program, symbol);

	name->op = op;
	name->is_method = symbol == op->method;
}

/* `CT_E(cross_entropy, ...)` is mentioned as ct_cross_entropy. */
static void add_nn_function(struct program *program, const struct nn_function *function)
{
	const char *name = nn_function_name(program->arena, program->model, function);

	find_or_add(program, function->op->symbol)->is_runtime = true;
	if (name)
		find_or_add(program, arena_printf(program->arena, "ct_%s", name))->is_runtime = true;
}

/* Adds the names of libctorch. */
static void add_known(struct program *program)
{
	for (size_t i = 0; i < program->model->ops.len; i++) {
		const struct op *op = program->model->ops.at[i];

		add_operator(program, op, op->symbol);
		if (op->method)
			add_operator(program, op, op->method);
	}
	for (size_t i = 0; i < program->api->decls.len; i++)
		find_or_add(program, program->api->decls.at[i].name)->is_runtime = true;
	for (size_t i = 0; program->model->nn && i < program->model->nn->functions.len; i++)
		add_nn_function(program, program->model->nn->functions.at[i]);
}

/* --- uses ------------------------------------------------------------------------------------- */

static void add_use(struct program *program, const struct part *part, const struct mention *mention,
		    const char *symbol)
{
	struct program_name *name = find_or_add(program, symbol);
	struct use *last = name->uses.len ? &name->uses.at[name->uses.len - 1] : NULL;

	if (mention->kind == MENTION_OWN) {
		name->is_own = true;
		name->is_linked |= !mention->line;
		return;
	}
	name->is_called |= mention->kind >= MENTION_CALLED;
	if (last && last->file == part->path)
		last->count += mention->line > 0;
	else
		vec_push(program->arena, &name->uses,
			 (struct use){ part->path, mention->line, mention->line > 0 });
}

/* Which of its overloads CT(add, ...) calls depends on types, so it counts for all of them. */
static bool add_overloads(struct program *program, const struct part *part,
			  const struct mention *mention)
{
	const char *base = mention->name + strlen("ct_");
	bool found = false;

	for (size_t i = 0; i < program->model->ops.len; i++) {
		const struct op *op = program->model->ops.at[i];

		if (!naming_is_overload(op, base, strlen(base)))
			continue;
		add_use(program, part, mention, op->symbol);
		found = true;
	}
	return found;
}

static void add_mention(struct program *program, const struct part *part,
			const struct mention *mention)
{
	const struct program_name *name = find(program, mention->name);

	if (mention->kind != MENTION_CT || (name && name->op) ||
	    !add_overloads(program, part, mention))
		add_use(program, part, mention, mention->name);
}

/* --- unknown names ---------------------------------------------------------------------------- */

/* True for "add.Tensor" and "ct_add_Tensor" or "ct_Tensor_add_Tensor". */
static bool is_symbol_of(const char *op, const char *symbol)
{
	static const char method[] = "ct_Tensor_";
	const char *rest = symbol + strlen("ct_");

	for (int form = 0; form < 2; form++) {
		size_t i = 0;

		while (op[i] && rest[i] == (op[i] == '.' ? '_' : op[i]))
			i++;
		if (!op[i] && !rest[i])
			return true;
		if (strncmp(symbol, method, sizeof method - 1))
			return false;
		rest = symbol + sizeof method - 1;
	}
	return false;
}

static void find_past(const struct program *program, struct program_name *name)
{
	const char *release = program->model->spec->release;
	const struct history *history = program->history;

	if (!history || !release)
		return;
	for (size_t i = 0; i < history->ops.len; i++) {
		if (!is_symbol_of(history->ops.at[i]->name, name->name))
			continue;
		name->past = past_when(program->arena, history, history->ops.at[i],
				       history_at(history, release));
		return;
	}
}

static struct names known_functions(const struct program *program)
{
	struct names known = { 0 };

	for (const struct program_name *one = program->names; one; one = one->hh.next)
		if (one->op || (one->is_runtime && !strncmp(one->name, "ct_", 3)))
			vec_push(program->arena, &known, one->name);
	return known;
}

/*
 * A name that is not called may be anything, such as a variable or a type. It counts only if some
 * release had an operator of that name.
 */
static bool is_unknown(const struct program_name *name)
{
	return !name->op && !name->is_runtime && !name->is_own && name->uses.len &&
	       (name->is_called || name->past);
}

/* --- the result ------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct program_name *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static void list_operators(struct program *program)
{
	for (struct program_name *one = program->names; one; one = one->hh.next) {
		if (!one->op || !one->uses.len)
			continue;
		vec_push(program->arena, &program->operators, one);
		program->functions += !one->is_method;
		program->methods += one->is_method;
	}
	if (program->operators.len)
		qsort(program->operators.at, program->operators.len, sizeof *program->operators.at,
		      by_name);
}

/* The number of names for which close ones are searched; each is compared with all known names. */
enum { SUGGESTED_AT_MOST = 1000 };

static void list_unknown(struct program *program)
{
	struct names known = known_functions(program);

	for (struct program_name *one = program->names; one; one = one->hh.next) {
		if (one->op || one->is_runtime || one->is_own || !one->uses.len)
			continue;
		find_past(program, one);
		if (!is_unknown(one))
			continue;
		if (program->unknown.len < SUGGESTED_AT_MOST)
			one->nearest = spelling_nearest_of(program->arena, &known, one->name);
		vec_push(program->arena, &program->unknown, one);
	}
	if (program->unknown.len)
		qsort(program->unknown.at, program->unknown.len, sizeof *program->unknown.at,
		      by_name);
}

void program_resolve(struct program *program)
{
	add_known(program);
	for (size_t i = 0; i < program->parts.len; i++) {
		const struct part *part = &program->parts.at[i];

		for (size_t j = 0; j < part->mentions.len; j++)
			add_mention(program, part, &part->mentions.at[j]);
	}
	list_operators(program);
	list_unknown(program);
}

void program_free(struct program *program)
{
	HASH_CLEAR(hh, program->names);
}

/* --- another release -------------------------------------------------------------------------- */

/* If the program uses the symbol, records its change. Returns the number of names, 0 or 1. */
static size_t note_change(const struct program *program, const char *symbol, enum change_kind kind)
{
	struct program_name *name = symbol ? find(program, symbol) : NULL;

	if (!name || !name->uses.len)
		return 0;
	if (kind < name->change)
		name->change = kind;
	return 1;
}

/* Keeps only the changes of used functions, and counts these. */
static void keep_used(struct program *program, enum change_kind kind)
{
	size_t kept = 0;

	program->diff.of[kind].functions = program->diff.of[kind].methods = 0;
	for (size_t i = 0; i < program->diff.of[kind].len; i++) {
		const struct change change = program->diff.of[kind].at[i];
		size_t own = note_change(program, change_symbol(&change), kind);
		size_t method = note_change(program, change_method(&change), kind);

		if (!own && !method)
			continue;
		program->diff.of[kind].functions += change.is_method ? 0 : own;
		program->diff.of[kind].methods += method + (change.is_method ? own : 0);
		program->diff.of[kind].at[kept++] = change;
	}
	program->diff.of[kind].len = kept;
}

static bool has_symbol(const struct model *model, const char *symbol)
{
	for (size_t i = 0; i < model->ops.len; i++) {
		const struct op *op = model->ops.at[i];

		if (!strcmp(op->symbol, symbol) || (op->method && !strcmp(op->method, symbol)))
			return true;
	}
	return false;
}

void program_compare(struct program *program, const struct model *after)
{
	program->after = after;
	diff_models(program->arena, program->model, after, &program->diff);
	/* New functions do not affect the program. */
	program->diff.of[CHANGE_ADDED].len = 0;
	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		keep_used(program, kind);
	for (size_t i = 0; i < program->unknown.len; i++)
		program->unknown.at[i]->comes = has_symbol(after, program->unknown.at[i]->name);
}

bool program_compiles(const struct program *program)
{
	for (size_t i = 0; i < program->unknown.len; i++)
		if (!program->unknown.at[i]->comes)
			return false;
	return !program->after || diff_compiles(&program->diff);
}
