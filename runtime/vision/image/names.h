/*
 * Inside libctorch_image: names of images; lists of names, such as the classes.
 */
#ifndef CT_VISION_IMAGE_NAMES_H
#define CT_VISION_IMAGE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

#ifdef CT_HAVE_WEBP
#define CT_IMAGE_ENDINGS ".png, .jpg, .jpeg, .bmp or .webp"
#else
#define CT_IMAGE_ENDINGS ".png, .jpg, .jpeg or .bmp"
#endif

/* Whether the name ends with one of these, in any case. */
bool ct_image_has_name(const char *name);

/* Files that are images, but of formats that are not read. Zeroed, there are none. */
enum { CT_LEFT_OUT_KINDS = 16 };
struct ct_left_out {
	int64_t counts[CT_LEFT_OUT_KINDS];
};

/* Counts the name if it ends as such an image. */
void ct_left_out_note(struct ct_left_out *self, const char *name);
/* Warns if there were any in `path`. */
void ct_left_out_warn(const struct ct_left_out *self, const char *function, const char *path);

/* Zeroed, it is empty. */
struct ct_names {
	char **at;
	int64_t len, room;
	ct_value places; /* a dict from the bytes of a name to its place, or None */
};

/* Adds a copy of `n` bytes. False: no memory. */
bool ct_names_add(struct ct_names *self, const char *name, size_t n);
/* Copies of borrowed ones. */
bool ct_names_copy(struct ct_names *self, const char *const *names, int64_t n);
/* Adds a copy of `n` bytes, unless it has them, and to `places`. */
bool ct_names_add_once(struct ct_names *self, const char *name, size_t n);
/* In the order of their bytes. Without `places` afterwards. */
void ct_names_sort(struct ct_names *self);
/* Makes `places`, for ct_names_find(). Of equal names it has the first. */
bool ct_names_index(struct ct_names *self);
/* The place of `n` bytes in `places`, or -1. */
int64_t ct_names_find(const struct ct_names *self, const char *name, size_t n);
void ct_names_free(struct ct_names *self);

/* A list of texts, new. */
ct_error ct_names_to_value(const struct ct_names *self, ct_value *result) CT_WARN_UNUSED;

#endif
