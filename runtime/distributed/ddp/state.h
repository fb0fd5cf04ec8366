/*
 * State dicts of a DDP module.
 */
#pragma once

#include <ctorch/nn/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Gives a DDP module the state dict of the module in it: without "module.", unlike Python's. */
ct_error ct_ddp_register_state_hooks(ct_module *module);

#ifdef __cplusplus
}
#endif
