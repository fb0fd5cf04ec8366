/* The yaml: each key and form that is accepted, and what is rejected. */
#include <string.h>

#include "read/spec.h"
#include "support.h"

static struct spec spec;

static bool parse(const char *text)
{
	spec = (struct spec){ .source = { "ops.yaml", text, strlen(text) } };
	return spec_parse(&arena, &diag, &spec);
}

static const struct entry *parsed(const char *text)
{
	assert_silent(parse(text));
	ck_assert_uint_ge(spec.entries.len, 1);
	return spec.entries.at[0];
}

/* "key=text" of each item, each followed by a comma. */
static const char *items(const struct entry *entry, enum key key)
{
	const struct value *value = &entry->values[key];
	const char *text = "";

	for (size_t i = 0; i < value->len; i++)
		text = arena_printf(&arena, "%s%s%s%s,", text,
				    value->at[i].key ? value->at[i].key : "",
				    value->at[i].key ? "=" : "", value->at[i].text);
	return text;
}

/* --- accepted --------------------------------------------------------------------------------- */

static const struct {
	const char *text; /* after `- func: f() -> ()` */
	enum key key;
	enum form form;
	const char *items;
} values[] = {
	{ "variants: function, method", KEY_VARIANTS, FORM_SCALAR, "function, method," },
	{ "python_module: nn", KEY_PYTHON_MODULE, FORM_SCALAR, "nn," },
	{ "category_override: factory", KEY_CATEGORY_OVERRIDE, FORM_SCALAR, "factory," },
	{ "device_check: NoCheck   # TensorIterator", KEY_DEVICE_CHECK, FORM_SCALAR, "NoCheck," },
	{ "device_guard: False", KEY_DEVICE_GUARD, FORM_SCALAR, "False," },
	{ "manual_kernel_registration: True", KEY_MANUAL_KERNEL_REGISTRATION, FORM_SCALAR,
	  "True," },
	{ "manual_cpp_binding: true", KEY_MANUAL_CPP_BINDING, FORM_SCALAR, "true," },
	{ "use_const_ref_for_mutable_tensors: True", KEY_USE_CONST_REF_FOR_MUTABLE_TENSORS,
	  FORM_SCALAR, "True," },
	{ "cpp_no_default_args: ['a', \"b\"]", KEY_CPP_NO_DEFAULT_ARGS, FORM_LIST, "a,b," },
	{ "structured: True", KEY_STRUCTURED, FORM_SCALAR, "True," },
	{ "structured_delegate: add.out", KEY_STRUCTURED_DELEGATE, FORM_SCALAR, "add.out," },
	{ "structured_inherits: TensorIteratorBase", KEY_STRUCTURED_INHERITS, FORM_SCALAR,
	  "TensorIteratorBase," },
	{ "precomputed:\n  - kernel_size -> int kH, int kW\n  - dim -> int dim", KEY_PRECOMPUTED,
	  FORM_LIST, "kernel_size -> int kH, int kW,dim -> int dim," },
	{ "ufunc_inner_loop:\n    Generic: add (AllAndComplex, BFloat16)\n    ScalarOnly: add "
	  "(Bool)",
	  KEY_UFUNC_INNER_LOOP, FORM_MAP,
	  "Generic=add (AllAndComplex, BFloat16),ScalarOnly=add (Bool)," },
	{ "ufunc_inner_loop: add (All)", KEY_UFUNC_INNER_LOOP, FORM_SCALAR, "add (All)," },
	{ "dispatch:\n    CPU, CUDA: add\n    MPS: add_mps", KEY_DISPATCH, FORM_MAP,
	  "CPU, CUDA=add,MPS=add_mps," },
	{ "dispatch: add_all", KEY_DISPATCH, FORM_SCALAR, "add_all," },
	{ "dispatch: {CPU: a}", KEY_DISPATCH, FORM_MAP, "CPU=a," },
	{ "autogen: a.out, b.out", KEY_AUTOGEN, FORM_SCALAR, "a.out, b.out," },
	{ "tags: core", KEY_TAGS, FORM_SCALAR, "core," },
	{ "tags: [core, pointwise]", KEY_TAGS, FORM_LIST, "core,pointwise," },
	{ "tags:\n  - core\n  - pointwise", KEY_TAGS, FORM_LIST, "core,pointwise," },
	{ "tags: []", KEY_TAGS, FORM_LIST, "" },
};

