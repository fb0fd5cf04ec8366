/*
 * elf_symbols.h: the symbols of an ELF file in memory: of an object all of them, of what is linked
 * those that the loader sees. Nothing in the file is believed: each place is looked at only if the
 * file has it. For runtime/programs/ct_registry.c, too.
 */
#ifndef CTORCH_GEN_PROGRAM_ELF_SYMBOLS_H
#define CTORCH_GEN_PROGRAM_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_symbol {
	const char *name; /* in the file; a version may be behind it: "ct_mm@CTORCH_0" */
	bool is_defined;  /* else it is asked for */
	bool is_exported; /* a function or an object that is defined for others */
};

struct elf_symbols {
	const char *problem; /* NULL: none; "broken ELF: its head is not whole" */
	const char *help;    /* what to do about it, or NULL */

	/* The reader's own: */
	const char *bytes;
	size_t size;
	uint64_t table; /* where the symbols are */
	uint64_t count, at;
	const char *names;
	uint64_t names_size;
};

/* To the first symbol. The bytes stay the caller's, who keeps them. False: see `problem`. */
bool elf_symbols_begin(struct elf_symbols *symbols, const char *bytes, size_t size);

/* The next one, in the order of the file. False behind the last, or with a problem. */
bool elf_symbols_next(struct elf_symbols *symbols, struct elf_symbol *symbol);

#endif
