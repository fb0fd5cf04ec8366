/*
 * Objects of classes: those that programs take and return, by functions that are registered here,
 * and those that a file has among its weights, by classes of a library.
 *
 * structures.training.pt2 takes a `zoo.Pair` of two tensors and a count, and returns another one
 * and a `zoo.Named`.
 */
#include <stdlib.h>
#include <string.h>

#include "releases.h"
#include "support.h"

/* --- Classes with functions ------------------------------------------------------------------- */

/* A pair is a text here, whose tensors are these. */
struct pairs {
	ct_tensor *a, *b;
	int flattened, unflattened, released;
	const char *problem; /* an error instead of children */
};

static ct_error flatten_pair(const ct_value *object, const char *class_context, void *context,
			     ct_value *children)
{
	struct pairs *pairs = context;
	const char *text;
	int64_t nbytes;

	pairs->flattened++;
	if (pairs->problem)
		return ct_error_new(CT_ERROR_RUNTIME, "flatten_pair", "%s", pairs->problem);
	OK(ct_value_as_string(object, &text, &nbytes));
	ck_assert_str_eq(text, "a pair");
	ck_assert_ptr_nonnull(strstr(class_context, "\"count\""));
	*children = ct_value_list_new();
	OK(ct_value_list_append(children, ct_value_tensor(pairs->a)));
	OK(ct_value_list_append(children, ct_value_tensor(pairs->b)));
	return ct_value_list_append(children, ct_value_int(1));
}

/* The children and a text. */
static ct_error unflatten_pair(ct_value *children, const char *class_context, void *context,
			       ct_value *result)
{
	struct pairs *pairs = context;

	pairs->unflattened++;
	if (pairs->problem)
		return ct_error_new(CT_ERROR_RUNTIME, "unflatten_pair", "%s", pairs->problem);
	ck_assert_ptr_nonnull(strstr(class_context, "\"count\""));
	ck_assert_int_eq(ct_value_count(children), 3);
	*result = ct_value_tuple_new();
	OK(ct_value_list_move(result, children));
	return ct_value_list_append(result, ct_value_string("made here"));
}

static void release_pairs(void *context)
{
	((struct pairs *)context)->released++;
}

static ct_tensor *filled(ct_ints shape, double value)
{
	ct_tensor *x;

	OK(CT(full, &x, shape, value));
	return x;
}

/* structures(((x, y), z), {"m": m, "unused": u}, pair, scale=s, deep={"x": [d, None]}) of ones. */
static ct_error call_structures(ct_export *program, ct_value pair, ct_value *result)
{
	const ct_value one = ct_value_tensor(filled(CT_L(1), 1));
	const ct_value x[] = { ct_value_tensor(filled(CT_L(2, 3), 1)),
			       ct_value_tensor(filled(CT_L(3, 4), 1)) };
	const ct_value nested[] = { ct_value_tuple(x, 2), ct_value_tensor(filled(CT_L(4), 1)) };
	const ct_value named[] = { ct_value_string("m"), ct_value_tensor(filled(CT_L(2, 4), 1)),
				   ct_value_string("unused"), one };
	const ct_value list[] = { one, ct_value_none() };
	const ct_value deep[] = { ct_value_string("x"), ct_value_list(list, 2) };
	const ct_value args[] = { ct_value_tuple(nested, 2), ct_value_dict(named, 2), pair };
	const ct_value keywords[] = { one, ct_value_dict(deep, 1) };

	return ct_export_call(program, args, 3, (const char *const[]){ "scale", "deep" }, keywords,
			      2, result);
}

static double maximum_at(const ct_value *value, const char *path)
{
	ct_tensor *x;

	OK(ct_value_at_tensor(value, path, &x));
	return value_of(CT_E(max, x));
}

static int64_t int_at(const ct_value *value, const char *path)
{
	int64_t n;

	OK(ct_value_at_int(value, path, &n));
	return n;
}

