#include "tools/program/file.h"

#include "util/source.h"
#include "util/strbuf.h"
#include "util/text.h"

static const char *const endings[] = { ".c",   ".h",   ".cc", ".cpp", ".cxx", ".c++", ".C",
				       ".hpp", ".hxx", ".hh", ".inc", ".cu",  ".m",   ".mm" };

static bool is_source(const char *path)
{
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (text_ends_with(path, endings[i]))
			return true;
	return false;
}

static bool read(struct arena *arena, struct diag *diag, const struct source *source,
		 struct parts *parts)
{
	if (object_is(source))
		return object_read(arena, diag, source, parts);
	if (is_source(source->path))
		return source_is_text(diag, source) && c_scan(arena, diag, source, parts);
	diag_error(diag, (struct loc){ .source = source },
		   "pass an object, a shared library, a program or an archive (ELF), or a source "
		   "whose name ends with .c, .h, .cpp, ...",
		   "not ELF, not an archive, and not named like a C source");
	return false;
}

bool program_file_read(struct arena *arena, struct diag *diag, const char *path,
		       struct parts *parts)
{
	struct strbuf bytes = { 0 };
	struct source source;
	bool fine = source_read_bytes(arena, diag, path, &bytes, &source) &&
		    read(arena, diag, &source, parts);

	strbuf_free(&bytes);
	return fine;
}
