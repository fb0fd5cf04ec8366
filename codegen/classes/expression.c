#include "classes/expression.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_AT_MOST = 8 };

/* --- words ------------------------------------------------------------------------------------ */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool text_parser_accept(struct text_parser *p, const char *sign)
{
	const size_t length = strlen(sign);

	p->at += strspn(p->at, " \n");
	if (strncmp(p->at, sign, length) != 0 ||
	    (is_name_char(*sign) && is_name_char(p->at[length])))
		return false;
	p->at += length;
	return true;
}

const char *text_parser_name(struct text_parser *p)
{
	const char *from = p->at += strspn(p->at, " \n");

	while (is_name_char(*p->at))
		p->at++;
	return p->at > from && !isdigit((unsigned char)*from)
		       ? arena_strndup(p->arena, from, (size_t)(p->at - from))
		       : NULL;
}

/* --- trees ------------------------------------------------------------------------------------ */

/* False if the tree becomes too deep. */
static bool add_part(struct text_parser *p, struct expression *whole, struct expression part)
{
	vec_push(p->arena, &whole->parts, part);
	if (whole->depth <= part.depth)
		whole->depth = part.depth + 1;
	return whole->depth <= DEPTH_AT_MOST;
}

/* Reads a part, between its signs. */
static bool parse_part(struct text_parser *p, const char *end, struct expression *whole)
{
	struct expression part;

	return expression_parse(p, &part) && text_parser_accept(p, end) && add_part(p, whole, part);
}

/* --- factors ---------------------------------------------------------------------------------- */

static bool parse_number(struct text_parser *p, struct expression *expression)
{
	char *end;

	errno = 0;
	*expression = (struct expression){ .kind = EXPRESSION_NUMBER,
					   .number = strtoll(p->at, &end, 10) };
	p->at = end;
	return !errno && !is_name_char(*end);
}

/* After the first quote. */
static bool parse_text(struct text_parser *p, struct expression *expression)
{
	const size_t n = strcspn(p->at, "\"");

	*expression = (struct expression){ .kind = EXPRESSION_TEXT,
					   .text = arena_strndup(p->arena, p->at, n) };
	p->at += n;
	return text_parser_accept(p, "\"");
}

/* After `input[`. */
static bool parse_input(struct text_parser *p, struct expression *expression)
{
	const bool is_negative = text_parser_accept(p, "-");

	if (!isdigit((unsigned char)*p->at) || !parse_number(p, expression))
		return false;
	expression->kind = EXPRESSION_INPUT;
	if (is_negative)
		expression->number = -expression->number;
	return text_parser_accept(p, "]");
}

/* After `product(`. */
static bool parse_product_of(struct text_parser *p, struct expression *expression)
{
	*expression = (struct expression){ .kind = EXPRESSION_PRODUCT,
					   .text = text_parser_name(p) };
	return expression->text && text_parser_accept(p, ")");
}

static bool parse_name(struct text_parser *p, struct expression *expression)
{
	const char *name = text_parser_name(p);

	*expression = (struct expression){ .kind = EXPRESSION_NAME, .text = name };
	if (!name)
		return false;
	if (!strcmp(name, "true") || !strcmp(name, "false"))
		*expression = (struct expression){ .kind = EXPRESSION_BOOL,
						   .number = *name == 't' };
	else if (!strcmp(name, "product") && text_parser_accept(p, "("))
		return parse_product_of(p, expression);
	else if (text_parser_accept(p, ".len"))
		expression->kind = EXPRESSION_LIST;
	else if (text_parser_accept(p, "[")) {
		if (!strcmp(name, "input"))
			return parse_input(p, expression);
		expression->kind = EXPRESSION_ELEMENT;
		return parse_part(p, "]", expression);
	}
	return true;
}

static bool parse_factor(struct text_parser *p, struct expression *expression)
{
	if (text_parser_accept(p, "("))
		return expression_parse(p, expression) && text_parser_accept(p, ")");
	if (text_parser_accept(p, "\""))
		return parse_text(p, expression);
	*expression = (struct expression){ .kind = EXPRESSION_ARRAY };
	if (text_parser_accept(p, "["))
		return parse_part(p, "]", expression);
	return isdigit((unsigned char)*p->at) ? parse_number(p, expression)
					      : parse_name(p, expression);
}

