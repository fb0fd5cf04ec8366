/*
 * Autocast beside Python's: results of operators in blocks, the cache, types of device, threads;
 * optim_amp.json.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/autograd/checkpoint.h>
#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/nn.h>
#include <ctorch/tensor/autocast.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/generator.h>

#include "expected.h"
#include "releases.h"
#include "support.h"
#include "warned.h"

enum {
	ANY_DTYPE = HAS_AUTOCAST_DTYPES ? CT_INT32 : CT_BFLOAT16,
	LOW_DTYPE = HAS_AUTOCAST_DTYPES ? CT_FLOAT16 : CT_BFLOAT16
};

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_amp");
	note_warnings();
}

static void tear_down(void)
{
	forget_warnings();
	json_decref(cases);
}

#define EACH_CASE(of_case, of_kind)                                  \
	for (size_t i_ = 0; i_ < json_array_size(cases); i_++)       \
		if ((of_case = json_array_get(cases, i_)) != NULL && \
		    !strcmp(expected_text(of_case, "kind"), of_kind))

/* --- blocks ----------------------------------------------------------------------------------- */

enum { MAX_BLOCKS = 4 };

static ct_autocast_options options_of(const json_t *block)
{
	const json_t *dtype = json_object_get(block, "dtype");
	const json_t *cache = json_object_get(block, "cache_enabled");

	return (ct_autocast_options){
		.device_type = CT_DEVICE_TYPE_CPU,
		.dtype = dtype ? expected_dtype(json_string_value(dtype)) : CT_DTYPE_NONE,
		.disabled = json_is_false(json_object_get(block, "enabled")),
		.cache_enabled = json_is_true(cache),
		.cache_disabled = json_is_false(cache),
	};
}

static size_t enter_all(const json_t *of_case, ct_autocast_was was[MAX_BLOCKS])
{
	const json_t *blocks = expected_list(of_case, "blocks"), *block;
	size_t i;

	json_array_foreach (blocks, i, block) {
		const ct_autocast_options options = options_of(block);

		OK(ct_autocast_enter(&options, &was[i]));
	}
	return json_array_size(blocks);
}

static void leave_all(const ct_autocast_was *was, size_t n)
{
	while (n)
		ct_autocast_leave(&was[--n]);
}

static void assert_state(const json_t *of_case, const char *key)
{
	const json_t *wanted = expected_list(of_case, key);
	ct_dtype dtype;
	bool enabled;

	OK(ct_autocast_is_enabled(CT_DEVICE_TYPE_CPU, &enabled));
	OK(ct_autocast_dtype(CT_DEVICE_TYPE_CPU, &dtype));
	ck_assert_int_eq(enabled, json_is_true(json_array_get(wanted, 0)));
	ck_assert_int_eq(dtype, expected_dtype(json_string_value(json_array_get(wanted, 1))));
	ck_assert_int_eq(ct_autocast_is_cache_enabled(), json_is_true(json_array_get(wanted, 2)));
}

/* --- results of operators; ORDER OPERATION: tests/fixtures/expected/optim_amp.py -------------- */

struct inputs {
	ct_tensor *a, *b, *image, *kernel;
};

static struct inputs draw_inputs(void)
{
	struct inputs t;

	OK(ct_manual_seed(28));
	t.a = CT_E(randn, CT_L(4, 3));
	t.b = CT_E(randn, CT_L(3, 5));
	t.image = CT_E(randn, CT_L(1, 2, 5, 5));
	t.kernel = CT_E(randn, CT_L(3, 2, 3, 3));
	return t;
}

static ct_tensor *product(struct inputs t)
{
	return CT_E(matmul, t.a, t.b);
}

static ct_tensor *operation(const char *name, struct inputs t)
{
	if (!strcmp(name, "matmul"))
		return product(t);
	if (!strcmp(name, "add"))
		return CT_E(add, t.a, t.a);
	if (!strcmp(name, "add_of_dtypes"))
		return CT_E(add, t.a, CT_E(to_dtype, t.a, CT_BFLOAT16));
	if (!strcmp(name, "softmax"))
		return CT_E(softmax, t.a, 1);
	if (!strcmp(name, "softmax_of_matmul"))
		return CT_E(softmax, product(t), 1);
	if (!strcmp(name, "conv2d"))
		return CT_E(conv2d, t.image, t.kernel);
	if (!strcmp(name, "linear"))
		return CT_E(linear, t.a, CT_E(t, t.b));
	if (!strcmp(name, "mse_loss"))
		return CT_E(mse_loss, product(t), CT_E(mul, product(t), 0.5));
	if (!strcmp(name, "layer_norm"))
		return CT_E(layer_norm, t.a, CT_L(3));
	if (!strcmp(name, "sum"))
		return CT_E(sum, product(t));
	if (!strcmp(name, "cat"))
		return CT_E(cat,
			    CT_TENSORS(product(t), CT_E(to_dtype, CT_E(mm, t.a, t.b), CT_FLOAT32)));
	ck_assert_str_eq(name, "matmul_of_float64");
	return CT_E(matmul, CT_E(to_dtype, t.a, CT_FLOAT64), CT_E(to_dtype, t.b, CT_FLOAT64));
}

