/* The rules about what functions there are, what they are called and what they return. */
#include <string.h>

#include "tools/check/parts.h"
#include "headers/facts.h"
#include "util/text.h"

static const struct decl *function(struct checker *c, const char *name)
{
	const struct decl *decl = api_find(c->api, DECL_FUNCTION, name);

	return decl ? decl : api_find(c->api, DECL_INLINE, name);
}

static bool is_owned_as(const struct facts *facts, const char *ownership)
{
	return facts->ownership && !strcmp(facts->ownership, ownership);
}

/* --- handles ---------------------------------------------------------------------------------- */

/* True for "ct_tensor *" and, with two stars, "ct_tensor **". */
static bool points_to(const struct header_type *type, const char *handle, size_t stars)
{
	return !strcmp(type->name, handle) && type->stars == stars && !type->is_const &&
	       !type->is_const_list;
}

/* True for "const ct_tensor *". */
static bool points_to_const(const struct header_type *type, const char *handle)
{
	return !strcmp(type->name, handle) && type->stars == 1 && type->is_const;
}

/* True if a function returns, or writes to a result, a handle of this type, and says that it is
 * new or borrowed. One that is const may only be looked at. */
static bool gives(struct checker *c, const struct decl *decl, const char *type,
		  const char *ownership)
{
	struct facts facts = facts_of_return(c->arena, c->api, decl);

	if (points_to(decl->type, type, 1) && is_owned_as(&facts, ownership))
		return true;
	for (size_t i = 0; i < decl->members.len; i++) {
		facts = facts_of_param(c->arena, c->api, decl, i);
		if (points_to(decl->members.at[i].type, type, 2) && is_result(c, decl, i) &&
		    is_owned_as(&facts, ownership))
			return true;
	}
	return false;
}

/* The first public function that does; NULL if none does. */
static const struct decl *giver(struct checker *c, const char *type, const char *ownership)
{
	for (size_t i = 0; i < c->api->decls.len; i++) {
		const struct decl *decl = &c->api->decls.at[i];

		if (decl->kind == DECL_FUNCTION && decl_is_public(decl) &&
		    gives(c, decl, type, ownership))
			return decl;
	}
	return NULL;
}

/* What is opened is closed, which can fail. */
static bool is_closed(struct checker *c, const char *type, const struct decl *from)
{
	return has_word(from->name, "open") &&
	       function(c, arena_printf(c->arena, "%s_close", type));
}

void check_free(struct checker *c, const struct decl *decl)
{
	const char *name = arena_printf(c->arena, "%s_free", decl->name);
	const struct decl *from, *free_function = function(c, name);

	if (!is_handle(c->api, decl->name) || !(from = giver(c, decl->name, "new")) ||
	    is_closed(c, decl->name, from))
		return;
	if (!free_function)
		broken(c, decl, decl_name_at(decl),
		       arena_printf(c->arena, "declare void %s(%s *self)", name, decl->name),
		       "%s returns a new %s, but there is no %s", from->name, decl->name, name);
	else if (!header_type_is(free_function->type, KNOWN_VOID, 0) ||
		 free_function->members.len != 1 ||
		 !facts_of_param(c->arena, c->api, free_function, 0).is_nullable)
		broken(c, free_function, decl_name_at(free_function),
		       arena_printf(c->arena, "declare void %s(%s *self)", name, decl->name),
		       "%s must return void and accept NULL", name);
}

static void check_retain_function(struct checker *c, const struct decl *decl)
{
	const char *type = arena_strndup(c->arena, decl->name,
					 strlen(decl->name) - strlen("_retain"));
	struct facts facts = facts_of_return(c->arena, c->api, decl);

	if (points_to(decl->type, type, 1) && decl->members.len == 1 &&
	    points_to_const(decl->members.at[0].type, type) && is_owned_as(&facts, "new"))
		return;
	broken(c, decl, decl_name_at(decl),
	       arena_printf(c->arena, "declare %s *%s(const %s *self) CT_NEW(%s_free)", type,
			    decl->name, type, type),
	       "%s must take a const self and return a new reference", decl->name);
}

void check_retain(struct checker *c, const struct decl *decl)
{
	const char *name = arena_printf(c->arena, "%s_retain", decl->name);
	const struct decl *from;

	if (decl->kind != DECL_TYPE) {
		if (text_ends_with(decl->name, "_retain"))
			check_retain_function(c, decl);
		return;
	}
	if (!is_handle(c->api, decl->name) || function(c, name))
		return;
	from = giver(c, decl->name, "borrowed");
	if (from)
		broken(c, decl, decl_name_at(decl),
		       arena_printf(c->arena, "declare %s, or let %s return a const %s", name,
				    from->name, decl->name),
		       "%s returns a borrowed %s, but there is no %s", from->name, decl->name,
		       name);
}

