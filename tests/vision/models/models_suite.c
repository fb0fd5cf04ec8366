/*
 * Models beside Python's: nn_models.json.
 */
#include <ctorch/nn/nn.h>

#include "scratch.h"
#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("nn_models");
}

static void tear_down(void)
{
	json_decref(cases);
}

/* --- names, shapes, printed form -------------------------------------------------------------- */

static void add_line(const char *key, const ct_tensor *tensor, char *at, size_t room)
{
	int n = snprintf(at, room, "%s [", key);

	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++)
		n += snprintf(at + n, room - (size_t)n, "%s%lld", i ? ", " : "",
			      (long long)ct_tensor_size(tensor, i));
	snprintf(at + n, room - (size_t)n, "]\n");
}

/* "conv1.weight [64, 3, 7, 7]", a line for each. */
static void assert_shapes(const json_t *of_case, const ct_value *state)
{
	static char lines[1 << 16];
	size_t n = 0;

	ck_assert_msg(ct_value_count(state) == expected_int(of_case, "keys"),
		      "%s: expected %lld keys, got %lld", model_of(of_case),
		      (long long)expected_int(of_case, "keys"), (long long)ct_value_count(state));
	lines[0] = '\0';
	for (int64_t i = 0; i < ct_value_count(state); i++) {
		ct_value key, value;
		ct_tensor *tensor;
		const char *name;

		OK(ct_value_dict_item(state, i, &key, &value));
		OK(ct_value_as_string(&key, &name, NULL));
		OK(ct_value_as_tensor(&value, &tensor));
		add_line(name, tensor, lines + n, sizeof lines - n);
		n += strlen(lines + n);
	}
	ck_assert_uint_lt(n, sizeof lines - 1);
	assert_text(of_case, "list of keys and shapes", lines, json_object_get(of_case, "shapes"));
}

static void assert_described(const json_t *of_case, const ct_module *model)
{
	ct_value state;
	char *text;

	OK(ct_module_to_string(model, &text));
	assert_text(of_case, "printed form", text, json_object_get(of_case, "repr"));
	ct_free(text);
	OK(ct_module_state_dict(model, NULL, &state));
	assert_shapes(of_case, &state);
	ct_value_free(&state);
}

