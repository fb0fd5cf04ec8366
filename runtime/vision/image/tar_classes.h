/*
 * Inside libctorch_image: the classes of images in archives.
 *
 * They are those that torchvision's ImageFolder finds after unpacking: the folders in a root. The root
 * is the innermost folder with all images; if these are all in one folder, that is the class. If the
 * classes are given, the names have not all been read, so the root is not known: an image's class is
 * then the outermost of its folders that is one.
 */
#ifndef CT_VISION_IMAGE_TAR_CLASSES_H
#define CT_VISION_IMAGE_TAR_CLASSES_H

#include "vision/image/names.h"

/* The folder of a file, new: "pets/cat" for "./pets//cat/7.jpg", "" if it is in none. Parts that are
 * empty or `.` are no folders. NULL: no memory. */
char *ct_tar_folder(const char *name);

/* The length of the root at the beginning of each of these folders; 0: it is the archive itself. */
size_t ct_tar_root(const struct ct_names *folders);

/* The first part of a folder after a root: `*n` bytes of it, 0 if there is none. */
const char *ct_tar_class(const char *folder, size_t root, size_t *n);

/* The place of a folder's class among `classes`, or -1. `root` is NULL if the classes were given. */
int64_t ct_tar_find_class(const char *folder, const char *root, const struct ct_names *classes);

#endif
