/*
 * scale_nvrtc.c: an operator of your own whose kernel is compiled while the program runs, by NVRTC,
 * and its gradient. The program is plain C, which any C compiler compiles; scale.cu has the same
 * operator for nvcc.
 *
 *     cmake -S . -B build && cmake --build build     # with the CMakeLists.txt in this folder
 *     build/scale_nvrtc                              # on cuda:0
 *     build/scale_nvrtc cuda:1
 */
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

static const char source[] =
	"extern \"C\" __global__ void scale(const float *x, float *y, float factor, long long count)\n"
	"{\n"
	"	const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
	"\n"
	"	if (i < count)\n"
	"		y[i] = factor * x[i];\n"
	"}\n";

enum { MAX_DEVICES = 16 };

/* The operator's context: the kernel, loaded on each device. */
struct kernel {
	int64_t count; /* of devices */
	CUcontext contexts[MAX_DEVICES];
	CUmodule modules[MAX_DEVICES];
	CUfunction functions[MAX_DEVICES];
};

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error of_driver(const char *call, CUresult status)
{
	const char *text = NULL;

	if (status == CUDA_SUCCESS)
		return NULL;
	cuGetErrorString(status, &text);
	return ct_error_new(CT_ERROR_RUNTIME, call, "%s", text ? text : "unknown error");
}

static ct_error of_nvrtc(const char *call, nvrtcResult status)
{
	if (status == NVRTC_SUCCESS)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, call, "%s", nvrtcGetErrorString(status));
}

/* What the compiler says about the source. */
static ct_error of_compiler(nvrtcProgram program, nvrtcResult status)
{
	ct_error error = NULL;
	size_t nbytes;
	char *log;

	if (status != NVRTC_ERROR_COMPILATION)
		return of_nvrtc("nvrtcCompileProgram", status);
	CT_TRY(of_nvrtc("nvrtcGetProgramLogSize", nvrtcGetProgramLogSize(program, &nbytes)));
	log = malloc(nbytes);
	if (log && nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
		error = ct_error_new(CT_ERROR_RUNTIME, "nvrtcCompileProgram", "%s", log);
	free(log);
	return error ? error : of_nvrtc("nvrtcCompileProgram", status);
}

/* --- The kernel ------------------------------------------------------------------------------- */

static ct_error load(nvrtcProgram program, CUmodule *module, CUfunction *function)
{
	size_t nbytes;
	ct_error error;
	char *cubin;

	CT_TRY(of_nvrtc("nvrtcGetCUBINSize", nvrtcGetCUBINSize(program, &nbytes)));
	cubin = malloc(nbytes);
	if (!cubin)
		return ct_error_new(CT_ERROR_RUNTIME, "malloc", "no memory for the kernel");
	error = of_nvrtc("nvrtcGetCUBIN", nvrtcGetCUBIN(program, cubin));
	if (!error)
		error = of_driver("cuModuleLoadData", cuModuleLoadData(module, cubin));
	free(cubin);
	CT_TRY(error);
	return of_driver("cuModuleGetFunction", cuModuleGetFunction(function, *module, "scale"));
}

/* For this very device: its machine code needs no newer driver, as PTX may. */
static ct_error compile(CUdevice device, CUmodule *module, CUfunction *function)
{
	char architecture[40];
	const char *const options[] = { architecture };
	nvrtcProgram program;
	ct_error error;
	int major, minor;

	CT_TRY(of_driver("cuDeviceGetAttribute",
			 cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
					      device)));
	CT_TRY(of_driver("cuDeviceGetAttribute",
			 cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
					      device)));
	snprintf(architecture, sizeof architecture, "--gpu-architecture=sm_%d%d", major, minor);
	CT_TRY(of_nvrtc("nvrtcCreateProgram",
			nvrtcCreateProgram(&program, source, "scale.cu", 0, NULL, NULL)));
	error = of_compiler(program, nvrtcCompileProgram(program, 1, options));
	if (!error)
		error = load(program, module, function);
	nvrtcDestroyProgram(&program);
	return error;
}

