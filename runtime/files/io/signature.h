/*
 * Inside the library: formats that people have and that a reader does not read. One table says how
 * each is recognized (by its first bytes, by the name of an entry of a zip archive, by a file in a
 * folder), what it is, and what to do with it.
 */
#ifndef CT_FILES_IO_SIGNATURE_H
#define CT_FILES_IO_SIGNATURE_H

#include <stdbool.h>

#include <ctorch/core/error.h>

#include "core/base/error_make.h"

/* The formats of this library that another of its readers may be given. */
enum ct_own_format { CT_OWN_NONE, CT_OWN_TORCH, CT_OWN_ZIP, CT_OWN_NPY };

/* Takes the error of a reader that wants `expected` ("a safetensors file") from an open file. If
 * the file begins as another format of the table, the result is an error that says so; otherwise it
 * is the reader's. `own` is the reader's format, for files that are only damaged. NULL stays NULL. */
ct_error ct_signature_explain(const char *function, const char *path, int fd, const char *expected,
			      enum ct_own_format own, ct_error error) CT_WARN_UNUSED;

/* An error for a file of no format that is read here: what it begins with, and what it is if the
 * table has it. */
ct_error ct_signature_refuse(const char *function, const char *path, int fd,
			     const char *expected) CT_NEVER_NULL CT_WARN_UNUSED;

/* Whether an archive has an entry of this name, in any folder. */
typedef bool ct_signature_has(const void *archive, const char *name);

/* An error for a zip archive that the table has by the name of an entry; NULL for another one. */
ct_error ct_signature_of_archive(const char *function, const char *path, const char *expected,
				 ct_signature_has *has, const void *archive) CT_WARN_UNUSED;

/* An error for a folder with a distributed checkpoint in it; NULL for another folder. */
ct_error ct_signature_of_folder(const char *function, const char *path) CT_WARN_UNUSED;

#endif
