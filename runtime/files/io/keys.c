/*
 * The names that are selected.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/io/keys.h"

static int compare(const void *left, const void *right)
{
	const struct ct_key *a = left, *b = right;

	return strcmp(a->name, b->name);
}

ct_error ct_keys_check_options(const char *function, int position, const ct_load_options *options)
{
	if (!ct_is_list(options->keys, options->keys_len))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (options): keys_len is %lld, but keys is %s",
				    position, (long long)options->keys_len,
				    options->keys ? "a list" : "NULL");
	for (int64_t i = 0; i < options->keys_len; i++)
		if (options->keys[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument %d (options): keys[%lld] must not be NULL",
					    position, (long long)i);
	return NULL;
}

ct_error ct_keys_read(const char *function, int position, const ct_load_options *options,
		      struct ct_keys *keys)
{
	const int64_t n = options->keys_len;

	CT_TRY(ct_keys_check_options(function, position, options));
	*keys = (struct ct_keys){ .len = n, .all = options->keys == NULL };
	keys->keys = ct_array_new(n, sizeof *keys->keys);
	if (keys->keys == NULL)
		return ct_no_memory(function, "for %lld keys", (long long)n);
	for (int64_t i = 0; i < n; i++) {
		struct ct_key *key = &keys->keys[i];

		key->name = options->keys[i];
		key->n = strlen(key->name);
		if (key->n > keys->longest)
			keys->longest = key->n;
	}
	qsort(keys->keys, (size_t)n, sizeof *keys->keys, compare);
	return NULL;
}

void ct_keys_release(struct ct_keys *keys)
{
	free(keys->keys);
}

static int compare_part(const char *name, size_t n, const struct ct_key *key)
{
	const int order = memcmp(name, key->name, n < key->n ? n : key->n);

	return order ? order : (n > key->n) - (n < key->n);
}

/* Equal keys are marked together. */
static bool mark(struct ct_keys *keys, const char *name, size_t n)
{
	int64_t low = 0, high = keys->len;

	while (low < high) {
		const int64_t middle = low + (high - low) / 2;

		if (compare_part(name, n, &keys->keys[middle]) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (high = low; high < keys->len && !compare_part(name, n, &keys->keys[high]); high++)
		keys->keys[high].found = true;
	return high > low;
}

size_t ct_keys_cost(const struct ct_keys *keys, size_t n)
{
	if (keys->all)
		return 0;
	return n < keys->longest ? n : keys->longest;
}

/* No part that is longer than the longest key is one: a hostile name has millions of dots. */
bool ct_keys_has(struct ct_keys *keys, const char *name, size_t n)
{
	const size_t most = n <= keys->longest ? n : keys->longest + 1;
	bool has = keys->all;

	for (size_t i = 0; i < most && !keys->all; i++)
		if (name[i] == '.')
			has |= mark(keys, name, i);
	return keys->all || (n <= keys->longest && mark(keys, name, n)) || has;
}

ct_error ct_keys_check(const struct ct_keys *keys, const char *function, const char *file)
{
	char shown[CT_SHOWN];

	for (int64_t i = 0; i < keys->len; i++)
		if (!keys->keys[i].found)
			return ct_error_new(CT_ERROR_KEY, function,
					    "%s has no tensor '%s', nor any whose name begins "
					    "with it and a dot",
					    file, ct_shown(keys->keys[i].name, shown));
	return NULL;
}
