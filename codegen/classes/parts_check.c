/* parts_check.c: what names in the parts of a module class refer to. */
#include <string.h>

#include "classes/parts.h"

struct checker {
	struct arena *arena;
	struct diag *diag;
	const struct class_def *class;
	const struct item *text; /* for locations */
	const char *index;       /* of the group; NULL: none */
};

static bool has_argument(const struct class_def *class, const char *name)
{
	const struct schema *schema = &class->op->schema;

	for (size_t i = 0; i < schema->args.len; i++)
		if (!strcmp(schema->args.at[i].name, name))
			return true;
	return false;
}

static void check_name(const struct checker *c, const char *name)
{
	if (has_argument(c->class, name) || (c->index && !strcmp(c->index, name)))
		return;
	diag_error(c->diag, c->text->loc, NULL, "%s has no argument '%s'", c->class->op->name,
		   name);
}

static void check_expression(const struct checker *c, const struct expression *expression)
{
	if (expression->text && expression->kind != EXPRESSION_TEXT)
		check_name(c, expression->text);
	for (size_t i = 0; i < expression->parts.len; i++)
		check_expression(c, &expression->parts.at[i]);
}

static void check_made(const struct checker *c, const struct made_module *module)
{
	if (!module->class)
		check_name(c, module->name);
	for (size_t i = 0; i < module->arguments.len; i++) {
		const struct made_argument *argument = &module->arguments.at[i];

		if (argument->module)
			check_made(c, argument->module);
		else
			check_expression(c, &argument->expression);
	}
}

/* A path in a group has the group's name, and only there. */
static void check_path(const struct checker *c, const char *path)
{
	const char *mark = c->index ? arena_printf(c->arena, "{%s}", c->index) : NULL;

	if (mark ? strstr(path, mark) != NULL : !strpbrk(path, "{}"))
		return;
	diag_error(c->diag, c->text->loc, "for layer < num_layers { layers.{layer} = ... }",
		   "'%s' does not say which of several it is", path);
}

static void check_part(const struct checker *c, const struct class_part *part, bool is_child)
{
	check_path(c, part->path);
	for (size_t i = 0; i < part->conditions.len; i++)
		check_expression(c, &part->conditions.at[i]);
	for (size_t i = 0; i < part->shape.len; i++) {
		if (part->shape.at[i].name)
			check_name(c, part->shape.at[i].name);
		check_expression(c, &part->shape.at[i].expression);
	}
	if (is_child)
		check_made(c, &part->module);
}

static void check_parts(struct arena *arena, struct diag *diag, const struct class_def *class,
			const char *key, bool are_children, const char *example)
{
	struct checker c = { arena, diag, class, class_text(class, key), NULL };
	struct class_parts parts;

	if (!parts_parse(arena, c.text->text, are_children, &parts)) {
		diag_error(diag, c.text->loc, example, "not a list of %s: '%s'", key, c.text->text);
		return;
	}
	for (size_t i = 0; i < parts.len; i++) {
		c.index = parts.at[i].index;
		if (c.index)
			check_expression(&c, &parts.at[i].count);
		for (size_t j = 0; j < parts.at[i].parts.len; j++)
			check_part(&c, &parts.at[i].parts.at[j], are_children);
	}
}

void parts_check(struct arena *arena, struct diag *diag, const struct class_def *class)
{
	const struct item *contents = class_text(class, "contents");
	const char *of, *by;

	check_parts(arena, diag, class, "parameters", false,
		    "parameters: 'weight(a, 2 * b); bias(a) if bias'");
	check_parts(
		arena, diag, class, "children", true,
		"children: 'linear = Linear(in_features=a, out_features=b); norm = norm if norm'");
	if (contents->text && !contents_parse(arena, contents->text, &of, &by))
		diag_error(
			diag, contents->loc,
			"contents: 'modules by index', 'parameters by name', 'modules by either'",
			"a container does not hold '%s'", contents->text);
}

/* --- among the classes ------------------------------------------------------------------------ */

static const struct class_def *find_class(const struct class_list *list, const char *name)
{
	for (size_t i = 0; i < list->len; i++)
		if (!strcmp(list->at[i]->op->name, name))
			return list->at[i];
	return NULL;
}

static void check_class(struct diag *diag, const struct class_list *list, const struct item *text,
			const struct made_module *module)
{
	const struct class_def *class = module->class ? find_class(list, module->class) : NULL;

	if (module->class && !class)
		diag_error(diag, text->loc, NULL, "there is no class '%s'", module->class);
	for (size_t i = 0; i < module->arguments.len; i++) {
		const struct made_argument *argument = &module->arguments.at[i];

		if (class && !has_argument(class, argument->name))
			diag_error(diag, text->loc, NULL, "%s has no argument '%s'", module->class,
				   argument->name);
		if (argument->module)
			check_class(diag, list, text, argument->module);
	}
}

void parts_check_children(struct arena *arena, struct diag *diag, const struct class_list *list,
			  const struct class_def *class)
{
	const struct item *text = class_text(class, "children");
	struct class_parts parts;

	if (!parts_parse(arena, text->text, true, &parts))
		return; /* parts_check() has reported it */
	for (size_t i = 0; i < parts.len; i++)
		for (size_t j = 0; j < parts.at[i].parts.len; j++)
			check_class(diag, list, text, &parts.at[i].parts.at[j].module);
}
