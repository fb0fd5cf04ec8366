/* The formats that --convert writes. */
#ifndef CT_INSPECT_FORMATS_H
#define CT_INSPECT_FORMATS_H

#include <ctorch/core/types.h>

#include "entries.h"

enum target { TO_TORCH, TO_SAFETENSORS, TO_NPZ };

/* By the name of --to, or by the ending of a file's name. False if there is none. */
bool target_by_name(const char *name, enum target *result);
bool target_by_path(const char *path, enum target *result);

/* Why a format cannot hold something; NULL if it can. */
const char *why_not(enum target target, const struct entry *entry);

#endif
