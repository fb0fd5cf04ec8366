/**
 * @file
 * Devices written in place, and the number 0 of options.
 */
#ifndef CTORCH_MACROS_LITERALS_H
#define CTORCH_MACROS_LITERALS_H

#include <ctorch/core/types.h>

/**
 * The number 0 in a struct of options. There, 0 is the default of every field, so that
 * `&(ct_image_grid_options){ .nrow = 4 }` leaves all other fields, including those of later
 * versions, at PyTorch's defaults; `.padding = CT_ZERO` is PyTorch's `padding=0`. The name of a
 * switch that is on by default in PyTorch begins with `no_`: `.no_early_stop = true` is
 * `early_stop=False`.
 */
#define CT_ZERO (-1)

/** Makes a `ct_device` from its two fields, as an expression: `CT_DEVICE(CT_DEVICE_TYPE_CUDA,
 * 1)`. */
#ifdef __cplusplus
#define CT_DEVICE(type, index) (ct_device{ (type), (index) })
#else
#define CT_DEVICE(type, index) ((ct_device){ (type), (index) })
#endif

/** No device: None for an optional device. */
#define CT_DEVICE_NONE CT_DEVICE(CT_DEVICE_TYPE_NONE, -1)
/** The CPU. */
#define CT_DEVICE_CPU CT_DEVICE(CT_DEVICE_TYPE_CPU, -1)
/** A CUDA device; -1 is the current one. */
#define CT_DEVICE_CUDA(index) CT_DEVICE(CT_DEVICE_TYPE_CUDA, index)
/** The device of tensors without elements: shapes and dtypes only. */
#define CT_DEVICE_META CT_DEVICE(CT_DEVICE_TYPE_META, -1)

#endif
