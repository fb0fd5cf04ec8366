#define _XOPEN_SOURCE 700

#include "folder.h"

#include <unistd.h>

#include "testing.h"

static char folder[] = "/tmp/ctorch-image-XXXXXX";
char picture_path[64], missing_path[64];

void make_folder(void)
{
	strcpy(folder + sizeof folder - 7, "XXXXXX");
	MUST(mkdtemp(folder) != NULL);
	snprintf(picture_path, sizeof picture_path, "%s/x.png", folder);
	snprintf(missing_path, sizeof missing_path, "%s/missing/x.png", folder);
}

void remove_folder(void)
{
	unlink(picture_path);
	MUST(rmdir(folder) == 0); /* nothing else was left behind */
}
