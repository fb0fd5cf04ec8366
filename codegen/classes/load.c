#include <unistd.h>

#include "classes/classes.h"
#include "name/naming.h"
#include "types/default_text.h"
#include "util/source.h"
#include "util/text.h"

const struct source *list_file(struct arena *arena, struct diag *diag, struct nn *nn,
			       const char *folder, const char *name)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	struct source *source = arena_alloc(arena, sizeof *source);

	vec_push(arena, &nn->files, path);
	return source_read(arena, diag, path, source) ? source : NULL;
}

bool is_comment(struct diag *diag, const struct item *item)
{
	if (!strstr(item->text, "*/") && !strstr(item->text, "/*"))
		return true;
	diag_error(diag, item->loc, NULL, "'/*' and '*/' cannot be in a comment");
	return false;
}

bool defaults_are_known(struct diag *diag, const struct op *op)
{
	bool fine = true;

	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];
		struct loc loc = op->entry->loc;

		if (default_is_known(arg))
			continue;
		loc.column += arg->offset;
		diag_error(diag, loc, "add it to words[] in codegen/types/default_value.c",
			   "the C form of the default '%s' is unknown", arg->default_text);
		fine = false;
	}
	return fine;
}

/* --- what the release lacks ------------------------------------------------------------------- */

static bool has_op(const struct model *model, const char *symbol)
{
	size_t i = naming_lower_bound(model, symbol);

	return i < model->ops.len && !strcmp(model->by_symbol[i]->symbol, symbol);
}

/* The first of the operators in `needs` that the release lacks; NULL if it has all. */
static const char *missing(struct arena *arena, const struct model *model, const char *needs)
{
	const char *word;
	size_t length;

	while (needs && text_next_word(&needs, ", ", &word, &length))
		if (!has_op(model, arena_printf(arena, "ct_%.*s", (int)length, word)))
			return arena_strndup(arena, word, length);
	return NULL;
}

/* Moves those for which the release lacks something. */
static void leave_functions_out(struct arena *arena, const struct model *model)
{
	struct nn *nn = model->nn;
	const struct nn_functions all = nn->functions;

	nn->functions = (struct nn_functions){ 0 };
	for (size_t i = 0; i < all.len; i++) {
		struct nn_function *one = all.at[i];

		one->missing = missing(arena, model, one->needs.text);
		vec_push(arena, one->missing ? &nn->functions_left_out : &nn->functions, one);
	}
}

static void leave_classes_out(struct arena *arena, const struct model *model,
			      struct class_list *list)
{
	const struct class_list all = *list;

	*list = (struct class_list){ .family = all.family };
	for (size_t i = 0; i < all.len; i++) {
		struct class_def *one = all.at[i];

		one->missing = missing(arena, model, one->needs.text);
		if (one->missing)
			vec_push(arena, &model->nn->classes_left_out, one);
		else
			vec_push(arena, list, one);
	}
}

static void leave_out(struct arena *arena, const struct model *model)
{
	leave_functions_out(arena, model);
	for (size_t i = 0; i < model->nn->families.len; i++)
		leave_classes_out(arena, model, &model->nn->families.at[i]);
}

/* --- the lists -------------------------------------------------------------------------------- */

static bool read_functions(struct arena *arena, struct diag *diag, const char *folder,
			   struct nn *nn)
{
	const struct source *source = list_file(arena, diag, nn, folder, "nn/functions.yaml");

	return source && functions_read(arena, diag, source, nn);
}

/* Whether the folder has that of the family's list. */
static bool has_family(struct arena *arena, const char *folder, const struct family *family)
{
	const int length = (int)strcspn(family->list, "/");

	return !access(arena_printf(arena, "%s/%.*s", folder, length, family->list), F_OK);
}

/* The first family must be there. */
static bool read_families(struct arena *arena, struct diag *diag, const char *folder, struct nn *nn)
{
	bool fine = true;

	for (size_t i = 0; i < families_len; i++) {
		const struct source *source;

		if (i && !has_family(arena, folder, &families[i]))
			continue;
		source = list_file(arena, diag, nn, folder, families[i].list);
		fine &= source && class_list_read(arena, diag, source, &families[i], nn);
	}
	return fine;
}

bool classes_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
		  struct model *model)
{
	struct nn *nn = arena_alloc(arena, sizeof *nn);
	bool fine;

	if (!folder)
		return true;
	model->nn = nn;
	fine = read_functions(arena, diag, folder, nn);
	fine &= read_families(arena, diag, folder, nn);
	fine = fine && naming_assign_nn(arena, diag, model, api);
	if (fine)
		leave_out(arena, model);
	return fine && python_names_read(arena, diag, folder, api, model) &&
	       other_names_read(arena, diag, folder, api, model);
}
