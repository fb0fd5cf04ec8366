/* The handwritten headers: the forms that are accepted, and the errors for all others. */
#include <string.h>

#include "headers/scan.h"
#include "support.h"

static struct api api;

static bool scan(const char *text)
{
	api = (struct api){ 0 };
	write_file("include/thing.h", text);
	return header_scan(&arena, &diag, path_in_folder("include"), &api);
}

/* The one declaration of a header. */
static const struct decl *declared(const char *text)
{
	assert_silent(scan(text));
	ck_assert_uint_eq(api.decls.len, 1);
	ck_assert_str_eq(api.decls.at[0].header, "ctorch/thing.h");
	return &api.decls.at[0];
}

static const char *members(const struct decl *decl)
{
	const char *text = "";

	for (size_t i = 0; i < decl->members.len; i++)
		text = arena_printf(&arena, "%s[%s|%s]", text, decl->members.at[i].type->text,
				    decl->members.at[i].name);
	return text;
}

/* --- accepted --------------------------------------------------------------------------------- */

static const struct {
	const char *text, *name, *type, *members;
} functions[] = {
	{ "CT_API void ct_f(void);", "ct_f", "void", "" },
	{ "CT_API ct_error ct_f(const ct_tensor *self, int64_t dim) CT_RETURNS_ERROR;", "ct_f",
	  "ct_error", "[const ct_tensor *|self][int64_t|dim]" },
	{ "CT_API const char *ct_f(void) CT_NOEXCEPT;", "ct_f", "const char *", "" },
	{ "CT_API ct_error ct_f(ct_tensor *const *xs, int64_t xs_len, ct_tensor ***r,\n"
	  "                     int64_t *r_len) CT_NOEXCEPT CT_WARN_UNUSED;",
	  "ct_f", "ct_error",
	  "[ct_tensor *const *|xs][int64_t|xs_len][ct_tensor ***|r][int64_t *|r_len]" },
	{ "CT_API unsigned long long ct_f(const char *const *names) CT_NOEXCEPT;", "ct_f",
	  "unsigned long long", "[const char *const *|names]" },
	{ "CT_API void ct_f(ct_deleter deleter, void *context) CT_NOEXCEPT;", "ct_f", "void",
	  "[ct_deleter|deleter][void *|context]" },
};

START_TEST(a_function_has_a_return_type_and_parameters)
{
	const struct decl *decl = declared(functions[_i].text);

	ck_assert_int_eq(decl->kind, DECL_FUNCTION);
	ck_assert_str_eq(decl->name, functions[_i].name);
	ck_assert_str_eq(decl->type->text, functions[_i].type);
	ck_assert_str_eq(members(decl), functions[_i].members);
	ck_assert(!decl->is_variadic);
}
END_TEST

START_TEST(a_variadic_function_is_marked)
{
	const struct decl *decl = declared(
		"CT_API ct_error ct_f(const char *text, ...) CT_PRINTF(1, 2);");

	ck_assert(decl->is_variadic);
	ck_assert_str_eq(members(decl), "[const char *|text]");
}
END_TEST

START_TEST(a_handle_and_a_typedef_are_types)
{
	const struct decl *decl = declared("typedef struct ct_tensor ct_tensor;");

	ck_assert_int_eq(decl->kind, DECL_TYPE);
	ck_assert_str_eq(decl->name, "ct_tensor");
	ck_assert_str_eq(decl->type->text, "struct ct_tensor");
	decl = declared("typedef int32_t ct_dtype;");
	ck_assert_str_eq(decl->name, "ct_dtype");
	ck_assert_str_eq(decl->type->text, "int32_t");
	decl = declared("typedef const char *ct_error;");
	ck_assert_str_eq(decl->name, "ct_error");
	ck_assert_str_eq(decl->type->text, "const char *");
}
END_TEST

