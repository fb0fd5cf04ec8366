/*
 * The models of an archive: one program each.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "export/archive/archive.h"
#include "export/graph/check.h"
#include "export/graph/read.h"
#include "files/torch/loader.h"

static const char before[] = "models/", after[] = ".json", only[] = "model";

/* --- Names ------------------------------------------------------------------------------------ */

/* The name of the model that an entry is; its length is 0 for another entry. */
static const char *name_in(const struct ct_archive *self, const struct ct_zip_entry *entry,
			   size_t *n)
{
	const char *name = entry->name + self->root_len;
	const size_t ends = sizeof before - 1 + sizeof after - 1, all = strlen(entry->name);

	*n = 0;
	if (all < self->root_len + ends + 1 || memcmp(entry->name, self->root, self->root_len) ||
	    memcmp(name, before, sizeof before - 1) ||
	    strcmp(entry->name + all - (sizeof after - 1), after))
		return NULL;
	*n = all - self->root_len - ends;
	return name + sizeof before - 1;
}

/* The names of all models after each other, each with a NUL, as an array in front of them. */
static ct_error list_names(const struct ct_archive *self, int64_t count, size_t nbytes,
			   const char *const **result)
{
	const char **list = ct_array_new_after((size_t)count * sizeof *list, (int64_t)nbytes, 1);
	char *text;
	size_t n;

	if (list == NULL)
		return ct_no_memory(self->function, "for the names of models");
	text = (char *)(list + count);
	*result = list;
	for (size_t i = 0; i < self->zip.len; i++) {
		const char *name = name_in(self, &self->zip.entries[i], &n);

		if (n == 0)
			continue;
		*list++ = memcpy(text, name, n);
		text += n + 1;
	}
	return NULL;
}

/* Plain archives have one, without a name. */
static ct_error list_only(const struct ct_archive *self, const char *const **result,
			  int64_t *result_len)
{
	const char **list = ct_array_new_after(sizeof *list, sizeof only, 1);

	if (list == NULL)
		return ct_no_memory(self->function, "for the names of models");
	*list = memcpy(list + 1, only, sizeof only);
	*result = list;
	*result_len = 1;
	return NULL;
}

ct_error ct_archive_models(const struct ct_archive *self, const char *const **result,
			   int64_t *result_len)
{
	int64_t count = 0;
	size_t nbytes = 0, n;

	if (self->is_plain)
		return list_only(self, result, result_len);
	for (size_t i = 0; i < self->zip.len; i++) {
		name_in(self, &self->zip.entries[i], &n);
		count += n > 0;
		nbytes += n ? n + 1 : 0;
	}
	*result_len = count;
	return list_names(self, count, nbytes, result);
}

/* --- Choosing --------------------------------------------------------------------------------- */

static bool is_among(const char *const *names, int64_t len, const char *name)
{
	for (int64_t i = 0; i < len; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static ct_error no_such_model(const struct ct_archive *self, const char *wanted,
			      const char *const *names, int64_t len)
{
	struct ct_text text = { 0 };
	ct_error error;

	if (ct_file_kind_by_entries(&self->zip) == CT_FILE_AOTI)
		return ct_file_kind_explain(self->function, self->path, CT_ARCHIVE_EXPECTED,
					    &self->zip);
	for (int64_t i = 0; i < len; i++)
		ct_text_addf(&text, "%s'%s'", i ? ", " : "", names[i]);
	if (len == 0)
		error = ct_archive_wrong(self, NULL, "it has no exported program");
	else if (wanted)
		error = ct_archive_wrong(self, NULL, "it has no model '%s'; its models are %s",
					 wanted, text.data ? text.data : "");
	else
		error = ct_archive_wrong(self, NULL,
					 "it has %lld models, %s; choose one with .model",
					 (long long)len, text.data ? text.data : "");
	ct_text_release(&text);
	return error;
}

/* The wanted one among the names; NULL: none is. */
static const char *chosen(const char *wanted, const char *const *names, int64_t len)
{
	if (wanted)
		return is_among(names, len, wanted) ? wanted : NULL;
	if (len == 1)
		return names[0];
	return is_among(names, len, only) ? only : NULL;
}

ct_error ct_archive_choose(const struct ct_archive *self, const char *wanted, char **result)
{
	const char *const *names;
	const char *name;
	int64_t len;
	ct_error error;

	CT_TRY(ct_archive_models(self, &names, &len));
	name = chosen(wanted, names, len);
	error = name ? NULL : no_such_model(self, wanted, names, len);
	if (name && (*result = strdup(name)) == NULL)
		error = ct_no_memory(self->function, "for a name");
	free((void *)names);
	return error;
}

/* --- Programs --------------------------------------------------------------------------------- */

static ct_error read_program(const struct ct_archive *self, const struct ct_zip_entry *entry,
			     const char *what, struct ct_program **result)
{
	char *text;
	ct_error error;

	CT_TRY(ct_archive_read_text(self, entry, &text));
	error = ct_program_read(text, (size_t)entry->size, self->function, what, result);
	free(text);
	if (error)
		return error;
	error = ct_program_check(*result, self->function, what);
	if (error)
		ct_program_free(*result);
	return error;
}

ct_error ct_archive_program(const struct ct_archive *self, const char *model,
			    struct ct_program **result)
{
	const struct ct_zip_entry *entry =
		self->is_plain ? ct_archive_find(self, "serialized_exported_program.json")
			       : ct_archive_find(self, "models/%s.json", model);
	struct ct_text what = { 0 };
	ct_error error;

	if (entry == NULL)
		return no_such_model(self, model, NULL, 0);
	ct_text_addf(&what, "%s: %s", self->path, entry->name + self->root_len);
	error = what.failed ? ct_no_memory(self->function, "for a name")
			    : read_program(self, entry, what.data, result);
	ct_text_release(&what);
	return error;
}
