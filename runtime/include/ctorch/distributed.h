/**
 * @file
 * Training on several processes and machines: libctorch_distributed, on PyTorch's own c10d.
 *
 * These functions are in a separate library: link with `-lctorch_distributed -lctorch`, or the CMake
 * target ctorch::distributed. It needs libtorch 2.8 or later. docs/distributed.md introduces it.
 */
#ifndef CTORCH_DISTRIBUTED_H
#define CTORCH_DISTRIBUTED_H

#include <ctorch/distributed/checkpoint.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/distributed/ddp.h>
#include <ctorch/distributed/functional.h>
#include <ctorch/distributed/group.h>
#include <ctorch/distributed/object.h>
#include <ctorch/distributed/store.h>
#include <ctorch/distributed/sync_batch_norm.h>
#include <ctorch/distributed/value.h>
#include <ctorch/distributed/zero.h>

#endif
