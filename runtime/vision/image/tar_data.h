/*
 * Inside libctorch_image: what the datasets of tar archives share.
 */
#ifndef CT_VISION_IMAGE_TAR_DATA_H
#define CT_VISION_IMAGE_TAR_DATA_H

#include <stdatomic.h>

#include "vision/image/sample.h"
#include "vision/image/tar.h"

#define CT_MAX_ENTRY_BYTES (INT64_C(256) << 20)

/* The stream's data, which the function that decodes has a reference to, too. */
struct ct_tar_data {
	_Atomic int64_t references;
	const char *function;          /* for errors: "ct_tar_images_new" */
	ct_image_data_options options; /* without pointers */
	struct ct_names paths, classes;
	char *root;  /* the folder whose folders are the classes; NULL: these were given */
	int64_t len; /* images, if they were counted */
	_Atomic bool has_warned; /* of images that are left out */
};

/* A pass over the archives. */
struct ct_tar_pass {
	const struct ct_tar_data *data;
	struct ct_tar tar;
	struct ct_left_out left_out;
	/* Of ct_tar_shards_new(): */
	bool has_file;   /* the current file is not part of a sample yet */
	char *key;       /* of the sample that was begun last */
	int64_t archive; /* which it is in: `tar.next` */
};

ct_error ct_tar_check_paths(const char *const *paths, int64_t paths_len,
			    const char *function) CT_WARN_UNUSED;

/* New data with one reference, from arguments that are checked. */
ct_error ct_tar_data_new(const char *const *paths, int64_t paths_len,
			 const ct_image_data_options *options, const char *function,
			 struct ct_tar_data **result) CT_WARN_UNUSED;
void ct_tar_data_drop(void *self);

ct_error ct_tar_pass_open(void *data, ct_generator *generator, void **stream);
void ct_tar_pass_close(void *stream);

/* The dataset: the stream of these functions, with its data, shared out and shuffled as the options
 * say, and then decoded. Takes the data over. */
ct_error ct_tar_data_finish(struct ct_tar_data *self, const ct_dataset_functions *functions,
			    ct_sample_function decode, const ct_image_data_options *options,
			    ct_dataset **result) CT_WARN_UNUSED;

#endif
