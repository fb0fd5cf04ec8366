/*
 * The code of a package of AOTInductor, written by hand: what the compiler writes contains a file of
 * PyTorch's. The container around the model, with its pool, its constants and their exchange, is
 * PyTorch's own, from libtorch's headers; the numbers are in constants.c. scripts/prove-aoti.sh
 * tries packages that the compiler wrote.
 *
 *     forward(x: float32[s, 4], n: int64[3]) -> (x @ fc.weight + fc.bias, 2 * n)
 */
#include <cstdlib>
#include <string>

#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

#include "../support/releases.hpp"

namespace torch::aot_inductor {

namespace {

class kernels : public AOTInductorModelKernelsBase {};

struct constant {
	const char *name, *path;
	size_t offset, nbytes;
	std::vector<int64_t> shape, stride;
};

const constant constants[] = {
	{ "fc_weight", "fc.weight", 0, 64, { 4, 3 }, { 3, 1 } },
	{ "fc_bias", "fc.bias", 64, 64, { 3 }, { 1 } },
};

bool has_weights()
{
#ifdef USE_MMAP_EXTERNAL
	return false;
#else
	return std::getenv("CTORCH_TEST_NO_WEIGHTS") == nullptr;
#endif
}

/* Off unless the environment says otherwise at the first run, as in the compiler's code. */
bool checks_inputs()
{
	static const char *const given = std::getenv("AOTI_RUNTIME_CHECK_INPUTS");
	static const bool result = given && given[0] != '0';

	return result;
}

void check(AtenTensorHandle input, int i, int32_t expected)
{
	int32_t dtype;

	AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(input, &dtype));
	if (dtype != expected)
		throw std::runtime_error(
			"input_handles[" + std::to_string(i) + "]: unmatched dtype, expected: " +
			std::to_string(expected) + ", but got: " + std::to_string(dtype) + "\n");
}

RAIIAtenTensorHandle empty(const std::vector<int64_t> &shape, const std::vector<int64_t> &stride,
			   int32_t dtype)
{
	AtenTensorHandle made;

	AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(
		static_cast<int64_t>(shape.size()), shape.data(), stride.data(), dtype,
		aoti_torch_device_type_cpu(), 0, &made));
	return RAIIAtenTensorHandle(made);
}

} // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
				   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
				   const std::string &device_str,
				   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(2, 2, 2, device_str, std::move(cubin_dir),
			   has_weights())
{
	inputs_info_[0].name = "x";
	inputs_info_[1].name = "n";
	outputs_info_[0].name = "output0";
	outputs_info_[1].name = "output1";
	for (size_t i = 0; i < 2; i++) {
		constants_info_[i].name = constants[i].name;
		constants_info_[i].original_fqn = constants[i].path;
		constants_info_[i].dtype = aoti_torch_dtype_float32();
#if HAS_AOTI_CONSTANT_DEVICE
		constants_info_[i].device_type = aoti_torch_device_type_cpu();
#endif
		constants_info_[i].offset = 0;
		constants_info_[i].data_size = constants[i].nbytes;
		constants_info_[i].from_folded = false;
		constants_info_[i].type = static_cast<int32_t>(ConstantType::Parameter);
		constants_info_[i].shape = constants[i].shape;
		constants_info_[i].stride = constants[i].stride;
		constants_info_[i].layout = aoti_torch_layout_strided();
	}
	update_constants_map(std::move(constants_map));
	update_constants_array(std::move(constants_array));
	kernels_ = std::make_unique<kernels>();
}

std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(
	DeviceStreamType, AOTIProxyExecutorHandle, bool)
{
	return {};
}

void AOTInductorModel::_const_run_impl(std::vector<AtenTensorHandle> &, DeviceStreamType,
				       AOTIProxyExecutorHandle)
{
}

void AOTInductorModel::run_impl(AtenTensorHandle *inputs, AtenTensorHandle *outputs,
				DeviceStreamType, AOTIProxyExecutorHandle)
{
	auto owned = steal_from_raw_handles_to_raii_handles(inputs, 2);

	if (checks_inputs()) {
		check(owned[0], 0, aoti_torch_dtype_float32());
		check(owned[1], 1, aoti_torch_dtype_int64());
	}
	const int64_t rows = owned[0].size(0);
	RAIIAtenTensorHandle y = empty({ rows, 3 }, { 3, 1 }, aoti_torch_dtype_float32());
	RAIIAtenTensorHandle doubled = empty({ 3 }, { 1 }, aoti_torch_dtype_int64());
	const auto *n = static_cast<const int64_t *>(owned[1].data_ptr());
	auto *twice = static_cast<int64_t *>(doubled.data_ptr());

	AOTI_TORCH_ERROR_CODE_CHECK(
		aoti_torch_cpu_addmm_out(y, constants_->at(1), owned[0], constants_->at(0), 1, 1));
	for (int i = 0; i < 3; i++)
		twice[i] = 2 * n[i];
	outputs[0] = y.release();
	outputs[1] = doubled.release();
}

} // namespace torch::aot_inductor

/* --- The functions that libtorch calls -------------------------------------------------------- */

namespace {

using container = torch::aot_inductor::AOTInductorModelContainer;
using constant_handles = std::unordered_map<std::string, AtenTensorHandle>;

thread_local std::string last_error;

template <class Work> AOTIRuntimeError guarded(Work work)
{
	try {
		work();
		return AOTI_RUNTIME_SUCCESS;
	} catch (const std::exception &error) {
		last_error = error.what();
		return AOTI_RUNTIME_FAILURE;
	}
}

container *of(AOTInductorModelContainerHandle handle)
{
	return reinterpret_cast<container *>(handle);
}

constant_handles &of(AOTInductorConstantMapHandle handle)
{
	return *reinterpret_cast<constant_handles *>(handle);
}

} // namespace