static void assert_operation(const json_t *of_case)
{
	const char *name = expected_text(of_case, "operation");
	ct_autocast_was was[MAX_BLOCKS];
	ct_tensor *result;
	size_t n;

	CT_SCOPE;
	const struct inputs inputs = draw_inputs();

	begin_warnings();
	n = enter_all(of_case, was);
	assert_warnings(of_case, name);
	assert_state(of_case, "inside");
	OK(CT_FINISH(operation(name, inputs), &result));
	leave_all(was, n);
	assert_state(of_case, "after");
	assert_expected_tensor(result, of_case, "result", 0, name);
}

START_TEST(operators_give_pythons_dtypes_and_numbers)
{
	const json_t *of_case;
	size_t n = 0;

	EACH_CASE(of_case, "operation")
	{
		assert_operation(of_case);
		n++;
	}
	ck_assert_uint_gt(n, HAS_AUTOCAST_DTYPES ? 100 : 50);
}
END_TEST

/* --- the cache -------------------------------------------------------------------------------- */

static ct_tensor *total(const ct_tensor *one)
{
	return CT_E(sum, CT_E(to_dtype, one, CT_FLOAT32));
}

static void change(ct_tensor *weight)
{
	CT_NO_GRAD_SCOPE;

	OK(CT(add__Scalar, weight, 1));
}

static void assert_cache(const json_t *of_case)
{
	ct_tensor *results[3], *loss, *grad;
	ct_autocast_was was[MAX_BLOCKS];
	size_t n;

	CT_SCOPE;
	const struct inputs t = draw_inputs();

	OK(ct_tensor_set_requires_grad(t.b, true));
	n = enter_all(of_case, was);
	results[0] = product(t);
	change(t.b);
	if (expected_bool(of_case, "clear"))
		ct_autocast_clear_cache();
	results[1] = product(t);
	leave_all(was, n);
	OK(ct_autocast_enter(&(ct_autocast_options){ .device_type = CT_DEVICE_TYPE_CPU }, was));
	results[2] = product(t);
	ct_autocast_leave(was);
	loss = CT_E(add, CT_E(add, total(results[0]), total(results[1])), total(results[2]));
	OK(CT_FINISH(loss, &loss));
	OK(ct_tensor_backward(loss));
	OK(ct_tensor_grad(t.b, &grad));
	assert_expected_tensor(grad, of_case, "grad", HAS_AUTOCAST_DTYPES ? 0 : 0.01, "grad");
	for (size_t i = 0; i < 3; i++) {
		json_t *one = json_pack("{s:O}", "tensor",
					json_array_get(expected_list(of_case, "results"), i));

		assert_expected_tensor(results[i], one, "tensor", 0, "a product");
		json_decref(one);
	}
}

START_TEST(copies_of_parameters_live_as_long_as_pythons)
{
	const json_t *of_case;
	int n = 0;

	EACH_CASE(of_case, "cache")
	{
		assert_cache(of_case);
		n++;
	}
	ck_assert_int_ge(n, 8);
}
END_TEST

/* --- types of device -------------------------------------------------------------------------- */

static void assert_outcome(ct_error error, const json_t *of_case, const char *key, const char *what)
{
	const json_t *wanted = json_object_get(of_case, key);

	if (json_object_get(wanted, "error"))
		assert_expected_error(error, wanted, what);
	else
		ck_assert_msg(error == NULL, "%s, %s: %s", what, key, error);
	ct_error_free(error);
}

static void assert_entered(const json_t *of_case, const char *key, ct_autocast_options options)
{
	const char *name = expected_text(of_case, "device");
	const json_t *wanted = json_object_get(of_case, key);
	ct_autocast_was was;
	bool enabled;
	ct_error error;

	begin_warnings();
	error = ct_autocast_enter(&options, &was);
	assert_warnings(wanted, name);
	if (error == NULL) {
		OK(ct_autocast_is_enabled(options.device_type, &enabled));
		ck_assert_msg(enabled == expected_bool(wanted, "value"), "%s, %s", name, key);
	}
	assert_outcome(error, of_case, key, name);
	ct_autocast_leave(&was);
}

