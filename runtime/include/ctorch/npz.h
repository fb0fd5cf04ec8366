/**
 * @file
 * Reading and writing NumPy's `.npz` archives, several arrays in one file.
 *
 * An archive is a zip file with an entry `NAME.npy` for each array; npy.h has the dtypes. Nothing
 * in it is ever executed: arrays of objects, which NumPy stores as a pickle, are an error. An
 * archive in which two programs could find different arrays is one, too: with two entries of one
 * name, overlapping entries, or headers that disagree.
 *
 * An invalid file is a ValueError that names the file and the entry, an error of the system a
 * RuntimeError with its text, an invalid call an ArgumentError.
 */
#ifndef CTORCH_NPZ_H
#define CTORCH_NPZ_H

#include <ctorch/save.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A new dict (ct_value_free()) of tensors by name, in the archive's order, as Python's
 * dict(numpy.load(path)): compressed or not, as numpy.savez() and numpy.savez_compressed() write
 * it. A name is that of the entry, in UTF-8, without `.npy` at its end. Numbers in the other byte
 * order are converted; an array in Fortran's order gives a tensor with such strides.
 *
 * As in NumPy, an entry that does not begin as an array is a CT_VALUE_BYTES of its bytes.
 *
 * The memory that it needs is limited by the file's size: compressed arrays are at most 1,032 times
 * as large.
 *
 * Options:
 * - `mmap`: tensors use one private mapping of the file, which lasts as long as any of them. Arrays
 *   that are compressed, in the other byte order or not aligned for their type are copied; NumPy
 *   does not align them. If another program truncates the file, reading beyond its end kills the
 *   process (SIGBUS). Checksums of mapped arrays are not compared.
 * - `map_location`, or `map`, which is asked for each array (`saved` is the CPU): the device. With
 *   the meta device no elements are read.
 * - `keys`: only entries with these names; a name that selects none is a KeyError.
 * - `skip_unknown`: an array of objects, texts, dates or another type that PyTorch does not have is
 *   None in the dict.
 *
 * @param options  NULL: the defaults
 */
CT_API ct_error ct_npz_load(const char *path, const ct_load_options *options CT_NULLABLE,
			    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Writes a dict of tensors and numbers as Python's numpy.savez(path, **arrays), byte for byte, or
 * numpy.savez_compressed(), which may differ in the compressed bytes with another release of zlib.
 * Numbers and bools become arrays without dimensions. The new file replaces `path` when it is
 * complete, as with ct_npy_save(). Unlike NumPy, `.npz` is not added to `path`.
 *
 * Copies of tensors that are not contiguous, and compressed bytes, are in memory for one array at a
 * time.
 *
 * TypeError for a tensor that ct_npy_save() cannot write, and for what is neither a tensor nor a
 * number; ValueError for a name that is not UTF-8, contains a NUL, or is longer than 65,531 bytes.
 *
 * @param arrays      names, which may contain slashes, and tensors or numbers
 * @param compressed  false: as numpy.savez()
 */
CT_API ct_error ct_npz_save(const ct_value *arrays, const char *path,
			    bool compressed) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
