/*
 * Inside the library: random numbers as torchvision draws them, with the same operators and so the
 * same numbers. They are parts of expressions: after an error they return 0, and the error waits.
 */
#ifndef CT_VISION_TRANSFORMS_DRAW_H
#define CT_VISION_TRANSFORMS_DRAW_H

#include <ctorch/calls/expression.h>

/* torch.rand(1) */
float ct_draw_rand(ct_generator *generator);

/* torch.empty(1).uniform_(low, high).item() */
double ct_draw_uniform(ct_generator *generator, double low, double high);

/* torch.randint(low, high, (1,)).item() */
int64_t ct_draw_int(ct_generator *generator, int64_t low, int64_t high);

/* torch.randperm(n) with n <= 64 into `order` */
void ct_draw_permutation(ct_generator *generator, int64_t n, int64_t *order);

/* torch.log(torch.tensor(ratio)), of two floats; then
 * torch.exp(torch.empty(1).uniform_(...)).item() */
void ct_draw_log_ratio(ct_floats ratio, double logs[2]);
double ct_draw_ratio(ct_generator *generator, const double logs[2]);

#endif