static void assert_device(const json_t *of_case)
{
	const char *name = expected_text(of_case, "device");
	const json_t *wanted;
	ct_dtype dtype = CT_DTYPE_NONE;
	ct_device device;
	bool enabled = false;

	OK(ct_device_from_string(name, &device));
	ck_assert_msg(ct_autocast_is_available(device.type) == expected_bool(of_case, "available"),
		      "%s", name);
	assert_outcome(ct_autocast_is_enabled(device.type, &enabled), of_case, "enabled", name);
	ck_assert(!enabled);
	assert_outcome(ct_autocast_dtype(device.type, &dtype), of_case, "dtype", name);
	wanted = json_object_get(json_object_get(of_case, "dtype"), "value");
	if (wanted)
		ck_assert_int_eq(dtype, expected_dtype(json_string_value(wanted)));
	assert_entered(of_case, "entered", (ct_autocast_options){ .device_type = device.type });
	assert_entered(of_case, "entered_float16",
		       (ct_autocast_options){ .device_type = device.type, .dtype = CT_FLOAT16 });
	assert_entered(of_case, "entered_float64",
		       (ct_autocast_options){ .device_type = device.type, .dtype = CT_FLOAT64 });
	assert_entered(of_case, "entered_disabled",
		       (ct_autocast_options){
			       .device_type = device.type, .dtype = CT_FLOAT64, .disabled = true });
}

START_TEST(types_of_device_are_refused_as_in_python)
{
	const json_t *of_case;
	size_t n = 0;

	EACH_CASE(of_case, "device")
	{
		/* The expected values are of a machine without CUDA. */
		if (ct_device_count(CT_DEVICE_TYPE_CUDA) > 0 &&
		    !strcmp(expected_text(of_case, "device"), "cuda"))
			continue;
		assert_device(of_case);
		n++;
	}
	ck_assert_uint_ge(n, HAS_AUTOCAST_DTYPES ? 9 : 0);
}
END_TEST

START_TEST(the_state_can_be_set_without_a_block)
{
	bool enabled;
	ct_dtype dtype;

	OK(ct_autocast_set_dtype(CT_DEVICE_TYPE_CPU, ANY_DTYPE));
	OK(ct_autocast_dtype(CT_DEVICE_TYPE_CPU, &dtype));
	ck_assert_int_eq(dtype, ANY_DTYPE);
	OK(ct_autocast_set_dtype(CT_DEVICE_TYPE_CPU, CT_BFLOAT16));
	OK(ct_autocast_set_enabled(CT_DEVICE_TYPE_CPU, true));
	OK(ct_autocast_is_enabled(CT_DEVICE_TYPE_CPU, &enabled));
	ck_assert(enabled);
	OK(ct_autocast_set_enabled(CT_DEVICE_TYPE_CPU, false));
	ct_autocast_set_cache_enabled(false);
	ck_assert(!ct_autocast_is_cache_enabled());
	ct_autocast_set_cache_enabled(true);
	FAILS_AS_EXPECTED(ct_autocast_set_enabled(CT_DEVICE_TYPE_META, true),
			  "RuntimeError: unknown device type for autocast in "
			  "get_autocast_dispatch_key_from_device_type");
}
END_TEST

START_TEST(missing_and_wrong_arguments_are_errors)
{
	ct_autocast_was was = { CT_DEVICE_TYPE_CPU, CT_FLOAT64, true, false, 7 };

	FAILS(ct_autocast_enter(NULL, &was),
	      "ArgumentError: ct_autocast_enter: argument 1 (options) must not be NULL");
	ck_assert_int_eq(was.device_type, CT_DEVICE_TYPE_NONE);
	FAILS(ct_autocast_enter(&(ct_autocast_options){ .dtype = CT_FLOAT16 }, &was),
	      "ArgumentError: ct_autocast_enter: argument 1 (device_type) must not be "
	      "CT_DEVICE_NONE");
	FAILS(ct_autocast_enter(&(ct_autocast_options){ .device_type = 999 }, &was),
	      "ArgumentError: ct_autocast_enter: argument 1 (device_type): unknown device type "
	      "999");
	FAILS(ct_autocast_set_dtype(CT_DEVICE_TYPE_CPU, CT_DTYPE_NONE),
	      "ArgumentError: ct_autocast_set_dtype: argument 2 (dtype) must not be CT_DTYPE_NONE");
	ck_assert(!ct_autocast_is_available(-1));
	ck_assert(!ct_autocast_is_available(999));
	ct_autocast_leave(NULL);
	ct_autocast_leave(&(ct_autocast_was){ .device_type = -1 });
	ct_autocast_leave(&(ct_autocast_was){ .device_type = 999, .dtype = CT_FLOAT16 });
	ct_autocast_leave(&(ct_autocast_was){ .device_type = CT_DEVICE_TYPE_CPU, .dtype = 999 });
}
END_TEST

/* --- blocks of C ------------------------------------------------------------------------------ */

static bool is_on(void)
{
	bool enabled;

	OK(ct_autocast_is_enabled(CT_DEVICE_TYPE_CPU, &enabled));
	return enabled;
}