START_TEST(class_without_functions_is_a_dict)
{
	CT_SCOPE;
	ct_export *program = load_fixture("structures.training.pt2");
	const ct_value fields[] = {
		ct_value_string("b"),     ct_value_tensor(filled(CT_L(2, 2), 5)),
		ct_value_string("a"),     ct_value_tensor(filled(CT_L(4), 10)),
		ct_value_string("count"), ct_value_int(1)
	};
	ct_value result;

	OK(call_structures(program, ct_value_dict(fields, 3), &result));
	ck_assert(maximum_at(&result, "/0/r") == 15);
	ck_assert(maximum_at(&result, "/0/list/0") == 5);
	ck_assert(maximum_at(&result, "/0/pair/a") == 15);
	ck_assert(maximum_at(&result, "/0/pair/b") == 5);
	ck_assert_int_eq(int_at(&result, "/0/pair/count"), 3);
	ck_assert_int_eq(int_at(&result, "/1/1"), 2);
	ct_value_free(&result);
	FAILS_WITH(call_structures(program, ct_value_dict(fields, 2), &result), CT_ERROR_VALUE,
		   "a dict of 3 keys has 2");
	ct_export_free(program);
}
END_TEST

START_TEST(class_has_functions_of_its_own)
{
	CT_SCOPE;
	ct_export *program = load_fixture("structures.training.pt2");
	struct pairs pairs = { filled(CT_L(4), 10), filled(CT_L(2, 2), 5), 0, 0, 0, NULL };
	ct_value result;
	const char *text;

	OK(ct_export_register_class("zoo.Pair", flatten_pair, unflatten_pair, &pairs,
				    release_pairs));
	OK(call_structures(program, ct_value_string("a pair"), &result));
	ck_assert(pairs.flattened == 1 && pairs.unflattened == 1 && pairs.released == 0);
	ck_assert(maximum_at(&result, "/0/r") == 15);
	ck_assert(maximum_at(&result, "/0/pair/0/0") == 15);
	ck_assert(maximum_at(&result, "/0/pair/0/1") == 5);
	ck_assert_int_eq(int_at(&result, "/0/pair/0/2"), 3);
	OK(ct_value_at_string(&result, "/0/pair/1", &text));
	ck_assert_str_eq(text, "made here");
	ct_value_free(&result);

	pairs.problem = "no pair today";
	FAILS_WITH(call_structures(program, ct_value_string("a pair"), &result), CT_ERROR_RUNTIME,
		   "no pair today");
	OK(ct_export_remove_class("zoo.Pair"));
	ck_assert_int_eq(pairs.released, 1);
	ct_export_free(program);
}
END_TEST

START_TEST(class_may_have_only_one_function)
{
	CT_SCOPE;
	ct_export *program = load_fixture("structures.training.pt2");
	struct pairs pairs = { filled(CT_L(4), 10), filled(CT_L(2, 2), 5), 0, 0, 0, NULL };
	ct_value result;

	OK(ct_export_register_class("zoo.Pair", flatten_pair, NULL, &pairs, NULL));
	OK(call_structures(program, ct_value_string("a pair"), &result));
	ck_assert(maximum_at(&result, "/0/pair/a") == 15);
	ct_value_free(&result);
	OK(ct_export_remove_class("zoo.Pair"));
	ck_assert_int_eq(pairs.unflattened, 0);
	ct_export_free(program);
}
END_TEST

START_TEST(names_of_classes_are_checked)
{
	OK(ct_export_register_class("zoo.Pair", NULL, NULL, NULL, NULL));
	FAILS_WITH(ct_export_register_class("zoo.Pair", NULL, NULL, NULL, NULL), CT_ERROR_KEY,
		   "the class 'zoo.Pair' is registered already");
	OK(ct_export_remove_class("zoo.Pair"));
	FAILS_WITH(ct_export_remove_class("zoo.Pair"), CT_ERROR_KEY,
		   "no class 'zoo.Pair' is registered");
	FAILS_WITH(ct_export_register_class(NULL, NULL, NULL, NULL, NULL), CT_ERROR_ARGUMENT,
		   "name");
	FAILS_WITH(ct_export_remove_class(NULL), CT_ERROR_ARGUMENT, "name");
}
END_TEST

