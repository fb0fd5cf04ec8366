/*
 * Shared by the picture suites.
 */
#ifndef IMAGE_SUPPORT_H
#define IMAGE_SUPPORT_H

#include <ctorch/vision/image.h>

#include "expected.h"
#include "testing.h"

#ifdef CT_HAVE_WEBP
#define IMAGE_ENDINGS ".png, .jpg, .jpeg, .bmp or .webp"
#else
#define IMAGE_ENDINGS ".png, .jpg, .jpeg or .bmp"
#endif

Suite *archive_suite(void);
Suite *data_suite(void);
Suite *errors_suite(void);
Suite *formats_suite(void);
Suite *grid_suite(void);
Suite *heat_map_suite(void);
Suite *jpeg_suite(void);
Suite *read_suite(void);
Suite *write_suite(void);

/* These read a case of tests/fixtures/expected/image.json. */
bool is_about(const json_t *of_case, const char *about);
ct_image_options image_options_of(const json_t *of_case);
ct_image_grid_options grid_options_of(const json_t *of_case);

/* A uint8 tensor; `shape` ends with -1. */
ct_tensor *bytes_of(const unsigned char *values, const int64_t *shape);

/* Fails unless the elements are these bytes; `shape` ends with -1. */
void assert_bytes(const ct_tensor *tensor, const int64_t *shape, const unsigned char *values);

#endif
