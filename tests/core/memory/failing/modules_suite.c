/*
 * Modules: what cannot be made, registered, copied, loaded or printed leaves them as they were.
 */
#include <ctorch/nn/nn.h>

#include "suites.h"
#include "trials.h"

typedef struct net_data {
	ct_tensor *weight, *buffer;
	ct_module *inner;
} net_data;

static ct_module *net; /* that the trial is of; the check frees it */
static int released;

static ct_error print_net(const void *self, char **result)
{
	(void)self;
	*result = malloc(sizeof "size=200");
	return *result ? (strcpy(*result, "size=200"), NULL) : NULL;
}

static ct_error call_net(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return ct_neg(x, result);
}

static const ct_module_class net_class = {
	.name = "Net", .size = sizeof(net_data), .forward = call_net, .extra_repr = print_net
};

static net_data *data(void)
{
	return ct_module_data(net);
}

static void release_context(void *context)
{
	(void)context;
	released++;
}

static ct_error note_call(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs, int64_t outputs_len, void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	(void)context;
	return NULL;
}

/* Two modules with a parameter and a buffer each, and a hook; no scope's. */
static void make_net(struct attempt *attempt)
{
	ct_module *inner;

	released = 0;
	must(ct_module_new(&net_class, &net));
	must(ct_module_new(&net_class, &inner));
	for (int i = 0; i < 2; i++) {
		ct_module *module = i ? inner : net;
		net_data *m = ct_module_data(module);
		ct_tensor *copy;

		must(ct_clone(attempt->tensor, CT_MEMORY_FORMAT_NONE, &copy));
		must(ct_module_register_parameter(module, "weight", copy, &m->weight));
		must(ct_module_register_buffer(module, "buffer", copy, true, &m->buffer));
		ct_tensor_free(copy);
	}
	must(ct_module_add_module(net, "inner", inner, &data()->inner));
	ct_module_free(inner);
	must(ct_module_register_forward_hook(net, note_call, NULL, release_context, NULL, NULL));
}

/* With a scope, which then has to own results. */
static void make_net_and_open(struct attempt *attempt)
{
	make_net(attempt);
	open_scopes(attempt, 1);
}

/* It has what make_net() gave it. */
static void free_net(struct attempt *attempt, bool failed)
{
	ct_module_list_options all = { .keep_duplicates = true };
	ct_named_tensor *list;
	int64_t n;

	(void)attempt, (void)failed;
	must(ct_module_named_parameters(net, &all, &list, &n));
	MUST(n == 2);
	MUST(ct_module_child_count(net) == 1);
	MUST(data()->weight == list[0].tensor);
	ct_free(list);
	MUST(released == 0);
	ct_module_free_unscoped(net);
	MUST(released == 1);
}

#define TRY_NET(function, least)                                       \
	do {                                                           \
		try_all(&(struct trial){ .prepare = make_net,          \
					 .call = function,             \
					 .check = free_net,            \
					 .fewest = least });           \
		try_all(&(struct trial){ .prepare = make_net_and_open, \
					 .call = function,             \
					 .check = free_net,            \
					 .fewest = least });           \
	} while (0)

/* --- Making ----------------------------------------------------------------------------------- */

static ct_error make_one(struct attempt *attempt)
{
	ct_module *module = NULL;
	ct_error error = ct_module_new(&net_class, &module);

	(void)attempt;
	MUST((module == NULL) == (error != NULL));
	ct_module_free(module);
	return error;
}

static ct_error keep_one(struct attempt *attempt)
{
	(void)attempt;
	if (ct_module_retain(net) == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "NULL");
	ct_module_free(net);
	return NULL;
}

START_TEST(module_is_made_or_not)
{
	try_all(&(struct trial){ .call = make_one, .fewest = 1 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_one, .fewest = 2 });
	try_all(&(struct trial){
		.prepare = make_net_and_open, .call = keep_one, .check = free_net, .fewest = 1 });
}
END_TEST

