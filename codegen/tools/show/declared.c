#include "tools/show/declared.h"

#include <stdio.h>
#include <string.h>

#include "tools/show/spelling.h"

/* --- texts of the header ---------------------------------------------------------------------- */

/* The end of what is shown of a declaration: for a function in the header, the place before its
 * body; for a macro that has several lines, the end of its parameters. */
static const char *end_of(const struct decl *decl)
{
	const size_t length = decl->length;
	const char *line = memchr(decl->begin, '\n', length), *close;

	if (decl->kind == DECL_INLINE)
		return memchr(decl->begin, '{', length);
	if (decl->kind != DECL_MACRO || !line || line >= decl->begin + decl->length)
		return decl->begin + decl->length;
	close = decl->is_call ? memchr(decl->begin, ')', length) : NULL;
	return close ? close + 1 : line;
}

static void print_text(const char *text, const char *end, const char *after)
{
	while (end > text && strchr(" \t\n\\", end[-1]))
		end--;
	printf("%.*s%s\n", (int)(end - text), text, after);
}

void show_declaration(const struct decl *decl)
{
	const char *written = decl_comment(decl);
	const char *comment = written ? strstr(written + 2, "*/") : NULL;
	const char *end = end_of(decl);

	/* A comment that follows the declaration is on the line that is printed. */
	if (comment && written < decl->begin)
		print_text(written, comment + 2, "");
	print_text(decl->begin, end,
		   decl->kind == DECL_INLINE          ? ";"
		   : end < decl->begin + decl->length ? " ..."
						      : "");
}

void show_declared_place(const struct decl *decl)
{
	printf("declared:  <%s>, %s:%zu\n", decl->header, decl->loc.source->path, decl->loc.line);
	if (decl->library)
		printf("library:   -l%s\n", decl->library);
}

/* --- names ------------------------------------------------------------------------------------ */

static bool has_enumerator(const struct decl *decl, const char *name)
{
	for (size_t i = 0; decl->kind == DECL_ENUM && i < decl->members.len; i++)
		if (!strcmp(decl->members.at[i].name, name))
			return true;
	return false;
}

/* Of several definitions of a macro, of which an #if chooses one, only the first one is shown. */
static bool is_meant(const struct api *api, const struct decl *decl, const char *name)
{
	if (has_enumerator(decl, name))
		return true;
	return !strcmp(decl->name, name) && api_find(api, decl->kind, decl->name) == decl;
}

bool show_declared(const struct api *api, const char *name)
{
	bool shown = false;

	for (size_t i = 0; i < api->decls.len; i++) {
		const struct decl *decl = &api->decls.at[i];

		if (!is_meant(api, decl, name))
			continue;
		printf("%s\n\n", name);
		show_declaration(decl);
		puts("");
		show_declared_place(decl);
		puts("");
		shown = true;
	}
	return shown;
}

/* Parts of macros have no comments, but functions such as ct_grad_scaler_unscale_() do. */
static bool is_part(const struct decl *decl)
{
	return decl->name[strlen(decl->name) - 1] == '_' && !decl_comment(decl);
}

struct names show_declared_nearest(struct arena *arena, const struct api *api, const char *name)
{
	struct names all = { 0 };

	if (strncmp(name, "ct_", 3) != 0 && strncmp(name, "CT_", 3) != 0)
		return all;
	for (size_t i = 0; i < api->decls.len; i++) {
		const char *declared = api->decls.at[i].name;

		if (!is_part(&api->decls.at[i]) && !names_has(&all, declared))
			vec_push(arena, &all, declared);
	}
	return spelling_nearest_of(arena, &all, name);
}
