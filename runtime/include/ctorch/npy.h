/**
 * @file
 * NumPy's `.npy` files, both ways.
 *
 * The formats 1.0, 2.0 and 3.0 are read; files are written byte for byte as numpy.save() writes
 * them. The header is parsed strictly and nothing in a file is ever executed: arrays of objects,
 * which NumPy keeps as a pickle, are refused, and so are structured arrays, texts, dates and
 * numbers that PyTorch does not have (float128), each by name.
 *
 * | NumPy | here |
 * | --- | --- |
 * | `?`, `i1` to `i8`, `u1` to `u8` | CT_BOOL, CT_INT8 to CT_INT64, CT_UINT8 to CT_UINT64 |
 * | `f2`, `f4`, `f8` | CT_FLOAT16, CT_FLOAT32, CT_FLOAT64 |
 * | `c8`, `c16` | CT_COMPLEX64, CT_COMPLEX128 |
 * | no such dtype | CT_BFLOAT16, the float8 ones and all others |
 *
 * A tensor of the last line is converted to float32 (ct_to_dtype()), or viewed as integers of the
 * same size (ct_view_dtype()), before it is saved.
 *
 * What is wrong in a file is a ValueError that names the file, what the system refuses a
 * RuntimeError with its words, what is wrong in a call an ArgumentError.
 */
#ifndef CTORCH_NPY_H
#define CTORCH_NPY_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A new tensor with a copy of a file's array, as torch.from_numpy(numpy.load(path)). Numbers in the
 * other byte order are converted; an array in Fortran's order gives a tensor with such strides.
 * Bytes behind the array are ignored, as NumPy does, since several arrays can be in one file:
 * ct_npy_parse() reads them all.
 */
CT_API ct_error ct_npy_load(const char *path, ct_tensor **result) CT_CALL;

/**
 * A new tensor on the file's own bytes, as numpy.load(path, mmap_mode=...): nothing is read before
 * it is touched. See ct_map_options of mapped.h for what `shared` means; false maps privately, and
 * the file is never changed. An array in the other byte order is refused, and so is one that is not
 * aligned for its type: ct_npy_load() copies those. The bytes of a bool are not looked at.
 */
CT_API ct_error ct_npy_map(const char *path, bool shared, ct_tensor **result) CT_CALL;

/**
 * Writes a tensor to a file, as numpy.save(): in Fortran's order where that is how it lies in
 * memory, in C's otherwise. The bytes are written to a new file, which takes the place of `path`
 * when it is complete: a process that opens `path` finds the old array or the new one, and after an
 * error the old one. The new file has the old one's permissions, and its owner and group if this
 * process may set them. A device or a pipe is written to as it is. A symbolic link stays: the file
 * that it leads to is replaced, or made.
 *
 * A tensor that is on another device, sparse, nested or quantised is a TypeError: copy it, make it
 * dense, take its components or its integers first. One that requires a gradient is written as the
 * numbers that it has. RuntimeError when its storage was resized below it.
 */
CT_API ct_error ct_npy_save(const ct_tensor *self, const char *path) CT_CALL;

/**
 * As ct_npy_load(), from memory.
 *
 * @param bytes  `nbytes` bytes that begin with NumPy's header; copied
 * @param used   NULL, or where the length of header and array is written: there the next one begins
 */
CT_API ct_error ct_npy_parse(const void *bytes, int64_t nbytes, int64_t *used,
			     ct_tensor **result) CT_CALL;

/** As ct_npy_save(), to memory: `*bytes` is new (ct_free()) and has `*nbytes` bytes. Neither may be
 * NULL. */
CT_API ct_error ct_npy_format(const ct_tensor *self, char **bytes, int64_t *nbytes) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
