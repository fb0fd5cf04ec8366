/*
 * optim.h: steps of optimizers: in C (optim.c), in C++ by torch::optim (optim_nn.cpp) and in Python
 * (optim.py). optim.sh compares them.
 *
 * All sides have the same parameters and gradients; a step is one of the optimizer alone.
 *
 * KEEP THE SAME: these sizes in optim.py.
 */
#ifndef CTORCH_BENCHMARK_OPTIM_H
#define CTORCH_BENCHMARK_OPTIM_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "big" and "tiny": how many tensors, and how many elements each has. */
enum { BIG_TENSORS = 200, BIG_ELEMENTS = 50000, TINY_TENSORS = 10, TINY_ELEMENTS = 16 };

/* An optimizer, "SGD", "Adam" or "AdamW", with its parameters; NULL: another name. SGD has a momentum
 * of 0.9. */
void *c_optimizer(const char *name, bool is_big, bool is_fused);
void *cpp_optimizer(const char *name, bool is_big);

void c_optimizer_step(void *optimizer);
void cpp_optimizer_step(void *optimizer);

/* The sum of the absolute values of all parameters. */
double c_sum(void *optimizer);
double cpp_sum(void *optimizer);

#ifdef __cplusplus
}
#endif

#endif
