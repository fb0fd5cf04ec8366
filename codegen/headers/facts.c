#include "headers/facts.h"

#include <ctype.h>
#include <string.h>

#include "headers/calls.h"
#include "headers/fields.h"
#include "headers/length.h"
#include "headers/shape.h"
#include "util/text.h"

const char *facts_class_of(const struct api *api, const struct header_type *type)
{
	/* ORDER BASE: shape.h */
	static const char *const names[] = { "number", "void",   "FILE",     "error",
					     "handle", "struct", "callback", "unknown" };

	return names[shape_of(api, type).base];
}

/* --- one declaration -------------------------------------------------------------------------- */

struct deriver {
	struct arena *arena;
	struct diag *diag; /* NULL: nothing is reported */
	const struct api *api;
	const struct decl *decl; /* the function or the callback */
};

static const struct notes *notes_of(const struct notes *notes)
{
	static const struct notes none;

	return notes ? notes : &none;
}

static const struct notes *notes_at(const struct deriver *d, size_t i)
{
	return notes_of(d->decl->members.at[i].notes);
}

static void refuse(const struct deriver *d, const char *name, const char *help, const char *what)
{
	if (!d->diag)
		return;
	diag_error(d->diag, d->decl->loc,
		   arena_printf(d->arena, "%s; docs/generator.md, \"Facts for bindings\"", help),
		   "%s: '%s' %s", d->decl->name, name, what);
}

bool decl_has_member(const struct decl *decl, const char *name)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (!strcmp(decl->members.at[i].name, name))
			return true;
	return false;
}

const char *unit_of_length(const struct decl *decl, const char *length)
{
	static const char *const units[] = { "dtype", "kind" };

	if (!strcmp(length, "nbytes") || text_ends_with(length, "_nbytes"))
		return "byte";
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (decl_has_member(decl, units[i]))
			return units[i];
	return NULL;
}

/* The names in a length must be known to those who read ctorch_api.json. */
static void check_names(const struct deriver *d, const char *name, const struct length *length)
{
	const bool is_call = length->kind == LENGTH_CALL;

	if (length->name && !(is_call ? api_find(d->api, DECL_FUNCTION, length->name) != NULL
				      : decl_has_member(d->decl, length->name)))
		refuse(d, name, "name a parameter or a function",
		       arena_printf(d->arena, "has an unknown length, '%s'", length->name));
	for (size_t i = 0; i < length->parts.len; i++)
		check_names(d, name, &length->parts.at[i]);
}

static void check_length(const struct deriver *d, const char *name, const char *text)
{
	struct length length;

	if (!text)
		return;
	if (length_parse(d->arena, text, &length))
		check_names(d, name, &length);
	else
		refuse(d, name, "codegen/headers/length.h has the grammar",
		       arena_printf(d->arena, "has a length that is no expression, '%s'", text));
}

/* "inputs_len" for "inputs" if that is the next parameter. */
static const char *length_of(const struct deriver *d, size_t i)
{
	const struct decl *decl = d->decl;
	size_t length = strlen(decl->members.at[i].name);
	const char *next;

	if (notes_at(d, i)->length)
		return notes_at(d, i)->length;
	if (i + 1 == decl->members.len)
		return NULL;
	next = decl->members.at[i + 1].name;
	if (strncmp(next, decl->members.at[i].name, length) || strcmp(next + length, "_len") != 0)
		return NULL;
	return next;
}

static bool is_taken(const struct deriver *d, size_t i)
{
	return notes_at(d, i)->is_taken ||
	       (!i && d->decl->kind == DECL_FUNCTION && text_ends_with(d->decl->name, "_free"));
}

/* A handle to an object that the function changes is in and out, although only the pointer goes
 * in. */
static const char *direction_of(const struct deriver *d, size_t i, const struct shape *shape)
{
	const struct member *member = &d->decl->members.at[i];
	bool is_handle = shape->base == BASE_HANDLE && shape->type->stars;

	if (notes_at(d, i)->is_inout)
		return "inout";
	if (notes_at(d, i)->is_out)
		return "out";
	if (!shape->type->stars || shape->base == BASE_FILE)
		return "in";
	if (is_handle && is_taken(d, i))
		return "in";
	if (shape->type->stars == 1 && (shape->is_const || shape->base == BASE_VOID))
		return "in";
	if (shape->type->stars == 1 && (is_handle || !strcmp(member->name, "self")))
		return "inout";
	return shape->type->is_const_list && shape->type->stars == 2 ? "in" : "out";
}

/* Types whose NULL has a meaning in every function: the default generator, None, stdout. None is not
 * where a value is changed. */
static bool has_null(const struct shape *shape)
{
	switch (shape->type->known) {
	case KNOWN_GENERATOR:
	case KNOWN_VALUE:
	case KNOWN_FILE:
		return shape->is_const || shape->base != BASE_STRUCT;
	default:
		return false;
	}
}

