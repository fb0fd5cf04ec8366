/*
 * Files and the device: where tensors are saved from, and where they are loaded to.
 */
#include <stdio.h>
#include <unistd.h>

#include "scratch.h"
#include "support.h"

static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 32];

static void make_folder(void)
{
	make_scratch(folder);
	snprintf(path, sizeof path, "%s/tensors.pt", folder);
}

static void remove_folder(void)
{
	unlink(path);
	remove_scratch(folder);
}

/* --- Saving ----------------------------------------------------------------------------------- */

static const ct_tensor *numbers(void)
{
	return CT_E(reshape, CT_E(arange, 24, .dtype = CT_FLOAT32), CT_L(4, 6));
}

/* "here" on the CPU, "there" on a device, "part" a view of that. */
static ct_value tensors_on(ct_device device)
{
	const ct_tensor *there = on_device(numbers(), device);
	ct_value dict = ct_value_dict_new();

	OK(ct_value_dict_set(&dict, ct_value_string("here"), ct_value_tensor(numbers())));
	OK(ct_value_dict_set(&dict, ct_value_string("there"), ct_value_tensor(there)));
	OK(ct_value_dict_set(&dict, ct_value_string("part"),
			     ct_value_tensor(CT_E(select, there, 1, 2))));
	OK(CT_DONE());
	return dict;
}

static void save_from(ct_device device)
{
	CT_SCOPE;
	ct_value dict = tensors_on(device);

	OK(ct_save(&dict, path));
	ct_value_free(&dict);
}

static ct_tensor *tensor_at(const ct_value *dict, const char *key)
{
	ct_value found;
	ct_tensor *tensor;

	OK(ct_value_dict_get(dict, ct_value_string(key), &found));
	OK(ct_value_as_tensor(&found, &tensor));
	return tensor;
}

static void assert_is_on(const ct_tensor *tensor, ct_device device, const char *what)
{
	ck_assert_msg(ct_tensor_device(tensor).type == device.type, "%s: other device", what);
	if (device.type != CT_DEVICE_TYPE_CPU)
		ck_assert_int_eq(ct_tensor_device(tensor).index, device.index);
}

/* What save_from() wrote: `here` and `there` say where the tensors must be. */
static void assert_loads(const ct_load_options *options, ct_device here, ct_device there)
{
	CT_SCOPE;
	ct_value dict;

	OK(ct_load(path, options, &dict));
	assert_is_on(tensor_at(&dict, "here"), here, "here");
	assert_is_on(tensor_at(&dict, "there"), there, "there");
	assert_is_on(tensor_at(&dict, "part"), there, "part");
	assert_same(tensor_at(&dict, "here"), numbers(), "here");
	assert_same(tensor_at(&dict, "there"), numbers(), "there");
	assert_same(tensor_at(&dict, "part"), CT_E(select, numbers(), 1, 2), "part");
	ck_assert(ct_tensor_shares_storage(tensor_at(&dict, "there"), tensor_at(&dict, "part")));
	ct_value_free(&dict);
}

/* --- torch.save()'s files --------------------------------------------------------------------- */

START_TEST(tensors_come_back_to_their_devices)
{
	save_from(SIM_DEVICE(1));
	assert_loads(NULL, CT_DEVICE_CPU, SIM_DEVICE(1));
	assert_loads(&(ct_load_options){ .mmap = true }, CT_DEVICE_CPU, SIM_DEVICE(1));
}
END_TEST

START_TEST(map_location_is_for_all_tensors)
{
	const ct_device places[] = { CT_DEVICE_CPU, SIM_DEVICE(0), SIM_DEVICE(1) };

	save_from(SIM_DEVICE(1));
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		assert_loads(&(ct_load_options){ .map_location = places[i] }, places[i], places[i]);
		assert_loads(&(ct_load_options){ .map_location = places[i], .mmap = true },
			     places[i], places[i]);
	}
}
END_TEST

/* Python's map_location={"sim:1": "sim:0", "cpu": "sim:1"}. */
static ct_device exchange(ct_device saved, void *calls)
{
	++*(int *)calls;
	if (saved.type == CT_DEVICE_TYPE_CPU)
		return SIM_DEVICE(1);
	return saved.type == SIM_TYPE && saved.index == SIM_DEVICE(1).index ? SIM_DEVICE(0)
									    : CT_DEVICE_NONE;
}

START_TEST(a_function_chooses_for_each_storage)
{
	int calls = 0;

	save_from(SIM_DEVICE(1));
	assert_loads(&(ct_load_options){ .map = exchange, .context = &calls }, SIM_DEVICE(1),
		     SIM_DEVICE(0));
	ck_assert_int_eq(calls, 2);
}
END_TEST

START_TEST(a_missing_device_is_named)
{
	NEEDS_SIM;
	ct_value dict = ct_value_int(7);

	save_from(SIM_DEVICE(1));
	FAILS_WITH(ct_load(path, &(ct_load_options){ .map_location = SIM_DEVICE(2) }, &dict),
		   CT_ERROR_VALUE, "its map_location, sim:2, is not available here");
	ck_assert_int_eq(dict.kind, CT_VALUE_INT);
}
END_TEST

/* --- Modules ---------------------------------------------------------------------------------- */

static ct_module *net_on(ct_device device, uint64_t seed)
{
	ct_module *net;

	OK(ct_manual_seed(seed));
	net = CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(BatchNorm1d, 4));
	OK(CT_DONE());
	OK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	return net;
}

