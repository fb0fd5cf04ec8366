/* The names in a program's sources, and how they are looked up. object_suite.c tests objects. */
#include "tools/program/program.h"
#include "support.h"

/* --- reading sources -------------------------------------------------------------------------- */

static const char *scanned(const char *text)
{
	struct parts parts = { 0 };

	assert_silent(program_file_read(&arena, &diag, write_file("a.c", text), &parts));
	ck_assert_uint_eq(parts.len, 1);
	return mentions(&parts);
}

static const struct {
	const char *text, *mentions;
} sources[] = {
	{ "", "" },
	{ "{ ct_mm(a, b); }", "called ct_mm:1" },
	{ "{ ct_mm \\\n /* x */ // y\n (a); }", "called ct_mm:1" },
	{ "{\n\n f(ct_mm, &ct_add); }", "named ct_mm:3, named ct_add:3" },
	{ "{ ct_; act_mm(1); ct_m\303\244(1); CT_mm(1); }", "" },
	{ "{ x.ct_mm(1); x->ct_mm(1); }", "" },
	{ "{ ::ct_mm(1); }", "called ct_mm:1" },
	/* comments, texts, numbers */
	{ "// ct_a(1) \\\n ct_b(1)\nint x = ct_c(1);", "called ct_c:3" },
	{ "/* ct_a(1)\n */ x = ct_b(1);", "called ct_b:2" },
	{ "x = \"ct_a(1) \\\" ct_b(\\\\\" + ct_c(1);", "called ct_c:1" },
	{ "x = '\"' + ct_a(1) + '\\'' + ct_b(1);", "called ct_a:1, called ct_b:1" },
	{ "x = 1'000 + ct_a(1) + 0x1'ff + ct_b(1);", "called ct_a:1, called ct_b:1" },
	{ "x = \"open\n+ ct_a(1);", "called ct_a:2" },
	{ "x = R\"(ct_a(1)\n\" ct_b(1))\" + ct_c(1);", "called ct_c:2" },
	{ "x = u8R\"ab(ct_a(1))\" )ab\" + ct_c(1);", "called ct_c:1" },
	{ "x = AR\"(\" + ct_c(1);", "called ct_c:1" },
	/* directives */
	{ "#include <ct_a(1)>\n#error don't ct_b(1)\n{ ct_c(1); }", "called ct_c:3" },
	{ "#include <a> /* ct_a(1)\n ct_b(1) */\n{ ct_c(1); }", "called ct_c:3" },
	{ "#error a /* ct_a(1)\n */ ct_b(1) // ct_c(1)\n{ ct_d(1); }", "called ct_d:3" },
	{ "#include \"a/*.h\"\n{ ct_a(1); } /* */", "called ct_a:2" },
	{ "#pragma a \\\n ct_a(1)\n{ ct_b(1); }", "called ct_b:3" },
	{ "#define A(x) ct_a(x) \\\n ct_b(x)\n", "called ct_a:1, called ct_b:2" },
	{ " # define ct_a(x) ct_b(x)\n", "own ct_a:1, called ct_b:1" },
	{ "#define BEGIN {\nint ct_a(void);", "own ct_a:2" },
	{ "#if ct_a\n#endif\n{ x = a #b + ct_c(1); }", "named ct_a:1, called ct_c:3" },
	/* declarations */
	{ "ct_error ct_a(int);\nct_error *ct_b(int) { }", "named ct_error:1, own ct_a:1, "
							  "named ct_error:2, own ct_b:2" },
	{ "int a = ct_a(1), b = { ct_b(1) };", "called ct_a:1, called ct_b:1" },
	{ "int f() { return ct_a(1); }\nint ct_b() { }", "called ct_a:1, own ct_b:2" },
	{ "int f() { x * ct_a(1); }", "called ct_a:1" },
	{ "extern \"C\" {\nint ct_a(int);\n}\nint ct_b(int);", "own ct_a:2, own ct_b:4" },
	{ "namespace n { int ct_a(int) { return ct_b(1); } }", "own ct_a:1, called ct_b:1" },
	{ "extern int f(void) { return g + ct_a(1); }", "called ct_a:1" },
	{ "int f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\n}\n}\nint ct_a();", "own ct_a:9" },
	{ "{ int (*ct_a)(int), *p = (*ct_b)(1); }", "own ct_a:1, named ct_b:1" },
	{ "{ struct ct_a x; enum ct_b y; }", "own ct_a:1, own ct_b:1" },
	{ "{ f(ct_a); x = f(ct_b)(1); }", "named ct_a:1, named ct_b:1" },
	{ "{ return (*ct_a)(1) + f(2, *ct_b)(1); }", "named ct_a:1, named ct_b:1" },
	{ "X(ct_a)\nX(ct_b)\n", "named ct_a:1, named ct_b:2" },
	{ "{ each(ct_a, { 1, 2 }); a && ct_b; a & b(ct_c); }",
	  "named ct_a:1, named ct_b:1, named ct_c:1" },
	{ "int (ct_a)(int);\nint (*ct_b(int))(int);", "own ct_a:1, own ct_b:2" },
	{ "int (*ct_a[2])(int), (*ct_b)[3];", "own ct_a:1, named ct_b:1" },
	{ "{ int ct_a = 1, b; T *ct_b; V<T> ct_c; int ct_d[2]; for (T ct_e : f) { } }",
	  "own ct_a:1, own ct_b:1, own ct_c:1, own ct_d:1, own ct_e:1" },
	{ "int f(int ct_a, T &ct_b) { return ct_c; }", "own ct_a:1, own ct_b:1, named ct_c:1" },
	{ "struct s { int ct_a, b : 2; T *ct_c; } x = { .ct_a = ct_d };",
	  "own ct_a:1, own ct_c:1, named ct_d:1" },
	{ "{ extern int ct_a(int); ct_b(1); }", "own ct_a:1, called ct_b:1" },
	{ "class A : public B { int ct_a() { TRY ct_b(1); } T *ct_c(); };\n",
	  "own ct_a:1, called ct_b:1, own ct_c:1" },
	{ "{ g((struct s){ a ct_a(1) }); }", "called ct_a:1" },
	{ "int A::ct_a(int) { }\nint b = c::ct_b(1) + A::B::ct_c(1);\nV<T> A::B::ct_d() { }",
	  "own ct_a:1, called ct_b:2, called ct_c:2, own ct_d:3" },
};

