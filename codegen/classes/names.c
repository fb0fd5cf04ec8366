/* names.tsv and names.yaml: the public names of torch.nn, torch.optim, torch.amp and
 * torch.distributions in Python, and what each is in C. */
#include <unistd.h>

#include "name/naming.h"
#include "classes/entries.h"
#include "classes/classes.h"
#include "classes/parts.h"
#include "util/text.h"
#include "util/tsv.h"

/* ORDER FIELD. */
enum field { NAME, KIND, SIGNATURE, FIELD_COUNT };
static const char field_names[] = "name, kind, signature";

enum { KEY_NN_PYTHON, KEY_NN_C, KEY_NN_DIFFERS, KEY_NN_INSTEAD, KEY_NN_ABSENT };

/* ORDER: the enumeration above. */
static const struct list_keys keys = {
	.kind = "a list of names",
	.len = 5,
	.at = { { .name = "python", .is_required = true, .is_schema = true },
		{ .name = "c" },
		{ .name = "differs" },
		{ .name = "instead" },
		{ .name = "absent" } },
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct api *api;
	struct model *model;
	struct nn *nn;
};

/* --- names.tsv -------------------------------------------------------------------------------- */

static bool is_known(const char *python)
{
	static const char *const packages[] = { "torch.nn.", "torch.optim.", "torch.amp.",
						"torch.distributions." };

	for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
		if (!strncmp(python, packages[i], strlen(packages[i])))
			return true;
	return false;
}

static void add_name(struct reader *r, const struct tsv *tsv)
{
	struct nn_name *name = arena_alloc(r->arena, sizeof *name);
	const char *signature = tsv->fields.at[SIGNATURE];

	if (!is_known(tsv->fields.at[NAME])) {
		diag_error(r->diag, tsv->loc, tsv->help,
			   "not a name of torch.nn, torch.optim, torch.amp or "
			   "torch.distributions: '%s'",
			   tsv->fields.at[NAME]);
		return;
	}
	*name = (struct nn_name){ .loc = tsv->loc,
				  .python = tsv->fields.at[NAME],
				  .kind = tsv->fields.at[KIND],
				  .signature = strcmp(signature, "-") ? signature : NULL,
				  .place = NN_NOWHERE };
	vec_push(r->arena, &r->nn->names, name);
}

static bool read_names(struct reader *r, const char *path)
{
	struct tsv tsv = { .arena = r->arena,
			   .diag = r->diag,
			   .help = "regenerate it: python3 runtime/nn/names.py" };
	const size_t before = r->diag->errors;
	enum tsv_line line;

	vec_push(r->arena, &r->nn->files, path);
	if (!tsv_open(&tsv, path))
		return false;
	while ((line = tsv_next(&tsv)) != TSV_END) {
		if (line == TSV_COMMENT && tsv_after(&tsv, "# release "))
			r->nn->names_release = tsv_after(&tsv, "# release ");
		else if (line == TSV_FIELDS && tsv_has(&tsv, FIELD_COUNT, field_names))
			add_name(r, &tsv);
	}
	if (!r->nn->names_release)
		tsv_file_error(&tsv, "expected a line '# release X.Y.Z'");
	return r->diag->errors == before;
}

static struct nn_name *look_up(const struct reader *r, const char *python)
{
	for (size_t i = 0; i < r->nn->names.len; i++)
		if (!strcmp(r->nn->names.at[i]->python, python))
			return r->nn->names.at[i];
	return NULL;
}

/* The name, or NULL after noting an entry that Python does not have. */
static struct nn_name *find_name(struct reader *r, const char *python, struct loc loc)
{
	struct nn_name *name = look_up(r, python);

	if (name)
		return name;
	vec_push(r->arena, &r->nn->strays, ((struct nn_stray){ loc, python }));
	return NULL;
}

static void set_place(struct nn_name *name, const char *missing)
{
	name->missing = missing;
	name->place = missing ? NN_LEFT_OUT : NN_IN_C;
}

/* --- functions and classes ------------------------------------------------------------------- */

static void find_functions(struct reader *r, const struct nn_functions *functions)
{
	for (size_t i = 0; i < functions->len; i++) {
		const struct nn_function *function = functions->at[i];
		struct nn_name *name = find_name(r, function->python, function->op->entry->loc);
		const struct nn_symbol symbol = {
			.name = function->op->symbol,
			.header = "ctorch/nn/functions.h", /* also if it is left out */
			.op = function->op
		};

		if (!name)
			continue;
		name->function = function;
		vec_push(r->arena, &name->symbols, symbol);
		set_place(name, function->missing);
	}
}

static const char *python_of(const struct reader *r, const struct class_def *class)
{
	const struct family *family = class->family;
	const char *name = class->op->name;
	const char *other = family->elsewhere
				    ? arena_printf(r->arena, "%s%s", family->elsewhere, name)
				    : NULL;

	return other && look_up(r, other) ? other
					  : arena_printf(r->arena, "%s%s", family->python, name);
}

static void find_class(struct reader *r, const struct class_def *class)
{
	struct nn_name *name = find_name(r, python_of(r, class), class->op->entry->loc);

	if (!name)
		return;
	name->class = class;
	set_place(name, class->missing);
}

