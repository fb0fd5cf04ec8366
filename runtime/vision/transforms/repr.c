/*
 * Transforms as Python prints them. transforms.yaml names the arguments that a class shows; how the
 * generator's text "p, size=tuple, fill=number" is read is explained in docs/generator.md.
 */
#include <math.h>
#include <string.h>

#include <ctorch/core/dtype.h>

#include "core/base/stream.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "vision/transforms/class.h"

/* --- arguments -------------------------------------------------------------------------------- */

/* How an argument is shown. */
struct form {
	bool is_tuple;  /* "(2, 3)" */
	bool is_number; /* "2", without a list, and whole numbers as ints */
	bool is_policy; /* "AutoAugmentPolicy.IMAGENET" */
};

static void add_number(double number, struct form form, struct ct_text *text)
{
	if (form.is_number && floor(number) == number && fabs(number) < 1e15)
		ct_text_add_number(text, ct_scalar_int((int64_t)number));
	else
		ct_text_add_number(text, ct_scalar_float(number));
}

/* The element of a list of integers or floats. */
static void add_element(const struct ct_argument *argument, const void *list, int64_t i,
			struct form form, struct ct_text *text)
{
	if (argument->held == CT_HELD_INTS)
		ct_text_addf(text, "%lld", (long long)((const ct_ints *)list)->at[i]);
	else
		add_number(((const ct_floats *)list)->at[i], form, text);
}

static void add_list(const struct ct_argument *argument, const void *list, struct form form,
		     struct ct_text *text)
{
	const int64_t n = ((const ct_ints *)list)->len;
	const bool is_bare = form.is_number && n == 1;

	ct_text_add(text, is_bare ? "" : form.is_tuple ? "(" : "[");
	for (int64_t i = 0; i < n; i++) {
		ct_text_add(text, i ? ", " : "");
		add_element(argument, list, i, form, text);
	}
	ct_text_add(text, is_bare ? "" : form.is_tuple ? ")" : "]");
}

/* A member of Python's enumeration has the word in capitals. */
static void add_word(const char *word, struct form form, struct ct_text *text)
{
	if (!form.is_policy) {
		ct_text_add(text, word);
		return;
	}
	ct_text_add(text, "AutoAugmentPolicy.");
	for (; *word; word++)
		ct_text_addf(text, "%c", *word >= 'a' && *word <= 'z' ? *word - 'a' + 'A' : *word);
}

static bool is_none(const struct ct_argument *argument, const void *at)
{
	switch (argument->held) {
	case CT_HELD_STRING:
		return *(const char *const *)at == NULL;
	case CT_HELD_OPTIONAL_INT:
		return *(const int64_t *)at == CT_NO_INT;
	case CT_HELD_INTS:
	case CT_HELD_FLOATS:
		return ((const ct_ints *)at)->at == NULL;
	default:
		return false;
	}
}

static void add_value(const struct ct_argument *argument, const void *at, struct form form,
		      struct ct_text *text)
{
	switch (argument->held) {
	case CT_HELD_INT:
	case CT_HELD_OPTIONAL_INT:
		ct_text_addf(text, "%lld", (long long)*(const int64_t *)at);
		break;
	case CT_HELD_FLOAT:
		add_number(*(const double *)at, form, text);
		break;
	case CT_HELD_BOOL:
		ct_text_add(text, *(const bool *)at ? "True" : "False");
		break;
	case CT_HELD_STRING:
		add_word(*(const char *const *)at, form, text);
		break;
	default:
		add_list(argument, at, form, text);
	}
}

