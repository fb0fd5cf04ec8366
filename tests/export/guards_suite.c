/*
 * Guards of programs: they are those that Python makes of the same program, and accept the same
 * inputs; and what a file can do wrong.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime(), strdup() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "export/guards/guards.h"
#include "symbolic_suites.h"

enum { ENOUGH = 1 << 26 };

/* The room's own is with the reader of files. */
const struct ct_program_call *ct_program_own_call(const struct ct_program *program)
{
	return program->calls_len > 0 ? &program->calls[0] : NULL;
}

/* --- Programs of cases ------------------------------------------------------------------------ */

static void *take(struct ct_arena *arena, size_t count, size_t size)
{
	void *memory = ct_arena_new(arena, count * size + 1);

	ck_assert_ptr_nonnull(memory);
	return memory;
}

/* A number that JSON may not have. */
static double double_of(const json_t *value)
{
	return json_is_string(value) ? strtod(json_string_value(value), NULL)
				     : json_number_value(value);
}

static struct ct_graph_argument constant_of(const json_t *input)
{
	const char *type = text_of(input, "type");
	const json_t *value = json_object_get(input, "value");
	struct ct_graph_argument result = { .arm = CT_ARM_NONE, .value = CT_NO_VALUE };

	if (strcmp(type, "int") == 0)
		result.arm = CT_ARM_INT;
	else if (strcmp(type, "float") == 0)
		result.arm = CT_ARM_FLOAT;
	else if (strcmp(type, "bool") == 0)
		result.arm = CT_ARM_BOOL;
	else if (strcmp(type, "str") == 0)
		result.arm = CT_ARM_STRING;
	if (result.arm == CT_ARM_FLOAT)
		result.f = double_of(value);
	else if (result.arm == CT_ARM_STRING)
		result.string = json_string_value(value);
	else
		result.i = json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);
	return result;
}

static const struct ct_graph_tensor *tensor_of(struct ct_arena *arena, const json_t *sizes)
{
	struct ct_graph_tensor *tensor = take(arena, 1, sizeof *tensor);
	struct ct_graph_size *list = take(arena, json_array_size(sizes), sizeof *list);
	const json_t *size;
	size_t i;

	json_array_foreach (sizes, i, size) {
		list[i].i = json_integer_value(size);
		if (json_is_object(size))
			list[i].expression = text_of(size, "expression");
	}
	tensor->sizes = list;
	tensor->dim = (int64_t)json_array_size(sizes);
	return tensor;
}

static struct ct_graph_value value_of(struct ct_arena *arena, const json_t *input)
{
	const char *expression = json_string_value(json_object_get(input, "symbol"));
	struct ct_graph_symbol *symbol;

	if (expression == NULL)
		return (struct ct_graph_value){ .kind = CT_GRAPH_TENSOR,
						.tensor = tensor_of(
							arena, json_object_get(input, "sizes")) };
	symbol = take(arena, 1, sizeof *symbol);
	symbol->expression = expression;
	return (struct ct_graph_value){ .kind = CT_GRAPH_SYM_INT, .symbol = symbol };
}

static void add_inputs(struct ct_program *program, struct ct_arena *arena, const json_t *inputs)
{
	const size_t n = json_array_size(inputs);
	struct ct_program_input *list = take(arena, n, sizeof *list);
	struct ct_graph_value *values = take(arena, n, sizeof *values);
	struct ct_graph *graph = take(arena, 1, sizeof *graph);
	const json_t *input;
	size_t i;

	json_array_foreach (inputs, i, input) {
		list[i].argument.value = CT_NO_VALUE;
		if (json_object_get(input, "type")) {
			list[i].argument = constant_of(input);
			list[i].kind = CT_PROGRAM_CONSTANT_INPUT;
			continue;
		}
		values[i] = value_of(arena, input);
		list[i].kind = CT_PROGRAM_USER_INPUT;
		list[i].argument.value = (int32_t)i;
		list[i].argument.arm = values[i].tensor ? CT_ARM_TENSOR : CT_ARM_SYM_INT;
	}
	*graph = (struct ct_graph){ .values = values, .values_len = (int64_t)n };
	program->graph = graph;
	program->inputs = list;
	program->inputs_len = (int64_t)n;
}

