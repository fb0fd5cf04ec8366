/*
 * The backend "fake", as Python's: every call ends at once, and what would come from another rank is
 * this rank's own. Its header in libtorch needs Python's.
 */
#include "distributed/fake.hpp"

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/distributed/c10d/Utils.hpp>

namespace ct::dist {

namespace {

using tensors = std::vector<at::Tensor>;
using work = c10::intrusive_ptr<c10d::Work>;

class fake_work : public c10d::Work {
public:
	bool wait(std::chrono::milliseconds) override { return true; }
	bool isCompleted() override { return true; }
	bool isSuccess() const override { return true; }

	c10::intrusive_ptr<c10::ivalue::Future> getFuture() override
	{
		auto future = c10::make_intrusive<c10::ivalue::Future>(c10::NoneType::get());

		future->markCompleted();
		return future;
	}
};

work done()
{
	return c10::make_intrusive<fake_work>();
}

/* What a collective does, which autograd does not see. */
void copy_into(const at::Tensor &to, const at::Tensor &from)
{
	const at::AutoDispatchBelowAutograd guard;

	to.copy_(from);
}

/* A copy of `from` in each of `size` parts. */
void fill_parts(const at::Tensor &to, const at::Tensor &from, int64_t size)
{
	for (const auto &part : to.reshape({ -1 }).chunk(size))
		copy_into(part, from.reshape({ -1 }));
}

class fake_backend : public c10d::Backend {
public:
	fake_backend(int rank, int size) : c10d::Backend(rank, size) {}

	const std::string getBackendName() const override { return "fake"; }
#if CT_DIST_HAS_SET_TIMEOUT
	void setTimeout(std::chrono::milliseconds) override {} /* nothing waits */
#endif

	work broadcast(tensors &, const c10d::BroadcastOptions &) override { return done(); }
	work allreduce(tensors &, const c10d::AllreduceOptions &) override { return done(); }
	work allreduce_coalesced(tensors &, const c10d::AllreduceCoalescedOptions &) override
	{
		return done();
	}
	work reduce(tensors &, const c10d::ReduceOptions &) override { return done(); }
	work send(tensors &, int, int) override { return done(); }
	work recv(tensors &, int, int) override { return done(); }
	work recvAnysource(tensors &, int) override { return done(); }
	work barrier(const c10d::BarrierOptions &) override { return done(); }

	work allgather(std::vector<tensors> &outputs, tensors &inputs,
		       const c10d::AllgatherOptions &) override
	{
		for (size_t i = 0; i < outputs.size(); i++)
			for (const auto &output : outputs[i])
				copy_into(output, inputs[i]);
		return done();
	}

	work allgather_coalesced(std::vector<tensors> &outputs, tensors &inputs,
				 const c10d::AllgatherOptions &) override
	{
		for (const auto &of_rank : outputs)
			for (size_t i = 0; i < inputs.size(); i++)
				copy_into(of_rank[i], inputs[i]);
		return done();
	}

	work gather(std::vector<tensors> &outputs, tensors &inputs,
		    const c10d::GatherOptions &) override
	{
		for (const auto &list : outputs)
			for (const auto &output : list)
				copy_into(output, inputs[0]);
		return done();
	}

	work scatter(tensors &outputs, std::vector<tensors> &inputs,
		     const c10d::ScatterOptions &) override
	{
		if (!inputs.empty())
			copy_into(outputs[0], inputs[0][static_cast<size_t>(getRank())]);
		return done();
	}

	work reduce_scatter(tensors &outputs, std::vector<tensors> &inputs,
			    const c10d::ReduceScatterOptions &) override
	{
		copy_into(outputs[0], inputs[0][static_cast<size_t>(getRank())]);
		return done();
	}

	work alltoall(tensors &outputs, tensors &inputs, const c10d::AllToAllOptions &) override
	{
		for (size_t i = 0; i < outputs.size(); i++)
			copy_into(outputs[i], inputs[i]);
		return done();
	}

	work gather_parts(at::Tensor &output, at::Tensor &input)
	{
		fill_parts(output, input, getSize());
		return done();
	}

	work scatter_part(at::Tensor &output, at::Tensor &input)
	{
		copy_into(output,
			  input.reshape({ -1 }).chunk(getSize())[getRank()].view_as(output));
		return done();
	}

	work gather_many(tensors &outputs, tensors &inputs)
	{
		for (size_t i = 0; i < outputs.size(); i++)
			gather_parts(outputs[i], inputs[i]);
		return done();
	}

	work scatter_many(tensors &outputs, tensors &inputs)
	{
		for (size_t i = 0; i < outputs.size(); i++)
			scatter_part(outputs[i], inputs[i]);
		return done();
	}

	/* Of the parts of other ranks only the sizes are known. */
	work exchange(at::Tensor &output, at::Tensor &input,
		      const std::vector<int64_t> &output_splits,
		      const std::vector<int64_t> &input_splits)
	{
		const at::AutoDispatchBelowAutograd guard;
		const int64_t n = std::min(output.numel(), input.numel());

		c10d::checkSplitSizes(input_splits, input, getSize());
		c10d::checkSplitSizes(output_splits, output, getSize());
		output.zero_();
		copy_into(output.reshape({ -1 }).narrow(0, 0, n),
			  input.reshape({ -1 }).narrow(0, 0, n));
		return done();
	}

	/* By their names in each release. */
#if CT_DIST_HAS_SINGLE_BACKEND
	work all_gather_single(at::Tensor &output, at::Tensor &input,
			       const c10d::AllgatherOptions &) override
	{
		return gather_parts(output, input);
	}
	work reduce_scatter_single(at::Tensor &output, at::Tensor &input,
				   const c10d::ReduceScatterOptions &) override
	{
		return scatter_part(output, input);
	}
	work all_gather_single_coalesced(tensors &outputs, tensors &inputs,
					 const c10d::AllgatherOptions &) override
	{
		return gather_many(outputs, inputs);
	}
	work reduce_scatter_single_coalesced(tensors &outputs, tensors &inputs,
					     const c10d::ReduceScatterOptions &) override
	{
		return scatter_many(outputs, inputs);
	}
	work all_to_all_single(at::Tensor &output, at::Tensor &input,
			       std::vector<int64_t> &output_splits,
			       std::vector<int64_t> &input_splits,
			       const c10d::AllToAllOptions &) override
	{
		return exchange(output, input, output_splits, input_splits);
	}
#else
	work _allgather_base(at::Tensor &output, at::Tensor &input,
			     const c10d::AllgatherOptions &) override
	{
		return gather_parts(output, input);
	}
	work _reduce_scatter_base(at::Tensor &output, at::Tensor &input,
				  const c10d::ReduceScatterOptions &) override
	{
		return scatter_part(output, input);
	}
	work allgather_into_tensor_coalesced(tensors &outputs, tensors &inputs,
					     const c10d::AllgatherOptions &) override
	{
		return gather_many(outputs, inputs);
	}
	work reduce_scatter_tensor_coalesced(tensors &outputs, tensors &inputs,
					     const c10d::ReduceScatterOptions &) override
	{
		return scatter_many(outputs, inputs);
	}
	work alltoall_base(at::Tensor &output, at::Tensor &input,
			   std::vector<int64_t> &output_splits, std::vector<int64_t> &input_splits,
			   const c10d::AllToAllOptions &) override
	{
		return exchange(output, input, output_splits, input_splits);
	}
#endif
};

} // namespace

c10::intrusive_ptr<c10d::Backend> make_fake(int rank, int size)
{
	return c10::make_intrusive<fake_backend>(rank, size);
}

} // namespace ct::dist
