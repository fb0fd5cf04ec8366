/**
 * @file
 * Reading and writing NumPy's `.npy` files.
 *
 * Formats 1.0, 2.0 and 3.0 can be read; files are written byte for byte as by numpy.save(). The
 * header is parsed strictly, and nothing in a file is executed. Arrays of objects, which NumPy
 * stores as a pickle, are an error, and so are structured arrays, texts, dates and numbers that
 * PyTorch does not have (float128); the message names the type.
 *
 * | NumPy | here |
 * | --- | --- |
 * | `?`, `i1` to `i8`, `u1` to `u8` | CT_BOOL, CT_INT8 to CT_INT64, CT_UINT8 to CT_UINT64 |
 * | `f2`, `f4`, `f8` | CT_FLOAT16, CT_FLOAT32, CT_FLOAT64 |
 * | `c8`, `c16` | CT_COMPLEX64, CT_COMPLEX128 |
 * | no such dtype | CT_BFLOAT16, the float8 ones and all others |
 *
 * To save a tensor with a dtype of the last row, convert it to float32 (ct_to_dtype()), or view it
 * as integers of the same size (ct_view_dtype()).
 *
 * An invalid file is a ValueError that names the file, a system error is a RuntimeError with the
 * system's text, and an invalid call is an ArgumentError.
 */
#ifndef CTORCH_FILES_NPY_H
#define CTORCH_FILES_NPY_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Loads a file's array into a new tensor, as torch.from_numpy(numpy.load(path)). Numbers in the
 * other byte order are converted; an array in Fortran order becomes a tensor with Fortran strides.
 * Bytes after the array are ignored, as in NumPy, since a file can contain several arrays:
 * ct_npy_decode() reads them all.
 */
CT_API ct_error ct_npy_load(const char *path, ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates a tensor on the file's own bytes, as numpy.load(path, mmap_mode=...): each part is read
 * on first access. `shared` is as in ct_map_options (mapped.h); false maps privately, and the file
 * is never changed. An array in the other byte order, or one that is not aligned for its type, is
 * an error: use ct_npy_load(), which copies. The bytes of bools are not checked.
 */
CT_API ct_error ct_npy_map(const char *path, bool shared, ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Writes a tensor to a file, as numpy.save(): in Fortran order if that is its order in memory,
 * otherwise in C order. The bytes are written to a new file, which replaces `path` when it is
 * complete: a process that opens `path` finds the old array or the new one, and after an error the
 * old one. The new file has the old one's permissions, and its owner and group if this process may
 * set them. A device or a pipe is written to directly. If `path` is a symbolic link, its target is
 * replaced or created.
 *
 * A tensor that is on another device, sparse, nested or quantized is a TypeError: first copy it,
 * make it dense, or take its components or its integers. A tensor that requires a gradient is
 * written as plain numbers. RuntimeError if its storage was resized below it.
 */
CT_API ct_error ct_npy_save(const ct_tensor *tensor, const char *path) CT_RETURNS_ERROR;

/**
 * Does the same as ct_npy_load(), from memory.
 *
 * @param bytes  `nbytes` bytes that begin with NumPy's header; copied
 * @param used   receives the length of header and array, which is the position of the next array;
 *               may be NULL
 */
CT_API ct_error ct_npy_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes, int64_t *used,
			      ct_tensor **result) CT_RETURNS_ERROR;

/** Does the same as ct_npy_save(), to memory: `*bytes` is new (ct_free()) and has `*nbytes` bytes.
 * Neither may be NULL. */
CT_API ct_error ct_npy_encode(const ct_tensor *tensor, char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
			      int64_t *nbytes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