static const struct ct_graph_argument *keys_of(struct ct_arena *arena, const json_t *keys)
{
	struct ct_graph_argument *list = take(arena, json_array_size(keys), sizeof *list);
	const json_t *key;
	size_t i;

	json_array_foreach (keys, i, key) {
		list[i].arm = json_is_string(key) ? CT_ARM_STRING : CT_ARM_INT;
		if (json_is_string(key))
			list[i].string = json_string_value(key);
		else
			list[i].i = json_integer_value(key);
	}
	return list;
}

static enum ct_tree_kind kind_of(const char *type)
{
	if (strcmp(type, "tuple") == 0)
		return CT_TREE_TUPLE;
	if (strcmp(type, "list") == 0)
		return CT_TREE_LIST;
	return strcmp(type, "dict") == 0 ? CT_TREE_DICT : CT_TREE_NAMED_TUPLE;
}

static struct ct_tree tree_of(struct ct_arena *arena, const json_t *of)
{
	const json_t *children = json_object_get(of, "children"), *keys, *child;
	struct ct_tree tree = { .kind = CT_TREE_LEAF, .leaves = 1 }, *list;
	size_t i;

	if (json_is_string(of))
		return tree;
	keys = json_object_get(of, "keys");
	list = take(arena, json_array_size(children), sizeof *list);
	tree.kind = kind_of(text_of(of, "type"));
	tree.leaves = 0;
	json_array_foreach (children, i, child) {
		list[i] = tree_of(arena, child);
		tree.leaves += list[i].leaves;
	}
	tree.children = list;
	tree.children_len = (int64_t)json_array_size(children);
	tree.keys = json_is_array(keys) ? keys_of(arena, keys) : NULL;
	return tree;
}

static const char *const *texts_of(struct ct_arena *arena, const json_t *texts, int64_t *n)
{
	const char **list = take(arena, json_array_size(texts), sizeof *list);
	const json_t *text;
	size_t i;

	json_array_foreach (texts, i, text)
		list[i] = json_string_value(text);
	*n = (int64_t)json_array_size(texts);
	return list;
}

static void add_call(struct ct_program *program, struct ct_arena *arena, const json_t *of)
{
	struct ct_program_call *call = take(arena, 1, sizeof *call);
	struct ct_tree *tree = take(arena, 1, sizeof *tree);

	*tree = tree_of(arena, json_object_get(of, "tree"));
	call->path = "";
	call->in_tree = tree;
	call->argument_names = texts_of(arena, json_object_get(of, "arguments"),
					&call->argument_names_len);
	program->calls = call;
	program->calls_len = 1;
}

static void add_ranges(struct ct_program *program, struct ct_arena *arena, const json_t *ranges)
{
	struct ct_program_range *list = take(arena, json_array_size(ranges), sizeof *list);
	const json_t *range;
	size_t i;

	json_array_foreach (ranges, i, range) {
		const json_t *min = json_object_get(range, "min");
		const json_t *max = json_object_get(range, "max");

		list[i] = (struct ct_program_range){ text_of(range, "expression"),
						     json_integer_value(min),
						     json_integer_value(max), json_is_integer(min),
						     json_is_integer(max) };
	}
	program->ranges = list;
	program->ranges_len = (int64_t)json_array_size(ranges);
}

/* In the arena; its texts are the case's. */
static struct ct_program program_of(struct ct_arena *arena, const json_t *of)
{
	struct ct_program program = { .major = 8 };

	add_inputs(&program, arena, json_object_get(of, "inputs"));
	add_call(&program, arena, of);
	add_ranges(&program, arena, json_object_get(of, "ranges"));
	program.guards = texts_of(arena, json_object_get(of, "guards"), &program.guards_len);
	return program;
}

/* --- Inputs of cases -------------------------------------------------------------------------- */

static const int64_t *ints_of(struct ct_arena *arena, const json_t *ints)
{
	int64_t *list = take(arena, json_array_size(ints), sizeof *list);
	const json_t *one;
	size_t i;

	json_array_foreach (ints, i, one)
		list[i] = json_integer_value(one);
	return list;
}

