/*
 * Reads objects, shared libraries, programs and archives of them: the undefined symbols, and the
 * defined ones, which other files of the program may use.
 */
#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/program/elf_symbols.h"
#include "tools/program/file.h"

static bool refuse(struct diag *diag, const struct source *source, const char *help,
		   const char *text)
{
	diag_error(diag, (struct loc){ .source = source }, help, "%s", text);
	return false;
}

enum {
	SYMBOL_AT_MOST = 256, /* bytes; libctorch's symbols have up to 100 */
	MEMBER_AT_MOST = 255, /* bytes of a member name */
};

/*
 * In a program's own table, versions follow the names. The length is limited because names may
 * overlap: together, long names could be far larger than the file.
 */
static size_t symbol_length(const char *name)
{
	size_t length = 0;

	while (length < SYMBOL_AT_MOST && name[length] && name[length] != '@')
		length++;
	return length;
}

static bool read_elf(struct arena *arena, struct diag *diag, struct source source,
		     struct parts *parts)
{
	struct part part = { .path = source.path };
	struct elf_symbols symbols;
	struct elf_symbol symbol;
	size_t length;

	elf_symbols_begin(&symbols, source.text, source.size);
	while (elf_symbols_next(&symbols, &symbol)) {
		if (!strcmp(symbol.name, "__gnu_lto_slim"))
			return refuse(
				diag, &source,
				"compile it without -flto, or pass the file it is linked into",
				"an object compiled with -flto has no symbols yet");
		length = symbol_length(symbol.name);
		if (length < SYMBOL_AT_MOST)
			part_add(arena, &part, symbol.name, length,
				 symbol.is_defined ? MENTION_OWN : MENTION_CALLED, 0);
	}
	if (symbols.problem)
		return refuse(diag, &source, symbols.help, symbols.problem);
	vec_push(arena, parts, part);
	return true;
}

/* --- archives --------------------------------------------------------------------------------- */

static const char thin_begin[] = "!<thin>\n";

static bool begins(const struct source *source, const char *text)
{
	return source->size >= strlen(text) && !memcmp(source->text, text, strlen(text));
}

/* Unprintable characters are replaced: a terminal may obey them. */
static const char *member_name(struct arena *arena, const char *archive, const char *name,
			       size_t length)
{
	char *plain = arena_strndup(arena, name, length);

	for (char *c = plain; *c; c++)
		*c = *c < ' ' || *c > '~' ? '?' : *c;
	return arena_printf(arena, "%s(%s)", archive, plain);
}

/* "hello.o/"; "/12" for a long name, which is in the member "//". */
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
		if (most > MEMBER_AT_MOST)
			most = MEMBER_AT_MOST;
	}
	for (end = name; (size_t)(end - name) < most && *end != '/' && *end != '\n';)
		end++;
	return member_name(arena, archive->path, name, (size_t)(end - name));
}

/* True for the archive's own tables: of symbols, or of long names. */
static bool is_table(const struct ar_hdr *head)
{
	return !strncmp(head->ar_name, "/ ", 2) || !strncmp(head->ar_name, "/SYM64/", 7) ||
	       !strncmp(head->ar_name, "// ", 3);
}

/* Reads digits followed by blanks. False for anything else. */
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
	return refuse(diag, &member, NULL, "a member of the archive is not ELF");
}

/* Reads the header at `at` and the size of its member. False if the archive lacks one of them. */
static bool read_member_head(struct arena *arena, const struct source *archive, size_t at,
			     struct ar_hdr *head, size_t *size)
{
	if (archive->size - at < sizeof *head)
		return false;
	memcpy(head, archive->text + at, sizeof *head);
	return !memcmp(head->ar_fmag, ARFMAG, sizeof head->ar_fmag) &&
	       member_size(arena, head, size) && *size <= archive->size - at - sizeof *head;
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

		if (!read_member_head(arena, archive, at, &head, &size))
			return refuse(diag, archive, "build it again: it may be incomplete",
				      "a broken archive");
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

/* --- any kind --------------------------------------------------------------------------------- */

bool object_is(const struct source *source)
{
	return begins(source, ELFMAG) || begins(source, ARMAG) || begins(source, thin_begin);
}

bool object_read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts)
{
	if (begins(source, thin_begin))
		return refuse(diag, source, "pass the objects instead",
			      "a thin archive does not contain its objects");
	if (begins(source, ARMAG))
		return read_archive(arena, diag, source, parts);
	return read_elf(arena, diag, *source, parts);
}
