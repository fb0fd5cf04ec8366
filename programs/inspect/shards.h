/* The files of a model in several safetensors files. */
#ifndef CT_INSPECT_SHARDS_H
#define CT_INSPECT_SHARDS_H

#include <stdbool.h>
#include <stdint.h>

/* `path` is an index or a folder that could be opened. */

/* Bytes of all its files and the index; -1 if one of them cannot be found. */
int64_t shards_nbytes(const char *path);

/* Whether `other` is one of these files, by any name. */
bool is_shard(const char *path, const char *other);

#endif
