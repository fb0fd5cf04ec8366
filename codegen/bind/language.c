#include "bind/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/source.h"
#include "util/text.h"
#include "util/tsv.h"

/* --- the tables ------------------------------------------------------------------------------- */

/* Opens a table of the language. */
static bool open_table(struct language *language, struct tsv *tsv, const char *name)
{
	*tsv = (struct tsv){ .arena = language->arena,
			     .diag = language->diag,
			     .help = "docs/bindings-languages.md describes the tables" };
	return tsv_open(tsv,
			arena_printf(language->arena, "%s/%s", language->templates.folder, name));
}

/* The next line with fields; false at the end. A bad line has been reported. */
static bool next_row(struct tsv *tsv)
{
	enum tsv_line line;

	while ((line = tsv_next(tsv)) != TSV_END)
		if (line == TSV_FIELDS)
			return true;
	return false;
}

static int compare_settings(const void *a, const void *b)
{
	return strcmp(((const struct setting *)a)->name, ((const struct setting *)b)->name);
}

static bool read_settings(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "language.tsv"))
		return false;
	while (next_row(&tsv))
		if (tsv_has(&tsv, 2, "name, value"))
			vec_push(language->arena, &language->settings,
				 (struct setting){ tsv.fields.at[0], tsv.fields.at[1] });
	if (language->settings.len)
		qsort(language->settings.at, language->settings.len, sizeof *language->settings.at,
		      compare_settings);
	return true;
}

static int compare_rows(const void *a, const void *b)
{
	return strcmp(((const struct type_row *)a)->key, ((const struct type_row *)b)->key);
}

/* The first row has the names of the columns. Empty cells at the end may be left out. */
static bool read_types(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "types.tsv"))
		return false;
	while (next_row(&tsv)) {
		struct type_row row = { .key = tsv.fields.at[0] };

		for (size_t i = 1; i < tsv.fields.len; i++)
			vec_push(language->arena, &row.cells, tsv.fields.at[i]);
		if (!language->columns.len)
			language->columns = row.cells;
		else if (row.cells.len > language->columns.len)
			tsv_error(&tsv, "expected at most %zu fields, found %zu",
				  language->columns.len + 1, tsv.fields.len);
		else
			vec_push(language->arena, &language->rows, row);
	}
	if (language->rows.len)
		qsort(language->rows.at, language->rows.len, sizeof *language->rows.at,
		      compare_rows);
	return true;
}

/* ORDER OVER. */
static const char *const overs[] = { "args",       "self",        "rest",     "given",
				     "given_rest", "positional",  "options",  "rest_options",
				     "results",    "out_results", "params",   "declared",
				     "fields",     "required",    "optional" };

static bool find_over(const char *name, enum over *over)
{
	for (size_t i = 0; i < sizeof overs / sizeof *overs; i++)
		if (!strcmp(overs[i], name)) {
			*over = (enum over)i;
			return true;
		}
	return false;
}

static void add_mark(struct language *language, struct tsv *tsv)
{
	const char *const *at = tsv->fields.at;
	struct mark_row mark = { .name = at[0],
				 .column = at[2],
				 .join = at[3],
				 .one = at[4],
				 .several = at[5],
				 .none = tsv->fields.len > 6 ? at[6] : "" };

	if (!find_over(at[1], &mark.over))
		tsv_error(tsv, "unknown list '%s'", at[1]);
	else if (!strchr(mark.column, '%') && !names_has(&language->columns, mark.column))
		tsv_error(tsv, "types.tsv has no column '%s'", mark.column);
	else
		vec_push(language->arena, &language->marks, mark);
}

static bool read_marks(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "marks.tsv"))
		return false;
	while (next_row(&tsv))
		if (tsv.fields.len == 7 ||
		    tsv_has(&tsv, 6, "mark, list, column, join, one, several"))
			add_mark(language, &tsv);
	return true;
}

static bool read_files(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "files.tsv"))
		return false;
	while (next_row(&tsv))
		if (tsv_has(&tsv, 4, "what, file, template of the file, template of an item"))
			vec_push(language->arena, &language->files,
				 (struct file_row){ tsv.fields.at[0], tsv.fields.at[1],
						    tsv.fields.at[2], tsv.fields.at[3] });
	return true;
}

