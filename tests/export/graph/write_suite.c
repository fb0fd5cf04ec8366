/*
 * What is written: as Python's json.dumps() writes it.
 */
#include <math.h>
#include <stdlib.h>

#include "export/text/write.h"
#include "program.h"
#include "suites.h"

static void check_written(void (*write)(struct ct_json_writer *to), const char *expected)
{
	struct ct_text text = { 0 };
	struct ct_json_writer writer = { .text = &text };

	write(&writer);
	ck_assert_str_eq(text.data, expected);
	ct_text_release(&text);
}

static void write_strings(struct ct_json_writer *to)
{
	ct_json_open(to, '[');
	ct_json_put_string(to, "a\"\\/\b\f\n\r\t\x1b\x7f");
	ct_json_put_string(to,
			   "\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5"); /* é, the euro sign, a flame */
	ct_json_put_string(to, "\xed\xa0\x80");                     /* half of a pair */
	ct_json_put_string(to, "");
	ct_json_put_string(to, NULL);
	ct_json_close(to, ']');
}

/* json.dumps(['a"\\/\b\f\n\r\t\x1b\x7f', 'é€🔥', '\ud800', '', None]) */
START_TEST(strings_are_ascii)
{
	check_written(write_strings, "[\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u001b\\u007f\", "
				     "\"\\u00e9\\u20ac\\ud83d\\udd25\", \"\\ud800\", \"\", null]");
}
END_TEST

static void write_numbers(struct ct_json_writer *to)
{
	static const double numbers[] = { 0,    -0.0,  1,      0.1,      1e16,      1e15, 1e-4,
					  1e-5, 1e100, 5e-324, INFINITY, -INFINITY, NAN };

	ct_json_open(to, '[');
	ct_json_put_int(to, INT64_MIN);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		ct_json_put_float(to, numbers[i]);
	ct_json_close(to, ']');
}

START_TEST(floats_are_as_repr_prints_them)
{
	check_written(
		write_numbers,
		"[-9223372036854775808, 0.0, -0.0, 1.0, 0.1, 1e+16, 1000000000000000.0, 0.0001, "
		"1e-05, 1e+100, 5e-324, \"Infinity\", \"-Infinity\", \"NaN\"]");
}
END_TEST

static void write_nested(struct ct_json_writer *to)
{
	ct_json_open(to, '{');
	ct_json_key(to, "a");
	ct_json_open(to, '[');
	ct_json_open(to, '{');
	ct_json_close(to, '}');
	ct_json_put_bool(to, true);
	ct_json_close(to, ']');
	ct_json_key(to, "b");
	ct_json_put_raw(to, "[1]");
	ct_json_close(to, '}');
}

START_TEST(commas_are_between)
{
	check_written(write_nested, "{\"a\": [{}, true], \"b\": [1]}");
}
END_TEST

START_TEST(program_is_written_as_it_was_read)
{
	static const struct parts all[] = {
		{ 0 },
		{ .tensors = "{`y`: " VECTOR ", `x`: " VECTOR "}" },
		{ .ranges = "{`s0`: {`min_val`: 2, `max_val`: null}, `u0`: {`min_val`: null, "
			    "`max_val`: "
			    "-1}}" },
		{ .module = "`metadata`: {`custom`: `{}`}, `treespec_namedtuple_fields`: {`P`: "
			    "{`field_names`: [`a`, `b`]}}" },
		{ .rest = ", `verifiers`: [], `torch_version`: `2.9.1`, `guards_code`: "
			  "[`L['x'].size()[0] "
			  "== 2`, `\\u00e9`]" },
		{ .out_spec = "[1, {`type`: `collections.defaultdict`, `context`: {`dict_context`: "
			      "[1]}, "
			      "`children_spec`: [" LEAF "]}]" },
		{ .out_spec = "[1, {`type`: `builtins.dict`, `context`: `[\\\\`k\\\\`]`, "
			      "`children_spec`: [" LEAF "]}]" },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		char *json = json_of(&all[i]);

		check_written_again(json);
		free(json);
	}
}
END_TEST

Suite *write_suite(void)
{
	Suite *suite = suite_create("write");
	TCase *tests = tcase_create("write");

	tcase_add_test(tests, strings_are_ascii);
	tcase_add_test(tests, floats_are_as_repr_prints_them);
	tcase_add_test(tests, commas_are_between);
	tcase_add_test(tests, program_is_written_as_it_was_read);
	suite_add_tcase(suite, tests);
	return suite;
}
