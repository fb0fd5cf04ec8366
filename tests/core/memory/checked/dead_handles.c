/*
 * dead_handles API.json: calls every handwritten function of the library that takes tensors, in a
 * process of its own for each such parameter, with a tensor that was freed. None may take it: one
 * that returns an error returns one, ct_tensor_summary_into() writes it, and any other ends the
 * process; all say what became of the tensor.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ffi.h>
#include <jansson.h>

#include <ctorch/calls/call.h>
#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>
#include <ctorch/optim/optim.h>
#include <ctorch/vision/vision.h>

enum { MOST_PARAMETERS = 16, OUTPUT = 2000 };

#define RELEASED "it was already released: made by ct_tensor_from_data"

/* They look at no tensor: what they give is looked at where it is used, and what a scope does not own
 * is not freed. */
static const char *const only_pass_on[] = { "ct_index_at_tensor", "ct_module_free_results_",
					    "ct_value_tensor", "ct_value_tensors", NULL };

/* Two want a struct with functions first, two call the function before they look at all tensors,
 * one wants labels of another dtype, and one a package with compiled code. */
static const char *const want_more[] = { "ct_accuracy_add",
					 "ct_aoti_run",
					 "ct_checkpoint_sequential",
					 "ct_function_apply",
					 "ct_gradgradcheck",
					 "ct_nn_triplet_margin_with_distance_loss",
					 NULL };

/* Where a place to write to, or a text, is wanted. */
static union {
	ct_scalar scalar;
	char bytes[4096];
} room;

union argument {
	const void *pointer;
	int64_t integer;
	int32_t enumerator;
	uint8_t truth;
	double number;
	ct_scalar scalar;
	ct_tensors tensors;
};

struct call {
	const char *symbol;
	const json_t *parameters;
	size_t dead;       /* the parameter that is given the freed tensor */
	bool returns_text; /* an error, or what ct_tensor_summary_into() says instead */
	ct_tensor *freed, *living;
	ct_module *module;
	ct_optimizer *optimizer;
	ct_grad_scaler *scaler;
	ct_transform *transform;
	ct_export *program; /* takes one tensor */
	ct_jit *script;     /* likewise */
	ct_distribution *distribution;
	ct_constraint *constraint;
	ct_distribution_transform *distribution_transform;
};

/* The objects of a call by their types. */
static const struct {
	const char *type;
	size_t at;
} objects[] = {
	{ "ct_module *", offsetof(struct call, module) },
	{ "ct_optimizer *", offsetof(struct call, optimizer) },
	{ "ct_grad_scaler *", offsetof(struct call, scaler) },
	{ "ct_transform *", offsetof(struct call, transform) },
	{ "ct_export *", offsetof(struct call, program) },
	{ "ct_jit *", offsetof(struct call, script) },
	{ "ct_distribution *", offsetof(struct call, distribution) },
	{ "ct_constraint *", offsetof(struct call, constraint) },
	{ "ct_distribution_transform *", offsetof(struct call, distribution_transform) },
};

/* --- Modules --------------------------------------------------------------------------------- */

#define MAKER(function, name, ...)               \
	static ct_module *make_##function(void)  \
	{                                        \
		return CT_NN(name, __VA_ARGS__); \
	}

MAKER(ConvTranspose, ConvTranspose1d, 1, 1, CT_L(1))
MAKER(MaxUnpool, MaxUnpool1d, CT_L(1))
MAKER(RNN, RNN, 4, 4)
MAKER(GRU, GRU, 4, 4)
MAKER(LSTM, LSTM, 4, 4)
MAKER(LSTMCell, LSTMCell, 4, 4)
MAKER(MultiheadAttention, MultiheadAttention, 4, 1)
MAKER(EncoderLayer, TransformerEncoderLayer, 4, 1)
MAKER(DecoderLayer, TransformerDecoderLayer, 4, 1)
MAKER(Encoder, TransformerEncoder, make_EncoderLayer(), 1)
MAKER(Decoder, TransformerDecoder, make_DecoderLayer(), 1)
MAKER(Transformer, Transformer, 4, 1)
MAKER(AdaptiveLogSoftmaxWithLoss, AdaptiveLogSoftmaxWithLoss, 4, 8, CT_L(2))
MAKER(any, Linear, 4, 4)

static ct_module *make_parameter_list(void)
{
	return CT_PARAMETER_LIST(CT_E(zeros, CT_L(4)));
}