static ct_error construct(struct attempt *attempt)
{
	CT_SCOPE;
	net_data *m = CT_MODULE(net_data, "Net", call_net);
	net_data *inner = CT_MODULE(net_data, "Net", call_net);

	CT_PARAMETER(m, weight, attempt->tensor);
	CT_BUFFER(m, buffer, attempt->tensor);
	CT_BUFFER(inner, buffer, attempt->tensor);
	CT_CHILD(m, inner, ct_module_of(inner));
	return CT_DONE();
}

START_TEST(constructor_fails_as_a_whole)
{
	try_all(&(struct trial){ .prepare = fill_empty, .call = construct, .fewest = 10 });
}
END_TEST

static ct_error register_parameter(struct attempt *attempt)
{
	CT_TRY(ct_module_register_parameter(net, "new", attempt->tensor, NULL));
	return ct_module_remove(net, "new");
}

static ct_error register_buffer(struct attempt *attempt)
{
	CT_TRY(ct_module_register_buffer(data()->inner, "new", attempt->tensor, true, NULL));
	return ct_module_remove(data()->inner, "new");
}

static ct_error add_module(struct attempt *attempt)
{
	(void)attempt;
	CT_TRY(ct_module_add_module(net, "new", data()->inner, NULL));
	return ct_module_remove(net, "new");
}

static ct_error register_hook(struct attempt *attempt)
{
	ct_module *inner = data()->inner;
	int64_t hook = -1;
	ct_error error = ct_module_register_forward_hook(inner, note_call, NULL, NULL, NULL, &hook);

	(void)attempt;
	MUST((hook == -1) == (error != NULL));
	ct_module_remove_hook(inner, hook);
	return error;
}

START_TEST(parts_and_hooks_are_registered_or_not)
{
	TRY_NET(register_parameter, 1);
	TRY_NET(register_buffer, 1);
	TRY_NET(add_module, 3);
	TRY_NET(register_hook, 3);
}
END_TEST

/* --- Using ------------------------------------------------------------------------------------ */

static ct_error list_parameters(struct attempt *attempt)
{
	ct_named_tensor *list = NULL;
	int64_t n = -1;
	ct_error error = ct_module_named_parameters(net, NULL, &list, &n);

	(void)attempt;
	MUST((list == NULL) == (error != NULL));
	MUST(n == (error ? -1 : 2));
	ct_free(list);
	return error;
}

static ct_error list_modules(struct attempt *attempt)
{
	ct_named_module *list = NULL;
	int64_t n = -1;
	ct_error error = ct_module_named_modules(net, NULL, &list, &n);

	(void)attempt;
	MUST((list == NULL) == (error != NULL));
	ct_free(list);
	return error;
}

static ct_error print(struct attempt *attempt)
{
	char *text = NULL;
	ct_error error = ct_module_to_string(net, &text);

	(void)attempt;
	MUST((text == NULL) == (error != NULL));
	if (text)
		MUST(strcmp(text, "Net(\n  size=200\n  (inner): Net(size=200)\n)") == 0);
	ct_free(text);
	return error;
}

static ct_error call_with_hook(struct attempt *attempt)
{
	return ct_module_forward(net, attempt->tensor, &attempt->results[0]);
}

static ct_error set_modes(struct attempt *attempt)
{
	ct_error error;

	(void)attempt;
	error = ct_module_eval(net);
	MUST(ct_module_is_training(net) == (error != NULL));
	return error;
}

START_TEST(module_is_used_or_left_alone)
{
	TRY_NET(list_parameters, 5);
	TRY_NET(list_modules, 5);
	TRY_NET(print, 3);
	TRY_NET(call_with_hook, 2);
	TRY_NET(set_modes, 3);
}
END_TEST

/* --- State ------------------------------------------------------------------------------------ */

static ct_error save(struct attempt *attempt)
{
	ct_value state = ct_value_int(7);
	ct_error error = ct_module_state_dict(net, NULL, &state);

	(void)attempt;
	MUST(error ? state.i == 7 : ct_value_count(&state) == 4);
	ct_value_free(&state);
	return error;
}

static ct_value state; /* with another number in each place */

