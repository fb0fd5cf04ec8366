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

/* Reads a file, if it exists. */
static bool read_file(struct tsv *tsv, const char *path, struct model *model, struct pages *pages)
{
	enum tsv_line line;
	bool fine = true;

	if (access(path, F_OK))
		return true;
	if (!tsv_open(tsv, path))
		return false;
	vec_push(tsv->arena, &model->nn->files, path);
	while ((line = tsv_next(tsv)) != TSV_END) {
		if (line == TSV_BAD)
			fine = false;
		if (line == TSV_FIELDS)
			fine &= tsv_has(tsv, FIELD_COUNT, "an operator and a function of Python") &&
				add_page(tsv, pages);
	}
	return fine;
}

bool pages_read(struct arena *arena, struct diag *diag, const char *folder, struct model *model)
{
	struct tsv tsv = { .arena = arena,
			   .diag = diag,
			   .help = "runtime/nn/pages.py writes the file" };
	struct pages *pages = arena_alloc(arena, sizeof *pages);
	struct pages *purposes = arena_alloc(arena, sizeof *purposes);
	bool fine;

	if (!folder)
		return true;
	fine = read_file(&tsv, arena_printf(arena, "%s/nn/pages.tsv", folder), model, pages);
	tsv = (struct tsv){ .arena = arena,
			    .diag = diag,
			    .help = "the head of the file explains it" };
	fine &= read_file(&tsv, arena_printf(arena, "%s/nn/purposes.tsv", folder), model, purposes);
	model->pages = pages;
	model->purposes = purposes;
	return fine;
}

/* --- queries ---------------------------------------------------------------------------------- */

/* "add_" of add_.Tensor. */
static const char *base_of(const struct op *op, struct strbuf *text)
{
	op_base_name_print(text, &op->schema.name);
	return strbuf_str(text);
}

const char *page_python_of(const struct model *model, const char *base)
{
	const struct page *page = NULL;

	if (model->pages && model->pages->len)
		page = bsearch(base, model->pages->at, model->pages->len, sizeof *model->pages->at,
			       compare);
	return page ? page->python : NULL;
}

const char *page_python(const struct model *model, const struct op *op)
{
	struct strbuf base = { 0 };
	const char *python = page_python_of(model, base_of(op, &base));

	strbuf_free(&base);
	return python;
}

/* All functions of torch.special are on one page, and some attributes on that of their class; any
 * other has its own. */
const char *page_address(struct arena *arena, const struct model *model, const char *python)
{
	static const char special[] = "torch.special.";
	const char *release = model->spec->release;
	const int series = (int)(strrchr(release, '.') - release);
	const char *at = arena_printf(arena, "https://docs.pytorch.org/docs/%.*s", series, release);

	if (!strcmp(python, "torch.Tensor.mT") || !strcmp(python, "torch.Tensor.mH"))
		return arena_printf(arena, "%s/tensors.html#%s", at, python);
	if (!strncmp(python, special, strlen(special)))
		return arena_printf(arena, "%s/special.html#%s", at, python);
	return arena_printf(arena, "%s/generated/%s.html", at, python);
}
