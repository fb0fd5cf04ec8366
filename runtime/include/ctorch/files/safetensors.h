/**
 * @file
 * Reading and writing safetensors files, the format in which most models are published.
 *
 * A file is a table of names, types and shapes, followed by the tensors' bytes: nothing in it can
 * be executed. Files are written byte for byte as by Python's safetensors 0.8. Reading checks the
 * whole table before it creates any tensor: an invalid file is a ValueError that names the file and
 * the tensor.
 *
 * | safetensors | here |
 * | --- | --- |
 * | `BOOL`, `I8` to `I64`, `U8` to `U64` | CT_BOOL, CT_INT8 to CT_INT64, CT_UINT8 to CT_UINT64 |
 * | `F16`, `BF16`, `F32`, `F64` | CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64 |
 * | `C64` | CT_COMPLEX64 |
 * | `F8_E4M3`, `F8_E5M2` | CT_FLOAT8_E4M3FN, CT_FLOAT8_E5M2 |
 * | `F8_E4M3FNUZ`, `F8_E5M2FNUZ` | CT_FLOAT8_E4M3FNUZ, CT_FLOAT8_E5M2FNUZ |
 * | `F8_E8M0` | CT_FLOAT8_E8M0FNU |
 * | `F4` | CT_FLOAT4_E2M1FN_X2, which has half as many elements in the last dimension |
 * | `F6_E2M3`, `F6_E3M2` | no such dtype: a TypeError |
 * | no such type | CT_COMPLEX32, CT_COMPLEX128, quantized and all others: a TypeError |
 *
 * A system error is a RuntimeError with the system's text, and an invalid call is an ArgumentError.
 */
#ifndef CTORCH_FILES_SAFETENSORS_H
#define CTORCH_FILES_SAFETENSORS_H

#include <ctorch/core/types.h>
#include <ctorch/files/save.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Reading --------------------------------------------------------------------------------- */

/**
 * Loads a file into a new dict (ct_value_free()) of tensors by name, in the order of their data, as
 * Python's safetensors.torch.load_file(path). ct_module_load_state_dict() accepts it.
 *
 * `path` is a file; the index of a model in several files, which are beside it (its name ends in
 * `.index.json`); or a folder with `model.safetensors.index.json` or `model.safetensors`. The files
 * of an index become one dict, file by file. Each must have exactly the tensors that the index
 * places in it.
 *
 * Options:
 * - `mmap`: all tensors use one private mapping of the file, which lasts as long as any of them. A
 *   tensor that is not aligned for its type is copied. If another program truncates the file,
 *   reading beyond its end kills the process (SIGBUS). Bools are read immediately, as they are
 *   checked: a byte other than 0 and 1 is a ValueError.
 * - `map_location`, or `map`, which is called for each tensor (`saved` is the CPU): the device.
 *   With the meta device no data is read.
 * - `keys`: loads only these tensors; a name that selects none is a KeyError. Files of an index
 *   that have none of them are not opened.
 * - `skip_unknown`: a tensor of a type that libtorch does not have becomes None.
 *
 * @param options  NULL: the defaults
 */
CT_API ct_error ct_safetensors_load(const char *path, const ct_load_options *options CT_NULLABLE,
				    ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Returns a file's metadata, a new dict of texts by name, as Python's safe_open(path).metadata();
 * empty if it has none. For an index (ct_safetensors_load()), returns its own metadata, which has
 * numbers, too: "total_size", in bytes.
 */
CT_API ct_error ct_safetensors_metadata(const char *path,
					ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads a file as ct_safetensors_load(), from its bytes in memory, which are copied; `mmap` has no
 * effect. */
CT_API ct_error ct_safetensors_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				      const ct_load_options *options CT_NULLABLE,
				      ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Writing --------------------------------------------------------------------------------- */

/**
 * Writes a dict of tensors, as Python's safetensors.torch.save_file(). The new file replaces `path`
 * when it is complete, as with ct_npy_save(). Tensors that are not contiguous or are on other
 * devices are copied one at a time; Python's function refuses the former.
 *
 * A RuntimeError, which names them all, if tensors share memory, since they would be separate after
 * loading. (As in Python, interleaved tensors, such as two columns of a matrix, count as sharing.)
 * A TypeError for a tensor that is sparse, nested, quantized, on the meta device or of a dtype that
 * the format does not have.
 *
 * @param tensors   names and tensors, as ct_module_state_dict() returns them; the name
 *                  "__metadata__" is a ValueError, and so is a name that is not UTF-8
 * @param metadata  a dict of texts, written in its order; NULL or None: there is none
 */
CT_API ct_error ct_safetensors_save(const ct_value *tensors, const char *path,
				    const ct_value *metadata CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * Writes a dict of tensors to several files in a folder, as huggingface_hub's
 * save_torch_state_dict(): `model-00001-of-00003.safetensors`, ..., and last
 * `model.safetensors.index.json`, which says where each tensor is; or only `model.safetensors` if
 * everything fits. In the dict's order, tensors fill a file until the next one would make it too
 * large. A tensor that is larger than `max_shard_nbytes` has a file of its own.
 *
 * Every file has the metadata {"format": "pt"}. Your metadata is in the index, or in the file if
 * there is only one. Files of an older model in the folder with names of this form are removed at
 * the end; an index never names a file that is missing or belongs to another model.
 *
 * @param folder            an existing folder
 * @param max_shard_nbytes  the limit for a file's data; 0: 5,000,000,000, as in Python
 * @param metadata          a dict of texts; NULL or None: there is none
 */
CT_API ct_error ct_safetensors_save_sharded(const ct_value *tensors, const char *folder,
					    int64_t max_shard_nbytes,
					    const ct_value *metadata CT_NULLABLE) CT_RETURNS_ERROR;

/** Writes a dict of tensors as ct_safetensors_save(), to memory: `*bytes` is new (ct_free()) and
 * has `*nbytes` bytes. */
CT_API ct_error ct_safetensors_encode(const ct_value *tensors, const ct_value *metadata CT_NULLABLE,
				      char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
				      int64_t *nbytes CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
