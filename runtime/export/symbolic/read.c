/*
 * Symbolic expressions in Python: a parser that climbs the levels of precedence.
 */
#include <string.h>

#include "export/symbolic/tree.h"

/* "L['x'].size()[0]" has steps, "torch.sym_max" names a function. */
enum { LONGEST_FUNCTION = 64 };

static struct ct_symbolic *read_expression(struct ct_symbolic_reader *reader);
static struct ct_symbolic *read_unary(struct ct_symbolic_reader *reader,
				      enum ct_symbolic_level level);

/* --- Paths and calls -------------------------------------------------------------------------- */

/* "[0]", "['k']" or "[-1]" */
static bool read_index(struct ct_symbolic_reader *reader, struct ct_symbolic *path)
{
	struct ct_symbolic_step step = { .kind = CT_SYMBOLIC_INDEX };
	bool is_negative;

	ct_symbolic_next(reader);
	is_negative = reader->word == CT_SYMBOLIC_WORD_OPERATOR &&
		      reader->operator_ == CT_SYMBOLIC_SUBTRACT;
	if (is_negative)
		ct_symbolic_next(reader);
	if (reader->word != CT_SYMBOLIC_WORD_VALUE)
		return ct_symbolic_fail(reader, "expected an index: a number or a string");
	step.value = reader->value;
	if (is_negative) {
		step.value.i = -step.value.i;
		step.value.f = -step.value.f;
	}
	ct_symbolic_next(reader);
	return ct_symbolic_add_step(reader, path, step) && ct_symbolic_expect(reader, ']');
}

static bool read_attribute(struct ct_symbolic_reader *reader, struct ct_symbolic *path)
{
	struct ct_symbolic_step step = { .kind = CT_SYMBOLIC_ATTRIBUTE };

	ct_symbolic_next(reader);
	if (reader->word != CT_SYMBOLIC_WORD_NAME)
		return ct_symbolic_fail(reader, "expected the name of an attribute");
	step.value.type = CT_SYMBOLIC_STRING;
	step.value.string = reader->value.string;
	ct_symbolic_next(reader);
	return ct_symbolic_add_step(reader, path, step);
}

/* "math.floor", if that is all; otherwise "". */
static void name_function(const struct ct_symbolic *path, char name[LONGEST_FUNCTION])
{
	size_t n = 0, more;

	name[0] = '\0';
	for (int64_t i = -1; i < path->steps_len; i++) {
		const char *part = i < 0 ? path->name : path->steps[i].value.string;

		more = i < 0 || path->steps[i].kind == CT_SYMBOLIC_ATTRIBUTE ? strlen(part)
									     : LONGEST_FUNCTION;
		if (n + more + 2 > LONGEST_FUNCTION) {
			name[0] = '\0';
			return;
		}
		if (i >= 0)
			name[n++] = '.';
		memcpy(name + n, part, more + 1);
		n += more;
	}
}

/* "(a, b)" of Piecewise, which becomes two arguments. */
static bool read_piecewise_pair(struct ct_symbolic_reader *reader, struct ct_symbolic *arguments)
{
	if (!ct_symbolic_expect(reader, '(') ||
	    !ct_symbolic_add_item(reader, arguments, read_expression(reader), CT_SYMBOLIC_EQ) ||
	    !ct_symbolic_expect(reader, ','))
		return false;
	return ct_symbolic_add_item(reader, arguments, read_expression(reader), CT_SYMBOLIC_EQ) &&
	       ct_symbolic_expect(reader, ')');
}

/* After the opening parenthesis. */
static struct ct_symbolic *read_arguments(struct ct_symbolic_reader *reader, bool are_pairs)
{
	struct ct_symbolic *arguments = ct_symbolic_node(reader, CT_SYMBOLIC_CALL);

	while (arguments && !ct_symbolic_is_mark(reader, ')')) {
		if (are_pairs ? !read_piecewise_pair(reader, arguments)
			      : !ct_symbolic_add_item(reader, arguments, read_expression(reader),
						      CT_SYMBOLIC_EQ))
			return NULL;
		if (!ct_symbolic_is_mark(reader, ')') && !ct_symbolic_expect(reader, ','))
			return NULL;
	}
	return arguments && ct_symbolic_expect(reader, ')') ? arguments : NULL;
}

/* "torch.sym_max(a, b)" or "x.size()", at the opening parenthesis. NULL and no error: the latter. */
static struct ct_symbolic *read_call_or_step(struct ct_symbolic_reader *reader,
					     struct ct_symbolic *path)
{
	char name[LONGEST_FUNCTION];
	const struct ct_symbolic_callee *callee;
	struct ct_symbolic *arguments;

