/* What ctorch_api.json says beyond types: fields, callbacks, threads, lengths, names. */
#include "headers/calls.h"
#include "headers/facts.h"
#include "headers/fields.h"
#include "headers/length.h"
#include "name/reserved.h"
#include "support.h"

static const char types[] = "typedef const char *ct_error;\n"
			    "typedef struct ct_tensor ct_tensor;\n"
			    "typedef struct ct_module ct_module;\n"
			    "typedef struct ct_loader ct_loader;\n"
			    "typedef void (*ct_release_function)(void *context);\n"
			    "typedef void (*ct_hook)(const ct_tensor *x, void *context);\n"
			    "typedef void (*ct_method)(void *self CT_BORROWED);\n"
			    "typedef void (*ct_next)(void *stream CT_BORROWED);\n"
			    "CT_API void ct_tensor_free(ct_tensor *self);\n"
			    "CT_API void ct_module_free(ct_module *self);\n"
			    "CT_API void ct_loader_free(ct_loader *self);\n";

static struct api api;

static bool scan(const char *text)
{
	api = (struct api){ 0 };
	write_file("include/thing.h", arena_printf(&arena, "%s%s\n", types, text));
	return header_scan(&arena, &diag, path_in_folder("include"), &api) &&
	       facts_check(&arena, &diag, &api);
}

static const struct decl *last(void)
{
	return &api.decls.at[api.decls.len - 1];
}

/* --- fields ----------------------------------------------------------------------------------- */

static const char *shown(const char *key, const char *value)
{
	return value ? arena_printf(&arena, " %s %s", key, value) : "";
}

/* "nullable kept, context context, release release" of the first field. */
static const char *field_facts(void)
{
	const struct facts facts = facts_of_field(&arena, &api, last(), 0);

	return arena_printf(&arena, "%s%s%s%s%s%s", facts.is_nullable ? "nullable " : "",
			    facts.ownership ? facts.ownership : "plain", shown("of", facts.length),
			    shown("with", facts.context), shown("released by", facts.release),
			    shown("releases", facts.releases));
}

static const struct {
	const char *name, *fields, *facts;
} fields[] = {
	{ "ct_x", "double x;", "plain" },
	{ "ct_x", "ct_tensor *x;", "borrowed" },
	{ "ct_x", "ct_tensor *x CT_NULLABLE;", "nullable borrowed" },
	{ "ct_x", "ct_tensor *x; /**< NULL: none */", "nullable borrowed" },
	{ "ct_x", "ct_tensor *x; /**< NULLs are elements */", "borrowed" },
	{ "ct_x", "ct_tensor *x CT_NOT_NULL; /**< not NULL */", "borrowed" },
	{ "ct_x_options", "const char *x;", "nullable borrowed" },
	{ "ct_x", "ct_tensor *x CT_NEW(ct_tensor_free);", "new" },
	{ "ct_x", "const double *x; int64_t x_len;", "borrowed of x_len" },
	{ "ct_x", "const double *at; int64_t len;", "borrowed of len" },
	{ "ct_x", "const void *x CT_LENGTH(nbytes); int64_t nbytes;", "borrowed of nbytes" },
	{ "ct_x_options", "const double *x CT_LENGTH(1);", "nullable borrowed of 1" },
	{ "ct_x", "ct_hook x; void *context;", "borrowed with context" },
	{ "ct_x", "ct_hook x; void *context; ct_release_function release;",
	  "kept with context released by release" },
	{ "ct_x", "ct_hook x CT_CONTEXT(data); void *data;", "borrowed with data" },
	{ "ct_x", "ct_release_function x; void *context;", "kept releases context" },
	{ "ct_x", "ct_release_function x CT_RELEASES(data); void *data;", "kept releases data" },
	{ "ct_x", "ct_method x;", "borrowed with self" },
	{ "ct_x", "ct_next x CT_CONTEXT(stream);", "borrowed with stream" },
};

START_TEST(a_field_has_the_facts_of_its_declaration)
{
	assert_silent(scan(arena_printf(&arena, "typedef struct %s { %s } %s;", fields[_i].name,
					fields[_i].fields, fields[_i].name)));
	ck_assert_str_eq(field_facts(), fields[_i].facts);
}
END_TEST

