/**
 * @file
 * Datasets of images: folders, and tar archives that are read without unpacking them.
 *
 *     ct_dataset *dataset;
 *
 *     CT_TRY(ct_image_folder_new("pets/train", NULL, &dataset));
 *     CT_TRY(ct_tar_images_new(CT_STRINGS("pets.tar.gz"), NULL, &dataset));
 *
 * A sample is the tuple (image, label): a uint8 tensor [C, H, W] from ct_image_load(), and the
 * number of the image's class, which is a folder in the root: `cat` for `cat/7.jpg` and
 * `cat/old/7.jpg`. Images are decoded by the loader's workers. ct_dataset_classes() returns the
 * names of the classes.
 *
 * Archives are tar files, uncompressed or compressed by gzip, bzip2, xz, zstd or lz4. Nothing is
 * written to disk. Errors name the archive and the entry; a damaged image is an error of its
 * sample, and a damaged archive ends with its error. `max_entry_nbytes` bounds the memory; an
 * archive that is compressed twice, or a compressed one with a larger entry, is also an error.
 *
 * Like ctorch/vision/image.h, the functions are in libctorch_image.
 */
#ifndef CTORCH_VISION_IMAGE_DATA_H
#define CTORCH_VISION_IMAGE_DATA_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>
#include <ctorch/train/train.h>
#include <ctorch/vision/image.h>

/** The library with the functions of this header. */
#define CT_IMAGE_DATA_LIBRARY "ctorch_image"

