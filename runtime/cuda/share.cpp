/*
 * Streams of other libraries, and memory of other processes.
 */
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <ATen/ops/from_blob.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <ctorch/cuda/share.h>
#include <ctorch/libtorch.hpp>

#include "cuda/common.hpp"

ct_error ct_cuda_stream_from_native(void *native, ct_device device, ct_stream *result) noexcept
try {
	const c10::DeviceIndex index = ct::cuda::index_of(device, 2);
	const auto stream = static_cast<cudaStream_t>(native);

	ct::cuda::give(ct::cuda::from_stream(c10::cuda::getStreamFromExternal(stream, index)),
		       result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

/* --- Memory of other processes ---------------------------------------------------------------- */

namespace {

namespace allocators = c10::cuda::CUDACachingAllocator;
using ct::cuda::needed;
using ct::cuda::uuid_of;

constexpr char signature[] = "ctipc01"; /* with its NUL */

/* What is sent: this, the sizes, the strides, and the allocator's handle. */
struct message {
	char begins_with[8];
	char uuid[16]; /* of the device, whose index differs between processes */
	int64_t dtype, dim, offset_nbytes, handle_nbytes;
};

void append(std::string &to, const void *bytes, size_t nbytes)
{
	to.append(static_cast<const char *>(bytes), nbytes);
}

std::string encode(const at::Tensor &tensor)
{
	TORCH_CHECK_VALUE(tensor.is_cuda() && tensor.layout() == at::kStrided,
			  "only strided tensors on CUDA devices have memory that can be shared");
	const c10::cuda::CUDAGuard guard(tensor.device());
	std::string bytes;
	message head{};

	c10::cuda::getCurrentCUDAStream().synchronize();
	const auto shared = allocators::shareIpcHandle(const_cast<void *>(tensor.storage().data()));
	std::memcpy(head.begins_with, signature, sizeof head.begins_with);
	std::memcpy(head.uuid, uuid_of(tensor.get_device()).bytes, sizeof head.uuid);
	head.dtype = static_cast<int64_t>(tensor.scalar_type());
	head.dim = tensor.dim();
	head.offset_nbytes = shared.offset + tensor.storage_offset() * tensor.element_size();
	head.handle_nbytes = static_cast<int64_t>(shared.handle.size());
	append(bytes, &head, sizeof head);
	append(bytes, tensor.sizes().data(), tensor.sizes().size() * sizeof(int64_t));
	append(bytes, tensor.strides().data(), tensor.strides().size() * sizeof(int64_t));
	return bytes + shared.handle;
}

/* What is left of the message. */
class reader {
	const char *bytes;
	size_t nbytes;

public:
	reader(const void *from, size_t length)
	    : bytes(static_cast<const char *>(from)), nbytes(length)
	{
	}

	const char *take(size_t length)
	{
		const char *taken = bytes;

		TORCH_CHECK_VALUE(length <= nbytes,
				  "the bytes are not those of ct_cuda_ipc_encode()");
		bytes += length;
		nbytes -= length;
		return taken;
	}

	std::vector<int64_t> take_ints(size_t count)
	{
		std::vector<int64_t> ints(count);
		const char *from = take(count * sizeof(int64_t));

		if (count)
			std::memcpy(ints.data(), from, count * sizeof(int64_t));
		return ints;
	}

	size_t left() const { return nbytes; }
};

message take_head(reader &from)
{
	message head;

	std::memcpy(&head, from.take(sizeof head), sizeof head);
	TORCH_CHECK_VALUE(std::memcmp(head.begins_with, signature, sizeof signature) == 0 &&
				  head.dtype >= 0 &&
				  head.dtype < static_cast<int64_t>(at::ScalarType::NumOptions) &&
				  head.dim >= 0 && head.dim <= 64 && head.offset_nbytes >= 0 &&
				  head.handle_nbytes >= 0,
			  "the bytes are not those of ct_cuda_ipc_encode()");
	return head;
}

at::Tensor decode(reader from)
{
	const message head = take_head(from);
	const std::vector<int64_t> sizes = from.take_ints(static_cast<size_t>(head.dim));
	const std::vector<int64_t> strides = from.take_ints(static_cast<size_t>(head.dim));
	const std::string handle(from.take(static_cast<size_t>(head.handle_nbytes)),
				 static_cast<size_t>(head.handle_nbytes));

	TORCH_CHECK_VALUE(from.left() == 0, "the bytes are not those of ct_cuda_ipc_encode()");
	ct::cuda::need_cuda();
	const c10::Device device(at::kCUDA, ct::cuda::index_with(head.uuid));
	const c10::cuda::CUDAGuard guard(device);
	/* Several tensors of one allocation share it; the last one closes it. */
	std::shared_ptr<void> base = allocators::getIpcDevPtr(handle);
	void *data = static_cast<char *>(base.get()) + head.offset_nbytes;

	return at::from_blob(
		data, sizes, strides, [base](void *) mutable { base.reset(); },
		at::TensorOptions(static_cast<at::ScalarType>(head.dtype)).device(device), device);
}

} // namespace

ct_error ct_cuda_ipc_encode(const ct_tensor *tensor, char **bytes, int64_t *nbytes) noexcept
try {
	needed(tensor, 1, "tensor");
	needed(bytes, 2, "bytes");
	needed(nbytes, 3, "nbytes");
	const std::string encoded = encode(ct::to_tensor(tensor));

	*bytes = ct::cuda::give_bytes(encoded.data(), encoded.size());
	*nbytes = static_cast<int64_t>(encoded.size());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_ipc_decode(const void *bytes, int64_t nbytes, ct_tensor **result) noexcept
try {
	if (bytes == nullptr || nbytes < 0)
		ct::cuda::refuse("argument 1 (bytes) must not be NULL");
	const at::Tensor opened = decode(reader(bytes, static_cast<size_t>(nbytes)));

	if (result)
		*result = ct::to_handle(opened);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}
