/* What the program does with files: one function for each action. Each prints its own messages and
 * returns the exit status. */
#ifndef CT_INSPECT_ACTIONS_H
#define CT_INSPECT_ACTIONS_H

#include "options.h"

/* Several files at once. */
int list_files(char *const *paths, int n, const struct options *options);
int show_json(char *const *paths, int n, const struct options *options);
int show_statistics(char *const *paths, int n, const struct options *options);
int verify_files(char *const *paths, int n, const struct options *options);

int show_differences(const char *a, const char *b, const struct options *options);
int convert_file(const char *path, const struct options *options);

#endif
