/* cupti.c: texts of errors. */
#include "internal.h"

int cuptiGetResultString(int result, const char **text);

int cuptiGetResultString(int result, const char **text)
{
	*text = result == 0 ? "CUPTI_SUCCESS" : "CUPTI_ERROR_NOT_INITIALIZED";
	return 0;
}
