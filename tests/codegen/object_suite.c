/* The names in objects, linked files and archives: ELF as stored in a file. */
#include "tools/program/elf_symbols.h"
#include "support.h"

#include <ar.h>
#include <elf.h>
#include <stdio.h>

enum { SYMBOLS = 4, SECTIONS = 3 };

/* An object as stored in a file; `names` are those of the symbols, each with its NUL. */
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

#define BUILD_AGAIN "  help: build the file again: it may be incomplete\n"

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
	assert_broken(bad, "sections outside the file");
	bad = good, bad.head.e_shoff = sizeof bad - 1;
	assert_broken(bad, "sections outside the file");
	bad = good, bad.head.e_shnum = 1000;
	assert_broken(bad, "sections outside the file");
	bad = good, bad.head.e_shnum = 0, bad.sections[0].sh_size = UINT64_MAX;
	assert_broken(bad, "sections outside the file");
	bad = good, bad.head.e_shentsize = 1;
	assert_broken(bad, "sections outside the file");
	bad = good, bad.sections[1].sh_offset = UINT64_MAX - 8;
	assert_broken(bad, "symbols outside the file");
	bad = good, bad.sections[1].sh_size = UINT64_MAX;
	assert_broken(bad, "symbols outside the file");
	bad = good, bad.sections[1].sh_entsize = 0;
	assert_broken(bad, "symbols outside the file");
	bad = good, bad.sections[1].sh_link = SECTIONS;
	assert_broken(bad, "the symbols have no names");
	bad = good, bad.sections[2].sh_size++;
	assert_broken(bad, "symbol names outside the file");
	bad = good, bad.sections[2].sh_offset = UINT64_MAX;
	assert_broken(bad, "symbol names outside the file");
	bad = good, bad.names[sizeof bad.names - 1] = 'x';
	assert_broken(bad, "symbol names outside the file");
	bad = good, bad.symbols[3].st_name = sizeof bad.names;
	assert_broken(bad, "a symbol name outside the file");
	bad = good, bad.sections[2] = bad.sections[1];
	assert_broken(bad, "symbol names outside the file");
}
END_TEST

START_TEST(half_an_object_is_refused_wherever_it_ends)
{
	const struct object object = make_object(ET_REL, SHT_SYMTAB);

	for (size_t size = SELFMAG; size < sizeof object; size++) {
		struct parts parts = { 0 };

		diag = (struct diag){ 0 }; /* after many errors, it would show no more */
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
	ck_assert_str_eq(refusal(&object), "error: not a 64-bit ELF file");
	object = make_object(ET_REL, SHT_SYMTAB);
	object.head.e_ident[EI_DATA] = ELFDATA2MSB;
	ck_assert_str_eq(refusal(&object), "error: not a little-endian ELF file");
	object = make_object(ET_CORE, SHT_SYMTAB);
	ck_assert_str_eq(refusal(&object), "error: ELF, but not an object, a shared library "
					   "or a program");
	object = make_object(ET_REL, SHT_DYNSYM);
	ck_assert_str_eq(refusal(&object), "error: has no symbol table: it was stripped, or "
					   "linked statically");
	object = make_object(ET_REL, SHT_SYMTAB);
	object.head.e_shoff = 0;
	ck_assert_str_eq(refusal(&object), "error: has no section table, which locates the "
					   "symbols");
	object = make_object(ET_REL, SHT_SYMTAB);
	strcpy(object.names + 1, "__gnu_lto_slim");
	ck_assert_str_eq(refusal(&object),
			 "error: an object compiled with -flto has no symbols yet");
}
END_TEST

/* A library has symbols of all kinds; other files can use only those of functions and objects. */
static const struct {
	unsigned char info;
	uint16_t section;
	bool is_exported;
} kinds_of_symbols[] = {
	{ ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 1, true },
	{ ELF64_ST_INFO(STB_WEAK, STT_FUNC), 1, true },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 1, true },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC), 1, true },
	{ ELF64_ST_INFO(STB_LOCAL, STT_FUNC), 1, false },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), SHN_UNDEF, false },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), SHN_ABS, false },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_SECTION), 1, false },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), 1, false },
	{ ELF64_ST_INFO(STB_GLOBAL, STT_TLS), 1, false },
};

START_TEST(functions_and_objects_that_a_library_defines_for_others_are_exported)
{
	struct object object = make_object(ET_DYN, SHT_DYNSYM);
	struct elf_symbols symbols;
	struct elf_symbol symbol;

	object.symbols[1].st_info = kinds_of_symbols[_i].info;
	object.symbols[1].st_shndx = kinds_of_symbols[_i].section;
	ck_assert(elf_symbols_begin(&symbols, (const char *)&object, sizeof object));
	ck_assert(elf_symbols_next(&symbols, &symbol));
	ck_assert_str_eq(symbol.name, "ct_mm");
	ck_assert_int_eq(symbol.is_exported, kinds_of_symbols[_i].is_exported);
	ck_assert_int_eq(symbol.is_defined, kinds_of_symbols[_i].section != SHN_UNDEF);
	ck_assert(elf_symbols_next(&symbols, &symbol) && elf_symbols_next(&symbols, &symbol));
	ck_assert(!elf_symbols_next(&symbols, &symbol) && !symbols.problem);
}
END_TEST

