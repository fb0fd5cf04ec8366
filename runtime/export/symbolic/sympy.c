/*
 * Symbolic expressions as sympy's srepr() prints them: calls with positional arguments, and
 * assumptions about symbols as keywords, which we do not need.
 */
#include <string.h>

#include "core/base/numbers.h"
#include "export/symbolic/tree.h"

static struct ct_symbolic *read_term(struct ct_symbolic_reader *reader);

/* "positive=True", after the name */
static bool skip_keyword(struct ct_symbolic_reader *reader)
{
	ct_symbolic_next(reader);
	if (!ct_symbolic_expect(reader, '='))
		return false;
	if (reader->word != CT_SYMBOLIC_WORD_VALUE)
		return ct_symbolic_fail(reader, "expected a constant");
	ct_symbolic_next(reader);
	return true;
}

static bool is_keyword_next(const struct ct_symbolic_reader *reader)
{
	const char *at = reader->at + strspn(reader->at, " ");

	return reader->word == CT_SYMBOLIC_WORD_NAME && *at == '=' && at[1] != '=';
}

/* "ExprCondPair(a, b)", which becomes two arguments. */
static bool read_piece(struct ct_symbolic_reader *reader, struct ct_symbolic *arguments)
{
	if (reader->word != CT_SYMBOLIC_WORD_NAME ||
	    strcmp(reader->value.string, "ExprCondPair") != 0)
		return ct_symbolic_fail(reader, "expected ExprCondPair");
	ct_symbolic_next(reader);
	return ct_symbolic_expect(reader, '(') &&
	       ct_symbolic_add_item(reader, arguments, read_term(reader), CT_SYMBOLIC_EQ) &&
	       ct_symbolic_expect(reader, ',') &&
	       ct_symbolic_add_item(reader, arguments, read_term(reader), CT_SYMBOLIC_EQ) &&
	       ct_symbolic_expect(reader, ')');
}

static bool read_argument(struct ct_symbolic_reader *reader, struct ct_symbolic *arguments,
			  bool is_pair)
{
	if (is_keyword_next(reader))
		return skip_keyword(reader);
	if (is_pair)
		return read_piece(reader, arguments);
	return ct_symbolic_add_item(reader, arguments, read_term(reader), CT_SYMBOLIC_EQ);
}

static struct ct_symbolic *read_list(struct ct_symbolic_reader *reader, bool are_pairs)
{
	struct ct_symbolic *arguments = ct_symbolic_node(reader, CT_SYMBOLIC_CALL);

	if (arguments == NULL || !ct_symbolic_expect(reader, '('))
		return NULL;
	while (!ct_symbolic_is_mark(reader, ')')) {
		if (!read_argument(reader, arguments, are_pairs))
			return NULL;
		if (!ct_symbolic_is_mark(reader, ')') && !ct_symbolic_expect(reader, ','))
			return NULL;
	}
	return ct_symbolic_expect(reader, ')') ? arguments : NULL;
}

/* --- Numbers and symbols ---------------------------------------------------------------------- */

static const struct ct_symbolic_value *constant_argument(const struct ct_symbolic *arguments,
							 int64_t i)
{
	return i < arguments->items_len && arguments->items[i]->kind == CT_SYMBOLIC_CONSTANT
		       ? &arguments->items[i]->value
		       : NULL;
}

/* "Float('0.5', precision=53)" */
static struct ct_symbolic *make_float(struct ct_symbolic_reader *reader,
				      const struct ct_symbolic *arguments)
{
	const struct ct_symbolic_value *text = constant_argument(arguments, 0);
	struct ct_symbolic_value value = { .type = CT_SYMBOLIC_FLOAT };
	size_t n;

	if (text == NULL || text->type != CT_SYMBOLIC_STRING) {
		ct_symbolic_fail(reader, "expected a number as a string");
		return NULL;
	}
	n = strlen(text->string);
	if (n == 0 || strspn(text->string, "0123456789.eE+-") != n) {
		ct_symbolic_fail(reader, "Float has a string that is not a number");
		return NULL;
	}
	value.f = ct_parse_double(text->string);
	return ct_symbolic_constant(reader, value);
}

static struct ct_symbolic *make_int(struct ct_symbolic_reader *reader,
				    const struct ct_symbolic *arguments, int64_t i)
{
	const struct ct_symbolic_value *value = constant_argument(arguments, i);

	if (value == NULL || value->type != CT_SYMBOLIC_INT) {
		ct_symbolic_fail(reader, "expected an integer");
		return NULL;
	}
	return ct_symbolic_int(reader, value->i);
}

