/*
 * schema.h: the language of `func:`.
 *
 *     max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)
 *
 * Parsing is lossless: a schema that would print differently from how it was written is refused.
 */
#ifndef CTORCH_GEN_READ_SCHEMA_H
#define CTORCH_GEN_READ_SCHEMA_H

#include "model.h"
#include "util/strbuf.h"

/* `text` begins at `loc`. Reports the first error. */
bool schema_parse(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
		  struct schema *schema);

/* The same for a function that is not an operator: one whose name ends in '_' need not have a
 * self. */
bool schema_parse_function(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
			   struct schema *schema);

/* "add.Tensor", "add", "_foo.out": an operator name alone, as in `autogen:`. */
bool op_name_parse(struct arena *arena, struct diag *diag, struct loc loc, const char *text,
		   struct op_name *name);

/* schema_print.c: the exact text. */
void schema_print(struct strbuf *out, const struct schema *schema);
void op_name_print(struct strbuf *out, const struct op_name *name);
void op_base_name_print(struct strbuf *out, const struct op_name *name); /* without the overload */
void type_print(struct strbuf *out, const struct type *type);            /* "int[2]?" */
const char *type_text(struct arena *arena, const struct type *type);     /* the same */
const char *alias_text(struct arena *arena, const struct alias *alias);  /* "(a!)"; NULL: none */

/* schema_kind.c: properties of an operator that its schema determines. */
enum schema_kind schema_kind(const struct schema *schema);
const char *schema_kind_name(enum schema_kind kind);

/* The index of the positional argument named self; args.len if there is none. */
size_t schema_self(const struct schema *schema);

bool alias_equal(const struct alias *a, const struct alias *b);
bool arg_is_written(const struct arg *arg);
bool arg_is_out(const struct arg *arg); /* keyword-only and written */

/* base_type.c: T_UNKNOWN for a word that is none of the types. */
enum base_type base_type_named(const char *name);
const char *base_type_name(enum base_type base);

/* The base type inside lists and optionals: that of "Tensor" for "Tensor?[]". */
const struct type *type_innermost(const struct type *type);
const struct type *type_without_optional(const struct type *type);

/* True if the type itself is this base type, neither optional nor a list. */
bool type_is(const struct type *type, enum base_type base);

/* For base types, also for unknown ones. */
bool type_bases_equal(const struct type *a, const struct type *b);

/* True if the innermost type is Tensor: "Tensor", "Tensor?", "Tensor[]" ... */
bool type_is_tensor_like(const struct type *type);

#endif
