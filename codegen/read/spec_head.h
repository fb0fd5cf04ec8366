/* spec_head.h: the comments at the start of an operator list, such as "# release: 2.15.0". */
#ifndef CTORCH_GEN_READ_SPEC_HEAD_H
#define CTORCH_GEN_READ_SPEC_HEAD_H

#include "model.h"

/* Sets the spec's release, tags and number of entries, if the head has them. */
void spec_read_head(struct arena *arena, struct diag *diag, struct spec *spec);

/* Reports a file that is cut off in a line, or that has a different number of entries than its head
 * says. */
void spec_check_end(struct arena *arena, struct diag *diag, const struct spec *spec);

#endif