static ct_module *make_parameter_dict(void)
{
	return CT_NN(ParameterDict);
}

/* What a function whose name begins so takes as `self`; the last one: any other. */
static const struct {
	const char *begin;
	ct_module *(*make)(void);
} makers[] = {
	{ "ct_nn_ConvTranspose_", make_ConvTranspose },
	{ "ct_nn_MaxUnpool_", make_MaxUnpool },
	{ "ct_nn_RNN_", make_RNN },
	{ "ct_nn_GRU_", make_GRU },
	{ "ct_nn_LSTM_", make_LSTM },
	{ "ct_nn_LSTMCell_", make_LSTMCell },
	{ "ct_nn_MultiheadAttention_", make_MultiheadAttention },
	{ "ct_nn_TransformerEncoderLayer_", make_EncoderLayer },
	{ "ct_nn_TransformerDecoderLayer_", make_DecoderLayer },
	{ "ct_nn_TransformerEncoder_", make_Encoder },
	{ "ct_nn_TransformerDecoder_", make_Decoder },
	{ "ct_nn_Transformer_", make_Transformer },
	{ "ct_nn_AdaptiveLogSoftmaxWithLoss_", make_AdaptiveLogSoftmaxWithLoss },
	{ "ct_module_forward_masked", make_EncoderLayer },
	{ "ct_parameter_list_", make_parameter_list },
	{ "ct_parameter_dict_", make_parameter_dict },
	{ "", make_any },
};

static ct_module *make_module(const char *symbol)
{
	size_t i = 0;

	while (strncmp(symbol, makers[i].begin, strlen(makers[i].begin)) != 0)
		i++;
	return makers[i].make();
}

/* --- Arguments ------------------------------------------------------------------------------- */

static ffi_type *scalar_members[] = { &ffi_type_sint32, &ffi_type_sint64, &ffi_type_double,
				      &ffi_type_double, NULL };
static ffi_type scalar_type = { 0, 0, FFI_TYPE_STRUCT, scalar_members };

/* ct_ints, ct_tensors and the other lists */
static ffi_type *list_members[] = { &ffi_type_pointer, &ffi_type_sint64, NULL };
static ffi_type list_type = { 0, 0, FFI_TYPE_STRUCT, list_members };

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool is_tensor(const char *type)
{
	return strcmp(type, "const ct_tensor *") == 0 || strcmp(type, "ct_tensor *") == 0;
}

static bool is_tensor_list(const char *type)
{
	return strcmp(type, "ct_tensor *const *") == 0 || strcmp(type, "ct_tensors") == 0;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), n = strlen(end);

	return length >= n && strcmp(text + length - n, end) == 0;
}

/* Lists of tensors, to read or to fill, have a length of 1; other lists are NULL. gradcheck wants
 * the length of outputs without a list. */
static bool is_length_of_tensors(const struct call *call, size_t i)
{
	const char *before = i ? text_of(json_array_get(call->parameters, i - 1), "c_type") : "";

	return is_tensor_list(before) || strcmp(before, "ct_tensor **") == 0 ||
	       strcmp(text_of(json_array_get(call->parameters, i), "name"), "outputs_len") == 0;
}

/* For any kind of callback. */
static void never_called(void)
{
	fputs("a function is called, which has nothing to be called with\n", stderr);
	_exit(EXIT_FAILURE);
}

static const ct_packed_sequence *pack(const struct call *call)
{
	static ct_packed_sequence packed;

	packed = (ct_packed_sequence){ .data = call->living, .batch_sizes = call->living };
	return &packed;
}

static const ct_prune_method *prune_method(void)
{
	static ct_prune_method method;
	void (*const call)(void) = never_called;

	memcpy(&method.compute_mask, &call, sizeof call);
	return &method;
}

static const char *text_argument(const struct call *call, size_t i)
{
	const char *name = text_of(json_array_get(call->parameters, i), "name");

	if (strcmp(name, "path") == 0 ||
	    (strncmp(call->symbol, "ct_nn_utils_", strlen("ct_nn_utils_")) == 0 &&
	     strstr(name, "name") != NULL))
		return "weight";
	return ends_with(call->symbol, "text_with") ? "{}" : "0";
}

