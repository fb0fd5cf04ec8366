/*
 * dead_handles API.json: calls every handwritten function of the library that takes tensors, in a
 * process of its own for each such parameter, with a tensor that was freed. None may take it: one
 * that returns an error returns one, ct_tensor_summary() writes it, and any other ends the process;
 * all say what became of the tensor.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ffi.h>
#include <jansson.h>

#include <ctorch/ctorch.h>

enum { MOST_PARAMETERS = 16, OUTPUT = 2000 };

#define RELEASED "it was already released: made by ct_tensor_from_data"

/* They look at no tensor: what they give is looked at where it is used. */
static const char *const only_pass_on[] = { "ct_index_at_tensor", "ct_value_tensor",
					    "ct_value_tensors", NULL };

/* Two want a struct with functions first, one calls the function before it looks at all tensors. */
static const char *const want_more[] = { "ct_checkpoint_sequential", "ct_function_apply",
					 "ct_gradgradcheck", NULL };

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
};

struct call {
	const char *symbol;
	const json_t *parameters;
	size_t dead;       /* the parameter that is given the freed tensor */
	bool returns_text; /* an error, or what ct_tensor_summary() says instead */
	ct_tensor *freed, *living;
};

/* --- Arguments ------------------------------------------------------------------------------- */

static ffi_type *scalar_members[] = { &ffi_type_sint32, &ffi_type_sint64, &ffi_type_double,
				      &ffi_type_double, NULL };
static ffi_type scalar_type = { 0, 0, FFI_TYPE_STRUCT, scalar_members };

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
	return strcmp(type, "ct_tensor *const *") == 0;
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

static ffi_type *fill(const struct call *call, size_t i, union argument *argument)
{
	static ct_tensor *lists[MOST_PARAMETERS][1];
	const char *type = text_of(json_array_get(call->parameters, i), "c_type");
	ct_tensor *tensor = i == call->dead ? call->freed : call->living;

	if (strcmp(type, "ct_scalar") == 0) {
		argument->scalar = ct_scalar_int(0);
		return &scalar_type;
	}
	if (strcmp(type, "double") == 0)
		return &ffi_type_double;
	if (strcmp(type, "bool") == 0)
		return &ffi_type_uint8;
	if (strcmp(type, "ct_dtype") == 0 || strcmp(type, "ct_colour_map") == 0)
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
	else if (strcmp(type, "FILE *") == 0)
		argument->pointer = stdout;
	else if (strcmp(type, "const char *") == 0)
		argument->pointer = ends_with(call->symbol, "text_with") ? "{}" : "0";
	else if (!ends_with(type, "*"))
		argument->pointer = (const void *)(uintptr_t)never_called;
	else if (strncmp(type, "const", strlen("const")) != 0 &&
		 strcmp(type, "ct_generator *") != 0)
		argument->pointer = &room;
	return &ffi_type_pointer;
}

/* --- In the child ---------------------------------------------------------------------------- */

static void make_tensors(struct call *call)
{
	const float values[] = { 1, 2, 3, 4 };

	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, (int64_t[]){ 4 }, 1, &call->living));
	CT_CHECK(ct_tensor_from_data(values, CT_FLOAT32, (int64_t[]){ 4 }, 1, &call->freed));
	ct_tensor_free(call->freed);
}

/* Ends as the caller's child is expected to: by abort(), with the message on stderr. */
static void make_call(struct call *call)
{
	size_t n = json_array_size(call->parameters);
	union argument arguments[MOST_PARAMETERS] = { 0 };
	void *values[MOST_PARAMETERS];
	ffi_type *types[MOST_PARAMETERS];
	union argument result = { 0 };
	ffi_cif cif;

	make_tensors(call);
	for (size_t i = 0; i < n; i++) {
		types[i] = fill(call, i, &arguments[i]);
		values[i] = &arguments[i];
	}
	/* Of what is no error the result is of no interest; none is larger than a register. */
	if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)n, &ffi_type_pointer, types) != FFI_OK)
		exit(EXIT_FAILURE);
	ffi_call(&cif, FFI_FN(dlsym(RTLD_DEFAULT, call->symbol)), &result, values);
	if (!call->returns_text || result.pointer == NULL)
		exit(EXIT_SUCCESS);
	fputs(result.pointer, stderr);
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
