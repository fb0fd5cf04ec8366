/*
 * Devices as archives name them.
 */
#include <stdio.h>

#include <ctorch/tensor/device.h>

#include "export/archive/archive.h"

enum { MAX_NAME = 64 };

ct_error ct_archive_find_device(const char *type, int64_t index, ct_device *result)
{
	char text[MAX_NAME];

	if (index < 0)
		return ct_device_from_string(type, result);
	snprintf(text, sizeof text, "%.32s:%lld", type, (long long)index);
	return ct_device_from_string(text, result);
}
