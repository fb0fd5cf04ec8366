/* cusparse.c: texts of errors. */
#include "internal.h"

const char *cusparseGetErrorString(int status);

const char *cusparseGetErrorString(int status)
{
	return status == 0 ? "success" : "operation not supported";
}
