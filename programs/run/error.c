#include "inputs.h"

#include <string.h>

#include <ctorch/core/error.h>

ct_error prefixed(ct_error error, const char *prefix)
{
	const char *text;
	ct_error made;

	if (error == NULL)
		return NULL;
	text = strstr(error, ": ");
	made = ct_error_new(ct_error_class_of(error), ct_error_function(error), "%s: %s", prefix,
			    text ? text + 2 : error);
	ct_error_free(error);
	return made;
}
