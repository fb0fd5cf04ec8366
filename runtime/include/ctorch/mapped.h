/**
 * @file
 * Memory-mapped files: tensors whose elements are a file's bytes, read when they are touched.
 */
#ifndef CTORCH_MAPPED_H
#define CTORCH_MAPPED_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a file is mapped. */
typedef struct ct_map_options {
	/** false: what is written to the tensor is this tensor's own (copy on write), the file is
	 * only read. true: it is written to the file, and seen by everyone who has it mapped. */
	bool shared;
	/** With `shared`: a file that does not exist is made, and one that is too short is made
	 * longer, with zeros. A symbolic link whose file does not exist is refused. */
	bool grow;
	/** Where in the file the first element is, in bytes; a multiple of what its type is aligned
	 * to (its size, or half of it for complex numbers). */
	int64_t offset;
} ct_map_options;

/** Private, not growing, from the beginning. */
CT_API ct_map_options ct_map_options_defaults(void) CT_NOEXCEPT;

/**
 * A new contiguous tensor on a file's bytes, as Python's torch.from_file(): elements in the
 * machine's byte order, no header. Bytes behind them are left alone.
 *
 * The mapping lasts as long as the tensor and what shares its memory, also when the file is removed
 * meanwhile. A file that somebody makes shorter kills the process that then reads beyond the end
 * (SIGBUS), as it does with every mapping. Of CT_BOOL every byte must be 0 or 1, which is not
 * looked at.
 *
 * There is no tensor that cannot be written to. A file that one may only read is mapped privately.
 *
 * @param path     a regular file
 * @param dtype    any but the quantised ones
 * @param shape    `shape_len` sizes, none negative; NULL with `shape_len` 0 is a single number
 * @param options  NULL: the defaults
 * @return ArgumentError for a file that is too short or not a regular one and for an offset that is
 *         negative or not aligned; RuntimeError with the system's words when it cannot be opened,
 *         mapped or made longer; then no new file appears, and an old one is never made shorter,
 *         since another process may have it mapped
 */
CT_API ct_error ct_tensor_map_file(const char *path, ct_dtype dtype, const int64_t *shape,
				   int64_t shape_len, const ct_map_options *options,
				   ct_tensor **result) CT_CALL;

/** Waits until what was written to a shared mapping is on the disk. Other processes see it without.
 * It is about the whole storage of the tensor; of memory that is no mapping there is nothing to do.
 * RuntimeError when the disk fails. */
CT_API ct_error ct_mapped_flush(const ct_tensor *self) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
