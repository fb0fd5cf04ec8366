/* The docs of the generated functions: what inspect.signature() reads, and all overloads for
 * help(). */
#include <stdarg.h>

#include "core.h"
#include "protocols.h"

struct text {
	char *at; /* NULL: there was no memory */
	size_t length, room;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
	va_list list, again;
	int length;

	va_start(list, format);
	va_copy(again, list);
	length = vsnprintf(NULL, 0, format, list);
	va_end(list);
	if (text->length + (size_t)length >= text->room) {
		text->room = 2 * (text->length + (size_t)length) + 64;
		text->at = realloc(text->at, text->room);
	}
	if (text->at != NULL) {
		vsnprintf(text->at + text->length, text->room - text->length, format, again);
		text->length += (size_t)length;
	}
	va_end(again);
}

static void add_text(struct text *text, const char *value)
{
	add(text, "'");
	for (; *value != '\0'; value++)
		add(text, *value == '\'' || *value == '\\' ? "\\%c" : "%c", *value);
	add(text, "'");
}

static void add_ints(struct text *text, const struct parameter *parameter)
{
	const int64_t *values = parameter->more;

	add(text, "(");
	for (int64_t i = 0; values != NULL && i < parameter->integer; i++)
		add(text, "%lld,", (long long)values[i]);
	add(text, ")");
}

static void add_default(struct text *text, const struct parameter *parameter)
{
	add(text, "=");
	switch ((enum preset)parameter->preset) {
	case PRESET_BOOL:
		add(text, "%s", parameter->integer != 0 ? "True" : "False");
		break;
	case PRESET_INT:
		add(text, "%lld", (long long)parameter->integer);
		break;
	case PRESET_FLOAT:
		/* infinity has no literal */
		add(text, parameter->number - parameter->number == 0 ? "%.15g" : "None",
		    parameter->number);
		break;
	case PRESET_TEXT:
		add_text(text, parameter->more);
		break;
	case PRESET_INTS:
		add_ints(text, parameter);
		break;
	default:
		add(text, "None");
	}
}

/* A default before a parameter that must be given is none. */
static bool has_default(const struct parameter *parameter)
{
	if (parameter->preset == PRESET_ABSENT)
		return false;
	if (parameter->flags & KEYWORD_ONLY)
		return true;
	for (const struct parameter *at = parameter + 1; at->name != NULL; at++)
		if (at->preset == PRESET_ABSENT && !(at->flags & KEYWORD_ONLY))
			return false;
	return true;
}

static bool is_word_of_python(const char *name)
{
	static const char *const words[] = { "from", "lambda", "in", "is", "global", "None" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(name, words[i]) == 0)
			return true;
	return false;
}

/* "(self, dim, *, keepdim=False)". Those after `most` may be left out, too. */
static void add_parameters(struct text *text, const struct function *function, bool is_method,
			   int most)
{
	bool is_named = false;

	add(text, "(%s", is_method ? "$" : "");
	for (const struct parameter *at = function->parameters; at->name != NULL; at++) {
		if (at != function->parameters)
			add(text, ", ");
		if (at->flags & KEYWORD_ONLY && !is_named)
			add(text, "*, ");
		is_named = at->flags & KEYWORD_ONLY;
		add(text, "%s%s", at->name, is_word_of_python(at->name) ? "_" : "");
		if (has_default(at) || at - function->parameters >= most)
			add_default(text, at);
	}
	add(text, ")");
}

static int count_parameters(const struct function *function)
{
	int count = 0;

	while (function->parameters[count].name != NULL)
		count++;
	return count;
}

/* Whether the second overload is the first one and `out`. */
static bool has_out(const struct group *group)
{
	const struct parameter *one, *other;
	int count;

	if (group->count != 2)
		return false;
	one = group->functions[0]->parameters;
	other = group->functions[1]->parameters;
	count = count_parameters(group->functions[0]);
	for (int i = 0; i < count; i++)
		if (other[i].name == NULL || strcmp(one[i].name, other[i].name) != 0)
			return false;
	return other[count].name != NULL && other[count].flags & KEYWORD_ONLY;
}

const char *doc_of(const struct group *group, bool is_method)
{
	struct text text = { 0 };

	add(&text, "%s", group->name);
	if (group->count == 1 || has_out(group))
		add_parameters(&text, group->functions[group->count - 1], is_method,
			       count_parameters(group->functions[0]));
	else
		add(&text, "(%s*args, **kwargs)", is_method ? "$self, " : "");
	add(&text, "\n--\n\n");
	for (int i = 0; i < group->count; i++)
		add(&text, "%s%s", i > 0 ? "\n" : "", group->functions[i]->signature);
	return text.at;
}