static void describe(const json_t *of_case)
{
	CT_SCOPE;
	ct_device was;
	ct_module *model;

	was = ct_default_device();
	OK(ct_set_default_device(CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(make_case(of_case, &model));
	OK(ct_set_default_device(was));
	assert_described(of_case, model);
}

/* On the device "meta": all of them together have 3 billion parameters. */
START_TEST(models_print_as_pythons_and_have_its_keys_and_shapes)
{
	json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (json_object_get(of_case, "keys") == NULL || json_object_get(of_case, "weights"))
			continue;
		describe(of_case);
		n++;
	}
	ck_assert_uint_ge(n, json_array_size(expected_list(json_array_get(cases, 0), "names")));
}
END_TEST

START_TEST(the_list_has_torchvision_s_names)
{
	const json_t *names = expected_list(json_array_get(cases, 0), "names");
	size_t found = 0;
	ct_value list, item, name;
	const char *text, *before = "";
	char last[64] = "";

	OK(ct_models_list(&list));
	for (int64_t i = 0; i < ct_value_count(&list); i++) {
		OK(ct_value_item(&list, i, &item));
		OK(ct_value_dict_get(&item, ct_value_string("name"), &name));
		OK(ct_value_as_string(&name, &text, NULL));
		ck_assert_msg(strcmp(before, text) < 0, "%s is after %s", text, before);
		snprintf(last, sizeof last, "%s", text);
		before = last;
		if (found < json_array_size(names))
			found += !strcmp(json_string_value(json_array_get(names, found)), text);
	}
	ck_assert_msg(found == json_array_size(names), "%s is not in the list",
		      json_string_value(json_array_get(names, found)));
	ct_value_free(&list);
}
END_TEST

/* --- weights, outputs, files ------------------------------------------------------------------ */

static void assert_weights(const json_t *of_case, const ct_module *model)
{
	const json_t *weights = json_object_get(of_case, "weights");
	ct_value state, key, value;
	ct_tensor *tensor;
	const char *name;

	OK(ct_module_state_dict(model, NULL, &state));
	ck_assert_int_eq(ct_value_count(&state), (int64_t)json_object_size(weights));
	for (int64_t i = 0; i < ct_value_count(&state); i++) {
		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(ct_value_as_string(&key, &name, NULL));
		OK(ct_value_as_tensor(&value, &tensor));
		assert_crc(of_case, name, crc_of_tensor(tensor), json_object_get(weights, name));
	}
	ct_value_free(&state);
}

static void assert_output(const json_t *of_case, const ct_tensor *y)
{
	const double tolerance = expected_double(of_case, "tolerance");

	assert_expected_tensor(y, of_case, "output", tolerance, model_of(of_case));
}

/* The file that Python's torch.save() would write, byte for byte; so either side loads the other's.
 * Loaded into a model with other weights, it gives Python's output. */
static void assert_saved(const json_t *of_case, ct_module *model, const ct_tensor *x)
{
	char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
	uint32_t crc;
	int64_t n;
	ct_module *other;
	ct_tensor *y;

	make_scratch(folder);
	snprintf(path, sizeof path, "%s/model.pt", folder);
	OK(ct_module_save(model, path));
	crc = crc_of_file(path, &n);
	ck_assert_int_eq(n, expected_int(json_object_get(of_case, "file"), "size"));
	assert_crc(of_case, "the file", crc,
		   json_object_get(json_object_get(of_case, "file"), "crc"));
	OK(make_case(of_case, &other));
	OK(ct_module_load(other, path, NULL, NULL));
	OK(ct_module_eval(other));
	OK(ct_module_forward(other, x, &y));
	assert_output(of_case, y);
	remove(path);
	remove_scratch(folder);
}

/* A step in training mode: dropout, and gradients of what is changed in place. */
static void assert_training(const json_t *of_case, ct_module *model, const ct_tensor *x)
{
	const json_t *wanted = json_object_get(of_case, "training"), *grad;
	const double expected = strtod(expected_text(wanted, "loss"), NULL);
	const char *name;
	ct_tensor *loss, *parameter;
	double got;

	OK(ct_module_train(model, true));
	OK(ct_manual_seed(1));
	OK(CT_FINISH(CT_E(sum, CT_E(square, CT_M(model, x))), &loss));
	OK(ct_tensor_item_double(loss, &got));
	ck_assert_msg(got == expected, "%s: in training: expected %a, got %a", model_of(of_case),
		      expected, got);
	OK(ct_tensor_backward(loss));
	json_object_foreach ((json_t *)json_object_get(wanted, "grads"), name, grad) {
		OK(ct_module_get_parameter(model, name, &parameter));
		OK(CT_FINISH(CT_E(contiguous, CT_F(ct_tensor_grad, parameter)), &parameter));
		assert_crc(of_case, name, crc_of_tensor(parameter), grad);
	}
}

static void assert_drawn(const json_t *of_case)
{
	CT_SCOPE;
	int64_t *shape, n;
	ct_module *model;
	ct_tensor *x, *y;

	OK(ct_manual_seed(0));
	OK(make_case(of_case, &model));
	assert_described(of_case, model);
	assert_weights(of_case, model);
	shape = expected_ints(of_case, "input", &n);
	OK(CT_FINISH(CT_E(randn, CT_INTS_OF(shape, n)), &x));
	free(shape);
	OK(ct_module_eval(model));
	{
		CT_NO_GRAD_SCOPE;

		OK(ct_module_forward(model, x, &y));
		assert_output(of_case, y);
		if (json_object_get(of_case, "file"))
			assert_saved(of_case, model, x);
	}
	if (json_object_get(of_case, "training"))
		assert_training(of_case, model, x);
}

START_TEST(a_seed_gives_torchvision_s_weights_outputs_and_files)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (json_object_get(of_case, "weights"))
			assert_drawn(of_case);
}
END_TEST