/* The object for a parameter such as "const ct_module *"; NULL: not of such a type. */
static void *object_of(const struct call *call, const char *type)
{
	void *object = NULL;

	if (strncmp(type, "const ", strlen("const ")) == 0)
		type += strlen("const ");
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
		if (strcmp(type, objects[i].type) == 0)
			memcpy(&object, (const char *)call + objects[i].at, sizeof object);
	return object;
}

/* Of one parameter. */
static const ct_distribution_class *distribution_class(void)
{
	static const ct_distribution_class result = { .name = "Class",
						      .parameters = "parameter: real",
						      .support = "real" };

	return &result;
}

static ffi_type *fill(const struct call *call, size_t i, union argument *argument)
{
	static ct_tensor *lists[MOST_PARAMETERS][1];
	const char *type = text_of(json_array_get(call->parameters, i), "c_type");
	ct_tensor *tensor = i == call->dead ? call->freed : call->living;

	if (strcmp(type, "ct_scalar") == 0) {
		argument->scalar = ct_scalar_int(0);
		return &scalar_type;
	}
	if (strcmp(type, "ct_ints") == 0 || strcmp(type, "ct_floats") == 0 ||
	    strcmp(type, "ct_bools") == 0 || strcmp(type, "ct_strings") == 0)
		return &list_type;
	if (strcmp(type, "ct_tensors") == 0) {
		lists[i][0] = tensor;
		argument->tensors = CT_TENSORS_OF(lists[i], 1);
		return &list_type;
	}
	if (strcmp(type, "double") == 0)
		return &ffi_type_double;
	if (strcmp(type, "bool") == 0)
		return &ffi_type_uint8;
	if (strcmp(type, "ct_dtype") == 0 || strcmp(type, "ct_color_map") == 0 ||
	    strcmp(type, "ct_reduction") == 0)
		return &ffi_type_sint32;
	if (strcmp(type, "int64_t") == 0 || strcmp(type, "size_t") == 0) {
		argument->integer = is_length_of_tensors(call, i);
		if (strcmp(type, "size_t") == 0)
			argument->integer = sizeof room;
		return &ffi_type_sint64;
	}
	/* Pointers, also those to functions, whose types have no star. */
	lists[i][0] = tensor;
	if (is_tensor(type))
		argument->pointer = tensor;
	else if (is_tensor_list(type))
		argument->pointer = lists[i];
	else if ((argument->pointer = object_of(call, type)) != NULL)
		return &ffi_type_pointer;
	else if (strcmp(type, "const ct_prune_method *") == 0)
		argument->pointer = prune_method();
	else if (strcmp(type, "const ct_packed_sequence *") == 0)
		argument->pointer = pack(call);
	else if (strcmp(type, "const ct_distribution_class *") == 0)
		argument->pointer = distribution_class();
	else if (strcmp(type, "FILE *") == 0)
		argument->pointer = stdout;
	else if (strcmp(type, "const char *") == 0)
		argument->pointer = text_argument(call, i);
	else if (strcmp(text_of(json_array_get(call->parameters, i), "name"), "field") == 0)
		argument->pointer = NULL;
	else if (!ends_with(type, "*"))
		argument->pointer = (const void *)(uintptr_t)never_called;
	else if (strncmp(type, "const", strlen("const")) != 0 &&
		 strcmp(type, "ct_generator *") != 0)
		argument->pointer = &room;
	return &ffi_type_pointer;
}

/* --- In the child ---------------------------------------------------------------------------- */

static void make_handles(struct call *call)
{
	const float values[] = { 1, 2, 3, 4 };
	ct_tensor *scaled;

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_L(4), &call->living));
	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, CT_L(4), &call->freed));
	ct_tensor_free(call->freed);
	CT_CHECK(ct_gc()); /* opens a scope */
	call->module = make_module(call->symbol);
	call->optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(make_any()));
	call->transform = CT_T(Identity);
	call->distribution = CT_DISTRIBUTION(Normal, 0, 1);
	call->distribution_transform = CT_DISTRIBUTION_TRANSFORM(PowerTransform, 2);
	CT_CHECK(ct_expression_finish(NULL, &(ct_tensor *){ NULL }));
	CT_CHECK(ct_distribution_support(call->distribution, &call->constraint));
	CT_CHECK(ct_export_load(CTORCH_TEST_PROGRAM, NULL, &call->program));
	CT_CHECK(ct_jit_new("Same", &call->script));
	CT_CHECK(ct_jit_define(call->script, "def forward(self, x):\n    return x\n"));
	CT_CHECK(ct_grad_scaler_new(&(ct_grad_scaler_options){ .device_type = CT_DEVICE_TYPE_CPU },
				    &call->scaler));
	CT_CHECK(ct_grad_scaler_scale(call->scaler, call->living, &scaled)); /* has a scale now */
}