static bool read_names(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "names.tsv"))
		return false;
	while (next_row(&tsv))
		if (tsv_has(&tsv, 2, "symbol, name"))
			vec_push(language->arena, &language->names,
				 (struct own_name){ tsv.fields.at[0], tsv.fields.at[1] });
	return true;
}

static bool read_left_out(struct language *language)
{
	struct tsv tsv;

	if (!open_table(language, &tsv, "left_out.tsv"))
		return false;
	while (next_row(&tsv))
		if (tsv_has(&tsv, 2, "symbol, reason"))
			vec_push(language->arena, &language->left_out,
				 (struct left_out){ tsv.fields.at[0], tsv.fields.at[1], false });
	return true;
}

/* The languages that have a folder: "go, python". */
static const char *list_languages(struct arena *arena, const char *folder)
{
	struct names files = folder_tree(arena, folder, ".tsv");
	const char *list = "";

	for (size_t i = 0; i < files.len; i++)
		if (text_ends_with(files.at[i], "/language.tsv"))
			list = arena_printf(arena, "%s%s%.*s", list, *list ? ", " : "",
					    (int)strcspn(files.at[i], "/"), files.at[i]);
	return list;
}

bool language_read(struct arena *arena, struct diag *diag, const char *folder, const char *name,
		   struct language *language)
{
	const char *all = arena_printf(arena, "%s/bind", folder);
	const char *languages = list_languages(arena, all);
	size_t errors = diag->errors;

	*language = (struct language){ .arena = arena, .diag = diag, .name = name };
	language->templates = (struct templates){
		.arena = arena, .diag = diag, .folder = arena_printf(arena, "%s/%s", all, name)
	};
	if (!text_has_word(languages, name, ", ")) {
		diag_error(diag, (struct loc){ 0 },
			   arena_printf(arena,
					"write one of: %s; a new one needs a folder in %s "
					"(docs/bindings-languages.md)",
					languages, all),
			   "no templates for the language '%s'", name);
		return false;
	}
	return read_settings(language) && read_types(language) && read_marks(language) &&
	       read_files(language) && read_names(language) && read_left_out(language) &&
	       diag->errors == errors;
}

/* --- lookups ---------------------------------------------------------------------------------- */

const char *language_setting(const struct language *language, const char *name)
{
	const struct setting wanted = { .name = name }, *found = NULL;

	if (language->settings.len)
		found = bsearch(&wanted, language->settings.at, language->settings.len,
				sizeof wanted, compare_settings);
	return found ? found->value : "";
}

bool language_is_private(const struct language *language, const char *symbol)
{
	return text_has_word(language_setting(language, "private"), symbol, " ");
}

static const struct type_row *find_row(const struct language *language, const char *key)
{
	const struct type_row wanted = { .key = key };

	return language->rows.len ? bsearch(&wanted, language->rows.at, language->rows.len,
					    sizeof wanted, compare_rows)
				  : NULL;
}

/* "->text?" as "->text"; NULL: it is no result that may be NULL. */
static const char *never_null(const struct language *language, const char *key)
{
	return !strncmp(key, "->", 2) && text_ends_with(key, "?")
		       ? arena_strndup(language->arena, key, strlen(key) - 1)
		       : NULL;
}

const struct type_row *language_row(const struct language *language, const char *key,
				    const char *general)
{
	const char *const keys[] = { key, never_null(language, key), general,
				     never_null(language, general) };
	const struct type_row *row = NULL;

	for (size_t i = 0; i < sizeof keys / sizeof *keys && !row; i++)
		row = keys[i] ? find_row(language, keys[i]) : NULL;
	return row;
}

const char *language_cell(const struct language *language, const struct type_row *row,
			  const char *column)
{
	if (strchr(column, '%'))
		return column;
	for (size_t i = 0; i < row->cells.len; i++)
		if (!strcmp(language->columns.at[i], column))
			return row->cells.at[i];
	return "";
}
