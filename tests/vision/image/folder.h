/*
 * A folder for a suite's files.
 */
#ifndef IMAGE_FOLDER_H
#define IMAGE_FOLDER_H

extern char picture_path[64]; /* a file that the test may write */
extern char missing_path[64]; /* a file in a folder that does not exist */

/* A fixture; it fails if another file was left behind. */
void make_folder(void);
void remove_folder(void);

#endif