/* --- operators -------------------------------------------------------------------------------- */

enum { LEVEL_COMPARISON, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_POWER, LEVEL_FACTOR };

/* `**` is before `*`, with which it begins. */
static const struct binary {
	const char *sign;
	enum expression_kind kind;
	int level;
} binaries[] = {
	{ "==", EXPRESSION_EQUAL, LEVEL_COMPARISON },
	{ "!=", EXPRESSION_UNEQUAL, LEVEL_COMPARISON },
	{ "<", EXPRESSION_LESS, LEVEL_COMPARISON },
	{ "+", EXPRESSION_PLUS, LEVEL_SUM },
	{ "-", EXPRESSION_MINUS, LEVEL_SUM },
	{ "**", EXPRESSION_POWER, LEVEL_POWER },
	{ "*", EXPRESSION_TIMES, LEVEL_PRODUCT },
	{ "/", EXPRESSION_QUOTIENT, LEVEL_PRODUCT },
};

/* The operator that follows; NULL if it is none of this level. */
static const struct binary *accept_binary(struct text_parser *p, int level)
{
	p->at += strspn(p->at, " \n");
	for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++) {
		const struct binary *binary = &binaries[i];
		const size_t length = strlen(binary->sign);

		if (strncmp(p->at, binary->sign, length) != 0)
			continue;
		if (binary->level != level)
			return NULL;
		p->at += length;
		return binary;
	}
	return NULL;
}

static bool parse_level(struct text_parser *p, int level, struct expression *expression)
{
	const struct binary *binary;

	if (level == LEVEL_FACTOR)
		return parse_factor(p, expression);
	if (!parse_level(p, level + 1, expression))
		return false;
	while ((binary = accept_binary(p, level))) {
		struct expression whole = { .kind = binary->kind }, right;

		if (!parse_level(p, level + 1, &right) || !add_part(p, &whole, *expression) ||
		    !add_part(p, &whole, right))
			return false;
		*expression = whole;
	}
	return true;
}

bool expression_parse_sum(struct text_parser *p, struct expression *expression)
{
	return parse_level(p, LEVEL_SUM, expression);
}

static bool parse_comparison(struct text_parser *p, struct expression *expression)
{
	struct expression part;

	if (!text_parser_accept(p, "not"))
		return parse_level(p, LEVEL_COMPARISON, expression);
	*expression = (struct expression){ .kind = EXPRESSION_NOT };
	return parse_level(p, LEVEL_COMPARISON, &part) && add_part(p, expression, part);
}

bool expression_parse_condition(struct text_parser *p, struct expression *expression)
{
	if (!parse_comparison(p, expression))
		return false;
	while (text_parser_accept(p, "or")) {
		struct expression whole = { .kind = EXPRESSION_OR }, right;

		if (!parse_comparison(p, &right) || !add_part(p, &whole, *expression) ||
		    !add_part(p, &whole, right))
			return false;
		*expression = whole;
	}
	return true;
}

/* After the `if` that follows `then`. */
static bool parse_choice(struct text_parser *p, struct expression then,
			 struct expression *expression)
{
	struct expression condition, otherwise;

	*expression = (struct expression){ .kind = EXPRESSION_CHOICE };
	return expression_parse_condition(p, &condition) && text_parser_accept(p, "else") &&
	       expression_parse(p, &otherwise) && add_part(p, expression, condition) &&
	       add_part(p, expression, then) && add_part(p, expression, otherwise);
}

bool expression_parse(struct text_parser *p, struct expression *expression)
{
	struct expression first;

	if (++p->depth > DEPTH_AT_MOST || !expression_parse_condition(p, &first))
		return false;
	*expression = first;
	if (text_parser_accept(p, "if") && !parse_choice(p, first, expression))
		return false;
	p->depth--;
	return true;
}
