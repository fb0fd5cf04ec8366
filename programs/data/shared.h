/*
 * ct_data: what its commands share.
 */
#ifndef CT_DATA_SHARED_H
#define CT_DATA_SHARED_H

#include "data/commands.h"

/* A progress line; NULL with --quiet. It belongs to the innermost scope. */
ct_error begin_progress(const struct options *options, int64_t total, const char *unit,
			ct_progress **result);

/* --- what is read ------------------------------------------------------------------------------ */

/* Whether a folder of images was given, rather than archives; an error for both, or several. */
ct_error find_folder(const struct options *options, bool *result);

/* The images of the archives, or of the folder, that were given. */
ct_error open_images(const struct options *options, int64_t shuffle, ct_dataset **result);

/* --- archives' names --------------------------------------------------------------------------- */

/* The end of an archive's name with its first dot, ".tar.gz"; "" if it has none that is known. */
const char *ending_of(const char *path);

/* What the name's end says. */
ct_tar_compression compression_of(const char *path);

/* --- signals ----------------------------------------------------------------------------------- */

/* From now on SIGINT, SIGTERM and SIGHUP only make check_signals() fail, so that no part of a file is
 * left; a second one ends the program at once. */
void catch_signals(void);
bool is_signalled(void);
ct_error check_signals(void);

/* Ends the program by the signal that came, as if it had not been caught, so that the shell's script
 * ends, too. */
void end_if_signalled(void);

#endif
