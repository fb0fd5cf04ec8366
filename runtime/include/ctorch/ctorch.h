/**
 * @file
 * Everything that a C program uses: the runtime, every operator of the release, torch.nn, the
 * optimizers, distributions, data, transforms and models, and the macros of calls. Programs that call what image.h
 * and image_data.h declare also link libctorch_image. CUDA's own functions are in <ctorch/cuda.h>.
 */
#ifndef CTORCH_CTORCH_H
#define CTORCH_CTORCH_H

/* First: the shorter the way to a header, the shorter the compiler's messages about it. */
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/calls/call.h>
#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>
#include <ctorch/vision/vision.h>
#include <ctorch/distributions/distribution_class.h>
#include <ctorch/distributions/distributions.h>

#include <ctorch/core.h>

#include <ctorch/core/release.h>
#include <ctorch/core/version.h>

#include <ctorch/macros/blocks.h>
#include <ctorch/macros/create.h>
#include <ctorch/macros/element.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>

#include <ctorch/tensor/autocast.h>
#include <ctorch/tensor/dlpack.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/tensor/index.h>
#include <ctorch/tensor/print.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/shared.h>

#include <ctorch/autograd/checkpoint.h>
#include <ctorch/autograd/custom_function.h>
#include <ctorch/autograd/forward_ad.h>
#include <ctorch/autograd/gradcheck.h>
#include <ctorch/autograd/graph.h>
#include <ctorch/autograd/hook.h>
#include <ctorch/autograd/jacobian.h>

#include <ctorch/operators/library.h>
#include <ctorch/operators/operator.h>
#include <ctorch/operators/value.h>

#include <ctorch/device/cuda.h>
#include <ctorch/device/event.h>
#include <ctorch/device/load.h>
#include <ctorch/device/memory.h>
#include <ctorch/device/stream.h>
#include <ctorch/files/dcp.h>
#include <ctorch/files/file.h>
#include <ctorch/files/mapped.h>
#include <ctorch/files/npy.h>
#include <ctorch/files/npz.h>
#include <ctorch/files/safetensors.h>
#include <ctorch/files/save.h>

#include <ctorch/nn/container.h>
#include <ctorch/nn/forward.h>
#include <ctorch/nn/losses.h>
#include <ctorch/nn/module.h>
#include <ctorch/nn/rnn.h>
#include <ctorch/nn/utils.h>

#include <ctorch/export/compile.h>
#include <ctorch/export/program.h>
#include <ctorch/export/record.h>
#include <ctorch/jit/script.h>
#include <ctorch/aoti/package.h>

#include <ctorch/optim/grad_scaler.h>
#include <ctorch/optim/lr_scheduler.h>
#include <ctorch/optim/optimizer.h>
#include <ctorch/optim/optimizer_class.h>
#include <ctorch/optim/swa.h>

#include <ctorch/data/data.h>
#include <ctorch/data/datasets.h>

#include <ctorch/train/train.h>

#endif