START_TEST(the_type_of_a_callback_is_read_like_a_function)
{
	const struct decl *decl = declared(
		"typedef ct_error (*ct_hook)(const ct_tensor *grad, void *context);");

	ck_assert_int_eq(decl->kind, DECL_CALLBACK);
	ck_assert_str_eq(decl->name, "ct_hook");
	ck_assert_str_eq(decl->type->text, "ct_error");
	ck_assert_str_eq(members(decl), "[const ct_tensor *|grad][void *|context]");
}
END_TEST

/* Checks that a parameter's type lacks its annotations; returns what they say. */
static const struct notes *noted(const char *parameter)
{
	const struct decl *decl = declared(
		arena_printf(&arena, "CT_API void ct_f(%s, int n);", parameter));

	ck_assert_str_eq(members(decl), "[char **|x][int|n]");
	return decl->members.at[0].notes;
}

START_TEST(annotations_are_no_part_of_a_type)
{
	ck_assert(noted("char **x CT_NULLABLE")->is_nullable);
	ck_assert_ptr_null(noted("char **x"));
	ck_assert(noted("char **x CT_NOT_NULL")->is_not_null);
	ck_assert(noted("char **x CT_OUT")->is_out);
	ck_assert(noted("char **x CT_INOUT")->is_inout);
	ck_assert(noted("CT_KEPT char **x CT_TAKEN")->is_kept);
	ck_assert(noted("CT_KEPT char **x CT_TAKEN")->is_taken);
	ck_assert(noted("char **x CT_BORROWED")->is_borrowed);
	ck_assert_str_eq(noted("char **x CT_NEW(ct_free)")->free, "ct_free");
	ck_assert_str_eq(noted("char **x CT_LENGTH(n)")->length, "n");
	ck_assert_str_eq(noted("char **x CT_LENGTH(2*n)")->length, "2*n");
	ck_assert_str_eq(noted("char **x CT_LENGTH(ct_g(n,\n\t n)) CT_NULLABLE")->length,
			 "ct_g(n, n)");
}
END_TEST

/* As above, of a field. */
static const struct notes *field_notes(const char *field)
{
	return declared(arena_printf(&arena, "typedef struct ct_x { %s; } ct_x;", field))
		->members.at[0]
		.notes;
}

START_TEST(annotations_of_fields_have_their_text)
{
	ck_assert_str_eq(field_notes("double x CT_DEFAULT(-1e-6)")->zero_is, "-1e-6");
	ck_assert_str_eq(field_notes("const char *x CT_DEFAULT(\"a, b\")")->zero_is, "\"a, b\"");
	ck_assert_str_eq(field_notes("double x CT_FILLED(1)")->filled, "1");
	ck_assert_str_eq(field_notes("ct_f x CT_CONTEXT(data)")->context, "data");
	ck_assert_str_eq(field_notes("ct_f x CT_RELEASES(data)")->releases, "data");
}
END_TEST

START_TEST(annotations_of_a_function_are_about_what_it_returns)
{
	const struct decl *decl = declared("CT_API ct_x *ct_f(void) CT_NOEXCEPT CT_NEW(ct_g);");

	ck_assert_str_eq(decl->type->text, "ct_x *");
	ck_assert(decl->notes->is_new);
	ck_assert_str_eq(decl->notes->free, "ct_g");
	decl = declared("CT_API int *ct_f(ct_x *self) CT_LENGTH(ct_g(self)) CT_BORROWED;");
	ck_assert_str_eq(decl->notes->length, "ct_g(self)");
	ck_assert(decl->notes->is_borrowed);
}
END_TEST

START_TEST(a_struct_has_fields)
{
	const struct decl *decl = declared("typedef struct ct_scalar {\n"
					   "\tint32_t kind; /* one of them; */\n"
					   "\tconst char *text;\n"
					   "} ct_scalar;\n");

	ck_assert_int_eq(decl->kind, DECL_STRUCT);
	ck_assert_str_eq(decl->name, "ct_scalar");
	ck_assert_str_eq(members(decl), "[int32_t|kind][const char *|text]");
}
END_TEST

