/**
 * @file
 * Reading and writing NumPy's `.npz` archives, several arrays in one file.
 *
 * An archive is a zip file with an entry `NAME.npy` for each array; npy.h has the dtypes. Nothing
 * in it is executed: arrays of objects, which NumPy stores as a pickle, are an error. So is an
 * archive in which two programs could find different arrays: one with two entries of the same name,
 * overlapping entries, or headers that disagree.
 *
 * An invalid file is a ValueError that names the file and the entry, a system error is a
 * RuntimeError with the system's text, and an invalid call is an ArgumentError.
 */
#ifndef CTORCH_FILES_NPZ_H
#define CTORCH_FILES_NPZ_H

#include <ctorch/core/types.h>
#include <ctorch/files/save.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Loads an archive of numpy.savez() or numpy.savez_compressed() into a new dict (ct_value_free())
 * of tensors by name, in the archive's order, as Python's dict(numpy.load(path)). A name is the
 * entry's name in UTF-8, without `.npy` at its end. Numbers in the other byte order are converted;
 * an array in Fortran order becomes a tensor with Fortran strides.
 *
 * As in NumPy, an entry that does not begin like an array becomes a CT_VALUE_BYTES of its bytes.
 *
 * The file's size limits the memory needed: compressed arrays expand at most 1,032 times.
 *
 * Options:
 * - `mmap`: tensors use one private mapping of the file, which lasts as long as any of them. Arrays
 *   that are compressed, in the other byte order or not aligned for their type are copied; NumPy
 *   does not align arrays. If another program truncates the file, reading beyond its end kills the
 *   process (SIGBUS). Checksums of mapped arrays are not compared.
 * - `map_location`, or `map`, which is called for each array (`saved` is the CPU): the device. With
 *   the meta device no elements are read.
 * - `keys`: loads only entries with these names; a name that selects none is a KeyError.
 * - `skip_unknown`: an array of objects, texts, dates or another type that PyTorch does not have
 *   becomes None.
 *
 * @param options  NULL: the defaults
 */
CT_API ct_error ct_npz_load(const char *path, const ct_load_options *options CT_NULLABLE,
			    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Writes a dict of tensors and numbers as Python's numpy.savez(path, **arrays), byte for byte, or
 * numpy.savez_compressed(), which may differ in the compressed bytes with another release of zlib.
 * Numbers and bools become arrays with no dimensions. The new file replaces `path` when it is
 * complete, as with ct_npy_save(). Unlike NumPy, `.npz` is not added to `path`.
 *
 * Copies of tensors that are not contiguous, and compressed bytes, are held in memory for one array
 * at a time.
 *
 * TypeError for a tensor that ct_npy_save() cannot write, and for a value that is neither a tensor
 * nor a number; ValueError for a name that is not UTF-8, contains a NUL, or is longer than 65,531
 * bytes.
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
