/**
 * @file
 * Files of torch.save() and torch.load(), read without running anything that is in them.
 */
#ifndef CTORCH_SAVE_H
#define CTORCH_SAVE_H

#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a storage goes that was saved on `saved`; `context` is the options'. */
typedef ct_device (*ct_map_location)(ct_device saved, void *context);

/** Options of ct_load(), ct_safetensors_load() and ct_npz_load(); zeros are the defaults. */
typedef struct ct_load_options {
	/** Python's `map_location`: the device of all tensors. CT_DEVICE_NONE: where they were
	 * saved. The meta device: shapes and dtypes, and no element is read. */
	ct_device map_location;
	/** A map_location that is a function; NULL: none. */
	ct_map_location map;
	void *context; /**< passed to `map` */
	/** Python's `mmap`: the tensors use the file's own bytes, which are read on first access.
	 * Their checksums are not compared. Writes to the tensors do not reach the file. */
	bool mmap;
	/** Only the tensors with these keys: `keys_len` names, in nested dicts and lists with dots
	 * between them ("model.fc.weight"); a name selects all below it, too. NULL: all. The others
	 * are left out of their dicts, and are None in lists. */
	const char *const *keys CT_LENGTH(keys_len);
	int64_t keys_len; /**< number of `keys` */
	/** What is neither data nor a tensor becomes None instead of being an error. */
	bool skip_unknown;
	/** With `skip_unknown`: a list of the names of what was skipped, new (ct_value_free()). */
	ct_value *skipped;
} ct_load_options;

#ifdef __cplusplus
}
#endif

#endif
