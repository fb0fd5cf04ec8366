/* hash.h: uthash, which ends the process as everything else does when there is no memory. */
#ifndef CTORCH_GEN_UTIL_HASH_H
#define CTORCH_GEN_UTIL_HASH_H

#include "util/arena.h"

#define uthash_fatal(message) out_of_memory(0)
#include <uthash.h>

#endif