/* --- Objects of a library's classes ----------------------------------------------------------- */

/* Each test has a process of its own, so that only one of them has the library. */
START_TEST(object_of_an_unknown_class_is_refused)
{
	ct_export *program;
	ct_library *library;

	FAILS_WITH(ct_export_load(fixture_path("small/object.pt2"), NULL, &program),
		   CT_ERROR_NOT_IMPLEMENTED, "test_export.scaled");
	OK(ct_library_new("test_export", &library));
	OK(ct_library_define(library, "scaled(Any scaler, Tensor x) -> Tensor"));
	FAILS_WITH(ct_export_load(fixture_path("small/object.pt2"), NULL, &program),
		   CT_ERROR_NOT_IMPLEMENTED, "__torch__.torch.classes.test_export.Scaler");
	ct_library_free(library);
}
END_TEST

/* scaled(Scaler(2.5), x) + 1 */
static double scaled_one(ct_export *program)
{
	CT_SCOPE;
	ct_tensor *const x = CT_E(ones, CT_L(4)), **y;
	double result;
	int64_t n;

	OK(ct_export_run(program, CT_TENSORS_OF(&x, 1), &y, &n));
	ck_assert_int_eq(n, 1);
	result = value_of(CT_E(max, y[0]));
	ct_tensors_free(y, n);
	return result;
}

START_TEST(object_of_a_loaded_class)
{
	CT_SCOPE;
	ct_export *program, *clone;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	program = load_fixture("small/object.pt2");
	ck_assert(scaled_one(program) == 3.5);
	OK(ct_export_clone(program, &clone));
	ct_export_free(program);
	ck_assert(scaled_one(clone) == 3.5);
	ct_export_free(clone);
}
END_TEST

#define SCALER                                                           \
	"{\"as_custom_obj\": {\"name\": \"obj_scaler\", \"class_fqn\": " \
	"\"__torch__.torch.classes.test_export.Scaler\"}}"
#define SUM "{\"as_tensor\": {\"name\": \"add\"}}"

START_TEST(object_is_an_output)
{
	char *json = entry_of("small/object.pt2", "models/model.json", NULL), *graph, *all;
	ct_value x = ct_value_none(), output;
	ct_export *program;
	ct_tensor *ones;

	graph = with(json, "\"outputs\": [" SUM "], \"nodes\"",
		     "\"outputs\": [" SCALER "], \"nodes\"");
	all = with(graph, "{\"user_output\": {\"arg\": " SUM "}}",
		   "{\"user_output\": {\"arg\": " SCALER "}}");
	OK(ct_load_library(CTORCH_TEST_SCALER));
	OK(load_changed(
		"small/object.pt2",
		(const struct change[]){ { .entry = "models/model.json", .bytes = all }, { 0 } },
		&program));
	OK(CT(ones, &ones, CT_L(4)));
	x = ct_value_tensor(ones);
	OK(ct_export_call(program, &x, 1, NULL, NULL, 0, &output));
	ck_assert_int_eq(output.kind, CT_VALUE_OBJECT);
	ct_value_free(&output);
	ct_tensor_free(ones);
	ct_export_free(program);
	free(json);
	free(graph);
	free(all);
}
END_TEST

#define SCOPE_OF_CLASSES "__torch__.torch.classes.test_export"
/* Of protocol 2: a class, the object of it with a state, the end. */
#define MADE(name) "c" SCOPE_OF_CLASSES "\n" name "\n)\x81"
#define FLOAT "G\x40\x04\0\0\0\0\0\0"