static struct ct_guard_input input_of(struct ct_arena *arena, const json_t *of)
{
	struct ct_guard_input input = { .is_tensor = json_object_get(of, "sizes") != NULL };
	struct ct_graph_argument constant;

	if (input.is_tensor) {
		input.dim = (int64_t)json_array_size(json_object_get(of, "sizes"));
		input.sizes = ints_of(arena, json_object_get(of, "sizes"));
		input.strides = ints_of(arena, json_object_get(of, "strides"));
		return input;
	}
	constant = constant_of(of);
	if (constant.arm == CT_ARM_FLOAT)
		input.value.f = constant.f;
	else if (constant.arm == CT_ARM_STRING)
		input.value.string = constant.string;
	else
		input.value.i = constant.i;
	input.value.type = constant.arm == CT_ARM_INT      ? CT_SYMBOLIC_INT
			   : constant.arm == CT_ARM_FLOAT  ? CT_SYMBOLIC_FLOAT
			   : constant.arm == CT_ARM_BOOL   ? CT_SYMBOLIC_BOOL
			   : constant.arm == CT_ARM_STRING ? CT_SYMBOLIC_STRING
							   : CT_SYMBOLIC_NONE;
	return input;
}

static ct_error check_inputs(struct ct_arena *arena, const struct ct_guards *guards,
			     const json_t *list)
{
	struct ct_guard_input inputs[32];
	const json_t *one;
	size_t i;

	ck_assert_int_le((int)json_array_size(list), 32);
	json_array_foreach (list, i, one)
		inputs[i] = input_of(arena, one);
	return ct_guards_check(guards, inputs, (int64_t)json_array_size(list));
}

/* --- The tests -------------------------------------------------------------------------------- */

static void compare_texts(const char *name, const struct ct_guards *guards, const json_t *texts)
{
	ck_assert_msg(ct_guards_count(guards) == (int64_t)json_array_size(texts),
		      "%s: %d guards, not %d", name, (int)ct_guards_count(guards),
		      (int)json_array_size(texts));
	for (int64_t i = 0; i < ct_guards_count(guards); i++)
		ck_assert_str_eq(ct_guards_text(guards, i),
				 json_string_value(json_array_get(texts, (size_t)i)));
}

/* Errors of operators come from running the program. */
static void compare_error(const char *name, ct_error got, const char *expected)
{
	const bool is_guard = expected && strncmp(expected, "AssertionError", 14) == 0;

	ck_assert_msg((got == NULL) == !is_guard && (!is_guard || strcmp(got, expected) == 0),
		      "%s\nexpected: %s\ngot:      %s", name, expected ? expected : "no error",
		      got ? got : "no error");
	ct_error_free(got);
}

START_TEST(program_has_the_guards_of_python)
{
	json_t *cases = cases_of("export_guards"), *one, *check;
	size_t i, k;

	json_array_foreach (cases, i, one) {
		struct ct_arena arena = arena_of(ENOUGH);
		struct ct_program program = program_of(&arena, one);
		const char *name = text_of(one, "name");
		const struct ct_guards *guards;

		MUST_SUCCEED(ct_guards_new(&program, &arena, &guards));
		compare_texts(name, guards, json_object_get(one, "texts"));
		json_array_foreach (json_object_get(one, "checks"), k, check)
			compare_error(
				name,
				check_inputs(&arena, guards, json_object_get(check, "inputs")),
				json_string_value(json_object_get(check, "error")));
		ct_arena_free(&arena);
	}
	json_decref(cases);
}
END_TEST

/* A program of x, a tensor of two dynamic sizes, and n, with one guard of the code. For C, ' is a
 * quote of JSON, and ^ one of sympy. */
