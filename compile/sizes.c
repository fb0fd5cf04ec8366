#include <string.h>

#include "compile/expression.h"
#include "compile/model.h"

static struct symbol *find_symbol(const struct program *program, const char *name)
{
	for (size_t i = 0; i < program->symbols.len; i++)
		if (!strcmp(program->symbols.at[i].name, name))
			return &program->symbols.at[i];
	return NULL;
}

/* Only fixed symbols are numbers. */
static ct_error look_up_fixed(const struct ct_symbolic *path, void *context,
			      struct ct_symbolic_value *result)
{
	const struct symbol *symbol = find_symbol(context, path->name);

	if (!symbol || !symbol->is_fixed)
		return ct_error_new(CT_ERROR_VALUE, NULL, "it varies");
	*result = (struct ct_symbolic_value){ .type = CT_SYMBOLIC_INT, .i = symbol->hint };
	return NULL;
}

bool extent_is_fixed(const struct program *program, const struct extent *extent, int64_t *number)
{
	struct ct_symbolic_value value;
	ct_error error;

	*number = extent->i;
	if (!extent->tree)
		return true;
	error = ct_symbolic_evaluate(extent->tree, look_up_fixed, (void *)program, &value);
	if (error == NULL && value.type == CT_SYMBOLIC_INT) {
		*number = value.i;
		return true;
	}
	ct_error_free(error);
	return false;
}

static bool write_symbol(const struct ct_symbolic *path, void *context, struct strbuf *out,
			 enum ct_symbolic_type *type)
{
	struct symbol *symbol = find_symbol(context, path->name);

	*type = CT_SYMBOLIC_INT;
	if (!symbol || path->steps_len || (!symbol->is_fixed && !symbol->input))
		return false;
	if (symbol->is_fixed) {
		strbuf_printf(out, "%lld", (long long)symbol->hint);
		return true;
	}
	symbol->is_used = true;
	strbuf_add(out, symbol->c);
	return true;
}

const char *extent_c(struct program *program, const struct extent *extent)
{
	struct strbuf text = { 0 };
	enum ct_symbolic_type type;
	const char *result = NULL;
	int64_t number;

	if (extent_is_fixed(program, extent, &number))
		return arena_printf(program->arena, "%lld", (long long)number);
	if (expression_write(program, extent->tree, write_symbol, program, &text, &type) &&
	    type == CT_SYMBOLIC_INT)
		result = arena_strdup(program->arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

const char *numel_c(struct program *program, const struct variable *variable)
{
	struct strbuf text = { 0 };
	int64_t number = 1, one;
	const char *c;

	if (variable->dim < 0)
		return NULL;
	for (int64_t i = 0; i < variable->dim; i++) {
		if (extent_is_fixed(program, &variable->sizes[i], &one)) {
			number *= one;
			continue;
		}
		c = extent_c(program, &variable->sizes[i]);
		if (!c)
			return NULL;
		strbuf_printf(&text, strpbrk(c, " ?") ? " * (%s)" : " * %s", c);
	}
	c = arena_printf(program->arena, "%lld%s", (long long)number, strbuf_str(&text));
	strbuf_free(&text);
	return c;
}
