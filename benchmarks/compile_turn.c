/*
 * compile_turn.c: runs of a program that ctorch-compile has written as `model`, for compile_models.py, which
 * loads it as a library: with model.c, or without it for the interpreter (-DINTERPRETER), or for
 * ct_export_compile() (-DCOMPILE, too).
 */
#include <ctorch/ctorch.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef INTERPRETER
#include "model.h"
#endif

/* Of this library; compile_models.py calls them. */
int turn_load(const char *path, const void *data, int32_t dtype, const int64_t *sizes, int64_t dim);
double turn_run(int calls);
double turn_sum(void);

static ct_tensor *input;
#ifdef INTERPRETER
static ct_export *program;
#else
static struct model *program;
#endif

static ct_error load(const char *path, const void *data, int32_t dtype, const int64_t *sizes,
		     int64_t dim)
{
	ct_tensor *borrowed;

	CT_TRY(ct_set_num_threads(1));
	CT_TRY(ct_tensor_from_blob((void *)data, dtype, CT_INTS_OF(sizes, dim), (ct_ints){ 0 },
				   NULL, NULL, &borrowed));
	CT_TRY(ct_clone(borrowed, CT_CONTIGUOUS_FORMAT, &input));
	ct_tensor_free(borrowed);
#ifdef INTERPRETER
	CT_TRY(ct_export_load(path, NULL, &program));
#ifdef COMPILE
	CT_TRY(ct_export_compile(program, &(ct_compile_options){ .no_fallback = true }));
#endif
	return NULL;
#else
	return model_load(path, &program);
#endif
}

static ct_error run(ct_tensor **result)
{
#ifdef INTERPRETER
	ct_tensor **outputs;
	int64_t outputs_len;

	CT_TRY(ct_export_run(program, CT_TENSORS(input), &outputs, &outputs_len));
	*result = outputs[0];
	ct_free(outputs);
	return NULL;
#else
	return model_run(program, input, result);
#endif
}

int turn_load(const char *path, const void *data, int32_t dtype, const int64_t *sizes, int64_t dim)
{
	ct_error error = load(path, data, dtype, sizes, dim);

	if (error == NULL)
		return 0;
	fprintf(stderr, "%s\n", error);
	ct_error_free(error);
	return 1;
}

/* Microseconds of processor time a call. */
double turn_run(int calls)
{
	struct timespec start, end;
	ct_tensor *result;

	CT_NO_GRAD_SCOPE;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	for (int i = 0; i < calls; i++) {
		CT_CHECK(run(&result));
		ct_tensor_free(result);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	return ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) *
	       1e-3 / calls;
}

/* A sum of the result, which shows that all sides compute the same. */
double turn_sum(void)
{
	ct_tensor *result, *total;
	double sum;

	CT_NO_GRAD_SCOPE;
	CT_CHECK(run(&result));
	CT_CHECK(ct_sum(result, CT_FLOAT64, &total));
	CT_CHECK(ct_tensor_item_double(total, &sum));
	ct_tensor_free(result);
	ct_tensor_free(total);
	return sum;
}
