#include "name/naming.h"
#include "nn/nn.h"
#include "types/default_text.h"
#include "util/source.h"
#include "util/text.h"

const struct source *nn_read_file(struct arena *arena, struct diag *diag, struct nn *nn,
				  const char *folder, const char *name)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	struct source *source = arena_alloc(arena, sizeof *source);

	vec_push(arena, &nn->files, path);
	return source_read(arena, diag, path, source) ? source : NULL;
}

bool nn_is_comment(struct diag *diag, const struct item *item)
{
	if (!strstr(item->text, "*/") && !strstr(item->text, "/*"))
		return true;
	diag_error(diag, item->loc, NULL, "'/*' and '*/' cannot be in a comment");
	return false;
}

bool nn_defaults_are_known(struct diag *diag, const struct op *op)
{
	bool fine = true;

	for (size_t i = 0; i < op->schema.args.len; i++) {
		const struct arg *arg = &op->schema.args.at[i];
		struct loc loc = op->entry->loc;

		if (default_is_known(arg))
			continue;
		loc.column += arg->offset;
		diag_error(diag, loc, "add it to words[] in codegen/types/default_text.c",
			   "how C writes the default '%s' is not known", arg->default_text);
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
static void leave_out(struct arena *arena, const struct model *model)
{
	struct nn *nn = model->nn;
	const struct nn_functions functions = nn->functions;
	const struct nn_classes classes = nn->classes;

	nn->functions = (struct nn_functions){ 0 };
	for (size_t i = 0; i < functions.len; i++) {
		struct nn_function *one = functions.at[i];

		one->missing = missing(arena, model, one->needs.text);
		vec_push(arena, one->missing ? &nn->functions_left_out : &nn->functions, one);
	}
	nn->classes = (struct nn_classes){ 0 };
	for (size_t i = 0; i < classes.len; i++) {
		struct nn_class *one = classes.at[i];

		one->missing = missing(arena, model, one->needs.text);
		vec_push(arena, one->missing ? &nn->classes_left_out : &nn->classes, one);
	}
}

/* --- the lists -------------------------------------------------------------------------------- */

bool nn_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
	     struct model *model)
{
	struct nn *nn = arena_alloc(arena, sizeof *nn);
	const struct source *functions, *classes;
	bool fine;

	if (!folder)
		return true;
	model->nn = nn;
	functions = nn_read_file(arena, diag, nn, folder, "functions.yaml");
	classes = nn_read_file(arena, diag, nn, folder, "classes.yaml");
	fine = functions && nn_read_functions(arena, diag, functions, nn);
	fine = classes && nn_read_classes(arena, diag, classes, nn) && fine;
	fine = fine && naming_assign_nn(arena, diag, model, api);
	if (fine)
		leave_out(arena, model);
	return fine && nn_read_names(arena, diag, folder, api, model);
}
