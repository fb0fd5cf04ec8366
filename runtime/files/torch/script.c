/*
 * Loading: the classes of TorchScript.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>

#include "files/pickle/skipped.h"
#include "files/torch/script.h"

/* An attribute that one of the lists has; the key is in the code. */
struct name {
	UT_hash_handle hh;
	bool is_buffer;
};

struct ct_script_class {
	UT_hash_handle hh;
	struct name *names;
	bool is_module;
	bool lists_buffers; /* PyTorch before 1.5 did not */
	char text[];        /* "__torch__.torch.nn.modules.linear.Linear" */
};

/* One of the files. */
struct file {
	struct file *next;
	unsigned char *text;
};

struct ct_script_code {
	struct ct_script_class *classes; /* of all files that were read */
	struct file *files;
};

/* --- Lists ------------------------------------------------------------------------------------- */

/* A line of the code, without its end. */
struct line {
	const char *at, *end;
};

static bool take(struct line *line, const char *text)
{
	const size_t n = strlen(text);

	if ((size_t)(line->end - line->at) < n || memcmp(line->at, text, n) != 0)
		return false;
	line->at += n;
	return true;
}

/* Up to a character, and past it. */
static bool take_until(struct line *line, char end, const char **text, size_t *n)
{
	const char *found = memchr(line->at, end, (size_t)(line->end - line->at));

	if (found == NULL)
		return false;
	*text = line->at;
	*n = (size_t)(found - line->at);
	line->at = found + 1;
	return true;
}

static bool add_name(struct ct_script_class *klass, const char *text, size_t n, bool is_buffer)
{
	struct name *name = calloc(1, sizeof *name);

	if (name == NULL)
		return false;
	name->is_buffer = is_buffer;
	HASH_ADD_KEYPTR(hh, klass->names, text, n, name);
	if (name->hh.tbl)
		return true;
	free(name);
	return false;
}

/* "weight", "bias", ] */
static bool add_names(struct ct_script_class *klass, struct line line, bool is_buffer)
{
	const char *text;
	size_t n;

	while (take(&line, "\"") && take_until(&line, '"', &text, &n)) {
		if (!add_name(klass, text, n, is_buffer))
			return false;
		take(&line, ", ");
	}
	return true;
}

/* --- Classes ----------------------------------------------------------------------------------- */

/* Linear(Module): in the file of a module such as "__torch__.torch.nn.modules.linear". */
static struct ct_script_class *add_class(struct ct_script_code *code, struct line line,
					 const char *module, size_t module_len)
{
	struct ct_script_class *klass;
	const char *text;
	size_t n;

	if (!take_until(&line, '(', &text, &n))
		n = 0;
	klass = calloc(1, sizeof *klass + module_len + 1 + n + 1);
	if (klass == NULL)
		return NULL;
	memcpy(klass->text, module, module_len);
	klass->text[module_len] = '.';
	memcpy(klass->text + module_len + 1, n ? text : "", n);
	klass->is_module = n && take(&line, "Module)");
	HASH_ADD_STR(code->classes, text, klass);
	if (klass->hh.tbl)
		return klass;
	free(klass);
	return NULL;
}

/* False: no memory. `*klass` is the one whose lines these are. */
static bool read_line(struct ct_script_code *code, struct line line, const char *module,
		      size_t module_len, struct ct_script_class **klass)
{
	if (take(&line, "class "))
		return (*klass = add_class(code, line, module, module_len)) != NULL;
	if (*klass && take(&line, "  __parameters__ = ["))
		return add_names(*klass, line, false);
	if (*klass && take(&line, "  __buffers__ = [")) {
		(*klass)->lists_buffers = true;
		return add_names(*klass, line, true);
	}
	return true;
}

static bool read_lines(struct ct_script_code *code, const char *text, size_t n, const char *module,
		       size_t module_len)
{
	struct ct_script_class *klass = NULL;
	const char *const end = text + n;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const struct line line = { text, newline ? newline : end };

		if (!read_line(code, line, module, module_len, &klass))
			return false;
		text = line.end + 1;
	}
	return true;
}

