/* The command line of ct_run. */
#ifndef CT_RUN_OPTIONS_H
#define CT_RUN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/types.h>

/* The values of an option that may be repeated. */
struct texts {
	const char **at;
	int64_t len;
};

struct options {
	const char *path;       /* of the model */
	const char *model;      /* in an archive of several; NULL: the only one, or "model" */
	const char *method;     /* NULL: forward */
	const char *class_name; /* of a file of weights: "resnet18(num_classes=10)" */
	struct texts inputs, outputs, expected, libraries;
	const char *transform; /* of images */
	const char *labels;    /* a file of names of classes */
	int64_t top;           /* so many classes; 0: classes are not shown */
	int64_t repeat, warmup;
	int64_t threads; /* 0: as many as libtorch takes */
	int64_t seed;
	ct_device device;          /* CT_DEVICE_NONE: as the file says */
	double absolute, relative; /* tolerances */
	bool has_tolerance;
	bool sample, time, profile, json, grad, print, dot, quiet, allow_code, help, version;
};

/* False, with a message, for a wrong command line. Release them, also then. */
bool read_options(int argc, char **argv, struct options *result);
void free_options(struct options *options);

extern const char usage[];

/* The exit status. */
enum { FINE = 0, DIFFERENT = 1, TROUBLE = 2 };

#endif
