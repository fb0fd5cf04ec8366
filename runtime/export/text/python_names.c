/*
 * Names of nodes as Python's torch.fx makes them.
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "export/text/python.h"

#define uthash_nonfatal_oom(element) ((void)(element))
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct ct_python_name {
	char *name;
	bool is_used;
	int64_t number; /* of the newest name that begins so: 7 after "relu_7" */
	UT_hash_handle hh;
};

typedef struct ct_python_name name;

/* The entry of a name, which is added if there is none; NULL: no memory. */
static name *find_name(struct ct_python_names *names, const char *text)
{
	name *found;

	HASH_FIND_STR(names->all, text, found);
	if (found)
		return found;
	found = calloc(1, sizeof *found);
	if (found == NULL)
		return NULL;
	found->name = strdup(text);
	if (found->name)
		HASH_ADD_KEYPTR(hh, names->all, found->name, strlen(found->name), found);
	if (found->name && found->hh.tbl)
		return found;
	free(found->name);
	free(found);
	return NULL;
}

static bool is_word(char c)
{
	return c == '_' || isalnum((unsigned char)c);
}

static bool is_keyword(const char *text)
{
	static const char *const keywords[] = {
		"False",  "None",   "True",    "and",      "as",       "assert", "async",
		"await",  "break",  "class",   "continue", "def",      "del",    "elif",
		"else",   "except", "finally", "for",      "from",     "global", "if",
		"import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
		"pass",   "raise",  "return",  "try",      "while",    "with",   "yield",
	};

	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (strcmp(text, keywords[i]) == 0)
			return true;
	return false;
}

bool ct_python_is_name(const char *text)
{
	if (*text == '\0' || isdigit((unsigned char)*text) || is_keyword(text))
		return false;
	for (; *text; text++)
		if (!is_word(*text))
			return false;
	return true;
}

/* "Linear.default" becomes "linear_default": what Python allows in a name. */
static void add_legal(struct ct_text *text, const char *candidate)
{
	if (isdigit((unsigned char)*candidate))
		ct_text_add(text, "_");
	for (; *candidate; candidate++) {
		ct_text_add_bytes(text, is_word(*candidate) ? candidate : "_", 1);
		while (!is_word(candidate[0]) && candidate[1] && !is_word(candidate[1]))
			candidate++;
	}
	if (text->length == 0)
		ct_text_add(text, "_unnamed");
}

/* The length of a name without its number: 4 for "relu_7"; all of it if there is none. */
static size_t length_of_base(const char *text)
{
	const size_t length = strlen(text);
	size_t n = length;

	while (n > 0 && isdigit((unsigned char)text[n - 1]))
		n--;
	return n == length || n < 2 || text[n - 1] != '_' || length - n > 9 ? length : n - 1;
}

/* Marks the first of "relu", "relu_8", "relu_9", ... that is not used. */
static name *use_free_name(struct ct_python_names *names, struct ct_text *text, bool has_number)
{
	const size_t n = length_of_base(text->data);
	char *base = strndup(text->data, n);
	name *found = find_name(names, text->data), *of_base = base ? find_name(names, base) : NULL;
	int64_t number = 0;

	if (of_base && found)
		number = has_number && !found->is_used ? atoll(text->data + n + 1)
						       : of_base->number;
	while (of_base && found && found->is_used) {
		text->length = 0;
		ct_text_add(text, base);
		ct_text_addf(text, "_%lld", (long long)++number);
		found = text->failed ? NULL : find_name(names, text->data);
	}
	if (of_base && found) {
		found->is_used = true;
		of_base->number = number;
	}
	free(base);
	return of_base ? found : NULL;
}

const char *ct_python_names_new(struct ct_python_names *names, const char *candidate)
{
	struct ct_text text = { 0 };
	name *found = NULL;

	add_legal(&text, candidate);
	if (!text.failed)
		found = use_free_name(names, &text, length_of_base(text.data) < text.length);
	ct_text_release(&text);
	return found ? found->name : NULL;
}

void ct_python_names_release(struct ct_python_names *names)
{
	name *each, *next;

	HASH_ITER (hh, names->all, each, next) {
		HASH_DEL(names->all, each);
		free(each->name);
		free(each);
	}
}
