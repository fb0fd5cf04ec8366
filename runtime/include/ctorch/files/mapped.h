/**
 * @file
 * Memory-mapped files: tensors whose elements are a file's bytes, read on first access.
 */
#ifndef CTORCH_FILES_MAPPED_H
#define CTORCH_FILES_MAPPED_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options for mapping a file; zeros are the defaults. */
typedef struct ct_map_options {
	/** true: writes to the tensor reach the file and every process that maps it. false: they do
	 * not (copy on write). */
	bool shared;
	/** With `shared`: creates a missing file, and extends one that is too short with zeros. A
	 * symbolic link without a target is an error. */
	bool grow;
	/** Position of the first element in the file, in bytes; a multiple of the alignment of its
	 * type (its size, or half of it for complex numbers). */
	int64_t offset;
} ct_map_options;

/**
 * Creates a contiguous tensor on a file's bytes, as Python's torch.from_file(): elements in the
 * machine's byte order, without a header. Bytes after them are ignored.
 *
 * The mapping lasts as long as any tensor that uses its memory, even if the file is removed. As
 * with every mapping, if another program truncates the file, reading beyond its end kills the
 * process (SIGBUS). For CT_BOOL, every byte must be 0 or 1; this is not checked.
 *
 * libtorch has no read-only tensors, so map a file that you may only read without `shared`.
 *
 * @param path     a regular file
 * @param dtype    a dtype that is not quantized
 * @param shape    sizes, none negative; an empty list for a single number
 * @param options  NULL: the defaults
 * @return ArgumentError if the file is too short or not a regular file, or if the offset is
 *         negative or not aligned; RuntimeError with the system's text if the file cannot be
 *         opened, mapped or extended. A file that the call created is then removed; an existing one
 *         is not truncated, since another process may have mapped it
 */
CT_API ct_error ct_tensor_map_file(const char *path, ct_dtype dtype, ct_ints shape,
				   const ct_map_options *options,
				   ct_tensor **result) CT_RETURNS_ERROR;

/** Waits until all writes to a shared mapping are on the disk, for the tensor's whole storage.
 * Other processes see the writes without this call. It does nothing for memory that is not a
 * mapping. RuntimeError if the disk fails. */
CT_API ct_error ct_tensor_flush_file(const ct_tensor *self) CT_WAITS_FOR(files) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