START_TEST(what_a_struct_that_is_kept_points_to_is_kept)
{
	assert_silent(scan("CT_API void ct_x_new(const ct_x *x CT_KEPT);\n"
			   "typedef struct ct_x { ct_method x; } ct_x;"));
	ck_assert_str_eq(field_facts(), "kept with self");
	assert_silent(scan("CT_API void ct_xs_new(const ct_x *xs CT_KEPT, int64_t xs_len);\n"
			   "typedef struct ct_x { ct_method x; } ct_x;"));
	ck_assert_str_eq(field_facts(), "borrowed with self");
}
END_TEST

START_TEST(a_context_may_come_with_the_struct)
{
	assert_silent(scan("CT_API void ct_x_new(const struct ct_x *x, void *data CT_BORROWED);\n"
			   "CT_API void ct_y_new(const ct_x *x, void *data CT_BORROWED);\n"
			   "typedef struct ct_x { ct_hook x CT_CONTEXT(data); } ct_x;"));
	ck_assert_str_eq(field_facts(), "borrowed with data");
}
END_TEST

static const struct {
	const char *declaration, *complaint;
} refused[] = {
	{ "typedef struct ct_x { ct_unknown *x; } ct_x;", "ct_x: 'x' has an unknown type" },
	{ "typedef struct ct_x { const double *x; } ct_x;",
	  "ct_x: 'x' does not say whether it points to one element or to several" },
	{ "typedef struct ct_x { ct_tensor *const *x; } ct_x;",
	  "ct_x: 'x' does not say whether it points to one element or to several" },
	{ "typedef struct ct_x { const double *x CT_LENGTH(n); } ct_x;",
	  "ct_x: 'x' has an unknown length, 'n'" },
	{ "typedef struct ct_x { ct_hook x; } ct_x;",
	  "ct_x: 'x' does not say what it gets or releases" },
	{ "typedef struct ct_x { ct_release_function x; } ct_x;",
	  "ct_x: 'x' does not say what it gets or releases" },
	{ "CT_API void ct_f(ct_hook x);", "ct_f: 'x' does not say its context" },
	{ "CT_API void ct_f(ct_release_function x);", "ct_f: 'x' does not say what it releases" },
	{ "CT_API void ct_f(ct_hook x CT_CONTEXT(data), void *context);",
	  "ct_f: 'x' does not say its context" },
	{ "CT_API void ct_f(void) CT_SAME_THREAD(ct_g);",
	  "ct_f: CT_SAME_THREAD() names 'ct_g', which is no public function" },
	{ "CT_API void ct_f(void) CT_TEXT(ct_g);",
	  "ct_f: CT_TEXT() names 'ct_g', which is no public function" },
	{ "CT_API void ct_f(void) CT_WAITS_FOR(files, godot);",
	  "ct_f: CT_WAITS_FOR() has 'godot'" },
	{ "CT_API ct_error ct_f(const char *path) CT_BRIEF;", "ct_f: is CT_BRIEF, but waits" },
	{ "CT_API void ct_f(void) CT_SCOPES(breaks);", "ct_f: CT_SCOPES() has 'breaks'" },
	{ "CT_API void ct_scope_shake(void);",
	  "ct_scope_shake: does not say what it does with scopes" },
	{ "CT_API void ct_thing_move_up(void);",
	  "ct_thing_move_up: does not say what it does with scopes" },
};

START_TEST(what_a_binding_could_not_know_is_refused)
{
	listen_begin();
	ck_assert(!scan(refused[_i].declaration));
	ck_assert_ptr_nonnull(strstr(listen_end(), refused[_i].complaint));
	ck_assert_uint_eq(diag.errors, 1);
}
END_TEST

/* --- calls ------------------------------------------------------------------------------------ */