START_TEST(an_enum_has_the_name_of_its_typedef_and_numbers)
{
	const struct decl *decl = declared("enum ct_dtype_value {\n"
					   "\tCT_DTYPE_NONE = -1, /* none */\n"
					   "\tCT_UINT8 = 0,\n"
					   "\tCT_MASK = 0x10,\n"
					   "};\n");

	ck_assert_int_eq(decl->kind, DECL_ENUM);
	ck_assert_str_eq(decl->name, "ct_dtype");
	ck_assert_uint_eq(decl->members.len, 3);
	ck_assert_str_eq(decl->members.at[0].name, "CT_DTYPE_NONE");
	ck_assert_int_eq(decl->members.at[0].value, -1);
	ck_assert_int_eq(decl->members.at[2].value, 16);
}
END_TEST

START_TEST(a_macro_has_a_name_whatever_it_is)
{
	ck_assert_str_eq(declared("#define CT_X 1\n")->name, "CT_X");
	ck_assert_str_eq(declared("#  define CT_Y(a) \\\n\tdo { \\\n\t} while (0)\n")->name,
			 "CT_Y");
	ck_assert_str_eq(declared("#ifndef A\n#define CT_Z\n#endif\n")->name, "CT_Z");
	ck_assert_int_eq(api.decls.at[0].kind, DECL_MACRO);
	assert_silent(scan("#defined CT_X 1\n#define\n"));
}
END_TEST

START_TEST(a_macro_that_is_a_text_has_it)
{
	ck_assert_str_eq(declared("#define CT_X_LIBRARY \"ctorch_x\"\n")->value, "ctorch_x");
	ck_assert_str_eq(declared("#define CT_X  \"\" /* none */\n")->value, "");
	ck_assert_ptr_null(declared("#define CT_X 1\n")->value);
	ck_assert_ptr_null(declared("#define CT_X\n")->value);
	ck_assert_ptr_null(declared("#define CT_X(a) \"a\"\n")->value);
	ck_assert_ptr_null(declared("#define CT_X \"a\n")->value);
	ck_assert_ptr_null(declared("#define CT_X \"a")->value);
	ck_assert_ptr_null(declared("#define CT_X \"a\\\"b\"\n")->value);
}
END_TEST

static const struct {
	const char *text;
	long long number;
} numbers[] = {
	{ "512", 512 },
	{ "0x10", 16 },
	{ "-1", -1 },
	{ "(-1)", -1 },
	{ "INT64_C(0)", 0 },
	{ "7 /* seven */", 7 },
	{ "INT64_MAX", INT64_MAX },
	{ "INT64_MIN", INT64_MIN },
};

START_TEST(a_macro_that_is_a_number_has_it)
{
	const struct decl *decl = declared(
		arena_printf(&arena, "#define CT_X %s\n", numbers[_i].text));

	ck_assert(decl->is_number);
	ck_assert(decl->number == numbers[_i].number);
}
END_TEST

START_TEST(any_other_macro_is_no_number)
{
	static const char *const others[] = { "",      "1 + 1", "(1", "CT_Y",  "\"1\"",
					      "(x) 1", "1.5",   "1u", "- - 1", "INT64_C(x)" };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ck_assert(
			!declared(arena_printf(&arena, "#define CT_X %s\n", others[i]))->is_number);
	ck_assert(!declared("#define CT_X(a) 1\n")->is_number);
}
END_TEST

START_TEST(a_macro_has_parameters)
{
	const struct decl *decl = declared("#define CT_X(a, b, ...) a b\n");

	ck_assert(decl->is_call);
	ck_assert(decl->is_variadic);
	ck_assert_uint_eq(decl->members.len, 2);
	ck_assert_str_eq(decl->members.at[1].name, "b");
	ck_assert(!declared("#define CT_X (a)\n")->is_call);
	ck_assert(declared("#define CT_X(\n")->is_call);
}
END_TEST

