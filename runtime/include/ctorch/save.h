/**
 * @file
 * Loading files of any kind, and the files of torch.save(), without running anything in them.
 */
#ifndef CTORCH_SAVE_H
#define CTORCH_SAVE_H

#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a storage goes that was saved on `saved`, CT_DEVICE_NONE if libtorch does not know that
 * device; `context` is the options'. */
typedef ct_device (*ct_map_location_function)(ct_device saved, void *context);

/** Options of ct_load(), ct_safetensors_load() and ct_npz_load(); zeros are the defaults. With the
 * last two, which have no devices and no nested names, `map` is asked about the CPU, and a name has
 * whatever dots it has. */
typedef struct ct_load_options {
	/** Python's `map_location`: the device of all tensors. CT_DEVICE_NONE: where they were
	 * saved. The meta device: shapes and dtypes, and no element is read. */
	ct_device map_location;
	/** A map_location that is a function; NULL: none. */
	ct_map_location_function map;
	void *context; /**< passed to `map` */
	/** Python's `mmap`: the tensors use the file's own bytes, which are read on first access.
	 * Their checksums are not compared, but bools are checked. Writes to the tensors do not
	 * reach the file. */
	bool mmap;
	/** Only the tensors, storages and arrays of NumPy with these keys: `keys_len` names, in
	 * nested dicts and lists with dots between them ("model.fc.weight"); a name selects all
	 * below it, too. NULL: all. The others are left out of their dicts, and are None in
	 * lists. */
	const char *const *keys CT_LENGTH(keys_len);
	int64_t keys_len; /**< number of `keys` */
	/** What is neither data nor a tensor is no error: an object with attributes, such as a
	 * whole module, becomes the dict of them, and the others None; integers of more than 255
	 * bytes (in two's complement) and arrays of Python objects become None, too. Pairs of dicts
	 * and items of sets whose key a ct_value cannot have (None, a dtype, a frozenset, tuples of
	 * more than 16 levels) are left out. */
	bool skip_unknown;
	/** With `skip_unknown`: a list of the names of what was skipped, new (ct_value_free()). */
	ct_value *skipped;
	/** Modules that torch.save(net) or torch.jit.save() wrote whole become their state dicts:
	 * ordered dicts of parameters and persistent buffers, with Python's keys and `_metadata`.
	 * Nothing is run: what a class computes itself, such as its `_extra_state`, is missing.
	 * Buffers of TorchScript are all persistent. The versions in `_metadata` are those of
	 * classes of torch.nn and torchvision, and 1 for others. */
	bool state_dicts;
} ct_load_options;

/**
 * A new value (ct_value_free()) from a file. Its first bytes decide which kind it is, not its name:
 *
 * | file | value |
 * | --- | --- |
 * | torch.save()'s, since PyTorch 1.0 | what was saved, as by torch.load(path, weights_only=True) |
 * | several: `pytorch_model.bin.index.json`, or a folder with it | a dict of the tensors of all |
 * | a folder with `pytorch_model.bin` | a dict of its tensors |
 * | torch.jit.save()'s | a dict of the module's attributes, nested as its submodules |
 * | the same, with `state_dicts` | the module's state dict |
 * | safetensors, its index, a folder of it | a dict of tensors: ct_safetensors_load() |
 * | `.npz` | a dict of tensors: ct_npz_load() |
 * | `.npy` | a tensor: ct_npy_load() |
 *
 * A checkpoint of torch.save() is a pickle, which can run any program when Python loads it. This
 * function runs nothing: it knows the functions that describe tensors, OrderedDicts, NumPy's arrays
 * and the other kinds of a ct_value, and everything else is an error that names it. Positions,
 * sizes, indices and checksums are checked, so that a damaged or hostile file is an error, too. The
 * memory that it needs is limited by the file's size: the tensors' bytes, and for each byte of the
 * pickle at most about a kilobyte. Storages that another program has compressed (PyTorch does not)
 * may grow to 1,032 times their bytes in the file, which is the most that the format can; a larger
 * size is an error before any memory is taken.
 *
 * Tensors on one storage share it after loading. OrderedDicts keep their attributes, such as
 * `_metadata` of state dicts. torch.Size is a tuple; an object with attributes is an error.
 *
 * @param options  NULL: the defaults
 * @return ValueError for a file that is damaged, of another kind (the error says what it begins
 *         with, which format that is, and what to do), or has what is not data;
 *         KeyError for one of `keys` that the file does not have; RuntimeError with the system's
 *         text if it cannot be read
 */
CT_API ct_error ct_load(const char *path, const ct_load_options *options CT_NULLABLE,
			ct_value *result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Python's torch.save(value, path): a zip archive that torch.load() reads in Python, also with
 * weights_only (except nested tensors, which Python reads only without it), and the same bytes as
 * Python writes. A storage is written once and whole, even if tensors use only a part of it;
 * ct_clone() of a small view of a large one saves space. Tensors of other devices are copied to the
 * CPU first. Generators, streams and objects of libtorch's own are a TypeError.
 *
 * The bytes are written to a new file, which replaces `path` when it is complete and on the disk: a
 * process that is killed, or a full disk, leaves the old file as it was.
 *
 * @param value  NULL is None
 */
CT_API ct_error ct_save(const ct_value *value, const char *path) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
