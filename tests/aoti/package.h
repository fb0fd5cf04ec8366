/*
 * The suites of this folder, and packages for them.
 */
#ifndef AOTI_PACKAGE_H
#define AOTI_PACKAGE_H

#include "testing.h"

/* A file of a package. */
struct part {
	const char *name; /* below "net/data/aotinductor/" */
	const char *text; /* compressed; "@PATH": a file, stored; NULL: the compiled model, stored */
};

#define METADATA(isa)                                                   \
	"{\"AOTI_DEVICE_KEY\": \"cpu\", \"AOTI_PLATFORM\": \"linux\", " \
	"\"AOTI_CPU_ISA\": \"" isa "\", \"made.by\": \"hand\"}"

/* Writes the package "net.pt2" with these files; the last one has no name. */
void write_package(const struct part *parts);

/* The usual package, with a model called "model". */
void write_usual_package(void);

/* Loads "net.pt2", with code allowed. */
ct_aoti *load_package(ct_aoti_options options);

/* The folder in which packages are unpacked, which is TMPDIR, has no entries. */
void assert_nothing_left(void);

/* The sum of the first output for x of ones in one row and n = [1, 2, 3]. */
double run_sum(const ct_aoti *package);

Suite *constants_suite(void);
Suite *loading_suite(void);
Suite *running_suite(void);

#endif