static const struct {
	const char *text, *comment; /* of CT_X */
} comments[] = {
	{ "#define CT_X\n", NULL },
	{ "/** One. */\n#define CT_X\n", "One." },
	{ "/* One. */\n#define CT_X\n", "One." },
	{ "/** One. */\n\n#define CT_X\n", NULL },
	{ "/**\n * One.\n *\n * Two.\n */\n#define CT_X\n", "One." },
	{ "/** One\n * line.\n * @param a  what */\n#define CT_X(a)\n", "One line." },
	{ "/** One. */\n#ifdef A\n#define CT_X\n#endif\n", "One." },
	{ "/** One. */\n#ifdef A\n#define CT_Y\n#else\n#define CT_X\n#endif\n", "One." },
	{ "#define CT_X 1 /**< one */\n", "one" },
	{ "int x; /* One. */\n#define CT_X\n", NULL },
	{ "/** */\n#define CT_X\n", "" },
	{ "#define CT_X /* One. */\n", NULL },
};

START_TEST(a_macro_has_a_comment)
{
	const struct decl *decl;

	listen_begin();
	scan(comments[_i].text);
	listen_end();
	decl = api_find(&api, DECL_MACRO, "CT_X");
	if (comments[_i].comment)
		ck_assert_str_eq(decl->comment, comments[_i].comment);
	else
		ck_assert_ptr_null(decl->comment);
}
END_TEST

START_TEST(an_inline_function_is_read_up_to_its_end)
{
	assert_silent(scan("static inline ct_scalar ct_f(double x)\n"
			   "{\n"
			   "\tct_scalar s = { 0 };\n"
			   "\tif (x > 0) { s.re = x; }\n"
			   "\tputs(\"}\");\n"
			   "\tputs(\"\\\"}\");\n"
			   "\treturn s;\n"
			   "}\n"
			   "CT_API void ct_g(void);\n"));
	ck_assert_uint_eq(api.decls.len, 2);
	ck_assert_int_eq(api.decls.at[0].kind, DECL_INLINE);
	ck_assert_str_eq(api.decls.at[0].name, "ct_f");
	ck_assert_str_eq(api.decls.at[0].type->text, "ct_scalar");
	ck_assert_str_eq(members(&api.decls.at[0]), "[double|x]");
	ck_assert_str_eq(api.decls.at[1].name, "ct_g");
}
END_TEST

static const struct {
	const char *text, *doc; /* of ct_f */
} docs[] = {
	{ "/** One. */\nCT_API void ct_f(void);", "One." },
	{ "/** Two\n * lines. */\nCT_API void\nct_f(void);", "Two\nlines." },
	{ "/**\n * A list:\n * - one,\n *   still one\n *\n *     code();\n */\nCT_API void ct_f(void);",
	  "A list:\n- one,\n  still one\n\n    code();" },
	{ "/** Both. */\nCT_API void ct_e(int a,\n\tint b);\nCT_API void ct_f(void);", "Both." },
	{ "/** Its own. */\nCT_API void ct_e(int a);\n/** This. */\nCT_API void ct_f(void);",
	  "This." },
	{ "/** Above. */\nCT_API void ct_e(int a);\n\nCT_API void ct_f(void);", NULL },
	{ "/* --- A section --- */\n\nCT_API void ct_f(void);", NULL },
	{ "/** A macro. */\n#define CT_X 1\nCT_API void ct_f(void);", NULL },
	{ "CT_API void ct_f(void);", NULL },
	{ "/** Of a callback. */\ntypedef void (*ct_f)(int a);", "Of a callback." },
	{ "/** Inline. */\nstatic inline int ct_f(int a)\n{\n\treturn a;\n}", "Inline." },
};

START_TEST(a_declaration_has_the_comment_above_it)
{
	const struct decl *decl;

	assert_silent(scan(docs[_i].text));
	decl = &api.decls.at[api.decls.len - 1];
	ck_assert_str_eq(decl->name, "ct_f");
	if (docs[_i].doc)
		ck_assert_str_eq(decl->comment, docs[_i].doc);
	else
		ck_assert_ptr_null(decl->comment);
}
END_TEST

