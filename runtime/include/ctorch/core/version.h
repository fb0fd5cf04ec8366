/**
 * @file
 * Versions of libctorch and libtorch.
 *
 * A libctorch works with the release of libtorch that its operators were generated for, and with
 * its patch releases. If it is loaded with another release, it prints a message to stderr and ends
 * the process with exit code 1: a call could crash or, worse, compute a wrong result. If the
 * environment variable CTORCH_ALLOW_OTHER_LIBTORCH is 1, it only warns. It also only warns if
 * libtorch does not report its release, which a custom build may not do.
 */
#ifndef CTORCH_CORE_VERSION_H
#define CTORCH_CORE_VERSION_H

#include <ctorch/core/types.h>

/** The version of these headers; ct_version() returns the library's. */
#define CT_VERSION "0.1.0"

/** The version of the ABI. It increases when programs must be recompiled; generated code and
 * runtime must agree on it. */
#define CT_ABI_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the version of the library, such as "0.1.0". */
CT_API const char *ct_version(void) CT_NOEXCEPT;

/** Returns the release of the loaded libtorch, such as "2.15.0"; "unknown" if it does not report
 * one. */
CT_API const char *ct_libtorch_version(void) CT_NOEXCEPT;

/** Returns the release of libtorch that the library was generated and built for. */
CT_API const char *ct_libtorch_version_built(void) CT_NOEXCEPT;

/**
 * Checks that this library matches the versions that a program or a binding was made for.
 *
 * The file name of the library names both releases, `libctorch-2.15.so.0.1`, so the dynamic linker
 * checks them for a linked program. Call this function first if you load the library with dlopen()
 * by another name, such as `libctorch.so` or a path from the user.
 *
 * @param version   the libctorch you were made for: CT_VERSION of the headers, or of
 *                  ctorch_api.json. MAJOR and MINOR must be the library's.
 * @param libtorch  the libtorch you were made for: CT_LIBTORCH_RELEASE. The patch release may
 *                  differ, and may be omitted, as in "2.15".
 * @return NULL if the library matches; otherwise a RuntimeError that names both pairs of releases,
 *         the loaded file, and the file to load instead. An ArgumentError if a release is NULL or
 *         invalid.
 */
CT_API ct_error ct_version_require(const char *version,
				   const char *libtorch) CT_BRIEF CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
