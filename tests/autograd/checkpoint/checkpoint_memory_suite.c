/*
 * The purpose of checkpointing: less memory is kept until backward.
 */
#include "checkpoint_samples.h"

#define LAYERS 16
#define ELEMENTS (256 * 1024) /* 1 MiB of float32 */

/* The most memory allocated at the end of any layer, beyond what was allocated before. */
struct heap {
	int64_t before, most;
};

static int64_t allocated(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.allocated_bytes;
}

/* Four operations, each of which keeps a result of 1 MiB. */
static ct_error layer(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		      ct_tensor **outputs, int64_t outputs_len)
{
	struct heap *heap = context;
	ct_tensor *t = inputs[0];
	int64_t now;

	(void)inputs_len, (void)outputs_len;
	for (int i = 0; i < 2; i++) {
		CT_TRY(ct_tanh(t, &t));
		CT_TRY(ct_sigmoid(t, &t));
	}
	now = allocated() - heap->before;
	if (now > heap->most)
		heap->most = now;
	*outputs = t;
	return NULL;
}

static ct_error run_layers(ct_tensor *t, bool with_checkpoints, struct heap *heap,
			   ct_tensor **result)
{
	CT_SCOPE;

	for (int i = 0; i < LAYERS; i++) {
		if (with_checkpoints)
			CT_TRY(ct_checkpoint(layer, heap, NULL, CT_TENSORS(t), NULL, &t, 1));
		else
			CT_TRY(layer(&t, 1, heap, &t, 1));
	}
	CT_TRY(ct_sum(t, CT_DTYPE_NONE, result));
	ct_scope_move_up(*result);
	return NULL;
}

static int64_t most_allocated(bool with_checkpoints)
{
	ct_tensor_options options = { 0 };
	struct heap heap = { 0, 0 };
	ct_tensor *x, *sum;

	options.requires_grad = true;
	OK(ct_tensor_ones(CT_L(ELEMENTS), &options, &x));
	heap.before = allocated();
	OK(run_layers(x, with_checkpoints, &heap, &sum));
	OK(ct_tensor_backward(sum));
	ct_tensor_free(sum);
	ct_tensor_free(x);
	return heap.most / (1024 * 1024);
}

START_TEST(only_the_inputs_of_layers_are_kept)
{
	int64_t plain, with_checkpoints;

	if (!allocator_tells())
		return;
	plain = most_allocated(false);
	with_checkpoints = most_allocated(true);
	/* Plain: 4 for each layer. With checkpoints: 1 for each, and those of the current layer. */
	ck_assert_int_ge(plain, 4 * LAYERS);
	ck_assert_int_le(with_checkpoints, LAYERS + 8);
}
END_TEST

Suite *checkpoint_memory_suite(void)
{
	Suite *suite = suite_create("checkpoint_memory");
	TCase *tests = tests_of("checkpoint_memory");

	tcase_add_test(tests, only_the_inputs_of_layers_are_kept);
	suite_add_tcase(suite, tests);
	return suite;
}