START_TEST(a_field_has_the_comment_beside_or_above_it)
{
	const struct decl *decl = declared("/** Of all. */\n"
					   "typedef struct ct_s {\n"
					   "\tint a; /**< beside it,\n"
					   "\t\t* on two lines */\n"
					   "\tint b;\n"
					   "\t/** Above it. */\n"
					   "\tint c;\n"
					   "} ct_s;");

	ck_assert_str_eq(decl->comment, "Of all.");
	ck_assert_str_eq(decl->members.at[0].doc, "beside it,\non two lines");
	ck_assert_ptr_null(decl->members.at[1].doc);
	ck_assert_str_eq(decl->members.at[2].doc, "Above it.");
}
END_TEST

START_TEST(an_enumerator_has_the_comment_beside_it)
{
	const struct decl *decl = declared("enum ct_e_value {\n"
					   "\tCT_A = 0, /**< the first */\n"
					   "\tCT_B = 1\n"
					   "};");

	ck_assert_str_eq(decl->members.at[0].doc, "the first");
	ck_assert_ptr_null(decl->members.at[1].doc);
}
END_TEST

START_TEST(comments_directives_and_the_linkages_braces_are_passed_over)
{
	assert_silent(scan("/* CT_API void ct_no(void); */\n"
			   "// CT_API void ct_no(void);\n"
			   "#include <stdint.h>\n"
			   "#ifdef __cplusplus\n"
			   "extern \"C\" {\n"
			   "#endif\n"
			   "struct ct_tensor;\n"
			   ";\n"
			   "CT_API void /* a comment; */ ct_f(void);\n"
			   "#ifdef __cplusplus\n"
			   "}\n"
			   "#endif\n"));
	ck_assert_uint_eq(api.decls.len, 1);
	ck_assert_str_eq(api.decls.at[0].name, "ct_f");
	ck_assert_uint_eq(api.decls.at[0].loc.line, 9);
	ck_assert_uint_eq(api.decls.at[0].loc.column, 1);
}
END_TEST

START_TEST(places_are_right_behind_long_texts_and_odd_indentation)
{
	assert_silent(scan("#define A 1\n\n\n  CT_API void ct_f(void);  CT_API void ct_g(void);\n"
			   "\tCT_API void ct_h(void);"));
	ck_assert_uint_eq(api.decls.len, 4);
	ck_assert_uint_eq(api.decls.at[0].loc.line, 1);
	ck_assert_uint_eq(api.decls.at[1].loc.line, 4);
	ck_assert_uint_eq(api.decls.at[1].loc.column, 3);
	ck_assert_uint_eq(api.decls.at[2].loc.line, 4);
	ck_assert_uint_eq(api.decls.at[2].loc.column, 28);
	ck_assert_uint_eq(api.decls.at[3].loc.line, 5);
	ck_assert_uint_eq(api.decls.at[3].loc.column, 2);
}
END_TEST

/* What a name is followed by where it is said to be. */
static const char *text_at(const char *at, const char *name)
{
	ck_assert_ptr_nonnull(at);
	return strncmp(at, name, strlen(name)) ? at : name;
}

START_TEST(names_have_places)
{
	static const struct {
		const char *text, *name, *member;
	} texts[] = {
		{ "CT_API ct_x *ct_f(ct_x *ct_f_, int ct_f);", "ct_f(ct", "ct_f);" },
		{ "typedef void (*ct_f)(int n CT_LENGTH(n));", "ct_f)", "n CT" },
		{ "typedef struct ct_f {\n\tint f;\n} ct_f;", "ct_f {", "f;" },
		{ "enum ct_f_value { CT_F = 1 };", "ct_f_value", "CT_F =" },
		{ "#  define CT_F(a, b) a\n", "CT_F(a", "b)" },
		{ "static inline int ct_f(int a)\n{\n}", "ct_f(int", "a)" },
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const struct decl *decl = declared(texts[i].text);
		const struct member *last = &decl->members.at[decl->members.len - 1];

		ck_assert_str_eq(text_at(decl_name_at(decl), texts[i].name), texts[i].name);
		ck_assert_str_eq(text_at(last->at, texts[i].member), texts[i].member);
	}
	ck_assert_uint_eq(decl_loc_at(&api.decls.at[0], strchr(api.decls.at[0].begin, '{')).line,
			  2);
}
END_TEST

