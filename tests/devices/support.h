/*
 * Common parts of the suites about devices. Each test runs in a process of its own and begins without
 * the devices.
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
Suite *exported_suite(void);
Suite *loading_suite(void);
Suite *memory_suite(void);
Suite *operators_suite(void);
Suite *optim_suite(void);
Suite *random_suite(void);
Suite *room_suite(void);
Suite *streams_suite(void);
Suite *training_suite(void);

/* A device of the library; index -1 is the current one. */
#define SIM_DEVICE(index) CT_DEVICE(CT_DEVICE_TYPE_PRIVATEUSE1, index)

/* Makes the devices available, as a program does. */
void load_sim(void);

/* A test case of which each test begins with load_sim(). */
TCase *tests_on_sim(const char *name);

/* A function of sim.h: SIM(set_copy_delay)(100). */
#define SIM(name) ((__typeof__(sim_##name) *)sim_function("sim_" #name))
void (*sim_function(const char *name))(void);

struct sim_counts counts(void);
struct sim_memory memory_of(int device);

/* In the caller's scope: a copy on a device, and one on the CPU. NULL is passed on. */
ct_tensor *on_device(const ct_tensor *tensor, ct_device device);
ct_tensor *on_sim(const ct_tensor *tensor);
ct_tensor *on_cpu(const ct_tensor *tensor);

/* The values, the dtype and the shape must be the same bit for bit, wherever the tensors are; `what`
 * is shown if not. */
void assert_same(const ct_tensor *got, const ct_tensor *wanted, const char *what);

#ifdef __cplusplus
}
#endif

#endif
