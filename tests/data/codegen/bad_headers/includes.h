/* error 9:10 includes: "types.h" is neither a header of this library nor of C99 */
/* error 10:10 includes: <unistd.h> is neither a header of this library nor of C99 */
#ifndef CTORCH_INCLUDES_H
#define CTORCH_INCLUDES_H

#include <stdint.h>

#include <ctorch/core/types.h>
#include "types.h"
#include <unistd.h>

#endif
