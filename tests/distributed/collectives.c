/*
 * Every collective with every dtype and operation, in one group of any size. All ranks know the
 * inputs of all others, so each computes what must come out with libtorch's operators. With the
 * argument --print it also prints what came out, as every.py does in Python. With --nccl the tensors
 * are on a GPU, which may be the fake one: there NCCL's calls exchange bytes and reduce numbers, and
 * everything else here is only copied.
 */
#include "../support/releases.h"
#include "rank.h"

enum { N = 6, MOST = 8 };

static int64_t me, size;
static int64_t done; /* calls that were compared */
static bool prints, on_gpu;
static const char *operation = "copy";

/* What a call gets, of what was made on the CPU. */
static ct_tensor *given(ct_tensor *tensor)
{
	const ct_device device = { CT_DEVICE_TYPE_CUDA, (int32_t)ct_dist_local_rank() };

	if (on_gpu)
		CT_CHECK(ct_to_device(tensor, device, ct_tensor_dtype(tensor), false, false,
				      CT_MEMORY_FORMAT_NONE, &tensor));
	return tensor;
}

/* What has come out, on the CPU. */
static const ct_tensor *on_cpu(const ct_tensor *tensor)
{
	ct_tensor *result;

	if (!on_gpu)
		return tensor;
	CT_CHECK(ct_to_device(tensor, CT_DEVICE_CPU, ct_tensor_dtype(tensor), false, false,
			      CT_MEMORY_FORMAT_NONE, &result));
	return result;
}

static ct_tensor *given_values(int64_t rank, int64_t n, ct_dtype dtype)
{
	return given(values_of(rank, n, dtype));
}

/* --- What must come out ----------------------------------------------------------------------- */

static ct_tensor *combined(ct_dist_op op, const ct_tensor *a, const ct_tensor *b)
{
	ct_tensor *result = NULL;

	switch (op) {
	case CT_DIST_SUM:
	case CT_DIST_AVG:
		CT_CHECK(ct_add_Tensor(a, b, ct_scalar_int(1), &result));
		break;
	case CT_DIST_PRODUCT:
		CT_CHECK(ct_mul_Tensor(a, b, &result));
		break;
	case CT_DIST_MIN:
		CT_CHECK(ct_minimum(a, b, &result));
		break;
	case CT_DIST_MAX:
		CT_CHECK(ct_maximum(a, b, &result));
		break;
	case CT_DIST_BAND:
		CT_CHECK(ct_bitwise_and_Tensor(a, b, &result));
		break;
	case CT_DIST_BOR:
		CT_CHECK(ct_bitwise_or_Tensor(a, b, &result));
		break;
	default:
		CT_CHECK(ct_bitwise_xor_Tensor(a, b, &result));
		break;
	}
	return result;
}

/* Of `n` values of each rank. */
static ct_tensor *reduced(ct_dist_op op, int64_t n, ct_dtype dtype)
{
	ct_tensor *result = values_of(0, n, dtype);

	for (int64_t rank = 1; rank < size; rank++)
		result = combined(op, result, values_of(rank, n, dtype));
	if (op == CT_DIST_AVG)
		CT_CHECK(ct_div_Scalar(result, ct_scalar_int(size), &result));
	return result;
}

static ct_tensor *slice(const ct_tensor *tensor, int64_t begin, int64_t n)
{
	ct_tensor *result;

	CT_CHECK(ct_narrow(tensor, 0, begin, n, &result));
	CT_CHECK(ct_clone(result, CT_CONTIGUOUS_FORMAT, &result));
	return result;
}

static ct_tensor *zeros(int64_t n, ct_dtype dtype)
{
	ct_tensor *result;

	CT_CHECK(ct_zeros_like(values_of(0, n, dtype), CT_DTYPE_NONE, CT_LAYOUT_NONE,
			       CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE, &result));
	return given(result);
}

/* "all_reduce float32 avg 0000803f..." */
static void print_bytes(const char *what, const ct_tensor *tensor)
{
	const unsigned char *bytes = ct_tensor_data(tensor);
	const int64_t n = ct_tensor_numel(tensor) * ct_tensor_element_size(tensor);

	printf("%s %s %s ", what, ct_dtype_name(ct_tensor_dtype(tensor)), operation);
	for (int64_t i = 0; i < n; i++)
		printf("%02x", bytes[i]);
	printf("\n");
}

/* Compares, and counts. */
static void expect(const char *what, const ct_tensor *tensor, const ct_tensor *expected)
{
	tensor = on_cpu(tensor);
	must_equal(what, tensor, expected);
	if (prints)
		print_bytes(what, tensor);
	done++;
}

