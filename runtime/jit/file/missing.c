/*
 * Custom operators that the code of a file calls, but this process does not have. The code calls them
 * as `ops.torchvision.nms(boxes, scores, 0.5)`, and PyTorch's own operators as `torch.relu(x)`.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "core/base/error_make.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "jit/file/file.h"

/* The longest name of an operator. */
enum { MAX_NAME = 256 };

struct missing {
	ct_jit_has_operator has;
	struct ct_text names; /* "torchvision::nms, my::shrink" */
};

static bool is_letter(char letter)
{
	return isalnum((unsigned char)letter) || letter == '_';
}

static size_t word_length(const char *text)
{
	size_t n = 0;

	while (is_letter(text[n]))
		n++;
	return n;
}

/* "torchvision::nms" for "torchvision.nms("; false: the text is no call. */
static bool read_name(const char *text, char name[MAX_NAME])
{
	const size_t n = word_length(text);
	const size_t m = n && text[n] == '.' ? word_length(text + n + 1) : 0;

	if (m == 0 || text[n + 1 + m] != '(' || n + m + 3 > MAX_NAME)
		return false;
	memcpy(name, text, n);
	memcpy(name + n, "::", 2);
	memcpy(name + n + 2, text + n + 1, m);
	name[n + 2 + m] = '\0';
	return true;
}

/* Whether a name is one of the list. */
static bool has_name(const struct ct_text *names, const char *name)
{
	const size_t n = strlen(name);
	const char *at = names->data;

	while (at && (at = strstr(at, name))) {
		if ((at == names->data || at[-1] == ' ') && (at[n] == ',' || at[n] == '\0'))
			return true;
		at += n;
	}
	return false;
}

static void add_missing(struct missing *missing, const char *code)
{
	static const char call[] = "ops.";
	char name[MAX_NAME];
	const char *at = code;

	while ((at = strstr(at, call))) {
		const bool begins = at == code || !(is_letter(at[-1]) || at[-1] == '.');

		at += sizeof call - 1;
		if (begins && read_name(at, name) && !missing->has(name) &&
		    !has_name(&missing->names, name))
			ct_text_addf(&missing->names, "%s%s", missing->names.length ? ", " : "",
				     name);
	}
}

static bool is_code(const struct ct_jit_file *self, const struct ct_zip_entry *entry)
{
	const size_t n = strlen(entry->name);

	return n > self->root_len + 8 && strncmp(entry->name + self->root_len, "code/", 5) == 0 &&
	       strcmp(entry->name + n - 3, ".py") == 0 && !ct_zip_is_bomb(entry);
}

static ct_error find_missing(const struct ct_jit_file *self, struct missing *missing)
{
	for (size_t i = 0; i < self->zip.len; i++) {
		unsigned char *code;

		if (!is_code(self, &self->zip.entries[i]))
			continue;
		CT_TRY(ct_zip_read_new(&self->zip, &self->zip.entries[i], &code));
		add_missing(missing, (const char *)code);
		free(code);
	}
	return missing->names.failed ? ct_no_memory(self->function, "for names") : NULL;
}

ct_error ct_jit_file_explain(const struct ct_jit_file *self, ct_jit_has_operator has,
			     ct_error error)
{
	struct missing missing = { .has = has };
	ct_error found = find_missing(self, &missing);

	if (found == NULL && missing.names.length) {
		ct_error_free(error);
		error = ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->function,
				     "%s: its code calls operators that this process does not "
				     "have: %s; load the library that registers them with "
				     "ct_load_library()",
				     self->path, missing.names.data);
	} else {
		ct_error_free(found);
		error = ct_error_prefix(error, self->path);
	}
	ct_text_release(&missing.names);
	return error;
}