static const char simple[] =
	"{'arguments': ['x', 'n'],"
	" 'tree': {'type': 'tuple', 'keys': null, 'children': ["
	"  {'type': 'tuple', 'keys': null, 'children': ['leaf', 'leaf']},"
	"  {'type': 'dict', 'keys': [], 'children': []}]},"
	" 'inputs': [{'sizes': [{'expression': 'Symbol(^s0^)'}, {'expression': 'Symbol(^s1^)'}]},"
	"  {'symbol': 'Symbol(^s2^)'}],"
	" 'ranges': [], 'guards': ['GUARD'], 'texts': [], 'checks': []}";

static ct_error guards_of(const char *guard, struct ct_arena *arena, json_t **of,
			  const struct ct_guards **guards)
{
	char *text = strdup(simple);
	struct ct_program program;
	json_t *list;

	for (char *c = text; *c; c++)
		*c = *c == '\'' ? '"' : *c == '^' ? '\'' : *c;
	*of = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(*of);
	free(text);
	list = json_object_get(*of, "guards");
	json_array_set_new(list, 0, json_string(guard));
	program = program_of(arena, *of);
	return ct_guards_new(&program, arena, guards);
}

static ct_error check_simple(const char *guard, int64_t first, int64_t second, int64_t n)
{
	const int64_t sizes[] = { first, second }, strides[] = { second, 1 };
	const struct ct_guard_input inputs[] = {
		{ true, 2, sizes, strides, 3, { CT_SYMBOLIC_NONE, 0, 0, NULL } },
		{ false, 0, NULL, NULL, 0, { CT_SYMBOLIC_INT, n, 0, NULL } }
	};
	struct ct_arena arena = arena_of(ENOUGH);
	const struct ct_guards *guards;
	json_t *of;
	ct_error err = guards_of(guard, &arena, &of, &guards);

	if (err == NULL)
		err = ct_guards_check(guards, inputs, 2);
	json_decref(of);
	ct_arena_free(&arena);
	return err;
}

START_TEST(guard_reads_every_part_of_an_input)
{
	MUST_SUCCEED(check_simple("L['x'].stride()[0] == L['x'].size()[1]", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['x'].storage_offset() == 3", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['x'].dim() == 2 and L['x'].ndim == 2", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['x'].numel() == 20", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['x'].shape[-1] == 5", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['flat_args'][0].size()[0] == L['flat_args'][1] - 2", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['kwargs']['n'] == 6", 4, 5, 6));
	MUST_SUCCEED(check_simple("L['n'] / 4 == 1.5", 4, 5, 6));
	MUST_SUCCEED(check_simple("1 < L['n'] < inf", 4, 5, 6));
	MUST_FAIL(check_simple("L['flat_args'][0].size()[0] == 3", 4, 5, 6),
		  "AssertionError: Guard failed: x.size()[0] == 3");
}
END_TEST

START_TEST(error_within_a_guard_names_it)
{
	MUST_FAIL(check_simple("L['x'].size()[0] // L['n'] == 1", 4, 5, 0),
		  "RuntimeError: guard x.size()[0] // n == 1: ZeroDivisionError: integer division");
	MUST_FAIL(check_simple("L['n'] * L['n'] != 1", 4, 5, INT64_MAX),
		  "RuntimeError: guard n * n != 1: OverflowError: ");
	MUST_FAIL(check_simple("L['x'].size()[2] == 1", 4, 5, 6),
		  "IndexError: guard x.size()[2] == 1: tuple index out of range");
	MUST_FAIL(check_simple("L['n'].size()[0] == 1", 4, 5, 6),
		  "AttributeError: guard n.size()[0] == 1: 'int' object has no attribute 'size'");
	MUST_FAIL(check_simple("L['x'] == 1", 4, 5, 6), "AssertionError: Guard failed: x == 1");
	/* Python does not look at what decides nothing. */
	MUST_SUCCEED(check_simple("L['n'] == 0 or 4 // L['n'] > 0", 4, 5, 0));
}
END_TEST

