/*
 * Loading: what all of it shares: errors about the file, and its limits.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "files/torch/loader.h"
#include "operators/value/value.h"

/* --- Errors ----------------------------------------------------------------------------------- */

enum { MAX_SHOWN_KEY = 200 };

/* The path, and the key of the value if it is in a dict or list. */
static ct_error at_key(const struct ct_loader *self, ct_error_class kind, const char *text)
{
	const char *key = self->key.data ? self->key.data : "";
	char shown[MAX_SHOWN_KEY + 1];

	if (*key == '\0')
		return ct_error_new(kind, self->reader.function, "%s: %s", self->reader.path, text);
	snprintf(shown, sizeof shown, "%.*s", (int)ct_utf8_cut(key, strlen(key), MAX_SHOWN_KEY),
		 key);
	ct_make_printable(shown);
	return ct_error_new(kind, self->reader.function, "%s: '%s': %s", self->reader.path, shown,
			    text);
}

ct_error ct_loader_wrong(const struct ct_loader *self, const char *format, ...)
{
	char text[300];
	va_list list;

	va_start(list, format);
	ct_format_printable(text, sizeof text, format, list);
	va_end(list);
	return at_key(self, CT_ERROR_VALUE, text);
}

static bool is_ours(const struct ct_loader *self, ct_error error)
{
	const char *function = ct_error_function(error);

	return function && strcmp(function, self->reader.function) == 0;
}

/* libtorch says in its first line what is wrong, and then, at times, which backends it has. */
ct_error ct_loader_around(const struct ct_loader *self, ct_error error)
{
	const ct_error_class kind = ct_error_class_of(error);
	ct_error around;
	char text[300];

	if (is_ours(self, error) || kind == CT_ERROR_OUT_OF_MEMORY || kind == CT_ERROR_ACCELERATOR)
		return error;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(error, "\n"), error);
	around = ct_loader_wrong(self, "%s", ct_error_without_class(text));
	ct_error_free(error);
	return around;
}

/* --- Limits ----------------------------------------------------------------------------------- */

ct_error ct_loader_open(struct ct_loader *self, struct ct_node *node)
{
	if (node->is_open)
		return ct_loader_wrong(self, "it contains itself");
	if (self->depth == CT_VALUE_MAX_DEPTH)
		return ct_loader_wrong(self, "lists and dicts nest deeper than %d levels",
				       CT_VALUE_MAX_DEPTH);
	self->depth++;
	node->is_open = true;
	return NULL;
}

void ct_loader_close(struct ct_loader *self, struct ct_node *node)
{
	self->depth--;
	node->is_open = false;
}

ct_error ct_loader_spend(struct ct_loader *self, size_t n)
{
	const uint64_t cost = 1 + n / 32;

	if (cost > self->values_left)
		return ct_loader_wrong(self, "its pickle repeats its parts too often");
	self->values_left -= cost;
	return NULL;
}
