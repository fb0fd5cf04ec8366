/*
 * What objects, shared libraries, programs and archives of them ask of others: the undefined
 * symbols, and the defined ones, which other files of the program may ask for. Nothing in the file
 * is believed: each place is looked at only if the file has it.
 */
#include <ar.h>
#include <elf.h>
#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program_file.h"

struct elf {
	struct arena *arena;
	struct diag *diag;
	struct source source; /* of an archive, the member */
	Elf64_Ehdr head;
	uint64_t sections; /* how many */
	struct part part;
};

static const char build_again[] = "build it again; this may be half a file";

static bool refuse(struct diag *diag, const struct source *source, const char *help,
		   const char *text)
{
	diag_error(diag, (struct loc){ .source = source }, help, "%s", text);
	return false;
}

static bool broken(const struct elf *elf, const char *what)
{
	diag_error(elf->diag, (struct loc){ .source = &elf->source }, build_again, "broken ELF: %s",
		   what);
	return false;
}

/* --- parts of the file ------------------------------------------------------------------------ */

static bool has(const struct source *source, uint64_t offset, uint64_t size)
{
	return offset <= source->size && source->size - offset >= size;
}

static bool get(const struct source *source, uint64_t offset, void *to, size_t size)
{
	if (!has(source, offset, size))
		return false;
	memcpy(to, source->text + offset, size);
	return true;
}

/* Section `i`, of which there are enough; its numbers are this machine's. */
static Elf64_Shdr section_at(const struct elf *elf, uint64_t i)
{
	Elf64_Shdr section = { 0 };

	get(&elf->source, elf->head.e_shoff + i * sizeof section, &section, sizeof section);
	section.sh_type = le32toh(section.sh_type);
	section.sh_link = le32toh(section.sh_link);
	section.sh_offset = le64toh(section.sh_offset);
	section.sh_size = le64toh(section.sh_size);
	section.sh_entsize = le64toh(section.sh_entsize);
	return section;
}

static bool read_head(struct elf *elf)
{
	static const char which[] = "only ELF of 64 bits is read, little-endian, as libtorch's is";
	const struct source *source = &elf->source;
	Elf64_Ehdr *head = &elf->head;

	if (source->size < EI_NIDENT)
		return broken(elf, "its head is not whole");
	if (source->text[EI_CLASS] != ELFCLASS64)
		return refuse(elf->diag, source, which, "not for a machine of 64 bits");
	if (source->text[EI_DATA] != ELFDATA2LSB)
		return refuse(elf->diag, source, which, "not for a little-endian machine");
	if (!get(source, 0, head, sizeof *head))
		return broken(elf, "its head is not whole");
	head->e_type = le16toh(head->e_type);
	head->e_shoff = le64toh(head->e_shoff);
	head->e_shentsize = le16toh(head->e_shentsize);
	head->e_shnum = le16toh(head->e_shnum);
	if (head->e_type != ET_REL && head->e_type != ET_DYN && head->e_type != ET_EXEC)
		return refuse(elf->diag, source, NULL,
			      "ELF, but neither an object, nor a shared library, nor a program");
	return true;
}

/* Where there are too many for the head, their number is in the first section. */
static bool count_sections(struct elf *elf)
{
	const Elf64_Ehdr *head = &elf->head;

	if (!head->e_shoff)
		return refuse(elf->diag, &elf->source, "name what it was before it was stripped",
			      "has no sections, which tell where its symbols are");
	if (head->e_shentsize != sizeof(Elf64_Shdr) ||
	    !has(&elf->source, head->e_shoff, sizeof(Elf64_Shdr)))
		return broken(elf, "its sections are not in it");
	elf->sections = head->e_shnum ? head->e_shnum : section_at(elf, 0).sh_size;
	if (elf->sections > (elf->source.size - head->e_shoff) / sizeof(Elf64_Shdr))
		return broken(elf, "its sections are not in it");
	return true;
}

/* --- symbols ---------------------------------------------------------------------------------- */

/* The names of the symbols: a section of texts, each with a NUL behind it. */
static bool find_names(const struct elf *elf, const Elf64_Shdr *symbols, Elf64_Shdr *names)
{
	if (symbols->sh_link >= elf->sections)
		return broken(elf, "its symbols have no names");
	*names = section_at(elf, symbols->sh_link);
	if (names->sh_type != SHT_STRTAB || !names->sh_size ||
	    !has(&elf->source, names->sh_offset, names->sh_size) ||
	    elf->source.text[names->sh_offset + names->sh_size - 1])
		return broken(elf, "the names of its symbols are not in it");
	return true;
}

/* A name of a program's own symbol table may have a version behind it: "ct_mm@CTORCH_0". */
static bool add_symbol(struct elf *elf, const Elf64_Sym *symbol, const Elf64_Shdr *names)
{
	uint32_t at = le32toh(symbol->st_name);
	bool is_defined = symbol->st_shndx != SHN_UNDEF; /* 0 in any order of bytes */
	const char *name;

	if (at >= names->sh_size)
		return broken(elf, "the name of a symbol is not in it");
	name = elf->source.text + names->sh_offset + at;
	if (!strcmp(name, "__gnu_lto_slim"))
		return refuse(elf->diag, &elf->source,
			      "compile it without -flto, or name what it is linked to",
			      "an object of -flto, which has no symbols yet");
	part_add(elf->arena, &elf->part, name, strcspn(name, "@"),
		 is_defined ? MENTION_OWN : MENTION_CALLED, 0);
	return true;
}