START_TEST(a_source_tells_what_it_calls_names_and_declares)
{
	ck_assert_str_eq(scanned(sources[_i].text), sources[_i].mentions);
}
END_TEST

START_TEST(what_does_not_end_is_refused_where_it_begins)
{
	struct parts parts = { 0 };

	assert_says(program_file_read(&arena, &diag, write_file("a.c", "a /* b\nc"), &parts),
		    in_folder("@/a.c:1:3: error: unterminated comment\n"
			      "  a /* b\n"
			      "    ^\n"));
	assert_says(program_file_read(&arena, &diag, write_file("a.h", "\nR\"x(b"), &parts),
		    in_folder("@/a.h:2:2: error: unterminated raw string\n"
			      "  R\"x(b\n"
			      "   ^\n"));
}
END_TEST

/* --- looking up the names --------------------------------------------------------------------- */

static const char list[] = "- func: mm(Tensor self) -> Tensor\n"
			   "  variants: function, method\n"
			   "- func: add.Tensor(Tensor self) -> Tensor\n"
			   "- func: sub.Tensor(Tensor self) -> Tensor\n";
static const char other[] = "- func: mm(Tensor self, int n) -> Tensor\n"
			    "- func: sub.Tensor(Tensor self) -> Tensor\n"
			    "- func: new(Tensor self) -> Tensor\n";

/* The names with the changes that the other release makes, then the names that do not exist. */
static const char *resolved(const char *text, bool *compiles)
{
	struct decl decl = { .kind = DECL_FUNCTION, .name = "ct_version" };
	struct api api = { .decls = { .at = &decl, .len = 1 } };
	struct program program = { .arena = &arena, .model = load_named(list), .api = &api };
	const char *said = "";

	assert_silent(program_file_read(&arena, &diag, write_file("a.c", text), &program.parts));
	program_resolve(&program);
	program_compare(&program, load_named(other));
	for (size_t i = 0; i < program.operators.len; i++) {
		const struct program_name *one = program.operators.at[i];

		said = arena_printf(&arena, "%s%s %s %zu\n", said, one->name,
				    one->change == CHANGE_COUNT ? "stays"
								: change_kind_name(one->change),
				    one->uses.at[0].count);
	}
	for (size_t i = 0; i < program.unknown.len; i++)
		said = arena_printf(&arena, "%s? %s\n", said, program.unknown.at[i]->name);
	*compiles = program_compiles(&program);
	program_free(&program);
	return said;
}

static const struct {
	const char *text, *said;
	bool compiles;
} programs[] = {
	{ "{ ct_sub_Tensor(a); ct_sub_Tensor(b); ct_version(); }", "ct_sub_Tensor stays 2\n",
	  true },
	{ "{ ct_mm(a); }", "ct_mm signature 1\n", false },
	{ "{ ct_Tensor_mm(a); }", "ct_Tensor_mm removed 1\n", false },
	{ "{ ct_add_Tensor(a); }", "ct_add_Tensor removed 1\n", false },
	{ "{ ct_new(a); }", "? ct_new\n", true },
	{ "{ ct_nothing(a); }", "? ct_nothing\n", false },
	{ "int ct_mine(a) { ct_mine(b); int ct_x = ct_y; }", "", true },
	{ "", "", true },
};

START_TEST(a_program_compiles_with_another_release_or_not)
{
	bool compiles;

	ck_assert_str_eq(resolved(programs[_i].text, &compiles), programs[_i].said);
	ck_assert_int_eq(compiles, programs[_i].compiles);
}
END_TEST

Suite *program_suite(void)
{
	Suite *suite = suite_create("program");
	TCase *tcase = add_case(suite, "sources");

	tcase_add_loop_test(tcase, a_source_tells_what_it_calls_names_and_declares, 0,
			    sizeof sources / sizeof *sources);
	tcase_add_test(tcase, what_does_not_end_is_refused_where_it_begins);
	tcase = add_case(suite, "programs");
	tcase_add_loop_test(tcase, a_program_compiles_with_another_release_or_not, 0,
			    sizeof programs / sizeof *programs);
	return suite;
}
