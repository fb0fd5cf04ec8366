/*
 * What print shows of a module of torch.nn, from the `repr` of its class in classes.yaml:
 *
 *     {stride}      the argument as it was given: 2, or (2, 1)
 *     {stride()}    a list with as many elements as it stands for: (2, 2)
 *     {stride:kernel_size}, {stride():kernel_size}   the second one, if the first is None
 *     {mode!r}      a text in quotes
 *     {?bias}       True if the module has a parameter of that name
 *     [, bias={bias}]   only if the argument in it differs from its default
 *     [, bias={?bias}]  only if the module has no parameter of that name
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scalar.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/memory/given.h"
#include "module/computed.h"
#include "nn/layers/class.h"

/* A mark, taken apart. */
struct mark {
	const struct ct_argument *argument, *instead; /* NULL: none */
	bool is_expanded, is_quoted;
};

/* --- arguments as text ------------------------------------------------------------------------ */

static void add_float(struct ct_text *text, double value)
{
	ct_text_add_number(text, ct_scalar_float(value));
}

static void add_int(struct ct_text *text, int64_t value)
{
	if (value == CT_NO_INT)
		ct_text_add(text, "None");
	else
		ct_text_addf(text, "%lld", (long long)value);
}

static bool is_no_float(double value)
{
	const double none = CT_NO_FLOAT;

	return !memcmp(&value, &none, sizeof none);
}

/* A list of integers or floats; a single one that stands for `size` is a number, or expanded. */
static void add_list(struct ct_text *text, const ct_ints *ints, const ct_floats *floats,
		     const struct ct_argument *argument, bool is_expanded)
{
	const int64_t len = ints ? ints->len : floats->len;
	const bool is_single = len == 1 && argument->size > 0;
	const bool is_number = is_single && !is_expanded;
	const int64_t n = is_single && is_expanded ? argument->size : len;

	ct_text_add(text, is_number ? "" : "(");
	for (int64_t i = 0; i < n; i++) {
		const int64_t at = is_single ? 0 : i;

		ct_text_add(text, i ? ", " : "");
		if (ints)
			add_int(text, ints->at[at]);
		else
			add_float(text, floats->at[at]);
	}
	ct_text_add(text, is_number ? "" : n == 1 ? ",)" : ")");
}

static void add_text(struct ct_text *text, const char *value, bool is_quoted)
{
	const char *quote = is_quoted && value ? "'" : "";

	ct_text_add(text, quote);
	ct_text_add(text, value ? value : "None");
	ct_text_add(text, quote);
}

static void add_padding(struct ct_text *text, const ct_ints *padding, const struct mark *mark)
{
	if (ct_nn_is_word(*padding))
		ct_text_add(text, padding->len == CT_PADDING_SAME.len ? "same" : "valid");
	else
		add_list(text, padding, NULL, mark->argument, mark->is_expanded);
}

static void add_argument(struct ct_text *text, const char *args, const struct mark *mark)
{
	static const char *const reductions[] = { "none", "mean", "sum", "batchmean" };
	static const char *const bools[] = { "False", "True" };
	const void *at = args + mark->argument->offset;

	switch (mark->argument->held) {
	case CT_HELD_INT:
	case CT_HELD_OPTIONAL_INT:
		add_int(text, *(const int64_t *)at);
		break;
	case CT_HELD_FLOAT:
		add_float(text, *(const double *)at);
		break;
	case CT_HELD_OPTIONAL_FLOAT:
		if (is_no_float(*(const double *)at))
			ct_text_add(text, "None");
		else
			add_float(text, *(const double *)at);
		break;
	case CT_HELD_BOOL:
		ct_text_add(text, bools[*(const bool *)at]);
		break;
	case CT_HELD_OPTIONAL_BOOL:
		ct_text_add(text, *(const signed char *)at < 0
					  ? "None"
					  : bools[*(const signed char *)at > 0]);
		break;
	case CT_HELD_STRING:
		add_text(text, *(const char *const *)at, mark->is_quoted);
		break;
	case CT_HELD_REDUCTION:
		ct_text_add(text, reductions[*(const ct_reduction *)at]);
		break;
	case CT_HELD_PADDING:
		add_padding(text, at, mark);
		break;
	case CT_HELD_INTS:
	case CT_HELD_OPTIONAL_INTS:
		if (((const ct_ints *)at)->at == NULL && mark->argument->is_optional)
			ct_text_add(text, "None");
		else
			add_list(text, at, NULL, mark->argument, mark->is_expanded);
		break;
	case CT_HELD_FLOATS:
		if (((const ct_floats *)at)->at == NULL && mark->argument->is_optional)
			ct_text_add(text, "None");
		else
			add_list(text, NULL, at, mark->argument, mark->is_expanded);
		break;
	default:
		break; /* no module prints another */
	}
}

