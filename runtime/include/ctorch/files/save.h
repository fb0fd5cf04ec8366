/**
 * @file
 * Loading files of any format, without running anything in them, and saving as torch.save() does.
 */
#ifndef CTORCH_FILES_SAVE_H
#define CTORCH_FILES_SAVE_H

#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the device for a storage that was saved on `saved`, which is CT_DEVICE_NONE if libtorch
 * does not know that device. `context` is the one in the options. */
typedef ct_device (*ct_map_location_function)(ct_device saved, void *context);

/** Options of ct_load(), ct_safetensors_load() and ct_npz_load(); zeros are the defaults. The last
 * two have no devices and no nested names: `map` is called with the CPU, and dots in a name have no
 * meaning. */
typedef struct ct_load_options {
	/** Python's `map_location`: the device of all tensors. CT_DEVICE_NONE: where they were
	 * saved. The meta device: shapes and dtypes only; no elements are read. */
	ct_device map_location;
	/** Python's `map_location` as a function; NULL: none. */
	ct_map_location_function map;
	void *context; /**< passed to `map` */
	/** Python's `mmap`: the tensors use the file's own bytes, which are read on first access.
	 * Their checksums are not compared, but bools are checked. Writes to the tensors do not
	 * reach the file. */
	bool mmap;
	/** Loads only the tensors, storages and NumPy arrays with these keys: `keys_len` names,
	 * with dots for nested dicts and lists ("model.fc.weight"); a name selects everything below
	 * it, too. NULL: all. The others are omitted from their dicts, and are None in lists. */
	const char *const *keys CT_LENGTH(keys_len);
	int64_t keys_len; /**< number of `keys` */
	/** Accepts objects that are neither data nor tensors: an object with attributes, such as a
	 * whole module, becomes a dict of them; other objects, integers of more than 255 bytes (in
	 * two's complement) and arrays of Python objects become None. Pairs of dicts and items of
	 * sets whose key a ct_value cannot have (None, a dtype, a frozenset, tuples of more than 16
	 * levels) are omitted. */
	bool skip_unknown;
	/** With `skip_unknown`: a list of the names of skipped objects, new (ct_value_free()). */
	ct_value *skipped CT_NEW(ct_value_free);
	/** Loads whole modules from torch.save(net) or torch.jit.save() as their state dicts:
	 * ordered dicts of parameters and persistent buffers, with Python's keys and `_metadata`.
	 * Nothing is run, so state that a class computes, such as its `_extra_state`, is missing.
	 * All buffers of TorchScript are persistent. `_metadata` has the versions of classes of
	 * torch.nn and torchvision, and 1 for other classes. */
	bool state_dicts;
} ct_load_options;

/**
 * Loads a file into a new value (ct_value_free()). Its first bytes decide its format, not its name:
 *
 * | file | value |
 * | --- | --- |
 * | torch.save()'s, since PyTorch 1.0 | what was saved, as by torch.load(path, weights_only=True) |
 * | several: `pytorch_model.bin.index.json`, or a folder with it | a dict of the tensors of all |
 * | a folder with `pytorch_model.bin` | a dict of its tensors |
 * | torch.jit.save()'s | a dict of the module's attributes, nested as its submodules |
 * | the same, with `state_dicts` | the module's state dict |
 * | safetensors, its index, a folder of it | a dict of tensors: ct_safetensors_load() |
 * | a folder of torch.distributed.checkpoint | a nested dict, of whole tensors: ct_dcp_load() |
 * | `.npz` | a dict of tensors: ct_npz_load() |
 * | `.npy` | a tensor: ct_npy_load() |
 *
 * A checkpoint of torch.save() is a pickle, which can run any program when Python loads it. This
 * function runs nothing: it accepts the functions that describe tensors, OrderedDicts, NumPy arrays
 * and the other kinds of a ct_value; any other function is an error that names it. Positions,
 * sizes, indices and checksums are checked, so that a damaged or hostile file is an error, too. The
 * file's size limits the memory needed: the tensors' bytes, and at most about a kilobyte for each
 * byte of the pickle. Storages that another program has compressed (PyTorch does not) may expand up
 * to 1,032 times, the maximum of the format; a larger size is an error before any memory is
 * allocated.
 *
 * Tensors on one storage share it after loading. OrderedDicts keep their attributes, such as
 * `_metadata` of state dicts. torch.Size is a tuple; an object with attributes is an error.
 *
 * @param options  NULL: the defaults
 * @return ValueError for a file that is damaged, has another format (the error shows its first
 *         bytes, names the format, and says what to do), or contains anything but data; KeyError
 *         for one of `keys` that the file does not have; RuntimeError with the system's text if it
 *         cannot be read
 */
CT_API ct_error ct_load(const char *path, const ct_load_options *options CT_NULLABLE,
			ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Saves a value as Python's torch.save(value, path), with the same bytes: a zip archive that
 * torch.load() reads in Python, also with weights_only (except nested tensors, which Python reads
 * only without it). A storage is written once and whole, even if tensors use only a part of it;
 * ct_clone() of a small view of a large storage saves space. Tensors on other devices are copied to
 * the CPU first. Generators, streams and libtorch's own objects are a TypeError.
 *
 * The bytes are written to a new file, which replaces `path` when it is complete and on the disk:
 * if the process is killed, or the disk is full, the old file is unchanged.
 *
 * @param value  NULL is None
 */
CT_API ct_error ct_save(const ct_value *value, const char *path) CT_RETURNS_ERROR;

/** Saves a value as ct_save(), to memory: `*bytes` is new (ct_free()) and has `*nbytes` bytes. */
CT_API ct_error ct_save_encode(const ct_value *value CT_NULLABLE,
			       char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
			       int64_t *nbytes CT_NOT_NULL) CT_RETURNS_ERROR;

/** Loads what ct_save_encode() or Python's torch.save() has written to memory, as ct_load(); `mmap`
 * has no effect. The bytes are copied. */
CT_API ct_error ct_save_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
			       const ct_load_options *options CT_NULLABLE,
			       ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Pickles a value as Python's pickle.dumps(value, 2): `*bytes` is new (ct_free()) and has `*nbytes`
 * bytes. TypeError for tensors and storages, which only ct_save_encode() writes, and for what
 * ct_save() refuses. */
CT_API ct_error ct_pickle_encode(const ct_value *value CT_NULLABLE,
				 char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
				 int64_t *nbytes CT_NOT_NULL) CT_RETURNS_ERROR;

/** Reads a pickle of Python, of protocol 2 to 5, into a new value (ct_value_free()). Nothing is
 * executed: as in ct_load(), a function or class that does not describe data is a ValueError that
 * names it. */
CT_API ct_error ct_pickle_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				 ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
