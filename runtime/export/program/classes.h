/*
 * Inside the library: classes whose objects a program takes or returns, registered by name.
 */
#ifndef CT_EXPORT_PROGRAM_CLASSES_H
#define CT_EXPORT_PROGRAM_CLASSES_H

#include <ctorch/export/program.h>

struct ct_export_class {
	ct_export_flatten_function flatten;     /* NULL: as a dict or a list of its fields */
	ct_export_unflatten_function unflatten; /* NULL, likewise */
	void *context;
};

/* The class of this name, which ct_export_class_release() gives back; NULL: none is registered. */
const struct ct_export_class *ct_export_class_find(const char *name);
void ct_export_class_release(const struct ct_export_class *self);

#endif