/* The handle that a function gives as new; NULL if it gives none. Tensors are computed. */
static const char *made_by(struct checker *c, const struct decl *decl)
{
	const struct header_type *type = decl->type;

	for (size_t i = 0;; i++) {
		if (is_handle(c->api, type->name) && type->known != KNOWN_TENSOR &&
		    gives(c, decl, type->name, "new"))
			return type->name;
		if (i == decl->members.len)
			return NULL;
		type = decl->members.at[i].type;
	}
}

/* A function of a handle derives what it gives. */
void check_constructors(struct checker *c, const struct decl *decl)
{
	static const char *const words[] = {
		"new", "from", "open", "load", "decode", "retain", NULL
	};
	const char *type = made_by(c, decl);

	bool is_derived = decl->members.len && !is_result(c, decl, 0) &&
			  is_handle(c->api, decl->members.at[0].type->name);

	if (!type || is_derived || first_word_of(decl->name, words))
		return;
	broken(c, decl, decl_name_at(decl),
	       arena_printf(c->arena, "call it %s_new, %s_from_Y or %s_load", type, type, type),
	       "%s returns a new %s, but its name does not say so", decl->name, type);
}

/* --- properties ------------------------------------------------------------------------------- */

/* What a lookup is by: a text, an index, a key, or one of an enumeration. */
static bool is_key(struct checker *c, const struct member *member)
{
	static const char *const words[] = { "index", "key", "name", "path", NULL };

	return first_word_of(member->name, words) ||
	       api_find(c->api, DECL_ENUM, member->type->text);
}

void check_getters(struct checker *c, const struct decl *decl)
{
	if (!has_word(decl->name, "get"))
		return;
	for (size_t i = 0; i < decl->members.len; i++)
		if (is_key(c, &decl->members.at[i]))
			return;
	broken(c, decl, decl_name_at(decl), "remove get_",
	       "%s returns a property, but get_ looks something up by a name, a key, a path or an "
	       "index",
	       decl->name);
}

/* "ct_x" of "ct_x_set_y" and "ct_x_set", and what follows: "_y" or "". NULL if it sets nothing, as
 * the functions of sets: ct_value_set_add beside ct_value_set_new. */
static const char *setter_of(struct checker *c, const struct decl *decl, const char **property)
{
	static const char word[] = "_set";
	const char *at = strstr(decl->name, word), *object;

	while (at && at[strlen(word)] && at[strlen(word)] != '_')
		at = strstr(at + 1, word);
	if (!at)
		return NULL;
	object = arena_strndup(c->arena, decl->name, (size_t)(at - decl->name));
	*property = at + strlen(word);
	return function(c, arena_printf(c->arena, "%s_set_new", object)) ? NULL : object;
}

static bool has_getter(struct checker *c, const char *object, const char *property)
{
	static const char *const forms[] = { "", "_is", "_are", "_get" };

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (function(c, arena_printf(c->arena, "%s%s%s", object, forms[i], property)))
			return true;
	return false;
}

static bool takes_callback(struct checker *c, const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (callback_of(c->api, &decl->members.at[i]))
			return true;
	return false;
}

static void check_nothing_is_returned(struct checker *c, const struct decl *decl)
{
	if (!decl_returns_error(decl) && !header_type_is(decl->type, KNOWN_VOID, 0))
		broken(c, decl, decl_name_at(decl), "return nothing, or a ct_error",
		       "the setter %s returns %s", decl->name, decl->type->text);
	for (size_t i = 0; i < decl->members.len; i++)
		if (is_result(c, decl, i))
			broken(c, decl, decl->members.at[i].at,
			       "remove it: the getter returns the value",
			       "the setter %s has a result, '%s'", decl->name,
			       decl->members.at[i].name);
}

void check_setters(struct checker *c, const struct decl *decl)
{
	const char *property = "", *object = setter_of(c, decl, &property);

	if (!object)
		return;
	check_nothing_is_returned(c, decl);
	if (!has_getter(c, object, property) && !takes_callback(c, decl))
		broken(c, decl, decl_name_at(decl),
		       *property ? arena_printf(c->arena, "declare %s%s, or %s_is%s", object,
						property, object, property)
				 : arena_printf(c->arena, "declare %s_get", object),
		       "the setter %s has no getter", decl->name);
}

/* --- answers ---------------------------------------------------------------------------------- */

static bool has_result_of(const struct decl *decl, enum known_type type)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (header_type_is(decl->members.at[i].type, type, 1))
			return true;
	return false;
}

