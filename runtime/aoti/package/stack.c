/*
 * The mark of code that needs an executable stack. Packages have it although nothing in them does:
 * the linker sets it since the object with the weights does not say otherwise. glibc 2.41 refuses to
 * load such code, and earlier releases make the stacks of the process executable for it.
 */
#include <elf.h>
#include <string.h>

#include "aoti/package/package.h"

/* Whether all program headers are in the bytes; the linker says what else is wrong. */
static bool has_parts(const Elf64_Ehdr *header, size_t n)
{
	return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->e_ident[EI_CLASS] == ELFCLASS64 &&
	       header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phoff <= n &&
	       (n - header->e_phoff) / sizeof(Elf64_Phdr) >= header->e_phnum;
}

void ct_aoti_clear_stack_mark(unsigned char *library, size_t n)
{
	Elf64_Ehdr header;
	Elf64_Phdr part;

	if (n < sizeof header)
		return;
	memcpy(&header, library, sizeof header);
	if (!has_parts(&header, n))
		return;
	for (int i = 0; i < header.e_phnum; i++) {
		unsigned char *at = library + header.e_phoff + (size_t)i * sizeof part;

		memcpy(&part, at, sizeof part);
		if (part.p_type == PT_GNU_STACK) {
			part.p_flags &= ~(Elf64_Word)PF_X;
			memcpy(at, &part, sizeof part);
		}
	}
}