/* A list, a text or bytes that the function allocates; NULL drops it. Any other list is the
 * caller's own. */
static bool is_allocated(const struct shape *shape)
{
	return shape->type->stars > 2 || (shape->type->stars == 2 && shape->base != BASE_HANDLE);
}

/* The length of a result is required. */
static bool is_length_of_result(const struct deriver *d, size_t i)
{
	for (size_t j = 0; j < d->decl->members.len; j++) {
		const char *length = length_of(d, j);

		if (length && !strcmp(length, d->decl->members.at[i].name))
			return true;
	}
	return false;
}

/* A function that cannot report an error accepts NULL everywhere. A callback is given no NULL. */
static bool is_nullable(const struct deriver *d, size_t i, const struct shape *shape,
			const struct facts *facts)
{
	const struct member *member = &d->decl->members.at[i];
	bool is_function = d->decl->kind != DECL_CALLBACK;
	bool is_out = !strcmp(facts->direction, "out");

	if (notes_at(d, i)->is_nullable || notes_at(d, i)->is_not_null)
		return notes_at(d, i)->is_nullable;
	if (member_is_context(member) || (is_function && !decl_returns_error(d->decl)))
		return true;
	if (!is_function || is_length_of_result(d, i))
		return false;
	if (facts->length)
		return is_out && is_allocated(shape);
	if (shape->base == BASE_STRUCT && shape->type->is_options)
		return true;
	return shape->base == BASE_ERROR || is_out || (shape->type->stars == 1 && has_null(shape));
}

/* A function with a `release` or a `deleter` keeps what that releases, and its callbacks. */
static bool keeps(const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (type_is_releaser(decl->members.at[i].type))
			return true;
	return false;
}

/* True for the context of a callback that is kept. */
static bool is_of_kept(const struct deriver *d, size_t of)
{
	for (size_t i = 0; i < d->decl->members.len; i++) {
		const struct member *member = &d->decl->members.at[i];
		const struct notes *notes = notes_at(d, i);
		const char *context = notes->context ? notes->context : "context";

		if (notes->is_kept && shape_of(d->api, member->type).base == BASE_CALLBACK &&
		    !strcmp(context, d->decl->members.at[of].name))
			return true;
	}
	return false;
}

static const char *ownership_in(const struct deriver *d, size_t i, const struct shape *shape)
{
	const struct member *member = &d->decl->members.at[i];

	if (is_taken(d, i))
		return "taken";
	if (notes_at(d, i)->is_kept || is_of_kept(d, i) ||
	    (keeps(d->decl) && (member_is_context(member) || shape->base == BASE_CALLBACK)))
		return "kept";
	return "borrowed";
}

/* The function that releases a handle: ct_tensor_free. */
static const char *free_of_handle(const struct deriver *d, const struct shape *shape)
{
	const char *name = arena_printf(d->arena, "%s_free", shape->type->name);

	return api_find(d->api, DECL_FUNCTION, name) ? name : NULL;
}

/* `T **` gives one thing, `T ***` a list in one block of memory. */
static const char *free_of_result(const struct deriver *d, const struct shape *shape)
{
	if (shape->type->stars > 2)
		return shape->base == BASE_HANDLE
			       ? arena_printf(d->arena, "%ss_free", shape->type->name)
			       : "ct_free";
	return shape->base == BASE_HANDLE || shape->base == BASE_STRUCT ? free_of_handle(d, shape)
									: "ct_free";
}

/* What a function writes through a pointer; a callback only lends what it writes. */
static void derive_out(const struct deriver *d, size_t i, const struct shape *shape,
		       struct facts *facts)
{
	const struct notes *notes = notes_at(d, i);
	bool is_value = shape->base == BASE_STRUCT && shape->type->stars == 1;

	if (notes->is_borrowed || (shape->is_const && shape->type->stars == 2) ||
	    (d->decl->kind == DECL_CALLBACK && !notes->is_new && !notes->is_taken)) {
		facts->ownership = "borrowed";
	} else if (notes->is_taken) {
		facts->ownership = "taken";
	} else if (shape->type->stars > 1 || (is_value && struct_has_pointers(shape->decl))) {
		facts->ownership = "new";
		facts->free = notes->is_new ? notes->free : free_of_result(d, shape);
	}
}

/* "grads", "bytes": several things, where the type does not say so. */
static bool is_plural(const char *name)
{
	return text_ends_with(name, "s") && !text_ends_with(name, "ss");
}