static struct ct_symbolic *make_symbol(struct ct_symbolic_reader *reader,
				       const struct ct_symbolic *arguments)
{
	const struct ct_symbolic_value *name = constant_argument(arguments, 0);

	if (name == NULL || name->type != CT_SYMBOLIC_STRING) {
		ct_symbolic_fail(reader, "expected the name of a symbol");
		return NULL;
	}
	return ct_symbolic_path(reader, name->string);
}

/* A call of what is a number or a symbol; NULL without an error: it is another one. */
static struct ct_symbolic *make_leaf(struct ct_symbolic_reader *reader, const char *name,
				     const struct ct_symbolic *arguments)
{
	if (strcmp(name, "Integer") == 0)
		return make_int(reader, arguments, 0);
	if (strcmp(name, "Float") == 0)
		return make_float(reader, arguments);
	if (strcmp(name, "Symbol") == 0)
		return make_symbol(reader, arguments);
	if (strcmp(name, "Rational") == 0)
		return ct_symbolic_join(reader, make_int(reader, arguments, 0), CT_SYMBOLIC_DIVIDE,
					make_int(reader, arguments, 1));
	return NULL;
}

/* --- Terms ------------------------------------------------------------------------------------ */

static bool is_leaf(const char *name)
{
	static const char *const names[] = { "Integer", "Float", "Symbol", "Rational" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

/* Names that are calls only in Python's expressions do not occur. */
static bool is_of_sympy(const char *name)
{
	return (name[0] >= 'A' && name[0] <= 'Z') || !strcmp(name, "floor") ||
	       !strcmp(name, "ceiling");
}

static struct ct_symbolic *read_sympy_name(struct ct_symbolic_reader *reader)
{
	const char *name = reader->value.string, *start = reader->start;
	const struct ct_symbolic_callee *callee;
	struct ct_symbolic *arguments;

	ct_symbolic_next(reader);
	if (!ct_symbolic_is_mark(reader, '(')) {
		arguments = ct_symbolic_named_number(reader, name);
		if (arguments == NULL)
			ct_symbolic_fail(reader, "unknown name %s", name);
		return arguments;
	}
	callee = is_of_sympy(name) ? ct_symbolic_callee_of(name) : NULL;
	if (callee == NULL && !is_leaf(name)) {
		reader->start = start;
		ct_symbolic_fail(reader, "unknown function %s", name);
		return NULL;
	}
	arguments = read_list(reader, callee && ct_symbolic_takes_pairs(callee));
	if (arguments == NULL)
		return NULL;
	return callee ? ct_symbolic_call(reader, callee, name, arguments)
		      : make_leaf(reader, name, arguments);
}

/* "-3" within Integer(), and "-int_oo". */
static struct ct_symbolic *read_negative(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *term;

	ct_symbolic_next(reader);
	if (reader->word == CT_SYMBOLIC_WORD_OPERATOR) {
		ct_symbolic_fail(reader, "expected a number");
		return NULL;
	}
	term = read_term(reader);
	if (term == NULL)
		return NULL;
	if (term->kind != CT_SYMBOLIC_CONSTANT)
		return ct_symbolic_unary(reader, CT_SYMBOLIC_MINUS, term);
	term->value.i = -term->value.i;
	term->value.f = -term->value.f;
	return term;
}

static struct ct_symbolic *read_any(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *term;

	if (reader->word == CT_SYMBOLIC_WORD_NAME)
		return read_sympy_name(reader);
	if (reader->word == CT_SYMBOLIC_WORD_OPERATOR && reader->operator_ == CT_SYMBOLIC_SUBTRACT)
		return read_negative(reader);
	if (reader->word != CT_SYMBOLIC_WORD_VALUE) {
		ct_symbolic_fail(reader, "expected a name, a number or a string");
		return NULL;
	}
	term = ct_symbolic_constant(reader, reader->value);
	ct_symbolic_next(reader);
	return term;
}

static struct ct_symbolic *read_term(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *term;

	if (!ct_symbolic_enter(reader))
		return NULL;
	term = read_any(reader);
	reader->depth--;
	return reader->error ? NULL : term;
}

ct_error ct_symbolic_read_sympy(const char *text, struct ct_arena *arena,
				struct ct_symbolic **result)
{
	struct ct_symbolic_reader reader = {
		.arena = arena, .text = text, .at = text, .start = text
	};
	struct ct_symbolic *tree;

	ct_symbolic_next(&reader);
	tree = read_term(&reader);
	if (tree && reader.word != CT_SYMBOLIC_WORD_END)
		ct_symbolic_fail(&reader, "expected the end");
	if (reader.error)
		return reader.error;
	*result = tree;
	return NULL;
}
