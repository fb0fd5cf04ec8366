/* every.h: calls every generated function with empty arguments. */
#ifndef TCH_EVERY_H
#define TCH_EVERY_H

#include <ctorch/core.h>

#include "torch_api_generated.h"

static ct_scalar zero; /* the integer 0 */

#endif
