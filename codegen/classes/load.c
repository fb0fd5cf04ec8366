#include "name/naming.h"
#include "classes/classes.h"
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
static void leave_classes_out(struct arena *arena, const struct model *model,
			      struct nn_classes *classes)
{
	const struct nn_classes all = *classes;

	*classes = (struct nn_classes){ 0 };
	for (size_t i = 0; i < all.len; i++) {
		struct nn_class *one = all.at[i];

		one->missing = missing(arena, model, one->needs.text);
		vec_push(arena, one->missing ? &model->nn->classes_left_out : classes, one);
	}
}

static void leave_out(struct arena *arena, const struct model *model)
{
	struct nn *nn = model->nn;
	const struct nn_functions functions = nn->functions;

	nn->functions = (struct nn_functions){ 0 };
	for (size_t i = 0; i < functions.len; i++) {
		struct nn_function *one = functions.at[i];

		one->missing = missing(arena, model, one->needs.text);
		vec_push(arena, one->missing ? &nn->functions_left_out : &nn->functions, one);
	}
	leave_classes_out(arena, model, &nn->classes);
	leave_classes_out(arena, model, &nn->optimizers);
	leave_classes_out(arena, model, &nn->schedulers);
	leave_classes_out(arena, model, &nn->transforms);
}

/* --- the lists -------------------------------------------------------------------------------- */

typedef bool (*read_list)(struct arena *arena, struct diag *diag, const struct source *source,
			  struct nn *nn);

/* True also without a folder. */
static bool read_file(struct arena *arena, struct diag *diag, struct nn *nn, const char *folder,
		      const char *name, read_list read)
{
	const struct source *source;

	if (!folder)
		return true;
	source = nn_read_file(arena, diag, nn, folder, name);
	return source && read(arena, diag, source, nn);
}

bool nn_load(struct arena *arena, struct diag *diag, const char *folder, const char *optim,
	     const char *transforms, const struct api *api, struct model *model)
{
	struct nn *nn = arena_alloc(arena, sizeof *nn);
	bool fine;

	if (!folder)
		return true;
	model->nn = nn;
	fine = read_file(arena, diag, nn, folder, "functions.yaml", nn_read_functions);
	fine &= read_file(arena, diag, nn, folder, "classes.yaml", nn_read_classes);
	fine &= read_file(arena, diag, nn, optim, "optimizers.yaml", nn_read_optimizers);
	fine &= read_file(arena, diag, nn, optim, "schedulers.yaml", nn_read_schedulers);
	fine &= read_file(arena, diag, nn, transforms, "transforms.yaml", nn_read_transforms);
	fine = fine && naming_assign_nn(arena, diag, model, api);
	if (fine)
		leave_out(arena, model);
	return fine && nn_read_names(arena, diag, folder, api, model) &&
	       nn_read_other_names(arena, diag, folder, api, model);
}
