/*
 * Inside libctorch_image: images in samples, and what datasets of images share.
 */
#ifndef CT_IMAGE_SAMPLE_H
#define CT_IMAGE_SAMPLE_H

#include <ctorch/data.h>
#include <ctorch/image_data.h>

ct_error ct_image_no_memory(const char *function) CT_WARN_UNUSED;

/* Whether the name ends with .png, .jpg or .jpeg, in any case. */
bool ct_image_has_name(const char *name);

/* An error unless the options are right. */
ct_error ct_image_data_check(const ct_image_data_options *options,
			     const char *function) CT_WARN_UNUSED;

/* Decodes as the options say: uint8, with the channels of the mode. `name` is for messages. */
ct_error ct_image_data_decode(const ct_image_data_options *options, const char *function,
			      const char *name, const void *bytes, size_t n,
			      ct_tensor **result) CT_WARN_UNUSED;

/* --- Names ---------------------------------------------------------------------------------------
 *
 * A list of texts, such as the classes; zeroed, it is empty.
 */
struct ct_names {
	char **at;
	int64_t len, room;
};

/* Adds a copy of `n` bytes. False: no memory. */
bool ct_names_add(struct ct_names *self, const char *name, size_t n);
/* Copies of borrowed ones. */
bool ct_names_copy(struct ct_names *self, const char *const *names, int64_t n);
/* In the order of their bytes. */
void ct_names_sort(struct ct_names *self);
/* Removes those that are there twice; they are sorted. */
void ct_names_unite(struct ct_names *self);
/* The place of `n` bytes, or -1; one after the other, since classes may be in any order. */
int64_t ct_names_find(const struct ct_names *self, const char *name, size_t n);
void ct_names_free(struct ct_names *self);

/* A list of texts, new. */
ct_error ct_names_to_value(const struct ct_names *self, ct_value *result) CT_WARN_UNUSED;

#endif
