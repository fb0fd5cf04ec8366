/* The rules about whole headers. */
#include <string.h>

#include "name/naming.h"
#include "tools/check/parts.h"

void check_guards(struct checker *c, const struct header *header)
{
	const char *guard = naming_guard(c->arena, header->name), *text = header->source->text;
	const char *at = strstr(text, "#ifndef");

	if (!header->guard || strcmp(header->guard, guard) != 0)
		broken_header(
			c, header, header->guard ? at : text,
			arena_printf(c->arena, "write #ifndef %s and #define %s", guard, guard),
			"%s is not guarded by %s", header->name, guard);
}

static bool is_standard(const char *name)
{
	static const char *const names[] = { "<float.h>",  "<limits.h>",  "<math.h>",
					     "<stdarg.h>", "<stdbool.h>", "<stddef.h>",
					     "<stdint.h>", "<stdio.h>",   "<string.h>" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* <ctorch/room/x.h>, or one of the headers beside the rooms. */
static bool is_own(const char *name)
{
	static const char own[] = "<ctorch/", *const fronts[] = { "core.h>", "ctorch.h>" };
	const char *path = name + strlen(own);

	if (strncmp(name, own, strlen(own)) != 0)
		return false;
	for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
		if (!strcmp(path, fronts[i]))
			return true;
	return strchr(path, '/') && strchr(path, '/') == strrchr(path, '/');
}

void check_includes(struct checker *c, const struct header *header)
{
	for (size_t i = 0; i < header->includes.len; i++) {
		const char *name = header->includes.at[i].name;

		if (!is_standard(name) && !is_own(name))
			broken_header(c, header, header->includes.at[i].at,
				      "include <ctorch/room/x.h>, or a C99 header whose macros do "
				      "not clash with programs",
				      "%s is neither a header of this library nor of C99", name);
	}
}

void check_linkage(struct checker *c, const struct header *header)
{
	if (strstr(header->source->text, "extern \"C\" {"))
		return;
	for (size_t i = 0; i < c->api->decls.len; i++) {
		const struct decl *decl = &c->api->decls.at[i];

		if (decl->kind != DECL_FUNCTION || decl->loc.source != header->source)
			continue;
		broken_header(c, header, decl->begin,
			      "write #ifdef __cplusplus, extern \"C\" {, #endif above it, and } "
			      "below",
			      "%s is not declared within extern \"C\"", decl->name);
		return;
	}
}