START_TEST(a_function_has_attributes)
{
	const struct decl *decl = declared("CT_API ct_error ct_f(void) CT_RETURNS_ERROR;");

	ck_assert(decl->returns_error && !decl->is_noexcept);
	decl = declared("CT_API ct_x *ct_f(void) CT_NEW(ct_g) CT_NOEXCEPT CT_PRINTF(1, 2);");
	ck_assert(!decl->returns_error && decl->is_noexcept);
	decl = declared("CT_API void ct_f(void);");
	ck_assert(!decl->returns_error && !decl->is_noexcept);
}
END_TEST

START_TEST(a_header_has_a_guard_and_includes)
{
	const struct header *header;

	assert_silent(scan("/* A header. */\n#ifndef A_H\n#define A_H\n"
			   "#include <a/b.h> /* why */\n#  include \"c.h\"\n#ifndef B\n#endif\n"));
	ck_assert_uint_eq(api.headers.len, 1);
	header = &api.headers.at[0];
	ck_assert_str_eq(header->name, "ctorch/thing.h");
	ck_assert_str_eq(header->guard, "A_H");
	ck_assert_uint_eq(header->includes.len, 2);
	ck_assert_str_eq(header->includes.at[0].name, "<a/b.h>");
	ck_assert_str_eq(header->includes.at[1].name, "\"c.h\"");
	ck_assert_str_eq(text_at(header->includes.at[1].at, "\"c.h"), "\"c.h");
	assert_silent(scan("#include <a.h>\n#ifndef A_H\n#endif\n"));
	ck_assert_ptr_null(api.headers.at[0].guard);
}
END_TEST

START_TEST(headers_are_read_one_by_one)
{
	char *paths[] = { arena_strdup(&arena, path_in_folder("include/b.h")),
			  arena_strdup(&arena, path_in_folder("a.h")) };

	write_file("include/b.h", "#define B 1\n");
	write_file("a.h", "#define A 1\n");
	api = (struct api){ 0 };
	assert_silent(header_scan_files(&arena, &diag, paths, 2, &api));
	ck_assert_uint_eq(api.decls.len, 2);
	ck_assert_str_eq(api.decls.at[0].header, "ctorch/b.h");
	ck_assert_str_eq(api.decls.at[1].header, "ctorch/a.h");
	ck_assert_ptr_nonnull(api_find(&api, DECL_MACRO, "A"));
}
END_TEST

START_TEST(headers_are_read_in_the_order_of_their_names)
{
	write_file("include/b.h", "#define B 1\n");
	write_file("include/a.h", "#define A 1\n");
	write_file("include/B.h", "#define BIG 1\n");
	write_file("include/c.txt", "nonsense;\n");
	api = (struct api){ 0 };
	assert_silent(header_scan(&arena, &diag, path_in_folder("include"), &api));
	ck_assert_uint_eq(api.files.len, 3);
	ck_assert_str_eq(api.decls.at[0].name, "BIG");
	ck_assert_str_eq(api.decls.at[1].name, "A");
	ck_assert_str_eq(api.decls.at[2].name, "B");
	ck_assert_str_eq(api.decls.at[2].header, "ctorch/b.h");
}
END_TEST

/* --- rejected --------------------------------------------------------------------------------- */

#define ENUM_HELP "expected `enum ct_x_value { ... }` after `typedef int32_t ct_x`"
#define NUMBER_HELP "every enumerator needs a number: `CT_X = 1`"
#define MEMBER_HELP "a parameter or field needs a type and a name"
#define ANNOTATION_HELP "unknown annotation: ctorch/core/annotations.h has all of them"

