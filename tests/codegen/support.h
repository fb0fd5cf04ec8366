/* support.h: shared by the generator's suites. */
#ifndef CTORCH_TESTS_CODEGEN_SUPPORT_H
#define CTORCH_TESTS_CODEGEN_SUPPORT_H

#include <check.h>

#include "headers/scan.h"
#include "model.h"
#include "tools/program/file.h"
#include "util/strbuf.h"

Suite *autogen_suite(void);
Suite *bindings_suite(void);
Suite *default_text_suite(void);
Suite *default_value_suite(void);
Suite *diff_suite(void);
Suite *facts_suite(void);
Suite *header_scan_suite(void);
Suite *naming_suite(void);
Suite *no_memory_suite(void);
Suite *object_suite(void);
Suite *out_file_suite(void);
Suite *output_suite(void);
Suite *parts_suite(void);
Suite *program_suite(void);
Suite *release_suite(void);
Suite *schema_suite(void);
Suite *schema_refusals_suite(void);
Suite *source_suite(void);
Suite *spec_suite(void);
Suite *spec_print_suite(void);
Suite *spelling_suite(void);
Suite *template_suite(void);
Suite *type_table_suite(void);
Suite *util_suite(void);
Suite *wrap_suite(void);

/* Runs a suite and returns the result for main. */
int run_suite(Suite *suite);

/* Fresh for every test: begin_test and end_test are each suite's fixture. */
extern struct arena arena;
extern struct diag diag;

void begin_test(void);
void end_test(void);

/* A test case with the fixture, added to the suite. */
TCase *add_case(Suite *suite, const char *name);

/* --- messages --------------------------------------------------------------------------------- */

/* What is written to stderr between the two calls. Valid until the next test. */
void listen_begin(void);
const char *listen_end(void);

/* `expression` is false and prints exactly `message` on stderr. */
#define assert_says(expression, message)                                                     \
	do {                                                                                 \
		listen_begin();                                                              \
		bool fine_ = (expression);                                                   \
		assert_said(!fine_, listen_end(), message, #expression, __FILE__, __LINE__); \
	} while (0)
void assert_said(bool refused, const char *got, const char *expected, const char *expression,
		 const char *file, int line);

/* `expression` is true and prints nothing. */
#define assert_silent(expression)                                                      \
	do {                                                                           \
		listen_begin();                                                        \
		bool fine_ = (expression);                                             \
		assert_said(fine_, listen_end(), "", #expression, __FILE__, __LINE__); \
	} while (0)

/* Compares long texts: shows the first line that differs. */
#define assert_text(got, expected) assert_text_at(got, expected, __FILE__, __LINE__)
void assert_text_at(const char *got, const char *expected, const char *file, int line);

/* --- files ------------------------------------------------------------------------------------ */

/* The test's own folder, which is removed with its contents at the end. */
const char *folder(void);

/* "FOLDER/name", in the arena. */
const char *path_in_folder(const char *name);
const char *write_file(const char *name, const char *text);
const char *write_bytes(const char *name, const char *bytes, size_t count);
const char *read_text(const char *path);
bool exists(const char *path);

/* All names below the folder, sorted, one per line. */
const char *list_folder(void);

/* `text` with the test's folder in place of each "@". */
const char *in_folder(const char *text);

/* --- schemas ---------------------------------------------------------------------------------- */

/* schema_parse() of a text in line 1 of ops.yaml. */
bool parse_schema(const char *text, struct schema *schema);

/* The same for a valid schema. */
struct schema parsed_schema(const char *text);

/* --- models ----------------------------------------------------------------------------------- */

/* A canonical head, then `entries`; written to the folder as ops.yaml. */
const char *write_yaml(const char *entries);

/* The model of these entries, typed; the test fails if they are rejected. */
struct model *load_entries(const char *entries);

/* Typed and named, against a runtime that declares nothing. */
struct model *load_named(const char *entries);

/* The operator of that name; the test fails if there is none. */
struct op *find_op(const struct model *model, const char *name);

/* The derived schemas, one per line. */
const char *derived(const struct model *model);

/* --- programs --------------------------------------------------------------------------------- */

/* "called ct_a:1, own ct_b:2", in the order of the files; the numbers are line numbers. */
const char *mentions(const struct parts *parts);

#endif
