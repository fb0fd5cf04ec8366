/**
 * @file
 * Everything about TorchScript.
 */
#ifndef CTORCH_JIT_H
#define CTORCH_JIT_H

#include <ctorch/jit/script.h>

#endif
