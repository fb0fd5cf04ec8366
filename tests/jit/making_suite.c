/*
 * Modules of TorchScript that are made in C.
 */
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
	FAILS_WITH(ct_jit_define(made, "def f(self, x):\n    return x.nothing()\n"),
		   CT_ERROR_RUNTIME, "nothing");
	FAILS_WITH(ct_jit_define(made, "def f(self, x)\n"), CT_ERROR_RUNTIME, "<string>");
	FAILS_WITH(ct_jit_define(made, NULL), CT_ERROR_ARGUMENT, "argument 2 (source)");
	check(made);
	ct_jit_free(made);
}
END_TEST

Suite *making_suite(void)
{
	Suite *suite = suite_create("making");
	TCase *tests = tests_of("making");

	tcase_add_test(tests, made_modules_run);
	tcase_add_test(tests, wrong_parts_are_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