void check_questions(struct checker *c, const struct decl *decl)
{
	static const char *const plain[] = { "is", "has", "are", NULL };
	static const char *const words[] = { "is",     "has",    "have",     "are",
					     "can",    "needs",  "requires", "retains",
					     "shares", "exists", "failed",   "equal",
					     "remove", "disown", "move",     NULL };
	bool is_answer = header_type_is(decl->type, KNOWN_BOOL, 0);
	const char *property;

	/* A setter breaks the rule of setters. */
	if (setter_of(c, decl, &property))
		return;
	if (is_answer && !first_word_of(decl->name, words))
		broken(c, decl, decl_name_at(decl), "name it as a question: is_, has_, needs_, ...",
		       "%s returns a bool, but its name is not a question", decl->name);
	else if (!is_answer && first_word_of(decl->name, plain) && !has_result_of(decl, KNOWN_BOOL))
		broken(c, decl, decl_name_at(decl), "return a bool, or write one to a result",
		       "the name of %s is a question, but it does not return a bool", decl->name);
}

static bool is_plural(const char *name)
{
	return text_ends_with(name, "s") && !text_ends_with(name, "ss") &&
	       !text_ends_with(name, "nbytes");
}

void check_counts(struct checker *c, const struct decl *decl)
{
	bool is_count = text_ends_with(decl->name, "_count");

	/* The other word breaks the rule of verbs. */
	if (!is_count && header_type_is_integer(decl->type) && !decl->type->stars &&
	    is_plural(decl->name) && !has_word(decl->name, "num"))
		broken(c, decl, decl_name_at(decl), "end its name with _count",
		       "%s returns a count, but its name does not end with _count", decl->name);
	else if (is_count && !header_type_is(decl->type, KNOWN_INT64, 0) &&
		 !has_result_of(decl, KNOWN_INT64))
		broken(c, decl, decl_name_at(decl), "return an int64_t, or write one to a result",
		       "%s returns a count, but not as an int64_t", decl->name);
}

void check_readers(struct checker *c, const struct decl *decl)
{
	static const char *const words[] = { "is",     "has",  "are", "can",    "count", "print",
					     "encode", "save", "dot", "string", NULL };
	const struct member *self = self_of(decl);

	if (self && first_word_of(decl->name, words) && !self->type->is_const)
		broken(c, decl, self->at,
		       arena_printf(c->arena, "write const %sself", self->type->text),
		       "%s only reads self, but self is not const", decl->name);
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* The name with one of its words replaced: "ct_x_leave" for "ct_x_enter". */
static const char *replaced(struct arena *arena, const char *name, const char *word,
			    const char *other)
{
	const char *at = strstr(name, word);
	size_t length = strlen(word);

	return arena_printf(arena, "%.*s%s%s", (int)(at - name), name, other, at + length);
}

void check_pairs(struct checker *c, const struct decl *decl)
{
	static const struct {
		const char *word, *other;
	} pairs[] = {
		{ "enter", "leave" },
		{ "push", "pop" },
		{ "encode", "decode" },
		{ "state_dict", "load_state_dict" },
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const char *word = pairs[i].word, *other;
		bool has_it = strchr(word, '_') ? self_of(decl) && text_ends_with(decl->name, word)
						: has_word(decl->name, word);

		if (!has_it || strstr(decl->name, pairs[i].other))
			continue;
		other = replaced(c->arena, decl->name, word, pairs[i].other);
		if (!function(c, other))
			broken(c, decl, decl_name_at(decl),
			       arena_printf(c->arena, "declare %s", other), "there is no %s for %s",
			       other, decl->name);
	}
}

/* --- attributes ------------------------------------------------------------------------------- */

void check_errors(struct checker *c, const struct decl *decl)
{
	if (decl_returns_error(decl) && !decl->returns_error)
		broken(c, decl, decl_name_at(decl), "write CT_RETURNS_ERROR after the parameters",
		       "%s returns an error, but is not declared CT_RETURNS_ERROR", decl->name);
	else if (!decl_returns_error(decl) && decl->returns_error)
		broken(c, decl, decl_name_at(decl), "write CT_NOEXCEPT",
		       "%s is declared CT_RETURNS_ERROR, but returns %s", decl->name,
		       decl->type->text);
}

void check_noexcept(struct checker *c, const struct decl *decl)
{
	if (!decl_returns_error(decl) && !decl->is_noexcept)
		broken(c, decl, decl_name_at(decl), "write CT_NOEXCEPT after the parameters",
		       "%s is not declared CT_NOEXCEPT", decl->name);
}
