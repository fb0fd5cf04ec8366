/*
 * Values of any type, as a program might fill them in, including kinds that do not exist and
 * lengths without a list. A value that can be copied equals its copy and prints the same; an
 * operator that returns its argument refuses it or returns it.
 *
 * The input is a value, which operator takes it, and a path into it. A value is a byte for its
 * kind, followed by what the kind needs; see build().
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { DEPTH_AT_MOST = 20, KINDS = CT_VALUE_BIG_INT + 3, HOLES = 200 };

/* --- parts of values -------------------------------------------------------------------------- */

static ct_library *library;
static ct_generator *generator;
static ct_storage *storage;
static ct_tensor *tensors[4];

/* Every type of the schema language that a value can become. */
static const char *const types[] = {
	"Any",
	"Tensor",
	"Tensor?",
	"Scalar",
	"Scalar?",
	"int",
	"int?",
	"SymInt",
	"float",
	"bool",
	"complex",
	"str",
	"str?",
	"Device?",
	"ScalarType",
	"Layout?",
	"MemoryFormat",
	"Generator?",
	"Storage",
	"Stream",
	"int[]",
	"int[2]",
	"SymInt[]?",
	"float[]",
	"float[2]?",
	"bool[]",
	"bool[3]",
	"str[]",
	"Tensor[]",
	"Tensor?[]",
	"Scalar[]",
	"Device[]",
	"int[][]",
	"(int, float)",
	"Dict(str, Tensor)",
	"Dict(int, Any)",
	"Tensor[][]",
	"Dict(str, int[])",
	"QScheme",
	"AnyEnumType",
};

enum { TYPES = sizeof types / sizeof *types };

static const ct_operator *operators[TYPES]; /* NULL: libtorch has no such type */

static ct_error give_back(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			  int64_t results_len)
{
	(void)context;
	FUZZ_CHECK(args_len == 1 && results_len == 1, "%lld, %lld", (long long)args_len,
		   (long long)results_len);
	results[0] = ct_value_borrow(&args[0]);
	return NULL;
}

static void make_operator(int i)
{
	char schema[96], name[32];

	snprintf(name, sizeof name, "fuzz_value::take%d", i);
	snprintf(schema, sizeof schema, "%s(%s x) -> %s", name, types[i], types[i]);
	if (!fuzz_succeeds(ct_library_define(library, schema)))
		return;
	FUZZ_MUST(ct_library_implement(library, name, "CompositeExplicitAutograd", give_back, NULL,
				       NULL));
	FUZZ_MUST(ct_operator_find(name, &operators[i]));
}

static void make_all(void)
{
	FUZZ_MUST(ct_library_new("fuzz_value", &library));
	for (int i = 0; i < TYPES; i++)
		make_operator(i);
	FUZZ_MUST(ct_generator_new(CT_DEVICE_CPU, &generator));
	FUZZ_MUST(ct_tensor_from_text("1.5", NULL, &tensors[0]));
	FUZZ_MUST(ct_tensor_from_text("3", NULL, &tensors[1]));
	FUZZ_MUST(ct_tensor_from_text("[[1, 2], [3, 4]]", NULL, &tensors[2]));
	FUZZ_MUST(ct_tensor_from_text("[True, False]", NULL, &tensors[3]));
	FUZZ_MUST(ct_tensor_storage(tensors[2], &storage));
}

/* --- the input as a value --------------------------------------------------------------------- */

/* What was allocated for one input. */
static void *blocks[4096];
static size_t block_count;
static bool has_odd_key;

static void *block(size_t size)
{
	void *memory = malloc(size ? size : 1);

	FUZZ_CHECK(memory && block_count < sizeof blocks / sizeof *blocks, "too large an input");
	blocks[block_count++] = memory;
	return memory;
}

static void free_blocks(void)
{
	while (block_count)
		free(blocks[--block_count]);
}

static ct_value build(struct fuzz_input *input, int depth);

/* Exactly as long as it says, so that a sanitizer detects reads beyond it. */
static void build_string(struct fuzz_input *input, ct_value *value)
{
	size_t n = fuzz_byte(input) % 32;
	char *text = block(n + 1);

	for (size_t i = 0; i < n; i++)
		text[i] = (char)fuzz_byte(input);
	text[n] = '\0';
	value->i = (int64_t)n;
	value->object = text;
}

/* Often of 64 bits, which is an error. */
static void build_big_int(struct fuzz_input *input, ct_value *value)
{
	const size_t n = fuzz_byte(input) % 48;
	char *digits = block(n);

	for (size_t i = 0; i < n; i++)
		digits[i] = (char)('1' + fuzz_byte(input) % 9);
	if (n && fuzz_byte(input) & 1)
		digits[0] = '-';
	value->i = (int64_t)n;
	value->object = digits;
}

