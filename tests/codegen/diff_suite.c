/* The differences between two lists of operators, and what kind each is for a C caller. */
#include "tools/diff/diff.h"
#include "load.h"
#include "name/naming.h"
#include "support.h"

/* --- comparing two lists ---------------------------------------------------------------------- */

static struct diff compare(const char *before, const char *after)
{
	const struct model *old = load_named(before), *new = load_named(after);
	struct diff diff;

	diff_models(&arena, old, new, &diff);
	return diff;
}

static const char *detail_line(const struct detail *detail)
{
	return arena_printf(&arena, "  %s%s: %s: %s -> %s\n", detail->is_result ? "result " : "",
			    detail->of, detail_kind_name(detail->kind),
			    detail->before ? detail->before : "none",
			    detail->after ? detail->after : "none");
}

static const char *change_lines(enum change_kind kind, const struct change *change)
{
	const char *method = change_method(change);
	const char *lines = arena_printf(&arena, "%s %s%s%s%s\n", change_kind_name(kind),
					 change_symbol(change), method ? " and " : "",
					 method ? method : "",
					 change->converts ? ", converting" : "");

	if (change->successor)
		lines = arena_printf(&arena, "%s  instead %s: %s\n", lines,
				     change->successor->symbol,
				     successor_kind_name(change->successor_kind));
	for (size_t i = 0; i < change->details.len; i++)
		lines = arena_printf(&arena, "%s%s", lines, detail_line(&change->details.at[i]));
	return lines;
}

static const char *all_lines(const struct diff *diff)
{
	const char *lines = "";

	for (enum change_kind kind = 0; kind < CHANGE_COUNT; kind++)
		for (size_t i = 0; i < diff->of[kind].len; i++)
			lines = arena_printf(&arena, "%s%s", lines,
					     change_lines(kind, &diff->of[kind].at[i]));
	return lines;
}

static const char *entry(const char *func)
{
	return arena_printf(&arena, "- func: %s\n", func);
}

/* --- an operator in both lists ---------------------------------------------------------------- */