START_TEST(every_key_is_read_in_each_of_its_forms)
{
	const struct entry *entry = parsed(
		arena_printf(&arena, "- func: f() -> ()\n  %s\n", values[_i].text));
	const struct value *value = &entry->values[values[_i].key];

	ck_assert_int_eq(value->form, values[_i].form);
	ck_assert_str_eq(items(entry, values[_i].key), values[_i].items);
	ck_assert_uint_eq(value->loc.line, 2);
	ck_assert_uint_eq(value->loc.column, 3);
	for (enum key key = KEY_FUNC + 1; key < KEY_COUNT; key++)
		if (key != values[_i].key)
			ck_assert_int_eq(entry->values[key].form, FORM_NONE);
}
END_TEST

START_TEST(an_entry_has_its_texts_place_as_it_stands_or_in_quotes)
{
	const struct entry *entry = parsed("# a comment\n\n-  func: f() -> ()\n");

	ck_assert_str_eq(entry->func, "f() -> ()");
	ck_assert_uint_eq(entry->loc.line, 3);
	ck_assert_uint_eq(entry->loc.column, 10);
	entry = parsed("- {func: 'f(str s=''x'') -> ()'}\n");
	ck_assert_str_eq(entry->func, "f(str s='x') -> ()");
	ck_assert_uint_eq(entry->loc.column, 11);
}
END_TEST

START_TEST(variants_stand_in_either_order)
{
	static const struct {
		const char *text;
		bool is_function, is_method;
	} forms[] = {
		{ "", true, false },
		{ "  variants: function\n", true, false },
		{ "  variants: method\n", false, true },
		{ "  variants: function, method\n", true, true },
		{ "  variants: method, function\n", true, true },
		{ "  variants: method,function\n", true, true },
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const struct entry *entry = parsed(
			arena_printf(&arena, "- func: f() -> ()\n%s", forms[i].text));

		ck_assert_int_eq(entry->is_function, forms[i].is_function);
		ck_assert_int_eq(entry->is_method, forms[i].is_method);
	}
}
END_TEST

START_TEST(y_and_n_stay_plain_text)
{
	const struct entry *entry = parsed("- func: f() -> ()\n  dispatch:\n    y: n\n    N: ~\n");

	ck_assert_str_eq(items(entry, KEY_DISPATCH), "y=n,N=~,");
}
END_TEST

START_TEST(the_head_names_the_release_and_its_tags)
{
	parsed("# The operators\n#\n# release: 2.15.0\n# tags: a, b,c\n# more\n\n"
	       "- func: f() -> ()\n# release: 9.9.9\n");
	ck_assert_str_eq(spec.release, "2.15.0");
	ck_assert_uint_eq(spec.tags.len, 3);
	ck_assert_str_eq(spec.tags.at[2], "c");
	ck_assert(names_has(&spec.tags, "b") && !names_has(&spec.tags, "d"));
	parsed("- func: f() -> ()\n");
	ck_assert_ptr_null(spec.release);
	ck_assert_uint_eq(spec.tags.len, 0);
	parsed("# tags:\n# release:2.1.0\n- func: f() -> ()\n");
	ck_assert_uint_eq(spec.tags.len, 0);
	ck_assert_str_eq(spec.release, "2.1.0");
}
END_TEST

START_TEST(every_key_has_its_name)
{
	ck_assert_str_eq(spec_key_name(KEY_FUNC), "func");
	ck_assert_str_eq(spec_key_name(KEY_TAGS), "tags");
	for (enum key key = 0; key < KEY_COUNT; key++)
		ck_assert_ptr_nonnull(spec_key_name(key));
}
END_TEST

static const struct {
	const char *text;
	bool is_release;
} releases[] = {
	{ "2.15.0", true },       { "0.0.0", true },
	{ "999999.0.0", true },   { "2.15.0a0", true },
	{ "2.15.0+cu132", true }, { "1.13.1-rc.2", true },
	{ "2.15.0+CPU.Z", true }, { "", false },
	{ "2", false },           { "2.15", false },
	{ "2.15.", false },       { "2.15.x", false },
	{ "x.1.2", false },       { ".1.2", false },
	{ "2..0", false },        { "2.15.0 ", false },
	{ "2.15.0_1", false },    { "2.15.0\"", false },
	{ "2.15.0*/", false },    { "1000000.0.0", false },
	{ "-1.0.0", false },      { "2.15.0/", false },
	{ "2.15.0:", false },     { "2.15.0@", false },
	{ "2.15.0[", false },     { "2.15.0`", false },
	{ "2.15.0{", false },     { "2.15.0\xc3\xa9", false },
	{ "02.15.0", false },     { "2.015.0", false },
	{ "2.15.00", false },     { "2.0.0", true },
};