static void build_numbers(struct fuzz_input *input, ct_value *value)
{
	size_t n = fuzz_byte(input) % 6;
	int64_t *ints = value->kind == CT_VALUE_INTS ? block(n * sizeof *ints) : NULL;
	double *floats = value->kind == CT_VALUE_FLOATS ? block(n * sizeof *floats) : NULL;
	bool *bools = value->kind == CT_VALUE_BOOLS ? block(n * sizeof *bools) : NULL;

	for (size_t i = 0; i < n; i++) {
		if (ints)
			ints[i] = fuzz_int(input);
		else if (floats)
			floats[i] = fuzz_double(input);
		else
			bools[i] = fuzz_byte(input) & 1;
	}
	value->i = (int64_t)n;
	value->object = ints ? (void *)ints : floats ? (void *)floats : (void *)bools;
}

static ct_tensor *pick_tensor(struct fuzz_input *input)
{
	return tensors[fuzz_byte(input) % (sizeof tensors / sizeof *tensors)];
}

static void build_tensors(struct fuzz_input *input, ct_value *value)
{
	size_t n = fuzz_byte(input) % 4;
	ct_tensor **list = block(n * sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = fuzz_byte(input) > HOLES ? NULL : pick_tensor(input);
	value->i = (int64_t)n;
	value->object = list;
}

static void build_list(struct fuzz_input *input, ct_value *value, int depth)
{
	size_t n = depth < DEPTH_AT_MOST ? fuzz_byte(input) % 5 : 0;
	ct_value *items = block(n * sizeof *items);

	for (size_t i = 0; i < n; i++)
		items[i] = build(input, depth + 1);
	value->i = (int64_t)n;
	value->object = items;
}

/* A value that cannot be a key is refused when the dict is copied. A copy has the first of several
 * pairs with the same key, so there is only one. */
static void build_dict(struct fuzz_input *input, ct_value *value, int depth)
{
	size_t n = depth < DEPTH_AT_MOST ? fuzz_byte(input) % 5 : 0;
	ct_value *pairs = block(2 * n * sizeof *pairs);

	value->object = pairs;
	for (size_t i = 0; i < n; i++) {
		ct_value key = build(input, depth + 1);

		if (ct_value_dict_has(value, key))
			continue;
		pairs[2 * value->i] = key;
		pairs[2 * value->i + 1] = build(input, depth + 1);
		value->i++;
		has_odd_key = has_odd_key || !ct_value_dict_has(value, key);
	}
}

/* The caller's array. What is in it in the places of values counts for nothing. */
static void build_set(struct fuzz_input *input, ct_value *value)
{
	size_t n = fuzz_byte(input) % 5;
	ct_value *pairs = block(2 * n * sizeof *pairs);

	value->object = pairs;
	for (size_t i = 0; i < n; i++) {
		ct_value item = build(input, DEPTH_AT_MOST);

		if (ct_value_set_has(value, item))
			continue;
		pairs[2 * value->i] = item;
		pairs[2 * value->i + 1] = build(input, DEPTH_AT_MOST);
		value->i++;
		has_odd_key = has_odd_key || !ct_value_set_has(value, item);
	}
}

static void build_object(struct fuzz_input *input, ct_value *value)
{
	value->object = value->kind == CT_VALUE_TENSOR      ? (const void *)pick_tensor(input)
			: value->kind == CT_VALUE_GENERATOR ? (const void *)generator
			: value->kind == CT_VALUE_STORAGE   ? (const void *)storage
							    : NULL;
}

/* A part that the program forgot to fill in. */
static void make_hole(struct fuzz_input *input, ct_value *value)
{
	if (ct_value_count(value) >= 0 && fuzz_byte(input) > HOLES)
		value->i = -1 - value->i;
	else if (fuzz_byte(input) > HOLES)
		value->object = NULL;
}

/* Kinds up to two beyond the last, which do not exist. */
static ct_value build(struct fuzz_input *input, int depth)
{
	uint8_t byte = fuzz_byte(input);
	ct_value value = ct_value_none();

	value.kind = byte % KINDS;
	switch (value.kind) {
	case CT_VALUE_STRING:
	case CT_VALUE_BYTES:
		build_string(input, &value);
		break;
	case CT_VALUE_BIG_INT:
		build_big_int(input, &value);
		break;
	case CT_VALUE_INTS:
	case CT_VALUE_FLOATS:
	case CT_VALUE_BOOLS:
		build_numbers(input, &value);
		break;
	case CT_VALUE_TENSORS:
		build_tensors(input, &value);
		break;
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
		build_list(input, &value, depth);
		break;
	case CT_VALUE_DICT:
		build_dict(input, &value, depth);
		break;
	case CT_VALUE_SET:
		build_set(input, &value);
		break;
	case CT_VALUE_FLOAT:
	case CT_VALUE_COMPLEX:
		value.re = fuzz_double(input);
		value.im = fuzz_double(input);
		break;
	default:
		value.i = fuzz_int(input);
		value.device.type = (ct_device_type)fuzz_int(input);
		value.device.index = (int32_t)fuzz_int(input);
		build_object(input, &value);
	}
	if (byte > HOLES)
		make_hole(input, &value);
	return value;
}

/* --- checks ----------------------------------------------------------------------------------- */

static char *print(const ct_value *value)
{
	char *text = NULL;

	return fuzz_succeeds(ct_value_to_string(value, &text)) ? text : NULL;
}

static void check_equal(const ct_value *a, const ct_value *b, const char *text)
{
	bool equal = false;

	/* NaN is not equal to itself. */
	FUZZ_CHECK(fuzz_succeeds(ct_value_equal(a, b, &equal)), "not comparable: %s", text);
	FUZZ_CHECK(equal || strstr(text, "nan"), "not equal: %s", text);
}

/* A later pair with the same key is ignored. */
static void check_dict(const ct_value *dict)
{
	ct_value key, value, found;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		FUZZ_MUST(ct_value_dict_item(dict, i, &key, &value));
		if (ct_value_dict_has(dict, key))
			FUZZ_MUST(ct_value_dict_get(dict, key, &found));
	}
}