/* Whether a pointer is to one thing or to several is not known from its type. */
static bool needs_length(const struct deriver *d, size_t i, const struct shape *shape)
{
	const struct member *member = &d->decl->members.at[i];

	if (!shape->type->stars || member_is_context(member))
		return false;
	if (shape->type->stars > 1)
		return shape->type->is_const_list ? shape->type->stars == 2
						  : is_plural(member->name);
	if (shape->type->known == KNOWN_CHAR)
		return !type_is_text(shape->type);
	return shape->is_const && (shape->base == BASE_NUMBER ||
				   (shape->base == BASE_VOID && !notes_at(d, i)->is_nullable));
}

/* A `void *` that is neither a context nor annotated. */
static bool is_unknown_memory(const struct deriver *d, size_t i, const struct shape *shape,
			      const struct facts *facts)
{
	return shape->base == BASE_VOID && shape->type->stars == 1 && !shape->is_const &&
	       !member_is_context(&d->decl->members.at[i]) && !strcmp(facts->direction, "in") &&
	       !strcmp(facts->ownership, "borrowed") && !notes_at(d, i)->is_borrowed;
}

static void check(const struct deriver *d, size_t i, const struct shape *shape,
		  const struct facts *facts)
{
	const char *name = d->decl->members.at[i].name;
	bool is_new = facts->ownership && !strcmp(facts->ownership, "new");

	if (shape->base == BASE_UNKNOWN)
		refuse(d, name, "declare its type in the forms of \"Public headers\"",
		       "has an unknown type");
	else if (!facts->length && needs_length(d, i, shape))
		refuse(d, name, "write CT_LENGTH(parameter), or CT_LENGTH(1)",
		       "does not say whether it points to one element or to several");
	else if (is_unknown_memory(d, i, shape, facts))
		refuse(d, name, "write CT_OUT, CT_KEPT, CT_TAKEN or CT_BORROWED",
		       "does not say whether it is read or written");
	else if (is_new && !facts->free)
		refuse(d, name, "write CT_BORROWED or CT_NEW(the function that frees it)",
		       "has pointers, but no function frees them");
	else if (shape_is_memory(shape, facts->length) && !facts->unit)
		refuse(d, name, "call the length nbytes, or add a parameter dtype",
		       "does not say in which unit its length is");
	check_length(d, name, notes_at(d, i)->length);
}

/* --- callbacks -------------------------------------------------------------------------------- */

static const char *first_releaser(const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (type_is_releaser(decl->members.at[i].type))
			return decl->members.at[i].name;
	return NULL;
}

/* What a callback gets, and what releases it; of a function that releases, what that is. */
static void tie(const struct deriver *d, size_t i, const struct shape *shape, struct facts *facts)
{
	const struct member *member = &d->decl->members.at[i];
	const struct notes *notes = notes_at(d, i);
	const bool has_context = decl_has_member(d->decl, "context");
	const bool is_releaser = type_is_releaser(member->type);

	if (shape->base != BASE_CALLBACK || shape->type->stars)
		return;
	if (is_releaser)
		facts->releases = notes->releases ? notes->releases : "context";
	else
		facts->release = first_releaser(d->decl);
	if (!is_releaser || (notes->releases && has_context))
		facts->context = notes->context ? notes->context : "context";
	if ((facts->context && !decl_has_member(d->decl, facts->context)) ||
	    (facts->releases && !decl_has_member(d->decl, facts->releases)))
		refuse(d, member->name, "write CT_CONTEXT(name) or CT_RELEASES(name)",
		       is_releaser ? "does not say what it releases" : "does not say its context");
}

bool free_is_callers(const struct api *api, const char *free_function)
{
	const struct decl *decl = free_function ? api_find(api, DECL_FUNCTION, free_function)
						: NULL;

	return decl && !notes_of(decl->notes)->looks_in_scopes;
}

static struct facts derive_param(const struct deriver *d, size_t i)
{
	struct shape shape = shape_of(d->api, d->decl->members.at[i].type);
	struct facts facts = { .direction = direction_of(d, i, &shape),
			       .is_pointer = shape_is_pointer(&shape),
			       .length = shape.type->stars ? length_of(d, i) : NULL };

	facts.is_nullable = facts.is_pointer && is_nullable(d, i, &shape, &facts);
	if (!strcmp(facts.direction, "out"))
		derive_out(d, i, &shape, &facts);
	else if (facts.is_pointer || shape_is_list(&shape))
		facts.ownership = ownership_in(d, i, &shape);
	if (shape_is_memory(&shape, facts.length))
		facts.unit = unit_of_length(d->decl, facts.length);
	facts.is_callers = free_is_callers(d->api, facts.free);
	if (d->decl->kind == DECL_FUNCTION && decl_is_public(d->decl))
		tie(d, i, &shape, &facts);
	check(d, i, &shape, &facts);
	return facts;
}

/* --- return values ---------------------------------------------------------------------------- */

