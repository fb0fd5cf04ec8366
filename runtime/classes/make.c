/*
 * Objects of typed calls, which all kinds of classes have in common.
 */
#include <ctorch/expression.h>

#include "classes/class.h"

ct_error ct_class_make(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, void **result)
{
	const struct ct_class *klass = ct_class_find(table, name);

	if (klass == NULL)
		return ct_class_unknown(table, name, name);
	if (klass->size != size)
		return ct_error_new(CT_ERROR_ARGUMENT, name,
				    "the program was compiled with headers of another version: "
				    "compile it again");
	return table->make(klass, args, result);
}

void *ct_class_make_at(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, const char *file, int line, const char *function)
{
	void *result = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_class_make(table, name, args, size, &result);
	if (error)
		ct_expression_note(error, file, line, function);
	return result;
}
