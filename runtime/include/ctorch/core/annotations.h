/**
 * @file
 * Annotations of declarations: attributes for the compiler, and facts for bindings that a C type
 * does not express.
 *
 * The macros for bindings expand to nothing; `ctorch-gen` reads them and writes the facts to
 * ctorch_api.json. An annotation follows a parameter, or the parameter list if it describes the
 * returned value. Most parameters need none: docs/generator.md lists the conventions that cover
 * them.
 */
#ifndef CTORCH_CORE_ANNOTATIONS_H
#define CTORCH_CORE_ANNOTATIONS_H

/* --- For the compiler ------------------------------------------------------------------------ */

/** Attributes of declarations. */
#if defined(__GNUC__) || defined(__clang__)
#define CT_API __attribute__((visibility("default")))
#define CT_WARN_UNUSED __attribute__((warn_unused_result))
#define CT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define CT_NORETURN __attribute__((noreturn))
#else
#define CT_API
#define CT_WARN_UNUSED
#define CT_PRINTF(text, first)
#define CT_NORETURN
#endif

/** Declares that a function throws nothing. */
#ifdef __cplusplus
#define CT_NOEXCEPT noexcept
#else
#define CT_NOEXCEPT
#endif

/** Ends the declaration of every function that returns a ct_error: it throws nothing, and the
 * compiler warns a caller that ignores the error. */
#define CT_RETURNS_ERROR CT_NOEXCEPT CT_WARN_UNUSED

/* --- For bindings ---------------------------------------------------------------------------- */

/** NULL is accepted, and the comment says what it means. */
#define CT_NULLABLE
/** NULL is an error, although the convention would accept it. */
#define CT_NOT_NULL
/** The function writes to it, and does not read it. */
#define CT_OUT
/** The function reads it and writes to it. */
#define CT_INOUT
/** Gives the number of elements it points to: a parameter, a number, or an expression of both, in
 * which `product(m, n)` is m * n and `product(shape)` the product of the elements of a list. */
#define CT_LENGTH(expression)
/** It belongs to the caller; this function releases it. */
#define CT_NEW(free_function)
/** It belongs to something else, which must outlive its use. */
#define CT_BORROWED
/** The callee takes ownership: after a successful call, the caller must not release it. */
#define CT_TAKEN
/** It must stay valid after the call, for as long as the comment says. */
#define CT_KEPT

#endif
