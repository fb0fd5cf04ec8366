/* calls.h: how a program calls what a header declares. */
#ifndef CTORCH_GEN_TOOLS_SHOW_CALLS_H
#define CTORCH_GEN_TOOLS_SHOW_CALLS_H

#include "headers/scan.h"

/* "ct_tensor_item_double(self, &result)", "CT_APPEND(list, module)"; the name of anything else. */
const char *show_call_of(struct arena *arena, const struct api *api, const struct decl *decl);

#endif
