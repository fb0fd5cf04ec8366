/* default_value.h: the default of an argument as a typed value, for other languages. */
#ifndef CTORCH_GEN_TYPES_DEFAULT_VALUE_H
#define CTORCH_GEN_TYPES_DEFAULT_VALUE_H

#include "model.h"

enum default_kind {
	DEFAULT_ABSENT, /* the argument must be given */
	DEFAULT_NONE,
	DEFAULT_BOOL,
	DEFAULT_INT,
	DEFAULT_FLOAT,
	DEFAULT_TEXT,
	DEFAULT_LIST,
	DEFAULT_ENUMERATOR
};

struct default_value {
	enum default_kind kind;
	bool is_true;                       /* DEFAULT_BOOL */
	long long integer;                  /* DEFAULT_INT */
	double number;                      /* DEFAULT_FLOAT; may be infinite */
	const char *text;                   /* DEFAULT_TEXT: without quotes and escapes;
			      * DEFAULT_ENUMERATOR: in C, "CT_INT64" */
	const char *of_enum;                /* DEFAULT_ENUMERATOR: its type, "ct_dtype" */
	VEC(struct default_value) elements; /* DEFAULT_LIST; none of them is a list */
};

/*
 * Reads the default of an operator's or a constructor's argument. The type decides: 0 is a float
 * for `float x=0`, and two zeros for `int[2] x=0`. False if it is no value of the schema language,
 * such as an unknown word.
 */
bool default_value_of(struct arena *arena, const struct arg *arg, struct default_value *value);

/* The default of a field as the headers write it: `1e-6`, `"mean"`, `','`, `true`,
 * `CT_SCI_MODE_AUTO`; `computed` is absent. */
struct default_value default_value_of_field(struct arena *arena, const char *text, bool is_float);

/* --- what default_text.c shares --------------------------------------------------------------- */

/* A word of the schema language that is a value. */
struct default_word {
	const char *word;
	const char *c; /* in a call: "CT_INT64"; NULL: a call cannot write it */
	struct default_value value;
};

/* NULL if there is no such word. */
const struct default_word *default_word_find(const char *word, size_t length);

/* True for a list, optional or not. */
bool default_is_list(const struct arg *arg);

/* How often a list repeats a lone value: `int[2] padding=0` is two zeros. */
size_t default_repeats(const struct arg *arg);

#endif