/* small/object.pt2 with another pickle of the object, and, unless it is NULL, another program. */
static ct_error load_object(const char *json, const char *body, size_t n, ct_export **result)
{
	char pickle[256] = "\x80\x02";
	const struct change inner[] = { { "data.pkl", pickle, n + 3, false }, { 0 } };
	struct archive object;
	ct_error error;

	memcpy(pickle + 2, body, n);
	pickle[n + 2] = '.';
	object.bytes = entry_of("small/object.pt2", "data/constants/custom_obj_0", &object.n);
	object = archive_changed(object, inner);
	error = load_changed(
		"small/object.pt2",
		(const struct change[]){
			{ "data/constants/custom_obj_0", object.bytes, object.n, false },
			{ json ? "models/model.json" : NULL, json, 0, false },
			{ 0 } },
		result);
	archive_free(&object);
	return error;
}

/* A literal, which may have a NUL inside. */
#define LOAD_OBJECT(body) load_object(NULL, body, sizeof(body) - 1, &program)

START_TEST(state_of_an_object_is_read_as_data)
{
	ct_export *program;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	OK(LOAD_OBJECT(MADE("Scaler") FLOAT "b"));
	ct_export_free(program);
	OK(LOAD_OBJECT(MADE("Scaler") "K\x03"
				      "b")); /* an int */
	ck_assert(scaled_one(program) == 4);
	ct_export_free(program);
}
END_TEST

/* Making one ends the process. */
START_TEST(objects_of_other_classes_are_not_made)
{
	ct_export *program;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	FAILS_WITH(LOAD_OBJECT(MADE("Trap") FLOAT "b"), CT_ERROR_VALUE,
		   "it is an object of the class " SCOPE_OF_CLASSES
		   ".Trap, expected " SCOPE_OF_CLASSES ".Scaler");
	FAILS_WITH(LOAD_OBJECT(MADE("Scaler") MADE("Trap") FLOAT "bb"), CT_ERROR_VALUE,
		   "an object of the class " SCOPE_OF_CLASSES ".Trap is in the state");
	FAILS_WITH(LOAD_OBJECT(MADE("Scaler") MADE("Trap") FLOAT "b\x85"
								 "b"),
		   CT_ERROR_VALUE,
		   "an object of the class " SCOPE_OF_CLASSES ".Trap is in the state");
	FAILS_WITH(LOAD_OBJECT(MADE("Trap") FLOAT "b0" MADE("Scaler") FLOAT "b0" FLOAT),
		   CT_ERROR_VALUE, "it is not an object of the class " SCOPE_OF_CLASSES ".Scaler");
}
END_TEST

START_TEST(states_of_other_types_are_refused)
{
	ct_export *program;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	FAILS_WITH(LOAD_OBJECT(MADE("Scaler") "N"
					      "b"),
		   CT_ERROR_TYPE, "must be of the type float, but is a NoneType");
	FAILS_WITH(LOAD_OBJECT(MADE("Scaler") "]"
					      "b"),
		   CT_ERROR_TYPE, "must be of the type float, but is a list");
	FAILS_WITH(LOAD_OBJECT(MADE("Scaler")), CT_ERROR_VALUE, "its object has no state");
	FAILS_WITH(LOAD_OBJECT("cos\nsystem\nN\x85R"), CT_ERROR_VALUE, "os.system");
}
END_TEST

START_TEST(class_without_a_state_is_refused)
{
	static const char bare[] = MADE("Bare") "}b";
	char *json = entry_of("small/object.pt2", "models/model.json", NULL), *next;
	ct_export *program;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	while (strstr(json, "test_export.Scaler\"")) {
		next = with(json, "test_export.Scaler\"", "test_export.Bare\"");
		free(json);
		json = next;
	}
	FAILS_WITH(load_object(json, bare, sizeof bare - 1, &program), CT_ERROR_NOT_IMPLEMENTED,
		   "objects of the class " SCOPE_OF_CLASSES ".Bare cannot be loaded");
	free(json);
}
END_TEST

