#include "classes/parameters.h"

#include <ctype.h>
#include <string.h>

struct text_parser {
	struct arena *arena;
	const char *at;
};

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A word is not the beginning of a longer one. */
static bool accept(struct text_parser *p, const char *sign)
{
	const size_t length = strlen(sign);

	p->at += strspn(p->at, " \n");
	if (strncmp(p->at, sign, length) != 0 ||
	    (is_name_char(*sign) && is_name_char(p->at[length])))
		return false;
	p->at += length;
	return true;
}

/* NULL if there is none. */
static const char *parse_name(struct text_parser *p)
{
	const char *from = p->at += strspn(p->at, " \n");

	while (is_name_char(*p->at))
		p->at++;
	return p->at > from ? arena_strndup(p->arena, from, (size_t)(p->at - from)) : NULL;
}

/* The text up to one of the characters is a length. */
static bool parse_length(struct text_parser *p, const char *ends, struct length *length)
{
	const size_t n = strcspn(p->at, ends);
	const char *text = arena_strndup(p->arena, p->at, n);

	p->at += n;
	return *p->at && length_parse(p->arena, text, length);
}

/* `kernel_size...` and `weight.shape`; false, without moving, if it is neither. */
static bool parse_several(struct text_parser *p, struct parameter_size *size)
{
	const char *before = p->at;

	size->name = parse_name(p);
	size->kind = accept(p, "...") ? SIZE_ELEMENTS : SIZE_SHAPE;
	if (size->name && (size->kind == SIZE_ELEMENTS || accept(p, ".shape")))
		return true;
	p->at = before;
	return false;
}

static bool parse_size(struct text_parser *p, struct parameter_size *size)
{
	*size = (struct parameter_size){ 0 };
	if (parse_several(p, size))
		return true;
	*size = (struct parameter_size){ .kind = SIZE_LENGTH };
	if (!parse_length(p, "/,)", &size->length))
		return false;
	if (!accept(p, "/"))
		return true;
	size->kind = SIZE_QUOTIENT;
	return parse_length(p, ",)", &size->divisor);
}

static bool parse_shape(struct text_parser *p, struct class_parameter *parameter)
{
	if (accept(p, ")"))
		return true;
	do {
		struct parameter_size size;

		if (!parse_size(p, &size))
			return false;
		vec_push(p->arena, &parameter->shape, size);
	} while (accept(p, ","));
	return accept(p, ")");
}

static bool parse_conditions(struct text_parser *p, struct class_parameter *parameter)
{
	do {
		const char *name = parse_name(p);

		if (!name)
			return false;
		vec_push(p->arena, &parameter->conditions, name);
	} while (accept(p, "and"));
	return true;
}

static bool parse_parameter(struct text_parser *p, struct class_parameter *parameter)
{
	*parameter = (struct class_parameter){ .is_buffer = accept(p, "buffer") };
	parameter->name = parse_name(p);
	return parameter->name && accept(p, "(") && parse_shape(p, parameter) &&
	       (!accept(p, "if") || parse_conditions(p, parameter));
}

bool parameters_parse(struct arena *arena, const char *text, struct class_parameters *parameters)
{
	struct text_parser p = { arena, text };

	*parameters = (struct class_parameters){ .is_known = !text || strcmp(text, "*") != 0 };
	if (!text || !parameters->is_known)
		return true;
	do {
		struct class_parameter parameter;

		if (!parse_parameter(&p, &parameter))
			return false;
		vec_push(arena, parameters, parameter);
	} while (accept(&p, ";"));
	return !*(p.at + strspn(p.at, " \n"));
}
