#include "facts/pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/schema.h"
#include "util/strbuf.h"
#include "util/text.h"
#include "util/tsv.h"

enum { BASE, PYTHON, FIELD_COUNT };

/* --- the file --------------------------------------------------------------------------------- */

static int compare(const void *base, const void *page)
{
	return strcmp(base, ((const struct page *)page)->base);
}

static bool add_page(struct tsv *tsv, struct pages *pages)
{
	const struct page page = { tsv->fields.at[BASE], tsv->fields.at[PYTHON] };

	if (pages->len && strcmp(pages->at[pages->len - 1].base, page.base) >= 0) {
		tsv_error(tsv, "'%s' is not in order, or there twice", page.base);
		return false;
	}
	vec_push(tsv->arena, pages, page);
	return true;
}

bool pages_read(struct arena *arena, struct diag *diag, const char *folder, struct model *model)
{
	struct tsv tsv = { .arena = arena,
			   .diag = diag,
			   .help = "runtime/nn/pages.py writes the file" };
	struct pages *pages = arena_alloc(arena, sizeof *pages);
	const char *path;
	enum tsv_line line;
	bool fine = true;

	if (!folder)
		return true;
	path = arena_printf(arena, "%s/nn/pages.tsv", folder);
	if (access(path, F_OK))
		return true;
	if (!tsv_open(&tsv, path))
		return false;
	vec_push(arena, &model->nn->files, path);
	while ((line = tsv_next(&tsv)) != TSV_END) {
		if (line == TSV_BAD)
			fine = false;
		if (line == TSV_FIELDS)
			fine &= tsv_has(&tsv, FIELD_COUNT,
					"an operator and a function of Python") &&
				add_page(&tsv, pages);
	}
	model->pages = pages;
	return fine;
}

/* --- queries ---------------------------------------------------------------------------------- */

/* "add_" of add_.Tensor. */
static const char *base_of(const struct op *op, struct strbuf *text)
{
	op_base_name_print(text, &op->schema.name);
	return strbuf_str(text);
}

const char *page_python(const struct model *model, const struct op *op)
{
	struct strbuf base = { 0 };
	const struct page *page = NULL;

	if (model->pages && model->pages->len)
		page = bsearch(base_of(op, &base), model->pages->at, model->pages->len,
			       sizeof *model->pages->at, compare);
	strbuf_free(&base);
	return page ? page->python : NULL;
}

/* All functions of torch.special are on one page; any other has its own. */
const char *page_address(struct arena *arena, const struct model *model, const char *python)
{
	static const char special[] = "torch.special.";
	const char *release = model->spec->release;
	const int series = (int)(strrchr(release, '.') - release);
	const char *at = arena_printf(arena, "https://docs.pytorch.org/docs/%.*s", series, release);

	if (!strncmp(python, special, strlen(special)))
		return arena_printf(arena, "%s/special.html#%s", at, python);
	return arena_printf(arena, "%s/generated/%s.html", at, python);
}

static const char *relation(struct arena *arena, const struct op *op, const char *base)
{
	const char *at = strstr(base, "_backward");

	if (op->kind == KIND_OUT)
		return "Writes the result to a tensor that is passed. ";
	if (op->schema.name.is_functional)
		return "Returns what the operator would write to its arguments. ";
	if (op->schema.name.is_inplace)
		return "Works in place. ";
	if (at && at > base)
		return arena_printf(arena, "Computes gradients of %.*s. ", (int)(at - base), base);
	return "";
}

const char *page_instead(struct arena *arena, const struct op *op)
{
	struct strbuf text = { 0 };
	const char *base = base_of(op, &text), *result;

	result = arena_printf(arena,
			      "%sAn %soperator of PyTorch, whose documentation has no page for it.",
			      relation(arena, op, base), *base == '_' ? "internal " : "");
	strbuf_free(&text);
	return result;
}
