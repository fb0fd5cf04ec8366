/*
 * Options of loading: other devices, mappings, some of the tensors, objects that are not data.
 */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "support.h"

#define FOLDER "../../fixtures/checkpoints/2.15.0/"

/* A tensor at a path in a value, borrowed. */
static ct_tensor *tensor_at(const ct_value *value, const char *path)
{
	ct_tensor *tensor;
	ct_value found;

	OK(ct_value_at(value, path, &found));
	OK(ct_value_as_tensor(&found, &tensor));
	return tensor;
}

static void assert_refused(const char *path, const ct_load_options *options, const char *message)
{
	ct_value result = ct_value_int(7);

	FAILS(ct_load(path, options, &result), message);
	ck_assert_int_eq(result.kind, CT_VALUE_INT);
}

static void write_bytes(const char *path, const char *bytes, size_t n)
{
	FILE *file = fopen(path, "wb");

	MUST(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

static void copy_file(const char *from, const char *to)
{
	size_t n;
	char *bytes = get_file(from, &n);

	write_bytes(to, bytes, n);
	free(bytes);
}

/* Copies "training.pt", with another byte in the weight of the first layer. */
static void damage_weight(const char *to)
{
	const ct_tensor *weight;
	ct_value value;
	size_t n;
	char *bytes = get_file(FOLDER "training.pt", &n), *found;

	OK(ct_load(FOLDER "training.pt", NULL, &value));
	weight = tensor_at(&value, "/model/0.weight");
	found = memmem(bytes, n, ct_tensor_data(weight), (size_t)(ct_tensor_numel(weight) * 4));
	MUST(found);
	found[5] ^= 1;
	write_bytes(to, bytes, n);
	free(bytes);
	ct_value_free(&value);
}

/* --- Devices ---------------------------------------------------------------------------------- */

START_TEST(device_that_is_not_here_is_refused)
{
	if (ct_device_is_available(CT_DEVICE_CUDA(1)))
		return;
	assert_refused(FOLDER "cuda.pth", NULL,
		       "ValueError: " FOLDER "cuda.pth: 'cuda': it was saved on cuda:1, which is "
		       "not available here; .map_location = CT_DEVICE_CPU "
		       "loads it to the CPU");
}
END_TEST

static void assert_on_cpu(const ct_load_options *options)
{
	ct_value value;

	OK(ct_load(FOLDER "cuda.pth", options, &value));
	assert_floats(tensor_at(&value, "/cpu"), (int64_t[]){ 2, -1 }, (double[]){ 0, 1 });
	assert_floats(tensor_at(&value, "/cuda"), (int64_t[]){ 8, -1 },
		      (double[]){ 0, 1, 2, 3, 4, 5, 6, 7 });
	ct_value_free(&value);
}

static ct_device to_cpu(ct_device saved, void *context)
{
	char *seen = context;

	strcat(seen, saved.type == CT_DEVICE_TYPE_CUDA && saved.index == 1 ? "g" : "c");
	return saved.type == CT_DEVICE_TYPE_CUDA ? CT_DEVICE_CPU : CT_DEVICE_NONE;
}

START_TEST(tensors_are_loaded_to_another_device)
{
	char seen[8] = "";

	assert_on_cpu(&(ct_load_options){ .map_location = CT_DEVICE_CPU });
	assert_on_cpu(&(ct_load_options){ .map_location = CT_DEVICE_CPU, .mmap = true });
	assert_on_cpu(&(ct_load_options){ .map = to_cpu, .context = seen });
	ck_assert_str_eq(seen, "cg");
}
END_TEST

/* Only shapes: the elements' bytes are damaged. */
START_TEST(meta_tensors_have_no_elements)
{
	const ct_load_options options = { .map_location = CT_DEVICE_META };
	ct_tensor *weight;
	ct_value value;

	damage_weight(save_path);
	FAILS_WITH(ct_load(save_path, NULL, &value), CT_ERROR_VALUE,
		   "the checksum of 'training/data/");
	OK(ct_load(save_path, &options, &value));
	weight = tensor_at(&value, "/model/0.weight");
	ck_assert_int_eq(ct_tensor_device(weight).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_dim(weight), 2);
	ck_assert_int_eq(ct_tensor_size(weight, 0), 3);
	ck_assert_int_eq(ct_tensor_size(weight, 1), 2);
	ct_value_free(&value);
}
END_TEST

/* --- Mappings --------------------------------------------------------------------------------- */

START_TEST(mapping_is_private)
{
	const ct_load_options options = { .mmap = true };
	ct_value value, again;

	copy_file(FOLDER "tensors.pt", save_path);
	OK(ct_load(save_path, &options, &value));
	OK(ct_zero_(tensor_at(&value, "/views/whole"), NULL));
	OK(ct_load(save_path, &options, &again));
	ck_assert(ct_tensor_shares_storage(tensor_at(&value, "/views/whole"),
					   tensor_at(&value, "/views/step")));
	assert_floats(tensor_at(&value, "/views/part"), (int64_t[]){ 6, -1 },
		      (double[]){ 0, 0, 0, 0, 0, 0 });
	assert_floats(tensor_at(&again, "/views/part"), (int64_t[]){ 6, -1 },
		      (double[]){ 4, 5, 6, 7, 8, 9 });
	ct_value_free(&again);
	ct_value_free(&value);
}
END_TEST

START_TEST(mapping_lasts_as_long_as_its_last_tensor)
{
	const ct_load_options options = { .mmap = true };
	ct_tensor *part;
	ct_value value;

	CT_SCOPE;
	copy_file(FOLDER "tensors.pt", save_path);
	OK(ct_load(save_path, &options, &value));
	OK(ct_narrow(tensor_at(&value, "/views/whole"), 0, 20, 4, &part));
	ct_value_free(&value);
	unlink(save_path);
	assert_floats(part, (int64_t[]){ 4, -1 }, (double[]){ 20, 21, 22, 23 });
}
END_TEST

/* As in Python: what is not read cannot be compared with its checksum. */
START_TEST(mapping_compares_no_checksums)
{
	const ct_load_options options = { .mmap = true };
	ct_value value;

	damage_weight(save_path);
	OK(ct_load(save_path, &options, &value));
	ct_value_free(&value);
}
END_TEST

/* --- Some of the tensors ---------------------------------------------------------------------- */

static const struct {
	const char *keys[2];
	int64_t keys_len;
	const char *model;  /* keys of what is left of the model's state dict */
	int64_t states_len; /* tensors of the optimizer */
} choices[] = {
	{ { "model.0.weight" }, 1, "['0.weight']", 0 },
	{ { "model.0" }, 1, "['0.weight', '0.bias']", 0 },
	{ { "model.1.num_batches_tracked", "optimizer.state.0.step" },
	  2,
	  "['1.num_batches_tracked']",
	  1 },
	{ { "optimizer.state" }, 1, "[]", 16 },
	{ { NULL }, 0, "[]", 0 },
};

/* "['a', 'b']" */
static void assert_keys(const ct_value *dict, const char *wanted)
{
	ct_value keys = ct_value_list_new(), key, value;
	char *text;

	for (int64_t i = 0; i < ct_value_count(dict); i++) {
		OK(ct_value_dict_item(dict, i, &key, &value));
		OK(ct_value_list_append(&keys, key));
	}
	OK(ct_value_to_string(&keys, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
	ct_value_free(&keys);
}

static int64_t count_tensors(const ct_value *states)
{
	int64_t n = 0;

	for (int64_t i = 0; i < ct_value_count(states); i++) {
		ct_value key, state;

		OK(ct_value_dict_item(states, i, &key, &state));
		n += ct_value_count(&state);
	}
	return n;
}

START_TEST(keys_select_tensors_and_all_below_them)
{
	const char *const none[] = { "" };
	const ct_load_options options = { .keys = choices[_i].keys_len ? choices[_i].keys : none,
					  .keys_len = choices[_i].keys_len };
	ct_value value, part;

	OK(ct_load(FOLDER "training.pt", &options, &value));
	OK(ct_value_at(&value, "/model", &part));
	assert_keys(&part, choices[_i].model);
	OK(ct_value_at(&value, "/optimizer/state", &part));
	ck_assert_int_eq(count_tensors(&part), choices[_i].states_len);
	/* What is no tensor is always there. */
	OK(ct_value_at(&value, "/optimizer/param_groups/0/lr", &part));
	OK(ct_value_at(&value, "/epoch", &part));
	ct_value_free(&value);
}
END_TEST

START_TEST(tensors_that_are_not_wanted_are_not_read)
{
	const char *const keys[] = { "model.1.num_batches_tracked" };
	const ct_load_options options = { .keys = keys, .keys_len = 1 };
	ct_value value;

	damage_weight(save_path);
	OK(ct_load(save_path, &options, &value));
	ct_value_free(&value);
}
END_TEST

START_TEST(key_that_selects_nothing_is_refused)
{
	const char *const keys[] = { "model.0.weight", "model.0.weigh" };

	assert_refused(FOLDER "training.pt", &(ct_load_options){ .keys = keys, .keys_len = 2 },
		       "KeyError: " FOLDER
		       "training.pt has no tensor 'model.0.weigh', nor any whose name begins "
		       "with it and a dot");
}
END_TEST

START_TEST(wrong_options_are_refused)
{
	const char *const keys[] = { NULL };
	ct_value value;

	assert_refused(
		"a.pt", &(ct_load_options){ .keys_len = 1 },
		"ArgumentError: ct_load: argument 2 (options): keys_len is 1, but keys is NULL");
	assert_refused("a.pt", &(ct_load_options){ .keys = keys, .keys_len = 1 },
		       "ArgumentError: ct_load: argument 2 (options): keys[0] must not be NULL");
	assert_refused(NULL, NULL, "ArgumentError: ct_load: argument 1 (path) must not be NULL");
	FAILS(ct_load("a.pt", NULL, NULL),
	      "ArgumentError: ct_load: argument 3 (result) must not be NULL");
	FAILS(ct_load("../../fixtures", NULL, &value),
	      "ValueError: ../../fixtures: the folder has neither model.safetensors.index.json nor "
	      "model.safetensors; pass the path of the file");
	FAILS(ct_load("no/such/file.pt", NULL, &value),
	      "RuntimeError: no/such/file.pt: opening it: No such file or directory");
}
END_TEST

/* --- What is not data ------------------------------------------------------------------------- */

static const char *const object_files[] = { FOLDER "objects.pth", FOLDER "objects.legacy.pth" };

START_TEST(objects_are_refused_by_name)
{
	char message[300];

	snprintf(message, sizeof message,
		 "ValueError: %s: it contains an object of argparse.Namespace, which is not data; "
		 "code in a file is never run (for a whole module, save net.state_dict() in "
		 "Python, or use .state_dicts; skip_unknown loads other objects as None)",
		 object_files[_i]);
	assert_refused(object_files[_i], NULL, message);
}
END_TEST

START_TEST(objects_are_skipped_and_listed)
{
	ct_value value, skipped;
	const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };
	char *text;

	OK(ct_load(object_files[_i], &options, &value));
	ck_assert_int_eq(ct_tensor_numel(tensor_at(&value, "/net/_parameters/weight")), 1);
	OK(ct_value_dict_set(&value, ct_value_string("net"), ct_value_none()));
	OK(ct_value_to_string(&value, &text));
	ck_assert_str_eq(text, "{'args': {'lr': 0.1, 'layers': [1, 2]}, "
			       "'again': {'lr': 0.1, 'layers': [1, 2]}, "
			       "'weight': tensor([1., 1.]), 'net': None, "
			       "'function': None, 'path': None, 'lambda_scheduler': {'lr_lambdas': "
			       "[None, {}], 'last_epoch': 3}}");
	ct_free(text);
	OK(ct_value_to_string(&skipped, &text));
	ck_assert_str_eq(text, "['argparse.Namespace', '__main__.Net', "
			       "'torch.nn.functional.relu', 'pathlib.PurePosixPath']");
	ct_free(text);
	ct_value_free(&skipped);
	ct_value_free(&value);
}
END_TEST

START_TEST(jagged_tensor_is_refused_or_a_dict_of_its_parts)
{
	ct_value value, skipped, kept;
	const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };
	char *text;

	assert_refused(FOLDER "jagged.pth", NULL,
		       "ValueError: " FOLDER "jagged.pth: it contains a jagged nested tensor, a "
		       "class that exists only in Python: save its "
		       "values() and offsets(), or load with skip_unknown, "
		       "which returns a dict of its parts");
	OK(ct_load(FOLDER "jagged.pth", &options, &value));
	assert_floats(tensor_at(&value, "/jagged/_values"), (int64_t[]){ 3, 3, -1 },
		      (double[]){ 1, 1, 1, 1, 1, 1, 0, 0, 0 });
	OK(ct_tensor_to_string(tensor_at(&value, "/jagged/_offsets"), &text));
	ck_assert_str_eq(text, "tensor([0, 2, 3])");
	ct_free(text);
	OK(ct_value_at(&value, "/kept", &kept));
	ck_assert_int_eq(kept.i, 4);
	OK(ct_value_to_string(&skipped, &text));
	ck_assert_str_eq(text, "['torch.nested._internal.nested_tensor._rebuild_njt', "
			       "'torch.nested._internal.nested_tensor.NestedTensor']");
	ct_free(text);
	ct_value_free(&skipped);
	ct_value_free(&value);
}
END_TEST

/* What Python's pickles have, but a ct_value cannot have. */
START_TEST(other_keys_and_numbers_are_skipped_and_listed)
{
	ct_value value, skipped;
	const ct_load_options options = { .skip_unknown = true, .skipped = &skipped };
	char *text;

	assert_refused(FOLDER "keys.pth", NULL,
		       "ValueError: " FOLDER "keys.pth: '(1, ?)': it is the value of a key of "
		       "type tuple; such keys and items cannot be read "
		       "(skip_unknown leaves them out)");
	OK(ct_load(FOLDER "keys.pth", &options, &value));
	OK(ct_value_to_string(&value, &text));
	ck_assert_str_eq(text, "{'set': {3}, 'huge': None, 'array': None, 'kept': 4}");
	ct_free(text);
	OK(ct_value_to_string(&skipped, &text));
	ck_assert_str_eq(text, "['builtins.tuple', 'builtins.NoneType', 'builtins.dtype', "
			       "'builtins.int', 'numpy.O8']");
	ct_free(text);
	ct_value_free(&skipped);
	ct_value_free(&value);
}
END_TEST

/* The time must not grow with the square of a name's length. */
START_TEST(key_of_dots_takes_no_time)
{
	enum { DOTS = 8 << 20 };
	const char *const keys[] = { "a" };
	const ct_load_options options = { .keys = keys, .keys_len = 1 };
	ct_value dict = ct_value_dict_new(), loaded;
	char *name = malloc(DOTS + 1);
	ct_tensor *ones;

	MUST(name);
	memset(name, '.', DOTS);
	name[DOTS] = '\0';
	OK(ct_tensor_ones(CT_L(2), NULL, &ones));
	OK(ct_value_dict_set(&dict, ct_value_string(name), ct_value_tensor(ones)));
	OK(ct_value_dict_set(&dict, ct_value_string("a"), ct_value_tensor(ones)));
	OK(ct_save(&dict, save_path));
	OK(ct_load(save_path, &options, &loaded));
	ck_assert_int_eq(ct_value_count(&loaded), 1);
	ct_value_free(&loaded);
	ct_value_free(&dict);
	ct_tensor_free(ones);
	free(name);
}
END_TEST

/* Nothing is written that Python cannot read. */
START_TEST(text_that_is_not_utf8_is_not_saved)
{
	ct_value dict = ct_value_dict_new();

	OK(ct_value_dict_set(&dict, ct_value_string("name"), ct_value_string("\xff")));
	FAILS(ct_save(&dict, save_path), "ValueError: 'name': a string is not valid UTF-8; save "
					 "it as bytes");
	ck_assert_int_ne(access(save_path, F_OK), 0);
	ct_value_free(&dict);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options of loading");
	TCase *tests = tests_of("options of loading");

	tcase_add_checked_fixture(tests, make_save_folder, remove_save_folder);
	tcase_add_test(tests, device_that_is_not_here_is_refused);
	tcase_add_test(tests, tensors_are_loaded_to_another_device);
	tcase_add_test(tests, meta_tensors_have_no_elements);
	tcase_add_test(tests, mapping_is_private);
	tcase_add_test(tests, mapping_lasts_as_long_as_its_last_tensor);
	tcase_add_test(tests, mapping_compares_no_checksums);
	tcase_add_loop_test(tests, keys_select_tensors_and_all_below_them, 0, LENGTH(choices));
	tcase_add_test(tests, tensors_that_are_not_wanted_are_not_read);
	tcase_add_test(tests, key_that_selects_nothing_is_refused);
	tcase_add_test(tests, wrong_options_are_refused);
	tcase_add_test(tests, key_of_dots_takes_no_time);
	tcase_add_test(tests, jagged_tensor_is_refused_or_a_dict_of_its_parts);
	tcase_add_test(tests, other_keys_and_numbers_are_skipped_and_listed);
	tcase_add_test(tests, text_that_is_not_utf8_is_not_saved);
	tcase_add_loop_test(tests, objects_are_refused_by_name, 0, LENGTH(object_files));
	tcase_add_loop_test(tests, objects_are_skipped_and_listed, 0, LENGTH(object_files));
	suite_add_tcase(suite, tests);
	return suite;
}
