#include "classes/parts.h"

#include <ctype.h>

#include "util/text.h"

enum { MODULES_AT_MOST = 3 };

/* --- parameters ------------------------------------------------------------------------------- */

/* `kernel_size...` and `weight.shape`; false, without moving, if it is neither. */
static bool parse_several(struct text_parser *p, struct parameter_size *size)
{
	const char *before = p->at;

	*size = (struct parameter_size){ .name = text_parser_name(p) };
	size->kind = text_parser_accept(p, "...") ? SIZE_ELEMENTS : SIZE_SHAPE;
	if (size->name && (size->kind == SIZE_ELEMENTS || text_parser_accept(p, ".shape")))
		return true;
	p->at = before;
	return false;
}

static bool parse_size(struct text_parser *p, struct parameter_size *size)
{
	if (parse_several(p, size))
		return true;
	*size = (struct parameter_size){ .kind = SIZE_EXPRESSION };
	return expression_parse(p, &size->expression);
}

static bool parse_shape(struct text_parser *p, struct class_part *part)
{
	if (text_parser_accept(p, ")"))
		return true;
	do {
		struct parameter_size size;

		if (!parse_size(p, &size))
			return false;
		vec_push(p->arena, &part->shape, size);
	} while (text_parser_accept(p, ","));
	return text_parser_accept(p, ")");
}

/* --- modules ---------------------------------------------------------------------------------- */

static bool parse_module(struct text_parser *p, int depth, struct made_module *module);

/* Classes begin with a capital, arguments do not. */
static bool parse_value(struct text_parser *p, int depth, struct made_argument *argument)
{
	p->at += strspn(p->at, " \n");
	if (!isupper((unsigned char)*p->at))
		return expression_parse(p, &argument->expression);
	argument->module = arena_alloc(p->arena, sizeof *argument->module);
	return parse_module(p, depth + 1, argument->module);
}

/* After the bracket. */
static bool parse_arguments(struct text_parser *p, int depth, struct made_module *module)
{
	if (text_parser_accept(p, ")"))
		return true;
	do {
		struct made_argument argument = { .name = text_parser_name(p) };

		if (!argument.name || !text_parser_accept(p, "=") ||
		    !parse_value(p, depth, &argument))
			return false;
		vec_push(p->arena, &module->arguments, argument);
	} while (text_parser_accept(p, ","));
	return text_parser_accept(p, ")");
}

static bool parse_module(struct text_parser *p, int depth, struct made_module *module)
{
	const char *name = text_parser_name(p);

	*module = (struct made_module){ .name = name };
	if (!name || depth > MODULES_AT_MOST)
		return false;
	if (!text_parser_accept(p, "("))
		return true;
	*module = (struct made_module){ .class = name };
	return parse_arguments(p, depth, module);
}

/* --- parts ------------------------------------------------------------------------------------ */

/* `weight`, `layers.{layer}`, `tail.{cluster}.0`. */
static const char *parse_path(struct text_parser *p)
{
	static const char chars[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.{}";
	const char *from = p->at += strspn(p->at, " \n");
	const size_t length = strspn(from, chars);

	p->at += length;
	return length ? arena_strndup(p->arena, from, length) : NULL;
}

static bool parse_conditions(struct text_parser *p, struct class_part *part)
{
	do {
		struct expression condition;

		if (!expression_parse_condition(p, &condition))
			return false;
		vec_push(p->arena, &part->conditions, condition);
	} while (text_parser_accept(p, "and"));
	return true;
}

static bool parse_part(struct text_parser *p, bool is_child, struct class_part *part)
{
	*part = (struct class_part){ .path = NULL };
	part->is_lazy = !is_child && text_parser_accept(p, "lazy");
	part->is_buffer = !is_child && text_parser_accept(p, "buffer");
	part->path = parse_path(p);
	if (!part->path || !text_parser_accept(p, is_child ? "=" : "("))
		return false;
	if (!(is_child ? parse_module(p, 1, &part->module) : parse_shape(p, part)))
		return false;
	return !text_parser_accept(p, "if") || parse_conditions(p, part);
}

static bool add_part(struct text_parser *p, bool is_child, struct class_group *group)
{
	struct class_part part;

	if (!parse_part(p, is_child, &part))
		return false;
	vec_push(p->arena, &group->parts, part);
	return true;
}

static bool parse_group(struct text_parser *p, bool are_children, struct class_group *group)
{
	*group = (struct class_group){ .index = NULL };
	if (!text_parser_accept(p, "for"))
		return add_part(p, are_children, group);
	group->index = text_parser_name(p);
	if (!group->index || !text_parser_accept(p, "<") ||
	    !expression_parse_sum(p, &group->count) || !text_parser_accept(p, "{"))
		return false;
	do {
		if (!add_part(p, are_children, group))
			return false;
	} while (text_parser_accept(p, ";"));
	return text_parser_accept(p, "}");
}

bool parts_parse(struct arena *arena, const char *text, bool are_children,
		 struct class_parts *parts)
{
	struct text_parser p = { arena, text, 0 };

	*parts = (struct class_parts){ 0 };
	if (!text)
		return true;
	do {
		struct class_group group;

		if (!parse_group(&p, are_children, &group))
			return false;
		vec_push(arena, parts, group);
	} while (text_parser_accept(&p, ";"));
	return !*(p.at + strspn(p.at, " \n"));
}

bool contents_parse(struct arena *arena, const char *text, const char **of, const char **by)
{
	struct text_parser p = { arena, text, 0 };

	*of = text_parser_name(&p);
	*by = text_parser_accept(&p, "by") ? text_parser_name(&p) : NULL;
	return *of && *by && !*p.at && text_has_word("modules parameters", *of, " ") &&
	       text_has_word("index name either", *by, " ");
}
