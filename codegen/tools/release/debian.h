/* debian.h: finds the release of Debian's PyTorch. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_DEBIAN_H
#define CTORCH_GEN_TOOLS_RELEASE_DEBIAN_H

#include "util/arena.h"
#include "util/diag.h"

/*
 * "1.13.1" for the list of the package python3-torch, installed or unpacked (`dpkg -x`); NULL for
 * any other list.
 */
const char *release_debian(struct arena *arena, struct diag *diag, const char *yaml);

#endif
