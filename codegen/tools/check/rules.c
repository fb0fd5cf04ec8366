#include "tools/check/rules.h"

#include <stdio.h>

#define FUNCTIONS (ON(FUNCTION) | ON(INLINE))
#define TYPES (ON(CALLBACK) | ON(TYPE) | ON(STRUCT))
#define NAMES (FUNCTIONS | TYPES | ON(ENUM) | ON(MACRO))

/* ORDER RULES: also the table in docs/conventions.md. */
const struct rule rules[] = {
	/* Names. */
	{ "prefix", "Public names begin with ct_; macros and enumerators begin with CT_.", NAMES,
	  check_prefix, NULL, true },
	{ "spelling", "Identifiers use American spelling.", NAMES, check_spelling, NULL, true },
	{ "verbs",
	  "A function says new, load, save, encode, decode, retain, free or count, not "
	  "make, create, build, read, write, parse, format, keep, len, num, delete or "
	  "destroy.",
	  FUNCTIONS | ON(CALLBACK), check_verbs, NULL, false },
	{ "enumerators",
	  "An enumerator begins with the words of its type, or with the first of them.", ON(ENUM),
	  check_enumerators, NULL, false },
	{ "enums", "An enumeration is a typedef of int32_t, followed by enum ct_X_value.", ON(ENUM),
	  check_enums, NULL, false },
	{ "alphabet",
	  "A macro of one or two letters is one of CT, CT_DO, CT_E, CT_F, CT_L, CT_M, "
	  "CT_NN, CT_S and CT_T.",
	  ON(MACRO), check_alphabet, NULL, false },
	{ "callback_types",
	  "A function type ends with _function, _hook, _handler, _visitor, _closure, "
	  "_kernel or _deleter; its context comes after its inputs and before its "
	  "results.",
	  ON(CALLBACK), check_callback_types, NULL, false },
	{ "comments",
	  "Every public function, type and macro has a comment; declarations without an "
	  "empty line between them share it.",
	  FUNCTIONS | TYPES | ON(MACRO), check_comments, NULL, false },

	/* Parameters. */
	{ "method",
	  "The first parameter of ct_X_Y is called self if it is a ct_X *, and only then.",
	  FUNCTIONS, check_method, NULL, false },
	{ "self", "self is the first parameter, and a pointer.", FUNCTIONS, check_self, NULL,
	  false },
	{ "results",
	  "Results are the last parameters, and are called result, results or by a noun, "
	  "never out, ret, res, retval or was.",
	  ON_CALLS, check_results, NULL, false },
	{ "options",
	  "A struct of options is called options and comes right before the results, or "
	  "before the stream that the function writes to.",
	  ON_CALLS, check_options, NULL, false },
	{ "callbacks",
	  "A callback is followed by void *context and, if the function keeps it, by the "
	  "function that releases the context.",
	  FUNCTIONS, check_callbacks, NULL, false },
	{ "streams", "A FILE * is called stream.", ON_CALLS, check_streams, NULL, false },
	{ "parameters",
	  "A parameter is a word, not an abbreviation, nor a letter other than x and v.", ON_CALLS,
	  check_parameters, NULL, false },
	{ "integers",
	  "Integers are int64_t or another type of a fixed size; only __LINE__ is an int "
	  "line, and a sizeof a size_t size.",
	  ON_CALLS | ON(STRUCT), check_integers, NULL, false },
	{ "lengths", "X_len is the length of the list X, which comes before it.", ON_CALLS,
	  check_lengths, NULL, false },
	{ "nbytes", "A number of bytes is called nbytes, or ends with _nbytes.",
	  ON_CALLS | ON(STRUCT), check_nbytes, NULL, false },

	/* Functions. */
	{ "constructors",
	  "A function that creates a handle, and does not derive it from another one, is "
	  "called ct_X_new, ct_X_new_Y, ct_X_Y_new, ct_X_from_Y, ct_X_load or _decode if a "
	  "file has it, or ct_X_open if the handle is closed.",
	  FUNCTIONS, check_constructors, NULL, false },
	{ "free",
	  "Every handle that a function returns as new has void ct_X_free(ct_X *self), "
	  "which accepts NULL, or ct_X_close if it was opened.",
	  ON(TYPE), check_free, NULL, false },
	{ "retain",
	  "Every handle that a function lends has ct_X *ct_X_retain(const ct_X *self), "
	  "which returns a new reference.",
	  FUNCTIONS | ON(TYPE), check_retain, NULL, false },
	{ "getters",
	  "The getter of a property Y is called ct_X_Y; get looks something up by a name, "
	  "a key, a path or an index.",
	  FUNCTIONS, check_getters, NULL, false },
	{ "setters",
	  "ct_X_set_Y returns nothing or an error, never the previous value; it has a "
	  "getter, unless it sets a callback.",
	  FUNCTIONS, check_setters, NULL, false },
	{ "questions",
	  "A function that returns a bool asks a question (is, has, are, can, needs, "
	  "requires, retains, shares, exists, failed, equal), or says whether it found "
	  "what it removed.",
	  FUNCTIONS, check_questions, NULL, false },
	{ "counts",
	  "A function that returns the number of things ends with _count and returns an "
	  "int64_t.",
	  FUNCTIONS, check_counts, NULL, false },
	{ "readers", "A function that asks, counts, prints, encodes or saves takes a const self.",
	  FUNCTIONS, check_readers, NULL, false },
	{ "pairs",
	  "A function that enters, pushes or encodes has one that leaves, pops or "
	  "decodes; one that returns a state_dict has a load_state_dict.",
	  FUNCTIONS, check_pairs, NULL, false },
	{ "errors",
	  "A function is declared CT_RETURNS_ERROR if it returns a ct_error, and only "
	  "then.",
	  ON(FUNCTION), check_errors, NULL, true },
	{ "noexcept", "Any other function is declared CT_NOEXCEPT.", ON(FUNCTION), check_noexcept,
	  NULL, true },

	/* Bindings. */
	{ "threads",
	  "A function whose comment is about its thread is declared CT_THREAD_STATE or "
	  "CT_SAME_THREAD().",
	  ON(FUNCTION), check_threads, NULL, false },
	{ "texts", "A function that writes to a FILE * names one that returns the text: CT_TEXT().",
	  ON(FUNCTION), check_texts, NULL, false },
	{ "defaults",
	  "A field of options has CT_DEFAULT() if its comment gives a default other than "
	  "zero.",
	  ON(STRUCT), check_defaults, NULL, false },

	/* Headers. */
	{ "guards", "A header room/x.h is guarded by CTORCH_ROOM_X_H.", 0, NULL, check_guards,
	  false },
	{ "includes", "A header includes only <ctorch/room/x.h> and headers of C99.", 0, NULL,
	  check_includes, false },
	{ "linkage", "A header that declares functions does so within extern \"C\".", 0, NULL,
	  check_linkage, false },
};

const size_t rule_count = sizeof rules / sizeof *rules;

void check_print_rules(void)
{
	for (size_t i = 0; i < rule_count; i++)
		printf("%s\t%s\n", rules[i].name, rules[i].sentence);
}
