/*
 * A folder for the files of a suite.
 */
#ifndef IMAGE_FOLDER_H
#define IMAGE_FOLDER_H

extern char picture_path[64]; /* of a file that the test may write */
extern char missing_path[64]; /* of one in a folder that is not there */

/* A fixture; it fails when another file was left behind. */
void make_folder(void);
void remove_folder(void);

#endif
