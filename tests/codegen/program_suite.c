/* The names that the files of a program have, in C, ELF, archives; and what becomes of them. */
#include "program.h"
#include "source.h"
#include "support.h"

#include <ar.h>
#include <elf.h>
#include <stdio.h>

/* --- what is read ----------------------------------------------------------------------------- */

/* "called ct_a:1, own ct_b:2", in the order of the file. */
static const char *mentions(const struct parts *parts)
{
	static const char *const kinds[] = { "own", "named", "called" };
	const char *text = "";

	for (size_t i = 0; i < parts->len; i++) {
		for (size_t j = 0; j < parts->at[i].mentions.len; j++) {
			const struct mention *one = &parts->at[i].mentions.at[j];

			text = arena_printf(&arena, "%s%s%s %s:%zu", text, *text ? ", " : "",
					    kinds[one->kind], one->name, one->line);
		}
	}
	return text;
}

static const char *scanned(const char *text)
{
	struct parts parts = { 0 };

	assert_silent(program_file_read(&arena, &diag, write_file("a.c", text), &parts));
	ck_assert_uint_eq(parts.len, 1);
	return mentions(&parts);
}

/* --- C ---------------------------------------------------------------------------------------- */

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
		    in_folder("@/a.c:1:3: error: a comment that does not end\n"
			      "  a /* b\n"
			      "    ^\n"));
	assert_says(program_file_read(&arena, &diag, write_file("a.h", "\nR\"x(b"), &parts),
		    in_folder("@/a.h:2:2: error: a raw string that does not end\n"
			      "  R\"x(b\n"
			      "   ^\n"));
}
END_TEST

/* --- ELF -------------------------------------------------------------------------------------- */

enum { SYMBOLS = 4, SECTIONS = 3 };

/* An object as it lies in a file; the names are those of the symbols, each with its NUL. */
struct object {
	Elf64_Ehdr head;
	Elf64_Shdr sections[SECTIONS];
	Elf64_Sym symbols[SYMBOLS];
	char names[64];
};

static const char object_names[] = "\0ct_mm\0ct_own\0ct_add@V_1";

static struct object make_object(uint16_t type, uint32_t table)
{
	struct object object = {
		.head = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
				       ELFDATA2LSB },
			  .e_type = type,
			  .e_shoff = offsetof(struct object, sections),
			  .e_shentsize = sizeof(Elf64_Shdr),
			  .e_shnum = SECTIONS },
		.sections = { { 0 },
			      { .sh_type = table,
				.sh_link = 2,
				.sh_offset = offsetof(struct object, symbols),
				.sh_size = SYMBOLS * sizeof(Elf64_Sym),
				.sh_entsize = sizeof(Elf64_Sym) },
			      { .sh_type = SHT_STRTAB,
				.sh_offset = offsetof(struct object, names),
				.sh_size = sizeof object.names } },
		.symbols = { { 0 },
			     { .st_name = 1 },
			     { .st_name = 7, .st_shndx = 1 },
			     { .st_name = 14 } },
	};

	memcpy(object.names, object_names, sizeof object_names);
	return object;
}

static bool read_object(const struct object *object, size_t size, struct parts *parts)
{
	return program_file_read(&arena, &diag, write_bytes("a.o", (const char *)object, size),
				 parts);
}

static const char expected_mentions[] = "called ct_mm:0, own ct_own:0, called ct_add:0";

START_TEST(an_object_and_what_is_linked_tell_what_they_ask_for)
{
	static const struct {
		uint16_t type;
		uint32_t table;
	} kinds[] = { { ET_REL, SHT_SYMTAB }, { ET_DYN, SHT_DYNSYM }, { ET_EXEC, SHT_DYNSYM } };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct object object = make_object(kinds[i].type, kinds[i].table);
		struct parts parts = { 0 };

		assert_silent(read_object(&object, sizeof object, &parts));
		ck_assert_str_eq(mentions(&parts), expected_mentions);
		ck_assert_str_eq(parts.at[0].path, in_folder("@/a.o"));
	}
}
END_TEST

START_TEST(sections_may_be_counted_in_the_first_of_them)
{
	struct object object = make_object(ET_REL, SHT_SYMTAB);
	struct parts parts = { 0 };

	object.head.e_shnum = 0;
	object.sections[0].sh_size = SECTIONS;
	assert_silent(read_object(&object, sizeof object, &parts));
	ck_assert_str_eq(mentions(&parts), expected_mentions);
}
END_TEST