	name_function(path, name);
	callee = ct_symbolic_callee_of(name);
	if (callee == NULL) {
		const char *start = reader->start;

		ct_symbolic_next(reader);
		if (ct_symbolic_is_mark(reader, ')') && path->steps_len > 0) {
			ct_symbolic_next(reader);
			ct_symbolic_add_step(
				reader, path,
				(struct ct_symbolic_step){ .kind = CT_SYMBOLIC_NO_ARGUMENTS });
			return NULL;
		}
		reader->start = start;
		ct_symbolic_fail(reader, "unknown function %s",
				 *name ? name : "at the end of a path");
		return NULL;
	}
	ct_symbolic_next(reader);
	arguments = read_arguments(reader, ct_symbolic_takes_pairs(callee));
	return arguments ? ct_symbolic_call(reader, callee, name, arguments) : NULL;
}

/* A name that is a number; NULL without an error: the path is another one. */
static struct ct_symbolic *named_number(struct ct_symbolic_reader *reader,
					const struct ct_symbolic *path)
{
	char name[LONGEST_FUNCTION];

	if (path->steps_len > 1)
		return NULL;
	name_function(path, name);
	return ct_symbolic_named_number(reader, name);
}

static struct ct_symbolic *read_path(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *path = ct_symbolic_path(reader, reader->value.string), *other;

	ct_symbolic_next(reader);
	while (path && reader->error == NULL) {
		if (ct_symbolic_is_mark(reader, '[')) {
			if (!read_index(reader, path))
				return NULL;
		} else if (ct_symbolic_is_mark(reader, '.')) {
			if (!read_attribute(reader, path))
				return NULL;
		} else if (ct_symbolic_is_mark(reader, '(')) {
			other = read_call_or_step(reader, path);
			if (other || reader->error)
				return other;
		} else {
			other = named_number(reader, path);
			return other ? other : reader->error ? NULL : path;
		}
	}
	return NULL;
}

/* --- Operators -------------------------------------------------------------------------------- */

static struct ct_symbolic *read_parentheses(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *inner;

	ct_symbolic_next(reader);
	inner = read_expression(reader);
	if (inner == NULL || !ct_symbolic_expect(reader, ')'))
		return NULL;
	inner->in_parentheses = true;
	return inner;
}

static struct ct_symbolic *read_atom(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *atom;

	if (ct_symbolic_is_mark(reader, '('))
		return read_parentheses(reader);
	if (reader->word == CT_SYMBOLIC_WORD_NAME)
		return read_path(reader);
	if (reader->word != CT_SYMBOLIC_WORD_VALUE) {
		ct_symbolic_fail(reader, "expected a number, a string, a name or '('");
		return NULL;
	}
	atom = ct_symbolic_constant(reader, reader->value);
	ct_symbolic_next(reader);
	return atom;
}

static struct ct_symbolic *read_power(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *base = read_atom(reader);

	if (base == NULL || reader->word != CT_SYMBOLIC_WORD_OPERATOR ||
	    reader->operator_ != CT_SYMBOLIC_POWER)
		return base;
	ct_symbolic_next(reader);
	return ct_symbolic_join(reader, base, CT_SYMBOLIC_POWER,
				read_unary(reader, CT_SYMBOLIC_LEVEL_FACTOR));
}

static bool is_and_or(const struct ct_symbolic_reader *reader)
{
	return reader->word == CT_SYMBOLIC_WORD_AND || reader->word == CT_SYMBOLIC_WORD_OR;
}

/* The level of the operator between two operands that is the next word; CONDITIONAL: it is none. */
static enum ct_symbolic_level next_level(const struct ct_symbolic_reader *reader)
{
	if (reader->word == CT_SYMBOLIC_WORD_OR)
		return CT_SYMBOLIC_LEVEL_OR;
	if (reader->word == CT_SYMBOLIC_WORD_AND)
		return CT_SYMBOLIC_LEVEL_AND;
	if (reader->word != CT_SYMBOLIC_WORD_OPERATOR || reader->operator_ >= CT_SYMBOLIC_NOT)
		return CT_SYMBOLIC_LEVEL_CONDITIONAL;
	return ct_symbolic_level_of(reader->operator_);
}

