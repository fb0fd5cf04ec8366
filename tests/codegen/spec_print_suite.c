/* The canonical form of the yaml: what is written, and that reading it back gives the same. */
#include <string.h>

#include "read/spec.h"
#include "support.h"

static struct spec spec;

static void parse(const char *text)
{
	spec = (struct spec){ .source = { "ops.yaml", text, strlen(text) } };
	assert_silent(spec_parse(&arena, &diag, &spec));
}

static const char *printed(void)
{
	struct strbuf text = { 0 };
	const char *result;

	spec_print(&spec, &text);
	result = arena_strdup(&arena, strbuf_str(&text));
	strbuf_free(&text);
	return result;
}

static const char canonical[] =
	"# The operators of PyTorch 2.15.0, one entry each, in the release's order.\n"
	"# Written by: ctorch-gen import. The facts are PyTorch's; see NOTICE.\n"
	"#\n"
	"# release: 2.15.0\n"
	"# entries: 3\n"
	"# tags: core, pointwise\n"
	"\n"
	"- func: a.x(Tensor self, str s='linear', int[2] p=[-2,-1]) -> Tensor\n"
	"  variants: function, method\n"
	"  python_module: nn\n"
	"  category_override: factory\n"
	"  device_check: NoCheck\n"
	"  device_guard: False\n"
	"  manual_kernel_registration: True\n"
	"  manual_cpp_binding: True\n"
	"  use_const_ref_for_mutable_tensors: True\n"
	"  cpp_no_default_args: [a, b]\n"
	"  structured: True\n"
	"  structured_delegate: a.out\n"
	"  structured_inherits: TensorIteratorBase\n"
	"  precomputed:\n"
	"  - kernel_size -> int kH, int kW\n"
	"  - dim -> int dim\n"
	"  ufunc_inner_loop:\n"
	"    Generic: add (AllAndComplex)\n"
	"  dispatch:\n"
	"    CPU, CUDA: a\n"
	"    MPS: a_mps\n"
	"  autogen: a.x_out\n"
	"  tags: [core, pointwise]\n"
	"\n"
	"- func: b(Tensor self) -> ()\n"
	"  variants: method\n"
	"  dispatch: b_all\n"
	"  tags: [core]\n"
	"\n"
	"- func: c() -> ()\n"
	"  dispatch: {}\n"
	"  tags: []\n";

START_TEST(the_canonical_form_is_written_as_it_is_read)
{
	parse(canonical);
	ck_assert_uint_eq(spec.entries.len, 3);
	assert_text(printed(), canonical);
}
END_TEST

START_TEST(other_ways_of_writing_come_to_the_canonical_form)
{
	parse("# release: 2.15.0\n# tags: core, pointwise\n"
	      "- tags: core\n"
	      "  variants: method, function # why\n"
	      "  dispatch: {'CPU': \"a\"}\n"
	      "  func: f(Tensor self) -> ()\n");
	assert_text(printed(),
		    "# The operators of PyTorch 2.15.0, one entry each, in the release's "
		    "order.\n"
		    "# Written by: ctorch-gen import. The facts are PyTorch's; see NOTICE.\n"
		    "#\n"
		    "# release: 2.15.0\n"
		    "# entries: 1\n"
		    "# tags: core, pointwise\n"
		    "\n"
		    "- func: f(Tensor self) -> ()\n"
		    "  variants: function, method\n"
		    "  dispatch:\n"
		    "    CPU: a\n"
		    "  tags: [core]\n");
}
END_TEST

/* Texts that yaml would read as something else are unchanged when read back. */
static const char *const texts[] = {
	"plain",
	"a: b",
	"a #b",
	"- a",
	"? a",
	"#a",
	"[a]",
	"{a}",
	"*a",
	"&a",
	"!a",
	"|",
	">",
	"'a'",
	"\"a\"",
	"%a",
	"@a",
	"`a",
	"a:",
	" a",
	"a ",
	"a\tb",
	"a\nb",
	"a\\nb",
	"a\"b'c",
	",a",
	"",
	"~",
	"null",
	"y",
	"---",
	"...",
	"a,b",
	"a\rb",
	"\xc3\xa9",
	"-",
	":",
	"a - b",

	/* Yaml accepts these only as escapes: controls, three line ends, a byte order mark. */
	"\x1b[2J",
	"a\x7f",
	"\x01",
	"a\xc2\x85",
	"\xe2\x80\xa8",
	"a\xe2\x80\xa9"
	"b",
	"\xef\xbb\xbf",
	"\xef\xbf\xbf",
	"\xc2\x9b",
	"\xf0\x9f\x98\x80",
	"\xc2\xa0",
};

START_TEST(every_text_comes_back_whatever_yaml_makes_of_it)
{
	struct item item = { .text = texts[_i], .key = texts[_i] };
	struct value *dispatch;
	const char *text;

	parse("# release: 2.15.0\n- func: f() -> ()\n  dispatch:\n    CPU: a\n  tags: [a, b]\n"
	      "  python_module: nn\n");
	dispatch = &spec.entries.at[0]->values[KEY_DISPATCH];
	item.loc = dispatch->at[0].loc;
	dispatch->at[0] = item;
	item.key = NULL;
	spec.entries.at[0]->values[KEY_TAGS].at[1] = item;
	spec.entries.at[0]->values[KEY_PYTHON_MODULE].at[0] = item;
	text = printed();
	parse(text);
	ck_assert_str_eq(spec.entries.at[0]->values[KEY_DISPATCH].at[0].key, texts[_i]);
	ck_assert_str_eq(spec.entries.at[0]->values[KEY_DISPATCH].at[0].text, texts[_i]);
	ck_assert_str_eq(spec.entries.at[0]->values[KEY_TAGS].at[1].text, texts[_i]);
	ck_assert_str_eq(spec.entries.at[0]->values[KEY_PYTHON_MODULE].at[0].text, texts[_i]);
	assert_text(printed(), text);
}
END_TEST

Suite *spec_print_suite(void)
{
	Suite *suite = suite_create("spec_print");
	TCase *tests = add_case(suite, "written");

	tcase_add_test(tests, the_canonical_form_is_written_as_it_is_read);
	tcase_add_test(tests, other_ways_of_writing_come_to_the_canonical_form);
	tcase_add_loop_test(tests, every_text_comes_back_whatever_yaml_makes_of_it, 0,
			    sizeof texts / sizeof *texts);
	return suite;
}