START_TEST(a_release_is_three_numbers_and_a_suffix)
{
	ck_assert_int_eq(spec_is_release(releases[_i].text), releases[_i].is_release);
}
END_TEST

/* --- rejected: bad/ tests places and texts; this is what no file there can have --------------- */

static const struct {
	const char *text, *message;
} refused[] = {
	{ "", "ops.yaml: error: no operators: the file is empty\n" },
	{ "# only\n", "ops.yaml: error: no operators: the file is empty\n" },
	{ "[]\n", "ops.yaml: error: no operators: the list is empty\n" },
	{ "- func: \"f\\0g\"\n", "ops.yaml:1:9: error: a NUL character in a value\n"
				 "  - func: \"f\\0g\"\n"
				 "          ^\n"
				 "ops.yaml:1:3: error: an entry without a func\n"
				 "  - func: \"f\\0g\"\n"
				 "    ^\n"
				 "  help: an entry begins with '- func: '\n" },
};

START_TEST(a_file_without_an_operator_is_refused)
{
	assert_says(parse(refused[_i].text), refused[_i].message);
}
END_TEST

/* `count` times `text` between `before` and `after`. */
static const char *repeated(const char *before, const char *text, int count, const char *after)
{
	struct strbuf out = { 0 };
	const char *result;

	strbuf_add(&out, before);
	while (count--)
		strbuf_add(&out, text);
	strbuf_add(&out, after);
	result = arena_strdup(&arena, strbuf_str(&out));
	strbuf_free(&out);
	return result;
}

static void refuses_size(const char *text, const char *message)
{
	listen_begin();
	ck_assert(!parse(text));
	ck_assert_msg(strstr(listen_end(), message), "expected: %s", message);
}

START_TEST(what_is_larger_than_any_release_is_refused)
{
	parsed(repeated("", "- func: f() -> ()\n", 30000, ""));
	refuses_size(repeated("", "- func: f() -> ()\n", 30001, ""),
		     "ops.yaml:30001:3: error: more than 30000 entries, too many for an "
		     "operator list\n");
	parsed(repeated("- func: f() -> ()\n  tags: [a", ", a", 999, "]\n"));
	refuses_size(repeated("- func: f() -> ()\n  tags: [a", ", a", 1000, "]\n"),
		     "ops.yaml:2:3010: error: more than 1000 items in a list, too many for "
		     "an operator list\n");
	parsed(repeated("- func: \"", "f", 65536, "\"\n"));
	refuses_size(repeated("- func: \"", "f", 65537, "\"\n"),
		     "ops.yaml:1:9: error: more than 65536 bytes in a value, too many for "
		     "an operator list\n");
	parsed(repeated("- func: f() -> ()\n  dispatch: {", "a", 250, ": f}\n"));
	refuses_size(repeated("- func: f() -> ()\n  dispatch: {", "a", 251, ": f}\n"),
		     "ops.yaml:2:14: error: a key of more than 250 bytes, the most that an "
		     "operator list may have\n");
	refuses_size(repeated("- func: f() -> ()\n  x: ", "[", 17, "\n"),
		     "ops.yaml:2:22: error: more than 16 levels of yaml, too many for an "
		     "operator list\n");
}
END_TEST

Suite *spec_suite(void)
{
	Suite *suite = suite_create("spec");
	TCase *read = add_case(suite, "read"), *refuse = add_case(suite, "refused");

	tcase_add_loop_test(read, every_key_is_read_in_each_of_its_forms, 0,
			    sizeof values / sizeof *values);
	tcase_add_test(read, an_entry_has_its_texts_place_as_it_stands_or_in_quotes);
	tcase_add_test(read, variants_stand_in_either_order);
	tcase_add_test(read, y_and_n_stay_plain_text);
	tcase_add_test(read, the_head_names_the_release_and_its_tags);
	tcase_add_test(read, every_key_has_its_name);
	tcase_add_loop_test(read, a_release_is_three_numbers_and_a_suffix, 0,
			    sizeof releases / sizeof *releases);
	tcase_add_loop_test(refuse, a_file_without_an_operator_is_refused, 0,
			    sizeof refused / sizeof *refused);
	tcase_add_test(refuse, what_is_larger_than_any_release_is_refused);
	return suite;
}
