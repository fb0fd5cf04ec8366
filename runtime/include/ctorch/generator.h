/**
 * @file
 * Random numbers: generators, their seeds and states.
 *
 * Operators that draw random numbers take a `ct_generator *`; NULL is the default generator of the
 * device. The same seed gives the same numbers as in Python, where PyTorch itself promises that
 * (docs/settings.md tells where it does not).
 *
 * As in libtorch, a generator may be used by one thread at a time; the functions here lock it, and
 * so do operators while they draw.
 */
#ifndef CTORCH_GENERATOR_H
#define CTORCH_GENERATOR_H

#include <ctorch/error.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Seeds ----------------------------------------------------------------------------------- */

/** Seeds the default generators of all devices, as Python's torch.manual_seed(). A negative seed
 * becomes the unsigned number of the same bits, as C converts it and as Python does: -1 is
 * 2^64 - 1. */
CT_API ct_error ct_manual_seed(uint64_t seed) CT_CALL;

/** Seeds the default generators of all devices from the system's source of randomness, as Python's
 * torch.seed(); `*result` is the seed that was drawn. */
CT_API ct_error ct_seed(uint64_t *result) CT_CALL;

/** Restarts the sequence from a seed: the same seed gives the same numbers. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_manual_seed(ct_generator *self, uint64_t seed) CT_CALL;

/** Seeds from the system's source of randomness; `*result` is the seed that was drawn. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_seed(ct_generator *self, uint64_t *result) CT_CALL;

/** The seed that the sequence began with; of the CPU's default generator for NULL. */
CT_API ct_error ct_generator_initial_seed(const ct_generator *self, uint64_t *result) CT_CALL;

/* --- Generators ------------------------------------------------------------------------------ */

/** A new generator of a device, seeded with libtorch's fixed default. */
CT_API ct_error ct_generator_new(ct_device device, ct_generator **result) CT_CALL;

/** A new reference to the generator that is used where none is given. */
CT_API ct_error ct_generator_default(ct_device device, ct_generator **result) CT_CALL;

/** Another handle on the same generator, new; NULL for NULL. */
CT_API ct_generator *ct_generator_keep(const ct_generator *self) CT_NOEXCEPT;

/** Gives a handle up. */
CT_API void ct_generator_free(ct_generator *self) CT_NOEXCEPT;

/** The device it draws for; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_generator_device(const ct_generator *self) CT_NOEXCEPT;

/** A new generator in the same state (Python's Generator.clone_state()): both go on with the same
 * numbers, and neither disturbs the other. Of NULL it is one of the CPU's default generator. */
CT_API ct_error ct_generator_clone_state(const ct_generator *self, ct_generator **result) CT_CALL;

/* --- States ---------------------------------------------------------------------------------- */

/** All that decides which numbers come next, as Python's Generator.get_state(): a new uint8 tensor
 * of one dimension, on the CPU, with the very bytes that Python has. NULL is the CPU's default
 * generator (torch.get_rng_state()). */
CT_API ct_error ct_generator_get_state(const ct_generator *self, ct_tensor **result) CT_CALL;

/**
 * Goes on from a state that ct_generator_get_state() or Python gave for a generator of the same
 * kind of device; copied. NULL is the CPU's default generator (torch.set_rng_state()).
 *
 * Errors are libtorch's: TypeError for other than a uint8 tensor on the CPU, RuntimeError for one
 * that is not contiguous, of another size, or holds no state. The generator is as it was then.
 */
CT_API ct_error ct_generator_set_state(ct_generator *self, const ct_tensor *state) CT_CALL;

/**
 * Saves the state to a file: the tensor of ct_generator_get_state() by ct_npy_save(), which
 * Python's `generator.set_state(torch.from_numpy(numpy.load(path)))` reads back. The file is
 * written whole or not at all: what was there before is replaced when the new one is complete.
 *
 * @param self  NULL is the CPU's default generator
 */
