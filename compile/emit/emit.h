/* emit.h: the files. Each function fills in templates of templates/compile. */
#ifndef CTORCH_COMPILE_EMIT_EMIT_H
#define CTORCH_COMPILE_EMIT_EMIT_H

#include "compile/model.h"
#include "emit/template.h"

struct emitter {
	struct program *program;
	struct templates templates;
};

/* Add the text of a file. False: errors were reported. */
bool emit_source(struct emitter *e, struct strbuf *out);                       /* source.c */
bool emit_header(struct emitter *e, struct strbuf *out);                       /* header.c */
bool emit_test(struct emitter *e, struct strbuf *out);                         /* test.c */
bool emit_build(struct emitter *e, const char *template_, struct strbuf *out); /* build.c */
bool emit_entries(struct emitter *e, struct strbuf *out);                      /* values.c */
bool emit_readme(struct emitter *e, struct strbuf *out);
bool emit_weights(struct program *program, struct strbuf *out); /* weights.c */
bool emit_explained(struct program *program);                   /* explain.c: to stdout */
void print_program(struct program *program);                    /* print.c: to stdout */

/* Whether a run writes to inputs or weights (writes.c). */
bool program_writes(const struct program *program);

/* The weights' keys in the file; source.c reads them by these. */
void name_payloads(struct program *program);

/* workspace.c: NAME_run_out(), which writes results to tensors of the caller, and what the header and
 * the test say of it. `check` is the statement that checks the inputs. */
bool emit_run_out(struct emitter *e, const char *check, struct strbuf *out);
bool emit_run_out_header(struct emitter *e, struct strbuf *out);
bool emit_run_out_test(struct emitter *e, struct strbuf *out);

/* function.c: the functions of all graphs. */
bool emit_functions(struct emitter *e, struct strbuf *inner, struct strbuf *own);

/* guards.c: the checks of the inputs. */
bool emit_checks(struct program *program, struct strbuf *out);

/* Parameters of NAME_run(): ", ct_tensor *x, ct_tensor **relu_out"; only their names. */
const char *run_parameters(struct program *program, bool names_only);

/* Adds those of the inputs: ", ct_tensor *x"; only their names. */
void add_input_parameters(const struct program *program, bool names_only, struct strbuf *out);

/* "ct_tensor *": what NAME_run() gives as its result `i`. */
const char *returned_type(struct program *program, size_t i);
bool returns_tensor(struct program *program, size_t i);

/* Adds "(void)NAME;" if the body of the function does not mention it (source.c). */
void add_void(const char *name, const char *body, int depth, struct strbuf *out);

/* A parameter of NAME_load(): "const char *path, "; only its name. */
const char *load_parameters(const struct program *program, bool names_only);

/* values.c: a call of NAME_run() with the values inputs[i] and results[i]: its results declared, its
 * arguments, and the statements after it. For NAME_run_out(), tensors for results exist already. */
const char *values_declared(struct program *program, struct strbuf *out);
const char *values_passed(struct program *program, bool has_tensors, struct strbuf *out);
const char *values_returned(struct program *program, struct strbuf *out);

/* "mlp.pt2", without its folder. */
const char *archive_name(const struct program *program);

/* "float32 [8, 16]" of a value. */
const char *shape_text(struct program *program, const struct variable *variable);

/* wrap.c: divides lines of C that are longer than 100 columns, after commas. */
void wrap_lines(struct strbuf *text);

/* All files, into the folder of the options. */
bool emit_all_files(struct program *program);

#endif