#define BUILD_AGAIN "  help: build it again; this may be half a file\n"

#define assert_broken(object, what)                                                         \
	do {                                                                                \
		struct parts parts_ = { 0 };                                                \
		assert_says(read_object(&(object), sizeof(object), &parts_),                \
			    in_folder("@/a.o: error: broken ELF: " what "\n" BUILD_AGAIN)); \
		ck_assert_uint_eq(parts_.len, 0);                                           \
	} while (0)

START_TEST(numbers_that_lead_out_of_the_object_are_refused)
{
	const struct object good = make_object(ET_REL, SHT_SYMTAB);
	struct object bad = good;

	bad.head.e_shoff = UINT64_MAX;
	assert_broken(bad, "its sections are not in it");
	bad = good, bad.head.e_shoff = sizeof bad - 1;
	assert_broken(bad, "its sections are not in it");
	bad = good, bad.head.e_shnum = 1000;
	assert_broken(bad, "its sections are not in it");
	bad = good, bad.head.e_shnum = 0, bad.sections[0].sh_size = UINT64_MAX;
	assert_broken(bad, "its sections are not in it");
	bad = good, bad.head.e_shentsize = 1;
	assert_broken(bad, "its sections are not in it");
	bad = good, bad.sections[1].sh_offset = UINT64_MAX - 8;
	assert_broken(bad, "its symbols are not in it");
	bad = good, bad.sections[1].sh_size = UINT64_MAX;
	assert_broken(bad, "its symbols are not in it");
	bad = good, bad.sections[1].sh_entsize = 0;
	assert_broken(bad, "its symbols are not in it");
	bad = good, bad.sections[1].sh_link = SECTIONS;
	assert_broken(bad, "its symbols have no names");
	bad = good, bad.sections[2].sh_size++;
	assert_broken(bad, "the names of its symbols are not in it");
	bad = good, bad.sections[2].sh_offset = UINT64_MAX;
	assert_broken(bad, "the names of its symbols are not in it");
	bad = good, bad.names[sizeof bad.names - 1] = 'x';
	assert_broken(bad, "the names of its symbols are not in it");
	bad = good, bad.symbols[3].st_name = sizeof bad.names;
	assert_broken(bad, "the name of a symbol is not in it");
	bad = good, bad.sections[2] = bad.sections[1];
	assert_broken(bad, "the names of its symbols are not in it");
}
END_TEST

START_TEST(half_an_object_is_refused_wherever_it_ends)
{
	const struct object object = make_object(ET_REL, SHT_SYMTAB);

	for (size_t size = SELFMAG; size < sizeof object; size++) {
		struct parts parts = { 0 };

		diag = (struct diag){ 0 }; /* which after many errors shows no more */
		listen_begin();
		bool fine = read_object(&object, size, &parts);
		const char *said = listen_end();

		ck_assert_msg(!fine && strstr(said, "broken ELF"), "%zu bytes: %s", size, said);
	}
}
END_TEST

static const char *refusal(const struct object *object)
{
	struct parts parts = { 0 };

	listen_begin();
	bool fine = read_object(object, sizeof *object, &parts);
	const char *said = listen_end(), *begin = strstr(said, "error: ");

	ck_assert_msg(!fine && begin, "%s", said);
	return arena_strndup(&arena, begin, strcspn(begin, "\n"));
}

START_TEST(other_machines_and_other_files_are_refused)
{
	struct object object = make_object(ET_REL, SHT_SYMTAB);

	object.head.e_ident[EI_CLASS] = ELFCLASS32;
	ck_assert_str_eq(refusal(&object), "error: not for a machine of 64 bits");
	object = make_object(ET_REL, SHT_SYMTAB);
	object.head.e_ident[EI_DATA] = ELFDATA2MSB;
	ck_assert_str_eq(refusal(&object), "error: not for a little-endian machine");
	object = make_object(ET_CORE, SHT_SYMTAB);
	ck_assert_str_eq(refusal(&object), "error: ELF, but neither an object, nor a shared "
					   "library, nor a program");
	object = make_object(ET_REL, SHT_DYNSYM);
	ck_assert_str_eq(refusal(&object), "error: has no table of symbols: it was stripped, or "
					   "linked statically");
	object = make_object(ET_REL, SHT_SYMTAB);
	object.head.e_shoff = 0;
	ck_assert_str_eq(refusal(&object), "error: has no sections, which tell where its symbols "
					   "are");
	object = make_object(ET_REL, SHT_SYMTAB);
	strcpy(object.names + 1, "__gnu_lto_slim");
	ck_assert_str_eq(refusal(&object), "error: an object of -flto, which has no symbols yet");
}
END_TEST

