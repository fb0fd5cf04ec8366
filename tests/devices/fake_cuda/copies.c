/* copies.c: copies and fills. */
#include "internal.h"

static fake_cuda_kind copy_kind(int destination, int source)
{
	if (destination < 0)
		return source < 0 ? fake_cuda_copies_on_host : fake_cuda_copies_to_host;
	if (source < 0)
		return fake_cuda_copies_to_device;
	return destination == source ? fake_cuda_copies_on_device
				     : fake_cuda_copies_between_devices;
}

static cudaError_t copy_rows(void *destination, size_t pitch, const void *source,
			     size_t source_pitch, size_t nbytes, size_t height, cudaStream_t stream)
{
	int to, from;
	struct CUgraphNode_st work = { .work = COPY,
				       .nbytes = nbytes,
				       .height = height,
				       .pitch = pitch,
				       .source_pitch = source_pitch };

	if (nbytes == 0 || height == 0)
		return fake_enter();
	work.destination = fake_storage(destination, (height - 1) * pitch + nbytes, &to);
	work.source = fake_storage(source, (height - 1) * source_pitch + nbytes, &from);
	if (!work.destination || !work.source)
		return cudaErrorInvalidValue;
	work.kind = copy_kind(to, from);
	return fake_do(stream, &work);
}

cudaError_t cudaMemcpyAsync(void *destination, const void *source, size_t nbytes,
			    enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind;
	return fake_result(copy_rows(destination, 0, source, 0, nbytes, 1, stream));
}

cudaError_t cudaMemcpy(void *destination, const void *source, size_t nbytes,
		       enum cudaMemcpyKind kind)
{
	cudaError_t error = fake_forbid_in_capture();

	if (error)
		return fake_result(error);
	fake_show_fault();
	error = cudaMemcpyAsync(destination, source, nbytes, kind, NULL);
	if (!error) {
		fake_add(fake_cuda_blocking_copies);
		fake_log("synchronize copy");
	}
	return error;
}

cudaError_t cudaMemcpyPeerAsync(void *destination, int to, const void *source, int from,
				size_t nbytes, cudaStream_t stream)
{
	(void)to, (void)from;
	return cudaMemcpyAsync(destination, source, nbytes, cudaMemcpyDefault, stream);
}

cudaError_t cudaMemcpy2DAsync(void *destination, size_t pitch, const void *source,
			      size_t source_pitch, size_t width, size_t height,
			      enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind;
	return fake_result(
		copy_rows(destination, pitch, source, source_pitch, width, height, stream));
}

/* Constants of kernels that do not run. */
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t nbytes, size_t offset,
			       enum cudaMemcpyKind kind)
{
	(void)symbol, (void)source, (void)nbytes, (void)offset, (void)kind;
	fake_add(fake_cuda_copies_to_device);
	fake_add(fake_cuda_blocking_copies);
	return fake_result(fake_enter());
}

cudaError_t cudaMemsetAsync(void *destination, int value, size_t nbytes, cudaStream_t stream)
{
	int device;
	struct CUgraphNode_st work = {
		.work = FILL, .nbytes = nbytes, .height = 1, .value = value
	};

	if (nbytes == 0)
		return fake_result(fake_enter());
	work.destination = fake_storage(destination, nbytes, &device);
	if (!work.destination)
		return fake_result(cudaErrorInvalidValue);
	return fake_result(fake_do(stream, &work));
}

cudaError_t cudaMemset(void *destination, int value, size_t nbytes)
{
	return cudaMemsetAsync(destination, value, nbytes, NULL);
}