static const struct {
	const char *text; /* one line; the error is at its beginning */
	const char *message;
} refused[] = {
	{ "void ct_f(void);", "unknown kind of declaration" },
	{ "extern int ct_x;", "unknown kind of declaration" },
	{ "union ct_u { int a; };", "unknown kind of declaration" },
	{ "CT_API int ct_x;", "not a function declaration" },
	{ "CT_API ct_f(void);", "not a function declaration" },
	{ "CT_API void ct_f(int);", MEMBER_HELP },
	{ "CT_API void ct_f(int a, );", MEMBER_HELP },
	{ "CT_API void ct_f(int *a CT_NULABLE);", ANNOTATION_HELP },
	{ "CT_API void ct_f(int *a CT_LENGTH);", ANNOTATION_HELP },
	{ "CT_API void ct_f(ct_tensor *);", MEMBER_HELP },
	{ "CT_API void ct_f();", MEMBER_HELP },
	{ "CT_API void ct_f(void (*deleter)(void *data));",
	  "a parameter that is a function needs a typedef for its type" },
	{ "typedef struct ct_s { int; } ct_s;", MEMBER_HELP },
	{ "typedef struct ct_s { int a[3]; } ct_s;", MEMBER_HELP },
	{ "typedef;", "a typedef needs a type and a name" },
	{ "typedef ct_x;", "a typedef needs a type and a name" },
	{ "typedef int ct_x[3];", "a typedef needs a type and a name" },
	{ "typedef int ct_f(void);", "a typedef needs a type and a name" },
	{ "typedef int (*)(void);", "a typedef needs a type and a name" },
	{ "typedef int (*", "the file ends inside a declaration" },
	{ "typedef int (*ct_f);", "not a function type" },
	{ "typedef (*ct_f)(void);", "not a function type" },
	{ "typedef int (*ct_f)(int a;", "not a function type" },
	{ "typedef int (*ct_f)(int);", MEMBER_HELP },
	{ "typedef struct { int a; };", "a typedef needs a type and a name" },
	{ "typedef struct ct_s { int a; } ct_s[2];", "a typedef needs a type and a name" },
	{ "CT_API void *(void);", "not a function declaration" },
	{ "enum ct_value_x { A = 0 };", ENUM_HELP },
	{ "enum ct_x { A = 0 };", ENUM_HELP },
	{ "enum { A = 0 };", ENUM_HELP },
	{ "enum;", ENUM_HELP },
	{ "enum ct_x_value;", ENUM_HELP },
	{ "enum ct_x_value { A };", NUMBER_HELP },
	{ "enum ct_x_value { A = 0, B };", NUMBER_HELP },
	{ "enum ct_x_value { A = B };", NUMBER_HELP },
	{ "enum ct_x_value { A = 1 + 1 };", NUMBER_HELP },
	{ "enum ct_x_value { A = - };", NUMBER_HELP },
	{ "enum ct_x_value { A = 99999999999999999999 };", NUMBER_HELP },
	{ "CT_API void ct_f(void)", "the file ends inside a declaration" },
	{ "typedef struct ct_s { int a;", "the file ends inside a declaration" },
	{ "static inline int f(void) { return 1;", "the file ends inside a declaration" },
	{ "static inline void f(void) { puts(\"}", "the file ends inside a declaration" },
	{ "static inline void f(void) { putchar('\\", "the file ends inside a declaration" },
	{ "enum", "the file ends inside a declaration" },
};

START_TEST(every_other_form_is_reported_with_its_place)
{
	const char *text = refused[_i].text;

	assert_says(scan(arena_printf(&arena, "#define A 1\n %s\n", text)),
		    arena_printf(&arena,
				 "%s/include/thing.h:2:2: error: %s\n"
				 "   %s\n"
				 "   ^\n"
				 "  help: docs/generator.md, \"Public headers\", lists the "
				 "supported forms\n",
				 folder(), refused[_i].message, text));
}
END_TEST