/* "a and b", continued if `a` is one. */
static struct ct_symbolic *join_condition(struct ct_symbolic_reader *reader, struct ct_symbolic *a,
					  enum ct_symbolic_kind kind, struct ct_symbolic *b)
{
	struct ct_symbolic *node = a;

	if (a == NULL || b == NULL)
		return NULL;
	if (a->kind != kind || a->in_parentheses) {
		node = ct_symbolic_node(reader, kind);
		if (!ct_symbolic_add_item(reader, node, a, CT_SYMBOLIC_EQ))
			return NULL;
	}
	return ct_symbolic_add_item(reader, node, b, CT_SYMBOLIC_EQ) ? node : NULL;
}

/* Operators of at least this level. */
static struct ct_symbolic *read_operators(struct ct_symbolic_reader *reader,
					  enum ct_symbolic_level least)
{
	struct ct_symbolic *left = read_unary(reader, least);

	while (left) {
		const enum ct_symbolic_level level = next_level(reader);
		const enum ct_symbolic_operator operator_ = reader->operator_;
		const enum ct_symbolic_kind kind = reader->word == CT_SYMBOLIC_WORD_AND
							   ? CT_SYMBOLIC_AND
							   : CT_SYMBOLIC_OR;
		const bool joins_conditions = is_and_or(reader);
		struct ct_symbolic *right;

		if (level < least || level == CT_SYMBOLIC_LEVEL_CONDITIONAL)
			break;
		ct_symbolic_next(reader);
		right = read_operators(reader, level + 1);
		left = joins_conditions ? join_condition(reader, left, kind, right)
					: ct_symbolic_join(reader, left, operator_, right);
	}
	return left;
}

static struct ct_symbolic *read_prefix(struct ct_symbolic_reader *reader,
				       enum ct_symbolic_level least)
{
	enum ct_symbolic_operator operator_ = reader->operator_;
	struct ct_symbolic *operand;

	if (operator_ == CT_SYMBOLIC_SUBTRACT)
		operator_ = CT_SYMBOLIC_MINUS;
	else if (operator_ == CT_SYMBOLIC_ADD)
		operator_ = CT_SYMBOLIC_PLUS;
	if (operator_ < CT_SYMBOLIC_NOT ||
	    (operator_ == CT_SYMBOLIC_NOT && least > CT_SYMBOLIC_LEVEL_NOT)) {
		ct_symbolic_fail(reader, "expected an operand");
		return NULL;
	}
	ct_symbolic_next(reader);
	operand = operator_ == CT_SYMBOLIC_NOT ? read_operators(reader, CT_SYMBOLIC_LEVEL_NOT)
					       : read_unary(reader, CT_SYMBOLIC_LEVEL_FACTOR);
	return operand ? ct_symbolic_unary(reader, operator_, operand) : NULL;
}

static struct ct_symbolic *read_unary(struct ct_symbolic_reader *reader,
				      enum ct_symbolic_level level)
{
	struct ct_symbolic *result;

	if (!ct_symbolic_enter(reader))
		return NULL;
	result = reader->word == CT_SYMBOLIC_WORD_OPERATOR ? read_prefix(reader, level)
							   : read_power(reader);
	reader->depth--;
	return result;
}

static struct ct_symbolic *read_expression(struct ct_symbolic_reader *reader)
{
	struct ct_symbolic *then, *condition, *result;

	if (!ct_symbolic_enter(reader))
		return NULL;
	result = then = read_operators(reader, CT_SYMBOLIC_LEVEL_OR);
	if (then && reader->word == CT_SYMBOLIC_WORD_IF) {
		ct_symbolic_next(reader);
		condition = read_operators(reader, CT_SYMBOLIC_LEVEL_OR);
		if (condition && reader->word != CT_SYMBOLIC_WORD_ELSE)
			ct_symbolic_fail(reader, "expected 'else'");
		ct_symbolic_next(reader);
		result = ct_symbolic_conditional(reader, then, condition,
						 condition ? read_expression(reader) : NULL);
	}
	reader->depth--;
	return reader->error ? NULL : result;
}

ct_error ct_symbolic_read(const char *text, struct ct_arena *arena, struct ct_symbolic **result)
{
	struct ct_symbolic_reader reader = {
		.arena = arena, .text = text, .at = text, .start = text
	};
	struct ct_symbolic *tree;

	ct_symbolic_next(&reader);
	tree = read_expression(&reader);
	if (tree && reader.word != CT_SYMBOLIC_WORD_END)
		ct_symbolic_fail(&reader, "expected the end");
	if (reader.error)
		return reader.error;
	*result = tree;
	return NULL;
}
