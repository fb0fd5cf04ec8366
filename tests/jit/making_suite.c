/*
 * Modules of TorchScript that are made in C.
 */
#include <unistd.h>

#include "support.h"

static ct_jit *make(void)
{
	CT_SCOPE;
	ct_jit *made, *child;

	OK(ct_jit_new("Mine", &made));
	OK(ct_jit_new("Part", &child));
	OK(ct_jit_add_buffer(child, "offset", CT_E(full, CT_L(2), CT_S(3))));
	OK(ct_jit_define(child, "def forward(self, x):\n    return x + self.offset\n"));
	OK(ct_jit_add_parameter(made, "scale", CT_E(full, CT_L(2), CT_S(2))));
	OK(ct_jit_add_attribute(made, "times", ct_value_int(2)));
	OK(ct_jit_add_child(made, "part", child));
	OK(ct_jit_define(made, "def forward(self, x):\n"
			       "    for i in range(self.times):\n"
			       "        x = self.part.forward(x) * self.scale\n"
			       "    return x\n"
			       "def scaled(self, x, by: float):\n"
			       "    return self.forward(x) * by\n"));
	ct_jit_free(child);
	return made;
}

static void check(const ct_jit *made)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_tensor *y;

	OK(ct_jit_forward(made, CT_E(ones, CT_L(2)), &y));
	assert_floats(y, (const int64_t[]){ 2, -1 }, (const double[]){ 22, 22 });
}

START_TEST(made_modules_run)
{
	ct_jit *made = make(), *loaded;
	int64_t n;
	char *bytes;

	check(made);
	OK(ct_jit_encode(made, NULL, &bytes, &n));
	OK(ct_jit_decode(bytes, n, NULL, &loaded));
	ct_free(bytes);
	check(loaded);
	ck_assert(ct_jit_is_training(loaded));
	ct_jit_free(loaded);
	ct_jit_free(made);
}
END_TEST

/* An object of a registered class: as an attribute, an argument, a result, and in a file. */
START_TEST(objects_are_passed_on)
{
	CT_SCOPE;
	const ct_value arguments[] = {
		ct_value_tensor(CT_E(quantize_per_tensor, CT_E(ones, CT_L(2, 2)), 0.1, 0,
				     CT_QINT8)),
		ct_value_none(),
	};
	ct_value packed, attribute, results[2];
	ct_jit *made, *loaded;
	int64_t n;
	char *bytes;

	OK(ct_call("quantized::linear_prepack", arguments, 2, &packed, 1));
	OK(ct_jit_new("Holder", &made));
	OK(ct_jit_add_attribute(made, "packed", packed));
	OK(ct_jit_define(made, "def forward(self, x: Any):\n    return x, self.packed\n"));
	ct_value_free(&packed);
	OK(ct_jit_encode(made, NULL, &bytes, &n));
	OK(ct_jit_decode(bytes, n, NULL, &loaded));
	ct_free(bytes);
	OK(ct_jit_get_attribute(loaded, "packed", &attribute));
	ck_assert_str_eq(ct_value_type_name(&attribute),
			 "__torch__.torch.classes.quantized.LinearPackedParamsBase");
	packed = call_with(loaded, "forward", ct_value_borrow(&attribute));
	ck_assert_int_eq(ct_value_count(&packed), 2);
	for (int64_t i = 0; i < 2; i++) {
		bool equal = false;

		OK(ct_value_item(&packed, i, &results[i]));
		OK(ct_value_equal(&results[i], &attribute, &equal));
		ck_assert(equal);
	}
	ct_value_free(&packed);
	ct_value_free(&attribute);
	ct_jit_free(loaded);
	ct_jit_free(made);
}
END_TEST

START_TEST(wrong_parts_are_errors)
{
	CT_SCOPE;
	ct_jit *made = make(), *none = NULL;
	ct_tensor *x = CT_E(ones, CT_L(1));

	FAILS(ct_jit_add_buffer(made, "scale", x), "KeyError: attribute 'scale' already exists");
	FAILS(ct_jit_add_child(made, "forward", made),
	      "KeyError: attribute 'forward' already exists");
	FAILS(ct_jit_add_parameter(made, "a b", x),
	      "ArgumentError: ct_jit_add_parameter: argument 2 (name): 'a b' is not an identifier");
	FAILS(ct_jit_add_parameter(made, "x", NULL),
	      "ArgumentError: ct_jit_add_parameter: argument 3 (tensor) must not be NULL");
	FAILS_WITH(ct_jit_new("", &none), CT_ERROR_ARGUMENT, "'' is not an identifier");
	FAILS(ct_jit_new("class", &none),
	      "ArgumentError: ct_jit_new: argument 1 (name): 'class' is a keyword of TorchScript");
	FAILS_WITH(ct_jit_add_attribute(made, "None", ct_value_int(1)), CT_ERROR_ARGUMENT,
		   "argument 2 (name): 'None' is a keyword of TorchScript");
	FAILS_WITH(ct_jit_define(made, "def f(self, x):\n    return x.nothing()\n"),
		   CT_ERROR_RUNTIME, "nothing");
	FAILS_WITH(ct_jit_define(made, "def f(self, x)\n"), CT_ERROR_RUNTIME, "<string>");
	FAILS_WITH(ct_jit_define(made, NULL), CT_ERROR_ARGUMENT, "argument 2 (source)");
	check(made);
	ct_jit_free(made);
}
END_TEST

