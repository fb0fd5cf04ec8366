#include "name/naming.h"
#include "nn/nn.h"
#include "util/source.h"
#include "util/text.h"

static const struct source *read_file(struct arena *arena, struct diag *diag, struct nn *nn,
				      const char *folder, const char *name)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	struct source *source = arena_alloc(arena, sizeof *source);

	vec_push(arena, &nn->files, path);
	return source_read(arena, diag, path, source) ? source : NULL;
}

static bool has_op(const struct model *model, const char *symbol)
{
	size_t i = naming_lower_bound(model, symbol);

	return i < model->ops.len && !strcmp(model->by_symbol[i]->symbol, symbol);
}

const char *nn_missing(struct arena *arena, const struct model *model, const char *needs)
{
	const char *word;
	size_t length;

	while (needs && text_next_word(&needs, ", ", &word, &length))
		if (!has_op(model, arena_printf(arena, "ct_%.*s", (int)length, word)))
			return arena_strndup(arena, word, length);
	return NULL;
}

bool nn_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
	     struct model *model)
{
	const struct source *functions;
	struct nn *nn = arena_alloc(arena, sizeof *nn);

	model->nn = nn;
	functions = read_file(arena, diag, nn, folder, "functions.yaml");
	if (!functions || !nn_read_functions(arena, diag, functions, model) ||
	    !naming_assign_nn(arena, diag, model, api))
		return false;
	for (size_t i = 0; i < nn->functions.len; i++)
		nn->functions.at[i]->missing = nn_missing(arena, model,
							  nn->functions.at[i]->needs.text);
	return true;
}
