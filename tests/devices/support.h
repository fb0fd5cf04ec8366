/*
 * Common parts of the suites about devices. In the program test_devices each test runs in a process
 * of its own and begins without the devices.
 */
#ifndef DEVICES_SUPPORT_H
#define DEVICES_SUPPORT_H

#include "sim/sim.h"
#include "testing.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *copies_suite(void);
Suite *engine_suite(void);
Suite *errors_suite(void);
Suite *exported_suite(void);
Suite *files_suite(void);
Suite *functions_suite(void);
Suite *gradcheck_suite(void);
Suite *hooks_suite(void);
Suite *indexing_suite(void);
Suite *killed_suite(void);
Suite *loader_suite(void);
Suite *loading_suite(void);
Suite *memory_suite(void);
Suite *models_suite(void);
Suite *modules_suite(void);
Suite *operators_suite(void);
Suite *optim_suite(void);
Suite *optimizers_suite(void);
Suite *parallel_suite(void);
Suite *printing_suite(void);
Suite *random_suite(void);
Suite *room_suite(void);
Suite *sharing_suite(void);
Suite *storages_suite(void);
Suite *streams_suite(void);
Suite *threads_suite(void);
Suite *training_suite(void);

/* A device of the library; index -1 is the current one. With DEVICES_ON_CUDA the suites use CUDA's devices
 * instead (gpu/): the first stands for the second if there is no other. */
#ifdef DEVICES_ON_CUDA
#define SIM_TYPE CT_DEVICE_TYPE_CUDA
#define SIM_DEVICE(index) cuda_device(index)
#define SIM_NAME "cuda"
#define SIM_KEY "CUDA"
#define SIM_DLPACK CT_DLPACK_CUDA
enum { SIM_BLOCK = 512 }; /* what the allocator rounds sizes up to */
ct_device cuda_device(int32_t index);
#else
#define SIM_TYPE CT_DEVICE_TYPE_PRIVATEUSE1
#define SIM_DEVICE(index) CT_DEVICE(SIM_TYPE, index)
#define SIM_NAME "sim"
#define SIM_KEY "PrivateUse1"
#define SIM_DLPACK CT_DLPACK_EXTENSION
enum { SIM_BLOCK = 4096 };
#endif

/* Leaves a test that holds copies back, or counts what the device does or has; and one that has nothing to
 * see with a single device. */
#ifdef DEVICES_ON_CUDA
#define NEEDS_SIM                                             \
	do {                                                  \
		printf("%s\tskipped\tneeds sim\n", __func__); \
		return;                                       \
	} while (0)
#define NEEDS_TWO_DEVICES                                                     \
	do {                                                                  \
		if (ct_device_count(CT_DEVICE_TYPE_CUDA) < 2) {               \
			printf("%s\tskipped\tneeds two devices\n", __func__); \
			return;                                               \
		}                                                             \
	} while (0)
#else
#define NEEDS_SIM (void)0
#define NEEDS_TWO_DEVICES (void)0
#endif

/* What sim counted, for tests that have more to say: ASSERT_COUNT(kernels, gt, 0). */
#ifdef DEVICES_ON_CUDA
#define ASSERT_COUNT(of, op, wanted) (void)0
#else
#define ASSERT_COUNT(of, op, wanted) ck_assert_int_##op(counts().of, wanted)
#endif

/* Makes the devices available, as a program does. */
void load_sim(void);

/* A test case of which each test begins with load_sim(), and with settings and counts as at first. It
 * fails if it leaves more or less memory of the devices in use than it found. */
TCase *tests_on_sim(const char *name);

/* A function of sim.h: SIM(set_copy_delay)(100). */
#define SIM(name) ((__typeof__(sim_##name) *)sim_function("sim_" #name))
void (*sim_function(const char *name))(void);

struct sim_counts counts(void);
/* With CUDA only the bytes in use. */
struct sim_memory memory_of(int device);

/* So many bytes of a device must be in use, if need be a little later: the engine's threads release
 * the last node of a backward when the backward has already returned. */
void assert_allocated(int device, int64_t nbytes);

/* In the caller's scope: a copy on a device, and one on the CPU. NULL is passed on. */
ct_tensor *on_device(const ct_tensor *tensor, ct_device device);
ct_tensor *on_sim(const ct_tensor *tensor);
ct_tensor *on_cpu(const ct_tensor *tensor);

/* The values, the dtype and the shape must be the same, wherever the tensors are; `what` is shown if not. The
 * values of sim are those of the CPU bit for bit; another device may round in another way. */
void assert_same(const ct_tensor *got, const ct_tensor *wanted, const char *what);
/* The same for a number. */
bool is_same_number(double got, double wanted);

/* The same for all parameters and buffers, by their names. */
void assert_same_module(const ct_module *got, const ct_module *wanted);

#ifdef __cplusplus
}
#endif

#endif
