/*
 * Writing the contents of a file in another format.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/core/error.h>
#include <ctorch/files/npz.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "formats.h"
#include "opened.h"
#include "progress.h"
#include "report.h"
#include "shards.h"
#include "text.h"

/* The name of a value that is alone in its file, as numpy.savez() calls it. */
static const char only_name[] = "arr_0";

struct conversion {
	const struct options *options;
	enum target target;
	const struct opened *from;
	ct_value dict;     /* what is written: names and values */
	ct_value metadata; /* of safetensors: a dict of texts */
	int64_t refused;   /* values */
	bool is_stdout;    /* the new file is where messages would be printed */
};

/* --- What is written -------------------------------------------------------------------------- */

static void refuse(struct conversion *self, const struct entry *entry, const char *why)
{
	char *name = shown_name(entry), *type = shown_type(entry);

	self->refused++;
	if (self->options->drop)
		say("left out: %s (%s): %s", name, type, why);
	else
		say("%s: %s (%s): %s", self->options->out, name, type, why);
	free(name);
	free(type);
}

/* A tensor whose storage was written under another name. */
static bool is_repeated(const struct conversion *self, size_t index)
{
	const struct entries *entries = &self->from->entries;
	const size_t id = entries->items[index].storage_id;

	return id != SIZE_MAX && entries->storages[id].first != index;
}

/* A .pt file has whole storages: what is alone on one of which it uses a part becomes smaller. What
 * others of the kept use, too, stays shared. */
static bool is_small_part(const struct conversion *self, const struct entry *entry)
{
	const struct storage *storage;

	if (self->target != TO_TORCH || entry->storage_id == SIZE_MAX ||
	    ct_tensor_device(entry->tensor).type != CT_DEVICE_TYPE_CPU)
		return false;
	storage = &self->from->entries.storages[entry->storage_id];
	return storage->users == 1 && entry->nbytes < storage->nbytes;
}

static bool is_copied(const struct conversion *self, size_t index)
{
	const struct entry *entry = &self->from->entries.items[index];

	if (entry->tensor == NULL)
		return false;
	return is_small_part(self, entry) ||
	       (self->options->copy_shared && self->target == TO_SAFETENSORS &&
		is_repeated(self, index));
}

/* Without the history that autograd would record. */
static ct_error copy_tensor(const ct_tensor *tensor, ct_tensor **result)
{
	ct_tensor *detached, *copy = NULL;
	ct_error error;

	CT_TRY(ct_detach(tensor, &detached));
	error = ct_clone(detached, CT_PRESERVE_FORMAT, &copy);
	ct_tensor_free(detached);
	if (error == NULL && ct_tensor_requires_grad(tensor))
		error = ct_tensor_set_requires_grad(copy, true);
	if (error)
		ct_tensor_free(copy);
	else
		*result = copy;
	return error;
}

static ct_error add_copy(struct conversion *self, ct_value key, const ct_tensor *tensor)
{
	ct_tensor *copy;
	ct_error error;

	CT_TRY(copy_tensor(tensor, &copy));
	error = ct_value_dict_set(&self->dict, key, ct_value_tensor(copy));
	ct_tensor_free(copy);
	return error;
}

static ct_error add_entry(struct conversion *self, size_t index)
{
	const struct entry *entry = &self->from->entries.items[index];
	const char *why = why_not(self->target, entry);
	ct_value key = ct_value_string(entry->name_len ? entry->name : only_name);

	if (entry->name_len)
		key.i = (int64_t)entry->name_len;
	if (why == NULL && ct_value_dict_has(&self->dict, key))
		why = "the new file would have two values of this name";
	if (why) {
		refuse(self, entry, why);
		return NULL;
	}
	if (is_copied(self, index))
		return add_copy(self, key, entry->tensor);
	return ct_value_dict_set(&self->dict, key, entry->value);
}

static ct_error add_entries(struct conversion *self)
{
	self->dict = ct_value_dict_new();
	for (size_t i = 0; i < self->from->entries.len; i++)
		CT_TRY(add_entry(self, i));
	return NULL;
}

/* A file of PyTorch keeps dicts, lists and attributes, unless only some of it is wanted. */
static ct_error collect(struct conversion *self)
{
	if (self->target != TO_TORCH || self->options->keys)
		return add_entries(self);
	self->dict = ct_value_borrow(&self->from->file.value);
	return NULL;
}

/* --- Metadata --------------------------------------------------------------------------------- */

static ct_error collect_metadata(struct conversion *self)
{
	if (self->from->file.kind == CT_FILE_SAFETENSORS)
		return ct_value_copy(&self->from->file.metadata, &self->metadata);
	self->metadata = ct_value_dict_new();
	return ct_value_dict_set(&self->metadata, ct_value_string("format"), ct_value_string("pt"));
}

/* "format" only says which program wrote a file. */
static void report_lost_metadata(const struct conversion *self)
{
	const ct_value *metadata = &self->from->file.metadata;

	if (self->target == TO_SAFETENSORS)
		return;
	for (int64_t i = 0; i < ct_value_count(metadata); i++) {
		ct_value key, value;
		const char *name = "";

		ct_error_free(ct_value_dict_item(metadata, i, &key, &value));
		ct_error_free(ct_value_as_string(&key, &name, NULL));
		if (strcmp(name, "format") != 0)
			say("left out: the metadata '%s', which the format does not have", name);
	}
}

