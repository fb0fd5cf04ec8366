#include "headers/length.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_AT_MOST = 8 };

struct length_parser {
	struct arena *arena;
	const char *at;
	int depth;
};

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool accept(struct length_parser *p, const char *sign)
{
	p->at += strspn(p->at, " ");
	if (strncmp(p->at, sign, strlen(sign)) != 0)
		return false;
	p->at += strlen(sign);
	return true;
}

static bool parse_product(struct length_parser *p, struct length *length);

static bool parse_number(struct length_parser *p, struct length *length)
{
	char *end;

	errno = 0;
	*length = (struct length){ .kind = LENGTH_NUMBER, .number = strtoll(p->at, &end, 10) };
	p->at = end;
	return !errno && !is_name_char(*end);
}

/* After the bracket of `name(`. */
static bool parse_call(struct length_parser *p, const char *name, struct length *length)
{
	*length = (struct length){ .kind = LENGTH_CALL, .name = name };
	do {
		struct length part;

		if (!parse_product(p, &part))
			return false;
		vec_push(p->arena, &length->parts, part);
	} while (accept(p, ","));
	if (!accept(p, ")"))
		return false;
	if (strcmp(name, "product") != 0)
		return true;
	if (length->parts.len > 1) {
		length->kind = LENGTH_TIMES;
		length->name = NULL;
		return true;
	}
	*length = (struct length){ .kind = LENGTH_PRODUCT, .name = length->parts.at[0].name };
	return length->name != NULL;
}

static bool parse_factor(struct length_parser *p, struct length *length)
{
	const char *name = p->at += strspn(p->at, " ");

	if (isdigit((unsigned char)*name))
		return parse_number(p, length);
	while (is_name_char(*p->at))
		p->at++;
	if (p->at == name)
		return false;
	name = arena_strndup(p->arena, name, (size_t)(p->at - name));
	if (accept(p, "("))
		return parse_call(p, name, length);
	*length = (struct length){ .kind = accept(p, ".len") ? LENGTH_LIST : LENGTH_NAME,
				   .name = name };
	return true;
}

static bool parse_product(struct length_parser *p, struct length *length)
{
	struct length product = { .kind = LENGTH_TIMES };

	if (++p->depth > DEPTH_AT_MOST)
		return false;
	do {
		struct length factor;

		if (!parse_factor(p, &factor))
			return false;
		vec_push(p->arena, &product.parts, factor);
	} while (accept(p, "*"));
	*length = product.parts.len > 1 ? product : product.parts.at[0];
	p->depth--;
	return true;
}

bool length_parse(struct arena *arena, const char *text, struct length *length)
{
	struct length_parser p = { arena, text, 0 };

	return parse_product(&p, length) && !*(p.at + strspn(p.at, " "));
}