static const struct {
	const char *before, *after, *lines;
} pairs[] = {
	/* nothing */
	{ "f(Tensor self) -> Tensor", "f(Tensor self) -> Tensor", "" },
	/* another C type */
	{ "f(Tensor self) -> Tensor", "f(Tensor self, bool x=False) -> Tensor",
	  "signature ct_f\n  x: new: none -> bool\n" },
	{ "f(Tensor self, bool x) -> Tensor", "f(Tensor self) -> Tensor",
	  "signature ct_f\n  x: gone: bool -> none\n" },
	{ "f(Tensor self, int x) -> Tensor", "f(Tensor self, int? x) -> Tensor",
	  "signature ct_f\n  x: type: int -> int?\n" },
	{ "f(int x) -> Tensor", "f(float x) -> Tensor",
	  "signature ct_f, converting\n  x: type: int -> float\n" },
	{ "f(int x) -> Tensor", "f(DeviceIndex x) -> Tensor",
	  "signature ct_f, converting\n  x: type: int -> DeviceIndex\n" },
	{ "f(int x) -> Tensor", "f(int[] x) -> Tensor",
	  "signature ct_f\n  x: type: int -> int[]\n" },
	{ "f(Tensor self) -> Tensor", "f(Tensor self) -> Tensor[]",
	  "signature ct_f\n  result result: type: Tensor -> Tensor[]\n" },
	{ "f(Tensor self) -> Tensor", "f(Tensor self) -> (Tensor, Tensor)",
	  "signature ct_f\n  result result1: new: none -> Tensor\n" },
	{ "f(Tensor self) -> (Tensor a, Tensor b)", "f(Tensor self) -> Tensor a",
	  "signature ct_f\n  result b: gone: Tensor -> none\n" },
	{ "f(Tensor self) -> int", "f(Tensor self) -> float",
	  "signature ct_f\n  result result: type: int -> float\n" },
	/* C's const: passing a pointer may add it, but must not drop it */
	{ "f(Tensor(a!) self, Tensor x) -> ()", "f(Tensor self, Tensor x) -> ()",
	  "signature ct_f, converting\n  self: alias: (a!) -> none\n" },
	{ "f(Tensor self, Tensor x) -> ()", "f(Tensor(a!) self, Tensor x) -> ()",
	  "signature ct_f\n  self: alias: none -> (a!)\n" },
	/* a new argument before another does not count as moving that one */
	{ "f(Tensor self, int b) -> Tensor", "f(Tensor self, int a, int b) -> Tensor",
	  "signature ct_f\n  a: new: none -> int\n" },
	/* the same C type, but the caller must check the call */
	{ "f(Tensor a, Tensor b) -> Tensor", "f(Tensor b, Tensor a) -> Tensor",
	  "meaning ct_f\n  b: position: 2 -> 1\n  a: position: 1 -> 2\n" },
	{ "f(Tensor a, Tensor b) -> Tensor", "f(Tensor b, Tensor c) -> Tensor",
	  "meaning ct_f\n  c: new: none -> Tensor\n  a: gone: Tensor -> none\n" },
	{ "f() -> (Tensor a, Tensor b)", "f() -> (Tensor b, Tensor a)",
	  "meaning ct_f\n  result b: position: 2 -> 1\n  result a: position: 1 -> 2\n" },
	{ "f() -> (Tensor a, Tensor b)", "f() -> (Tensor b, Tensor c)",
	  "meaning ct_f\n  result b: position: 2 -> 1\n  result c: new: none -> Tensor\n"
	  "  result a: gone: Tensor -> none\n" },
	{ "f(bool[2] x) -> Tensor", "f(bool[3] x) -> Tensor",
	  "meaning ct_f\n  x: type: bool[2] -> bool[3]\n" },
	{ "f(Tensor? x) -> Tensor", "f(Tensor x) -> Tensor",
	  "meaning ct_f\n  x: type: Tensor? -> Tensor\n" },
	{ "f(Tensor?[] x) -> Tensor", "f(Tensor[] x) -> Tensor",
	  "meaning ct_f\n  x: type: Tensor?[] -> Tensor[]\n" },
	{ "f(int[]? x) -> Tensor", "f(SymInt[] x) -> Tensor",
	  "meaning ct_f\n  x: type: int[]? -> SymInt[]\n" },
	{ "f(str x) -> Tensor", "f(Dimname x) -> Tensor",
	  "meaning ct_f\n  x: type: str -> Dimname\n" },
	/* defaults and annotations */
	{ "f(int x=1) -> Tensor", "f(int x=2) -> Tensor", "default ct_f\n  x: default: 1 -> 2\n" },
	{ "f(int x) -> Tensor", "f(int x=2) -> Tensor", "default ct_f\n  x: default: none -> 2\n" },
	{ "f(int x=1) -> Tensor", "f(int x) -> Tensor", "default ct_f\n  x: default: 1 -> none\n" },
	{ "f(Tensor(a) self) -> Tensor(a)", "f(Tensor self) -> Tensor",
	  "default ct_f\n  self: alias: (a) -> none\n  result result: alias: (a) -> none\n" },
	{ "f(Tensor(a -> *) self) -> Tensor(a)[]", "f(Tensor(a) self) -> Tensor(a)[]",
	  "default ct_f\n  self: alias: (a -> *) -> (a)\n" },
	{ "f(Tensor(a!)[] xs, int n=1) -> ()", "f(Tensor[] xs, SymInt n=2) -> ()",
	  "default ct_f\n  xs: alias: (a!) -> none\n  n: type: int -> SymInt\n"
	  "  n: default: 1 -> 2\n" },
	/* what C does not see */
	{ "f(int x) -> Tensor", "f(SymInt x) -> Tensor",
	  "invisible ct_f\n  x: type: int -> SymInt\n" },
	{ "f(SymInt[]? x) -> int", "f(int[]? x) -> SymInt",
	  "invisible ct_f\n  x: type: SymInt[]? -> int[]?\n"
	  "  result result: type: int -> SymInt\n" },
	{ "f(int[] x) -> Tensor", "f(int[2] x) -> Tensor",
	  "invisible ct_f\n  x: type: int[] -> int[2]\n" },
	{ "f(Tensor x) -> Tensor", "f(Tensor? x) -> Tensor",
	  "invisible ct_f\n  x: type: Tensor -> Tensor?\n" },
	{ "f(int[] x) -> Tensor", "f(SymInt[1]? x) -> Tensor",
	  "invisible ct_f\n  x: type: int[] -> SymInt[1]?\n" },
	{ "f(Tensor self, Tensor mat2) -> Tensor", "f(Tensor self, Tensor other) -> Tensor",
	  "invisible ct_f\n  other: name: mat2 -> other\n" },
	{ "f(Tensor self, int n=1) -> Tensor", "f(Tensor self, *, int n=1) -> Tensor",
	  "invisible ct_f\n  n: passed: positional -> keyword-only\n" },
	{ "f(Tensor self) -> Tensor", "f(Tensor self) -> Tensor values",
	  "invisible ct_f\n  result values: name: none -> values\n" },
	{ "f() -> (Tensor a, Tensor b)", "f() -> (Tensor a, Tensor c)",
	  "invisible ct_f\n  result c: name: b -> c\n" },
	/* operators that have the same name only in C */
	{ "f.g(Tensor self) -> Tensor", "f_g(Tensor self) -> Tensor",
	  "invisible ct_f_g\n  f_g: name: f.g -> f_g\n" },
	/* the parameter's name in C does not matter */
	{ "f(Tensor complex) -> Tensor", "f(Tensor complex_) -> Tensor",
	  "invisible ct_f\n  complex_: name: complex -> complex_\n" },
};

