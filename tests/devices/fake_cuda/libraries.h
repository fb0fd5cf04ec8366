/*
 * libraries.h: what libcudart gives to the other libraries; without CUDA's headers, since the
 * stubs are of other types than its functions.
 */
#ifndef FAKE_CUDA_LIBRARIES_H
#define FAKE_CUDA_LIBRARIES_H

struct CUstream_st;

/* A call that the fake does not have: logs and counts it, and returns the error. */
int fake_refuse(const char *function, int error);

/* What cublasCreate() and others make: a stream, and what else is set and asked for. */
struct fake_handle {
	struct CUstream_st *stream;
	int modes[2];
};

/* These return 0, the status of success in all libraries. */
int fake_handle_new(void **handle);
int fake_handle_free(void *handle);
int fake_handle_set_stream(void *handle, struct CUstream_st *stream);
/* A call that launches kernels, in the stream of its handle; an error if that cannot be. */
int fake_library_call(const char *function, const void *handle);
int fake_library_call_in(const char *function, struct CUstream_st *stream);

#endif
