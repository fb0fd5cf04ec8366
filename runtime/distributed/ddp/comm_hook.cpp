/*
 * Communication hooks: how the gradients of a bucket are reduced.
 */
#include <ATen/core/ivalue.h>

#include <ctorch/core/scope.h>
#include <ctorch/libtorch.hpp>
#include <ctorch/tensor/tensor.h>

#include "distributed/collective.hpp"
#include "distributed/ddp/ddp.hpp"

namespace ct::dist {

namespace {

using future = c10::intrusive_ptr<c10::ivalue::Future>;

/* The bucket, when `reduced` has been copied to it, as the reducer expects it. */
c10::IValue filled(at::Tensor bucket, const at::Tensor &reduced)
{
	if (!bucket.is_same(reduced))
		bucket.copy_(reduced);
	return bucket;
}

future done(const c10::IValue &value)
{
	const auto result = c10::make_intrusive<c10::ivalue::Future>(c10::TensorType::get());

	result->markCompleted(value);
	return result;
}

/* `reduced` is complete when the work is done; without work it is already. */
future after(const c10::intrusive_ptr<c10d::Work> &work, const at::Tensor &bucket,
	     const at::Tensor &reduced)
{
	if (!work)
		return done(filled(bucket, reduced));
	return work->getFuture()->then(
		[bucket, reduced](c10::ivalue::Future &ended) {
			ended.value(); /* throws if the work has failed */
			return filled(bucket, reduced);
		},
		c10::TensorType::get());
}

/* --- Compression ------------------------------------------------------------------------------ */

/* Python's fp16_compress_hook() and bf16_compress_hook(). */
struct compressing {
	c10::intrusive_ptr<c10d::ProcessGroup> group;
	at::ScalarType dtype;
};

class compressing_hook : public c10d::CppCommHookInterface<compressing> {
public:
	using CppCommHookInterface::CppCommHookInterface;

	future runHook(c10d::GradBucket &bucket) override
	{
		const at::Tensor small = bucket.getBuffer().to(state_.dtype);
		std::vector<at::Tensor> tensors{ small.div_(state_.group->getSize()) };

		return after(state_.group->allreduce(tensors), bucket.getBuffer(), small);
	}
};

/* --- The program's own ------------------------------------------------------------------------ */

struct own_function {
	ct_ddp_comm_hook call;
	std::shared_ptr<void> context; /* its deleter is the program's */
};

std::vector<ct_tensor *> handles_of(const std::vector<at::Tensor> &tensors)
{
	std::vector<ct_tensor *> result;

	for (const auto &tensor : tensors)
		result.push_back(ct::to_handle(tensor));
	return result;
}

/* Around a call of the program's function, which owns no tensor. */
class callback_scope {
	ct_scope *scope = ct_scope_open();

public:
	callback_scope() = default;
	callback_scope(const callback_scope &) = delete;
	callback_scope &operator=(const callback_scope &) = delete;
	~callback_scope() { ct_scope_leave(scope); }
};

/* What the function has returned. */
struct returned {
	at::Tensor tensor;
	c10::intrusive_ptr<c10d::Work> work;
};

returned call_own(const own_function &function, const c10d::GradBucket &bucket)
{
	const callback_scope scope;
	const auto gradients = handles_of(bucket.getGradients());
	const auto parameters = handles_of(bucket.getParameters());
	const ct_ddp_bucket given{ static_cast<int64_t>(bucket.getIndex()),
				   bucket.isLast(),
				   ct::to_handle(bucket.getBuffer()),
				   gradients.data(),
				   parameters.data(),
				   static_cast<int64_t>(gradients.size()) };
	ct_tensor *tensor = given.buffer;
	ct_dist_work *work = nullptr;
	const ct_error error = function.call(&given, function.context.get(), &work, &tensor);
	const std::unique_ptr<ct_dist_work, void (*)(ct_dist_work *)> owned(work,
									    ct_dist_work_free);
	const std::string text = error ? error : "";

	ct_error_free(error);
	TORCH_CHECK(text.empty(), "the communication hook failed: ", text);
	TORCH_CHECK_VALUE(tensor && ct::to_tensor(tensor).sizes() == bucket.getBuffer().sizes(),
			  "the communication hook gave ",
			  tensor ? "a tensor of another shape than the bucket's" : "no tensor");
	TORCH_CHECK_VALUE(work == nullptr || work->parts.size() == 1,
			  "the communication hook gave the work of a batch");
	return { ct::to_tensor(tensor), work ? work->parts[0].work : nullptr };
}

class own_hook : public c10d::CppCommHookInterface<own_function> {
public:
	using CppCommHookInterface::CppCommHookInterface;

	future runHook(c10d::GradBucket &bucket) override
	{
		const returned result = call_own(state_, bucket);

		return after(result.work, bucket.getBuffer(), result.tensor);
	}
};

at::ScalarType dtype_of(ct_ddp_compression compression)
{
	TORCH_CHECK_VALUE(compression == CT_DDP_FP16 || compression == CT_DDP_BF16, "compression ",
			  compression, " is not a ct_ddp_compression");
	return compression == CT_DDP_FP16 ? at::kHalf : at::kBFloat16;
}

} // namespace

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_ddp_register_compression(ct_module *ddp, ct_ddp_compression compression) noexcept
try {
	auto &of = ddp_of(ddp, 1);

	of.reducer->register_comm_hook(
		std::make_unique<compressing_hook>(compressing{ of.group, dtype_of(compression) }));
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_ddp_register_comm_hook(ct_module *ddp, ct_ddp_comm_hook call, void *context,
				   ct_release_function release) noexcept
try {
	auto &of = ddp_of(ddp, 1);
	const auto is_kept = std::make_shared<bool>(false);

	needed(call, 2, "call");
	/* After an error the context stays the program's. */
	std::shared_ptr<void> kept(context, [release, is_kept](void *at_end) {
		if (release && *is_kept)
			release(at_end);
	});
	of.reducer->register_comm_hook(
		std::make_unique<own_hook>(own_function{ call, std::move(kept) }));
	*is_kept = true;
	return nullptr;
} catch (...) {
	return caught(__func__);
}
