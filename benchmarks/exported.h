/*
 * exported.h: programs that Python exported (exported.py), each as the calls that its graph has.
 *
 * The calls of a C program: no scope, and each result is freed after its last use, as the
 * interpreter frees it.
 */
#ifndef CTORCH_BENCHMARK_EXPORTED_H
#define CTORCH_BENCHMARK_EXPORTED_H

#include <ctorch/ctorch.h>
#include <ctorch/export/program.h>

enum { MLP_LAYERS = 3 };
enum { CHAIN_NODES = 1000 }; /* KEEP THE SAME: exported.py */

/* The tensors of a program that its calls need; they belong to the scope. */
struct calls {
	ct_tensor *weights[MLP_LAYERS], *biases[MLP_LAYERS]; /* of the MLP */
	ct_tensor *one;                                      /* of the chain */
};

typedef ct_error (*calls_function)(const struct calls *self, const ct_tensor *x,
				   ct_tensor **result);

/* "mlp" or "chain"; NULL: another name. Finds the tensors in the program's module. */
calls_function calls_of(const char *name, const ct_export *program, struct calls *self);

#endif
