/*
 * Pickles: the names of what is skipped. A pickle can refer to a long text again and again, so each
 * name is kept once, and its length is limited.
 */
#include <string.h>

#include "core/base/utf8.h"
#include "files/pickle/skipped.h"

/* The longest module and name together; Python's are much shorter. */
enum { MAX_NAME = 1000 };

static ct_error add_new(struct ct_unpickler *self, struct ct_skipped_name **table, const char *text,
			size_t n, struct ct_skipped_name **result)
{
	struct ct_skipped_name *name = ct_arena_new(&self->arena, sizeof *name + n + 1);

	if (name == NULL)
		return ct_unpickle_no_memory(self);
	memcpy(name->text, text, n);
	name->text[n] = '\0';
	name->n = n;
	name->global.module = name->text;
	name->global.name = "";
	HASH_ADD_KEYPTR(hh, *table, name->text, name->n, name);
	*result = name;
	return name->hh.tbl ? NULL : ct_unpickle_no_memory(self);
}

/* Also a NUL, which would hide the rest of the name. */
static void make_printable(char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] == '\0')
			text[i] = '?';
	ct_make_printable(text);
}

ct_error ct_skipped_find(struct ct_unpickler *self, struct ct_skipped_name **table,
			 const char *module, size_t module_len, const char *name, size_t name_len,
			 struct ct_skipped_name **result)
{
	const size_t n = module_len + 1 + name_len;
	char text[MAX_NAME + 2];

	if (n > MAX_NAME + 1)
		return ct_unpickle_wrong_here(self, "a name has %zu characters (at most %d)", n - 1,
					      MAX_NAME);
	memcpy(text, module, module_len);
	text[module_len] = '.';
	memcpy(text + module_len + 1, name, name_len);
	text[n] = '\0';
	make_printable(text, n);
	HASH_FIND(hh, *table, text, n, *result);
	return *result ? NULL : add_new(self, table, text, n, result);
}

ct_error ct_skipped_add(struct ct_unpickler *self, const char *module, size_t module_len,
			const char *name, size_t name_len)
{
	struct ct_skipped_name *entry;

	return ct_skipped_find(self, &self->skipped, module, module_len, name, name_len, &entry);
}

void ct_skipped_clear(struct ct_unpickler *self)
{
	HASH_CLEAR(hh, self->skipped);
	HASH_CLEAR(hh, self->unknown);
	HASH_CLEAR(hh, self->classes);
}
