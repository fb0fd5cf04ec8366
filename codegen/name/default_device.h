/*
 * default_device.h: which operators heed the thread's default device, as Python's do.
 */
#ifndef CTORCH_GEN_NAME_DEFAULT_DEVICE_H
#define CTORCH_GEN_NAME_DEFAULT_DEVICE_H

#include "model.h"

/* Whether the operator makes its result on the default device when it is called without one. */
bool heeds_default_device(const struct op *op);

#endif