/* FUNCTION(name, parameters, what it does with the container `self`) */
#define FUNCTION(name, parameters, ...)                                      \
	AOTIRuntimeError AOTInductorModelContainer##name parameters          \
	{                                                                    \
		return guarded([&] {                                         \
			[[maybe_unused]] container *const self = of(handle); \
			__VA_ARGS__;                                         \
		});                                                          \
	}
#define SELF AOTInductorModelContainerHandle handle

extern "C" {

AOTIRuntimeError AOTInductorGetLastError(const char **text)
{
	*text = last_error.c_str();
	return AOTI_RUNTIME_SUCCESS;
}

AOTIRuntimeError AOTInductorModelContainerCreateWithDevice(AOTInductorModelContainerHandle *result,
							   size_t models, const char *device,
							   const char *folder)
{
	return guarded([&] {
		if (std::getenv("CTORCH_TEST_REFUSES"))
			throw std::runtime_error("the model does not want to");
		*result = reinterpret_cast<AOTInductorModelContainerHandle>(
			new container(models, device, std::string(folder ? folder : "")));
	});
}

FUNCTION(Delete, (SELF), delete self)
FUNCTION(Run,
	 (SELF, AtenTensorHandle *inputs, size_t, AtenTensorHandle *outputs, size_t,
	  AOTInductorStreamHandle, AOTIProxyExecutorHandle proxy),
	 self->run(inputs, outputs, nullptr, proxy))
FUNCTION(RunSingleThreaded,
	 (SELF, AtenTensorHandle *inputs, size_t, AtenTensorHandle *outputs, size_t,
	  AOTInductorStreamHandle, AOTIProxyExecutorHandle proxy),
	 self->run_single_threaded(inputs, outputs, nullptr, proxy))
FUNCTION(GetNumInputs, (SELF, size_t *n), *n = self->num_inputs())
FUNCTION(GetInputName, (SELF, size_t i, const char **name), *name = self->input_name(i))
FUNCTION(GetNumOutputs, (SELF, size_t *n), *n = self->num_outputs())
FUNCTION(GetOutputName, (SELF, size_t i, const char **name), *name = self->output_name(i))
FUNCTION(GetNumConstants, (SELF, size_t *n), *n = self->num_constants())
FUNCTION(GetConstantName, (SELF, size_t i, const char **name), *name = self->constant_name(i))
FUNCTION(GetConstantOriginalFQN, (SELF, size_t i, const char **name),
	 *name = self->constant_original_fqn(i))
FUNCTION(GetConstantDtype, (SELF, size_t i, int32_t *dtype), *dtype = self->constant_dtype(i))
FUNCTION(GetConstantFromFolded, (SELF, size_t i, bool *folded),
	 *folded = self->constant_from_folded(i))
FUNCTION(ExtractConstantsMap, (SELF, AOTInductorConstantMapHandle map, bool inactive),
	 for (const auto &pair
	      : self->extract_constants_map(inactive)) of(map)
		 .insert(pair))
FUNCTION(UpdateConstantBuffer, (SELF, AOTInductorConstantMapHandle map, bool inactive, bool whole),
	 self->update_constant_buffer(of(map), inactive, whole))
FUNCTION(UpdateUserManagedConstantBuffer,
	 (SELF, AOTInductorConstantMapHandle map, bool inactive, bool whole),
	 self->update_constant_buffer(of(map), inactive, whole, true))
FUNCTION(UpdateInactiveConstantBuffer, (SELF, AOTInductorConstantMapHandle map),
	 self->update_constant_buffer(of(map), true, true))
FUNCTION(FreeInactiveConstantBuffer, (SELF), self->free_inactive_constant_buffer())
FUNCTION(RunConstantFolding,
	 (SELF, bool inactive, AOTInductorStreamHandle, AOTIProxyExecutorHandle proxy),
	 self->run_const_fold(inactive, nullptr, proxy))
FUNCTION(SwapConstantBuffer, (SELF), self->swap_constant_buffer())
FUNCTION(GetCallSpec, (SELF, const char **in, const char **out), *in = *out = "")
#if HAS_AOTI_FROM_CPU
FUNCTION(UpdateConstantBufferFromCpu,
	 (SELF, AOTInductorConstantMapHandle map, bool inactive, bool whole),
	 self->update_constant_buffer(of(map), inactive, whole, false, true))
#endif
#if HAS_AOTI_DID_LOAD
FUNCTION(DidCallLoadConstants, (SELF, bool *did), *did = self->did_call_load_constants())
#endif
#if HAS_AOTI_BLOB
FUNCTION(GetConstantsBlobSize, (SELF, uint64_t *n), *n = self->constant_blob_size())

AOTIRuntimeError AOTInductorModelUpdateConstantsFromBlob(SELF, const uint8_t *blob)
{
	return guarded([&] { of(handle)->update_constants_from_blob(blob); });
}

AOTIRuntimeError AOTInductorModelContainerCreateWithExternalConstants(
	AOTInductorModelContainerHandle *, size_t, const char *, const char *,
	const AOTInductorConstantMapEntry *, size_t)
{
	return guarded([] { throw std::runtime_error("the constants are in the code"); });
}
#endif
}