/* A call that is waited for, every second time through its work. */
static void finish(ct_dist_work *work)
{
	if (work == NULL)
		return;
	CT_CHECK(ct_dist_work_wait(work, 0));
	MUST(ct_dist_work_is_done(work));
	ct_dist_work_free(work);
}

/* --- Reductions ------------------------------------------------------------------------------- */

static void try_all_reduce(const ct_dist_options *options, ct_dtype dtype, bool async)
{
	ct_tensor *tensor = given_values(me, N, dtype);
	ct_dist_work *work = NULL;

	CT_CHECK(ct_dist_all_reduce(tensor, options, async ? &work : NULL));
	finish(work);
	expect("all_reduce", tensor, reduced(options->op, N, dtype));
}

static void try_reduce(const ct_dist_options *options, ct_dtype dtype)
{
	const int64_t root = size - 1;
	ct_tensor *tensor = given_values(me, N, dtype);

	CT_CHECK(ct_dist_reduce(tensor, root, options, NULL));
	if (me == root)
		expect("reduce", tensor, reduced(options->op, N, dtype));
}

static void try_reduce_scatter(const ct_dist_options *options, ct_dtype dtype)
{
	ct_tensor *all = values_of(me, N * size, dtype), *output = zeros(N, dtype);
	ct_tensor *input = given(all);
	ct_tensor *expected = slice(reduced(options->op, N * size, dtype), me * N, N);
	ct_tensor *parts[MOST];

	for (int64_t i = 0; i < size; i++)
		parts[i] = given(slice(all, i * N, N));
	CT_CHECK(ct_dist_reduce_scatter(output, CT_TENSORS_OF(parts, size), options, NULL));
	expect("reduce_scatter", output, expected);
	output = zeros(N, dtype);
	CT_CHECK(ct_dist_reduce_scatter_tensor(output, input, options, NULL));
	expect("reduce_scatter_tensor", output, expected);
	output = zeros(N, dtype);
	CT_CHECK(ct_dist_reduce_scatter_tensor_coalesced(CT_TENSORS(output), CT_TENSORS(input),
							 options, NULL));
	expect("reduce_scatter_tensor_coalesced", output, expected);
}

static void try_coalesced(const ct_dist_options *options, ct_dtype dtype)
{
	ct_tensor *a = given_values(me, N, dtype), *b = given_values(me, 2, dtype);

	CT_CHECK(ct_dist_all_reduce_coalesced(CT_TENSORS(a, b), options, NULL));
	expect("all_reduce_coalesced", a, reduced(options->op, N, dtype));
	expect("all_reduce_coalesced", b, reduced(options->op, 2, dtype));
}

static void try_reductions(ct_dtype dtype, ct_dist_op op)
{
	static const char *const names[] = { "sum", "avg",  "product", "min",
					     "max", "band", "bor",     "bxor" };
	const ct_dist_options options = { .op = op };

	CT_SCOPE;
	operation = names[op];
	try_all_reduce(&options, dtype, false);
	try_all_reduce(&options, dtype, true);
	try_reduce(&options, dtype);
	try_reduce_scatter(&options, dtype);
	try_coalesced(&options, dtype);
}

/* --- Copies ----------------------------------------------------------------------------------- */

static void try_broadcast(ct_dtype dtype)
{
	for (int64_t root = 0; root < size; root++) {
		ct_tensor *tensor = given_values(me, N, dtype);
		ct_dist_work *work = NULL;

		CT_CHECK(ct_dist_broadcast(tensor, root, NULL, root % 2 ? &work : NULL));
		finish(work);
		expect("broadcast", tensor, values_of(root, N, dtype));
	}
}

static void try_all_gather(ct_dtype dtype)
{
	ct_tensor *input = given_values(me, N, dtype), *parts[MOST], *all[MOST], *expected;
	ct_tensor *output = zeros(N * size, dtype), *other = zeros(N * size, dtype);

	for (int64_t i = 0; i < size; i++) {
		parts[i] = zeros(N, dtype);
		all[i] = values_of(i, N, dtype);
	}
	CT_CHECK(ct_cat(all, size, 0, &expected));
	CT_CHECK(ct_dist_all_gather(CT_TENSORS_OF(parts, size), input, NULL, NULL));
	for (int64_t i = 0; i < size; i++)
		expect("all_gather", parts[i], all[i]);
	CT_CHECK(ct_dist_all_gather_into_tensor(output, input, NULL, NULL));
	expect("all_gather_into_tensor", output, expected);
	CT_CHECK(ct_dist_all_gather_into_tensor_coalesced(CT_TENSORS(other), CT_TENSORS(input),
							  NULL, NULL));
	expect("all_gather_into_tensor_coalesced", other, expected);
}