/* A file of one device for a module on another: the module stays where it is. */
static void check_module_file(const char *name)
{
	CT_SCOPE;
	ct_module *saved = net_on(SIM_DEVICE(1), 1);
	const ct_device places[] = { SIM_DEVICE(0), CT_DEVICE_CPU };

	snprintf(path, sizeof path, "%s/%s", folder, name);
	OK(ct_module_save(saved, path));
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		ct_module *loaded = net_on(places[i], 2);

		OK(ct_module_load(loaded, path, NULL, NULL));
		assert_same_module(loaded, saved);
		CT_EACH_PARAMETER(loaded, p)
		assert_is_on(p->tensor, places[i], p->name);
	}
}

START_TEST(a_module_keeps_its_device)
{
	check_module_file("net.pt");
	unlink(path);
	check_module_file("net.safetensors");
}
END_TEST

/* --- Other formats ---------------------------------------------------------------------------- */

static void check_safetensors(const ct_load_options *options, ct_device device)
{
	CT_SCOPE;
	ct_value dict;

	OK(ct_safetensors_load(path, options, &dict));
	assert_is_on(tensor_at(&dict, "x"), device, "x");
	assert_same(tensor_at(&dict, "x"), numbers(), "x");
	assert_same(tensor_at(&dict, "y"), CT_E(t, numbers()), "y");
	ct_value_free(&dict);
}

/* The format has no devices: tensors are loaded to the CPU. */
START_TEST(safetensors_are_loaded_anywhere)
{
	ct_value dict = ct_value_dict_new();
	{
		CT_SCOPE;
		const ct_tensor *x = on_sim(numbers());
		const ct_tensor *y = CT_E(t, on_device(numbers(), SIM_DEVICE(1)));

		OK(CT_DONE());
		OK(ct_value_dict_set(&dict, ct_value_string("x"), ct_value_tensor(x)));
		OK(ct_value_dict_set(&dict, ct_value_string("y"), ct_value_tensor(y)));
		OK(ct_safetensors_save(&dict, path, NULL));
		ct_value_free(&dict);
	}
	check_safetensors(NULL, CT_DEVICE_CPU);
	check_safetensors(&(ct_load_options){ .map_location = SIM_DEVICE(1) }, SIM_DEVICE(1));
	check_safetensors(&(ct_load_options){ .map_location = SIM_DEVICE(0), .mmap = true },
			  SIM_DEVICE(0));
}
END_TEST

/* Tensors that share memory are found on the device, too; equal addresses on two devices share
 * none. */
START_TEST(safetensors_refuse_shared_memory_of_the_device)
{
	CT_SCOPE;
	ct_value dict = tensors_on(SIM_DEVICE(0));

	FAILS_WITH(ct_safetensors_save(&dict, path, NULL), CT_ERROR_RUNTIME, "'part'");
	ct_value_free(&dict);
}
END_TEST

/* Python's numpy() refuses a tensor of a device; a file is loaded to one. */
START_TEST(numpys_files_take_tensors_of_the_cpu)
{
	CT_SCOPE;
	ct_value pairs[] = { ct_value_string("x"), ct_value_tensor(on_sim(numbers())) };
	ct_value dict = ct_value_dict(pairs, 1), loaded;

	FAILS_WITH(ct_npy_save(on_sim(numbers()), path), CT_ERROR_TYPE,
		   "copy the tensor to the CPU first");
	FAILS_WITH(ct_npz_save(&dict, path, false), CT_ERROR_TYPE,
		   "copy the tensor to the CPU first");
	pairs[1] = ct_value_tensor(numbers());
	OK(ct_npz_save(&dict, path, false));
	OK(ct_npz_load(path, &(ct_load_options){ .map_location = SIM_DEVICE(1) }, &loaded));
	assert_is_on(tensor_at(&loaded, "x"), SIM_DEVICE(1), ".npz");
	assert_same(tensor_at(&loaded, "x"), numbers(), ".npz");
	ct_value_free(&loaded);
}
END_TEST

/* The page cache's bytes are copied to the device, and the device's to them. */
START_TEST(mapped_files_and_the_device_exchange_elements)
{
	CT_SCOPE;
	const ct_map_options options = { .shared = true, .grow = true };
	ct_tensor *mapped, *again;

	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_L(4, 6), &options, &mapped));
	OK(ct_copy_(mapped, on_sim(numbers()), false, NULL));
	OK(ct_tensor_flush_file(mapped));
	OK(ct_tensor_map_file(path, CT_FLOAT32, CT_L(4, 6), NULL, &again));
	assert_same(on_device(again, SIM_DEVICE(1)), numbers(), "mapped");
}
END_TEST

Suite *files_suite(void)
{
	Suite *suite = suite_create("files");
	TCase *tests = tests_on_sim("files");

	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, tensors_come_back_to_their_devices);
	tcase_add_test(tests, map_location_is_for_all_tensors);
	tcase_add_test(tests, a_function_chooses_for_each_storage);
	tcase_add_test(tests, a_missing_device_is_named);
	tcase_add_test(tests, a_module_keeps_its_device);
	tcase_add_test(tests, safetensors_are_loaded_anywhere);
	tcase_add_test(tests, safetensors_refuse_shared_memory_of_the_device);
	tcase_add_test(tests, numpys_files_take_tensors_of_the_cpu);
	tcase_add_test(tests, mapped_files_and_the_device_exchange_elements);
	suite_add_tcase(suite, tests);
	return suite;
}
