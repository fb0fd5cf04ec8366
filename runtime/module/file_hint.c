/*
 * Where in a file a module's weights are, for a hint in an error.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include "core/base/shown.h"
#include "core/base/text.h"
#include "module/file.h"

/* Checkpoints have their weights near the top. */
enum { MOST_LEVELS = 4, MOST_DICTS = 10000 };

/* A module's keys that are tried for a prefix: a file may lack the first. */
enum { TRIED = 3 };

struct search {
	ct_value own;          /* the module's state dict */
	struct ct_text at;     /* the path of the present dict */
	struct ct_text prefix; /* the prefix that is tried */
	int64_t visited;
	/* The best place so far. */
	int64_t matches;
	char *best_at, *best_prefix;
};

/* NULL for a key that is not a text. */
static const char *file_hint_key_at(const ct_value *dict, int64_t i)
{
	const char *text = NULL;
	ct_value key, value;

	ct_error_free(ct_value_dict_item(dict, i, &key, &value));
	if (key.kind == CT_VALUE_STRING)
		ct_error_free(ct_value_as_string(&key, &text, NULL));
	return text;
}

static void set_text(struct ct_text *text, const char *bytes, size_t n)
{
	text->length = 0;
	ct_text_add_bytes(text, bytes, n);
}

/* How many of the module's keys a dict has with the prefix. */
static int64_t file_hint_count(struct search *search, const ct_value *dict)
{
	const size_t n = search->prefix.length;
	int64_t matches = 0;

	for (int64_t i = 0; i < ct_value_count(&search->own); i++) {
		ct_text_add(&search->prefix, file_hint_key_at(&search->own, i));
		if (search->prefix.failed)
			return 0;
		matches += ct_value_dict_has(dict, ct_value_string(search->prefix.data));
		search->prefix.length = n;
		search->prefix.data[n] = '\0';
	}
	return matches;
}

static void keep_best(struct search *search, const ct_value *dict)
{
	const int64_t matches = file_hint_count(search, dict);

	if (matches <= search->matches || search->at.failed)
		return;
	free(search->best_at);
	free(search->best_prefix);
	search->matches = matches;
	search->best_at = strdup(search->at.data ? search->at.data : "");
	search->best_prefix = strdup(search->prefix.data ? search->prefix.data : "");
}

/* What is before `own` and its dot in a key; 0: nothing, or the key does not end so. */
static size_t length_before(const char *key, const char *own)
{
	const size_t n = strlen(key), m = strlen(own);

	return n > m && key[n - m - 1] == '.' && strcmp(key + n - m, own) == 0 ? n - m : 0;
}

/* The prefix that a dict has before one of the module's keys. */
static void try_prefix(struct search *search, const ct_value *dict, const char *own)
{
	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		const char *key = file_hint_key_at(dict, i);
		const size_t n = key ? length_before(key, own) : 0;

		if (n == 0)
			continue;
		set_text(&search->prefix, key, n);
		keep_best(search, dict);
		return;
	}
}

static void try_dict(struct search *search, const ct_value *dict)
{
	set_text(&search->prefix, "", 0);
	keep_best(search, dict);
	for (int64_t i = 0; i < TRIED && i < ct_value_count(&search->own); i++)
		try_prefix(search, dict, file_hint_key_at(&search->own, i));
}

/* A step of a JSON pointer. */
static void add_step(struct ct_text *at, const char *key)
{
	ct_text_add(at, "/");
	for (; *key; key++) {
		if (*key == '~' || *key == '/')
			ct_text_add(at, *key == '~' ? "~0" : "~1");
		else
			ct_text_add_bytes(at, key, 1);
	}
}

static void try_all(struct search *search, const ct_value *dict, int levels)
{
	const size_t n = search->at.length;
	ct_value key, value;

	if (dict->kind != CT_VALUE_DICT || search->visited++ > MOST_DICTS)
		return;
	try_dict(search, dict);
	for (int64_t i = 0; i < ct_value_count(dict) && levels > 1; i++) {
		const char *name = file_hint_key_at(dict, i);

		ct_error_free(ct_value_dict_item(dict, i, &key, &value));
		if (name == NULL || value.kind != CT_VALUE_DICT)
			continue;
		add_step(&search->at, name);
		try_all(search, &value, levels - 1);
		search->at.length = n;
		if (search->at.data)
			search->at.data[n] = '\0';
	}
}

/* The options that find the weights. */
static ct_error add_hint(const struct search *search, ct_error error)
{
	const bool has_at = *search->best_at, has_prefix = *search->best_prefix;
	char at[CT_SHOWN], prefix[CT_SHOWN];
	ct_error with;

	ct_shown(search->best_at, at);
	ct_shown(search->best_prefix, prefix);
	with = ct_error_new(
		ct_error_class_of(error), ct_error_function(error),
		"%s\n" CT_HINT_PREFIX "%lld of the module's %lld keys match with %s%s%s%s%s%s%s%s",
		ct_error_without_class(error), (long long)search->matches,
		(long long)ct_value_count(&search->own), has_at || has_prefix ? "" : "no options",
		has_at ? ".at = \"" : "", has_at ? at : "", has_at ? "\"" : "",
		has_at && has_prefix ? ", " : "", has_prefix ? ".prefix = \"" : "",
		has_prefix ? prefix : "", has_prefix ? "\"" : "");
	ct_error_free(error);
	return with;
}

/* Where the options look already: only a better place is worth a hint. */
static void begin_with(struct search *search, const ct_value *loaded,
		       const ct_module_load_options *options)
{
	ct_error error;
	ct_value dict;

	error = ct_value_at(loaded, options->at ? options->at : "", &dict);
	ct_text_add(&search->prefix, options->prefix ? options->prefix : "");
	if (error == NULL && dict.kind == CT_VALUE_DICT && !search->prefix.failed)
		search->matches = file_hint_count(search, &dict);
	ct_error_free(error);
}

ct_error ct_module_explain_load(const ct_module *self, ct_error error, const ct_value *loaded,
				const ct_module_load_options *options)
{
	struct search search = { 0 };
	ct_error failed;

	if (ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	failed = ct_module_state_dict(self, NULL, &search.own);
	if (failed) {
		ct_error_free(failed);
		return error;
	}
	begin_with(&search, loaded, options);
	try_all(&search, loaded, MOST_LEVELS);
	if (search.best_at && search.best_prefix)
		error = add_hint(&search, error);
	ct_value_free(&search.own);
	ct_text_release(&search.at);
	ct_text_release(&search.prefix);
	free(search.best_at);
	free(search.best_prefix);
	return error;
}
