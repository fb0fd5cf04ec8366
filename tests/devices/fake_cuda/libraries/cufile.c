/* cufile.c: refuses what torch's library for Python wants, which the stubs are not made for. */
#include <sys/types.h>

#include "libraries.h"

enum { NOT_SUPPORTED = 5002 };

/* CUfileError_t */
struct status {
	int error, driver_error;
};

#define REFUSE(name)                                                            \
	struct status name(void);                                               \
	struct status name(void)                                                \
	{                                                                       \
		return (struct status){ fake_refuse(#name, NOT_SUPPORTED), 0 }; \
	}

REFUSE(cuFileBufRegister)
REFUSE(cuFileBufDeregister)
REFUSE(cuFileHandleRegister)

void cuFileHandleDeregister(void *handle);
ssize_t cuFileRead(void);
ssize_t cuFileWrite(void);

void cuFileHandleDeregister(void *handle)
{
	(void)handle;
}

ssize_t cuFileRead(void)
{
	return -fake_refuse(__func__, NOT_SUPPORTED);
}

ssize_t cuFileWrite(void)
{
	return -fake_refuse(__func__, NOT_SUPPORTED);
}
