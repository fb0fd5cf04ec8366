/* cudnn.c: what the library says of itself, and its graphs of operations. */
#include <stdio.h>

#include "internal.h"

enum { MAJOR = 9, MINOR = 26, PATCH = 0 };

size_t cudnnGetVersion(void);
size_t cudnnGetCudartVersion(void);
int cudnnGetProperty(int property, int *value);
const char *cudnnGetErrorString(int status);
void cudnnGetLastErrorString(char *text, size_t nbytes);
int cudnnGetStream(const struct fake_handle *handle, cudaStream_t *stream);

size_t cudnnGetVersion(void)
{
	return MAJOR * 10000 + MINOR * 100 + PATCH;
}

size_t cudnnGetCudartVersion(void)
{
	return CUDART_VERSION;
}

/* libraryPropertyType */
int cudnnGetProperty(int property, int *value)
{
	*value = property == 0 ? MAJOR : property == 1 ? MINOR : PATCH;
	return 0;
}

const char *cudnnGetErrorString(int status)
{
	return status == 0 ? "CUDNN_STATUS_SUCCESS" : "CUDNN_STATUS_NOT_SUPPORTED";
}

void cudnnGetLastErrorString(char *text, size_t nbytes)
{
	snprintf(text, nbytes, "the fake cuDNN has no %s", fake_cuda_last_refused());
}

int cudnnGetStream(const struct fake_handle *handle, cudaStream_t *stream)
{
	*stream = handle->stream;
	return 0;
}

/* --- Graphs of operations: whatever one has, there is one engine for it, without workspace -------- */

/* cudnnBackendAttributeName_t, cudnnBackendAttributeType_t */
enum { HEURISTIC_RESULTS = 202, CONFIGURATION_ENGINE = 300, GRAPH_ENGINE_COUNT = 802 };
enum { INT64 = 3, INT32 = 23 };

int cudnnBackendCreateDescriptor(int type, void **descriptor);
int cudnnBackendSetAttribute(void *descriptor, int name, int type, int64_t count,
			     const void *elements);
int cudnnBackendFinalize(void *descriptor);
int cudnnBackendGetAttribute(const void *descriptor, int name, int type, int64_t capacity,
			     int64_t *count, void *elements);
int cudnnBackendExecute(const void *handle, void *plan, void *tensors);

int cudnnBackendCreateDescriptor(int type, void **descriptor)
{
	(void)type;
	return fake_handle_new(descriptor);
}

int cudnnBackendSetAttribute(void *descriptor, int name, int type, int64_t count,
			     const void *elements)
{
	(void)descriptor, (void)name, (void)type, (void)count, (void)elements;
	return 0;
}

int cudnnBackendFinalize(void *descriptor)
{
	(void)descriptor;
	return 0;
}

/* The numbers are indices and sizes. A descriptor was made by the caller, and the call fills it in. */
int cudnnBackendGetAttribute(const void *descriptor, int name, int type, int64_t capacity,
			     int64_t *count, void *elements)
{
	(void)descriptor;
	if (count)
		*count = type == INT64 || type == INT32 || name == HEURISTIC_RESULTS ||
			 name == CONFIGURATION_ENGINE;
	if (type == INT64 && capacity > 0 && elements)
		*(int64_t *)elements = name == GRAPH_ENGINE_COUNT;
	else if (type == INT32 && capacity > 0 && elements)
		*(int32_t *)elements = 0;
	return 0;
}

int cudnnBackendExecute(const void *handle, void *plan, void *tensors)
{
	(void)plan, (void)tensors;
	return fake_library_call(__func__, handle);
}
