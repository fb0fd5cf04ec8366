#include "tools/check/check.h"

#include <stdarg.h>
#include <string.h>

#include "headers/facts.h"
#include "tools/check/parts.h"
#include "tools/check/rules.h"
#include "util/strbuf.h"
#include "util/tsv.h"

/* --- exceptions ------------------------------------------------------------------------------- */

static bool is_rule(const char *name)
{
	for (size_t i = 0; i < rule_count; i++)
		if (!strcmp(rules[i].name, name))
			return true;
	return false;
}

static void read_exception(struct tsv *tsv, struct exceptions *exceptions)
{
	const char *const *fields = tsv->fields.at;

	if (!tsv_has(tsv, 3, "rule, name, reason"))
		return;
	if (!is_rule(fields[0]))
		tsv_error(tsv, "unknown rule '%s'", fields[0]);
	else if (!*fields[2])
		tsv_error(tsv, "the exception for '%s' has no reason", fields[1]);
	else
		vec_push(tsv->arena, exceptions,
			 (struct exception){ fields[0], fields[1], fields[2], tsv->loc, false });
}

bool exceptions_read(struct arena *arena, struct diag *diag, const char *path,
		     struct exceptions *exceptions)
{
	struct tsv tsv = { .arena = arena,
			   .diag = diag,
			   .help = "a line is RULE<tab>NAME<tab>REASON; `ctorch-gen check-headers "
				   "--rules` lists the rules" };
	size_t before = diag->errors;
	enum tsv_line line;

	if (!tsv_open(&tsv, path))
		return false;
	while ((line = tsv_next(&tsv)) != TSV_END)
		if (line == TSV_FIELDS)
			read_exception(&tsv, exceptions);
	return diag->errors == before;
}

static bool is_exception(struct checker *c, const char *name)
{
	for (size_t i = 0; i < c->exceptions->len; i++) {
		struct exception *exception = &c->exceptions->at[i];

		if (!strcmp(exception->rule, c->rule->name) && !strcmp(exception->name, name)) {
			exception->is_used = true;
			return true;
		}
	}
	return false;
}

static void report_unused(struct diag *findings, const struct exceptions *exceptions)
{
	for (size_t i = 0; i < exceptions->len; i++) {
		const struct exception *exception = &exceptions->at[i];

		if (!exception->is_used)
			diag_error(findings, exception->loc, "remove the line",
				   "%s: the exception for '%s' is no longer needed", exception->rule,
				   exception->name);
	}
}

/* --- findings --------------------------------------------------------------------------------- */

static void report(struct checker *c, struct loc loc, const char *help, const char *format,
		   va_list args)
{
	struct strbuf text = { 0 };

	strbuf_vprintf(&text, format, args);
	diag_error(c->findings, loc, help, "%s: %s", c->rule->name, strbuf_str(&text));
	strbuf_free(&text);
}

void broken(struct checker *c, const struct decl *decl, const char *at, const char *help,
	    const char *format, ...)
{
	va_list args;

	if (is_exception(c, decl->name))
		return;
	va_start(args, format);
	report(c, decl_loc_at(decl, at), help, format, args);
	va_end(args);
}

void broken_header(struct checker *c, const struct header *header, const char *at, const char *help,
		   const char *format, ...)
{
	va_list args;

	if (is_exception(c, header->name))
		return;
	va_start(args, format);
	report(c, loc_at_offset(header->source, (size_t)(at - header->source->text)), help, format,
	       args);
	va_end(args);
}

/* --- all rules -------------------------------------------------------------------------------- */

static bool applies(const struct checker *c, const struct decl *decl)
{
	return c->rule->check && c->rule->kinds >> decl->kind & 1 && !is_guard(c->api, decl) &&
	       (c->rule->is_for_private || decl_is_public(decl));
}

void check_headers(struct arena *arena, struct diag *findings, const struct api *api,
		   struct exceptions *exceptions)
{
	struct checker c = { arena, findings, api, NULL, exceptions };

	for (c.rule = rules; c.rule < rules + rule_count; c.rule++) {
		for (size_t i = 0; i < api->decls.len; i++)
			if (applies(&c, &api->decls.at[i]))
				c.rule->check(&c, &api->decls.at[i]);
		for (size_t i = 0; c.rule->check_header && i < api->headers.len; i++)
			c.rule->check_header(&c, &api->headers.at[i]);
	}
	report_unused(findings, exceptions);
}