/* The same pairs in an ordered dict, whose attributes are the dict itself. */
static void check_ordered(const ct_value *dict, const char *text)
{
	ct_value ordered = ct_value_ordered_dict_new(), copy, key, value, found;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		FUZZ_MUST(ct_value_dict_item(dict, i, &key, &value));
		FUZZ_MUST(ct_value_dict_set(&ordered, key, value));
	}
	FUZZ_MUST(ct_value_dict_set_attribute(&ordered, "same", *dict));
	FUZZ_MUST(ct_value_copy(&ordered, &copy));
	ct_value_free(&ordered);
	check_equal(&copy, dict, text);
	FUZZ_CHECK(ct_value_is_ordered_dict(&copy), "a copy is plain: %s", text);
	FUZZ_MUST(ct_value_dict_attribute(&copy, "same", &found));
	check_equal(&found, dict, text);
	ct_value_free(&copy);
}

static void check_set(const ct_value *set)
{
	ct_value copy, item;

	FUZZ_MUST(ct_value_copy(set, &copy));
	for (int64_t i = 0; i < ct_value_count(set); i++) {
		FUZZ_MUST(ct_value_item(set, i, &item));
		if (ct_value_set_has(&copy, item)) /* not NaN */
			FUZZ_MUST(ct_value_set_remove(&copy, item));
		FUZZ_MUST(ct_value_set_add(&copy, item));
	}
	FUZZ_CHECK(ct_value_count(&copy) >= ct_value_count(set), "an item is lost");
	ct_value_free(&copy);
}

static void check_copy(const ct_value *value, const char *text)
{
	ct_value copy, deep;
	char *of_copy;

	if (!fuzz_succeeds(ct_value_copy(value, &copy))) {
		FUZZ_CHECK(has_odd_key, "it cannot be copied: %s", text);
		return;
	}
	of_copy = print(&copy);
	FUZZ_CHECK(of_copy && !strcmp(of_copy, text), "'%s' is copied as '%s'", text,
		   of_copy ? of_copy : "");
	check_equal(value, &copy, text);
	if (copy.kind == CT_VALUE_SET)
		check_set(&copy);
	if (copy.kind == CT_VALUE_DICT) {
		check_dict(&copy);
		check_ordered(&copy, text);
	}
	FUZZ_MUST(ct_value_deepcopy(&copy, &deep));
	check_equal(&copy, &deep, text);
	ct_value_free(&deep);
	ct_value_free(&copy);
	ct_free(of_copy);
}

static void check_call(const ct_operator *op, const ct_value *value)
{
	ct_value result = ct_value_none();
	char *text;

	if (!fuzz_succeeds(ct_operator_call(op, value, 1, &result, 1))) {
		FUZZ_CHECK(result.kind == CT_VALUE_NONE, "an error, and the result was written");
		return;
	}
	text = print(&result);
	FUZZ_CHECK(text, "what came back cannot be printed");
	ct_free(text);
	ct_value_free(&result);
}

static void check_path(const ct_value *value, struct fuzz_input *input)
{
	char *path = fuzz_part(input), *text;
	ct_value found;

	if (path && fuzz_succeeds(ct_value_at(value, path, &found))) {
		text = print(&found);
		ct_free(text);
	}
	free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	ct_value value;
	char *text;
	uint8_t type;

	if (!library)
		make_all();
	fuzz_enter();
	has_odd_key = false;
	value = build(&input, 0);
	type = fuzz_byte(&input) % TYPES;
	text = print(&value);
	if (text)
		check_copy(&value, text);
	ct_free(text);
	if (operators[type])
		check_call(operators[type], &value);
	check_path(&value, &input);
	fuzz_leave();
	free_blocks();
	return 0;
}