/* The macros' functions leave their error to the end of the expression. */
static const char *error_of(const struct call *call, const void *result)
{
	if (ends_with(call->symbol, "_"))
		return ct_expression_finish(NULL, &(ct_tensor *){ NULL });
	return call->returns_text ? result : NULL;
}

/* Ends as the caller's child is expected to: by abort(), with the message on stderr. */
static void make_call(struct call *call)
{
	size_t n = json_array_size(call->parameters);
	union argument arguments[MOST_PARAMETERS] = { 0 };
	void *values[MOST_PARAMETERS];
	ffi_type *types[MOST_PARAMETERS];
	union argument result = { 0 };
	const char *error;
	ffi_cif cif;

	make_handles(call);
	for (size_t i = 0; i < n; i++) {
		types[i] = fill(call, i, &arguments[i]);
		values[i] = &arguments[i];
	}
	/* Of what is no error the result is of no interest; none is larger than a register. */
	if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)n, &ffi_type_pointer, types) != FFI_OK)
		exit(EXIT_FAILURE);
	ffi_call(&cif, FFI_FN(dlsym(RTLD_DEFAULT, call->symbol)), &result, values);
	error = error_of(call, result.pointer);
	if (error == NULL)
		exit(EXIT_SUCCESS);
	fputs(error, stderr);
	abort();
}

/* --- In the parent --------------------------------------------------------------------------- */

static size_t read_all(int from, char *output)
{
	size_t n = 0;
	ssize_t got;

	while (n < OUTPUT - 1 && (got = read(from, output + n, OUTPUT - 1 - n)) > 0)
		n += (size_t)got;
	output[n] = '\0';
	close(from);
	return n;
}

/* This process calls nothing of the library, so it has no threads that a child would miss. */
static int call_in_child(struct call *call, char *output)
{
	int ends[2], status = 0;
	pid_t child;

	fflush(stdout);
	if (pipe(ends) != 0 || (child = fork()) < 0) {
		perror("dead_handles");
		exit(EXIT_FAILURE);
	}
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		make_call(call);
	}
	close(ends[1]);
	read_all(ends[0], output);
	waitpid(child, &status, 0);
	return status;
}

static bool is_refused(struct call *call)
{
	const json_t *parameter = json_array_get(call->parameters, call->dead);
	char output[OUTPUT];
	int status = call_in_child(call, output);

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(output, RELEASED))
		return true;
	printf("%s: parameter %zu (%s): a freed tensor is not refused; status %d: %s\n",
	       call->symbol, call->dead + 1, text_of(parameter, "name"), status, output);
	return false;
}

static bool is_among(const char *symbol, const char *const *symbols)
{
	while (*symbols && strcmp(symbol, *symbols) != 0)
		symbols++;
	return *symbols != NULL;
}

static int calls, failed;

static void try_function(const json_t *function)
{
	struct call call = { .symbol = text_of(function, "symbol"),
			     .parameters = json_object_get(function, "params") };

	call.returns_text = strcmp(text_of(function, "returns"), "ct_error") == 0 ||
			    strcmp(text_of(function, "returns"), "const char *") == 0;
	if (is_among(call.symbol, only_pass_on) || is_among(call.symbol, want_more) ||
	    dlsym(RTLD_DEFAULT, call.symbol) == NULL)
		return;
	for (; call.dead < json_array_size(call.parameters); call.dead++) {
		const char *type = text_of(json_array_get(call.parameters, call.dead), "c_type");

		if (is_tensor(type) || is_tensor_list(type)) {
			calls++;
			failed += !is_refused(&call);
		}
	}
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *api = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
	const json_t *function;
	size_t i;

	if (api == NULL) {
		fprintf(stderr, "usage: dead_handles ctorch_api.json\n");
		return EXIT_FAILURE;
	}
	json_array_foreach (json_object_get(api, "runtime"), i, function)
		try_function(function);
	printf("%d calls with a freed tensor, %d of them not refused\n", calls, failed);
	json_decref(api);
	return calls > 100 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
