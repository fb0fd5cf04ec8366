/**
 * @file
 * Random numbers: generators, their seeds and states.
 *
 * Operators that draw random numbers take a `ct_generator *`; NULL is the default generator of the
 * device. The same seed gives the same numbers as in Python, as far as PyTorch itself guarantees
 * that (docs/settings.md lists the exceptions).
 *
 * As in libtorch, only one thread at a time may use a generator; the functions here lock it, and
 * operators lock it while they draw.
 */
#ifndef CTORCH_TENSOR_GENERATOR_H
#define CTORCH_TENSOR_GENERATOR_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/try.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Seeds ----------------------------------------------------------------------------------- */

/** Seeds the default generators of all devices, like Python's torch.manual_seed(). A negative seed
 * becomes the unsigned number with the same bits, as in C and in Python: -1 is 2^64 - 1. */
CT_API ct_error ct_manual_seed(uint64_t seed) CT_RETURNS_ERROR;

/** Seeds the default generators of all devices from the system's source of randomness, like
 * Python's torch.seed(); `*result` is the new seed. */
CT_API ct_error ct_seed(uint64_t *result) CT_RETURNS_ERROR;

/** Restarts the sequence from a seed: the same seed gives the same numbers. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_manual_seed(ct_generator *self, uint64_t seed) CT_RETURNS_ERROR;

/** Seeds a generator from the system's source of randomness; `*result` is the new seed. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_seed(ct_generator *self, uint64_t *result) CT_RETURNS_ERROR;

/** Returns the seed with which the sequence began. NULL is the CPU's default generator. */
CT_API ct_error ct_generator_initial_seed(const ct_generator *self,
					  uint64_t *result) CT_BRIEF CT_RETURNS_ERROR;

/* --- Generators ------------------------------------------------------------------------------ */

/** Creates a generator for a device, seeded with libtorch's fixed default. */
CT_API ct_error ct_generator_new(ct_device device, ct_generator **result) CT_RETURNS_ERROR;

/** Returns a new reference to the device's default generator. */
CT_API ct_error ct_generator_default(ct_device device, ct_generator **result) CT_RETURNS_ERROR;

/** Returns a new handle on the same generator; NULL for NULL, or if the innermost scope has no
 * memory. */
CT_API ct_generator *ct_generator_retain(const ct_generator *self) CT_NOEXCEPT
	CT_NEW(ct_generator_free);

/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_generator_free(ct_generator *self) CT_NOEXCEPT;

/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_generator_free_unscoped(ct_generator *self CT_TAKEN) CT_NOEXCEPT;

/** Returns the generator's device; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_generator_device(const ct_generator *self) CT_NOEXCEPT;

/** Creates a generator in the same state (Python's Generator.clone_state()): both continue
 * independently with the same numbers. NULL is the CPU's default generator. */
CT_API ct_error ct_generator_clone_state(const ct_generator *self,
					 ct_generator **result) CT_RETURNS_ERROR;

/* --- States ---------------------------------------------------------------------------------- */

/** Returns the state that determines the next numbers, like Python's Generator.get_state(): a new
 * uint8 tensor of one dimension, on the CPU, with the same bytes as in Python. NULL is the CPU's
 * default generator (torch.get_rng_state()). */