/* An optional tensor: None stands in its place until the program runs. */
START_TEST(object_is_not_taken_for_a_tensor)
{
	CT_SCOPE;
	ct_tensor *const x = CT_E(ones, CT_L(4)), **y;
	char *json, *clamps, *changed;
	ct_export *program;
	size_t size;
	int64_t n;

	OK(ct_load_library(CTORCH_TEST_SCALER));
	json = entry_of("small/object.pt2", "models/model.json", &size);
	clamps = with(json, "torch.ops.aten.add.Tensor", "torch.ops.aten.clamp.Tensor");
	changed = with(clamps, "\"other\", \"arg\": {\"as_int\": 1}",
		       "\"min\", \"arg\": {\"as_custom_obj\": {\"name\": \"obj_scaler\", "
		       "\"class_fqn\": \"Scaler\"}}");
	OK(load_changed("small/object.pt2",
			(const struct change[]){ { "models/model.json", changed, 0, false },
						 { NULL, NULL, 0, false } },
			&program));
	FAILS_WITH(ct_export_run(program, CT_TENSORS_OF(&x, 1), &y, &n), CT_ERROR_RUNTIME,
		   "aten.clamp.Tensor");
	ct_export_free(program);
	free(json);
	free(clamps);
	free(changed);
}
END_TEST

/* small/fields.pt2, called with a namedtuple and a dataclass of fields a and b. */
static ct_error call_fields(ct_export *program, ct_ints named_a, ct_ints record_a, ct_ints record_b,
			    ct_value *result)
{
	const ct_value named[] = { ct_value_tensor(filled(named_a, 3)),
				   ct_value_tensor(filled(CT_L(3), 4)) };
	const ct_value record[] = {
		ct_value_string("b"),
		ct_value_tensor(filled(record_b, 2)),
		ct_value_string("a"),
		ct_value_tensor(filled(record_a, 5)),
	};
	const ct_value args[] = { ct_value_tuple(named, 2), ct_value_dict(record, 2) };

	return ct_export_call(program, args, 2, NULL, NULL, 0, result);
}

START_TEST(guards_are_about_fields)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/fields.pt2");
	ct_value result;

	OK(call_fields(program, CT_L(6, 3), CT_L(3), CT_L(6, 3), &result));
	ck_assert(maximum_at(&result, "/0") == 1);
	ck_assert(maximum_at(&result, "/1") == 20);
	ct_value_free(&result);
	FAILS_WITH(call_fields(program, CT_L(5, 3), CT_L(3), CT_L(5, 3), &result),
		   CT_ERROR_ASSERTION, "Guard failed: named.a.size()[0] % 2 == 0");
	FAILS_WITH(call_fields(program, CT_L(6, 3), CT_L(4), CT_L(6, 3), &result),
		   CT_ERROR_ASSERTION, "Guard failed: record.a.size()[0] == 3");
	FAILS_WITH(call_fields(program, CT_L(6, 3), CT_L(3), CT_L(4, 3), &result),
		   CT_ERROR_ASSERTION, "Guard failed: record.b.size()[0] == named.a.size()[0]");
	ct_export_free(program);
}
END_TEST

Suite *classes_suite(void)
{
	Suite *suite = suite_create("classes");
	TCase *tests = tests_of("classes");

	tcase_add_test(tests, class_without_functions_is_a_dict);
	tcase_add_test(tests, class_has_functions_of_its_own);
	tcase_add_test(tests, class_may_have_only_one_function);
	tcase_add_test(tests, names_of_classes_are_checked);
	tcase_add_test(tests, object_of_an_unknown_class_is_refused);
	tcase_add_test(tests, objects_of_other_classes_are_not_made);
	tcase_add_test(tests, guards_are_about_fields);
	if (CT_RELEASE_AT_LEAST(2, 6)) {
		tcase_add_test(tests, object_of_a_loaded_class);
		tcase_add_test(tests, object_is_an_output);
		tcase_add_test(tests, state_of_an_object_is_read_as_data);
		tcase_add_test(tests, states_of_other_types_are_refused);
		tcase_add_test(tests, class_without_a_state_is_refused);
		tcase_add_test(tests, object_is_not_taken_for_a_tensor);
	} else {
		LEFT_OUT("object_of_a_loaded_class and five others", "objects need 2.6");
	}
	suite_add_tcase(suite, tests);
	return suite;
}
