/* nccl.c: what the library says of itself; there are no communicators. */
#include "internal.h"

int ncclGetVersion(int *version);
const char *ncclGetErrorString(int result);
const char *ncclGetLastError(void *communicator);

int ncclGetVersion(int *version)
{
	*version = 23007;
	return 0;
}

const char *ncclGetErrorString(int result)
{
	return result == 0 ? "no error" : "invalid usage: the fake has no NCCL";
}

const char *ncclGetLastError(void *communicator)
{
	(void)communicator;
	return "";
}
