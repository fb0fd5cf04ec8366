/*
 * Inside the library: objects of classes that a library has registered with libtorch
 * (torch::class_), in an archive.
 */
#ifndef CT_EXPORT_ARCHIVE_OBJECT_H
#define CT_EXPORT_ARCHIVE_OBJECT_H

#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Makes an object from an archive with its pickle, new: ct_value_free(). `class_name` is
 * "__torch__.torch.classes.NAMESPACE.NAME"; an error if it is not registered in this process, or if
 * the pickle has another object. The pickle is read as data, and then the __setstate__() of this
 * class makes the object: no other class, and not libtorch's unpickler, which trusts its files, runs.
 */
ct_error ct_archive_load_object(const char *function, const char *class_name, const void *pickle,
				size_t n, ct_value *result) CT_RETURNS_ERROR;

/* What __setstate__() gets, new (weights.c). */
ct_error ct_archive_object_state(const char *function, const char *class_name, const void *bytes,
				 size_t nbytes, ct_value *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