static void try_all_gather_coalesced(ct_dtype dtype)
{
	ct_tensor *outputs[2 * MOST];

	for (int64_t i = 0; i < size; i++) {
		outputs[2 * i] = zeros(N, dtype);
		outputs[2 * i + 1] = zeros(2, dtype);
	}
	CT_CHECK(ct_dist_all_gather_coalesced(
		CT_TENSORS_OF(outputs, 2 * size),
		CT_TENSORS(values_of(me, N, dtype), values_of(me, 2, dtype)), NULL, NULL));
	for (int64_t i = 0; i < size; i++) {
		expect("all_gather_coalesced", outputs[2 * i], values_of(i, N, dtype));
		expect("all_gather_coalesced", outputs[2 * i + 1], values_of(i, 2, dtype));
	}
}

static void try_gather_scatter(ct_dtype dtype)
{
	ct_tensor *parts[MOST], *output = zeros(N, dtype);

	for (int64_t i = 0; i < size; i++)
		parts[i] = zeros(N, dtype);
	CT_CHECK(ct_dist_gather(given_values(me, N, dtype), 0,
				CT_TENSORS_OF(parts, me == 0 ? size : 0), NULL, NULL));
	for (int64_t i = 0; i < size && me == 0; i++)
		expect("gather", parts[i], values_of(i, N, dtype));
	for (int64_t i = 0; i < size; i++)
		parts[i] = given_values(10 + i, N, dtype);
	CT_CHECK(ct_dist_scatter(output, 0, CT_TENSORS_OF(parts, me == 0 ? size : 0), NULL, NULL));
	expect("scatter", output, values_of(10 + me, N, dtype));
}

/* Rank i sends i + j + 1 rows to rank j. */
static void try_all_to_all_single(ct_dtype dtype)
{
	int64_t to[MOST], from[MOST], rows_from = 0;
	ct_tensor *inputs[MOST], *whole, *output;

	for (int64_t j = 0; j < size; j++) {
		to[j] = from[j] = me + j + 1;
		rows_from += from[j];
		inputs[j] = values_of(20 * me + j, to[j], dtype);
	}
	output = zeros(rows_from, dtype);
	CT_CHECK(ct_cat(inputs, size, 0, &whole));
	CT_CHECK(ct_dist_all_to_all_single(output, given(whole), CT_INTS_OF(from, size),
					   CT_INTS_OF(to, size), NULL, NULL));
	rows_from = 0;
	for (int64_t j = 0; j < size; j++) {
		expect("all_to_all_single", slice(output, rows_from, from[j]),
		       values_of(20 * j + me, from[j], dtype));
		rows_from += from[j];
	}
}

/* With tensors of one shape: gloo takes no others. */
static void try_all_to_all(ct_dtype dtype)
{
	ct_tensor *inputs[MOST], *outputs[MOST];

	for (int64_t j = 0; j < size; j++) {
		inputs[j] = given_values(20 * me + j, N, dtype);
		outputs[j] = zeros(N, dtype);
	}
	CT_CHECK(ct_dist_all_to_all(CT_TENSORS_OF(outputs, size), CT_TENSORS_OF(inputs, size), NULL,
				    NULL));
	for (int64_t j = 0; j < size; j++)
		expect("all_to_all", outputs[j], values_of(20 * j + me, N, dtype));
}

/* Around the ring: each sends to the next one and receives from any, or from the one before. */
static void try_ring(ct_tensor *tensor, ct_dtype dtype)
{
	const int64_t next = (me + 1) % size, before = (me + size - 1) % size;
	ct_dist_work *sends, *receives;
	int64_t source = -1;

	CT_CHECK(ct_dist_send(given_values(me, N, dtype), next, &(ct_dist_options){ .tag = 3 },
			      &sends));
	CT_CHECK(ct_dist_recv(tensor, -1, &(ct_dist_options){ .tag = 3 }, &receives));
	CT_CHECK(ct_dist_work_wait(receives, 0));
	CT_CHECK(ct_dist_work_wait(sends, 0));
	CT_CHECK(ct_dist_work_source(receives, &source));
	MUST(source == before);
	ct_dist_work_free(sends);
	ct_dist_work_free(receives);
	expect("recv from any", tensor, values_of(before, N, dtype));
}

