/* A line on a terminal that shows how far a file is. */
#ifndef CT_INSPECT_PROGRESS_H
#define CT_INSPECT_PROGRESS_H

#include <stdbool.h>

/* Follows the library's work on files, shown as `what`: "writing a.npz". The line appears only on a
 * terminal and not if it is to be quiet. Until the end, SIGINT, SIGTERM and SIGHUP cancel the work, so
 * that no part of a file is left. */
void begin_progress(const char *what, bool quiet);
void end_progress(void);

#endif
