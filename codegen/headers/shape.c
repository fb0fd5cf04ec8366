#include "headers/shape.h"

#include <string.h>

/* An error is one, too. */
bool type_is_text(const struct header_type *type)
{
	return type->known == KNOWN_CHAR && type->is_const && type->stars == 1;
}

static enum base base_of_typedef(const struct api *api, const struct decl **decl);

static enum base find_base(const struct api *api, const struct header_type *type,
			   const struct decl **decl)
{
	if (header_type_is_number(type))
		return BASE_NUMBER;
	if (type->known == KNOWN_VOID)
		return BASE_VOID;
	if (type->known == KNOWN_FILE)
		return BASE_FILE;
	if (type->known == KNOWN_TAG)
		return BASE_HANDLE;
	if ((*decl = api_find(api, DECL_STRUCT, type->name)))
		return BASE_STRUCT;
	if ((*decl = api_find(api, DECL_CALLBACK, type->name)))
		return BASE_CALLBACK;
	*decl = api_find(api, DECL_TYPE, type->name);
	return *decl ? base_of_typedef(api, decl) : BASE_UNKNOWN;
}

/* A name that the compiler shows stands for another type: ct_write_CT_SCALARS_around_numbers. */
static enum base base_of_typedef(const struct api *api, const struct decl **decl)
{
	if (type_is_text((*decl)->type))
		return BASE_ERROR;
	return decl_is_handle(*decl) ? BASE_HANDLE : find_base(api, (*decl)->type, decl);
}

struct shape shape_of(const struct api *api, const struct header_type *type)
{
	struct shape shape = { .type = type, .is_const = type->is_const || type->is_const_list };

	shape.base = find_base(api, type, &shape.decl);
	return shape;
}

bool shape_is_pointer(const struct shape *shape)
{
	return shape->type->stars || shape->base == BASE_ERROR || shape->base == BASE_CALLBACK;
}

bool struct_has_pointers(const struct decl *decl)
{
	for (size_t i = 0; i < decl->members.len; i++)
		if (decl->members.at[i].type->stars)
			return true;
	return false;
}

bool shape_is_list(const struct shape *shape)
{
	const struct decl *decl = shape->base == BASE_STRUCT ? shape->decl : NULL;

	return decl && !shape->type->stars && decl->members.len == 2 &&
	       !strcmp(decl->members.at[0].name, "at") && !strcmp(decl->members.at[1].name, "len");
}

bool shape_is_memory(const struct shape *shape, const char *length)
{
	return shape->base == BASE_VOID && shape->type->stars && length && strcmp(length, "1") != 0;
}

bool type_is_releaser(const struct header_type *type)
{
	return header_type_is(type, KNOWN_RELEASE, 0) || header_type_is(type, KNOWN_DELETER, 0);
}