static ct_dtype dtype_now(void)
{
	ct_dtype dtype;

	OK(ct_autocast_dtype(CT_DEVICE_TYPE_CPU, &dtype));
	return dtype;
}

/* Leaves in the middle of both blocks. */
static ct_error leaves_early(bool fails)
{
	ct_error err = NULL;

	CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU, LOW_DTYPE);
	ck_assert_int_eq(dtype_now(), LOW_DTYPE);
	CT_AUTOCAST(err, CT_DEVICE_TYPE_CPU, .disabled = true)
	{
		ck_assert(!is_on());
		if (fails)
			return ct_error_new(CT_ERROR_VALUE, NULL, "early");
	}
	ck_assert(is_on());
	return err;
}

static ct_error enters_meta(int *ran)
{
	ct_error err = NULL;

	CT_AUTOCAST(err, CT_DEVICE_TYPE_META, CT_FLOAT16)
	{
		*ran += 1;
	}
	return err;
}

static ct_error enters_meta_for_all(int *ran)
{
	CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_META);
	*ran += 1;
	return NULL;
}

START_TEST(blocks_of_c_restore_and_fail)
{
	int ran = 0;

	OK(leaves_early(false));
	ck_assert(!is_on());
	FAILS(leaves_early(true), "ValueError: early");
	ck_assert(!is_on());
	ck_assert_int_eq(dtype_now(), CT_BFLOAT16);
	FAILS_AS_EXPECTED(enters_meta(&ran), "RuntimeError: User specified an unsupported autocast "
					     "device_type 'meta'");
	FAILS_AS_EXPECTED(enters_meta_for_all(&ran), "RuntimeError: unsupported scalarType");
	ck_assert_int_eq(ran, 0);
}
END_TEST

static void *look(void *seen)
{
	*(bool *)seen = is_on();
	return NULL;
}

static ct_error looks_in_thread(bool *seen)
{
	CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
	ck_assert(is_on());
	run_in_thread(look, seen);
	return NULL;
}

START_TEST(a_new_thread_begins_without_autocast)
{
	bool seen = true;

	OK(looks_in_thread(&seen));
	ck_assert(!seen);
}
END_TEST

/* --- checkpoints ------------------------------------------------------------------------------ */

struct calls {
	int n;
	bool on[4];
	ct_dtype dtype[4];
};

static ct_error multiply(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	struct calls *calls = context;

	ck_assert_int_eq(inputs_len, 2);
	ck_assert_int_eq(outputs_len, 1);
	calls->on[calls->n] = is_on();
	calls->dtype[calls->n++] = dtype_now();
	return CT_FINISH(CT_E(tanh, CT_E(matmul, inputs[0], inputs[1])), &outputs[0]);
}

static void checkpoint_again(bool use_reentrant)
{
	const ct_checkpoint_options options = { .use_reentrant = use_reentrant };
	struct calls calls = { 0 };
	ct_autocast_was was;
	ct_tensor *y, *loss;

	CT_SCOPE;
	struct inputs t = draw_inputs();
	ct_tensor *inputs[] = { t.a, t.b };

	OK(ct_tensor_set_requires_grad(t.b, true));
	OK(ct_autocast_enter(
		&(ct_autocast_options){ CT_DEVICE_TYPE_CPU, LOW_DTYPE, false, false, false },
		&was));
	OK(ct_checkpoint(multiply, &calls, NULL, CT_TENSORS_OF(inputs, 2), &options, &y, 1));
	ct_autocast_leave(&was);
	OK(CT_FINISH(total(y), &loss));
	OK(ct_tensor_backward(loss));
	ck_assert_int_eq(calls.n, 2);
	ck_assert(calls.on[0] && calls.on[1]);
	ck_assert_int_eq(calls.dtype[1], LOW_DTYPE);
	ck_assert(!is_on());
	ck_assert_int_eq(dtype_now(), CT_BFLOAT16);
}

START_TEST(a_checkpoint_is_computed_again_in_its_autocast)
{
	checkpoint_again(false);
	checkpoint_again(true);
}
END_TEST

Suite *autocast_suite(void)
{
	Suite *suite = suite_create("autocast");
	TCase *tests = tcase_create("autocast");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, operators_give_pythons_dtypes_and_numbers);
	tcase_add_test(tests, copies_of_parameters_live_as_long_as_pythons);
	tcase_add_test(tests, types_of_device_are_refused_as_in_python);
	tcase_add_test(tests, the_state_can_be_set_without_a_block);
	tcase_add_test(tests, missing_and_wrong_arguments_are_errors);
	tcase_add_test(tests, blocks_of_c_restore_and_fail);
	tcase_add_test(tests, a_new_thread_begins_without_autocast);
	tcase_add_test(tests, a_checkpoint_is_computed_again_in_its_autocast);
	suite_add_tcase(suite, tests);
	return suite;
}