START_TEST(what_is_not_elf_is_refused)
{
	static const char text[] = "a text, as long as the head of an object is, or a bit longer";
	struct elf_symbols symbols;

	for (size_t size = 0; size < sizeof text; size++) {
		ck_assert(!elf_symbols_begin(&symbols, text, size));
		ck_assert_str_eq(symbols.problem, "not ELF");
	}
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
		/* A file that ends after a member is an archive with fewer members. */
		ck_assert_msg(fine ? !*said : strstr(said, "broken") != NULL, "%zu bytes: %s", size,
			      said);
		ck_assert_uint_lt(parts.len, 3);
	}
	strbuf_free(&archive);
}
END_TEST

/* --- small files in which much overlaps --- */

static void repeat(struct strbuf *out, const char *text, size_t times)
{
	while (times--)
		strbuf_add(out, text);
}

/* Symbols whose names begin three bytes apart in one text of 300 KB. */
START_TEST(names_of_symbols_that_overlap_cost_no_more_than_others)
{
	enum { MANY = 100000 };
	struct object object = make_object(ET_REL, SHT_SYMTAB);
	struct strbuf names = { 0 }, file = { 0 };
	struct parts parts = { 0 };

	repeat(&names, "ct_", MANY);
	strbuf_add_bytes(&names, "", 1);
	object.sections[1].sh_size = MANY * sizeof(Elf64_Sym);
	object.sections[2].sh_offset = offsetof(struct object, symbols) + MANY * sizeof(Elf64_Sym);
	object.sections[2].sh_size = names.length;
	strbuf_add_bytes(&file, (const char *)&object, offsetof(struct object, symbols));
	for (size_t i = 0; i < MANY; i++)
		strbuf_add_bytes(&file, (const char *)&(Elf64_Sym){ .st_name = (uint32_t)i * 3 },
				 sizeof(Elf64_Sym));
	strbuf_add_bytes(&file, names.text, names.length);
	assert_silent(program_file_read(&arena, &diag, write_bytes("a.o", file.text, file.length),
					&parts));
	/* "ct_ct_" to 85 times "ct_"; the first symbol of a table is no symbol. */
	ck_assert_uint_eq(parts.at[0].mentions.len, 84);
	strbuf_free(&names);
	strbuf_free(&file);
}
END_TEST

START_TEST(neither_do_names_of_members_of_an_archive)
{
	enum { MANY = 4000 };
	const struct object object = make_object(ET_REL, SHT_SYMTAB);
	struct strbuf names = { 0 }, archive = { 0 };
	struct parts parts = { 0 };

	repeat(&names, "nnnnnnnnnn", MANY * 100);
	strbuf_add(&archive, ARMAG);
	add_member(&archive, "//", names.text, names.length);
	for (size_t i = 0; i < MANY; i++)
		add_member(&archive, "/0", &object, sizeof object);
	assert_silent(program_file_read(&arena, &diag,
					write_bytes("x.a", archive.text, archive.length), &parts));
	ck_assert_uint_eq(parts.len, MANY);
	ck_assert_uint_lt(strlen(parts.at[0].path), 1000);
	strbuf_free(&names);
	strbuf_free(&archive);
}
END_TEST

Suite *object_suite(void)
{
	Suite *suite = suite_create("object");
	TCase *tcase = add_case(suite, "objects");
	tcase_add_test(tcase, an_object_and_what_is_linked_tell_what_they_ask_for);
	tcase_add_test(tcase, sections_may_be_counted_in_the_first_of_them);
	tcase_add_test(tcase, numbers_that_lead_out_of_the_object_are_refused);
	tcase_add_test(tcase, half_an_object_is_refused_wherever_it_ends);
	tcase_add_test(tcase, other_machines_and_other_files_are_refused);
	tcase_add_loop_test(tcase,
			    functions_and_objects_that_a_library_defines_for_others_are_exported, 0,
			    sizeof kinds_of_symbols / sizeof *kinds_of_symbols);
	tcase_add_test(tcase, what_is_not_elf_is_refused);
	tcase_add_test(tcase, an_archive_is_its_members_with_their_names);
	tcase_add_test(tcase, names_of_symbols_that_overlap_cost_no_more_than_others);
	tcase_add_test(tcase, neither_do_names_of_members_of_an_archive);
	return suite;
}
