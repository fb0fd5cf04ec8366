/*
 * default_device.h: the operators that use the thread's default device, as in Python.
 */
#ifndef CTORCH_GEN_TYPES_DEFAULT_DEVICE_H
#define CTORCH_GEN_TYPES_DEFAULT_DEVICE_H

#include "model.h"

/* True if the operator, called without a device, creates its result on the default device. */
bool heeds_default_device(const struct op *op);

#endif