START_TEST(guard_about_another_thing_is_an_error)
{
	static const char *const guards[] = {
		"L['y'].size()[0] == 1",
		"x.size()[0] == 1",
		"L == 1",
		"L['x'].foo() == 1",
		"L['x'].size() == 1",
		"L['x'].size()['a'] == 1",
		"L[0] == 1",
		"s0 > 1",
		"L['flat_args'][2] > 1",
		"L['x'][0].size()[0] > 1",
		"L.x > 1",
	};

	for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
		MUST_FAIL(check_simple(guards[i], 4, 5, 6), "ValueError: guard 0 of the program: ");
	MUST_FAIL(check_simple("L['x'].size()[0] ==", 4, 5, 6),
		  "SyntaxError: guard 0 of the program: column 20 of an expression");
	MUST_FAIL(check_simple("open('/etc/passwd')", 4, 5, 6),
		  "SyntaxError: guard 0 of the program: column 5 of an expression: unknown "
		  "function open");
}
END_TEST

START_TEST(small_arena_is_an_error_of_guards)
{
	json_t *cases = cases_of("export_guards"), *one;
	size_t i;

	json_array_foreach (cases, i, one) {
		ct_error err = NULL;

		for (size_t nbytes = 0; nbytes == 0 || err; nbytes += nbytes / 8 + 64) {
			struct ct_arena arena = arena_of(ENOUGH), small = arena_of(nbytes);
			struct ct_program program = program_of(&arena, one);
			const struct ct_guards *guards;

			ct_error_free(err);
			err = ct_guards_new(&program, &small, &guards);
			if (err)
				ck_assert_int_eq(ct_error_class_of(err), CT_ERROR_OUT_OF_MEMORY);
			ct_arena_free(&small);
			ct_arena_free(&arena);
		}
	}
	json_decref(cases);
}
END_TEST

START_TEST(wrong_number_of_inputs_is_an_error)
{
	struct ct_arena arena = arena_of(ENOUGH);
	const struct ct_guards *guards;
	json_t *of;

	MUST_SUCCEED(guards_of("True", &arena, &of, &guards));
	MUST_FAIL(ct_guards_check(guards, NULL, 0), "ValueError: the program has 2 inputs, not 0");
	json_decref(of);
	ct_arena_free(&arena);
}
END_TEST

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The bound is for a machine that is busy and a build with sanitizers; usually it is 0.01 us. */
START_TEST(guard_takes_little_time)
{
	enum { TIMES = 20000 };
	const int64_t sizes[] = { 4, 9 }, strides[] = { 9, 1 };
	const struct ct_guard_input inputs[] = {
		{ true, 2, sizes, strides, 0, { CT_SYMBOLIC_NONE, 0, 0, NULL } },
		{ false, 0, NULL, NULL, 0, { CT_SYMBOLIC_INT, 7, 0, NULL } }
	};
	struct ct_arena arena = arena_of(ENOUGH);
	const struct ct_guards *guards;
	ct_error err = NULL;
	double start;
	json_t *of;

	MUST_SUCCEED(guards_of("((1 + (((-1) + L['x'].size()[0]) // 2))*(1 + (((-1) + "
			       "L['x'].size()[1]) // 2))) != 1",
			       &arena, &of, &guards));
	start = seconds();
	for (int i = 0; i < TIMES && err == NULL; i++)
		err = ct_guards_check(guards, inputs, 2); /* Check's macros take longer */
	start = seconds() - start;
	MUST_SUCCEED(err);
	if (getenv("CTORCH_SHOW_TIMES"))
		printf("%.4f us a guard\n", 1e6 * start / TIMES);
	ck_assert_msg(start / TIMES < 5e-6, "%g us", 1e6 * start / TIMES);
	json_decref(of);
	ct_arena_free(&arena);
}
END_TEST

Suite *guards_suite(void)
{
	Suite *suite = suite_create("guards");
	TCase *tests = tcase_create("guards");

	tcase_add_test(tests, program_has_the_guards_of_python);
	tcase_add_test(tests, guard_reads_every_part_of_an_input);
	tcase_add_test(tests, error_within_a_guard_names_it);
	tcase_add_test(tests, guard_about_another_thing_is_an_error);
	tcase_add_test(tests, small_arena_is_an_error_of_guards);
	tcase_add_test(tests, wrong_number_of_inputs_is_an_error);
	tcase_add_test(tests, guard_takes_little_time);
	suite_add_tcase(suite, tests);
	return suite;
}
