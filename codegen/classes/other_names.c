/* other_names.yaml: public names of Python outside of torch.nn, torch.optim, torch.amp and
 * torch.distributions, and methods, that the handwritten headers have. The list is not complete, so there is no page of it. */
#include <unistd.h>

#include "classes/entries.h"
#include "classes/classes.h"
#include "classes/parts.h"
#include "util/text.h"

enum { KEY_NN_PYTHON, KEY_NN_C, KEY_NN_DIFFERS, KEY_NN_ABSENT };

/* ORDER: the enumeration above. */
static const struct list_keys keys = {
	.kind = "a list of other names",
	.len = 4,
	.at = { { .name = "python", .is_required = true, .is_schema = true },
		{ .name = "c" },
		{ .name = "differs" },
		{ .name = "absent" } },
};

struct reader {
	struct arena *arena;
	struct diag *diag;
	const struct api *api;
	struct nn *nn;
};

static bool is_new(struct reader *r, const struct list_entry *read)
{
	const char *python = read->values[KEY_NN_PYTHON].text;

	for (size_t i = 0; i < r->nn->others.len; i++) {
		if (strcmp(r->nn->others.at[i]->python, python) != 0)
			continue;
		diag_error(r->diag, read->loc, "remove one of them", "%s already has an entry",
			   python);
		return false;
	}
	if (strchr(python, '.'))
		return true;
	diag_error(r->diag, read->values[KEY_NN_PYTHON].loc, NULL,
		   "not a name with its module: '%s' (expected the form torch.save)", python);
	return false;
}

static void find_symbols(struct reader *r, const struct item *c, struct nn_name *name)
{
	const char *words = c->text, *word;
	size_t length;

	while (text_next_word(&words, ", ", &word, &length)) {
		struct nn_symbol symbol = { .name = arena_strndup(r->arena, word, length) };

		symbol.decl = api_find_any(r->api, symbol.name);
		if (!symbol.decl) {
			diag_error(r->diag, c->loc, NULL, "no public header declares '%s'",
				   symbol.name);
			continue;
		}
		symbol.header = symbol.decl->header;
		vec_push(r->arena, &name->symbols, symbol);
	}
}

static void read_entry(struct reader *r, const struct list_entry *read)
{
	const char *absent = read->values[KEY_NN_ABSENT].text;
	struct nn_name *name;

	if (!is_new(r, read))
		return;
	if (!read->values[KEY_NN_C].text == !absent) {
		diag_error(r->diag, read->loc, NULL, "an entry has one of 'c' and 'absent'");
		return;
	}
	name = arena_alloc(r->arena, sizeof *name);
	*name = (struct nn_name){ .loc = read->loc,
				  .python = read->values[KEY_NN_PYTHON].text,
				  .place = absent ? NN_ABSENT : NN_IN_C,
				  .text = absent ? absent : read->values[KEY_NN_DIFFERS].text };
	if (!absent)
		find_symbols(r, &read->values[KEY_NN_C], name);
	vec_push(r->arena, &r->nn->others, name);
}

/* "torch.distributions.relaxed_bernoulli.LogitRelaxedBernoulli" */
static const char *python_of(struct arena *arena, const struct class_def *class)
{
	const char *module = class_module(class);

	return arena_printf(arena, "%s%s%s%s", class->family->python, module ? module : "",
			    module ? "." : "", class->op->name);
}

static void add_class(struct reader *r, const struct class_def *class)
{
	struct nn_name *name = arena_alloc(r->arena, sizeof *name);

	*name = (struct nn_name){ .loc = class->op->entry->loc,
				  .python = python_of(r->arena, class),
				  .place = NN_IN_C,
				  .class = class };
	vec_push(r->arena, &r->nn->others, name);
}

static void add_classes(struct reader *r)
{
	for (size_t i = 0; i < r->nn->families.len; i++) {
		const struct class_list *list = &r->nn->families.at[i];

		for (size_t j = 0; j < list->len; j++)
			if (!list->family->is_in_names || class_module(list->at[j]))
				add_class(r, list->at[j]);
	}
}

bool other_names_read(struct arena *arena, struct diag *diag, const char *folder,
		      const struct api *api, struct model *model)
{
	static const char file[] = "nn/other_names.yaml";
	struct reader r = { arena, diag, api, model->nn };
	struct list_entries entries = { 0 };
	const struct source *source;
	const size_t before = diag->errors;

	add_classes(&r);
	if (access(arena_printf(arena, "%s/%s", folder, file), F_OK))
		return true;
	source = list_file(arena, diag, model->nn, folder, file);
	if (!source)
		return false;
	list_read(arena, diag, source, &keys, &entries);
	for (size_t i = 0; i < entries.all.len; i++)
		read_entry(&r, &entries.all.at[i]);
	return diag->errors == before;
}
