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

/* Whether the object of a handle keeps a function that this function is passed. */
static bool passes_functions(const struct api *api, const struct names *holders,
			     const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++) {
		const struct member *member = &decl->members.at[i];

		if (has_functions(api, member->type) || has_holder(api, holders, member) ||
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
	return text_ends_with(decl->name, "_free") || text_ends_with(decl->name, "_free_unscoped");
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

/* --- waiting ---------------------------------------------------------------------------------- */

/* ORDER: enum wait */
const char *const wait_names[WAIT_COUNT] = { "files", "devices", "threads", "processes" };

/* A path is of a file, but in functions that get or set something inside an object. */
static bool has_path(const struct decl *decl)
{
	static const char *const names[] = { "path", "paths", "folder", "root" };

	if (strstr(decl->name, "_get_") || strstr(decl->name, "_set_") || strstr(decl->name, "_at"))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (decl_has_member(decl, names[i]))
			return true;
	return false;
}

static void find_waits(const struct decl *decl, struct call_facts *facts)
{
	const char *noted = notes_of(decl)->waits_for;

	for (int i = 0; i < WAIT_COUNT; i++)
		facts->waits_for[i] = noted && text_has_word(noted, wait_names[i], ", ");
	if (writes_stream(decl) || (decl_returns_error(decl) && has_path(decl)))
		facts->waits_for[WAIT_FILES] = true;
}

static bool waits(const struct call_facts *facts)
{
	for (int i = 0; i < WAIT_COUNT; i++)
		if (facts->waits_for[i])
			return true;
	return false;
}

struct call_facts call_facts_of(const struct api *api, const struct names *holders,
				const struct decl *decl)
{
	const struct notes *notes = notes_of(decl);
	struct call_facts facts = { .thread = "any",
				    .same_thread = notes->same_thread,
				    .scopes = notes->scopes };

	if (notes->same_thread)
		facts.thread = "same";
	else if (notes->is_thread_state)
		facts.thread = "state";
	else if (notes->looks_in_scopes)
		facts.thread = "scopes";
	facts.may_call_back = may_call_back(api, holders, decl);
	find_waits(decl, &facts);
	facts.may_block = facts.may_call_back || notes->may_block || waits(&facts) ||
			  ((decl_returns_error(decl) || is_free(decl)) && !notes->is_brief);
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

static bool has_word(const char *words, const char *word, size_t length)
{
	const char *known;
	size_t known_length;

	while (text_next_word(&words, " ", &known, &known_length))
		if (known_length == length && !strncmp(known, word, length))
			return true;
	return false;
}

/* Each word in the annotation is one of those. */
static bool check_words(struct diag *diag, const struct decl *decl, const char *text,
			const char *words, const char *macro)
{
	const char *word;
	size_t length;

	while (text && text_next_word(&text, ", ", &word, &length)) {
		if (has_word(words, word, length))
			continue;
		diag_error(diag, decl->loc, words, "%s: %s() has '%.*s'", decl->name, macro,
			   (int)length, word);
		return false;
	}
	return true;
}

/* Names of functions that change which scope owns something; docs/conventions.md. */
static bool is_about_scopes(const struct decl *decl)
{
	return !strncmp(decl->name, "ct_scope_", strlen("ct_scope_")) ||
	       !strncmp(decl->name, "ct_unscoped_", strlen("ct_unscoped_")) ||
	       text_ends_with(decl->name, "_move_up") || text_ends_with(decl->name, "_to_scope");
}

static bool check_brief(struct diag *diag, const struct decl *decl)
{
	struct call_facts facts;

	find_waits(decl, &facts);
	if (!notes_of(decl)->is_brief || !waits(&facts))
		return true;
	diag_error(diag, decl->loc, "remove one of the two", "%s: is CT_BRIEF, but waits",
		   decl->name);
	return false;
}

static bool check_scopes(struct diag *diag, const struct decl *decl)
{
	if (!decl_is_public(decl) || !is_about_scopes(decl) || notes_of(decl)->scopes)
		return true;
	diag_error(diag, decl->loc, "write CT_SCOPES(opens), or what else it does with them",
		   "%s: does not say what it does with scopes", decl->name);
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
		fine &= check_words(diag, decl, notes_of(decl)->waits_for,
				    "files devices threads processes", "CT_WAITS_FOR");
		fine &= check_words(diag, decl, notes_of(decl)->scopes,
				    "opens closes steps gives takes raises hides shows",
				    "CT_SCOPES");
		fine &= check_brief(diag, decl);
		fine &= check_scopes(diag, decl);
	}
	return fine;
}