static const struct {
	const char *declaration, *facts;
} calls[] = {
	{ "CT_API bool ct_f(void);", "any" },
	{ "CT_API ct_error ct_f(void);", "any blocks" },
	{ "CT_API ct_error ct_f(void) CT_BRIEF;", "any" },
	{ "CT_API void ct_f(void) CT_MAY_BLOCK;", "any blocks" },
	{ "CT_API void ct_f(void) CT_CALLS_BACK;", "any blocks calls" },
	{ "CT_API void ct_f(void) CT_SCOPES(opens);", "any scopes: opens" },
	{ "CT_API void ct_f(FILE *stream);", "any blocks files" },
	{ "CT_API ct_error ct_f(const char *path);", "any blocks files" },
	{ "CT_API ct_error ct_f(const char *folder) CT_WAITS_FOR(threads);",
	  "any blocks files threads" },
	{ "CT_API void ct_f(void) CT_WAITS_FOR(devices, processes);",
	  "any blocks devices processes" },
	{ "CT_API bool ct_f(const char *path);", "any" },
	{ "CT_API ct_error ct_x_get_part(const char *path);", "any blocks" },
	{ "CT_API bool ct_f(void) CT_THREAD_STATE;", "state" },
	{ "CT_API void ct_f(void) CT_SAME_THREAD(ct_tensor_free);", "same" },
	{ "CT_API void ct_x_free(ct_tensor *self) CT_LOOKS_IN_SCOPES CT_BRIEF;", "scopes" },
	{ "CT_API void ct_x_free(ct_tensor *self);", "any blocks" },
	{ "CT_API void ct_x_free_unscoped(ct_tensor *self);", "any blocks" },
	/* A callback now; an object that holds one; one that holds such an object. */
	{ "CT_API ct_error ct_f(ct_hook call, void *context);", "any blocks calls" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "CT_API ct_error ct_f(const ct_module *self);",
	  "any blocks calls" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "CT_API ct_error ct_loader_new(const ct_module *module, ct_loader **result);\n"
	  "CT_API ct_error ct_f(const ct_loader *self);",
	  "any blocks calls" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "CT_API bool ct_f(const ct_module *self);",
	  "any" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "CT_API void ct_f_free(ct_module *self);",
	  "any blocks calls" },
	{ "CT_API ct_error ct_tensor_hook(ct_tensor *self, ct_hook call, void *context);\n"
	  "CT_API ct_error ct_f(const ct_tensor *self);",
	  "any blocks" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "typedef struct ct_state { ct_module *module; } ct_state;\n"
	  "CT_API ct_error ct_f(const ct_state *state);",
	  "any blocks calls" },
	{ "CT_API ct_error ct_module_hook(ct_module *self, ct_hook call, void *context);\n"
	  "typedef struct ct_x_options { const ct_module *module; } ct_x_options;\n"
	  "CT_API ct_error ct_loader_new(const ct_x_options *options, ct_loader **result);\n"
	  "CT_API void ct_loader_free(ct_loader *self);",
	  "any blocks calls" },
	{ "CT_API ct_error ct_f(const ct_module *self);", "any blocks" },
};

START_TEST(a_call_says_what_it_may_do)
{
	struct names holders;
	struct call_facts facts;
	const char *text;

	assert_silent(scan(calls[_i].declaration));
	holders = handles_with_callbacks(&arena, &api);
	facts = call_facts_of(&api, &holders, last());
	text = arena_printf(&arena, "%s%s%s%s%s", facts.thread, facts.scopes ? " scopes: " : "",
			    facts.scopes ? facts.scopes : "", facts.may_block ? " blocks" : "",
			    facts.may_call_back ? " calls" : "");
	for (int i = 0; i < WAIT_COUNT; i++)
		if (facts.waits_for[i])
			text = arena_printf(&arena, "%s %s", text, wait_names[i]);
	ck_assert_str_eq(text, calls[_i].facts);
}
END_TEST

START_TEST(a_callback_that_is_kept_runs_in_any_thread)
{
	assert_silent(scan("CT_API ct_error ct_f(ct_hook call, void *context);"));
	ck_assert_str_eq(thread_of_callback(&arena, &api, api_find(&api, DECL_CALLBACK, "ct_hook")),
			 "caller");
	assert_silent(scan("CT_API ct_error ct_f(ct_hook call, void *context,\n"
			   "                     ct_release_function release);"));
	ck_assert_str_eq(thread_of_callback(&arena, &api, api_find(&api, DECL_CALLBACK, "ct_hook")),
			 "any");
}
END_TEST

/* --- lengths ---------------------------------------------------------------------------------- */

