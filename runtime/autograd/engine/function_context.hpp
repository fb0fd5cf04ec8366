/*
 * One application of a ct_function: its callbacks' context is the node in the graph.
 */
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <torch/csrc/autograd/saved_variable.h>

#include <ctorch/autograd/custom_function.h>

#include "autograd/engine/history.hpp"
#include "core/base/missing.hpp"
#include "core/bridge/callback.hpp"

CT_MAY_BE_MISSING("_ZTIN5torch8autograd4NodeE");
CT_MAY_BE_MISSING("_ZTVN5torch8autograd4NodeE");
CT_MAY_BE_MISSING("_ZTVN5torch8autograd12DelayedErrorE");
CT_MAY_BE_MISSING("_ZN5torch8autograd18ERR_BACKWARD_TWICEE");
CT_MAY_BE_MISSING("_ZN5torch8autograd11AnomalyMode8_enabledE");

struct ct_function_context final : public ct::Node {
	/* The callback that runs. Some functions are only for one phase. */
	enum class phase { none, forward, backward, jvp };

	ct_function_context(const ct_function &function, void *data, const ct::tensor_list &inputs,
			    int64_t outputs_len);

	/* Runs forward; undefined tensors were NULL. All outputs are set. */
	ct::tensor_list run_forward(const ct::tensor_list &inputs);

	/* Makes the outputs this node's results and saves the tensors that forward chose. */
	std::vector<ct::maybe<at::Tensor>> record(const ct::node_pointer &self,
						  const ct::tensor_list &inputs,
						  const ct::tensor_list &outputs, bool executable);

	/* The data is taken over. */
	void arm() noexcept { data.arm(); }

	/* For the callbacks; they throw. */
	void *data_of_call() const noexcept { return data.get(); }
	size_t inputs_len() const noexcept { return edges.size(); }
	size_t outputs_len() const noexcept { return n_outputs; }
	bool needs(int64_t index) const;
	void save(ct::tensor_list tensors);
	void save_for_forward(ct::tensor_list tensors);
	void mark_dirty(const ct::tensor_list &tensors);
	void mark_non_differentiable(const ct::tensor_list &tensors);
	void set_materialize(bool materialize);
	ct::tensor_list saved();

	std::string name() const override { return label + "Backward"; }
	void release_variables() override;
#if CT_HAS_COUNTED_NODES
	void release_resources() override;
#endif

protected:
	ct::tensor_list apply(ct::tensor_list &&grads) override;

private:
	/* While a callback runs. */
	class running {
		ct_function_context &context;

	public:
		running(ct_function_context &of, phase which) : context(of)
		{
			of.now = which;
			of.thread = std::this_thread::get_id();
		}
		running(const running &) = delete;
		running &operator=(const running &) = delete;
		~running()
		{
			context.now = phase::none;
			context.thread = std::thread::id();
		}
	};

	void must_be_in(phase wanted) const;
	std::vector<ct::maybe<at::Tensor>> try_record(const ct::node_pointer &self,
						      const ct::tensor_list &inputs,
						      const ct::tensor_list &outputs,
						      bool executable);
	void fail() noexcept;
	ct::tensor_list run_jvp(const ct::tensor_list &inputs, const ct::tensor_list &tangents,
				const ct::tensor_list &outputs);
	void fill_tangents(const ct::tensor_list &outputs, ct::tensor_list &tangents) const;
	ct::tensor_list run_backward(const ct::tensor_list &grads);
	ct::tensor_list run_backward_once(const ct::tensor_list &grads);
	ct::tensor_list collect_grads(const std::vector<ct_tensor *> &handles, bool must_be_set);
	ct::tensor_list by_edge(ct::tensor_list &&grads) const;
	std::vector<ct_tensor *> places_for_grads() const;

	const std::string label; /* "MyExp" */
	const ct_forward_function forward;
	const ct_backward_function backward;
	const ct_jvp_function jvp;
	const bool once_differentiable;
	const size_t n_outputs;

	/* The copy is freed after `release` has run. */
	std::unique_ptr<void, ct::free_memory> copy;
	ct::callback_context data;

	phase now = phase::none;
	std::atomic<std::thread::id> thread{ std::thread::id() }; /* where a callback runs */
	bool with_zeros = true; /* for gradients that do not come in */
	bool freed = false;     /* the saved tensors, by a backward */
	bool failed = false;    /* forward has ended: the data is the caller's again */
	std::vector<int> edges; /* for each input its number among the tensors, -1 for NULL */
	std::vector<bool> requires_grad; /* of each input */
	std::vector<at::TensorImpl *> input_impls;

	/* From forward until the end of record(), marked tensors stay alive. */
	ct::marks marked;
	ct::tensor_list to_save, for_forward, without_grad;

	std::vector<torch::autograd::SavedVariable> kept;
	std::vector<torch::autograd::VariableInfo> output_info;
};
