/*
 * Mutations of the target "exported" that keep a program well formed: two of its arguments change
 * places, or one becomes a copy of the other, or two nodes exchange their operators, or one gets
 * another operator. They reach the code that converts arguments, which few mutations of bytes do.
 */
#include <string.h>

#include <jansson.h>

#include "exported.h"
#include "fuzz.h"

/* libFuzzer's own names. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
const char *__asan_default_options(void);

/* Larger blocks than that cannot be had, and the library says so. */
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1:max_allocation_size_mb=1024";
}

/* --- The parts that can be exchanged ---------------------------------------------------------- */

enum { MAX_PARTS = 1000 };

/* Borrowed from the program. */
struct parts {
	json_t *arguments[MAX_PARTS]; /* {"as_int": 1} */
	json_t *nodes[MAX_PARTS];
	size_t arguments_len, nodes_len;
};

static bool is_argument(const json_t *object)
{
	void *first = json_object_iter((json_t *)object);

	return json_object_size(object) == 1 &&
	       strncmp(json_object_iter_key(first), "as_", strlen("as_")) == 0;
}

static void collect(struct parts *self, json_t *value)
{
	const char *key;
	json_t *item;
	size_t i;

	if (json_is_object(value) && is_argument(value) && self->arguments_len < MAX_PARTS)
		self->arguments[self->arguments_len++] = value;
	if (json_object_get(value, "target") && self->nodes_len < MAX_PARTS)
		self->nodes[self->nodes_len++] = value;
	json_array_foreach (value, i, item)
		collect(self, item);
	json_object_foreach (value, key, item)
		collect(self, item);
}

/* --- Mutations -------------------------------------------------------------------------------- */

