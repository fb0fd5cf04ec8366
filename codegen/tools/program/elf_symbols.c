#include "tools/program/elf_symbols.h"

#include <elf.h>
#include <endian.h>
#include <string.h>

struct elf {
	struct elf_symbols *symbols;
	Elf64_Ehdr head;
	uint64_t sections; /* their number */
};

static bool refuse(struct elf_symbols *symbols, const char *problem, const char *help)
{
	symbols->problem = problem;
	symbols->help = help;
	return false;
}

/* `problem` begins with "broken ELF: ". */
static bool broken(struct elf_symbols *symbols, const char *problem)
{
	return refuse(symbols, problem, "build the file again: it may be incomplete");
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool has(const struct elf_symbols *symbols, uint64_t offset, uint64_t size)
{
	return offset <= symbols->size && symbols->size - offset >= size;
}

static bool get(const struct elf_symbols *symbols, uint64_t offset, void *to, size_t size)
{
	if (!has(symbols, offset, size))
		return false;
	memcpy(to, symbols->bytes + offset, size);
	return true;
}

/* Section `i`, which must exist, in the byte order of this machine. */
static Elf64_Shdr section_at(const struct elf *elf, uint64_t i)
{
	Elf64_Shdr section = { 0 };

	get(elf->symbols, elf->head.e_shoff + i * sizeof section, &section, sizeof section);
	section.sh_type = le32toh(section.sh_type);
	section.sh_link = le32toh(section.sh_link);
	section.sh_offset = le64toh(section.sh_offset);
	section.sh_size = le64toh(section.sh_size);
	section.sh_entsize = le64toh(section.sh_entsize);
	return section;
}

static bool read_head(struct elf *elf)
{
	static const char which[] = "only 64-bit little-endian ELF is supported, like libtorch's";
	static const char half[] = "broken ELF: incomplete header";
	struct elf_symbols *symbols = elf->symbols;
	Elf64_Ehdr *head = &elf->head;

	if (!has(symbols, 0, SELFMAG) || memcmp(symbols->bytes, ELFMAG, SELFMAG))
		return refuse(symbols, "not ELF", which);
	if (!has(symbols, 0, EI_NIDENT))
		return broken(symbols, half);
	if (symbols->bytes[EI_CLASS] != ELFCLASS64)
		return refuse(symbols, "not a 64-bit ELF file", which);
	if (symbols->bytes[EI_DATA] != ELFDATA2LSB)
		return refuse(symbols, "not a little-endian ELF file", which);
	if (!get(symbols, 0, head, sizeof *head))
		return broken(symbols, half);
	head->e_type = le16toh(head->e_type);
	head->e_shoff = le64toh(head->e_shoff);
	head->e_shentsize = le16toh(head->e_shentsize);
	head->e_shnum = le16toh(head->e_shnum);
	if (head->e_type != ET_REL && head->e_type != ET_DYN && head->e_type != ET_EXEC)
		return refuse(symbols, "ELF, but not an object, a shared library or a program",
			      NULL);
	return true;
}

/* If there are too many sections for the header, the first one contains their number. */
static bool count_sections(struct elf *elf)
{
	static const char outside[] = "broken ELF: sections outside the file";
	struct elf_symbols *symbols = elf->symbols;
	const Elf64_Ehdr *head = &elf->head;

	if (!head->e_shoff)
		return refuse(symbols, "has no section table, which locates the symbols",
			      "pass the file as it was before stripping");
	if (head->e_shentsize != sizeof(Elf64_Shdr) ||
	    !has(symbols, head->e_shoff, sizeof(Elf64_Shdr)))
		return broken(symbols, outside);
	elf->sections = head->e_shnum ? head->e_shnum : section_at(elf, 0).sh_size;
	if (elf->sections > (symbols->size - head->e_shoff) / sizeof(Elf64_Shdr))
		return broken(symbols, outside);
	return true;
}

/* --- the symbol table ------------------------------------------------------------------------- */

/* Finds the section with the symbol names, each of which ends with a NUL. */
static bool find_names(const struct elf *elf, const Elf64_Shdr *table)
{
	struct elf_symbols *symbols = elf->symbols;
	Elf64_Shdr names;

	if (table->sh_link >= elf->sections)
		return broken(symbols, "broken ELF: the symbols have no names");
	names = section_at(elf, table->sh_link);
	if (names.sh_type != SHT_STRTAB || !names.sh_size ||
	    !has(symbols, names.sh_offset, names.sh_size) ||
	    symbols->bytes[names.sh_offset + names.sh_size - 1])
		return broken(symbols, "broken ELF: symbol names outside the file");
	symbols->names = symbols->bytes + names.sh_offset;
	symbols->names_size = names.sh_size;
	return true;
}

static bool use_table(const struct elf *elf, const Elf64_Shdr *table)
{
	struct elf_symbols *symbols = elf->symbols;

	if (table->sh_entsize != sizeof(Elf64_Sym) ||
	    !has(symbols, table->sh_offset, table->sh_size))
		return broken(symbols, "broken ELF: symbols outside the file");
	symbols->table = table->sh_offset;
	symbols->count = table->sh_size / sizeof(Elf64_Sym);
	return find_names(elf, table);
}

/* A linked file needs from other files only the symbols in .dynsym. */
static bool find_table(const struct elf *elf)
{
	uint32_t type = elf->head.e_type == ET_REL ? SHT_SYMTAB : SHT_DYNSYM;
	bool found = false;

	for (uint64_t i = 0; i < elf->sections; i++) {
		Elf64_Shdr section = section_at(elf, i);

		if (section.sh_type != type)
			continue;
		if (found)
			return broken(elf->symbols, "broken ELF: two symbol tables");
		found = true;
		if (!use_table(elf, &section))
			return false;
	}
	return found ||
	       refuse(elf->symbols, "has no symbol table: it was stripped, or linked statically",
		      "pass the objects that it was linked from");
}

bool elf_symbols_begin(struct elf_symbols *symbols, const char *bytes, size_t size)
{
	struct elf elf = { .symbols = symbols };

	/* The first entry of a symbol table is always empty. */
	*symbols = (struct elf_symbols){ .bytes = bytes, .size = size, .at = 1 };
	return read_head(&elf) && count_sections(&elf) && find_table(&elf);
}

/* --- a symbol --------------------------------------------------------------------------------- */

bool elf_symbols_next(struct elf_symbols *symbols, struct elf_symbol *symbol)
{
	Elf64_Sym entry;
	uint32_t name;
	unsigned type, binding;

	if (symbols->problem || symbols->at >= symbols->count)
		return false;
	get(symbols, symbols->table + symbols->at++ * sizeof entry, &entry, sizeof entry);
	name = le32toh(entry.st_name);
	if (name >= symbols->names_size)
		return broken(symbols, "broken ELF: a symbol name outside the file");
	type = ELF64_ST_TYPE(entry.st_info);
	binding = ELF64_ST_BIND(entry.st_info);
	symbol->name = symbols->names + name;
	symbol->is_defined = entry.st_shndx != SHN_UNDEF; /* 0 in any byte order */
	/* Absolute symbols are the names of versions. */
	symbol->is_exported = symbol->is_defined && le16toh(entry.st_shndx) != SHN_ABS &&
			      (binding == STB_GLOBAL || binding == STB_WEAK) &&
			      (type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC);
	return true;
}