/* --- in C ------------------------------------------------------------------------------------- */

/* The macro and the plain function have the defaults of the call by name. */
START_TEST(calls_in_c_make_what_names_make)
{
	CT_SCOPE;
	ct_device was;
	char *texts[3];
	ct_module *made[3];

	was = ct_default_device();
	OK(ct_set_default_device(CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(CT_FINISH(CT_MODEL(resnext50_32x4d), &made[0]));
	OK(ct_models_resnext50_32x4d_new(NULL, &made[1]));
	OK(ct_models_new("ResNeXt50_32x4d", NULL, &made[2]));
	for (int i = 0; i < 3; i++)
		OK(ct_module_to_string(made[i], &texts[i]));
	ck_assert_str_eq(texts[0], texts[2]);
	ck_assert_str_eq(texts[1], texts[2]);
	for (int i = 0; i < 3; i++)
		ct_free(texts[i]);
	OK(CT_FINISH(CT_MODEL(vgg11, .num_classes = 10, .dropout = 0), &made[0]));
	OK(ct_module_to_string(ct_module_child_at(made[0], 2), &texts[0]));
	ck_assert_ptr_nonnull(strstr(texts[0], "(2): Dropout(p=0.0, inplace=False)"));
	ck_assert_ptr_nonnull(strstr(texts[0], "out_features=10"));
	ct_free(texts[0]);
	OK(ct_set_default_device(was));
}
END_TEST

/* Before torchvision 0.13 the perceptron of a vision transformer had other keys, and no version. */
START_TEST(old_keys_of_vision_transformers_load)
{
	static const char *const keys[] = { "linear_1.weight", "linear_1.bias", "linear_2.weight",
					    "linear_2.bias" };
	CT_SCOPE;
	ct_value state = ct_value_dict_new();
	ct_module *model, *mlp;
	ct_tensor *bias;

	OK(CT_FINISH(CT_MODEL(vit_b_32, .image_size = 32, .num_classes = 2), &model));
	OK(ct_module_get_submodule(model, "encoder.layers.encoder_layer_0.mlp", &mlp));
	for (int i = 0; i < 4; i++) {
		ct_tensor *x = i == 0   ? CT_E(ones, CT_L(3072, 768))
			       : i == 1 ? CT_E(ones, CT_L(3072))
			       : i == 2 ? CT_E(ones, CT_L(768, 3072))
					: CT_E(full, CT_L(768), 7.0);

		OK(CT_DONE());
		OK(ct_value_dict_set(&state, ct_value_string(keys[i]), ct_value_tensor(x)));
	}
	OK(ct_module_load_state_dict(mlp, &state, NULL, NULL));
	ct_value_free(&state);
	OK(ct_module_get_parameter(mlp, "3.bias", &bias));
	ck_assert_double_eq(CT_ITEM(CT_E(mean, bias)), 7);
	OK(CT_DONE());
}
END_TEST

Suite *models_suite(void)
{
	Suite *suite = suite_create("models");
	TCase *tests = tests_of("models");

	tcase_set_timeout(tests, 240);
	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, models_print_as_pythons_and_have_its_keys_and_shapes);
	tcase_add_test(tests, the_list_has_torchvision_s_names);
	tcase_add_test(tests, calls_in_c_make_what_names_make);
	tcase_add_test(tests, old_keys_of_vision_transformers_load);
	/* Other releases draw and add in another order. */
	if (!expected_is_of_another_release())
		tcase_add_test(tests, a_seed_gives_torchvision_s_weights_outputs_and_files);
	suite_add_tcase(suite, tests);
	return suite;
}
