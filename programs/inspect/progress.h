/* A line on a terminal that shows how far a file is. */
#ifndef CT_INSPECT_PROGRESS_H
#define CT_INSPECT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Follows the library's work on files, shown as `what`: "writing a.npz". The line appears only on a
 * terminal and not if it is to be quiet. Until the end, SIGINT, SIGTERM and SIGHUP cancel the work, so
 * that no part of a file is left; then call end_if_cancelled(). */
void begin_progress(const char *what, bool quiet);

/* The program's own work, which signals end at once: `total` bytes are read. */
void begin_reading(const char *what, int64_t total, bool quiet);
void add_progress(int64_t nbytes);

void end_progress(void);

/* Removes the line until the next one, before something else is printed. */
void hide_progress(void);

/* Whether the library has begun to work, as opposed to checking what it got. */
bool has_worked(void);

/* Ends the program by the signal that cancelled the work, as if it had not been caught, so that the
 * shell's script ends, too. To be called when the error is printed. */
void end_if_cancelled(void);

#endif
