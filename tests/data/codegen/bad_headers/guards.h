/* error 2:1 guards: ctorch/guards.h is not guarded by CTORCH_GUARDS_H */
#ifndef CTORCH_GUARD_H
#define CTORCH_GUARD_H

#include <ctorch/core/types.h>

#endif
