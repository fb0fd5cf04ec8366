/*
 * libjpeg leaves a failed call with longjmp(), after calling us; it calls another function for
 * warnings. The reader and the writer use these.
 */
#ifndef CT_VISION_IMAGE_JPEG_FAILURE_H
#define CT_VISION_IMAGE_JPEG_FAILURE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/* Where to jump, and why. It must outlive the jump. */
struct jpeg_failure {
	struct jpeg_error_mgr manager; /* first: libjpeg has a pointer to it */
	jmp_buf jump;
	char message[JMSG_LENGTH_MAX];
	bool is_lenient; /* damaged data, of which libjpeg warns, is not a failure */
};

/* The manager for libjpeg's `err`. */
struct jpeg_error_mgr *ct_jpeg_manager(struct jpeg_failure *self);

#endif