/* --- archives --------------------------------------------------------------------------------- */

static void add_member(struct strbuf *archive, const char *name, const void *bytes, size_t size)
{
	struct ar_hdr head;
	char text[sizeof head + 1];

	snprintf(text, sizeof text, "%-16s%-12s%-6s%-6s%-8s%-10zu%s", name, "0", "0", "0", "644",
		 size, ARFMAG);
	strbuf_add_bytes(archive, text, sizeof head);
	strbuf_add_bytes(archive, bytes, size);
	strbuf_add(archive, size % 2 ? "\n" : "");
}

START_TEST(an_archive_is_its_members_with_their_names)
{
	static const char long_names[] = "a_name_that_is_long.o/\nb\033.o/\n", odd[] = "odd";
	const struct object object = make_object(ET_REL, SHT_SYMTAB);
	struct strbuf archive = { 0 };
	struct parts parts = { 0 };

	strbuf_add(&archive, ARMAG);
	add_member(&archive, "/", odd, 3);
	add_member(&archive, "//", long_names, sizeof long_names - 1);
	add_member(&archive, "/0", &object, sizeof object);
	add_member(&archive, "/23", &object, sizeof object);
	add_member(&archive, "short.o/", &object, sizeof object);
	assert_silent(program_file_read(&arena, &diag,
					write_bytes("x.a", archive.text, archive.length), &parts));
	ck_assert_uint_eq(parts.len, 3);
	ck_assert_str_eq(parts.at[0].path, in_folder("@/x.a(a_name_that_is_long.o)"));
	ck_assert_str_eq(parts.at[1].path, in_folder("@/x.a(b?.o)"));
	ck_assert_str_eq(parts.at[2].path, in_folder("@/x.a(short.o)"));
	for (size_t size = SARMAG + 1; size < archive.length; size++) {
		bool fine;
		const char *said;

		parts.len = 0;
		diag = (struct diag){ 0 };
		listen_begin();
		fine = program_file_read(&arena, &diag, write_bytes("x.a", archive.text, size),
					 &parts);
		said = listen_end();
		/* What ends behind a member is an archive with fewer of them. */
		ck_assert_msg(fine ? !*said : strstr(said, "broken") != NULL, "%zu bytes: %s", size,
			      said);
		ck_assert_uint_lt(parts.len, 3);
	}
	strbuf_free(&archive);
}
END_TEST

/* --- what becomes of it ----------------------------------------------------------------------- */

static const char list[] = "- func: mm(Tensor self) -> Tensor\n"
			   "  variants: function, method\n"
			   "- func: add.Tensor(Tensor self) -> Tensor\n"
			   "- func: sub.Tensor(Tensor self) -> Tensor\n";
static const char other[] = "- func: mm(Tensor self, int n) -> Tensor\n"
			    "- func: sub.Tensor(Tensor self) -> Tensor\n"
			    "- func: new(Tensor self) -> Tensor\n";

/* The names with the changes that the other release makes, then those that there are not. */
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
	tcase = add_case(suite, "objects");
	tcase_add_test(tcase, an_object_and_what_is_linked_tell_what_they_ask_for);
	tcase_add_test(tcase, sections_may_be_counted_in_the_first_of_them);
	tcase_add_test(tcase, numbers_that_lead_out_of_the_object_are_refused);
	tcase_add_test(tcase, half_an_object_is_refused_wherever_it_ends);
	tcase_add_test(tcase, other_machines_and_other_files_are_refused);
	tcase_add_test(tcase, an_archive_is_its_members_with_their_names);
	tcase = add_case(suite, "programs");
	tcase_add_loop_test(tcase, a_program_compiles_with_another_release_or_not, 0,
			    sizeof programs / sizeof *programs);
	return suite;
}