/* --- Writing ---------------------------------------------------------------------------------- */

static ct_error write_file(struct conversion *self)
{
	const struct options *options = self->options;

	switch (self->target) {
	case TO_SAFETENSORS:
		CT_TRY(collect_metadata(self));
		return ct_safetensors_save(&self->dict, options->out, &self->metadata);
	case TO_NPZ:
		return ct_npz_save(&self->dict, options->out, options->compress);
	default:
		return ct_save(&self->dict, options->out);
	}
}

static ct_error write_with_progress(struct conversion *self)
{
	struct text what = { 0 };
	ct_error error;

	text_add(&what, "writing %s", self->options->out);
	begin_progress(what.data, self->options->quiet);
	error = write_file(self);
	end_progress();
	free(what.data);
	return error;
}

static void report_size(const struct conversion *self)
{
	struct text text = { 0 };
	struct stat about;

	if (self->options->quiet)
		return;
	text_add_escaped(&text, self->options->out, strlen(self->options->out));
	text_add(&text, ": ");
	text_add_count(&text, (int64_t)self->from->entries.len - self->refused, "value");
	if (stat(self->options->out, &about) == 0 && S_ISREG(about.st_mode)) {
		text_add(&text, ", ");
		text_add_size(&text, (int64_t)about.st_size);
	}
	fprintf(self->is_stdout ? stderr : stdout, "%s\n", text.data);
	free(text.data);
}

/* The first thing that is checked, and nothing else is wrong with what add_entries() accepts. */
static bool may_be_sharing(const struct conversion *self, ct_error error)
{
	const struct entries *entries = &self->from->entries;

	if (self->target != TO_SAFETENSORS || self->options->copy_shared || has_worked() ||
	    ct_error_class_of(error) != CT_ERROR_RUNTIME)
		return false;
	for (size_t i = 0; i < entries->storages_len; i++)
		if (entries->storages[i].users > 1)
			return true;
	return false;
}

static int write_collected(struct conversion *self)
{
	ct_error error;
	bool shares, is_written;

	if (self->refused && !self->options->drop) {
		say("%s was not written; to leave out what it cannot hold, add --drop",
		    self->options->out);
		return TROUBLE;
	}
	error = write_with_progress(self);
	shares = error && may_be_sharing(self, error);
	is_written = !is_trouble(error);
	if (shares)
		say("to write these elements once for each name, add --copy-shared");
	end_if_cancelled();
	if (!is_written)
		return TROUBLE;
	report_lost_metadata(self);
	report_size(self);
	return SAME;
}

static int convert(struct conversion *self)
{
	int status = is_trouble(collect(self)) ? TROUBLE : write_collected(self);

	ct_value_free(&self->dict);
	ct_value_free(&self->metadata);
	return status;
}

/* --- Before ----------------------------------------------------------------------------------- */

static bool find_target(const struct options *options, enum target *result)
{
	if (options->to && target_by_name(options->to, result))
		return true;
	if (options->to)
		say("unknown format '%s' (expected pt, safetensors or npz)", options->to);
	else if (target_by_path(options->out, result))
		return true;
	else
		say("%s: its name does not end in .pt, .pth, .safetensors or .npz; name the "
		    "format with --to",
		    options->out);
	return false;
}

static bool may_write(const struct options *options)
{
	struct stat about;

	if (options->force || (lstat(options->out, &about) != 0 && errno == ENOENT))
		return true;
	say("%s exists; to replace it, add --force", options->out);
	return false;
}

/* An option that the format makes meaningless; NULL if there is none. */
static const char *meaningless(const struct options *options, enum target target)
{
	if (options->compress && target != TO_NPZ)
		return "--compress is for npz: the other formats are not compressed";
	if (options->copy_shared && target == TO_TORCH)
		return "--copy-shared is for safetensors and npz: a .pt file keeps what is shared";
	return NULL;
}

/* As with --convert /dev/stdout. */
static bool is_stdout(const char *path)
{
	struct stat out, other;

	return fstat(STDOUT_FILENO, &out) == 0 && stat(path, &other) == 0 &&
	       out.st_dev == other.st_dev && out.st_ino == other.st_ino;
}

/* A single file can replace itself: it is mapped until it is closed. A model would lose a part. */
static bool is_input(const struct opened *opened, const struct options *options)
{
	if (!is_in_several_files(opened->file.kind) || !is_shard(opened->file.path, options->out))
		return false;
	say("%s is part of the input %s; choose another name", options->out, opened->file.path);
	return true;
}

static bool may_begin(const struct options *options, enum target *target)
{
	const char *wrong;

	if (!find_target(options, target))
		return false;
	wrong = meaningless(options, *target);
	if (wrong)
		say("%s", wrong);
	return wrong == NULL && may_write(options);
}

int convert_file(const char *path, const struct options *options)
{
	struct conversion conversion = { .options = options };
	struct opened opened = { 0 };
	int status = TROUBLE;

	if (!may_begin(options, &conversion.target) ||
	    !open_and_list(path, options, MAPPED, &opened))
		return TROUBLE;
	conversion.from = &opened;
	conversion.is_stdout = is_stdout(options->out);
	if (!is_input(&opened, options))
		status = convert(&conversion);
	close_opened(&opened);
	return status;
}