static void check_return(const struct deriver *d, const struct shape *shape)
{
	const struct notes *notes = notes_of(d->decl->notes);

	check_length(d, d->decl->type->text, notes->length);
	if (shape->base == BASE_UNKNOWN)
		refuse(d, d->decl->type->text, "declare it in the forms of \"Public headers\"",
		       "is an unknown type");
	else if (notes->is_new && !api_find(d->api, DECL_FUNCTION, notes->free))
		refuse(d, d->decl->type->text, "name a function in CT_NEW(...)",
		       "names a function in CT_NEW() that does not exist");
	else if (shape->type->stars && shape->base == BASE_NUMBER && !type_is_text(shape->type) &&
		 !notes->length)
		refuse(d, d->decl->type->text, "write CT_LENGTH(...) after the parameters",
		       "does not say to how many elements it points");
	else if (shape->type->stars && shape->base == BASE_HANDLE && !shape->is_const &&
		 !notes->is_new && !notes->is_borrowed)
		refuse(d, d->decl->type->text,
		       "write CT_NEW(the function that frees it) or CT_BORROWED",
		       "does not say whether it is new or borrowed");
}

static struct facts derive_return(const struct deriver *d)
{
	struct shape shape = shape_of(d->api, d->decl->type);
	const struct notes *notes = notes_of(d->decl->notes);
	struct facts facts = { .is_pointer = shape_is_pointer(&shape),
			       .is_nullable = shape_is_pointer(&shape) && !notes->is_not_null,
			       .length = notes->length };

	if (shape_is_memory(&shape, facts.length))
		facts.unit = unit_of_length(d->decl, facts.length);
	if (notes->is_new || shape.base == BASE_ERROR) {
		facts.ownership = "new";
		facts.free = notes->is_new ? notes->free : "ct_error_free";
	} else if (notes->is_borrowed || shape.type->stars ||
		   (shape.base == BASE_STRUCT && struct_has_pointers(shape.decl))) {
		facts.ownership = "borrowed";
	}
	facts.is_callers = free_is_callers(d->api, facts.free);
	check_return(d, &shape);
	return facts;
}

struct facts facts_of_param(struct arena *arena, const struct api *api, const struct decl *decl,
			    size_t i)
{
	return derive_param(&(struct deriver){ arena, NULL, api, decl }, i);
}

struct facts facts_of_return(struct arena *arena, const struct api *api, const struct decl *decl)
{
	return derive_return(&(struct deriver){ arena, NULL, api, decl });
}

/* --- what is public --------------------------------------------------------------------------- */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* True if the name ends with these characters. */
static bool ends_with(const char *name, const char *end, size_t length)
{
	size_t whole = strlen(name);

	return length < whole && !strncmp(name + whole - length, end, length);
}

/* True if the comment calls a function of Python that ends with _, and this name ends as that one:
 * "`scaler.unscale_(optimizer)`" for ct_grad_scaler_unscale_. */
static bool is_in_place(const struct decl *decl)
{
	for (const char *at = decl->comment; at && (at = strstr(at, "_(")); at++) {
		const char *from = at;

		while (from > decl->comment && is_name_char(from[-1]))
			from--;
		if (from < at && ends_with(decl->name, from, (size_t)(at + 1 - from)))
			return true;
	}
	return false;
}

bool decl_is_public(const struct decl *decl)
{
	if (strstr(decl->name, "_CT_"))
		return false;
	return !text_ends_with(decl->name, "_") || is_in_place(decl);
}

/* --- all declarations ------------------------------------------------------------------------- */

bool macro_is_public(const struct decl *macro)
{
	return !strcmp(macro->name, "CT") ||
	       (!strncmp(macro->name, "CT_", strlen("CT_")) && !text_ends_with(macro->name, "_"));
}

/* Languages without a preprocessor read what a macro is. */
static void check_macro(struct diag *diag, const struct api *api, const struct decl *decl)
{
	if (!macro_is_public(decl) || decl->comment ||
	    api_find(api, DECL_MACRO, decl->name) != decl)
		return;
	diag_error(diag, decl->loc, "add a comment above it, or end its name with _",
		   "the macro %s has no comment", decl->name);
}

bool facts_exist(const struct decl *decl)
{
	return decl->kind == DECL_FUNCTION || decl->kind == DECL_CALLBACK ||
	       (decl->kind == DECL_INLINE && !text_ends_with(decl->name, "_"));
}

bool facts_check(struct arena *arena, struct diag *diag, const struct api *api)
{
	size_t before = diag->errors;

	for (size_t i = 0; i < api->decls.len; i++) {
		struct deriver d = { arena, diag, api, &api->decls.at[i] };

		if (d.decl->kind == DECL_MACRO)
			check_macro(diag, api, d.decl);
		if (!facts_exist(d.decl))
			continue;
		for (size_t j = 0; j < d.decl->members.len; j++)
			derive_param(&d, j);
		derive_return(&d);
	}
	fields_check(arena, diag, api);
	calls_check(diag, api);
	return diag->errors == before;
}
