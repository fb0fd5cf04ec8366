#include "tools/check/parts.h"

#include <string.h>

#include "headers/facts.h"
#include "util/text.h"

/* --- names ------------------------------------------------------------------------------------ */

bool has_word(const char *name, const char *word)
{
	return text_has_word(name, word, "_");
}

const char *first_word_of(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (has_word(name, *words))
			return *words;
	return NULL;
}

bool is_guard(const struct api *api, const struct decl *decl)
{
	if (decl->kind != DECL_MACRO)
		return false;
	for (size_t i = 0; i < api->headers.len; i++)
		if (api->headers.at[i].source == decl->loc.source)
			return api->headers.at[i].guard &&
			       !strcmp(api->headers.at[i].guard, decl->name);
	return false;
}

/* --- types ------------------------------------------------------------------------------------ */

bool is_handle(const struct api *api, const char *base)
{
	const struct decl *decl = api_find(api, DECL_TYPE, base);

	return decl && decl_is_handle(decl);
}

bool is_options(const struct member *member)
{
	return member->type->is_options && member->type->is_const && member->type->stars == 1;
}

/* --- parameters ------------------------------------------------------------------------------- */

const struct decl *callback_of(const struct api *api, const struct member *member)
{
	return api_find(api, DECL_CALLBACK, member->type->text);
}

bool is_release(const struct member *member)
{
	return header_type_is(member->type, KNOWN_RELEASE, 0);
}

static bool is_written(const struct checker *c, const struct decl *decl, size_t i)
{
	return !strcmp(facts_of_param(c->arena, c->api, decl, i).direction, "out");
}

bool is_result(const struct checker *c, const struct decl *decl, size_t i)
{
	if (is_written(c, decl, i))
		return true;
	for (size_t j = 0; j < i; j++) {
		struct facts facts = facts_of_param(c->arena, c->api, decl, j);

		if (facts.length && !strcmp(facts.direction, "out") &&
		    !strcmp(facts.length, decl->members.at[i].name))
			return true;
	}
	return false;
}

const struct member *self_of(const struct decl *decl)
{
	return decl->members.len && !strcmp(decl->members.at[0].name, "self") ? decl->members.at
									      : NULL;
}
