/**
 * @file
 * Files of any kind: which kind one is, progress, cancelling, and comparing checksums.
 *
 * All functions of this library that write files (ct_save(), ct_safetensors_save(), ct_npz_save(),
 * ct_npy_save(), ...) report their progress to the function of ct_file_set_progress(), and so does
 * ct_file_verify().
 */
#ifndef CTORCH_FILE_H
#define CTORCH_FILE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Kinds ------------------------------------------------------------------------------------ */

/** What a file is: one of `enum ct_file_kind_value`. */
typedef int32_t ct_file_kind;

/** Values of ct_file_kind. */
enum ct_file_kind_value {
	CT_FILE_UNKNOWN = 0,           /**< nothing that ct_load() loads */
	CT_FILE_TORCH = 1,             /**< of torch.save(): a zip archive, since PyTorch 1.6 */
	CT_FILE_TORCH_LEGACY = 2,      /**< of torch.save() before, or with
	                                    `_use_new_zipfile_serialization=False` */
	CT_FILE_TORCHSCRIPT = 3,       /**< of torch.jit.save() */
	CT_FILE_SAFETENSORS = 4,       /**< a safetensors file */
	CT_FILE_SAFETENSORS_INDEX = 5, /**< another `*.index.json`, or any other folder */
	CT_FILE_NPZ = 6,               /**< an archive of numpy.savez() */
	CT_FILE_NPY = 7,               /**< an array of numpy.save() */
	CT_FILE_TORCH_INDEX = 8        /**< `*.bin.index.json`, the index of several files of
	                                    torch.save(), or a folder with it or one such file */
};

/**
 * Finds out which kind a file is, as ct_load() does: by its first bytes, whatever its name is.
 * (Only an index is recognized by its name.) A damaged file is of the kind as which it begins, and
 * a folder may lack what ct_load() expects in it.
 *
 * @param result  CT_FILE_UNKNOWN, which is no error, for other files, and for a file without bytes
 * @return RuntimeError with the system's text if the file cannot be opened; ArgumentError for a
 *         pipe or a device, which is not read
 */
CT_API ct_error ct_file_find_kind(const char *path,
				  ct_file_kind *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Its name: "torch.save", "torch.save legacy", "torch.jit.save", "safetensors", "safetensors
 * index", "npz", "npy", "torch.save index"; "unknown" for other numbers. Valid forever. */
CT_API const char *ct_file_kind_name(ct_file_kind kind) CT_NOEXCEPT CT_BORROWED;

/* --- Progress and checksums ------------------------------------------------------------------- */

/**
 * Called while a file is written or verified: before the first bytes, then after at most 16 MiB
 * each, and after the last. Each file counts for itself, also when a call writes several.
 *
 * It may call this library; files that are written in it do not report. It must not leave by
 * longjmp() or an exception.
 *
 * @param done   bytes until now
 * @param total  bytes in all; for a zip archive that is being written without its headers, which
 *               are small, and for a compressed one -1: not known in advance. In the last call it
 *               is `done`
 * @return whether to continue. false cancels: the call fails with a RuntimeError that says
 *         "cancelled". A file that was being written is removed, and the one that it would have
 *         replaced is as before; a pipe or a device has got a part.
 */
typedef bool (*ct_file_progress_function)(int64_t done, int64_t total, void *context);

/** Sets the function that is called for this thread's files, and what is passed to it; NULL: none,
 * as at first. Each thread has its own: work in another thread is not reported. */
CT_API void ct_file_set_progress(ct_file_progress_function callback CT_NULLABLE,
				 void *context) CT_NOEXCEPT;

/** Calls the progress function of this thread, if it has one and is not called from it: for
 * functions of your own that write files. Whether to continue; true if there is none. */
CT_API bool ct_file_report_progress(int64_t done, int64_t total) CT_NOEXCEPT;

/**
 * Reads a whole zip archive, as torch.save() and numpy.savez() write them, and compares each entry
 * with its checksum (CRC-32), including those that no tensor uses. Loading compares only what it
 * reads, and with `mmap` nothing. Entries are read in chunks and not kept, so that a file may be
 * larger than the memory. The progress counts bytes of the file.
 *
 * @param checksums  where to put the number of entries that have one, which are all unless PyTorch
 *                   wrote the file with set_crc32_options(False) or skip_data(); may be NULL
 * @return ValueError for a wrong checksum, which names the entry; for another kind of file, as the
 *         other formats have no checksums; for an archive that ct_load() would refuse. RuntimeError
 *         if the file cannot be read, or when the progress function cancels
 */
CT_API ct_error ct_file_verify(const char *path, int64_t *checksums) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
