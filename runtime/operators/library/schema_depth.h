/*
 * Inside the library: schemas that nest too deep for libtorch's recursive parser.
 */
#ifndef CT_OPERATORS_LIBRARY_SCHEMA_DEPTH_H
#define CT_OPERATORS_LIBRARY_SCHEMA_DEPTH_H

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_SCHEMA_MAX_DEPTH = 64 };

/* The place in its text where a schema's types are nested too deep; NULL if nowhere. */
const char *ct_schema_too_deep(const char *schema);

#ifdef __cplusplus
}
#endif

#endif
