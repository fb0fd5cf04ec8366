/*
 * States of random number generators, which come from files. With an accepted state the generator
 * can draw; a refused one leaves it unchanged.
 */
#include <string.h>

#include "calls.h"

static ct_generator *generator;
static ct_tensor *good; /* the state that every input begins with */

static void make_generator(void)
{
	FUZZ_MUST(ct_generator_new(CT_DEVICE_CPU, &generator));
	FUZZ_MUST(ct_generator_manual_seed(generator, 1));
	FUZZ_MUST(ct_generator_state(generator, &good));
}

/* Numbers of every kind, enough to refill the buffer of numbers more than once. */
static void draw(void)
{
	static const int64_t shape[] = { 700 };
	ct_tensor *numbers;

	FUZZ_MUST(ct_rand_generator(shape, 1, generator, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_CPU,
				    NULL, &numbers));
	ct_tensor_free(numbers);
	FUZZ_MUST(ct_randn_generator(shape, 1, generator, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_CPU,
				     NULL, &numbers));
	ct_tensor_free(numbers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const int64_t shape[] = { (int64_t)size };
	ct_tensor *state, *now;
	bool taken;

	if (!generator)
		make_generator();
	fuzz_enter();
	FUZZ_MUST(ct_generator_set_state(generator, good));
	FUZZ_MUST(ct_tensor_from_data(data, CT_UINT8, CT_INTS_OF(shape, 1), &state));
	taken = fuzz_succeeds(ct_generator_set_state(generator, state));
	FUZZ_MUST(ct_generator_state(generator, &now));
	FUZZ_CHECK(taken || fuzz_same(now, good), "the state changed although it was refused");
	draw();
	ct_tensor_free(now);
	ct_tensor_free(state);
	fuzz_leave();
	return 0;
}
