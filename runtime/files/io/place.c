/*
 * The devices of tensors that are loaded.
 */
#include <ctorch/core/error.h>
#include <ctorch/macros/literals.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "files/io/place.h"

ct_error ct_place_check(const char *function, int position, const ct_load_options *options)
{
	if (options->map && options->map_location.type != CT_DEVICE_NONE.type)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (options): map and map_location are both given",
				    position);
	return NULL;
}

ct_device ct_place_next(const ct_load_options *options)
{
	ct_device device = options->map_location;

	if (options->map)
		device = options->map(CT_DEVICE_CPU, options->context);
	return device.type == CT_DEVICE_NONE.type ? CT_DEVICE_CPU : device;
}

ct_error ct_place_move(ct_tensor *here, ct_device device, ct_tensor **result)
{
	ct_error error;

	if (device.type == CT_DEVICE_TYPE_CPU) {
		*result = here;
		return NULL;
	}
	error = ct_to_device(here, device, ct_tensor_dtype(here), false, false,
			     CT_MEMORY_FORMAT_NONE, result);
	ct_tensor_free(here);
	return error;
}
