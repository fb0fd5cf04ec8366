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
/** Names the context of a callback: another parameter or field. In a struct it may also be a
 * parameter of the functions that take the struct, or `self`, the data of the object that the struct
 * describes, or the struct itself. Needed if the context is not called `context`. */
#define CT_CONTEXT(name)
/** Names what this function releases: another parameter or field, or as in CT_CONTEXT(). Needed if
 * that is not called `context`. */
#define CT_RELEASES(name)
/** Gives the value that a field of a struct of options has if it is 0 or NULL: a number, a text, an
 * enumerator, a constant, or `computed` if it depends on more, as the comment says. */
#define CT_DEFAULT(value)
/** Gives the default of a field whose 0 is a value: the struct is filled in with it. */
#define CT_FILLED(value)
/** Names the function that returns the text, instead of writing it to a `FILE *`. */
#define CT_TEXT(function)

/* --- About a whole function, for bindings ---------------------------------------------------- */

/** The function reads or changes a state that each thread has for itself. */
#define CT_THREAD_STATE
/** Must be called in the thread that called the other function. */
#define CT_SAME_THREAD(function)
/** Takes what it releases out of the scopes of its thread first. */
#define CT_LOOKS_IN_SCOPES
/** The function is about the scopes of its thread: it `opens` or `closes` one, or a step of a loop
 * (`steps`); it `gives` an object to the innermost scope, `takes` it out, or `raises` it to the scope
 * around; it `hides` all scopes, or `shows` them again. */
#define CT_SCOPES(does)
/** Waits for `files`, `devices`, other `threads` or other `processes`, one or several of them. A
 * function with a `FILE *`, or with a path to load or save, needs no annotation for files. */
#define CT_WAITS_FOR(...)
/** May take long, although it reports no error. */
#define CT_MAY_BLOCK
/** Returns at once, although it can report an error or frees an object: it neither computes with
 * elements, nor waits, nor reads files. */
#define CT_BRIEF
/** May call functions of the program that were passed before: hooks, deleters, closures. */
#define CT_CALLS_BACK

#endif