START_TEST(all_complaints_of_all_headers_are_reported)
{
	write_file("include/a.h", "int x;\nint y;\nCT_API void ct_f(void);\n");
	listen_begin();
	ck_assert(!scan("int z;\n"));
	listen_end();
	ck_assert_uint_eq(diag.errors, 3);
	ck_assert_uint_eq(api.decls.len, 1);
}
END_TEST

START_TEST(a_folder_without_headers_is_an_error)
{
	assert_says(
		header_scan(&arena, &diag, path_in_folder("nowhere"), &api),
		arena_printf(&arena,
			     "ctorch-gen: error: no public headers in %s/nowhere: No such file or "
			     "directory\n"
			     "  help: pass the folder of the runtime's headers: --headers DIR\n",
			     folder()));
	assert_says(
		header_scan(&arena, &diag, folder(), &api),
		arena_printf(&arena,
			     "ctorch-gen: error: no public headers in %s\n"
			     "  help: pass the folder of the runtime's headers: --headers DIR\n",
			     folder()));
}
END_TEST

START_TEST(a_header_that_cannot_be_read_is_an_error)
{
	write_file("include/dir.h/x", "");
	listen_begin();
	ck_assert(!scan("#define A 1\n"));
	ck_assert_str_eq(listen_end(),
			 arena_printf(&arena,
				      "%s/include/dir.h: error: cannot open: Is a directory\n",
				      folder()));
}
END_TEST

Suite *header_scan_suite(void)
{
	Suite *suite = suite_create("header_scan");
	TCase *read = add_case(suite, "read"), *refuse = add_case(suite, "refused");

	tcase_add_loop_test(read, a_function_has_a_return_type_and_parameters, 0,
			    sizeof functions / sizeof *functions);
	tcase_add_test(read, a_variadic_function_is_marked);
	tcase_add_test(read, a_handle_and_a_typedef_are_types);
	tcase_add_test(read, the_type_of_a_callback_is_read_like_a_function);
	tcase_add_test(read, annotations_are_no_part_of_a_type);
	tcase_add_test(read, annotations_of_fields_have_their_text);
	tcase_add_test(read, annotations_of_a_function_are_about_what_it_returns);
	tcase_add_test(read, a_struct_has_fields);
	tcase_add_test(read, an_enum_has_the_name_of_its_typedef_and_numbers);
	tcase_add_test(read, a_macro_has_a_name_whatever_it_is);
	tcase_add_test(read, a_macro_that_is_a_text_has_it);
	tcase_add_loop_test(read, a_macro_that_is_a_number_has_it, 0,
			    sizeof numbers / sizeof *numbers);
	tcase_add_test(read, any_other_macro_is_no_number);
	tcase_add_test(read, a_macro_has_parameters);
	tcase_add_loop_test(read, a_macro_has_a_comment, 0, sizeof comments / sizeof *comments);
	tcase_add_loop_test(read, a_declaration_has_the_comment_above_it, 0,
			    sizeof docs / sizeof *docs);
	tcase_add_test(read, a_field_has_the_comment_beside_or_above_it);
	tcase_add_test(read, an_enumerator_has_the_comment_beside_it);
	tcase_add_test(read, an_inline_function_is_read_up_to_its_end);
	tcase_add_test(read, comments_directives_and_the_linkages_braces_are_passed_over);
	tcase_add_test(read, places_are_right_behind_long_texts_and_odd_indentation);
	tcase_add_test(read, names_have_places);
	tcase_add_test(read, a_function_has_attributes);
	tcase_add_test(read, a_header_has_a_guard_and_includes);
	tcase_add_test(read, headers_are_read_one_by_one);
	tcase_add_test(read, headers_are_read_in_the_order_of_their_names);
	tcase_add_loop_test(refuse, every_other_form_is_reported_with_its_place, 0,
			    sizeof refused / sizeof *refused);
	tcase_add_test(refuse, all_complaints_of_all_headers_are_reported);
	tcase_add_test(refuse, a_folder_without_headers_is_an_error);
	tcase_add_test(refuse, a_header_that_cannot_be_read_is_an_error);
	return suite;
}
