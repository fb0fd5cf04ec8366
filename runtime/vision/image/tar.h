/*
 * Inside libctorch_image: the files in tar archives, one after the other.
 */
#ifndef CT_VISION_IMAGE_TAR_H
#define CT_VISION_IMAGE_TAR_H

#include "vision/image/names.h"

struct archive;
struct gzFile_s; /* zlib's */

/* Archives, of which one is open at a time. Zeroed, it has none. */
struct ct_tar {
	const struct ct_names *paths; /* borrowed */
	int64_t *order;               /* of the paths; NULL: as they are */
	int64_t next;                 /* path to open */
	const char *path;             /* of the open one */
	struct archive *archive;
	struct gzFile_s *gz;  /* the open one if gzip has compressed it; else NULL */
	unsigned char *block; /* of it, which libarchive reads */
	int64_t max_entry_nbytes;
	const char *function; /* for errors */
	/* The current file: */
	const char *name; /* libarchive's, until the next one */
	int64_t size;
};

/* In a random order of the archives if `generator` is given. */
ct_error ct_tar_open(struct ct_tar *self, const struct ct_names *paths, ct_generator *generator,
		     int64_t max_entry_nbytes, const char *function) CT_WARN_UNUSED;
void ct_tar_close(struct ct_tar *self);

/* Goes to the next file of any archive; `name` is NULL at the end. An error of an archive ends that
 * archive; the next call goes on with the following one. What is too large in a compressed archive is
 * such an error. */
ct_error ct_tar_next(struct ct_tar *self) CT_WARN_UNUSED;

/* The current file's bytes, new: free(). An error of its size or its name leaves the archive open. */
ct_error ct_tar_read(struct ct_tar *self, unsigned char **bytes, size_t *n) CT_WARN_UNUSED;

/* Whether the name is neither absolute nor has a part `..`. */
bool ct_tar_is_inside(const char *name);
/* An error if the current file's name is not. */
ct_error ct_tar_check_name(const struct ct_tar *self) CT_WARN_UNUSED;

/* "a.tar: cat/7.jpg", cut if it is long. */
void ct_tar_describe(const struct ct_tar *self, char *text, size_t size);

#endif
