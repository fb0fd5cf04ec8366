#include "tools/release/named.h"

#include "load.h"
#include "name/naming.h"
#include "read/spec.h"
#include "tools/release/cache.h"
#include "tools/release/release.h"
#include "tools/release/tree.h"

/* The output names the release, or the path if there is none. */
static bool is_named_well(struct diag *diag, const char *path, const struct spec *spec)
{
	if (!spec->release || spec_is_release(spec->release))
		return true;
	diag_error(diag, (struct loc){ 0 }, NULL,
		   "%s: not a release number: '%s' (expected a form like 2.15.0)", path,
		   spec->release);
	return false;
}

bool release_load_named(struct arena *arena, struct diag *diag, const char *root, const char *name,
			const struct api *api, struct model *model)
{
	const char *path = release_path(arena, diag, root, name);

	return path && release_load(arena, diag, path, model) &&
	       is_named_well(diag, path, model->spec) && naming_assign(arena, diag, model, api);
}

/* A single file must be in the canonical form, like the project's own list. */
static bool load_listed(struct arena *arena, struct diag *diag, const char *path,
			struct model *model)
{
	if (!release_is_tree(path))
		return model_load(arena, diag, path, model);
	if (!release_load(arena, diag, path, model))
		return false;
	if (!model->spec->release)
		diag_error(diag, (struct loc){ .source = &model->spec->source },
			   "import it with --release X.Y.Z, and use the file that import writes",
			   "the release number was not found");
	return model->spec->release && is_named_well(diag, path, model->spec);
}

bool release_load_listed(struct arena *arena, struct diag *diag, const char *root, const char *name,
			 const struct api *api, struct model *model)
{
	const char *path = release_path(arena, diag, root, name);

	return path && load_listed(arena, diag, path, model) &&
	       naming_assign(arena, diag, model, api);
}
