/**
 * @file
 * Everything that a C program uses: the runtime, every operator of the release, torch.nn, the
 * optimizers, data, transforms and models, and the macros of calls. Programs that call what image.h
 * and image_data.h declare also link libctorch_image.
 */
#ifndef CTORCH_CTORCH_H
#define CTORCH_CTORCH_H

#include <ctorch/types.h>

/* First: the shorter the way to a header, the shorter the compiler's messages about it. */
#include <ctorch/error.h>
#include <ctorch/ops.h>
#include <ctorch/call.h>
#include <ctorch/nn.h>
#include <ctorch/optim.h>
#include <ctorch/transforms.h>
#include <ctorch/models.h>

#include <ctorch/dtype.h>
#include <ctorch/expression.h>
#include <ctorch/list.h>
#include <ctorch/scalar.h>
#include <ctorch/tensor.h>
#include <ctorch/create.h>
#include <ctorch/element.h>
#include <ctorch/index.h>
#include <ctorch/print.h>
#include <ctorch/scope.h>
#include <ctorch/gc.h>
#include <ctorch/memory.h>
#include <ctorch/process.h>
#include <ctorch/autograd.h>
#include <ctorch/autocast.h>
#include <ctorch/graph.h>
#include <ctorch/hook.h>
#include <ctorch/function.h>
#include <ctorch/forward_ad.h>
#include <ctorch/functional.h>
#include <ctorch/checkpoint.h>
#include <ctorch/gradcheck.h>
#include <ctorch/generator.h>
#include <ctorch/device.h>
#include <ctorch/settings.h>
#include <ctorch/storage.h>
#include <ctorch/dlpack.h>
#include <ctorch/mapped.h>
#include <ctorch/file.h>
#include <ctorch/npy.h>
#include <ctorch/shared.h>
#include <ctorch/value.h>
#include <ctorch/save.h>
#include <ctorch/safetensors.h>
#include <ctorch/npz.h>
#include <ctorch/operator.h>
#include <ctorch/library.h>
#include <ctorch/module.h>
#include <ctorch/container.h>
#include <ctorch/optimizer.h>
#include <ctorch/lr_scheduler.h>
#include <ctorch/grad_scaler.h>
#include <ctorch/swa.h>
#include <ctorch/data.h>
#include <ctorch/datasets.h>
#include <ctorch/train.h>
#include <ctorch/transform.h>
#include <ctorch/transform_functions.h>
#include <ctorch/image.h>
#include <ctorch/image_data.h>
#include <ctorch/version.h>

#include <ctorch/nn_functions.h>
#include <ctorch/nn_losses.h>
#include <ctorch/rnn.h>
#include <ctorch/nn_calls.h>
#include <ctorch/nn_utils.h>

#endif