/* --- comparing with the default --------------------------------------------------------------- */

static bool same_lists(ct_ints a, ct_ints b)
{
	const int64_t n = a.len > b.len ? a.len : b.len;

	if (a.len <= 0 || b.len <= 0)
		return a.len == b.len;
	for (int64_t i = 0; i < n; i++)
		if (ct_nn_at(a, i) != ct_nn_at(b, i))
			return false;
	return true;
}

static bool is_default(const struct ct_nn_class *klass, const char *args,
		       const struct ct_argument *argument)
{
	struct ct_text given = { 0 }, usual = { 0 };
	const struct mark mark = { .argument = argument };
	const void *at = args + argument->offset;
	const void *other = (const char *)klass->of.defaults + argument->offset;
	bool same;

	if (argument->held == CT_HELD_INTS || argument->held == CT_HELD_PADDING)
		return same_lists(*(const ct_ints *)at, *(const ct_ints *)other);
	add_argument(&given, args, &mark);
	add_argument(&usual, klass->of.defaults, &mark);
	same = given.data && usual.data && !strcmp(given.data, usual.data);
	ct_text_release(&given);
	ct_text_release(&usual);
	return same;
}

/* --- the marks -------------------------------------------------------------------------------- */

/* "stride():kernel_size" */
static struct mark parse(const struct ct_nn_class *klass, const char *from, const char *end)
{
	const size_t name = strcspn(from, "(:!}");
	const char *rest = from + name, *colon = memchr(from, ':', (size_t)(end - from));
	struct mark mark = { .argument = ct_class_argument(&klass->of, from, name) };

	mark.is_expanded = *rest == '(';
	mark.is_quoted = *rest == '!';
	if (colon)
		mark.instead = ct_class_argument(&klass->of, colon + 1, (size_t)(end - colon - 1));
	return mark;
}

static bool is_none(const char *args, const struct ct_argument *argument)
{
	return argument->is_optional && argument->held == CT_HELD_INTS &&
	       ((const ct_ints *)(args + argument->offset))->at == NULL;
}

/* Whether the module has a parameter of this name that is not None, or computes it. */
static bool has_part(const void *self, const char *name, size_t length)
{
	const ct_module *module = ct_module_of(self);
	const struct ct_module_hook *hook;
	const struct ct_parts *parameters = &module->parts[CT_PARAMETERS];
	bool has = false;

	for (uint32_t i = 0; i < parameters->len; i++)
		has = has ||
		      (parameters->at[i].object && strlen(parameters->at[i].name) == length &&
		       !memcmp(parameters->at[i].name, name, length));
	for (uint32_t i = 0; (hook = ct_module_hook_next(module, CT_HOOK_COMPUTED, &i));) {
		const char *computed = ((const struct ct_computed *)hook->context)->name;

		has = has || (strlen(computed) == length && !memcmp(computed, name, length));
	}
	return has;
}

/* The mark that begins at `from`, with its brace; returns where it ends. */
static const char *add_mark(struct ct_text *text, const struct ct_nn_head *head, const char *from)
{
	const char *end = strchr(from, '}');
	struct mark mark;

	if (from[1] == '?') {
		ct_text_add(text,
			    has_part(head, from + 2, (size_t)(end - from - 2)) ? "True" : "False");
		return end + 1;
	}
	mark = parse(head->klass, from + 1, end);
	if (mark.instead && is_none(head->args, mark.argument))
		mark.argument = mark.instead;
	add_argument(text, head->args, &mark);
	return end + 1;
}

/* Whether the part in brackets that begins at `from` is shown. */
static bool is_shown(const struct ct_nn_head *head, const char *from)
{
	const char *brace = strchr(from, '{');

	if (brace[1] == '?')
		return !has_part(head, brace + 2, strcspn(brace + 2, "}"));
	return !is_default(head->klass, head->args,
			   parse(head->klass, brace + 1, strchr(brace, '}')).argument);
}

void ct_nn_add_table_repr(struct ct_text *text, const struct ct_nn_head *head)
{
	const char *at = head->klass->repr;

	while (*at)
		if (*at == '{')
			at = add_mark(text, head, at);
		else if (*at == '[' && !is_shown(head, at))
			at = strchr(at, ']') + 1;
		else if (*at == '[' || *at == ']')
			at++;
		else
			ct_text_add_bytes(text, at++, 1);
}

ct_error ct_nn_extra_repr(const void *self, char **result)
{
	const struct ct_nn_head *head = self;
	struct ct_text text = { 0 };

	if (head->klass->code->extra_repr)
		return head->klass->code->extra_repr(self, result);
	ct_nn_add_table_repr(&text, head);
	return ct_text_give(&text, CT_NAME_OF(ct_module_to_string), result);
}