/* NCCL cannot receive from any rank. */
static void try_send_recv(ct_dtype dtype)
{
	const int64_t before = (me + size - 1) % size;
	ct_tensor *tensor;

	if (size == 1)
		return;
	tensor = on_gpu ? given_values(before, N, dtype) : zeros(N, dtype);
	if (!on_gpu)
		try_ring(tensor, dtype);
	if (me % 2 == 0 && me + 1 != size)
		CT_CHECK(ct_dist_send(tensor, me + 1, NULL, NULL));
	if (me % 2 == 1) {
		tensor = zeros(N, dtype);
		CT_CHECK(ct_dist_recv(tensor, me - 1, NULL, NULL));
		expect("recv", tensor, values_of((me - 2 + size) % size, N, dtype));
	}
}

/* The tensor number k that a rank sends to another. */
static ct_tensor *sent_to(int64_t from, int64_t to, int64_t k, ct_dtype dtype)
{
	return values_of(3 * from + 7 * to + 11 * k, N, dtype);
}

/* Each rank exchanges two tensors with each other one; all receive first. */
static void try_batch(ct_dtype dtype, bool async)
{
	ct_dist_p2p_op ops[4 * MOST];
	ct_tensor *received[MOST][2];
	ct_dist_work *work = NULL;
	int64_t count = 0;

	for (int64_t other = 0; other < size; other++)
		for (int64_t k = 0; k < 2 && other != me; k++) {
			received[other][k] = zeros(N, dtype);
			ops[count++] = (ct_dist_p2p_op){ CT_DIST_P2P_IRECV, received[other][k],
							 other, .tag = 4 };
		}
	for (int64_t other = 0; other < size; other++)
		for (int64_t k = 0; k < 2 && other != me; k++)
			ops[count++] = (ct_dist_p2p_op){ CT_DIST_P2P_ISEND,
							 given(sent_to(me, other, k, dtype)), other,
							 .tag = 4 };
	if (count == 0)
		return;
	CT_CHECK(ct_dist_batch_isend_irecv(ops, count, NULL, async ? &work : NULL));
	finish(work);
	for (int64_t other = 0; other < size; other++)
		for (int64_t k = 0; k < 2 && other != me; k++)
			expect("batch_isend_irecv", received[other][k],
			       sent_to(other, me, k, dtype));
}

static void try_copies(ct_dtype dtype)
{
	CT_SCOPE;
	operation = "copy";
	try_broadcast(dtype);
	try_all_gather(dtype);
	if (!on_gpu) /* NCCL has none */
		try_all_gather_coalesced(dtype);
	try_gather_scatter(dtype);
	try_all_to_all_single(dtype);
	if (on_gpu || CT_RELEASE_AT_LEAST(2, 12))
		try_all_to_all(dtype);
	try_send_recv(dtype);
	try_batch(dtype, false);
	try_batch(dtype, true);
}

int main(int argc, char **argv)
{
	static const ct_dtype integers[] = { CT_UINT8, CT_INT8, CT_INT32, CT_INT64 };
	static const ct_dtype floats[] = { CT_FLOAT16, CT_BFLOAT16, CT_FLOAT32, CT_FLOAT64 };
	static const ct_dtype pairs[] = { CT_COMPLEX64, CT_COMPLEX128 };
	ct_dist_op last;

	prints = argc > 1 && strcmp(argv[1], "--print") == 0;
	on_gpu = argc > 1 && strcmp(argv[1], "--nccl") == 0;
	CT_CHECK(ct_dist_init(
		&(ct_dist_init_options){ .backend = on_gpu ? "nccl" : "gloo", .timeout = 60 }));
	me = ct_dist_rank(NULL);
	size = ct_dist_world_size(NULL);
	MUST(size <= MOST);
	if (!on_gpu && !CT_RELEASE_AT_LEAST(2, 12))
		LEFT_OUT("all_to_all", "gloo has it since 2.12");
	last = on_gpu ? CT_DIST_MAX : CT_DIST_BXOR; /* NCCL has no bitwise ones */
	for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
		try_copies(integers[i]);
		for (ct_dist_op op = CT_DIST_SUM; op <= last; op++)
			if (op != CT_DIST_AVG)
				try_reductions(integers[i], op);
	}
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		try_copies(floats[i]);
		for (ct_dist_op op = CT_DIST_SUM; op <= CT_DIST_MAX; op++)
			try_reductions(floats[i], op);
	}
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		try_copies(pairs[i]);
		try_reductions(pairs[i], CT_DIST_SUM);
	}
	try_copies(CT_BOOL);
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	if (!on_gpu)
		CT_CHECK(ct_dist_monitored_barrier(true, NULL));
	printf("compared %lld tensors\n", (long long)done);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
