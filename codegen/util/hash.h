/* hash.h: uthash, which ends the process with the usual message when memory runs out. */
#ifndef CTORCH_GEN_UTIL_HASH_H
#define CTORCH_GEN_UTIL_HASH_H

#include "util/arena.h"

#define uthash_fatal(message) out_of_memory(0)
#include <uthash.h>

#endif
