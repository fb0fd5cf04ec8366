/*
 * tensors.c: times indexing, reading, creating, calling by name, recording, exchanging, loading and
 * printing, compared with the same from C++ or, if there is no such function, with the code that it
 * replaces.
 */
#define _GNU_SOURCE
#include "tensors.h"
#include "turns.h"

#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DEFAULT_ROUNDS 201
#define SHORT_LEN 1001 /* numbers: the fewest that are printed in part */
#define LONG_LEN 100000000

static struct inputs in;
static const ct_operator *add;
static ct_tensor *short_vector, *long_vector;

/* Runs `call`, which sets `result`, and frees the result, `n` times. */
#define REPEAT(n, type, call, free_result)   \
	do {                                 \
		type result;                 \
                                             \
		for (; (n) > 0; (n)--) {     \
			CT_TRY(call);        \
			free_result(result); \
		}                            \
		return NULL;                 \
	} while (0)

/* --- Indexing and reading -------------------------------------------------------------------- */

static ct_error c_index_place(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_tensor_index(in.cube, CT_INDEX(CT_INDEX_AT(3)), &result),
	       ct_tensor_free);
}

static ct_error c_index_parts(int64_t n)
{
	REPEAT(n, ct_tensor *,
	       ct_tensor_index(in.cube, CT_INDEX(CT_SLICE(1, 3), CT_ELLIPSIS, CT_NEW_AXIS),
			       &result),
	       ct_tensor_free);
}

static ct_error c_index_text(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_tensor_index_text(in.cube, "1:3, ..., None", &result),
	       ct_tensor_free);
}

static ct_error c_element(int64_t n)
{
	double element;

	while (n-- > 0)
		CT_TRY(ct_tensor_element_double(in.matrix, CT_L(3, 4), &element));
	return NULL;
}

static ct_error c_access(int64_t n)
{
	ct_accessor x;
	volatile double sum_of_all;

	while (n-- > 0) {
		double sum = 0;

		CT_TRY(ct_tensor_access(in.matrix, CT_FLOAT32, 2, &x));
		for (int64_t i = 0; i < x.size0; i++)
			for (int64_t j = 0; j < x.size1; j++)
				sum += (double)CT_ELEMENT2(const float, x, i, j);
		sum_of_all = sum;
	}
	(void)sum_of_all;
	return NULL;
}

/* --- Making and calling ---------------------------------------------------------------------- */

static ct_error generated_zeros(int64_t n)
{
	REPEAT(n, ct_tensor *,
	       ct_zeros((int64_t[]){ 8, 8 }, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			&result),
	       ct_tensor_free);
}

static ct_error c_zeros(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_tensor_zeros(CT_L(8, 8), NULL, &result), ct_tensor_free);
}

static ct_error c_from_data(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_tensor_from_data(in.data, CT_FLOAT32, CT_L(DATA_LEN), &result),
	       ct_tensor_free);
}

static ct_error generated_add(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_add_Tensor(in.one, in.one, ct_scalar_int(1), &result),
	       ct_tensor_free);
}

static void free_value(ct_value value)
{
	ct_value_free(&value);
}

static ct_error c_call(int64_t n)
{
	const ct_value args[] = { ct_value_tensor(in.one), ct_value_tensor(in.one) };

	REPEAT(n, ct_value, ct_call("aten::add.Tensor", args, 2, &result, 1), free_value);
}

static ct_error c_operator_call(int64_t n)
{
	const ct_value args[] = { ct_value_tensor(in.one), ct_value_tensor(in.one) };

	REPEAT(n, ct_value, ct_operator_call(add, args, 2, &result, 1), free_value);
}

/* --- Recording ------------------------------------------------------------------------------- */

static ct_error exp_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(ct_exp(inputs[0], &outputs[0]));
	return ct_function_save_for_backward(context, CT_TENSORS_OF(outputs, 1));
}

static ct_error exp_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			     ct_tensor **grad_inputs)
{
	ct_tensor *result;

	CT_TRY(ct_function_saved_tensors(context, &result, 1));
	return ct_mul_Tensor(grad_outputs[0], result, &grad_inputs[0]);
}

