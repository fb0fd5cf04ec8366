#include "release_named.h"

#include "naming.h"
#include "release_cache.h"
#include "release_load.h"
#include "spec.h"

/* A release is named in the output; without one the path is. */
static bool is_named_well(struct run *run, const char *path, const struct spec *spec)
{
	if (!spec->release || spec_is_release(spec->release))
		return true;
	diag_error(run->diag, (struct loc){ 0 }, NULL, "%s: '%s' is not a release such as 2.15.0",
		   path, spec->release);
	return false;
}

bool release_load_named(struct run *run, const char *name, const struct api *api,
			struct model *model)
{
	const char *path = release_path(run, name);

	return path && release_load(run->arena, run->diag, path, model) &&
	       is_named_well(run, path, model->spec) &&
	       naming_assign(run->arena, run->diag, model, api);
}
