/*
 * What scripts/gpu-day.sh runs on a machine with a GPU. The program does one section at a time,
 * since some of them leave a device that has failed, and prints a line for each thing that it has
 * checked:
 *
 *     NAME <tab> ok|failed|skipped <tab> text
 *
 * It exits with 0 if none failed. Nothing here knows the fake CUDA, on which the tests run it.
 */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include <ctorch/ctorch.h>
#include <ctorch/cuda.h>

#define GPU CT_DEVICE_CUDA(0)

/* At once, since a section may be ended by its time limit. */
void report(const char *name, bool is_ok, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void report_skipped(const char *name, const char *reason);
/* Frees the error. */
void report_error(const char *name, ct_error error);

/* A small network and its optimizer, always with the same first weights; the handles belong to the
 * current scope. */
struct training {
	ct_module *net;
	ct_optimizer *optimizer;
	ct_tensor *x, *target, *loss; /* always the same memory */
};
ct_error training_new(struct training *self, const char *optimizer);
/* Does a step, and leaves the loss in the tensor: it can be captured. */
ct_error training_step(void *self);

/* The sections. `count` is the number of steps; 0: the usual one. */
ct_error do_info(int64_t count);
ct_error do_steps(int64_t count);
ct_error do_memory(int64_t count);
ct_error do_oom(int64_t count);
ct_error do_fork(int64_t count);
ct_error do_fault(int64_t count);
/* Prints counts, which are neither ok nor failed: counts.c. */
ct_error do_counts(int64_t count);

#endif
