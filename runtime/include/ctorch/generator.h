/**
 * @file
 * Random numbers: generators and their seeds. Operators that draw random numbers take a
 * `ct_generator *`; NULL is the default generator of the device.
 */
#ifndef CTORCH_GENERATOR_H
#define CTORCH_GENERATOR_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Seeds the default generators of all devices, as Python's torch.manual_seed(). */
CT_API ct_error ct_manual_seed(uint64_t seed) CT_CALL;

/** A new generator of a device, seeded with libtorch's fixed default. */
CT_API ct_error ct_generator_new(ct_device device, ct_generator **result) CT_CALL;

/** A new reference to the generator that is used where none is given. */
CT_API ct_error ct_generator_default(ct_device device, ct_generator **result) CT_CALL;

/** Another handle on the same generator, new; NULL for NULL. */
CT_API ct_generator *ct_generator_keep(const ct_generator *self) CT_NOEXCEPT;

/** Gives a handle up. */
CT_API void ct_generator_free(ct_generator *self) CT_NOEXCEPT;

/** Restarts the sequence from a seed: the same seed gives the same numbers. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_manual_seed(ct_generator *self, uint64_t seed) CT_CALL;

/** Seeds from the system's source of randomness; `*result` is the seed that was drawn. NULL is the
 * CPU's default generator. */
CT_API ct_error ct_generator_seed(ct_generator *self, uint64_t *result) CT_CALL;

/** The seed that the sequence began with; of the CPU's default generator for NULL. */
CT_API ct_error ct_generator_initial_seed(const ct_generator *self, uint64_t *result) CT_CALL;

/** The device it draws for; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_generator_device(const ct_generator *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
