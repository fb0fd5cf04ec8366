/* data.h: the samples that @NAME@ learns from. */
#ifndef DATA_H
#define DATA_H

#include <ctorch/ctorch.h>

/*
 * A dataset of `count` points on two spirals. A sample is a point (2 floats) and the number of its
 * spiral, 0 or 1. Each epoch moves the points a little: by `noise`, a standard deviation.
 */
ct_error data_new(int64_t count, double noise, ct_dataset **result);

#endif
