#include "tools/audit/emit.h"

/* Inside a script element, "<" could begin the end tag or a comment. */
static void add_for_html(struct strbuf *out, const char *json)
{
	size_t length;

	for (; *json; json += length) {
		length = strcspn(json, "<");
		strbuf_add_bytes(out, json, length);
		if (json[length] == '<') {
			strbuf_add(out, "\\u003c");
			length++;
		}
	}
}

static bool fill(struct templates *templates, const char *release, const char *data,
		 struct strbuf *out)
{
	const struct mark none[] = { { 0 } };
	struct strbuf style = { 0 }, search = { 0 }, script = { 0 };
	bool fine = template_fill(templates, "audit.css", none, &style) &&
		    template_fill(templates, "audit_search.js", none, &search) &&
		    template_fill(templates, "audit.js", none, &script) &&
		    template_fill(templates, "audit.html",
				  (struct mark[]){ { "release", release },
						   { "style", strbuf_str(&style) },
						   { "data", data },
						   { "search", strbuf_str(&search) },
						   { "script", strbuf_str(&script) },
						   { 0 } },
				  out);

	strbuf_free(&style);
	strbuf_free(&search);
	strbuf_free(&script);
	return fine;
}

bool emit_audit_html(const void *found, struct templates *templates, struct strbuf *out)
{
	const struct audit *audit = found;
	struct strbuf json = { 0 }, data = { 0 };
	bool fine = emit_audit_json(audit, templates, &json);

	add_for_html(&data, strbuf_str(&json));
	fine = fine && fill(templates, audit->model->spec->release, strbuf_str(&data), out);
	strbuf_free(&json);
	strbuf_free(&data);
	return fine;
}
