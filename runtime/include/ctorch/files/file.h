/**
 * @file
 * Files of any kind: detecting the kind, progress, canceling, and comparing checksums.
 *
 * All functions of this library that write files (ct_save(), ct_safetensors_save(), ct_npz_save(),
 * ct_npy_save(), ...) report their progress to the function of ct_file_set_progress(), and so does
 * ct_file_verify().
 */
#ifndef CTORCH_FILES_FILE_H
#define CTORCH_FILES_FILE_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Kinds ------------------------------------------------------------------------------------ */

/** The kind of a file: one of `enum ct_file_kind_value`. */
typedef int32_t ct_file_kind;

/** Values of ct_file_kind. */
enum ct_file_kind_value {
	CT_FILE_UNKNOWN = 0,           /**< a file of another kind, which ct_load() refuses */
	CT_FILE_TORCH = 1,             /**< a zip archive of torch.save(), since PyTorch 1.6 */
	CT_FILE_TORCH_LEGACY = 2,      /**< an older file of torch.save(), or with
	                                    `_use_new_zipfile_serialization=False` */
	CT_FILE_TORCHSCRIPT = 3,       /**< a file of torch.jit.save() */
	CT_FILE_SAFETENSORS = 4,       /**< a safetensors file */
	CT_FILE_SAFETENSORS_INDEX = 5, /**< another `*.index.json`, or any other folder */
	CT_FILE_NPZ = 6,               /**< an archive of numpy.savez() */
	CT_FILE_NPY = 7,               /**< an array of numpy.save() */
	CT_FILE_TORCH_INDEX = 8,       /**< `*.bin.index.json`, the index of several files of
	                                    torch.save(), or a folder with it or one such file */
	CT_FILE_EXPORT = 9,            /**< an archive of torch.export.save(), which ct_load()
	                                    refuses: ct_export_load() */
	CT_FILE_AOTI = 10,             /**< a package of AOTInductor without such a program, which
	                                    ct_load() refuses: ct_aoti_load() */
	CT_FILE_DISTRIBUTED = 11 /**< a folder of torch.distributed.checkpoint, perhaps one that
	                                    was not finished */
};

/**
 * Detects the kind of a file from its first bytes, not its name, as ct_load() does. (Only an index
 * is recognized by its name.) For a damaged file, the beginning decides; a folder may lack files
 * that ct_load() expects in it.
 *
 * @param result  CT_FILE_UNKNOWN, which is not an error, for other files and for an empty file
 * @return RuntimeError with the system's text if the file cannot be opened; ArgumentError for a
 *         pipe or a device, which is not read
 */
CT_API ct_error ct_file_find_kind(const char *path,
				  ct_file_kind *result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns the name of a kind: "torch.save", "torch.save legacy", "torch.jit.save", "safetensors",
 * "safetensors index", "npz", "npy", "torch.save index", "torch.export", "AOTInductor",
 * "torch.distributed.checkpoint"; "unknown" for other numbers. Valid forever. */
CT_API const char *ct_file_kind_name(ct_file_kind kind) CT_NOEXCEPT CT_BORROWED;

/* --- Progress and checksums ------------------------------------------------------------------- */

/**
 * Is called while a file is written or verified: before the first bytes, then at least every 16
 * MiB, and after the last byte. Each file is counted separately, even if a call writes several.
 *
 * It may call this library; files that it writes do not report progress. It must not leave by
 * longjmp() or an exception.
 *
 * @param done   bytes so far
 * @param total  bytes in total; while writing a zip archive, without its headers, which are small;
 *               for a compressed archive -1, since it is unknown in advance. In the last call it is
 *               `done`
 * @return whether to continue. false cancels: the call fails with a RuntimeError that says
 *         "cancelled". An incomplete file is removed, and the file that it would have replaced is
 *         unchanged; a pipe or a device has received a part.
 */
typedef bool (*ct_file_progress_function)(int64_t done, int64_t total, void *context);

/** Sets the progress function of this thread's files, and its context; NULL: none, as at first.
 * Each thread has its own: work in another thread is not reported. */
CT_API void ct_file_set_progress(ct_file_progress_function callback CT_KEPT CT_NULLABLE,
				 void *context) CT_THREAD_STATE CT_NOEXCEPT;

/** Calls this thread's progress function, unless there is none or it is already running: for your
 * own functions that write files. Returns whether to continue; true if there is none. */
CT_API bool ct_file_report_progress(int64_t done,
				    int64_t total) CT_THREAD_STATE CT_CALLS_BACK CT_NOEXCEPT;

/**
 * Reads a whole zip archive, as written by torch.save() and numpy.savez(), and compares each entry
 * with its checksum (CRC-32), including entries that no tensor uses. Loading verifies only the
 * entries that it reads, and none with `mmap`. Entries are read in chunks and not kept, so a file
 * may be larger than the memory. The progress counts bytes of the file.
 *
 * @param checksums  receives the number of entries that have a checksum: all, unless PyTorch wrote
 *                   the file with set_crc32_options(False) or skip_data(); may be NULL
 * @return ValueError for a wrong checksum, naming the entry; for another kind of file, since other
 *         formats have no checksums; for an archive that ct_load() would reject. RuntimeError if
 *         the file cannot be read, or if the progress function cancels
 */
CT_API ct_error ct_file_verify(const char *path, int64_t *checksums CT_LENGTH(1)) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
