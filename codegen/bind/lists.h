/* lists.h: the marks of templates that are lists of arguments, results or fields. */
#ifndef CTORCH_GEN_BIND_LISTS_H
#define CTORCH_GEN_BIND_LISTS_H

#include "bind/emit.h"

/* What an item has that lists are made of; only some for each item. */
struct subject {
	const char *name,
		*python_name; /* of the function in the language, and under Python's name */
	const char *type_name; /* the same as a type: "add_tensor" is AddTensor */
	const struct bind_function *function;
	const struct bind_struct *record;
	const struct bind_class *class;
	const struct bind_function *c_function; /* one of C, with or without rows */
	const struct decl *decl; /* of a callback, or of a struct with all its fields */
	bool is_method;
};

/* The list that the mark stands for, with what is around it; "" if the item has none. */
const char *list_of_item(const struct binding *binding, const struct mark_row *mark,
			 const struct subject *item);

#endif
