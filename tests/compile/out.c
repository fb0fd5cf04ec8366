/*
 * out.c: runs what ctorch-compile writes with tensors of the caller, and from several threads, for
 * out.sh.
 *
 *     out ARCHIVE WEIGHTS LIBRARY [calls]
 *
 * LIBRARY has a program, `program`, of one input and one result of two dimensions or more, which a loop
 * writes. program_run_out() must write what program_run() returns, must not allocate memory from the
 * second run on unless the program has calls, and must refuse tensors that do not fit. Threads that run
 * the program at the same time, each with a workspace or without, must get the same.
 */
#define _GNU_SOURCE /* pthread_barrier_t */

#include <ctorch/ctorch.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, RUNS = 200 };

/* --- Counting --------------------------------------------------------------------------------- */

static _Thread_local int64_t allocations;

/* ThreadSanitizer has its own allocator. */
#ifndef __SANITIZE_THREAD__
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
	allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
	allocations++;
	return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	allocations++;
	return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
	allocations++;
	*result = __libc_memalign(alignment, size);
	return *result == NULL;
}
#endif

/* --- The program ------------------------------------------------------------------------------ */

struct program;
struct program_workspace;

static struct {
	struct program *self;
	const ct_tensor *input, *wanted;
	ct_error (*load)(const char *, struct program **);
	ct_error (*run)(struct program *, const ct_tensor *, ct_tensor **);
	ct_error (*run_out)(struct program *, struct program_workspace *, const ct_tensor *,
			    const ct_tensor *);
	ct_error (*workspace_new)(struct program_workspace **);
	void (*workspace_free)(struct program_workspace *);
	void (*free)(struct program *);
} program;

static ct_error open_library(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);

	if (library == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "%s", dlerror());
	*(void **)&program.load = dlsym(library, "program_load");
	*(void **)&program.run = dlsym(library, "program_run");
	*(void **)&program.run_out = dlsym(library, "program_run_out");
	*(void **)&program.workspace_new = dlsym(library, "program_workspace_new");
	*(void **)&program.workspace_free = dlsym(library, "program_workspace_free");
	*(void **)&program.free = dlsym(library, "program_free");
	return NULL;
}

static ct_error fail(const char *what)
{
	return ct_error_new(CT_ERROR_ASSERTION, NULL, "%s", what);
}

/* A tensor like the result, with other elements. */
static ct_error make_out(ct_tensor **result)
{
	return ct_full_like(program.wanted, ct_scalar_int(3), CT_DTYPE_NONE, CT_LAYOUT_NONE,
			    CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE, result);
}

/* Loops compute the same in each run. */
static ct_error expect_wanted(const ct_tensor *got, const char *what)
{
	bool equal;

	CT_TRY(ct_equal(program.wanted, got, &equal));
	return equal ? NULL : fail(what);
}

/* --- Checks ----------------------------------------------------------------------------------- */

static ct_error check_allocations(void)
{
	struct program_workspace *workspace;
	ct_tensor *out;
	int64_t before;

	CT_SCOPE;
	CT_TRY(program.workspace_new(&workspace));
	CT_TRY(make_out(&out));
	for (int i = 0; i < 3; i++) {
		before = allocations;
		CT_TRY(program.run_out(program.self, workspace, program.input, out));
		if (i > 0 && allocations > before)
			return ct_error_new(CT_ERROR_ASSERTION, NULL, "run %d allocated %lld times",
					    i, (long long)(allocations - before));
		CT_TRY(expect_wanted(out, "program_run_out() has not written the result"));
	}
	program.workspace_free(workspace);
	return NULL;
}

static ct_error expect_refusal(const ct_tensor *out, const char *words)
{
	struct program_workspace *workspace;
	ct_error error;

	CT_TRY(program.workspace_new(&workspace));
	error = program.run_out(program.self, workspace, program.input, out);
	program.workspace_free(workspace);
	if (error == NULL || strstr(error, words) == NULL)
		return ct_error_new(CT_ERROR_ASSERTION, NULL, "expected '%s', got '%s'", words,
				    error ? error : "no error");
	ct_error_free(error);
	return NULL;
}

