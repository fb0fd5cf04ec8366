/* An allocator of the program's own for all memory of CUDA, installed before its first use. */
#include <ctorch/cuda.h>

#include <cuda_runtime_api.h>
#include <string.h>

#include "fixture.h"

struct counted {
	int64_t allocations, frees, nbytes;
};

static void *allocate(int64_t nbytes, int64_t device_index, void *stream, void *context)
{
	struct counted *of = context;
	void *memory = NULL;

	(void)stream;
	MUST(device_index == 0);
	if (cudaMalloc(&memory, (size_t)nbytes) != cudaSuccess)
		return NULL;
	of->allocations++;
	of->nbytes += nbytes;
	return memory;
}

static void free_memory(void *memory, int64_t nbytes, int64_t device_index, void *stream,
			void *context)
{
	struct counted *of = context;

	(void)device_index, (void)stream;
	of->frees++;
	of->nbytes -= nbytes;
	cudaFree(memory);
}

static ct_error compute(void)
{
	const float numbers[] = { 1, 2, 3 };
	ct_tensor *x, *back;

	CT_SCOPE;
	CT_TRY(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(3), &x));
	x = CT_E(to_device, x, CT_DEVICE_CUDA(0), CT_FLOAT32);
	back = CT_E(to_device, CT_E(clone, x), CT_DEVICE_CPU, CT_FLOAT32);
	CT_TRY(CT_DONE());
	MUST(memcmp(ct_tensor_data(back), numbers, sizeof numbers) == 0);
	return NULL;
}

int main(void)
{
	static struct counted of;
	ct_cuda_allocator *allocator;
	char *name;

	CT_CHECK(ct_cuda_allocator_new(allocate, free_memory, &of, &allocator));
	CT_CHECK(ct_cuda_allocator_install(allocator));
	ct_cuda_allocator_free(allocator);
	CT_CHECK(ct_cuda_allocator_backend(&name));
	MUST(strcmp(name, "pluggable") == 0);
	ct_free(name);
	CT_CHECK(compute());
	MUST(of.allocations == 2 && of.frees == 2 && of.nbytes == 0);
	return 0;
}