START_TEST(a_schema_that_differs_is_of_the_gravest_kind_that_applies)
{
	struct diff diff = compare(entry(pairs[_i].before), entry(pairs[_i].after));

	assert_text(all_lines(&diff), pairs[_i].lines);
}
END_TEST

START_TEST(nothing_differs_between_a_list_and_itself)
{
	static const char list[] = "- func: b(Tensor self, int x=1) -> Tensor\n"
				   "  variants: method, function\n"
				   "- func: a.x(Tensor(a!) self) -> Tensor(a!)\n";
	struct diff diff = compare(list, list);

	assert_text(all_lines(&diff), "");
	ck_assert(diff_compiles(&diff));
}
END_TEST

/* --- operators in only one list --------------------------------------------------------------- */

START_TEST(a_function_of_one_list_alone_is_removed_or_added_with_its_method_form)
{
	struct diff diff = compare("- func: a(Tensor self) -> Tensor\n"
				   "- func: c(Tensor self) -> Tensor\n"
				   "  variants: method\n",
				   "- func: a(Tensor self) -> Tensor\n"
				   "- func: b.x(Tensor self) -> Tensor\n"
				   "  variants: method, function\n");

	assert_text(all_lines(&diff), "removed ct_c and ct_Tensor_c\n"
				      "added ct_b_x and ct_Tensor_b_x\n");
	ck_assert_uint_eq(diff.of[CHANGE_REMOVED].functions, 1);
	ck_assert_uint_eq(diff.of[CHANGE_REMOVED].methods, 1);
	ck_assert_uint_eq(diff.of[CHANGE_ADDED].functions, 1);
	ck_assert_uint_eq(diff.of[CHANGE_ADDED].methods, 1);
}
END_TEST

START_TEST(a_method_form_comes_and_goes_alone)
{
	static const char with[] =
		"- func: a(Tensor self) -> Tensor\n  variants: method, function\n";
	static const char without[] = "- func: a(Tensor self) -> Tensor\n";
	struct diff gone = compare(with, without), come = compare(without, with);

	assert_text(all_lines(&gone), "removed ct_Tensor_a\n  instead ct_a: function\n");
	assert_text(all_lines(&come), "added ct_Tensor_a\n");
	ck_assert(!diff_compiles(&gone));
	ck_assert(diff_compiles(&come));
	ck_assert_uint_eq(gone.of[CHANGE_REMOVED].functions, 0);
	ck_assert_uint_eq(gone.of[CHANGE_REMOVED].methods, 1);
}
END_TEST

START_TEST(a_method_form_that_goes_while_the_signature_changes_is_told_apart_from_it)
{
	struct diff diff = compare(
		"- func: a(Tensor self) -> Tensor\n  variants: method, function\n",
		"- func: a(Tensor self, int n) -> Tensor\n");

	assert_text(all_lines(&diff), "removed ct_Tensor_a\n  instead ct_a: function\n"
				      "signature ct_a\n  n: new: none -> int\n");
}
END_TEST