static ct_error check_refusals(void)
{
	ct_tensor *out, *other;

	CT_SCOPE;
	CT_TRY(make_out(&out));
	CT_TRY(expect_refusal(NULL, "is NULL"));
	CT_TRY(ct_to_dtype(out, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &other));
	CT_TRY(expect_refusal(other, "of float64; expected"));
	CT_TRY(ct_unsqueeze(out, 0, &other));
	CT_TRY(expect_refusal(other, "; expected"));
	CT_TRY(ct_narrow(out, -1, 0, ct_tensor_size(out, -1) - 1, &other));
	CT_TRY(expect_refusal(other, "; expected"));
	CT_TRY(ct_transpose_int(out, -1, -2, &other));
	CT_TRY(ct_clone(other, CT_CONTIGUOUS_FORMAT, &other));
	CT_TRY(ct_transpose_int(other, -1, -2, &other));
	CT_TRY(expect_refusal(other, "has its elements in another order than the result"));
	CT_TRY(expect_refusal(program.input, "shares memory with an input, a weight or another"));
	return NULL;
}

/* --- Threads ---------------------------------------------------------------------------------- */

static pthread_barrier_t all_started;

static ct_error run_many(bool is_own)
{
	struct program_workspace *workspace = NULL;
	ct_tensor *out = NULL;

	CT_SCOPE;
	if (is_own) {
		CT_TRY(program.workspace_new(&workspace));
		CT_TRY(make_out(&out));
	}
	pthread_barrier_wait(&all_started);
	for (int i = 0; i < RUNS; i++) {
		if (is_own)
			CT_TRY(program.run_out(program.self, workspace, program.input, out));
		else
			CT_TRY(program.run(program.self, program.input, &out));
		CT_TRY(expect_wanted(out, "a thread has another result"));
		if (!is_own)
			ct_tensor_free(out);
	}
	program.workspace_free(workspace);
	return NULL;
}

static void *run_thread(void *is_own)
{
	return (void *)run_many(is_own != NULL);
}

static ct_error check_threads(bool is_own)
{
	pthread_t threads[THREADS];
	void *error, *first = NULL;

	if (pthread_barrier_init(&all_started, NULL, THREADS) != 0)
		return fail("no barrier");
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, run_thread, is_own ? &program : NULL) != 0)
			return fail("no thread");
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &error);
		first = first ? first : error;
	}
	pthread_barrier_destroy(&all_started);
	return first;
}

static ct_error check_all(const char *archive, const char *weights, const char *library,
			  bool has_calls)
{
	ct_value samples, args, input;
	ct_export *from;
	ct_tensor *result;

	CT_TRY(ct_export_load(archive, NULL, &from));
	CT_TRY(ct_export_sample_inputs(from, &samples));
	CT_TRY(ct_value_item(&samples, 0, &args));
	CT_TRY(ct_value_item(&args, 0, &input));
	CT_TRY(open_library(library));
	CT_TRY(program.load(weights, &program.self));
	program.input = input.object;
	CT_TRY(program.run(program.self, program.input, &result));
	program.wanted = result;
	if (!has_calls)
		CT_TRY(check_allocations());
	CT_TRY(check_refusals());
	CT_TRY(check_threads(true));
	CT_TRY(check_threads(false));
	program.free(program.self);
	ct_export_free(from);
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc != 4 && argc != 5) {
		fputs("usage: out ARCHIVE WEIGHTS LIBRARY [calls]\n", stderr);
		return 2;
	}
	CT_SCOPE;
	CT_CHECK(check_all(argv[1], argv[2], argv[3], argc == 5));
	return 0;
}