static ct_error c_function(int64_t n)
{
	static const ct_function function = { .name = "Exponential",
					      .forward = exp_forward,
					      .backward = exp_backward,
					      .inputs_len = 1,
					      .outputs_len = 1 };
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_function_apply(&function, NULL, CT_TENSORS(in.leaf), &result, 1));
		CT_TRY(ct_tensor_backward(result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error see(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context, (void)replacement;
	return NULL;
}

static ct_error backward(const ct_tensor *leaf, int64_t n)
{
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_exp(leaf, &result));
		CT_TRY(ct_tensor_backward(result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error c_hooks(int64_t n)
{
	return backward(in.hooked[0], n);
}

static ct_error at_hooks(int64_t n)
{
	return backward(in.hooked[1], n);
}

static ct_error no_hooks(int64_t n)
{
	return backward(in.leaf, n);
}

/* --- Exchanging and loading ------------------------------------------------------------------ */

static ct_error c_to_dlpack(int64_t n)
{
	REPEAT(n, ct_dlpack *, ct_tensor_to_dlpack(in.cube, &result), ct_dlpack_free);
}

static ct_error c_through_dlpack(int64_t n)
{
	ct_dlpack *managed;
	ct_tensor *result;

	while (n-- > 0) {
		CT_TRY(ct_tensor_to_dlpack(in.cube, &managed));
		CT_TRY(ct_tensor_from_dlpack(managed, &result));
		ct_tensor_free(result);
	}
	return NULL;
}

static ct_error c_load(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_npy_load(in.path, &result), ct_tensor_free);
}

static ct_error c_map(int64_t n)
{
	REPEAT(n, ct_tensor *, ct_npy_map(in.path, false, &result), ct_tensor_free);
}

/* --- Printing -------------------------------------------------------------------------------- */

static ct_error print_short(int64_t n)
{
	REPEAT(n, char *, ct_tensor_to_string(short_vector, &result), ct_free);
}

static ct_error print_long(int64_t n)
{
	REPEAT(n, char *, ct_tensor_to_string(long_vector, &result), ct_free);
}

/* --- The table ------------------------------------------------------------------------------- */

static struct task {
	const char *name, *beside;
	ct_error (*ours)(int64_t n);
	ct_error (*base)(int64_t n);
	int64_t calls; /* in one turn: about 0.2 ms together */
	int divide;    /* divides the rounds; for slow work */
} tasks[] = {
	{ "x[3]", "x.index({3})", c_index_place, at_index_place, 500, 1 },
	{ "x[3]", "x.select(0, 3)", c_index_place, at_select, 500, 1 },
	{ "x[1:3, ..., None]", "x.index()", c_index_parts, at_index_parts, 200, 1 },
	{ "the same by text", "x.index()", c_index_text, at_index_parts, 200, 1 },
	{ "element_double", "x[3][4].item()", c_element, at_item, 200, 1 },
	{ "access, 256 x 256", "accessor()", c_access, at_accessor, 3, 1 },
	{ "ct_tensor_zeros, 8 x 8", "ct_zeros", c_zeros, generated_zeros, 300, 1 },
	{ "from_data, 1000 floats", "from_blob().clone()", c_from_data, at_from_blob, 200, 1 },
	{ "ct_call of add", "ct_add_Tensor", c_call, generated_add, 300, 1 },
	{ "ct_operator_call of add", "ct_add_Tensor", c_operator_call, generated_add, 300, 1 },
	{ "ct_operator_call of add", "callBoxed()", c_operator_call, at_call_boxed, 300, 1 },
	{ "function and backward", "autograd::Function", c_function, at_function, 20, 1 },
	{ "backward, 16 hooks", "C++ hooks", c_hooks, at_hooks, 40, 1 },
	{ "backward, 16 hooks", "none", c_hooks, no_hooks, 40, 1 },
	{ "to DLPack", "toDLPack()", c_to_dlpack, at_to_dlpack, 500, 1 },
	{ "to DLPack and from it", "fromDLPack(toDLPack())", c_through_dlpack, at_through_dlpack,
	  300, 1 },
	{ "npy_load, 100 MB", "fread, clone()", c_load, at_read_and_clone, 1, 20 },
	{ "npy_load, 100 MB", "fread into empty()", c_load, at_read_in_place, 1, 20 },
	{ "npy_map, 100 MB", "fread into empty()", c_map, at_read_in_place, 1, 20 },
	{ "print of 10^8", "print of 1,001", print_long, print_short, 20, 1 },
};

/* Microseconds a call. */
static void take_turn(void *context, bool ours, double *took)
{
	const struct task *task = context;
	double start = now();

	CT_CHECK((ours ? task->ours : task->base)(task->calls));
	*took = (now() - start) * 1e-3 / (double)task->calls;
}

static void measure(struct task *task, int rounds)
{
	struct comparison result;

	take_turns(take_turn, task, rounds / task->divide + 1, 1, &result);
	printf("%-24s %-24s %10.3f %10.3f %8.3f   %.3f to %.3f\n", task->name, task->beside,
	       result.base.median, result.ours.median, result.ratio.median, result.ratio.low,
	       result.ratio.high);
	fflush(stdout);
}

/* --- The data -------------------------------------------------------------------------------- */

static void *check_memory(void *memory)
{
	if (memory == MAP_FAILED || memory == NULL) {
		fputs("tensors: no memory\n", stderr);
		exit(1);
	}
	return memory;
}

/* Untouched numbers: the system adds a page when one of them is read. */
static float *map_numbers(int64_t n)
{
	const size_t size = (size_t)n * sizeof(float);
	void *memory = check_memory(mmap(NULL, size, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));

	madvise(memory, size, MADV_NOHUGEPAGE);
	return memory;
}

static void make_vector(int64_t n, ct_tensor **result)
{
	CT_CHECK(ct_tensor_from_blob(map_numbers(n), CT_FLOAT32, CT_L(n), CT_NO_INTS, NULL, NULL,
				     result));
}

static int64_t pages_touched(const void *memory, int64_t nbytes)
{
	const int64_t page = sysconf(_SC_PAGESIZE), pages = (nbytes + page - 1) / page;
	unsigned char *there = check_memory(calloc((size_t)pages, 1));
	int64_t n = 0;

	if (mincore((void *)memory, (size_t)nbytes, there))
		perror("mincore");
	for (int64_t i = 0; i < pages; i++)
		n += there[i] & 1;
	free(there);
	return n;
}

static void print_pages(const char *name, const ct_tensor *vector)
{
	const float *numbers;
	const int64_t nbytes = ct_tensor_numel(vector) * (int64_t)sizeof *numbers;

	CT_CHECK(ct_tensor_data_as(vector, CT_FLOAT32, &numbers));
	printf("Printing %s numbers has read from %lld of %lld pages.\n", name,
	       (long long)pages_touched(numbers, nbytes),
	       (long long)((nbytes + sysconf(_SC_PAGESIZE) - 1) / sysconf(_SC_PAGESIZE)));
}

static void make_file(char *path)
{
	ct_tensor *numbers;
	int file = mkstemp(path);

	if (file < 0) {
		perror(path);
		exit(1);
	}
	close(file);
	make_vector(FILE_LEN, &numbers);
	CT_CHECK(ct_npy_save(numbers, path));
	ct_tensor_free(numbers);
	in.path = path;
}

static void make_leaf(ct_tensor **result)
{
	CT_CHECK(ct_tensor_ones(CT_NO_INTS, CT_OPTIONS_GRAD, result));
}

static void make_inputs(char *path)
{
	ct_tensor *square;

	CT_CHECK(ct_tensor_ones(CT_L(1), NULL, &in.one));
	CT_CHECK(ct_tensor_ones(CT_L(8, 8, 8), NULL, &in.cube));
	CT_CHECK(ct_tensor_ones(CT_L(256, 256), NULL, &square));
	CT_CHECK(ct_t(square, &in.matrix));
	ct_tensor_free(square);
	make_leaf(&in.leaf);
	make_leaf(&in.hooked[0]);
	make_leaf(&in.hooked[1]);
	for (int i = 0; i < HOOKS; i++)
		CT_CHECK(ct_tensor_register_hook(in.hooked[0], see, NULL, NULL, NULL));
	CT_CHECK(ct_operator_find("aten::add.Tensor", &add));
	make_vector(SHORT_LEN, &short_vector);
	make_vector(LONG_LEN, &long_vector);
	make_file(path);
}

static void free_inputs(void)
{
	ct_tensor *all[] = { in.one,       in.cube,      in.matrix,    in.leaf,
			     in.hooked[0], in.hooked[1], short_vector, long_vector };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		ct_tensor_free(all[i]);
	unlink(in.path);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : DEFAULT_ROUNDS;
	char path[] = "/tmp/ctorch-bench-XXXXXX";

	if (argc > 2 || rounds < 1) {
		fprintf(stderr,
			"Usage: bench_tensors [ROUNDS]\n"
			"Compares what people do with tensors all day with the same from C++ "
			"(%d rounds). Needs 100 MB in /tmp.\n",
			DEFAULT_ROUNDS);
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	make_inputs(path);
	at_set_inputs(&in);
	printf("libctorch %s, libtorch %s; medians of %d rounds, microseconds a call\n\n",
	       ct_version(), ct_libtorch_version(), rounds);
	printf("%-24s %-24s %10s %10s %8s   %s\n", "this", "beside that", "that", "this", "ratio",
	       "8 of 10 ratios");
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		measure(&tasks[i], rounds);
	putchar('\n');
	print_pages("10^8", long_vector);
	at_release_inputs();
	free_inputs();
	return 0;
}
