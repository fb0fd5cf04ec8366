/*
 * Modules as Python prints them.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "module/computed.h"

static const char *const function = CT_NAME_OF(ct_module_to_string);

/* All lines but the first are moved to the right. */
static void add_indented(struct ct_text *text, const char *lines)
{
	for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
		ct_text_add_bytes(text, lines, (size_t)(end + 1 - lines));
		ct_text_add_spaces(text, 2);
	}
	ct_text_add(text, lines);
}

static ct_error print(const ct_module *self, char **result);

static ct_error add_children(const ct_module *self, struct ct_text *text)
{
	const struct ct_parts *children = &self->parts[CT_CHILDREN];

	for (uint32_t i = 0; i < children->len; i++) {
		const struct ct_part *child = &children->at[i];
		char *printed = NULL;

		ct_text_addf(text, "\n  (%s): ", child->name);
		if (child->object)
			CT_TRY(print(child->object, &printed));
		add_indented(text, printed ? printed : "None");
		ct_free(printed);
	}
	return NULL;
}

/* Python's repr(): "Linear(in_features=1, ...)", or a line for each child. */
static ct_error add_module(const ct_module *self, const char *extra, struct ct_text *text)
{
	const bool has_children = self->parts[CT_CHILDREN].len > 0;
	const bool on_one_line = !has_children && !strchr(extra, '\n');

	ct_text_addf(text, "%s%s(", ct_module_is_parametrized(self) ? "Parametrized" : "",
		     self->klass->name);
	if (*extra && !on_one_line)
		ct_text_add(text, "\n  ");
	if (on_one_line)
		ct_text_add(text, extra);
	else
		add_indented(text, extra);
	CT_TRY(add_children(self, text));
	if (!on_one_line)
		ct_text_add(text, "\n");
	ct_text_add(text, ")");
	return text->failed ? ct_no_memory(function, "for a string") : NULL;
}

/* For ct_free(); it may belong to the scope, or to none. */
static ct_error print(const ct_module *self, char **result)
{
	struct ct_text text = { 0 };
	char *extra = NULL;
	ct_error error;

	if (self->klass->repr)
		return self->klass->repr(self->data, result);
	if (self->klass->extra_repr)
		CT_TRY(self->klass->extra_repr(self->data, &extra));
	error = add_module(self, extra ? extra : "", &text);
	ct_free(extra);
	if (error)
		ct_text_release(&text);
	else
		*result = text.data;
	return error;
}

static ct_error show(const ct_module *self, const char *name, struct ct_text *text)
{
	char *printed = NULL;

	CT_TRY(ct_module_check(self, name, 1, "self"));
	CT_TRY(ct_module_check_depth(self, name));
	CT_TRY(print(self, &printed));
	ct_text_add(text, printed ? printed : "");
	ct_free(printed);
	return NULL;
}

ct_error ct_module_to_string(const ct_module *self, char **result)
{
	struct ct_text text = { 0 };

	CT_TRY(show(self, __func__, &text));
	return ct_text_give(&text, __func__, result);
}

ct_error ct_module_print(const ct_module *self, FILE *stream)
{
	struct ct_text line = { 0 };

	CT_TRY(show(self, __func__, &line));
	ct_text_add(&line, "\n");
	return ct_text_write(&line, stream, NULL, __func__);
}
