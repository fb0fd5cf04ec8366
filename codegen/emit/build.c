/* The list of files, for the build. */
#include "emit/emit.h"
#include "util/text.h"

bool emit_build_files(struct emitter *e)
{
	struct strbuf sources = { 0 }, nn = { 0 }, direct = { 0 }, headers = { 0 }, data = { 0 };
	bool fine;

	for (size_t i = 0; i < e->output->files.len; i++) {
		const char *name = e->output->files.at[i].name;
		struct strbuf *list = text_ends_with(name, ".cpp")                   ? &sources
				      : !strncmp(name, "direct/", strlen("direct/")) ? &direct
				      : text_ends_with(name, ".c")                   ? &nn
				      : text_ends_with(name, ".h")                   ? &headers
										     : &data;

		strbuf_printf(list, "%s\n", name);
	}
	fine = template_fill(e->templates, "files.cmake",
			     (struct mark[]){ { "release", e->model->spec->release },
					      { "sources", strbuf_str(&sources) },
					      { "nn", strbuf_str(&nn) },
					      { "direct", strbuf_str(&direct) },
					      { "headers", strbuf_str(&headers) },
					      { "data", strbuf_str(&data) },
					      { 0 } },
			     output_add(e->output, "files.cmake"));
	strbuf_free(&sources);
	strbuf_free(&nn);
	strbuf_free(&direct);
	strbuf_free(&headers);
	strbuf_free(&data);
	return fine;
}
