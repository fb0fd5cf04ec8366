/*
 * Inside the library: the types of a schema's arguments, from their texts.
 */
#ifndef CT_EXPORT_PROGRAM_DECLARED_H
#define CT_EXPORT_PROGRAM_DECLARED_H

#include <stdbool.h>
#include <stdint.h>

enum ct_declared_base {
	CT_DECLARED_OTHER, /* a type that only libtorch's own conversion knows */
	CT_DECLARED_TENSOR,
	CT_DECLARED_INT, /* and SymInt */
	CT_DECLARED_FLOAT,
	CT_DECLARED_BOOL,
	CT_DECLARED_SCALAR,
	CT_DECLARED_DTYPE,
	CT_DECLARED_LAYOUT,
	CT_DECLARED_MEMORY_FORMAT,
	CT_DECLARED_DEVICE,
	CT_DECLARED_STRING,
	CT_DECLARED_GENERATOR
};

/* "Tensor?[]", "int[2]?" */
struct ct_declared {
	enum ct_declared_base base;
	bool is_list;
	bool is_optional;
	bool has_optional_items;
	int64_t len; /* of a list to which a single item is expanded; 0: none is */
};

struct ct_declared ct_declared_of(const char *type);

#endif
