/*
 * The table of a file's contents.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "actions.h"
#include "opened.h"
#include "parts.h"
#include "programs.h"
#include "report.h"
#include "table.h"
#include "text.h"

enum { NAME, TYPE, SHAPE, SIZE, NOTES, COLUMNS };

enum { VALUE_WIDTH = 60 }; /* the longest text of a value */

/* --- Rows ------------------------------------------------------------------------------------- */

static void add_note(struct text *notes, const char *note)
{
	text_add(notes, "%s%s", notes->len ? ", " : "", note);
}

static void add_layout(struct text *notes, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		return;
	if (ct_tensor_layout(tensor) != CT_STRIDED) {
		add_note(notes, layout_names(tensor).title);
		return;
	}
	if (ct_tensor_is_contiguous(tensor))
		return;
	add_note(notes, "stride ");
	text_add_ints(notes, ct_tensor_strides(tensor), ct_tensor_dim(tensor));
}

static void add_sharing(struct text *notes, const struct entries *entries, size_t index)
{
	const struct entry *entry = &entries->items[index];
	const struct storage *storage;
	char *name;

	if (entry->storage_id == SIZE_MAX)
		return;
	storage = &entries->storages[entry->storage_id];
	if (storage->users == 1)
		return;
	text_add(notes, "%s#%zu", notes->len ? ", " : "", entry->storage_id + 1);
	if (storage->first == index)
		return;
	name = shown_name(&entries->items[storage->first]);
	text_add(notes, " shares storage with %s", name);
	free(name);
}

static char *notes_of(const struct entries *entries, size_t index)
{
	const ct_tensor *tensor = entries->items[index].tensor;
	struct text notes = { 0 };

	add_layout(&notes, tensor);
	if (ct_tensor_is_conj(tensor))
		add_note(&notes, "conjugated");
	if (ct_tensor_is_neg(tensor))
		add_note(&notes, "negated");
	if (ct_tensor_requires_grad(tensor))
		add_note(&notes, "requires_grad");
	add_sharing(&notes, entries, index);
	return notes.data;
}

static void add_tensor(struct table *table, const struct entries *entries, size_t index)
{
	const struct entry *entry = &entries->items[index];
	struct row *row = add_row(table);
	struct text size = { 0 };

	text_add_size(&size, entry->nbytes);
	row->cells[NAME] = shown_name(entry);
	row->cells[TYPE] = shown_dtype(entry);
	row->cells[SHAPE] = shown_shape(entry);
	row->cells[SIZE] = size.data;
	row->cells[NOTES] = notes_of(entries, index);
}

static ct_error add_value(struct table *table, const struct entry *entry)
{
	struct row *row = add_row(table);

	row->is_wide = true;
	row->cells[NAME] = shown_name(entry);
	row->cells[TYPE] = shown_type(entry);
	return shown_value(&entry->value, VALUE_WIDTH, &row->cells[SHAPE]);
}

static bool has_tensors(const struct entries *entries)
{
	for (size_t i = 0; i < entries->len; i++)
		if (entries->items[i].tensor)
			return true;
	return false;
}

static ct_error print_entries(const struct entries *entries)
{
	struct table table = { .columns = COLUMNS,
			       .titles = { "NAME", "TYPE", "SHAPE", "SIZE", "" },
			       .right = { [SIZE] = true } };
	ct_error error = NULL;

	if (!has_tensors(entries)) {
		table.titles[SHAPE] = "VALUE";
		table.titles[SIZE] = "";
	}
	for (size_t i = 0; i < entries->len && error == NULL; i++) {
		if (entries->items[i].tensor)
			add_tensor(&table, entries, i);
		else
			error = add_value(&table, &entries->items[i]);
	}
	print_table(&table);
	return error;
}

/* --- Around the table ------------------------------------------------------------------------- */

static void print_title(const struct file *file)
{
	struct text text = { 0 };

	text_add_escaped(&text, file->path, strlen(file->path));
	text_add(&text, ": %s", kind_title(file->kind));
	if (file->nbytes >= 0) {
		text_add(&text, ", ");
		text_add_size(&text, file->nbytes);
	}
	puts(text.data);
	free(text.data);
}

static ct_error print_metadata(const struct file *file)
{
	for (int64_t i = 0; i < ct_value_count(&file->metadata); i++) {
		ct_value key, value;
		char *name, *text;

		CT_TRY(ct_value_dict_item(&file->metadata, i, &key, &value));
		CT_TRY(shown_value(&key, 0, &name));
		text = NULL;
		ct_error error = shown_value(&value, VALUE_WIDTH, &text);

		if (error == NULL)
			printf("metadata %s: %s\n", name, text);
		free(name);
		free(text);
		CT_TRY(error);
	}
	return NULL;
}

static void print_totals(const struct entries *entries)
{
	int64_t tensors = 0, elements = 0, nbytes = 0;
	struct text text = { 0 };

	for (size_t i = 0; i < entries->len; i++) {
		const struct entry *entry = &entries->items[i];

		tensors += entry->tensor != NULL;
		if (entry->tensor)
			elements = add_up(elements, ct_tensor_numel(entry->tensor));
		if (entry->storage_id == SIZE_MAX)
			nbytes = add_up(nbytes, entry->nbytes);
	}
	for (size_t i = 0; i < entries->storages_len; i++)
		nbytes = add_up(nbytes, entries->storages[i].nbytes);
	text_add_count(&text, tensors, "tensor");
	text_add(&text, ", ");
	text_add_count(&text, elements, "element");
	text_add(&text, ", ");
	text_add_size(&text, nbytes);
	text_add(&text, " in ");
	text_add_count(&text, (int64_t)entries->storages_len, "storage");
	if ((int64_t)entries->len > tensors) {
		text_add(&text, "; ");
		text_add_count(&text, (int64_t)entries->len - tensors, "other value");
	}
	if (entries->state_dicts) {
		text_add(&text, "; ");
		text_add_count(&text, (int64_t)entries->state_dicts, "state dict");
		text_add(&text, " with _metadata");
	}
	puts(text.data);
	free(text.data);
}

static ct_error print_file(const struct opened *opened)
{
	print_title(&opened->file);
	CT_TRY(print_metadata(&opened->file));
	CT_TRY(print_programs(&opened->file.programs));
	putchar('\n');
	if (opened->entries.len) {
		CT_TRY(print_entries(&opened->entries));
		putchar('\n');
	}
	print_totals(&opened->entries);
	return NULL;
}

int list_files(char *const *paths, int n, const struct options *options)
{
	int status = SAME;
	bool is_first = true;

	for (int i = 0; i < n; i++) {
		struct opened opened = { 0 };

		if (!open_and_list(paths[i], options, SHAPES, &opened)) {
			status = TROUBLE;
			continue;
		}
		if (!is_first)
			putchar('\n');
		is_first = false;
		if (is_trouble(print_file(&opened)))
			status = TROUBLE;
		close_opened(&opened);
	}
	return status;
}