/* What is None is not shown. */
static void add_arguments(const ct_transform *self, struct ct_text *text)
{
	const char *rest = self->klass->repr, *separator = "", *args = self->args;

	while (*rest) {
		const size_t n = strcspn(rest, "=, "), all = strcspn(rest, ", ");
		const struct form form = { !strncmp(rest + n, "=tuple", 6),
					   !strncmp(rest + n, "=number", 7),
					   !strncmp(rest + n, "=AutoAugmentPolicy", 18) };
		const struct ct_argument *argument = ct_class_argument(&self->klass->of, rest, n);

		if (argument && !is_none(argument, args + argument->offset)) {
			ct_text_addf(text, "%s%s=", separator, argument->name);
			add_value(argument, args + argument->offset, form, text);
			separator = ", ";
		}
		rest += all;
		rest += strspn(rest, ", ");
	}
}

/* --- transforms ------------------------------------------------------------------------------- */

static void add_transform(const ct_transform *self, struct ct_text *text);

/* The text with four spaces before it and two more before each line, as Python's modules have
 * it. */
static void add_indented(const ct_transform *part, bool is_only, struct ct_text *text)
{
	struct ct_text own = { 0 };
	const bool is_tall = (add_transform(part, &own), own.data && strchr(own.data, '\n'));

	ct_text_add(text, is_only && !is_tall ? "    " : "\n      ");
	for (const char *at = own.data; at && *at; at++)
		if (*at == '\n')
			ct_text_add(text, "\n  ");
		else
			ct_text_add_bytes(text, at, 1);
	ct_text_add(text, is_only && is_tall ? "\n" : "");
	ct_text_release(&own);
}

/* Compose and RandomApply have a line for each part. */
static void add_lines(const ct_transforms *parts, struct ct_text *text)
{
	for (int64_t i = 0; i < parts->len; i++)
		add_indented(parts->at[i], parts->len == 1, text);
	ct_text_add(text, parts->len > 1 ? "\n" : "");
}

/* RandomChoice and RandomOrder have a list. */
static void add_parts(const ct_transforms *parts, struct ct_text *text)
{
	ct_text_add(text, "transforms=[");
	for (int64_t i = 0; i < parts->len; i++) {
		ct_text_add(text, i ? ", " : "");
		add_transform(parts->at[i], text);
	}
	ct_text_add(text, "]");
}

/* Without p all have the same. */
static void add_weights(const struct ct_args_transforms_RandomChoice_ *args, struct ct_text *text)
{
	const int64_t n = args->transforms.len;

	for (int64_t i = 0; i < n; i++) {
		ct_text_add(text, i ? ", " : ", p=[");
		ct_text_add_number(text,
				   ct_scalar_float(args->p.at ? args->p.at[i] : 1.0 / (double)n));
	}
	ct_text_add(text, "]");
}

static void add_inside(const ct_transform *self, struct ct_text *text)
{
	const struct ct_class *klass = &self->klass->of;
	const ct_transforms *parts;

	if (klass->arguments_len == 0 || klass->arguments[0].held != CT_HELD_TRANSFORMS) {
		add_arguments(self, text);
		return;
	}
	parts = (const void *)((const char *)self->args + klass->arguments[0].offset);
	if (!strcmp(klass->name, "Compose") || !strcmp(klass->name, "RandomApply")) {
		add_lines(parts, text);
		return;
	}
	add_parts(parts, text);
	if (!strcmp(klass->name, "RandomChoice"))
		add_weights(self->args, text);
}

static void add_transform(const ct_transform *self, struct ct_text *text)
{
	ct_text_addf(text, "%s(", ct_transform_class_name(self));
	if (self->klass)
		add_inside(self, text);
	ct_text_add(text, ")");
}

ct_error ct_transform_to_string(const ct_transform *self, char **result)
{
	struct ct_text text = { 0 };

	CT_TRY(ct_transform_check(self, __func__, 1, "self"));
	add_transform(self, &text);
	return ct_text_give(&text, __func__, result);
}

ct_error ct_transform_print(const ct_transform *self, FILE *stream)
{
	struct ct_text line = { 0 };

	CT_TRY(ct_transform_check(self, __func__, 1, "self"));
	add_transform(self, &line);
	ct_text_add(&line, "\n");
	return ct_text_write(&line, stream, NULL, __func__);
}