static const char *length_text(const struct length *length)
{
	const char *parts = "";

	for (size_t i = 0; i < length->parts.len; i++)
		parts = arena_printf(&arena, "%s %s", parts, length_text(&length->parts.at[i]));
	switch (length->kind) {
	case LENGTH_NUMBER:
		return arena_printf(&arena, "%lld", length->number);
	case LENGTH_NAME:
		return length->name;
	case LENGTH_LIST:
		return arena_printf(&arena, "#%s", length->name);
	case LENGTH_TIMES:
		return arena_printf(&arena, "(*%s)", parts);
	case LENGTH_PRODUCT:
		return arena_printf(&arena, "(product %s)", length->name);
	case LENGTH_CALL:
		return arena_printf(&arena, "(%s%s)", length->name, parts);
	}
	return NULL;
}

static const struct {
	const char *text, *tree; /* NULL: it is refused */
} lengths[] = {
	{ "n", "n" },
	{ "3", "3" },
	{ "xs.len", "#xs" },
	{ "2 * n", "(* 2 n)" },
	{ "2*n*m", "(* 2 n m)" },
	{ "product(shape)", "(product shape)" },
	{ "product(n, xs.len)", "(* n #xs)" },
	{ "ct_f(self, 2 * i)", "(ct_f self (* 2 i))" },
	{ "ct_f(ct_g(a), b.len) * 2", "(* (ct_f (ct_g a) #b) 2)" },
	{ "", NULL },
	{ "n +", NULL },
	{ "2 *", NULL },
	{ "f(", NULL },
	{ "f()", NULL },
	{ "n m", NULL },
	{ "2n", NULL },
	{ "n.count", NULL },
	{ "product(2)", NULL },
	{ "99999999999999999999", NULL },
	{ "a(a(a(a(a(a(a(a(a(a(n))))))))))", NULL },
};

START_TEST(a_length_is_a_tree)
{
	struct length length;
	const bool fine = length_parse(&arena, lengths[_i].text, &length);

	ck_assert_int_eq(fine, lengths[_i].tree != NULL);
	if (fine)
		ck_assert_str_eq(length_text(&length), lengths[_i].tree);
}
END_TEST

/* --- names ------------------------------------------------------------------------------------ */

static const struct {
	const char *symbol, *camel;
} names[] = {
	{ "ct_mm", "Mm" },
	{ "ct_add_Tensor", "AddTensor" },
	{ "ct_add__Tensor", "Add_Tensor" },
	{ "ct_add_", "Add_" },
	{ "ct_range_out", "RangeOut" },
	{ "ct_range_out_", "RangeOut_" },
	{ "ct__foreach_add", "_ForeachAdd" },
	{ "ct___iand___Scalar", "_Iand__Scalar" },
	{ "ct_conv2d", "Conv2d" },
	{ "ct_pad_1", "Pad_1" },
};

START_TEST(camel_case_keeps_underscores_that_tell_names_apart)
{
	ck_assert_str_eq(camel_name(&arena, names[_i].symbol), names[_i].camel);
}
END_TEST

START_TEST(words_of_other_languages_are_known)
{
	ck_assert(reserved_has("range"));  /* Go */
	ck_assert(reserved_has("var"));    /* JavaScript */
	ck_assert(reserved_has("self"));   /* Ruby, Rust */
	ck_assert(reserved_has("unsafe")); /* Rust */
	ck_assert(reserved_has("lambda")); /* Python */
	ck_assert(!reserved_has("weight"));
	ck_assert(!reserved_has("self_"));
}
END_TEST

#define LOOP(tcase, test, table) \
	tcase_add_loop_test(tcase, test, 0, sizeof(table) / sizeof *(table))

Suite *bindings_suite(void)
{
	Suite *suite = suite_create("bindings");
	TCase *tcase = add_case(suite, "bindings");

	LOOP(tcase, a_field_has_the_facts_of_its_declaration, fields);
	tcase_add_test(tcase, what_a_struct_that_is_kept_points_to_is_kept);
	tcase_add_test(tcase, a_context_may_come_with_the_struct);
	LOOP(tcase, what_a_binding_could_not_know_is_refused, refused);
	LOOP(tcase, a_call_says_what_it_may_do, calls);
	tcase_add_test(tcase, a_callback_that_is_kept_runs_in_any_thread);
	LOOP(tcase, a_length_is_a_tree, lengths);
	LOOP(tcase, camel_case_keeps_underscores_that_tell_names_apart, names);
	tcase_add_test(tcase, words_of_other_languages_are_known);
	return suite;
}
