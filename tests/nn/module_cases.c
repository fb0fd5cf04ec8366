#include "module_cases.h"

#include <ctorch/nn/nn.h>

#include "support.h"
#include "typed_calls.h"

const char *const module_topics[MODULE_TOPICS] = {
	"nn_modules_activation", "nn_modules_adaptive",  "nn_modules_attention",
	"nn_modules_conv",       "nn_modules_embedding", "nn_modules_lazy",
	"nn_modules_linear",     "nn_modules_loss",      "nn_modules_normalization",
	"nn_modules_pooling",    "nn_modules_rnn",       "nn_modules_transformer",
};

char module_about[256];

/* --- values ----------------------------------------------------------------------------------- */

static ct_value list_of_json(const json_t *json)
{
	ct_value list = ct_value_list_new(), item;
	const json_t *element;
	size_t i;

	json_array_foreach (json, i, element) {
		item = value_of_json(element);
		OK(ct_value_list_move(&list, &item));
	}
	return list;
}

static ct_value dict_of_json(const json_t *json)
{
	ct_value dict = ct_value_dict_new(), item;
	const char *key;
	json_t *element;

	json_object_foreach ((json_t *)json, key, element) {
		item = value_of_json(element);
		OK(ct_value_dict_move(&dict, ct_value_string(key), &item));
	}
	return dict;
}

static ct_value copy_of(ct_value value)
{
	ct_value copy;

	OK(ct_value_copy(&value, &copy));
	return copy;
}

ct_value value_of_json(const json_t *json)
{
	if (json_is_array(json))
		return list_of_json(json);
	if (json_object_get(json, "tensor")) {
		ct_tensor *tensor = expected_tensor(json, "tensor");
		ct_value value = copy_of(ct_value_tensor(tensor));

		ct_tensor_free(tensor);
		return value;
	}
	if (json_is_string(json_object_get(json, "dtype")))
		return ct_value_dtype(expected_dtype(expected_text(json, "dtype")));
	if (json_is_object(json))
		return dict_of_json(json);
	if (json_is_string(json))
		return copy_of(ct_value_string(json_string_value(json)));
	if (json_is_integer(json))
		return ct_value_int(json_integer_value(json));
	if (json_is_real(json))
		return ct_value_float(json_real_value(json));
	if (json_is_boolean(json))
		return ct_value_bool(json_is_true(json));
	return ct_value_none();
}

/* --- calls ------------------------------------------------------------------------------------ */

void read_module_arguments(const json_t *of_case, ct_value *args, ct_value *kwargs)
{
	*args = value_of_json(json_object_get(of_case, "args"));
	*kwargs = value_of_json(json_object_get(of_case, "kwargs"));
	OK(ct_value_move_to_scope(args));
	OK(ct_value_move_to_scope(kwargs));
}

ct_error make_module_case(const json_t *of_case, ct_module **module)
{
	ct_value args, kwargs;
	char *text;

	read_module_arguments(of_case, &args, &kwargs);
	OK(ct_value_to_string(&args, &text));
	snprintf(module_about, sizeof module_about, "case %d: %s%.120s",
		 (int)expected_int(of_case, "place"), expected_text(of_case, "class"), text);
	OK(ct_manual_seed(1));
	return ct_nn_new(expected_text(of_case, "class"), &args, &kwargs, module);
}

static ct_ints sizes(const json_t *spec, const char *key)
{
	int64_t n, *ints = expected_ints(spec, key, &n);

	OK(ct_scope_adopt_memory(ints));
	return CT_INTS_OF(ints, n);
}

/* As drawn() of nn_modules_common.py. */
static ct_tensor *draw(const json_t *spec)
{
	const char *dtype = json_string_value(json_object_get(spec, "dtype"));
	ct_tensor *drawn = NULL;

	if (json_is_null(spec))
		return NULL;
	if (json_object_get(spec, "randn"))
		drawn = CT_E(requires_grad_,
			     CT_E(randn, sizes(spec, "randn"),
				  .dtype = dtype ? expected_dtype(dtype) : CT_DTYPE_NONE));
	else if (json_object_get(spec, "rand"))
		drawn = CT_E(requires_grad_, CT_E(rand, sizes(spec, "rand")));
	else if (json_object_get(spec, "randint"))
		drawn = CT_E(randint, expected_int(spec, "high"), sizes(spec, "randint"));
	else {
		drawn = expected_tensor(spec, "tensor");
	}
	OK(CT_FINISH(drawn, &drawn));
	return drawn;
}

int64_t draw_module_inputs(const json_t *specs, ct_tensor **inputs)
{
	const json_t *spec;
	size_t i;

	OK(ct_manual_seed(2));
	ck_assert(json_array_size(specs) <= MOST_INPUTS);
	json_array_foreach (specs, i, spec)
		inputs[i] = json_object_get(spec, "same") ? inputs[expected_int(spec, "same")]
							  : draw(spec);
	return (int64_t)json_array_size(specs);
}

/* A typed call, if there are arguments that are not tensors. */
ct_error call_module_case(const ct_module *module, const json_t *of_case, ct_tensor *const *inputs,
			  int64_t n, ct_tensor **outputs, int64_t m)
{
	const json_t *options = json_object_get(of_case, "options");
	const bool was = ct_autograd_is_grad_enabled();
	ct_error error;

	ct_autograd_set_grad_enabled(!json_object_get(of_case, "no_grad"));
	if (options)
		error = typed_call(module, inputs, n, outputs, m, options);
	else
		error = ct_module_forward_all(
			module, CT_TENSORS_OF((const ct_tensor *const *)inputs, n), outputs, m);
	ct_autograd_set_grad_enabled(was);
	return error;
}

ct_error go_back_from(ct_tensor *const *outputs, int64_t n)
{
	ct_tensor *loss = NULL;

	for (int64_t i = 0; i < n; i++) {
		ct_tensor *one;

		if (!ct_tensor_requires_grad(outputs[i]))
			continue;
		one = CT_E(sum, CT_E(square, outputs[i]));
		loss = loss ? CT_E(add, loss, one) : one;
	}
	CT_TRY(CT_FINISH(loss, &loss));
	return loss ? ct_tensor_backward(loss) : NULL;
}
