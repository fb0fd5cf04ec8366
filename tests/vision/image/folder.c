#define _XOPEN_SOURCE 700

#include "folder.h"

#include <stdio.h>

#include <unistd.h>

#include "scratch.h"

static char folder[SCRATCH_SIZE];
char picture_path[64], missing_path[64];

void make_folder(void)
{
	make_scratch(folder);
	snprintf(picture_path, sizeof picture_path, "%s/x.png", folder);
	snprintf(missing_path, sizeof missing_path, "%s/missing/x.png", folder);
}

void remove_folder(void)
{
	unlink(picture_path);
	remove_scratch(folder);
}