CT_API ct_error ct_generator_state(const ct_generator *self, ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Sets the state, which is copied: a state that ct_generator_state() or Python returned for a
 * generator of the same device type. NULL is the CPU's default generator (torch.set_rng_state()).
 *
 * Errors are libtorch's: TypeError unless it is a uint8 tensor on the CPU, RuntimeError if it is
 * not contiguous, has the wrong size, or does not hold a state. On an error the generator is
 * unchanged.
 */
CT_API ct_error ct_generator_set_state(ct_generator *self, const ct_tensor *state) CT_RETURNS_ERROR;

/**
 * Saves the state to a file with ct_npy_save(), which Python's
 * `generator.set_state(torch.from_numpy(numpy.load(path)))` reads back. The file is written
 * completely or not at all: an existing file is replaced when the new one is complete.
 *
 * @param self  NULL is the CPU's default generator
 */
CT_API ct_error ct_generator_save(const ct_generator *self, const char *path) CT_RETURNS_ERROR;

/** Loads a state from a file written by ct_generator_save(), or by numpy.save() in Python. A
 * truncated file or a different format is an error of ct_npy_load(), an array that is not a state
 * an error of ct_generator_set_state(); both leave the generator unchanged. NULL is the CPU's
 * default generator. */
CT_API ct_error ct_generator_load(ct_generator *self, const char *path) CT_RETURNS_ERROR;

/** Returns the state as a generator that a CUDA graph can capture, a new reference (Python's
 * Generator.graphsafe_get_state()). A NotImplementedError for the CPU's. */
CT_API ct_error ct_generator_graphsafe_state(const ct_generator *self,
					     ct_generator **result) CT_RETURNS_ERROR;

/** Shares the state of another generator from now on (Python's Generator.graphsafe_set_state()). A
 * NotImplementedError for the CPU's. */
CT_API ct_error ct_generator_graphsafe_set_state(
	ct_generator *self, const ct_generator *state CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns how many numbers a Philox generator (CUDA's, MPS's) has drawn since it was seeded. For
 * the CPU's: `RuntimeError: CPU Generator does not use offset`. */
CT_API ct_error ct_generator_offset(const ct_generator *self, uint64_t *result) CT_RETURNS_ERROR;

/** Sets the offset of a Philox generator; for CUDA it must be a multiple of 4. */
CT_API ct_error ct_generator_set_offset(ct_generator *self, uint64_t offset) CT_RETURNS_ERROR;

/* --- Saving and restoring all states --------------------------------------------------------- */

/** The states of the default generators of the CPU and of every device whose library is loaded. */
typedef struct ct_rng_states ct_rng_states;

/** Captures the states of all default generators in a new object: ct_rng_states_free(). With
 * ct_rng_states_restore(), this is Python's torch.random.fork_rng(). */
CT_API ct_error ct_rng_states_capture(ct_rng_states **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Restores the states; you may call it repeatedly. If a generator cannot be set, the others still
 * are, and the first error is returned. */
CT_API ct_error ct_rng_states_restore(const ct_rng_states *self) CT_RETURNS_ERROR;

/** Releases saved states. */
CT_API void ct_rng_states_free(ct_rng_states *self) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Isolates the random numbers of the following block, Python's `with torch.random.fork_rng():`:
 * whatever it draws and seeds, the default generators continue afterwards as if it had not. Their
 * states are restored when control leaves the block: at its end, by return (CT_TRY too), goto,
 * break or continue, but not by longjmp. Inside, break and continue refer to the block, not to an
 * enclosing loop.
 *
 *     ct_error err = NULL;
 *
 *     CT_FORK_RNG(err) {
 *             CT_TRY(ct_manual_seed(0));
 *             CT_TRY(initialize(model));
 *     }
 *     CT_TRY(err);
 *
 * @param error  a variable of type ct_error, set to NULL; if the states cannot be saved, it is set
 *               to the error, and the block does not run
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, and if you
 * need the errors of restoring (a device that fails), use ct_rng_states_restore().
 */
#define CT_FORK_RNG(error) CT_FORK_RNG_AT_(error, __LINE__)

#define CT_FORK_RNG_AT_(error, line) CT_FORK_RNG_NAMED_(error, line)
#define CT_FORK_RNG_NAMED_(error, line)                                           \
	for (struct ct_fork_ ct_fork_##line##_                                    \
	     __attribute__((cleanup(ct_fork_leave_))) = ct_fork_enter_(&(error)); \
	     ct_fork_##line##_.runs; ct_fork_##line##_.runs = false)

/**
 * Isolates the random numbers of the rest of the enclosing C block: `CT_FORK_RNG_SCOPE;` is
 * Python's `with torch.random.fork_rng():`. Use it in functions that return a ct_error: like
 * CT_TRY, it returns the error if the states cannot be saved.
 */
#define CT_FORK_RNG_SCOPE CT_FORK_RNG_SCOPE_AT_(__LINE__)

#define CT_FORK_RNG_SCOPE_AT_(line) CT_FORK_RNG_SCOPE_NAMED_(line)
#define CT_FORK_RNG_SCOPE_NAMED_(line)                                      \
	struct ct_fork_ ct_fork_##line##_                                   \
		__attribute__((cleanup(ct_fork_leave_))) = { NULL, false }; \
	CT_TRY(ct_rng_states_capture(&ct_fork_##line##_.states))

/* A block: the states to restore, and whether the block is still to run. */
struct ct_fork_ {
	ct_rng_states *states;
	bool runs;
};

static inline struct ct_fork_ ct_fork_enter_(ct_error *error)
{
	struct ct_fork_ self = { NULL, false };

	*error = ct_rng_states_capture(&self.states);
	self.runs = *error == NULL;
	return self;
}

static inline void ct_fork_leave_(struct ct_fork_ *self)
{
	if (self->states != NULL)
		ct_error_free(ct_rng_states_restore(self->states));
	ct_rng_states_free(self->states);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
