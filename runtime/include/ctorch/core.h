/**
 * @file
 * The core: errors, types, scalars, tensors, scopes, autograd, devices, and the generated functions
 * of operators and of torch.nn.
 *
 * It defines no macros except the annotations of declarations, and compiles as C99 and C++11: for
 * bindings and their generators, and for headers of your own. So it lacks core/version.h and
 * core/release.h, whose numbers are macros. Comments name the macros of ctorch/macros/, too; without
 * them, write `{ array, len }` for a list and `{ 0, -1 }` for no device. Programs in C include
 * <ctorch/ctorch.h>, which has everything.
 */
#ifndef CTORCH_CORE_H
#define CTORCH_CORE_H

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/annotations.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/core/gc.h>
#include <ctorch/core/memory.h>
#include <ctorch/core/process.h>
#include <ctorch/core/scalar.h>
#include <ctorch/core/scope.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/functions.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/element.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#endif