static void find_classes(struct reader *r)
{
	const struct nn *nn = r->nn;

	for (size_t i = 0; i < nn->families.len; i++)
		for (size_t j = 0; j < nn->families.at[i].len; j++)
			if (nn->families.at[i].family->is_in_names &&
			    !class_module(nn->families.at[i].at[j]))
				find_class(r, nn->families.at[i].at[j]);
	for (size_t i = 0; i < nn->classes_left_out.len; i++)
		if (nn->classes_left_out.at[i]->family->is_in_names)
			find_class(r, nn->classes_left_out.at[i]);
}

/* --- names.yaml ------------------------------------------------------------------------------- */

static bool find_operator(const struct reader *r, struct nn_symbol *symbol)
{
	const size_t i = naming_lower_bound(r->model, symbol->name);

	if (i == r->model->ops.len || strcmp(r->model->by_symbol[i]->symbol, symbol->name) != 0)
		return false;
	symbol->op = r->model->by_symbol[i];
	symbol->header = symbol->op->header;
	return true;
}

static bool find_function(const struct reader *r, struct nn_symbol *symbol)
{
	for (size_t i = 0; i < r->nn->functions.len; i++) {
		const struct op *op = r->nn->functions.at[i]->op;

		if (strcmp(op->symbol, symbol->name) != 0)
			continue;
		symbol->op = op;
		symbol->header = op->header;
		return true;
	}
	return false;
}

static bool find_declared(const struct reader *r, struct nn_symbol *symbol)
{
	symbol->decl = api_find_any(r->api, symbol->name);
	if (symbol->decl)
		symbol->header = symbol->decl->header;
	return symbol->decl != NULL;
}

/* If the release lacks the first one, the name is left out; if another one, only that. */
static void find_symbols(struct reader *r, struct nn_name *name, const char *words)
{
	const char *word;
	size_t length;

	set_place(name, NULL);
	for (size_t i = 0; text_next_word(&words, ", ", &word, &length); i++) {
		struct nn_symbol symbol = { .name = arena_strndup(r->arena, word, length) };

		if (find_operator(r, &symbol) || find_function(r, &symbol) ||
		    find_declared(r, &symbol))
			vec_push(r->arena, &name->symbols, symbol);
		else if (!i)
			set_place(name, symbol.name + strlen("ct_"));
	}
}

/* "classes.yaml" */
static const char *file_of(const struct class_def *class)
{
	return strrchr(class->family->list, '/') + 1;
}

static bool is_consistent(struct reader *r, const struct list_entry *read,
			  const struct nn_name *name)
{
	const struct item *values = read->values;
	const int answers = !!values[KEY_NN_C].text + !!values[KEY_NN_INSTEAD].text +
			    !!values[KEY_NN_ABSENT].text;

	if (answers != 1 || (values[KEY_NN_DIFFERS].text && !values[KEY_NN_C].text))
		diag_error(r->diag, read->loc, "'differs' may follow 'c'",
			   "an entry has one of 'c', 'instead' and 'absent'");
	else if (values[KEY_NN_C].text && strncmp(values[KEY_NN_C].text, "ct_", 3) != 0 &&
		 strncmp(values[KEY_NN_C].text, "CT_", 3) != 0)
		diag_error(r->diag, values[KEY_NN_C].loc, NULL,
			   "not a name of C: '%s' (expected the form ct_relu)",
			   values[KEY_NN_C].text);
	else if (name && name->place != NN_NOWHERE)
		diag_error(r->diag, read->loc, "remove one of them",
			   "%s already has an entry, in %s", name->python,
			   name->function ? "functions.yaml"
			   : name->class  ? file_of(name->class)
					  : "this file");
	else
		return true;
	return false;
}

static void read_entry(struct reader *r, const struct list_entry *read)
{
	const struct item *values = read->values;
	struct nn_name *name = find_name(r, values[KEY_NN_PYTHON].text, read->loc);

	if (!is_consistent(r, read, name) || !name)
		return;
	if (values[KEY_NN_C].text) {
		find_symbols(r, name, values[KEY_NN_C].text);
		name->text = values[KEY_NN_DIFFERS].text;
	} else if (values[KEY_NN_INSTEAD].text) {
		name->place = NN_INSTEAD;
		name->text = values[KEY_NN_INSTEAD].text;
	} else {
		name->place = NN_ABSENT;
		name->text = values[KEY_NN_ABSENT].text;
	}
}

bool python_names_read(struct arena *arena, struct diag *diag, const char *folder,
		       const struct api *api, struct model *model)
{
	struct reader r = { arena, diag, api, model, model->nn };
	const char *path = arena_printf(arena, "%s/nn/names.tsv", folder);
	struct list_entries entries = { 0 };
	const struct source *source;
	const size_t before = diag->errors;

	if (access(path, F_OK))
		return true;
	source = list_file(arena, diag, model->nn, folder, "nn/names.yaml");
	if (!read_names(&r, path) || !source)
		return false;
	find_functions(&r, &model->nn->functions);
	find_functions(&r, &model->nn->functions_left_out);
	find_classes(&r);
	list_read(arena, diag, source, &keys, &entries);
	for (size_t i = 0; i < entries.all.len; i++)
		read_entry(&r, &entries.all.at[i]);
	return diag->errors == before;
}
