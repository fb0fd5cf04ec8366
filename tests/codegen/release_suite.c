/* The pinned release: all its schemas, and how many there are. */
#include <string.h>

#include "load.h"
#include "name/naming.h"
#include "read/schema.h"
#include "util/source.h"
#include "read/spec.h"
#include "support.h"
#include "facts/totals.h"

static struct model model;

static void load_release(void)
{
	struct api api = { 0 };

	assert_silent(model_load(&arena, &diag, PROJECT "/native_functions.yaml", &model));
	assert_silent(header_scan(&arena, &diag, PROJECT "/runtime/include/ctorch", &api));
	assert_silent(naming_assign(&arena, &diag, &model, &api));
}

/* Counts, without a parser, the lines of the yaml that begin with one text and contain another. */
static size_t count_lines(const char *text, const char *beginning, const char *other)
{
	size_t count = 0;

	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		const char *found = strstr(line, other);

		count += !strncmp(line, beginning, strlen(beginning)) && found &&
			 found < line + strcspn(line, "\n");
	}
	return count;
}

START_TEST(every_func_prints_back_as_it_was_written)
{
	struct spec spec = { 0 };
	struct strbuf text = { 0 };

	assert_silent(source_read(&arena, &diag, PROJECT "/native_functions.yaml", &spec.source));
	assert_silent(spec_parse(&arena, &diag, &spec));
	ck_assert_uint_gt(spec.entries.len, 2000);
	ck_assert_uint_eq(spec.entries.len, count_lines(spec.source.text, "- func: ", "->"));
	for (size_t i = 0; i < spec.entries.len; i++) {
		const struct entry *entry = spec.entries.at[i];
		struct schema schema;

		assert_silent(schema_parse(&arena, &diag, entry->loc, entry->func, &schema));
		strbuf_clear(&text);
		schema_print(&text, &schema);
		ck_assert_str_eq(strbuf_str(&text), entry->func);
	}
	strbuf_free(&text);
}
END_TEST

START_TEST(every_derived_schema_is_one_that_the_parser_accepts)
{
	load_release();
	for (size_t i = 0; i < model.ops.len; i++) {
		struct schema schema;

		assert_silent(schema_parse(&arena, &diag, (struct loc){ 0 }, model.ops.at[i]->func,
					   &schema));
	}
}
END_TEST

/* command_line.sh tests how many are derived. */
START_TEST(there_are_as_many_as_the_release_has)
{
	struct totals totals;
	const char *text;
	size_t all;

	load_release();
	totals = totals_of(&model);
	text = model.spec->source.text;
	all = model.ops.len;
	ck_assert_ptr_nonnull(
		strstr(text, arena_printf(&arena, "\n# release: %s\n", model.spec->release)));
	ck_assert_uint_eq(totals.at[0].count, count_lines(text, "- func: ", "->"));
	ck_assert_uint_gt(totals.at[1].count, 100);
	ck_assert_uint_eq(totals.at[0].count + totals.at[1].count, all);
	ck_assert_uint_eq(totals.at[2].count, all);
	ck_assert_uint_eq(totals.at[3].count, all);
	ck_assert_uint_eq(totals.at[4].count, count_lines(text, "  variants: ", "method"));
	ck_assert_uint_eq(totals.at[5].count, all + totals.at[4].count);
	ck_assert_uint_eq(count_kind(&model, KIND_FUNCTIONAL) + count_kind(&model, KIND_INPLACE) +
				  count_kind(&model, KIND_OUT) + count_kind(&model, KIND_MUTABLE),
			  all);
}
END_TEST

START_TEST(every_operator_is_in_one_shard_and_one_header)
{
	load_release();
	for (size_t i = 0; i < model.ops.len; i++) {
		ck_assert_ptr_nonnull(model.ops.at[i]->group);
		ck_assert_ptr_nonnull(model.ops.at[i]->shard);
		if (i)
			ck_assert_int_lt(
				strcmp(model.by_symbol[i - 1]->symbol, model.by_symbol[i]->symbol),
				0);
	}
}
END_TEST

START_TEST(the_pinned_yaml_is_in_the_canonical_form)
{
	struct strbuf text = { 0 };

	load_release();
	spec_print(model.spec, &text);
	assert_text(strbuf_str(&text), model.spec->source.text);
	strbuf_free(&text);
}
END_TEST

Suite *release_suite(void)
{
	Suite *suite = suite_create("release");
	TCase *pinned = add_case(suite, "pinned");

	tcase_add_test(pinned, every_func_prints_back_as_it_was_written);
	tcase_add_test(pinned, every_derived_schema_is_one_that_the_parser_accepts);
	tcase_add_test(pinned, there_are_as_many_as_the_release_has);
	tcase_add_test(pinned, every_operator_is_in_one_shard_and_one_header);
	tcase_add_test(pinned, the_pinned_yaml_is_in_the_canonical_form);
	return suite;
}
