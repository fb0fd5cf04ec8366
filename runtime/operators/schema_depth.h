/*
 * Inside the library: schemas that would nest deeper than libtorch's parser can call itself.
 */
#ifndef CT_OPERATORS_SCHEMA_DEPTH_H
#define CT_OPERATORS_SCHEMA_DEPTH_H

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_SCHEMA_MAX_DEPTH = 64 };

/* Where the types of a schema begin to be nested too deep, in its text; NULL if nowhere. */
const char *ct_schema_too_deep(const char *schema);

#ifdef __cplusplus
}
#endif

#endif
