#ifndef SMALL_PICTURE_H
#define SMALL_PICTURE_H

#include <ctorch/core/types.h>

/* The library. */
#define CT_PICTURE_LIBRARY "ctorch_picture"

CT_API ct_error ct_picture_write(const ct_tensor *self, const char *path) CT_RETURNS_ERROR;

#endif
