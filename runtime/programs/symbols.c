#define _GNU_SOURCE /* dladdr() */

#include "symbols.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const char *library_of(const char *symbol)
{
	void *address = dlsym(RTLD_DEFAULT, symbol);
	Dl_info info;

	return address != NULL && dladdr(address, &info) ? info.dli_fname : "";
}

struct image {
	const char *bytes;
	size_t size;
};

/* Whether so many bytes are in the file from there on. */
static bool has(const struct image *image, size_t offset, size_t size)
{
	return offset <= image->size && size <= image->size - offset;
}

/* The section of the type, or NULL. */
static const ElfW(Shdr) * find_section(const struct image *image, ElfW(Word) type)
{
	const ElfW(Ehdr) *head = (const void *)image->bytes;
	const ElfW(Shdr) *sections = (const void *)(image->bytes + head->e_shoff);

	for (size_t i = 0; i < head->e_shnum; i++)
		if (sections[i].sh_type == type)
			return &sections[i];
	return NULL;
}

/* Undefined ones are others'; absolute ones are the names of versions. */
static bool is_exported(const ElfW(Sym) * symbol)
{
	unsigned binding = symbol->st_info >> 4, type = symbol->st_info & 15;

	return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
	       (binding == STB_GLOBAL || binding == STB_WEAK) &&
	       (type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC);
}

static const char *visit_table(const struct image *image, const ElfW(Shdr) * table,
			       void (*visit)(const char *name))
{
	const ElfW(Ehdr) *head = (const void *)image->bytes;
	const ElfW(Shdr) *sections = (const void *)(image->bytes + head->e_shoff);
	const ElfW(Sym) *symbols = (const void *)(image->bytes + table->sh_offset);
	const ElfW(Shdr) * names;

	if (table->sh_link >= head->e_shnum || !has(image, table->sh_offset, table->sh_size))
		return "its table of symbols is broken";
	names = &sections[table->sh_link];
	if (!has(image, names->sh_offset, names->sh_size))
		return "its names of symbols are broken";
	for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
		if (!is_exported(&symbols[i]))
			continue;
		if (symbols[i].st_name >= names->sh_size)
			return "a symbol's name is broken";
		visit(image->bytes + names->sh_offset + symbols[i].st_name);
	}
	return NULL;
}

static const char *visit_image(const struct image *image, void (*visit)(const char *name))
{
	const ElfW(Ehdr) *head = (const void *)image->bytes;
	const ElfW(Shdr) * table;

	if (!has(image, 0, sizeof *head) || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0)
		return "this is no ELF file";
	if (!has(image, head->e_shoff, head->e_shnum * sizeof *table))
		return "its table of sections is broken";
	table = find_section(image, SHT_DYNSYM);
	return table != NULL ? visit_table(image, table, visit) : "it has no table of symbols";
}

const char *for_each_symbol(const char *path, void (*visit)(const char *name))
{
	const char *problem = NULL;
	struct image image = { 0 };
	struct stat status;
	void *bytes = MAP_FAILED;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file >= 0 && fstat(file, &status) == 0) {
		image.size = (size_t)status.st_size;
		bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, file, 0);
	}
	if (bytes == MAP_FAILED) {
		problem = strerror(errno);
	} else {
		image.bytes = bytes;
		problem = visit_image(&image, visit);
		munmap(bytes, image.size);
	}
	if (file >= 0)
		close(file);
	return problem;
}
