/*
 * Packages of AOTInductor: which files are, and their models.
 */
#define _GNU_SOURCE

#include "aoti/package/package.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "files/io/map.h"
#include "files/io/signature.h"
#include "files/torch/loader.h"

static const char expected[] = "a package of AOTInductor", only[] = "model";

ct_error ct_aoti_wrong(const struct ct_aoti_package *self, ct_error_class kind, const char *format,
		       ...)
{
	char text[4 * CT_SHOWN];
	va_list args;

	va_start(args, format);
	ct_format_printable(text, sizeof text, format, args);
	va_end(args);
	return ct_error_new(kind, self->function, "%s: %s", self->path, text);
}

/* --- Entries ---------------------------------------------------------------------------------- */

const char *ct_aoti_file_of(const struct ct_zip_entry *entry, const char **model, size_t *n)
{
	const char *begin = strstr(entry->name, CT_AOTI_FOLDER), *slash;

	if (begin == NULL)
		return NULL;
	*model = begin + sizeof CT_AOTI_FOLDER - 1;
	slash = strchr(*model, '/');
	*n = slash ? (size_t)(slash - *model) : 0;
	return *n && slash[1] ? slash + 1 : NULL;
}

bool ct_aoti_is_of(const struct ct_zip_entry *entry, const char *model)
{
	const char *name;
	size_t n;

	return ct_aoti_file_of(entry, &name, &n) && strlen(model) == n &&
	       memcmp(name, model, n) == 0;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static ct_error check_kind(const struct ct_aoti_package *self)
{
	const char *model;
	size_t n;

	for (size_t i = 0; i < self->zip.len; i++)
		if (ct_aoti_file_of(&self->zip.entries[i], &model, &n))
			return NULL;
	CT_TRY(ct_file_kind_explain(self->function, self->path, expected, &self->zip));
	return ct_aoti_wrong(self, CT_ERROR_VALUE, "it is a zip archive, but not %s", expected);
}

ct_error ct_aoti_package_open(const char *function, const char *path,
			      struct ct_aoti_package *result)
{
	int64_t size;
	ct_error error;

	*result = (struct ct_aoti_package){ .function = function, .path = path };
	CT_TRY(ct_file_open(function, path, O_RDONLY, &result->fd, &size));
	error = ct_signature_explain(function, path, result->fd, expected, CT_OWN_ZIP,
				     ct_zip_open(function, path, result->fd, size, &result->zip));
	if (error == NULL)
		error = check_kind(result);
	if (error)
		ct_aoti_package_close(result);
	return error;
}

void ct_aoti_package_close(struct ct_aoti_package *self)
{
	ct_zip_close(&self->zip);
	close(self->fd);
}

/* --- Models ----------------------------------------------------------------------------------- */

/* Whether no earlier entry is of the same model. */
static bool is_first(const struct ct_aoti_package *self, size_t i, const char *name, size_t n)
{
	const char *other;
	size_t m;

	for (size_t j = 0; j < i; j++)
		if (ct_aoti_file_of(&self->zip.entries[j], &other, &m) && m == n &&
		    memcmp(name, other, n) == 0)
			return false;
	return true;
}

struct choice {
	const char *name; /* the chosen one */
	size_t n;
	int64_t count;
	struct ct_text names;
};

static void consider(struct choice *choice, const char *wanted, const char *name, size_t n)
{
	const char *preferred = wanted ? wanted : only;
	const bool is_preferred = strlen(preferred) == n && memcmp(preferred, name, n) == 0;

	ct_text_addf(&choice->names, "%s'%.*s'", choice->count ? ", " : "", (int)n, name);
	choice->count++;
	if (is_preferred || (wanted == NULL && choice->name == NULL)) {
		choice->name = name;
		choice->n = n;
	}
}

/* Whether there are several models, and none is called "model". */
static bool is_unclear(const struct choice *choice, const char *wanted)
{
	return wanted == NULL && choice->count > 1 &&
	       !(choice->n == sizeof only - 1 && memcmp(choice->name, only, choice->n) == 0);
}

static ct_error decide(const struct ct_aoti_package *self, const struct choice *choice,
		       const char *wanted, char **result)
{
	if (choice->names.failed)
		return ct_no_memory(self->function, "for names");
	if (choice->name == NULL)
		return ct_aoti_wrong(self, CT_ERROR_VALUE,
				     "it has no model '%s'; its models are %s", wanted,
				     choice->names.data);
	if (is_unclear(choice, wanted))
		return ct_aoti_wrong(self, CT_ERROR_VALUE,
				     "it has %lld models, %s; choose one with .model",
				     (long long)choice->count, choice->names.data);
	*result = strndup(choice->name, choice->n);
	return *result ? NULL : ct_no_memory(self->function, "for a name");
}

ct_error ct_aoti_choose(const struct ct_aoti_package *self, const char *wanted, char **result)
{
	struct choice choice = { .name = NULL };
	ct_error error;

	for (size_t i = 0; i < self->zip.len; i++) {
		const char *name;
		size_t n;

		if (ct_aoti_file_of(&self->zip.entries[i], &name, &n) && is_first(self, i, name, n))
			consider(&choice, wanted, name, n);
	}
	error = decide(self, &choice, wanted, result);
	ct_text_release(&choice.names);
	return error;
}
