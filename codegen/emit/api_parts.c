#include "emit/api_parts.h"

#include "classes/parts.h"

/* --- expressions ------------------------------------------------------------------------------ */

static void add_expression(struct json *json, const char *key, const struct expression *expression);

/* The keys of expressions that consist of others. */
static const char *const part_keys[][3] = {
	[EXPRESSION_ARRAY] = { "array" },       [EXPRESSION_OR] = { "or" },
	[EXPRESSION_EQUAL] = { "equal" },       [EXPRESSION_UNEQUAL] = { "unequal" },
	[EXPRESSION_LESS] = { "less" },         [EXPRESSION_PLUS] = { "plus" },
	[EXPRESSION_MINUS] = { "minus" },       [EXPRESSION_TIMES] = { "times" },
	[EXPRESSION_QUOTIENT] = { "quotient" }, [EXPRESSION_POWER] = { "power" },
	[EXPRESSION_NOT] = { "not" },           [EXPRESSION_CHOICE] = { "if", "then", "else" },
};

/* `{"plus": [a, b]}`, `{"not": a}`, `{"if": a, "then": b, "else": c}`. */
static void add_expressions(struct json *json, const struct expression *expression)
{
	const char *const *keys = part_keys[expression->kind];
	const bool is_list = expression->kind != EXPRESSION_NOT &&
			     expression->kind != EXPRESSION_CHOICE;

	if (is_list)
		json_array(json, keys[0]);
	for (size_t i = 0; i < expression->parts.len; i++)
		add_expression(json, is_list ? NULL : keys[i], &expression->parts.at[i]);
	if (is_list)
		json_end(json);
}

static void add_expression(struct json *json, const char *key, const struct expression *expression)
{
	json_object(json, key);
	switch (expression->kind) {
	case EXPRESSION_NUMBER:
		json_integer(json, "number", expression->number);
		break;
	case EXPRESSION_BOOL:
		json_bool(json, "bool", expression->number);
		break;
	case EXPRESSION_TEXT:
		json_text(json, "text", expression->text);
		break;
	case EXPRESSION_NAME:
		json_text(json, "name", expression->text);
		break;
	case EXPRESSION_LIST:
		json_text(json, "list", expression->text);
		break;
	case EXPRESSION_PRODUCT:
		json_text(json, "product", expression->text);
		break;
	case EXPRESSION_ELEMENT:
		json_text(json, "element", expression->text);
		add_expression(json, "at", &expression->parts.at[0]);
		break;
	case EXPRESSION_INPUT:
		json_integer(json, "input", expression->number);
		break;
	default:
		add_expressions(json, expression);
	}
	json_end(json);
}

/* --- parameters ------------------------------------------------------------------------------- */

static void add_size(struct json *json, const struct parameter_size *size)
{
	if (size->kind == SIZE_EXPRESSION) {
		add_expression(json, NULL, &size->expression);
		return;
	}
	json_object(json, NULL);
	json_text(json, size->kind == SIZE_SHAPE ? "shape" : "elements", size->name);
	json_end(json);
}

static void add_parameter(struct json *json, const struct class_part *part)
{
	json_bool(json, "buffer", part->is_buffer);
	json_bool(json, "lazy", part->is_lazy);
	json_array(json, "shape");
	for (size_t i = 0; i < part->shape.len; i++)
		add_size(json, &part->shape.at[i]);
	json_end(json);
}

/* --- children --------------------------------------------------------------------------------- */

static void add_module(struct json *json, const char *key, const struct made_module *module)
{
	json_object(json, key);
	if (module->class) {
		json_text(json, "class", module->class);
		json_object(json, "arguments");
		for (size_t i = 0; i < module->arguments.len; i++) {
			const struct made_argument *argument = &module->arguments.at[i];

			if (argument->module)
				add_module(json, argument->name, argument->module);
			else
				add_expression(json, argument->name, &argument->expression);
		}
		json_end(json);
	} else {
		json_text(json, "argument", module->name);
	}
	json_end(json);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void add_part(struct json *json, bool is_child, const struct class_part *part)
{
	json_object(json, NULL);
	json_text(json, "name", part->path);
	if (is_child)
		add_module(json, "module", &part->module);
	else
		add_parameter(json, part);
	json_array(json, "if");
	for (size_t i = 0; i < part->conditions.len; i++)
		add_expression(json, NULL, &part->conditions.at[i]);
	json_end(json);
	json_end(json);
}

static void add_group(struct json *json, const char *key, bool are_children,
		      const struct class_group *group)
{
	if (group->index) {
		json_object(json, NULL);
		json_text(json, "for", group->index);
		add_expression(json, "count", &group->count);
		json_tall_array(json, key);
	}
	for (size_t i = 0; i < group->parts.len; i++)
		add_part(json, are_children, &group->parts.at[i]);
	if (group->index) {
		json_end(json);
		json_end(json);
	}
}

static void add_contents(struct arena *arena, struct json *json, const char *text)
{
	const char *of, *by;

	if (!text || !contents_parse(arena, text, &of, &by)) {
		json_null(json, "contents");
		return;
	}
	json_object(json, "contents");
	json_text(json, "of", of);
	json_text(json, "by", by);
	json_end(json);
}

/* parts_check() has reported texts that cannot be read. */
void api_add_parts(struct arena *arena, struct json *json, const char *key, const char *text)
{
	const bool are_children = !strcmp(key, "children");
	struct class_parts parts = { 0 };

	json_line(json);
	if (!strcmp(key, "contents")) {
		add_contents(arena, json, text);
		return;
	}
	parts_parse(arena, text, are_children, &parts);
	json_tall_array(json, key);
	for (size_t i = 0; i < parts.len; i++)
		add_group(json, key, are_children, &parts.at[i]);
	json_end(json);
}
