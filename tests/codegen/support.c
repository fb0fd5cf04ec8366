#include "support.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "load.h"
#include "name/naming.h"
#include "read/schema.h"

struct arena arena;
struct diag diag;

static char *own_folder;
static FILE *heard;
static int real_stderr = -1;

/* --- fixture ---------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *ftw)
{
	(void)stat, (void)kind, (void)ftw;
	return remove(path);
}

void begin_test(void)
{
	arena = (struct arena){ 0 };
	diag = (struct diag){ 0 };
	own_folder = NULL;
}

void end_test(void)
{
	if (own_folder)
		nftw(own_folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(own_folder);
	own_folder = NULL;
	arena_free(&arena);
}

TCase *add_case(Suite *suite, const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, begin_test, end_test);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return tcase;
}

/* --- messages --------------------------------------------------------------------------------- */

void listen_begin(void)
{
	fflush(stderr);
	heard = tmpfile();
	ck_assert_ptr_nonnull(heard);
	real_stderr = dup(STDERR_FILENO);
	dup2(fileno(heard), STDERR_FILENO);
}

const char *listen_end(void)
{
	struct strbuf text = { 0 };
	const char *result;
	char chunk[4096];
	size_t count;

	fflush(stderr);
	dup2(real_stderr, STDERR_FILENO);
	close(real_stderr);
	rewind(heard);
	while ((count = fread(chunk, 1, sizeof chunk, heard)))
		strbuf_add_bytes(&text, chunk, count);
	fclose(heard);
	result = arena_strdup(&arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

void assert_said(bool as_expected, const char *got, const char *expected, const char *expression,
		 const char *file, int line)
{
	bool wants_silence = !*expected;

	if (as_expected && !strcmp(got, expected))
		return;
	ck_abort_msg("%s:%d\n  called:   %s\n  expected: it %s, saying:\n%s\n  got:      it %s, "
		     "saying:\n%s",
		     file, line, expression, wants_silence ? "succeeds" : "fails", expected,
		     as_expected == wants_silence ? "succeeds" : "fails", got);
}

void assert_text_at(const char *got, const char *expected, const char *file, int line)
{
	size_t same = 0, row = 1;

	if (!strcmp(got, expected))
		return;
	for (; got[same] && got[same] == expected[same]; same++)
		row += got[same] == '\n';
	ck_abort_msg("%s:%d\n  they differ in line %zu\n  expected:\n%s\n  got:\n%s", file, line,
		     row, expected, got);
}

/* --- files ------------------------------------------------------------------------------------ */

const char *folder(void)
{
	const char *base = getenv("TMPDIR");

	if (own_folder)
		return own_folder;
	own_folder = malloc(strlen(base ? base : "/tmp") + sizeof "/ctorch-gen-test-XXXXXX");
	sprintf(own_folder, "%s/ctorch-gen-test-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(own_folder))
		ck_abort_msg("cannot make %s: %s", own_folder, strerror(errno));
	return own_folder;
}

const char *path_in_folder(const char *name)
{
	return arena_printf(&arena, "%s/%s", folder(), name);
}

const char *write_file(const char *name, const char *text)
{
	return write_bytes(name, text, strlen(text));
}

const char *write_bytes(const char *name, const char *bytes, size_t count)
{
	char *path = arena_printf(&arena, "%s/%s", folder(), name);
	FILE *file;

	for (char *slash = path + strlen(folder()) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(path, 0777);
		*slash = '/';
	}
	file = fopen(path, "wb");
	if (!file || fwrite(bytes, 1, count, file) != count || fclose(file))
		ck_abort_msg("cannot write %s: %s", path, strerror(errno));
	return path;
}

const char *read_text(const char *path)
{
	struct strbuf text = { 0 };
	FILE *file = fopen(path, "rb");
	const char *result;
	char chunk[4096];
	size_t count;

	if (!file)
		ck_abort_msg("cannot read %s: %s", path, strerror(errno));
	while ((count = fread(chunk, 1, sizeof chunk, file)))
		strbuf_add_bytes(&text, chunk, count);
	fclose(file);
	result = arena_strdup(&arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

bool exists(const char *path)
{
	return !access(path, F_OK);
}

static struct {
	VEC(const char *);
} found;

static int note_one(const char *path, const struct stat *stat, int kind, struct FTW *ftw)
{
	(void)stat, (void)ftw;
	if (kind == FTW_F)
		vec_push(&arena, &found, arena_strdup(&arena, path + strlen(own_folder) + 1));
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *list_folder(void)
{
	const char *list = "";

	found.len = found.cap = 0;
	nftw(folder(), note_one, 8, FTW_PHYS);
	if (found.len)
		qsort(found.at, found.len, sizeof *found.at, by_text);
	for (size_t i = 0; i < found.len; i++)
		list = arena_printf(&arena, "%s%s\n", list, found.at[i]);
	return list;
}

const char *in_folder(const char *text)
{
	const char *result = "";

	for (const char *at; (at = strchr(text, '@')); text = at + 1)
		result = arena_printf(&arena, "%s%.*s%s", result, (int)(at - text), text, folder());
	return arena_printf(&arena, "%s%s", result, text);
}

/* --- schemas ---------------------------------------------------------------------------------- */

bool parse_schema(const char *text, struct schema *schema)
{
	static struct source source;

	source = (struct source){ "ops.yaml", text, strlen(text) };
	return schema_parse(&arena, &diag, (struct loc){ &source, 1, 1 }, text, schema);
}

struct schema parsed_schema(const char *text)
{
	struct schema schema;

	assert_silent(parse_schema(text, &schema));
	return schema;
}

/* --- models ----------------------------------------------------------------------------------- */

const char *write_yaml(const char *entries)
{
	return write_file("ops.yaml",
			  arena_printf(&arena,
				       "# release: 2.15.0\n"
				       "# tags: core, generated, inplace, inplace_view, "
				       "nondeterministic_seeded, out, pointwise, "
				       "pt2_compliant_tag, view_copy\n%s",
				       entries));
}

struct model *load_entries(const char *entries)
{
	struct model *model = arena_alloc(&arena, sizeof *model);

	assert_silent(model_load(&arena, &diag, write_yaml(entries), model));
	return model;
}

struct model *load_named(const char *entries)
{
	struct model *model = load_entries(entries);
	struct api *api = arena_alloc(&arena, sizeof *api);

	assert_silent(naming_assign(&arena, &diag, model, api));
	return model;
}

struct op *find_op(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->ops.len; i++)
		if (!strcmp(model->ops.at[i]->name, name))
			return model->ops.at[i];
	ck_abort_msg("no operator '%s'", name);
	return NULL;
}

const char *derived(const struct model *model)
{
	const char *list = "";

	for (size_t i = 0; i < model->ops.len; i++)
		if (model->ops.at[i]->is_derived)
			list = arena_printf(&arena, "%s%s\n", list, model->ops.at[i]->func);
	return list;
}

/* --- programs --------------------------------------------------------------------------------- */

const char *mentions(const struct parts *parts)
{
	static const char *const kinds[] = { "own", "named", "called" };
	const char *text = "";

	for (size_t i = 0; i < parts->len; i++) {
		for (size_t j = 0; j < parts->at[i].mentions.len; j++) {
			const struct mention *one = &parts->at[i].mentions.at[j];

			text = arena_printf(&arena, "%s%s%s %s:%zu", text, *text ? ", " : "",
					    kinds[one->kind], one->name, one->line);
		}
	}
	return text;
}

/* --- running suites ---------------------------------------------------------------------------- */

int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	if (failed)
		printf("rerun: %s\n", getenv("RERUN") ? getenv("RERUN") : "ctest -V -R codegen");
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