CT_API ct_error ct_generator_save(const ct_generator *self, const char *path) CT_CALL;

/** Goes on from a state that ct_generator_save() saved, or Python's numpy.save() of one. A file
 * that is cut off or none of NumPy's gives an error of ct_npy_load(), an array that is no state one
 * of ct_generator_set_state(); both leave the generator as it was. NULL is the CPU's default
 * generator. */
CT_API ct_error ct_generator_load(ct_generator *self, const char *path) CT_CALL;

/** The state as a generator that can be captured in a CUDA graph, a new reference (Python's
 * Generator.graphsafe_get_state()). A NotImplementedError for the CPU's. */
CT_API ct_error ct_generator_graphsafe_get_state(const ct_generator *self,
						 ct_generator **result) CT_CALL;

/** Shares the state of another generator from now on (Python's Generator.graphsafe_set_state()). A
 * NotImplementedError for the CPU's. */
CT_API ct_error ct_generator_graphsafe_set_state(ct_generator *self,
						 const ct_generator *state) CT_CALL;

/** How many numbers a Philox generator (CUDA's, MPS's) has drawn since it was seeded. Not the
 * CPU's: `RuntimeError: CPU Generator does not use offset`. */
CT_API ct_error ct_generator_get_offset(const ct_generator *self, uint64_t *result) CT_CALL;

/** Goes to an offset of a Philox generator; of CUDA's it must be a multiple of 4. */
CT_API ct_error ct_generator_set_offset(ct_generator *self, uint64_t offset) CT_CALL;

/* --- Drawing without a trace ----------------------------------------------------------------- */

/** The states of the default generators, of the CPU and of every device whose library is loaded. */
typedef struct ct_rng_states ct_rng_states;

/** Saves the states, new: ct_rng_states_free(). With ct_rng_states_restore() it is what Python's
 * torch.random.fork_rng() does. */
CT_API ct_error ct_rng_states_save(ct_rng_states **result) CT_CALL;

/** Goes back to the states, as often as one likes. When a generator cannot be set, the others are
 * set nevertheless, and the first error is returned. */
CT_API ct_error ct_rng_states_restore(const ct_rng_states *self) CT_CALL;

/** Releases saved states. */
CT_API void ct_rng_states_free(ct_rng_states *self) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.random.fork_rng():` for the block that follows: whatever it draws and seeds,
 * the default generators go on afterwards as if it had not. They do once the block is left, in
 * whatever way but by longjmp: at its end, by return (CT_TRY too), goto, break or continue, which
 * mean the block, not a loop around it.
 *
 *     ct_error err = NULL;
 *
 *     CT_FORK_RNG(err) {
 *             CT_TRY(ct_manual_seed(0));
 *             CT_TRY(initialise(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error  a variable of type ct_error, set to NULL; when the states cannot be saved it gets
 *               the reason, and the block does not run
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, and where
 * an error of going back matters (a device that fails), use ct_rng_states_restore().
 */
#define CT_FORK_RNG(error) CT_FORK_RNG_AT_(error, __LINE__)

#define CT_FORK_RNG_AT_(error, line) CT_FORK_RNG_NAMED_(error, line)
#define CT_FORK_RNG_NAMED_(error, line)                                                 \
	for (ct_rng_states * ct_fork_##line##_                                          \
		     __attribute__((cleanup(ct_rng_leave_))) = ct_rng_enter_(&(error)), \
		     *ct_fork_once_##line##_ = ct_fork_##line##_;                       \
	     ct_fork_once_##line##_ != NULL; ct_fork_once_##line##_ = NULL)

static inline ct_rng_states *ct_rng_enter_(ct_error *error)
{
	ct_rng_states *states = NULL;

	*error = ct_rng_states_save(&states);
	return states;
}

static inline void ct_rng_leave_(ct_rng_states **states)
{
	if (*states != NULL)
		ct_error_free(ct_rng_states_restore(*states));
	ct_rng_states_free(*states);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
