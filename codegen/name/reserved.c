#include "name/reserved.h"

#include <ctype.h>
#include <string.h>

/* Words that cannot be the name of a parameter, from the reference of each language; also those
 * that name the receiver of a method there. */
const struct reserved_language reserved_languages[] = {
	{ "csharp",
	  "abstract as base bool break byte case catch char checked class const continue decimal "
	  "default delegate do double else enum event explicit extern false finally fixed float for "
	  "foreach goto if implicit in int interface internal is lock long namespace new null object "
	  "operator out override params private protected public readonly ref return sbyte sealed "
	  "short sizeof stackalloc static string struct switch this throw true try typeof uint ulong "
	  "unchecked unsafe ushort using virtual void volatile while" },
	{ "go",
	  "break case chan const continue default defer else fallthrough for func go goto if import "
	  "interface map package range return select struct switch type var" },
	{ "java",
	  "abstract assert boolean break byte case catch char class const continue default do double "
	  "else enum extends final finally float for goto if implements import instanceof int "
	  "interface long native new package private protected public return short static strictfp "
	  "super switch synchronized this throw throws transient try void volatile while" },
	{ "javascript",
	  "arguments await break case catch class const continue debugger default delete do else enum "
	  "eval export extends false finally for function if implements import in instanceof "
	  "interface let new null package private protected public return static super switch this "
	  "throw true try typeof var void while with yield" },
	{ "julia",
	  "baremodule begin break catch const continue do else elseif end export false finally for "
	  "function global if import let local macro module quote return struct true try using "
	  "while" },
	{ "kotlin",
	  "as break class continue do else false for fun if in interface is null object package "
	  "return super this throw true try typealias typeof val var when while" },
	{ "lua",
	  "and break do else elseif end false for function goto if in local nil not or repeat return "
	  "then true until while" },
	{ "ocaml",
	  "and as assert begin class constraint do done downto else end exception external false for "
	  "fun function functor if in include inherit initializer lazy let match method module "
	  "mutable new nonrec object of open or private rec sig struct then to true try type val "
	  "virtual when while with" },
	{ "python",
	  "False None True and as assert async await break class continue def del elif else except "
	  "finally for from global if import in is lambda nonlocal not or pass raise return try while "
	  "with yield" },
	{ "r", "FALSE NULL TRUE break else for function if in next repeat while" },
	{ "ruby",
	  "BEGIN END alias and begin break case class def defined do else elsif end ensure false for "
	  "if in module next nil not or redo rescue retry return self super then true undef unless "
	  "until when while yield" },
	{ "rust",
	  "abstract as async await become box break const continue crate do dyn else enum extern "
	  "false final fn for gen if impl in let loop macro match mod move mut override priv pub ref "
	  "return self static struct super trait true try type typeof unsafe unsized use virtual "
	  "where while yield" },
	{ "swift",
	  "Any Self as associatedtype break case catch class continue default defer deinit do else "
	  "enum extension fallthrough false fileprivate for func guard if import in init inout "
	  "internal is let nil operator precedencegroup private protocol public repeat rethrows "
	  "return self static struct subscript super switch throw throws true try typealias var where "
	  "while" },
	{ "zig",
	  "addrspace align allowzero and anyframe anytype asm async await break callconv catch "
	  "comptime const continue defer else enum errdefer error export extern fn for if inline "
	  "linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct "
	  "suspend switch test threadlocal try type union unreachable usingnamespace var volatile "
	  "while" },
};

const size_t reserved_languages_len = sizeof reserved_languages / sizeof *reserved_languages;

/* strstr() is fast, and few of the tens of thousands of names are in the text at all. */
static bool has_word(const char *words, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = words; *name && (at = strstr(at, name)); at++)
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

bool reserved_has(const char *name)
{
	for (size_t i = 0; i < reserved_languages_len; i++)
		if (has_word(reserved_languages[i].words, name))
			return true;
	return false;
}

const char *camel_name(struct arena *arena, const char *symbol)
{
	const char *first = symbol + strlen("ct_");
	char *name = arena_strdup(arena, first);
	size_t length = 0;

	for (const char *at = first; *at; at++) {
		const bool begins = at == first || at[-1] == '_';

		if (*at == '_' && at > first && isalpha((unsigned char)at[1]))
			continue;
		name[length++] = begins ? (char)toupper((unsigned char)*at) : *at;
	}
	name[length] = '\0';
	return name;
}
