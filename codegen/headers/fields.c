#include "headers/fields.h"

#include <string.h>

#include "headers/length.h"
#include "headers/shape.h"
#include "util/text.h"

struct deriver {
	struct arena *arena;
	struct diag *diag; /* NULL: nothing is reported */
	const struct api *api;
	const struct decl *decl; /* the struct */
};

static const struct notes *notes_at(const struct deriver *d, size_t i)
{
	static const struct notes none;
	const struct notes *notes = d->decl->members.at[i].notes;

	return notes ? notes : &none;
}

static void refuse(const struct deriver *d, const struct member *field, const char *help,
		   const char *what)
{
	if (d->diag)
		diag_error(d->diag, decl_loc_at(d->decl, field->at),
			   arena_printf(d->arena, "%s; docs/generator.md, \"Facts for bindings\"",
					help),
			   "%s: '%s' %s", d->decl->name, field->name, what);
}

bool struct_is_options(const struct decl *decl)
{
	return text_ends_with(decl->name, "options");
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* "xs_len" for "xs" if that is the next field, and "len" for "at". */
static const char *length_of(const struct deriver *d, size_t i)
{
	const struct member *field = &d->decl->members.at[i], *next = field + 1;
	const size_t length = strlen(field->name);

	if (notes_at(d, i)->length)
		return notes_at(d, i)->length;
	if (!field->type->stars || i + 1 == d->decl->members.len)
		return NULL;
	if (!strcmp(field->name, "at") && !strcmp(next->name, "len"))
		return next->name;
	if (!strncmp(next->name, field->name, length) && !strcmp(next->name + length, "_len"))
		return next->name;
	return NULL;
}

/* A pointer to numbers or to other pointers does not show whether it is a list. */
static bool needs_length(const struct shape *shape)
{
	if (type_is_text(shape->type) || !shape->type->stars)
		return false;
	if (shape->type->stars > 1)
		return true;
	return shape->base == BASE_NUMBER;
}

static void check_length(const struct deriver *d, const struct member *field, const char *text)
{
	struct length length;

	if (!length_parse(d->arena, text, &length) ||
	    (length.kind == LENGTH_NAME && !decl_has_member(d->decl, length.name)))
		refuse(d, field, "name a field of the struct, or write a number",
		       arena_printf(d->arena, "has an unknown length, '%s'", text));
}

/* --- callbacks -------------------------------------------------------------------------------- */

/* "data" for a callback with a parameter `void *data`. */
static const char *context_of(const struct decl *callback)
{
	static const char *const names[] = { "context", "data", "self" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (decl_has_member(callback, names[i]))
			return names[i];
	return NULL;
}

static const char *releases_of(const struct deriver *d, size_t i)
{
	return notes_at(d, i)->releases ? notes_at(d, i)->releases : "context";
}

/* The field whose function releases the context. */
static const char *release_of(const struct deriver *d, const char *context)
{
	for (size_t i = 0; context && i < d->decl->members.len; i++)
		if (type_is_releaser(d->decl->members.at[i].type) &&
		    !strcmp(releases_of(d, i), context))
			return d->decl->members.at[i].name;
	return NULL;
}

/* True for a parameter of a function that takes the struct. */
static bool comes_with_struct(const struct deriver *d, const char *name)
{
	for (size_t i = 0; i < d->api->decls.len; i++) {
		const struct decl *decl = &d->api->decls.at[i];

		if (decl->kind != DECL_FUNCTION || !decl_has_member(decl, name))
			continue;
		for (size_t j = 0; j < decl->members.len; j++)
			if (!strcmp(decl->members.at[j].type->name, d->decl->name))
				return true;
	}
	return false;
}

/* True for what a callback of the struct creates and others get, which a note says: the `stream` of
 * ct_dataset_functions. */
static bool is_of_callback(const struct deriver *d, size_t of, const char *name)
{
	const struct notes *notes = notes_at(d, of);

	for (size_t i = 0; (notes->context || notes->releases) && i < d->decl->members.len; i++) {
		const struct decl *callback = api_find(d->api, DECL_CALLBACK,
						       d->decl->members.at[i].type->text);

		if (callback && decl_has_member(callback, name))
			return true;
	}
	return false;
}

static void tie(const struct deriver *d, size_t i, const struct shape *shape, struct facts *facts)
{
	const struct member *field = &d->decl->members.at[i];
	const char *name;

	if (type_is_releaser(field->type)) {
		facts->releases = name = releases_of(d, i);
	} else {
		facts->context = name = notes_at(d, i)->context ? notes_at(d, i)->context
								: context_of(shape->decl);
		facts->release = release_of(d, name);
	}
	if (!name || (strcmp(name, "self") != 0 && !decl_has_member(d->decl, name) &&
		      !comes_with_struct(d, name) && !is_of_callback(d, i, name)))
		refuse(d, field, "write CT_CONTEXT(name) or CT_RELEASES(name)",
		       "does not say what it gets or releases");
}

/* --- all facts -------------------------------------------------------------------------------- */

/* True if the comment mentions NULL, or the notes or the struct say that it may be. */
static bool is_nullable(const struct deriver *d, size_t i)
{
	const struct member *field = &d->decl->members.at[i];
	const struct notes *notes = notes_at(d, i);

	if (notes->is_nullable || notes->is_not_null)
		return notes->is_nullable;
	return struct_is_options(d->decl) || member_is_context(field) ||
	       (field->doc && text_has_word(field->doc, "NULL", " \n\t.,:;()"));
}

/* True for a struct of which a function keeps the pointer: a ct_module_class, not a list. */
static bool struct_is_kept(const struct deriver *d)
{
	for (size_t i = 0; i < d->api->decls.len; i++) {
		const struct decl *decl = &d->api->decls.at[i];

		for (size_t j = 0; decl->kind == DECL_FUNCTION && j < decl->members.len; j++) {
			const struct member *member = &decl->members.at[j];

			if (member->notes && member->notes->is_kept &&
			    !strcmp(member->type->name, d->decl->name) &&
			    !facts_of_param(d->arena, d->api, decl, j).length)
				return true;
		}
	}
	return false;
}

static const char *ownership_of(const struct deriver *d, size_t i, const struct facts *facts)
{
	const struct notes *notes = notes_at(d, i);

	if (notes->is_new)
		return "new";
	if (notes->is_taken)
		return "taken";
	return notes->is_kept || facts->release || facts->releases || struct_is_kept(d) ||
			       (release_of(d, d->decl->members.at[i].name) && !notes->is_borrowed)
		       ? "kept"
		       : "borrowed";
}

static struct facts derive(const struct deriver *d, size_t i)
{
	const struct member *field = &d->decl->members.at[i];
	struct shape shape = shape_of(d->api, field->type);
	struct facts facts = { .is_pointer = shape_is_pointer(&shape), .length = length_of(d, i) };

	if (shape.base == BASE_UNKNOWN)
		refuse(d, field, "declare its type in the forms of \"Public headers\"",
		       "has an unknown type");
	if (!facts.is_pointer)
		return facts;
	facts.is_nullable = is_nullable(d, i);
	if (shape.base == BASE_CALLBACK && !shape.type->stars)
		tie(d, i, &shape, &facts);
	facts.ownership = ownership_of(d, i, &facts);
	facts.free = notes_at(d, i)->free;
	facts.is_callers = free_is_callers(d->api, facts.free);
	if (shape_is_memory(&shape, facts.length))
		facts.unit = unit_of_length(d->decl, facts.length);
	if (shape_is_memory(&shape, facts.length) && !facts.unit)
		refuse(d, field, "call the length nbytes, or add a field dtype or kind",
		       "does not say in which unit its length is");
	if (facts.length)
		check_length(d, field, facts.length);
	else if (needs_length(&shape))
		refuse(d, field, "write CT_LENGTH(field), or CT_LENGTH(1)",
		       "does not say whether it points to one element or to several");
	return facts;
}

struct facts facts_of_field(struct arena *arena, const struct api *api, const struct decl *decl,
			    size_t i)
{
	return derive(&(struct deriver){ arena, NULL, api, decl }, i);
}

bool fields_check(struct arena *arena, struct diag *diag, const struct api *api)
{
	const size_t before = diag->errors;

	for (size_t i = 0; i < api->decls.len; i++) {
		const struct deriver d = { arena, diag, api, &api->decls.at[i] };

		for (size_t j = 0; d.decl->kind == DECL_STRUCT && j < d.decl->members.len; j++)
			derive(&d, j);
	}
	return diag->errors == before;
}