#ifdef __cplusplus
extern "C" {
#endif

/** Options for reading images; zeros are the defaults. */
typedef struct ct_image_data_options {
	ct_image_mode mode CT_DEFAULT(CT_IMAGE_MODE_RGB); /**< RGB, so all have the same channels */
	/** As in ct_image_load_options: the size of a later resize. */
	int64_t min_size;
	bool no_orientation;
	bool allow_truncated;
	/** Class names; a class's label is its index. NULL: the existing folders, in byte order;
	 * for archives, a first pass reads all names. Borrowed for the call. */
	const char *const *classes;
	int64_t classes_len;

	/* For archives: */
	bool shuffle_archives; /**< a new order of the files for each epoch */
	int64_t shuffle;       /**< size of ct_shuffle_dataset_new(), before decoding; 0: none */
	/** As in ct_shard_dataset_new(); 0: all samples. With `shuffle_archives`, processes need
	 * generators with the same seed, so they agree on the order. */
	int64_t num_shards;
	int64_t shard_index;
	int64_t max_entry_nbytes CT_DEFAULT(268435456); /**< a larger entry is an error */
} ct_image_data_options;

/**
 * Creates a dataset of the images in the folders of a root folder, in the order of torchvision's
 * ImageFolder: files that end with .png, .jpg, .jpeg, .bmp or, if libctorch_image was built with
 * libwebp, .webp, including subfolders of a class. Images in other formats (.gif, .tif, ...) are
 * skipped; a warning counts them.
 *
 * A RuntimeError if there are no classes, or if a class has no image.
 */
CT_API ct_error ct_image_folder_new(const char *root, const ct_image_data_options *options,
				    ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Creates a stream of the images in tar archives, in order. Files are chosen by their extensions,
 * as in ct_image_folder_new(), with the same warning, after the first pass at the latest.
 *
 * The classes are the same as ct_image_folder_new() finds after unpacking all archives into one
 * folder, with the innermost folder that contains all images as the root: for `pets/cat/7.jpg` and
 * `pets/dog/old/8.jpg` they are `cat` and `dog`. If all images are in one folder, it is the class.
 * If you give the classes, an image's class is the outermost folder in its name that is one of
 * them. An image outside all folders of the root, of an unknown class, with an absolute name or
 * with `..` in its name is an error.
 *
 * If you do not give the classes, the stream knows its length.
 */
CT_API ct_error ct_tar_images_new(ct_strings paths, const ct_image_data_options *options,
				  ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Finds the names of the classes in archives as ct_tar_images_new() does: a new list in byte
 * order. It reads all names, but decodes nothing.
 *
 * @param progress  counts the images; may be NULL
 * @param images    number of images; may be NULL */
CT_API ct_error ct_tar_vocabulary(ct_strings paths, ct_progress *progress CT_NULLABLE,
				  ct_value *result CT_NOT_NULL,
				  int64_t *images CT_NULLABLE CT_LENGTH(1)) CT_RETURNS_ERROR;

/**
 * Creates a stream of the samples in tar archives in WebDataset's format, where several files make
 * a sample, a dict. Consecutive files are one sample if their names are equal up to the first dot
 * of the last part:
 *
 *     000017.jpg  000017.cls  000017.json    ->  {"__key__": "000017", "jpg": ..., "cls": ...}
 *
 * "__key__" is the name up to that dot, with its folders. The rest after the dot, in lower case, is
 * the key of the file. As in WebDataset, the end of the key determines the value: an image for
 * `png`, `jpg`, `jpeg`, `bmp` and `webp` (also `seg.png`), an int for `cls`, `cls2`, `index`, `inx`
 * and `id`, a text for `txt`, `text` and `transcript`, the result of Python's json.loads() for
 * `json` and `jsn` (but ints of more than 64 bits, NaN, Infinity and more than 500 nested brackets
 * are errors, and a mere `null` stays bytes), otherwise bytes. Files without a dot are skipped. An
 * error in one file is an error of its sample.
 */
CT_API ct_error ct_tar_shards_new(ct_strings paths, const ct_image_data_options *options,
				  ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Writing archives ------------------------------------------------------------------------ */

/** The compression of a tar archive. */
typedef int32_t ct_tar_compression;

enum ct_tar_compression_value {
	CT_TAR_PLAIN = 0, /**< none: `.tar` */
	CT_TAR_GZIP = 1,  /**< `.tar.gz` */
	CT_TAR_BZIP2 = 2, /**< `.tar.bz2` */
	CT_TAR_XZ = 3,    /**< `.tar.xz`, at its fastest level, which needs 10 MB instead of 94 */
	CT_TAR_ZSTD = 4,  /**< `.tar.zst` */
	CT_TAR_LZ4 = 5    /**< `.tar.lz4` */
};

/** A tar archive that is being written. It belongs to the innermost scope, or to the caller if no
 * scope is open, who releases it with ct_tar_writer_free(). One thread at a time may use it. */
typedef struct ct_tar_writer ct_tar_writer;

/**
 * Creates an archive, which receives its name when ct_tar_writer_close() completes it; an existing
 * file stays until then. The same files in the same order give the same bytes: times and owners are
 * 0.
 *
 * @param compression  independent of the extension; a RuntimeError if libarchive was built without
 *                     it
 */
CT_API ct_error ct_tar_writer_new(const char *path, ct_tar_compression compression,
				  ct_tar_writer **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Adds a file. A ValueError for a name that is empty, absolute, ends with a slash or has a part
 * `..`. After a write error, the archive cannot be completed.
 *
 * @param name   name with folders: "cat/7.jpg"
 * @param bytes  may be NULL if there are none
 */
CT_API ct_error ct_tar_writer_add(ct_tar_writer *self CT_INOUT, const char *name,
				  const void *bytes CT_LENGTH(nbytes) CT_NULLABLE, int64_t nbytes)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Completes the archive and gives it its name. You, or the scope, still own the handle; adding to
 * it is now a RuntimeError. */
CT_API ct_error ct_tar_writer_close(ct_tar_writer *self CT_INOUT)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Completes several archives, as ct_tar_writer_close() does: all of them receive their names, or
 * none. After an error, existing files with these names are unchanged, and no archive can be
 * completed. The last step, which renames one archive after the other, takes microseconds; a
 * process that is killed during it may leave only some of them. */
CT_API ct_error ct_tar_writers_close(ct_tar_writer *const *writers, int64_t writers_len)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Releases the handle and discards an incomplete archive. If a scope of this thread owns the
 * handle, it is removed from the scope first. */
CT_API void ct_tar_writer_free(ct_tar_writer *self) CT_LOOKS_IN_SCOPES
	CT_WAITS_FOR(files) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
