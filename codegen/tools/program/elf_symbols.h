/*
 * elf_symbols.h: reads the symbols of an ELF file in memory: all symbols of an object, those that
 * the loader sees of a linked file. It does not trust the file and checks every offset.
 * programs/ct_registry.c also uses this.
 */
#ifndef CTORCH_GEN_TOOLS_PROGRAM_ELF_SYMBOLS_H
#define CTORCH_GEN_TOOLS_PROGRAM_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_symbol {
	const char *name; /* in the file; may have a version: "ct_mm@CTORCH_0" */
	bool is_defined;  /* false: the file needs it from another */
	bool is_exported; /* a function or an object that other files can use */
};

struct elf_symbols {
	const char *problem; /* NULL: none; "broken ELF: incomplete header" */
	const char *help;    /* what to do about it; NULL: unknown */

	/* Private: */
	const char *bytes;
	size_t size;
	uint64_t table; /* the offset of the symbols */
	uint64_t count, at;
	const char *names;
	uint64_t names_size;
};

/* Goes to the first symbol. The caller must keep the bytes. On failure, sets `problem`. */
bool elf_symbols_begin(struct elf_symbols *symbols, const char *bytes, size_t size);

/* The next symbol, in file order. False at the end or on an error. */
bool elf_symbols_next(struct elf_symbols *symbols, struct elf_symbol *symbol);

#endif