static void make_state(struct attempt *attempt)
{
	make_net(attempt);
	must(ct_module_state_dict(net, NULL, &state));
	for (int64_t i = 0; i < 4; i++) {
		ct_value key, value;
		ct_tensor *other;

		must(ct_value_dict_item(&state, i, &key, &value));
		must(ct_full_like((ct_tensor *)(uintptr_t)value.object, ct_scalar_int(9),
				  CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				  CT_MEMORY_FORMAT_NONE, &other));
		must(ct_value_dict_set(&state, key, ct_value_tensor(other)));
		ct_tensor_free(other);
	}
}

static bool is_loaded(void)
{
	const float *numbers = ct_tensor_data(data()->weight);

	return numbers[0] == 9;
}

static ct_error load(const ct_load_state_dict_options *options)
{
	ct_value result = ct_value_int(7);
	ct_error error = ct_module_load_state_dict(net, &state, options, &result);

	MUST(error ? result.i == 7 : ct_value_count(&result) == 2);
	ct_value_free(&result);
	return error;
}

static ct_error load_copies(struct attempt *attempt)
{
	(void)attempt;
	return load(NULL);
}

static ct_error load_assigned(struct attempt *attempt)
{
	const ct_load_state_dict_options assign = { .assign = true };

	(void)attempt;
	return load(&assign);
}

static void check_loaded(struct attempt *attempt, bool failed)
{
	MUST(is_loaded() == !failed);
	ct_value_free(&state);
	free_net(attempt, failed);
}

START_TEST(state_is_saved_and_loaded_or_not)
{
	TRY_NET(save, 10);
	try_all(&(struct trial){
		.prepare = make_state, .call = load_copies, .check = check_loaded, .fewest = 10 });
	try_all(&(struct trial){ .prepare = make_state,
				 .call = load_assigned,
				 .check = check_loaded,
				 .fewest = 10 });
}
END_TEST

/* --- Copies ----------------------------------------------------------------------------------- */

static ct_error copy(struct attempt *attempt)
{
	ct_module *copied = NULL;
	ct_error error = ct_module_deepcopy(net, &copied);

	(void)attempt;
	MUST((copied == NULL) == (error != NULL));
	MUST(released == 0);
	ct_module_free(copied);
	MUST(released == 0);
	return error;
}

START_TEST(module_is_copied_as_a_whole_or_not)
{
	TRY_NET(copy, 15);
}
END_TEST

/* --- Modules of torch.nn ---------------------------------------------------------------------- */

static const char *class_name; /* that the trial is of */
static ct_value class_args;

static ct_error make_by_name(struct attempt *attempt)
{
	ct_module *module = NULL;
	ct_error error = ct_nn_new(class_name, &class_args, NULL, &module);

	(void)attempt;
	MUST((module == NULL) == (error != NULL));
	ct_module_free(module);
	return error;
}

/* Twos for the arguments without defaults of "Conv2d(int in_channels, ..., int[2] stride=1)". */
static ct_value required_arguments(const char *schema)
{
	const char *end = strchr(schema, ')'), *at = strchr(schema, '(') + 1;
	ct_value list = ct_value_list_new();

	while (at < end && *at != '*') {
		const size_t length = strcspn(at, ",)");

		if (memchr(at, '=', length))
			break;
		must(ct_value_list_append(&list, ct_value_int(2)));
		at += length + 2;
	}
	return list;
}

/* What other values than twos the classes need. */
static ct_value arguments_of(const char *name, const char *schema)
{
	ct_value one = ct_value_int(1), two = ct_value_int(2);
	ct_value twos[] = { two, two, one, one, two };
	const ct_value ones = ct_value_list(&one, 1), some = ct_value_list(&two, 1);
	const struct {
		const char *name;
		ct_value args[5];
		int64_t len;
	} others[] = {
		{ "AdaptiveLogSoftmaxWithLoss", { two, two, ones }, 3 },
		{ "FractionalMaxPool2d", { two, two }, 2 },
		{ "FractionalMaxPool3d", { two, two }, 2 },
		{ "RNNBase", { ct_value_string("LSTM"), two, two }, 3 },
		{ "RNNCellBase", { two, two, ct_value_bool(true), two }, 4 },
		{ "Transformer", { twos[0], twos[1], twos[2], twos[3], twos[4] }, 5 },
		{ "Unflatten", { one, some }, 2 },
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(name, others[i].name) == 0) {
			ct_value list = ct_value_list((ct_value *)others[i].args, others[i].len),
				 copy;

			must(ct_value_copy(&list, &copy));
			return copy;
		}
	return required_arguments(schema);
}

