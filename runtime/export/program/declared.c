/*
 * The types of a schema's arguments, from their texts.
 */
#include <stdlib.h>
#include <string.h>

#include "export/program/declared.h"

static const struct {
	const char *name;
	enum ct_declared_base base;
} bases[] = {
	{ "Tensor", CT_DECLARED_TENSOR },
	{ "int", CT_DECLARED_INT },
	{ "SymInt", CT_DECLARED_INT },
	{ "float", CT_DECLARED_FLOAT },
	{ "SymFloat", CT_DECLARED_FLOAT },
	{ "bool", CT_DECLARED_BOOL },
	{ "SymBool", CT_DECLARED_BOOL },
	{ "Scalar", CT_DECLARED_SCALAR },
	{ "ScalarType", CT_DECLARED_DTYPE },
	{ "Layout", CT_DECLARED_LAYOUT },
	{ "MemoryFormat", CT_DECLARED_MEMORY_FORMAT },
	{ "Device", CT_DECLARED_DEVICE },
	{ "str", CT_DECLARED_STRING },
	{ "Generator", CT_DECLARED_GENERATOR },
};

static enum ct_declared_base base_of(const char *type, size_t n)
{
	for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
		if (strlen(bases[i].name) == n && memcmp(bases[i].name, type, n) == 0)
			return bases[i].base;
	return CT_DECLARED_OTHER;
}

struct ct_declared ct_declared_of(const char *type)
{
	const size_t n = strcspn(type, "(?[");
	struct ct_declared result = { .base = base_of(type, n) };
	const char *at = type + n;

	if (*at == '(') /* "Tensor(a!)[]" */
		at += strcspn(at, ")") + 1;
	if (*at == '?') {
		result.is_optional = true;
		at++;
	}
	if (*at == '[') {
		result.is_list = true;
		result.has_optional_items = result.is_optional;
		result.len = strtoll(at + 1, NULL, 10);
		result.is_optional = strchr(at, '?') != NULL;
		if (strchr(at + 1, '[')) /* a list of lists */
			result.base = CT_DECLARED_OTHER;
	}
	return result;
}