static unsigned int next(unsigned int *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* A copy: an argument may be inside the other one. */
static void become(json_t *argument, json_t *other)
{
	json_object_clear(argument);
	json_object_update(argument, other);
}

static void exchange_arguments(const struct parts *parts, unsigned int *seed)
{
	json_t *a = parts->arguments[next(seed) % parts->arguments_len];
	json_t *b = parts->arguments[next(seed) % parts->arguments_len];
	json_t *old_a = json_deep_copy(a), *old_b = json_deep_copy(b);

	/* If one is inside the other, clearing that one releases it. */
	json_incref(a);
	json_incref(b);
	become(a, old_b);
	if (next(seed) % 2)
		become(b, old_a);
	json_decref(a);
	json_decref(b);
	json_decref(old_a);
	json_decref(old_b);
}

static void exchange_operators(const struct parts *parts, unsigned int *seed)
{
	json_t *a = parts->nodes[next(seed) % parts->nodes_len];
	json_t *b = parts->nodes[next(seed) % parts->nodes_len];
	json_t *target = json_incref(json_object_get(a, "target"));

	json_object_set(a, "target", json_object_get(b, "target"));
	json_object_set_new(b, "target", target);
}

/* With arguments of all types. */
static const char *const operators[] = {
	"_operator.add",
	"_operator.floordiv",
	"_operator.pow",
	"math.trunc",
	"torch.ops.aten._foreach_mul_.Scalar",
	"torch.ops.aten._local_scalar_dense.default",
	"torch.ops.aten._nested_tensor_from_tensor_list.default",
	"torch.ops.aten._to_copy.default",
	"torch.ops.aten._unique2.default",
	"torch.ops.aten.arange.start_step",
	"torch.ops.aten.avg_pool2d.default",
	"torch.ops.aten.batch_norm.default",
	"torch.ops.aten.bernoulli_.float",
	"torch.ops.aten.cat.default",
	"torch.ops.aten.clamp.Tensor",
	"torch.ops.aten.clamp.default",
	"torch.ops.aten.conv2d.default",
	"torch.ops.aten.conv2d.padding",
	"torch.ops.aten.convolution_backward.default",
	"torch.ops.aten.detach_.default",
	"torch.ops.aten.div.Tensor_mode",
	"torch.ops.aten.einsum.default",
	"torch.ops.aten.equal.default",
	"torch.ops.aten.fft_fft.default",
	"torch.ops.aten.full.default",
	"torch.ops.aten.index.Tensor",
	"torch.ops.aten.index_put_.default",
	"torch.ops.aten.linalg_norm.ord_str",
	"torch.ops.aten.lstm.input",
	"torch.ops.aten.meshgrid.indexing",
	"torch.ops.aten.native_layer_norm.default",
	"torch.ops.aten.normal.float_Tensor",
	"torch.ops.aten.pad.default",
	"torch.ops.aten.pow.Scalar",
	"torch.ops.aten.quantize_per_tensor.default",
	"torch.ops.aten.repeat_interleave.self_Tensor",
	"torch.ops.aten.requires_grad_.default",
	"torch.ops.aten.resize_.default",
	"torch.ops.aten.scalar_tensor.default",
	"torch.ops.aten.scatter.value",
	"torch.ops.aten.set_.source_Tensor",
	"torch.ops.aten.slice.Tensor",
	"torch.ops.aten.split_with_sizes.default",
	"torch.ops.aten.squeeze_.dim",
	"torch.ops.aten.sum.dim_IntList",
	"torch.ops.aten.sym_size.int",
	"torch.ops.aten.t_.default",
	"torch.ops.aten.to.device",
	"torch.ops.aten.to.dtype",
	"torch.ops.aten.to_dense.default",
	"torch.ops.aten.to_sparse.default",
	"torch.ops.aten.unbind.int",
	"torch.ops.aten.upsample_nearest2d.vec",
	"torch.ops.aten.view.default",
	"torch.ops.aten.view.dtype",
	"torch.ops.aten.where.ScalarOther",
	"torch.ops.aten.zeros_like.default",
	"torch.sym_max",
	"torch.sym_not",
};

/* Its arguments stay, in their order, also those of a higher-order operator. */
static void take_operator(const struct parts *parts, unsigned int *seed)
{
	json_t *node = parts->nodes[next(seed) % parts->nodes_len], *input;
	const char *target = operators[next(seed) % (sizeof operators / sizeof *operators)];
	const json_t *inputs = json_object_get(node, "inputs");
	size_t i;

	json_object_set_new(node, "target", json_string(target));
	json_array_foreach (inputs, i, input)
		json_object_set_new(input, "name", json_string(""));
}

static void mutate(json_t *program, unsigned int *seed)
{
	struct parts *parts = calloc(1, sizeof *parts);

	FUZZ_CHECK(parts, "no memory");
	collect(parts, program);
	if (parts->nodes_len && next(seed) % 4 == 0)
		(next(seed) % 2 ? exchange_operators : take_operator)(parts, seed);
	else if (parts->arguments_len)
		exchange_arguments(parts, seed);
	free(parts);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* Replaces the first part of an input; 0: the text is not JSON, or too long now. */
static size_t mutate_program(uint8_t *data, size_t size, size_t max_size, unsigned int *seed)
{
	const uint8_t *end = memmem(data, size, EXPORTED_SEPARATOR, strlen(EXPORTED_SEPARATOR));
	const size_t length = end ? (size_t)(end - data) : size, rest = size - length;
	json_t *program = json_loadb((const char *)data, length, 0, NULL);
	char *text = NULL;
	size_t n = 0;

	if (program) {
		mutate(program, seed);
		text = json_dumps(program, 0);
	}
	json_decref(program);
	if (text && strlen(text) + rest <= max_size) {
		n = strlen(text);
		memmove(data + n, data + length, rest);
		memcpy(data, text, n);
		n += rest;
	}
	free(text);
	return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	size_t n = next(&seed) % 2 ? mutate_program(data, size, max_size, &seed) : 0;

	return n ? n : LLVMFuzzerMutate(data, size, max_size);
}
