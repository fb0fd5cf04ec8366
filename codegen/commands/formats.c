#include "commands/formats.h"

#include <stdio.h>
#include <string.h>

#include "emit/output.h"

/* ORDER FORMAT */
static const char *const names[] = { "text", "json", "markdown" };
_Static_assert(sizeof names / sizeof *names == FORMAT_COUNT, "a format without a name");

/* FORMAT_COUNT: no such format. */
static enum format format_named(const char *name)
{
	enum format format = 0;

	while (format < FORMAT_COUNT && strcmp(names[format], name))
		format++;
	return format;
}

bool formats_known(struct run *run)
{
	const char *all = names[0];

	if (format_named(run->options->format) < FORMAT_COUNT)
		return true;
	for (enum format format = 1; format < FORMAT_COUNT; format++)
		all = arena_printf(run->arena, "%s, %s", all, names[format]);
	diag_error(run->diag, (struct loc){ 0 }, arena_printf(run->arena, "known formats: %s", all),
		   "unknown format '%s'", run->options->format);
	return false;
}

static bool write_page(struct run *run, format_writer *write, const void *found,
		       struct templates *templates)
{
	struct strbuf page = { 0 };
	bool changed, fine = write(found, templates, &page) &&
			     output_write_file(run->arena, run->diag, run->options->html, &page,
					       &changed);

	strbuf_free(&page);
	return fine;
}

bool formats_print(struct run *run, const struct formats *formats, const void *found)
{
	struct templates templates = { .arena = run->arena,
				       .diag = run->diag,
				       .folder = run->options->templates };
	struct strbuf out = { 0 };
	bool fine = formats->of[format_named(run->options->format)](found, &templates, &out);

	if (fine && formats->page && run->options->html)
		fine = write_page(run, formats->page, found, &templates);
	if (fine)
		fputs(strbuf_str(&out), stdout);
	strbuf_free(&out);
	return fine;
}
