#include "compile/passes/passes.h"

#include <stdlib.h>
#include <string.h>

#include "compile/options.h"

/* --- Finding them ----------------------------------------------------------------------------- */

static struct symbol *symbol_named(struct program *program, const char *name)
{
	struct symbol symbol = { .name = name, .min = 0, .max = INT64_MAX };

	for (size_t i = 0; i < program->symbols.len; i++)
		if (!strcmp(program->symbols.at[i].name, name))
			return &program->symbols.at[i];
	symbol.c = identifier_in(program->arena, &program->main->taken, name);
	vec_push(program->arena, &program->symbols, symbol);
	return &program->symbols.at[program->symbols.len - 1];
}

/* All names in an expression are symbols. */
static void note_names(struct program *program, const struct ct_symbolic *tree)
{
	if (tree->kind == CT_SYMBOLIC_PATH)
		symbol_named(program, tree->name);
	for (int64_t i = 0; i < tree->items_len; i++)
		note_names(program, tree->items[i]);
}

static int64_t hint_of(const struct ct_symbolic_affine *affine, int64_t size)
{
	return (size - affine->offset.over) * affine->slope.under / affine->slope.over;
}

/* A size that determines a symbol: 2*s0 + 1. */
static void note_size(struct program *program, const struct variable *input, int64_t dim)
{
	const struct extent *extent = &input->sizes[dim];
	struct ct_symbolic_affine affine;
	struct symbol *symbol;

	if (!extent->tree)
		return;
	note_names(program, extent->tree);
	if (!ct_symbolic_as_affine(extent->tree, program->trees, &affine) ||
	    affine.offset.under != 1)
		return;
	symbol = symbol_named(program, affine.symbol);
	/* The size itself is better than a multiple. */
	if (symbol->input && (symbol->is.slope.over == 1 || affine.slope.over != 1))
		return;
	symbol->input = input;
	symbol->dim = dim;
	symbol->is = affine;
	symbol->has_hint = true;
	symbol->hint = hint_of(&affine, extent->i);
}

static void note_ranges(struct program *program)
{
	for (int64_t i = 0; i < program->from->ranges_len; i++) {
		const struct ct_program_range *range = &program->from->ranges[i];

		for (size_t k = 0; k < program->symbols.len; k++) {
			struct symbol *symbol = &program->symbols.at[k];

			if (strcmp(symbol->name, range->expression))
				continue;
			symbol->min = range->has_min ? range->min : symbol->min;
			symbol->max = range->has_max ? range->max : symbol->max;
		}
	}
}

/* --- Fixing them ------------------------------------------------------------------------------ */

static bool wrong_shape(struct program *program, const char *given, const char *format,
			const char *word)
{
	diag_error(program->diag, (struct loc){ 0 },
		   "write --input-shape NAME=1x3x224x224, with a size or ? for each dimension",
		   format, given, word);
	return false;
}

static const struct variable *input_named(struct program *program, const char *name, size_t length)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct input *input = &program->inputs.at[i];

		if (!input->variable || input->variable->held != HELD_TENSOR)
			continue;
		if ((strlen(input->path) == length && !memcmp(input->path, name, length)) ||
		    (strlen(input->variable->c) == length &&
		     !memcmp(input->variable->c, name, length)))
			return input->variable;
	}
	return NULL;
}

static bool fix_symbol(struct program *program, const char *given, struct symbol *symbol,
		       int64_t size)
{
	const struct ct_symbolic_affine *is = &symbol->is;
	const int64_t value = hint_of(is, size);

	if (value * is->slope.over / is->slope.under + is->offset.over != size ||
	    value < symbol->min || value > symbol->max ||
	    (symbol->is_fixed && symbol->hint != value)) {
		diag_error(program->diag, (struct loc){ 0 }, NULL,
			   "--input-shape %s: the size %lld is not one that the program was "
			   "exported for (%s is %lld to %lld)",
			   given, (long long)size, symbol->name, (long long)symbol->min,
			   (long long)symbol->max);
		return false;
	}
	symbol->hint = value;
	symbol->is_fixed = true;
	return true;
}

static bool fix_size(struct program *program, const char *given, const struct variable *input,
		     int64_t dim, int64_t size)
{
	const struct extent *extent = &input->sizes[dim];

	for (size_t i = 0; extent->tree && i < program->symbols.len; i++) {
		struct symbol *symbol = &program->symbols.at[i];
		struct ct_symbolic_affine affine;

		if (ct_symbolic_as_affine(extent->tree, program->trees, &affine) &&
		    !strcmp(affine.symbol, symbol->name) && symbol->input) {
			const struct ct_symbolic_affine was = symbol->is;
			bool fine;

			symbol->is = affine;
			fine = fix_symbol(program, given, symbol, size);
			symbol->is = was;
			return fine;
		}
	}
	if (extent->tree || extent->i == size)
		return true;
	diag_error(program->diag, (struct loc){ 0 }, NULL,
		   "--input-shape %s: the program was exported for the size %lld, not %lld", given,
		   (long long)extent->i, (long long)size);
	return false;
}

/* "x=1x3x224x224"; a size that is ? still varies. */
static bool fix_shape(struct program *program, const char *given)
{
	const char *equals = strchr(given, '='), *at = equals ? equals + 1 : NULL;
	const struct variable *input = equals ? input_named(program, given,
							    (size_t)(equals - given))
					      : NULL;
	char *end;

	if (!equals)
		return wrong_shape(program, given, "--input-shape %s: there is no '='%s", "");
	if (!input || input->dim < 0)
		return wrong_shape(program, given,
				   "--input-shape %s: the program has no such input%s", "");
	for (int64_t dim = 0; dim < input->dim; dim++) {
		const bool varies = *at == '?';
		const long long size = varies ? 0 : strtoll(at, &end, 10);

		end = varies ? (char *)at + 1 : end;
		if (end == at || size < 0 || *end != (dim + 1 < input->dim ? 'x' : '\0'))
			return wrong_shape(program, given,
					   "--input-shape %s: the input has another number of "
					   "dimensions%s",
					   "");
		if (!varies && !fix_size(program, given, input, dim, size))
			return false;
		at = end + 1;
	}
	return true;
}

bool find_symbols(struct program *program)
{
	for (size_t i = 0; i < program->inputs.len; i++) {
		const struct variable *input = program->inputs.at[i].variable;

		for (int64_t dim = 0; input && dim < input->dim; dim++)
			note_size(program, input, dim);
	}
	note_ranges(program);
	for (size_t i = 0; i < program->options->shapes.len; i++)
		if (!fix_shape(program, program->options->shapes.at[i]))
			return false;
	return true;
}