/* A kernel belongs to a context; libtorch works in the primary context of each device. */
static ct_error compile_for_all(struct kernel *kernel)
{
	CUdevice device;

	kernel->count = ct_device_count(CT_DEVICE_TYPE_CUDA);
	if (kernel->count > MAX_DEVICES)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "more than %d devices",
				    MAX_DEVICES);
	CT_TRY(of_driver("cuInit", cuInit(0)));
	for (int i = 0; i < kernel->count; i++) {
		CT_CURRENT_DEVICE_SCOPE(CT_DEVICE_CUDA(i));
		CT_TRY(of_driver("cuDeviceGet", cuDeviceGet(&device, i)));
		CT_TRY(of_driver("cuDevicePrimaryCtxRetain",
				 cuDevicePrimaryCtxRetain(&kernel->contexts[i], device)));
		CT_TRY(of_driver("cuCtxSetCurrent", cuCtxSetCurrent(kernel->contexts[i])));
		CT_TRY(compile(device, &kernel->modules[i], &kernel->functions[i]));
	}
	return NULL;
}

/* The device first finishes its work, which may be a launch of the kernel. */
static ct_error release(const struct kernel *kernel)
{
	CUdevice device;

	for (int i = 0; i < kernel->count; i++) {
		CT_CURRENT_DEVICE_SCOPE(CT_DEVICE_CUDA(i));
		CT_TRY(ct_device_synchronize(CT_DEVICE_CUDA(i)));
		CT_TRY(of_driver("cuDeviceGet", cuDeviceGet(&device, i)));
		CT_TRY(of_driver("cuCtxSetCurrent", cuCtxSetCurrent(kernel->contexts[i])));
		CT_TRY(of_driver("cuModuleUnload", cuModuleUnload(kernel->modules[i])));
		CT_TRY(of_driver("cuDevicePrimaryCtxRelease", cuDevicePrimaryCtxRelease(device)));
	}
	return NULL;
}

/* On the device of the tensor and in its current stream, as libtorch's own kernels. Backward calls
 * it in a thread of its own, in which no context need be current yet. */
static ct_error launch(const struct kernel *kernel, const ct_tensor *x, ct_tensor *y, float factor)
{
	const ct_device device = ct_tensor_device(x);
	const void *from = ct_tensor_data(x);
	void *to = ct_tensor_mutable_data(y), *handle;
	long long count = ct_tensor_numel(x), threads = 256;
	void *arguments[] = { &from, &to, &factor, &count };
	ct_stream stream;

	if (count == 0)
		return NULL; /* a launch without blocks is an error */
	CT_CURRENT_DEVICE_SCOPE(device);
	CT_TRY(of_driver("cuCtxSetCurrent", cuCtxSetCurrent(kernel->contexts[device.index])));
	CT_TRY(ct_stream_current(device, &stream));
	CT_TRY(ct_stream_native_handle(stream, &handle));
	return of_driver("cuLaunchKernel",
			 cuLaunchKernel(kernel->functions[device.index],
					(unsigned)((count + threads - 1) / threads), 1, 1,
					(unsigned)threads, 1, 1, 0, handle, arguments, NULL));
}

/* --- The operator ----------------------------------------------------------------------------- */

/* my::scale(Tensor self, float factor) -> Tensor */
static ct_error scale(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *x, *y;
	double factor;

	(void)args_len, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(ct_value_as_float(&args[1], &factor));
	if (ct_tensor_dtype(x) != CT_FLOAT32)
		return ct_error_new(CT_ERROR_TYPE, "my::scale", "self must be float32");
	CT_TRY(CT(contiguous, &x, x));
	CT_TRY(CT(empty_like, &y, x));
	CT_TRY(launch(context, x, y, (float)factor));
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
	ct_value result;
	ct_tensor *x, *y, *grad;

	CT_TRY(CT(ones, &x, CT_L(4), .device = device));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_TRY(ct_call("my::scale", (ct_value[]){ ct_value_tensor(x), ct_value_float(2) }, 2,
		       &result, 1));
	CT_TRY(ct_value_take_tensor(&result, &y));
	CT_TRY(ct_tensor_print(y, NULL));
	CT_TRY(ct_tensor_backward(CT_E(sum, y)));
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
	struct kernel kernel;
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
	CT_CHECK(compile_for_all(&kernel));
	CT_CHECK(ct_library_new("my", &my));
	CT_CHECK(ct_library_define(my, "scale(Tensor self, float factor) -> Tensor"));
	CT_CHECK(ct_library_implement(my, "scale", "CUDA", scale, &kernel, NULL));
	CT_CHECK(ct_library_set_backward(my, "scale", NULL, backward, NULL, NULL));
	CT_CHECK(run(device));
	CT_CHECK(run_in_stream(device));
	ct_library_free(my);
	CT_CHECK(release(&kernel));
	return 0;
}
