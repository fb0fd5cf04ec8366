/* declared.h: shows what the handwritten headers declare: functions, macros, types. */
#ifndef CTORCH_GEN_TOOLS_SHOW_DECLARED_H
#define CTORCH_GEN_TOOLS_SHOW_DECLARED_H

#include "headers/scan.h"

/* Prints a declaration below its comment, both as they are in the header. A long macro is cut off after
 * its name and parameters. */
void show_declaration(const struct decl *decl);

/* Shows what a name refers to in the headers: "ct_train_save", "CT_EACH_BATCH", "CT_FLOAT32". False
 * if there is nothing of this name. */
bool show_declared(const struct api *api, const char *name);

/* Where it is, and which library it is in. */
void show_declared_place(const struct decl *decl);

/* The names that are closest to a name of the form "ct_train_sav" or "CT_EACH_BACH". */
struct names show_declared_nearest(struct arena *arena, const struct api *api, const char *name);

#endif