/* An object of TorchScript; new. */
static ct_value object_at(const ct_jit *script, const char *path)
{
	ct_value object;

	OK(ct_jit_get_attribute(script, path, &object));
	return object;
}

START_TEST(modules_cannot_contain_themselves)
{
	ct_jit *made = make(), *part;
	ct_value parameters, object;

	OK(ct_jit_get_child(made, "part", &part));
	FAILS(ct_jit_add_child(made, "me", made),
	      "ArgumentError: ct_jit_add_child: argument 3 (child): a module of the class 'Mine' "
	      "cannot contain itself, nor another one of its class");
	FAILS_WITH(ct_jit_add_child(part, "parent", made), CT_ERROR_ARGUMENT,
		   "a module of the class 'Part' cannot contain itself");
	object = object_at(made, "part");
	FAILS_WITH(ct_jit_add_attribute(part, "me", object), CT_ERROR_ARGUMENT,
		   "argument 3 (value): a module of the class 'Part' cannot contain itself");
	ct_value_free(&object);
	OK(ct_jit_parameters(made, &parameters));
	ck_assert_int_eq(ct_value_count(&parameters), 1);
	ct_value_free(&parameters);
	ct_jit_free(part);
	ct_jit_free(made);
}
END_TEST

START_TEST(code_that_is_refused_adds_nothing)
{
	ct_jit *made = make(), *loaded;
	ct_value methods;
	int64_t n;
	char *bytes, *text;

	FAILS_WITH(ct_jit_define(made, "def good(self, x):\n    return x\n"
				       "def bad(self, x):\n    return x.nothing()\n"),
		   CT_ERROR_RUNTIME, "nothing");
	FAILS_WITH(ct_jit_define(made, "def forward(self, x):\n    return x\n"), CT_ERROR_RUNTIME,
		   "forward");
	OK(ct_jit_methods(made, &methods));
	OK(ct_value_to_string(&methods, &text));
	ck_assert_str_eq(text, "['forward', 'scaled']");
	ct_free(text);
	ct_value_free(&methods);
	check(made);

	OK(ct_jit_define(made, "def bad(self, x):\n    return x\n"));
	OK(ct_jit_encode(made, NULL, &bytes, &n));
	OK(ct_jit_decode(bytes, n, NULL, &loaded));
	ct_free(bytes);
	check(loaded);
	ct_jit_free(loaded);
	ct_jit_free(made);
}
END_TEST

/* As the header says; docs/jit.md advises to trust a file as a program. */
START_TEST(code_can_write_files)
{
	CT_SCOPE;
	ct_jit *made;
	ct_tensor *x = CT_E(ones, CT_L(2)), *y, *written;
	ct_value value;

	OK(ct_jit_new("Writer", &made));
	OK(ct_jit_define(made, "def forward(self, x):\n"
			       "    torch.save(x, \"written.pt\")\n"
			       "    return x\n"));
	OK(ct_jit_forward(made, x, &y));
	OK(ct_load("written.pt", NULL, &value));
	unlink("written.pt");
	OK(ct_value_as_tensor(&value, &written));
	assert_floats(written, (const int64_t[]){ 2, -1 }, (const double[]){ 1, 1 });
	ct_value_free(&value);
	ct_jit_free(made);
}
END_TEST

Suite *making_suite(void)
{
	Suite *suite = suite_create("making");
	TCase *tests = tests_of("making");

	tcase_add_test(tests, made_modules_run);
	tcase_add_test(tests, objects_are_passed_on);
	tcase_add_test(tests, wrong_parts_are_errors);
	tcase_add_test(tests, modules_cannot_contain_themselves);
	tcase_add_test(tests, code_that_is_refused_adds_nothing);
	tcase_add_test(tests, code_can_write_files);
	suite_add_tcase(suite, tests);
	return suite;
}
