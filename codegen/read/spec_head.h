/* spec_head.h: the comments that an operator list begins with, such as "# release: 2.15.0". */
#ifndef CTORCH_GEN_READ_SPEC_HEAD_H
#define CTORCH_GEN_READ_SPEC_HEAD_H

#include "model.h"

/* Sets the spec's release, tags and number of entries, as far as its head tells them. */
void spec_read_head(struct arena *arena, struct diag *diag, struct spec *spec);

/* Reports when the file ends too early: in a line, or with other entries than its head tells of. */
void spec_check_end(struct arena *arena, struct diag *diag, const struct spec *spec);

#endif
