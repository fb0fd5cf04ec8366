#include "headers/calls.h"

#include <string.h>

#include "headers/facts.h"
#include "headers/shape.h"
#include "util/text.h"

static const struct notes *notes_of(const struct decl *decl)
{
	static const struct notes none;

	return decl->notes ? decl->notes : &none;
}

/* --- handles that hold functions of the program ----------------------------------------------- */

/* True for a function type, and for a struct with functions in it. */
static bool has_functions(const struct api *api, const struct header_type *type)
{
	const struct shape shape = shape_of(api, type);

	if (shape.base == BASE_CALLBACK)
		return true;
	for (size_t i = 0; shape.base == BASE_STRUCT && i < shape.decl->members.len; i++) {
		const struct header_type *field = shape.decl->members.at[i].type;

		if (api_find(api, DECL_CALLBACK, field->text) ||
		    (field->stars && has_functions(api, field)))
			return true;
	}
	return false;
}

static bool is_holder(const struct names *holders, const struct member *member)
{
	return names_has(holders, member->type->name);
}

/* Most things are made of tensors, which says nothing about them. */
static bool is_tensor(const struct member *member)
{
	return member->type->known == KNOWN_TENSOR;
}

/* Whether the object of a handle keeps a function that this function is passed. */
static bool passes_functions(const struct api *api, const struct names *holders,
			     const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (has_functions(api, member->type) ||
		    (member->type->stars == 1 && !is_tensor(member) && is_holder(holders, member)))
			return true;
	}
	return false;
}

static bool is_handle(const struct api *api, const struct header_type *type)
{
	return shape_of(api, type).base == BASE_HANDLE && type->known != KNOWN_TAG;
}

/* The handle whose object a function creates or registers something at; NULL: none. */
static const char *holder_of(const struct api *api, const struct decl *decl)
{
	const struct member *self = decl->members.len ? &decl->members.at[0] : NULL;

	for (size_t i = 0; i < decl->members.len; i++)
		if (decl->members.at[i].type->stars == 2 && !decl->members.at[i].type->is_const &&
		    is_handle(api, decl->members.at[i].type) &&
		    (strstr(decl->name, "_new") || strstr(decl->name, "_from_blob")))
			return decl->members.at[i].type->name;
	if (self && !strcmp(self->name, "self") && !self->type->is_const &&
	    is_handle(api, self->type))
		return self->type->name;
	return NULL;
}

struct names handles_with_callbacks(struct arena *arena, const struct api *api)
{
	struct names holders = { 0 };
	size_t before;

	do {
		before = holders.len;
		for (size_t i = 0; i < api->decls.len; i++) {
			const struct decl *decl = &api->decls.at[i];
			const char *holder = decl->kind == DECL_FUNCTION ? holder_of(api, decl)
									 : NULL;

			if (holder && !names_has(&holders, holder) &&
			    passes_functions(api, &holders, decl))
				vec_push(arena, &holders, holder);
		}
	} while (holders.len > before);
	return holders;
}

/* --- calls ------------------------------------------------------------------------------------ */

static bool is_free(const struct decl *decl)
{
	return text_ends_with(decl->name, "_free") || text_ends_with(decl->name, "s_free") ||
	       text_ends_with(decl->name, "_free_unscoped");
}

/* True for a struct with such a handle in it: ct_train_state has modules. */
static bool has_holder(const struct api *api, const struct names *holders,
		       const struct member *member)
{
	const struct decl *decl = api_find(api, DECL_STRUCT, member->type->name);

	for (size_t i = 0; decl && i < decl->members.len; i++)
		if (is_holder(holders, &decl->members.at[i]) && !is_tensor(&decl->members.at[i]))
			return true;
	return false;
}

static bool may_call_back(const struct api *api, const struct names *holders,
			  const struct decl *decl)
{
	const bool reports = decl_returns_error(decl);

	if (notes_of(decl)->calls_back)
		return true;
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (has_functions(api, member->type))
			return true;
		if ((is_holder(holders, member) &&
		     (is_free(decl) || (reports && !is_tensor(member)))) ||
		    (reports && has_holder(api, holders, member)))
			return !notes_of(decl)->is_brief;
	}
	return false;
}

static bool writes_stream(const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (decl->members.at[i].type->known == KNOWN_FILE)
			return true;
	return false;
}

/* ct_x_free() of a handle, which a scope may own. */
static bool looks_in_scopes(const struct decl *decl)
{
	return decl->comment && is_free(decl) && strstr(decl->comment, "scope of this");
}

struct call_facts call_facts_of(const struct api *api, const struct names *holders,
				const struct decl *decl)
{
	const struct notes *notes = notes_of(decl);
	struct call_facts facts = { .thread = "any", .same_thread = notes->same_thread };

	if (notes->same_thread)
		facts.thread = "same";
	else if (notes->is_thread_state)
		facts.thread = "state";
	else if (looks_in_scopes(decl))
		facts.thread = "scopes";
	facts.may_call_back = may_call_back(api, holders, decl);
	facts.may_block = facts.may_call_back || notes->may_block || writes_stream(decl) ||
			  (decl_returns_error(decl) && !notes->is_brief);
	return facts;
}

const char *thread_of_callback(struct arena *arena, const struct api *api, const struct decl *decl)
{
	bool is_passed = false;

	for (size_t i = 0; i < api->decls.len; i++) {
		const struct decl *user = &api->decls.at[i];

		for (size_t j = 0; j < user->members.len; j++) {
			if (user->kind == DECL_MACRO || user->kind == DECL_ENUM ||
			    strcmp(user->members.at[j].type->text, decl->name) != 0)
				continue;
			if (user->kind != DECL_FUNCTION ||
			    strcmp(facts_of_param(arena, api, user, j).ownership, "borrowed") != 0)
				return "any";
			is_passed = true;
		}
	}
	return is_passed ? "caller" : "any";
}

/* --- checks ----------------------------------------------------------------------------------- */

static bool check_named(struct diag *diag, const struct api *api, const struct decl *decl,
			const char *name, const char *macro)
{
	if (!name || api_find(api, DECL_FUNCTION, name))
		return true;
	diag_error(diag, decl->loc, NULL, "%s: %s() names '%s', which is no public function",
		   decl->name, macro, name);
	return false;
}

bool calls_check(struct diag *diag, const struct api *api)
{
	bool fine = true;

	for (size_t i = 0; i < api->decls.len; i++) {
		const struct decl *decl = &api->decls.at[i];

		if (decl->kind != DECL_FUNCTION)
			continue;
		fine &= check_named(diag, api, decl, notes_of(decl)->same_thread, "CT_SAME_THREAD");
		fine &= check_named(diag, api, decl, notes_of(decl)->text, "CT_TEXT");
	}
	return fine;
}
