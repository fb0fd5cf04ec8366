/*
 * Inside the library: the devices that ct_load_options chooses for tensors of files without devices.
 */
#ifndef CT_FILES_IO_PLACE_H
#define CT_FILES_IO_PLACE_H

#include <ctorch/files/save.h>

/* `position` is the options' among the arguments. */
ct_error ct_place_check(const char *function, int position,
			const ct_load_options *options) CT_WARN_UNUSED;

/* The device of the next tensor: `map` is asked once for each. */
ct_device ct_place_next(const ct_load_options *options);

/* The tensor `here`, which is on the CPU, on the device; takes it. */
ct_error ct_place_move(ct_tensor *here, ct_device device, ct_tensor **result) CT_WARN_UNUSED;

#endif