/* --- Files ------------------------------------------------------------------------------------- */

static ct_error keep_text(struct ct_loader *self, unsigned char *text)
{
	struct file *file = malloc(sizeof *file);

	if (self->code == NULL)
		self->code = calloc(1, sizeof *self->code);
	if (self->code == NULL || file == NULL) {
		free(file);
		free(text);
		return ct_unpickle_no_memory(&self->reader);
	}
	*file = (struct file){ self->code->files, text };
	self->code->files = file;
	return NULL;
}

static ct_error no_class(const struct ct_loader *self, const char *name)
{
	return ct_loader_wrong(self, "its code does not define the class %s", name);
}

/* The file that defines a class: code/__torch__/torch/nn/modules/linear.py. */
static const struct ct_zip_entry *script_find_file(const struct ct_loader *self, const char *name,
						   size_t module_len)
{
	char path[1100];
	const int n = snprintf(path, sizeof path, "%.*s.py", (int)module_len, name);

	if (n < 0 || (size_t)n >= sizeof path)
		return NULL;
	for (size_t i = 0; i < module_len; i++)
		if (path[i] == '.')
			path[i] = '/';
	return ct_loader_entry(self, "code/", path, (size_t)n);
}

static ct_error read_file(struct ct_loader *self, const char *name)
{
	const size_t module_len = (size_t)(strrchr(name, '.') - name);
	const struct ct_zip_entry *entry = script_find_file(self, name, module_len);
	unsigned char *text;

	if (entry == NULL)
		return no_class(self, name);
	CT_TRY(ct_loader_read_entry(self, entry, &text));
	CT_TRY(keep_text(self, text));
	if (!read_lines(self->code, (const char *)text, (size_t)entry->size, name, module_len))
		return ct_unpickle_no_memory(&self->reader);
	return NULL;
}

/* --- What others use --------------------------------------------------------------------------- */

static struct ct_script_class *find_known(const struct ct_loader *self, const char *name)
{
	struct ct_script_class *klass = NULL;

	if (self->code)
		HASH_FIND_STR(self->code->classes, name, klass);
	return klass;
}

/* Each file is read once: a class that it lacks is an error. */
ct_error ct_script_find(struct ct_loader *self, const struct ct_pickle_global *global,
			const struct ct_script_class **result)
{
	struct ct_script_class *klass = find_known(self, global->module);

	if (klass == NULL)
		CT_TRY(read_file(self, global->module));
	klass = find_known(self, global->module);
	if (klass == NULL)
		return no_class(self, global->module);
	*result = klass->is_module ? klass : NULL;
	return NULL;
}

static const struct name *find_name(const struct ct_script_class *klass, const struct ct_node *text)
{
	const struct name *name;

	HASH_FIND(hh, klass->names, text->bytes, text->n, name);
	return name;
}

bool ct_script_has_parameter(const struct ct_script_class *klass, const struct ct_node *name)
{
	const struct name *found = find_name(klass, name);

	return found && !found->is_buffer;
}

bool ct_script_has_buffer(const struct ct_script_class *klass, const struct ct_node *name)
{
	const struct name *found = find_name(klass, name);

	return klass->lists_buffers ? found && found->is_buffer : found == NULL;
}

static void free_class(struct ct_script_class *klass)
{
	struct name *name, *next;

	HASH_ITER (hh, klass->names, name, next) {
		HASH_DEL(klass->names, name);
		free(name);
	}
	free(klass);
}

void ct_script_free(struct ct_script_code *code)
{
	struct ct_script_class *klass, *next;

	if (code == NULL)
		return;
	HASH_ITER (hh, code->classes, klass, next) {
		HASH_DEL(code->classes, klass);
		free_class(klass);
	}
	while (code->files) {
		struct file *file = code->files;

		code->files = file->next;
		free(file->text);
		free(file);
	}
	free(code);
}
