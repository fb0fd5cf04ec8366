/**
 * @file
 * Versions of libctorch and libtorch.
 *
 * A libctorch works with the one release of libtorch that its operators were generated for, and
 * with patch releases of it. If it is loaded with another release, it prints a message on stderr
 * and ends the process with exit code 1: a call could crash or, worse, compute something else. If
 * the environment variable CTORCH_ALLOW_OTHER_LIBTORCH is 1, it only warns. It also only warns if
 * the libtorch does not report its release, as a custom build may not.
 */
#ifndef CTORCH_VERSION_H
#define CTORCH_VERSION_H

#include <ctorch/types.h>

/** The version of these headers; ct_version() returns that of the library. */
#define CT_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the library, such as "0.1.0". */
CT_API const char *ct_version(void) CT_NOEXCEPT;

/** Release of the libtorch that is loaded, such as "2.15.0"; "unknown" if it does not report
 * one. */
CT_API const char *ct_libtorch_version(void) CT_NOEXCEPT;

/** Release of the libtorch that the library was generated and built for. */
CT_API const char *ct_libtorch_version_built(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