static bool read_symbols(struct elf *elf, const Elf64_Shdr *section)
{
	Elf64_Shdr names;
	Elf64_Sym symbol;

	if (section->sh_entsize != sizeof symbol ||
	    !has(&elf->source, section->sh_offset, section->sh_size))
		return broken(elf, "its symbols are not in it");
	if (!find_names(elf, section, &names))
		return false;
	for (uint64_t i = 1; i < section->sh_size / sizeof symbol; i++) {
		get(&elf->source, section->sh_offset + i * sizeof symbol, &symbol, sizeof symbol);
		if (!add_symbol(elf, &symbol, &names))
			return false;
	}
	return true;
}

/* What is linked asks the loader only for what is in .dynsym. */
static bool read_tables(struct elf *elf)
{
	uint32_t wanted = elf->head.e_type == ET_REL ? SHT_SYMTAB : SHT_DYNSYM;
	bool found = false;

	for (uint64_t i = 0; i < elf->sections; i++) {
		Elf64_Shdr section = section_at(elf, i);

		if (section.sh_type != wanted)
			continue;
		if (found)
			return broken(elf, "it has two tables of symbols");
		found = true;
		if (!read_symbols(elf, &section))
			return false;
	}
	return found || refuse(elf->diag, &elf->source, "name the objects that it was linked from",
			       "has no table of symbols: it was stripped, or linked statically");
}

static bool read_elf(struct arena *arena, struct diag *diag, struct source source,
		     struct parts *parts)
{
	struct elf elf = { .arena = arena, .diag = diag, .source = source };

	elf.part.path = source.path;
	if (!read_head(&elf) || !count_sections(&elf) || !read_tables(&elf))
		return false;
	vec_push(arena, parts, elf.part);
	return true;
}

/* --- archives --------------------------------------------------------------------------------- */

static const char thin_begin[] = "!<thin>\n";

static bool begins(const struct source *source, const char *text)
{
	return source->size >= strlen(text) && !memcmp(source->text, text, strlen(text));
}

/* What is not printable could do anything to a terminal. */
static const char *member_name(struct arena *arena, const char *archive, const char *name,
			       size_t length)
{
	char *plain = arena_strndup(arena, name, length);

	for (char *c = plain; *c; c++)
		*c = *c < ' ' || *c > '~' ? '?' : *c;
	return arena_printf(arena, "%s(%s)", archive, plain);
}

/* "hello.o/"; "/12" of a name that is so long that it stands in the member "//". */
static const char *name_of(struct arena *arena, const struct source *archive,
			   const struct source *long_names, const struct ar_hdr *head)
{
	size_t at = (size_t)strtoul(
		arena_strndup(arena, head->ar_name + 1, sizeof head->ar_name - 1), NULL, 10);
	const char *name = head->ar_name, *end;
	size_t most = sizeof head->ar_name;

	if (*name == '/' && at < long_names->size) {
		name = long_names->text + at;
		most = long_names->size - at;
	}
	for (end = name; (size_t)(end - name) < most && *end != '/' && *end != '\n';)
		end++;
	return member_name(arena, archive->path, name, (size_t)(end - name));
}

/* Tables of the archive's own: of symbols, and of long names. */
static bool is_table(const struct ar_hdr *head)
{
	return !strncmp(head->ar_name, "/ ", 2) || !strncmp(head->ar_name, "/SYM64/", 7) ||
	       !strncmp(head->ar_name, "// ", 3);
}

/* False when it is no number: digits, then blanks. */
static bool member_size(struct arena *arena, const struct ar_hdr *head, size_t *size)
{
	const char *digits = arena_strndup(arena, head->ar_size, sizeof head->ar_size);
	size_t length = strspn(digits, "0123456789");

	*size = (size_t)strtoull(digits, NULL, 10);
	return length && !digits[length + strspn(digits + length, " ")];
}

static bool read_member(struct arena *arena, struct diag *diag, struct source member,
			struct parts *parts)
{
	if (begins(&member, ELFMAG))
		return read_elf(arena, diag, member, parts);
	return refuse(diag, &member, NULL, "a member of the archive that is not ELF");
}

static bool read_archive(struct arena *arena, struct diag *diag, const struct source *archive,
			 struct parts *parts)
{
	struct source long_names = { .text = "" };
	struct ar_hdr head;
	bool fine = true;
	size_t size = 0;

	for (size_t at = SARMAG; at < archive->size; at += size + size % 2) {
		struct source member = { .text = archive->text + at + sizeof head };

		if (!get(archive, at, &head, sizeof head) ||
		    memcmp(head.ar_fmag, ARFMAG, sizeof head.ar_fmag) ||
		    !member_size(arena, &head, &size) || !has(archive, at + sizeof head, size))
			return refuse(diag, archive, build_again, "a broken archive");
		at += sizeof head;
		member.size = size;
		if (!strncmp(head.ar_name, "// ", 3))
			long_names = member;
		if (is_table(&head))
			continue;
		member.path = name_of(arena, archive, &long_names, &head);
		fine &= read_member(arena, diag, member, parts);
	}
	return fine;
}

/* --- both ------------------------------------------------------------------------------------- */

bool object_is(const struct source *source)
{
	return begins(source, ELFMAG) || begins(source, ARMAG) || begins(source, thin_begin);
}

bool object_read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts)
{
	if (begins(source, thin_begin))
		return refuse(diag, source, "name the objects instead",
			      "a thin archive, which has none of its objects in it");
	if (begins(source, ARMAG))
		return read_archive(arena, diag, source, parts);
	return read_elf(arena, diag, *source, parts);
}
