/*
 * checkpoints.h: for targets of ct_load(): archives and older files around a pickle, and what must
 * hold of any file.
 */
#ifndef FUZZ_CHECKPOINTS_H
#define FUZZ_CHECKPOINTS_H

#include <stddef.h>
#include <stdint.h>

/* A zip archive with this data.pkl and a few storages. A key is the number of bytes and a letter:
 * "16a", "16b"; the bytes are those of small int64. */
const uint8_t *fuzz_archive(const uint8_t *pickle, size_t n, size_t *size);

/* A file of the form before PyTorch 1.6 with this object, and the storages whose keys it has. */
const uint8_t *fuzz_legacy(const uint8_t *pickle, size_t n, size_t *size);

/* Loads a file of these bytes, copied, mapped, with and without what is not data. What is loaded
 * can be saved, and is the same when it is loaded again. */
void fuzz_check_checkpoint(const uint8_t *bytes, size_t n);

#endif