static ct_error make_sequential(struct attempt *attempt)
{
	CT_SCOPE;
	ct_module *module, *first, *popped;

	(void)attempt;
	CT_TRY(CT_FINISH(CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(ReLU)), &module));
	CT_TRY(CT_FINISH(CT_NN(Identity), &first));
	CT_TRY(ct_module_list_insert(module, 0, first));
	return ct_module_list_pop(module, -1, &popped);
}

static ct_error make_encoder(struct attempt *attempt)
{
	CT_SCOPE;
	ct_module *module;

	(void)attempt;
	return CT_FINISH(CT_NN(TransformerEncoder, CT_NN(TransformerEncoderLayer, 4, 1), 1),
			 &module);
}

START_TEST(torch_nn_s_are_made_or_not)
{
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_sequential, .fewest = 15 });
	try_all(&(struct trial){ .prepare = fill_empty, .call = make_encoder, .fewest = 30 });
}
END_TEST

START_TEST(every_class_is_made_or_not)
{
	ct_value classes, one, name, schema;
	const char *text;
	int tried = 0;

	must(ct_nn_list_classes(&classes));
	for (int64_t i = 0; i < ct_value_count(&classes); i++) {
		must(ct_value_item(&classes, i, &one));
		must(ct_value_dict_get(&one, ct_value_string("name"), &name));
		must(ct_value_dict_get(&one, ct_value_string("schema"), &schema));
		must(ct_value_as_string(&name, &class_name, NULL));
		must(ct_value_as_string(&schema, &text, NULL));
		if (strstr(text, "(Module "))
			continue; /* made of another one: make_encoder() */
		class_args = arguments_of(class_name, text);
		try_all(&(struct trial){ .call = make_by_name, .fewest = 2 });
		ct_value_free(&class_args);
		tried++;
	}
	ck_assert_int_gt(tried, 140);
	ct_value_free(&classes);
}
END_TEST

static ct_error no_change(ct_module *module, const ct_tensor **grads, int64_t len, void *context)
{
	(void)module, (void)grads, (void)len, (void)context;
	return NULL;
}

static ct_error no_change_of_inputs(ct_module *module, const ct_tensor **grads, int64_t len,
				    const ct_tensor *const *outputs, int64_t outputs_len,
				    void *context)
{
	(void)outputs, (void)outputs_len;
	return no_change(module, grads, len, context);
}

static ct_error call_with_backward_hooks(struct attempt *attempt)
{
	CT_SCOPE;
	ct_tensor *x = attempt->tensor, *y;

	CT_TRY(ct_module_register_full_backward_pre_hook(net, no_change, NULL, NULL, NULL, NULL));
	CT_TRY(ct_module_register_full_backward_hook(net, no_change_of_inputs, NULL, NULL, NULL,
						     NULL));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_TRY(CT_FINISH(CT_E(sum, CT_M(net, x)), &y));
	return ct_tensor_backward(y);
}

START_TEST(backward_hooks_run_or_not)
{
	try_all(&(struct trial){ .prepare = make_net_and_open,
				 .call = call_with_backward_hooks,
				 .check = free_net,
				 .fewest = 15 });
}
END_TEST

Suite *modules_suite(void)
{
	Suite *suite = suite_create("modules without memory");
	TCase *tests = tcase_create("modules without memory");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, module_is_made_or_not);
	tcase_add_test(tests, constructor_fails_as_a_whole);
	tcase_add_test(tests, parts_and_hooks_are_registered_or_not);
	tcase_add_test(tests, module_is_used_or_left_alone);
	tcase_add_test(tests, state_is_saved_and_loaded_or_not);
	tcase_add_test(tests, module_is_copied_as_a_whole_or_not);
	tcase_add_test(tests, torch_nn_s_are_made_or_not);
	tcase_add_test(tests, every_class_is_made_or_not);
	tcase_add_test(tests, backward_hooks_run_or_not);
	suite_add_tcase(suite, tests);
	return suite;
}