START_TEST(the_method_form_changes_along_with_its_function)
{
	struct diff diff = compare(
		"- func: a(Tensor self) -> Tensor\n  variants: method, function\n",
		"- func: a(Tensor self, int n) -> Tensor\n  variants: method\n");

	assert_text(all_lines(&diff), "signature ct_a and ct_Tensor_a\n  n: new: none -> int\n");
	ck_assert_uint_eq(diff.of[CHANGE_SIGNATURE].methods, 1);
}
END_TEST

START_TEST(a_removed_function_names_its_successor)
{
	struct diff diff = compare("- func: a.old(Tensor self, int n) -> Tensor\n"
				   "- func: _b(Tensor self) -> Tensor\n"
				   "- func: c(Tensor self) -> Tensor\n"
				   "- func: d(Tensor self) -> Tensor\n"
				   "- func: e(Tensor self) -> Tensor\n",
				   "- func: a.new(Tensor self, int n) -> Tensor\n"
				   "- func: a.more(Tensor self, int n, int m) -> Tensor\n"
				   "- func: b(Tensor self) -> Tensor\n"
				   "- func: c.x(Tensor self, Tensor other) -> Tensor\n"
				   "- func: d_(Tensor(a!) self) -> Tensor(a!)\n"
				   "- func: f(Tensor self) -> Tensor\n");

	assert_text(all_lines(&diff), "removed ct__b\n  instead ct_b: same arguments\n"
				      "removed ct_a_old\n  instead ct_a_new: same arguments\n"
				      "removed ct_c\n  instead ct_c_x: same name\n"
				      "removed ct_d\n"
				      "removed ct_e\n"
				      "added ct_a_more\nadded ct_a_new\nadded ct_b\n"
				      "added ct_c_x\nadded ct_d_\nadded ct_f\n");
}
END_TEST

START_TEST(derived_operators_are_compared_too)
{
	struct diff diff = compare("- func: a(Tensor self) -> Tensor\n",
				   "- func: a(Tensor self) -> Tensor\n"
				   "  dispatch:\n"
				   "    CPU: a_cpu\n"
				   "  autogen: a.out\n");

	assert_text(all_lines(&diff), "added ct_a_out\n");
}
END_TEST

/* --- whether programs compile ----------------------------------------------------------------- */

START_TEST(only_what_is_removed_or_has_another_c_type_keeps_programs_from_compiling)
{
	static const struct {
		const char *before, *after;
		bool compiles;
	} cases[] = {
		{ "f(int x) -> Tensor", "g(int x) -> Tensor", false },
		{ "f(int x) -> Tensor", "f(float x) -> Tensor", false },
		{ "f(Tensor a, Tensor b) -> Tensor", "f(Tensor b, Tensor a) -> Tensor", true },
		{ "f(int x=1) -> Tensor", "f(int x=2) -> Tensor", true },
		{ "f(int x) -> Tensor", "f(SymInt x) -> Tensor", true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct diff diff = compare(entry(cases[i].before), entry(cases[i].after));

		ck_assert_msg(diff_compiles(&diff) == cases[i].compiles,
			      "%s, then %s: expected %d, got %d", cases[i].before, cases[i].after,
			      cases[i].compiles, !cases[i].compiles);
	}
}
END_TEST

Suite *diff_suite(void)
{
	Suite *suite = suite_create("diff");
	TCase *tcase = add_case(suite, "schemas");

	tcase_add_loop_test(tcase, a_schema_that_differs_is_of_the_gravest_kind_that_applies, 0,
			    sizeof pairs / sizeof *pairs);
	tcase_add_test(tcase, nothing_differs_between_a_list_and_itself);
	tcase = add_case(suite, "functions");
	tcase_add_test(tcase,
		       a_function_of_one_list_alone_is_removed_or_added_with_its_method_form);
	tcase_add_test(tcase, a_method_form_comes_and_goes_alone);
	tcase_add_test(tcase,
		       a_method_form_that_goes_while_the_signature_changes_is_told_apart_from_it);
	tcase_add_test(tcase, the_method_form_changes_along_with_its_function);
	tcase_add_test(tcase, a_removed_function_names_its_successor);
	tcase_add_test(tcase, derived_operators_are_compared_too);
	tcase = add_case(suite, "programs");
	tcase_add_test(tcase,
		       only_what_is_removed_or_has_another_c_type_keeps_programs_from_compiling);
	return suite;
}
