/*
 * Functions that follow one another, under checkpoint in segments.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "autograd/checkpoint/checkpoint.h"
#include "autograd/engine/map.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"

/* The steps of one call, which its segments share. */
struct sequence {
	ct_checkpoint_step *steps;
	int64_t steps_len;
	int64_t users; /* segments, and the call itself; atomic: any thread may free a graph */
	bool taken_over;
};

/* The steps of one segment. */
struct range {
	struct sequence *of;
	int64_t begin, end;
};

static struct sequence *new_sequence(const ct_checkpoint_step *steps, int64_t n)
{
	struct sequence *self = calloc(1, sizeof *self);

	if (self == NULL)
		return NULL;
	self->steps = ct_array_new(n + 1, sizeof *steps);
	if (self->steps == NULL) {
		free(self);
		return NULL;
	}
	if (n > 0)
		memcpy(self->steps, steps, (size_t)n * sizeof *steps);
	self->steps_len = n;
	self->users = 1;
	return self;
}

static struct ct_segment segment_of(const ct_checkpoint_step *step, bool taken_over)
{
	return (struct ct_segment){ step->function, step->context, step->release, 1, taken_over };
}

static void release_step(const struct sequence *self, int64_t i)
{
	const struct ct_segment segment = segment_of(&self->steps[i], self->taken_over);

	ct_segment_release(&segment);
}

static void leave_sequence(struct sequence *self)
{
	if (__atomic_sub_fetch(&self->users, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	for (int64_t i = 0; i < self->steps_len; i++)
		release_step(self, i);
	free(self->steps);
	free(self);
}

static void free_range(void *range)
{
	struct range *self = range;

	leave_sequence(self->of);
	free(self);
}

static ct_error checkpoint_sequential_run(const struct sequence *self, int64_t begin, int64_t end,
					  ct_tensor *input, ct_tensor **output)
{
	for (int64_t i = begin; i < end; i++) {
		const struct ct_segment segment = segment_of(&self->steps[i], false);
		ct_tensor *made;

		CT_TRY(ct_segment_call(&segment, &input, 1, &made));
		input = made;
	}
	*output = input;
	return NULL;
}

static ct_error run_range(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			  ct_tensor **outputs, int64_t outputs_len)
{
	const struct range *range = context;

	(void)inputs_len;
	(void)outputs_len;
	return checkpoint_sequential_run(range->of, range->begin, range->end, inputs[0], outputs);
}

static ct_error checkpoint_range(struct sequence *of, int64_t begin, int64_t end,
				 const ct_checkpoint_options *options, ct_tensor **tensor)
{
	struct range *range = malloc(sizeof *range);
	ct_error err;

	if (range == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint_sequential), "for a segment");
	*range = (struct range){ of, begin, end };
	__atomic_add_fetch(&of->users, 1, __ATOMIC_RELAXED);
	err = ct_checkpoint(run_range, range, free_range, CT_TENSORS_OF(tensor, 1), options, tensor,
			    1);
	if (err)
		free_range(range);
	return err;
}

static ct_error run_segments(struct sequence *self, int64_t segments,
			     const ct_checkpoint_options *options, ct_tensor **tensor)
{
	int64_t size = self->steps_len / segments, begin = 0;

	for (; begin < size * (segments - 1); begin += size)
		CT_TRY(checkpoint_range(self, begin, begin + size, options, tensor));
	return checkpoint_sequential_run(self, begin, self->steps_len, *tensor, tensor);
}

static ct_error checkpoint_sequential_check_arguments(const ct_checkpoint_step *steps,
						      int64_t steps_len, int64_t segments,
						      const ct_tensor *input)
{
	static const char *const function = CT_NAME_OF(ct_checkpoint_sequential);

	if (!ct_is_list(steps, steps_len))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (steps): length must not be negative, and steps "
				    "must not be NULL unless the length is 0");
	for (int64_t i = 0; i < steps_len; i++)
		if (steps[i].function == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 1 (steps): the function of step %lld must "
					    "not be NULL",
					    (long long)i);
	if (segments < 1 || (segments > steps_len && steps_len > 0))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 2 (segments) is %lld, but must be from 1 to the "
				    "number of steps, %lld",
				    (long long)segments, (long long)steps_len);
	if (input == NULL)
		return ct_missing_argument(function, 3, "input");
	return NULL;
}

ct_error ct_checkpoint_sequential(const ct_checkpoint_step *steps, int64_t steps_len,
				  int64_t segments, const ct_tensor *input,
				  const ct_checkpoint_options *options, ct_tensor **result)
{
	struct sequence *sequence;
	ct_tensor *tensor;
	ct_error err;

	CT_OWN_SCOPE(__func__);
	CT_TRY(checkpoint_sequential_check_arguments(steps, steps_len, segments, input));
	sequence = new_sequence(steps, steps_len);
	tensor = sequence ? ct_tensor_retain(input) : NULL;
	err = tensor ? run_segments(sequence, segments, options, &tensor)
		     : ct_no_memory(__func__, "for the steps");
	if (sequence) {
		sequence->taken_over = err == NULL;
		leave_sequence(sequence);
	}
	CT_TRY(err);
	if (result) {
		ct_scope_move_up(tensor);
		*result = tensor;
	}
	return NULL;
}
