/*
 * rules.h: the conventions of the public headers, each a function. rules.c has the table.
 *
 * A rule with `check` is applied to each declaration of its kinds, one with `check_header` to each
 * header. docs/conventions.md repeats the sentences, and tests/fixtures/codegen/bad_headers/ has a
 * header for each rule that breaks it.
 */
#ifndef CTORCH_GEN_TOOLS_CHECK_RULES_H
#define CTORCH_GEN_TOOLS_CHECK_RULES_H

#include "tools/check/check.h"

struct checker {
	struct arena *arena;
	struct diag *findings;
	const struct api *api;
	const struct rule *rule; /* the one that is being applied */
	struct exceptions *exceptions;
};

/* A set of kinds of declarations. */
typedef unsigned kind_set;
#define ON(kind) ((kind_set)1 << DECL_##kind)

/* All that has a parameter list with types. */
#define ON_CALLS (ON(FUNCTION) | ON(INLINE) | ON(CALLBACK))

struct rule {
	const char *name;
	const char *sentence;
	kind_set kinds;
	void (*check)(struct checker *c, const struct decl *decl);
	void (*check_header)(struct checker *c, const struct header *header);
	bool is_for_private; /* also applied to private declarations */
};

extern const struct rule rules[];
extern const size_t rule_count;

/* Reports that a declaration breaks the current rule, unless it is an exception. `at` is in its
 * header; `help` says what to write instead. */
void broken(struct checker *c, const struct decl *decl, const char *at, const char *help,
	    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The same for a header. */
void broken_header(struct checker *c, const struct header *header, const char *at, const char *help,
		   const char *format, ...) __attribute__((format(printf, 5, 6)));

/* names.c */
void check_prefix(struct checker *c, const struct decl *decl);
void check_spelling(struct checker *c, const struct decl *decl);
void check_verbs(struct checker *c, const struct decl *decl);
void check_enumerators(struct checker *c, const struct decl *decl);
void check_enums(struct checker *c, const struct decl *decl);
void check_alphabet(struct checker *c, const struct decl *decl);
void check_callback_types(struct checker *c, const struct decl *decl);
void check_comments(struct checker *c, const struct decl *decl);

/* parameters.c */
void check_method(struct checker *c, const struct decl *decl);
void check_self(struct checker *c, const struct decl *decl);
void check_results(struct checker *c, const struct decl *decl);
void check_options(struct checker *c, const struct decl *decl);
void check_callbacks(struct checker *c, const struct decl *decl);
void check_streams(struct checker *c, const struct decl *decl);
void check_parameters(struct checker *c, const struct decl *decl);
void check_integers(struct checker *c, const struct decl *decl);
void check_lengths(struct checker *c, const struct decl *decl);
void check_nbytes(struct checker *c, const struct decl *decl);

/* functions.c */
void check_free(struct checker *c, const struct decl *decl);
void check_retain(struct checker *c, const struct decl *decl);
void check_constructors(struct checker *c, const struct decl *decl);
void check_getters(struct checker *c, const struct decl *decl);
void check_setters(struct checker *c, const struct decl *decl);
void check_questions(struct checker *c, const struct decl *decl);
void check_counts(struct checker *c, const struct decl *decl);
void check_readers(struct checker *c, const struct decl *decl);
void check_pairs(struct checker *c, const struct decl *decl);
void check_errors(struct checker *c, const struct decl *decl);
void check_noexcept(struct checker *c, const struct decl *decl);

/* bindings.c */
void check_threads(struct checker *c, const struct decl *decl);
void check_texts(struct checker *c, const struct decl *decl);
void check_defaults(struct checker *c, const struct decl *decl);

/* headers.c */
void check_guards(struct checker *c, const struct header *header);
void check_includes(struct checker *c, const struct header *header);
void check_linkage(struct checker *c, const struct header *header);

#endif
