/* Calls of handwritten functions and macros, with the names of their arguments. */
#include "tools/show/calls.h"

#include <string.h>

#include "headers/facts.h"
#include "util/strbuf.h"

static void add_arguments(struct strbuf *out, struct arena *arena, const struct api *api,
			  const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct facts facts = facts_of_param(arena, api, decl, i);
		const bool is_result = facts.direction && !strcmp(facts.direction, "out");

		strbuf_printf(out, "%s%s%s", i ? ", " : "", is_result ? "&" : "",
			      decl->members.at[i].name);
	}
}

/* "(list, module)" as the definition has it. */
static void add_parameters(struct strbuf *out, const struct decl *macro)
{
	const char *begin = memchr(macro->begin, '(', macro->length),
		   *end = begin ? strchr(begin, ')') : NULL;

	if (end)
		strbuf_add_bytes(out, begin + 1, (size_t)(end - begin - 1));
}

const char *show_call_of(struct arena *arena, const struct api *api, const struct decl *decl)
{
	struct strbuf text = { 0 };
	const char *kept;

	if (decl->kind == DECL_MACRO ? !decl->is_call
				     : decl->kind != DECL_FUNCTION && decl->kind != DECL_INLINE)
		return decl->name;
	strbuf_printf(&text, "%s(", decl->name);
	if (decl->kind == DECL_MACRO)
		add_parameters(&text, decl);
	else
		add_arguments(&text, arena, api, decl);
	strbuf_add(&text, ")");
	kept = arena_strdup(arena, strbuf_str(&text));
	strbuf_free(&text);
	return kept;
}
