/**
 * @file
 * Datasets of images: folders, and tar archives that are read without unpacking them.
 *
 *     ct_dataset *dataset;
 *
 *     CT_TRY(ct_image_folder_new("pets/train", NULL, &dataset));
 *     CT_TRY(ct_tar_images_new(CT_STRINGS("pets.tar.gz"), NULL, &dataset));
 *
 * A sample is the tuple (image, label): a uint8 tensor [C, H, W] of ct_image_load(), and the number
 * of the image's class, which is a folder in the root: `cat` for `cat/7.jpg` and `cat/old/7.jpg`.
 * Images are decoded by the loader's workers. ct_dataset_classes() has the names of the classes.
 *
 * Archives are tar files, compressed by gzip, bzip2, xz, zstd or lz4, or not. Nothing is written to
 * disk. Errors name the archive and the entry; a damaged image is the error of its sample, a
 * damaged archive ends after its error. Memory is bounded by `max_entry_nbytes`; an archive that is
 * compressed twice, and a compressed one with a larger file, is such an error.
 *
 * The functions are in libctorch_image, as those of ctorch/image.h.
 */
#ifndef CTORCH_IMAGE_DATA_H
#define CTORCH_IMAGE_DATA_H

#include <ctorch/error.h>
#include <ctorch/image.h>
#include <ctorch/list.h>
#include <ctorch/train.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

/** The library with the functions of this header. */
#define CT_IMAGE_DATA_LIBRARY "ctorch_image"

#ifdef __cplusplus
extern "C" {
#endif

/** How images are read; zeros are the defaults. */
typedef struct ct_image_data_options {
	ct_image_mode mode; /**< default CT_IMAGE_MODE_RGB, so that all have as many channels */
	/** As in ct_image_load_options: a resize to so many pixels follows. */
	int64_t min_size;
	bool no_orientation;
	bool allow_truncated;
	/** The names of the classes, whose numbers are their places. NULL: the folders there are,
	 * in the order of their bytes; for archives, a first pass reads all names. Borrowed for the
	 * call. */
	const char *const *classes;
	int64_t classes_len;

	/* Of archives: */
	bool shuffle_archives; /**< a new order of the files for each epoch */
	int64_t shuffle; /**< samples of ct_shuffle_dataset_new(), before they are decoded; 0: none */
	/** As in ct_shard_dataset_new(); 0: all samples. With `shuffle_archives`, processes need
	 * generators with the same seed, so that they agree on the order. */
	int64_t num_shards;
	int64_t shard_index;
	int64_t max_entry_nbytes; /**< a larger entry is an error; default 256 MiB */
} ct_image_data_options;

/**
 * The images in the folders of a folder, in the order of torchvision's ImageFolder: files that end
 * with .png, .jpg, .jpeg, .bmp or, if libctorch_image was built with libwebp, .webp, also in
 * subfolders of a class. A warning counts images of other formats (.gif, .tif, ...), which are left
 * out.
 *
 * A RuntimeError if there are no classes, or if one has no image.
 */
CT_API ct_error ct_image_folder_new(const char *root, const ct_image_data_options *options,
				    ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * The images in tar archives, one after the other: a stream. Files are chosen by the ends of their
 * names, as in ct_image_folder_new(), with the same warning, at the latest after the first pass.
 *
 * The classes are those of ct_image_folder_new() after unpacking all archives into one folder,
 * whose root is the innermost folder with all images: of `pets/cat/7.jpg` and `pets/dog/old/8.jpg`
 * they are `cat` and `dog`. If all images are in one folder, that is the class. If the classes were
 * given, the class is the outermost folder in the name that is one of them. An image in no folder
 * of the root, of an unknown class, or with an absolute name or one with `..` is an error.
 *
 * If the classes were not given, the stream knows its length.
 */
CT_API ct_error ct_tar_images_new(ct_strings paths, const ct_image_data_options *options,
				  ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** The names of the classes that ct_tar_images_new() finds in archives, in the order of their
 * bytes: a new list. It reads all names, but decodes nothing.
 *
 * @param progress  counts the images; may be NULL
 * @param images    how many images there are; may be NULL */
CT_API ct_error ct_tar_vocabulary(ct_strings paths, ct_progress *progress CT_NULLABLE,
				  ct_value *result CT_NOT_NULL,
				  int64_t *images CT_NULLABLE) CT_RETURNS_ERROR;

/**
 * The samples of tar archives in which several files make one, as WebDataset has them: a stream of
 * dicts. Files that follow each other and whose names are equal up to the first dot of their last
 * part are one sample:
 *
 *     000017.jpg  000017.cls  000017.json    ->  {"__key__": "000017", "jpg": ..., "cls": ...}
 *
 * "__key__" is the name up to that dot, with its folders. What follows the dot, in small letters,
 * is the key of the file. The end of the key says what the file becomes, as in WebDataset: an image
 * for `png`, `jpg`, `jpeg`, `bmp` and `webp` (also `seg.png`), an int for `cls`, `cls2`, `index`,
 * `inx` and `id`, a text for `txt`, `text` and `transcript`, what Python's json.loads() gives for
 * `json` and `jsn` (but ints of more than 64 bits, NaN, Infinity and more than 500 nested brackets
 * are errors, and a mere `null` stays bytes), otherwise bytes. Files without a dot are passed over.
 * An error in one file is the error of its sample.
 */
CT_API ct_error ct_tar_shards_new(ct_strings paths, const ct_image_data_options *options,
				  ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Writing archives ------------------------------------------------------------------------ */

/** How a tar archive is compressed. */
typedef int32_t ct_tar_compression;

enum ct_tar_compression_value {
	CT_TAR_PLAIN = 0, /**< not: `.tar` */
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
 * Begins an archive, which gets its name when ct_tar_writer_close() completes it; an existing file
 * stays until then. The same files in the same order give the same bytes: times and owners are 0.
 *
 * @param compression  whatever the name ends with; a RuntimeError if libarchive was built without
 *                     it
 */
CT_API ct_error ct_tar_writer_new(const char *path, ct_tar_compression compression,
				  ct_tar_writer **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Adds a file. A ValueError for a name that is empty, absolute, ends with a slash or has a part
 * `..`. After an error of writing, the archive cannot be completed.
 *
 * @param name   with its folders: "cat/7.jpg"
 * @param bytes  may be NULL if there are none
 */
CT_API ct_error ct_tar_writer_add(ct_tar_writer *self CT_INOUT, const char *name,
				  const void *bytes CT_LENGTH(nbytes) CT_NULLABLE,
				  int64_t nbytes) CT_RETURNS_ERROR;

/** Completes the archive and gives it its name. The handle is still yours, or the scope's; adding
 * to it is a RuntimeError from now on. */
CT_API ct_error ct_tar_writer_close(ct_tar_writer *self CT_INOUT) CT_RETURNS_ERROR;

/** As ct_tar_writer_close() for several archives, of which all get their names, or none: after an
 * error, files that had these names before are still there, and no archive can be completed. The
 * last step, in which one name follows the other, takes microseconds; a process that is killed in
 * it may leave some. */
CT_API ct_error ct_tar_writers_close(ct_tar_writer *const *writers,
				     int64_t writers_len) CT_RETURNS_ERROR;

/** Releases the handle. An archive that was not completed is gone. A handle that a scope of this
 * thread owns is taken out of the scope first. */
CT_API void ct_tar_writer_free(ct_tar_writer *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
