/*
 * scale.cu: an operator of your own with a kernel in CUDA C++, and its gradient.
 *
 *     cmake -S . -B build && cmake --build build     # with the CMakeLists.txt in this folder
 *     build/scale                                    # on cuda:0
 *     build/scale cuda:1
 *
 * nvcc compiles it, and any program in C can use it: the operator belongs to the process.
 */
#include <cuda_runtime.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

__global__ void scale_kernel(const float *x, float *y, float factor, int64_t count)
{
	const int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (i < count)
		y[i] = factor * x[i];
}

/* On the device of the tensor and in its current stream, as libtorch's own kernels. */
static ct_error launch(const ct_tensor *x, ct_tensor *y, float factor)
{
	const int64_t count = ct_tensor_numel(x), threads = 256;
	ct_stream stream;
	void *handle;
	cudaError_t error;

	if (count == 0)
		return NULL; /* a launch without blocks is an error */
	CT_CURRENT_DEVICE_SCOPE(ct_tensor_device(x));
	CT_TRY(ct_stream_current(ct_tensor_device(x), &stream));
	CT_TRY(ct_stream_native_handle(stream, &handle));
	scale_kernel<<<(unsigned)((count + threads - 1) / threads), (unsigned)threads, 0,
		       (cudaStream_t)handle>>>((const float *)ct_tensor_data(x),
					       (float *)ct_tensor_mutable_data(y), factor, count);
	error = cudaGetLastError();
	if (error != cudaSuccess)
		return ct_error_new(CT_ERROR_RUNTIME, "my::scale", "%s", cudaGetErrorString(error));
	return NULL;
}

/* my::scale(Tensor self, float factor) -> Tensor */
static ct_error scale(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *x, *y;
	double factor;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_float(&args[1], &factor));
	if (ct_tensor_dtype(x) != CT_FLOAT32)
		return ct_error_new(CT_ERROR_TYPE, "my::scale", "self must be float32");
	CT_TRY(ct_contiguous(x, CT_CONTIGUOUS_FORMAT, &x));
	CT_TRY(ct_empty_like(x, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			     CT_CONTIGUOUS_FORMAT, &y));
	CT_TRY(launch(x, y, (float)factor));
	results[0] = ct_value_tensor(y);
	return NULL;
}

/* The gradient is scaled by the same factor. */
static ct_error backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			 const ct_value *grads, int64_t grads_len, void *context,
			 ct_value *input_grads, int64_t input_grads_len)
{
	const ct_value grad_args[] = { grads[0], args[1] };

	(void)noted, (void)args_len, (void)grads_len, (void)context, (void)input_grads_len;
	return ct_call("my::scale", grad_args, 2, input_grads, 1);
}

static ct_error run(ct_device device)
{
	CT_SCOPE;
	const int64_t shape[] = { 4 };
	ct_tensor_options options = {};
	ct_value args[2], result;
	ct_tensor *x, *y, *sum, *grad;

	options.device = device;
	options.requires_grad = true;
	CT_TRY(ct_tensor_ones(CT_INTS_OF(shape, 1), &options, &x));
	args[0] = ct_value_tensor(x);
	args[1] = ct_value_float(2);
	CT_TRY(ct_call("my::scale", args, 2, &result, 1));
	CT_TRY(ct_value_take_tensor(&result, &y));
	CT_TRY(ct_tensor_print(y, NULL));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_tensor_backward(sum));
	CT_TRY(ct_tensor_grad(x, &grad));
	return ct_tensor_print(grad, NULL);
}

/* The operator need not know which stream that is. */
static ct_error run_in_stream(ct_device device)
{
	ct_stream stream;

	CT_TRY(ct_stream_new(device, 0, &stream));
	CT_STREAM_SCOPE(stream);
	return run(device);
}

int main(int argc, char **argv)
{
	ct_device device;
	ct_library *my;
	char *why;

	CT_CHECK(ct_device_load(CT_DEVICE_TYPE_CUDA));
	CT_CHECK(ct_cuda_why_unavailable(&why));
	if (why) {
		printf("CUDA cannot be used: %s\n", why);
		ct_free(why);
		return 0;
	}
	CT_CHECK(ct_device_from_string(argc > 1 ? argv[1] : "cuda:0", &device));
	CT_CHECK(ct_library_new("my", &my));
	CT_CHECK(ct_library_define(my, "scale(Tensor self, float factor) -> Tensor"));
	CT_CHECK(ct_library_implement(my, "scale", "CUDA", scale, NULL, NULL));
	CT_CHECK(ct_library_set_backward(my, "scale", NULL, backward, NULL, NULL));
	CT_CHECK(run(device));
	CT_CHECK(run_in_stream(device));
	ct_library_free(my);
	return 0;
}
