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
 * Makes an object from its pickle, new: ct_value_free(). `class_name` is
 * "__torch__.torch.classes.NAMESPACE.NAME"; an error if it is not registered in this process, or if
 * the pickle has another object. The class's own code makes it, and nothing else runs.
 */
ct_error ct_archive_load_object(const char *function, const char *class_name, const void *pickle,
				size_t n, ct_value *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
