/*
 * Recording the operators that a thread calls: a fallback for a dispatch key above autograd, which
 * sees each operator as it is called, and none that this one calls.
 */
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <ATen/autocast_mode.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>

#include <ctorch/core/scope.h>

#include "core/base/error_make.h"
#include "core/bridge/lacks.hpp"
#include "core/bridge/recorded.hpp"
#include "core/bridge/wrap.hpp"
#include "export/record/convert.hpp"
#include "export/record/kept.hpp"
#include "export/record/operators.hpp"
#include "export/record/tape.h"
#include "export/record/trace.h"

namespace {

using operands = std::vector<c10::IValue>;
using ct::memory_of;

bool is_same_view(const at::Tensor &one, const at::Tensor &other)
{
	return one.scalar_type() == other.scalar_type() && one.sizes() == other.sizes() &&
	       one.strides() == other.strides() && one.storage_offset() == other.storage_offset();
}

/* Whether the elements of a tensor are among those of another one on the same memory. */
bool is_within(const at::Tensor &tensor, const at::Tensor &other)
{
	const auto end_of = [](const at::Tensor &of) {
		int64_t end = of.storage_offset() + 1;

		for (int64_t i = 0; i < of.dim(); i++)
			end += (of.size(i) - 1) * of.stride(i);
		return end;
	};

	return tensor.scalar_type() == other.scalar_type() &&
	       tensor.storage_offset() >= other.storage_offset() && end_of(tensor) <= end_of(other);
}

/* A handle that belongs to no scope, not even to that of the function that is recorded. */
ct_tensor *own_handle(at::Tensor &&tensor)
{
	struct no_scope {
		const int64_t was = ct_unscoped_enter();

		~no_scope() { ct_unscoped_leave(was); }
	} no_scope;
	ct_tensor *handle = nullptr;

	ct::give_or_drop(CT_HERE, std::move(tensor), &handle);
	return handle;
}

/* The recording of this thread, also while an operator's own kernel runs, which is not watched. */
thread_local ct_recording *this_records;

} // namespace

/* --- Recordings ------------------------------------------------------------------------------- */

struct ct_recording final : ct_recording_watch, private ct::tensor_finder {
	const char *const function;

private:
	ct_arena &arena;
	std::vector<ct_graph_value> values;
	std::vector<ct_graph_node> nodes;
	std::vector<ct_tape_source> constants;
	/* Every tensor that was seen, so that no address is used twice. */
	std::vector<at::Tensor> kept;
	std::unordered_map<const c10::TensorImpl *, int32_t> known;
	/* The tensors on a storage, as indices of `kept`, and the values that they are. */
	struct view {
		size_t tensor;
		int32_t value;
	};
	std::unordered_map<const void *, std::vector<view>> views;
	std::unordered_map<const void *, ct::old_memory> existing;
	std::vector<ct::old_shape> shapes;
	ct_recording_watch *watched_before = nullptr;
	std::unordered_map<const void *, bool> constant_memory;

	int32_t add_value(const at::Tensor &tensor)
	{
		ct_graph_value value = {};

		value.kind = CT_GRAPH_TENSOR;
		value.tensor = ct::describe_tensor(tensor, arena);
		value.made_by = CT_GRAPH_NOWHERE;
		value.last_use = CT_GRAPH_NOWHERE;
		values.push_back(value);
		return static_cast<int32_t>(values.size() - 1);
	}

	int32_t remember(const at::Tensor &tensor)
	{
		const int32_t value = add_value(tensor);

		kept.push_back(tensor);
		known[tensor.unsafeGetTensorImpl()] = value;
		views[memory_of(tensor)].push_back({ kept.size() - 1, value });
		return value;
	}

	int32_t add_constant(const at::Tensor &tensor)
	{
		const int32_t value = remember(tensor);

		constants.push_back({ value, nullptr });
		constants.back().tensor = own_handle(tensor.detach().clone());
		constant_memory[memory_of(tensor)] = true;
		return value;
	}

	ct_graph_node &add_node(const char *target, const std::vector<ct_graph_input> &inputs,
				const std::vector<ct_graph_argument> &outputs)
	{
		auto *metadata = ct::new_array<ct_graph_pair>(arena, 1);
		ct_graph_node node = {};

		metadata->key = "stack_trace";
		metadata->text = ct_trace_of_caller(&arena);
		node.target = target;
		node.inputs = copy(inputs);
		node.inputs_len = static_cast<int64_t>(inputs.size());
		node.outputs = copy(outputs);
		node.outputs_len = static_cast<int64_t>(outputs.size());
		node.metadata = metadata;
		node.metadata_len = metadata->text != nullptr;
		node.returns_single = CT_GRAPH_UNSAID;
		nodes.push_back(node);
		return nodes.back();
	}

	template <class T> const T *copy(const std::vector<T> &list)
	{
		T *made = ct::new_array<T>(arena, list.size());

		std::copy(list.begin(), list.end(), made);
		return made;
	}

	static ct_graph_argument tensor_argument(int32_t value)
	{
		ct_graph_argument argument = ct::argument_of(CT_ARM_TENSOR);

		argument.value = value;
		return argument;
	}

	/* A node that makes `tensor` of another value, without a call of the function. */
	int32_t add_made(const char *target, const at::Tensor &tensor,
			 std::vector<ct_graph_input> inputs)
	{
		const int32_t value = remember(tensor);

		add_node(target, inputs, { tensor_argument(value) });
		return value;
	}

	static ct_graph_input input(const char *name, const ct_graph_argument &argument)
	{
		ct_graph_input made = {};

		made.name = name;
		made.kind = CT_GRAPH_POSITIONAL;
		made.argument = argument;
		return made;
	}

	/* The newest tensor of which another one on its memory is a part. The memory of a program's own
	 * inputs begins with them. */
	const view &whole_of(const at::Tensor &tensor, const std::vector<view> &others)
	{
		if (kept[others.front().tensor].storage_offset() == 0)
			for (auto other = others.rbegin(); other != others.rend(); ++other)
				if (is_within(tensor, kept[other->tensor]))
					return *other;
		TORCH_CHECK_NOT_IMPLEMENTED(
			false, "a tensor on the memory of an input, a parameter or a buffer, but "
			       "of another dtype, or with elements that this one does not have, "
			       "cannot be recorded; give the whole tensor or a clone as the input");
	}

	/* A tensor on the memory of others that no operator has made, as Tensor.data does. */
	int32_t find_by_memory(const at::Tensor &tensor, const std::vector<view> &others)
	{
		for (auto other = others.rbegin(); other != others.rend(); ++other)
			if (is_same_view(kept[other->tensor], tensor))
				return add_made("torch.ops.aten.detach.default", tensor,
						{ input("self", tensor_argument(other->value)) });
		const view &whole = whole_of(tensor, others);
		ct_graph_argument offset = ct::argument_of(CT_ARM_SYM_INT);

		offset.i = tensor.storage_offset();
		return add_made("torch.ops.aten.as_strided.default", tensor,
				{ input("self", tensor_argument(whole.value)),
				  input("size", ct::ints_argument(tensor.sizes(), arena)),
				  input("stride", ct::ints_argument(tensor.strides(), arena)),
				  input("storage_offset", offset) });
	}

	/* The number of a tensor; one that is not known yet is a constant of the program. */
	int32_t find(const at::Tensor &tensor) final
	{
		const auto found = known.find(tensor.unsafeGetTensorImpl());

		if (found != known.end())
			return found->second;
		const auto others = views.find(memory_of(tensor));

		if (others != views.end() && memory_of(tensor))
			return find_by_memory(tensor, others->second);
		return add_constant(tensor);
	}

	/* --- Writing -------------------------------------------------------------------------- */

	/* A constant that is written to first is new in each call: the program copies it, by the
	 * operator that Python's export uses, since AOTInductor takes no other one here. */
	void copy_constant(const at::Tensor &tensor)
	{
		const int32_t constant = add_constant(tensor);

		keep(tensor);
		existing[memory_of(tensor)].save();
		constant_memory.erase(memory_of(tensor));
		add_made("torch.ops.aten.lift_fresh_copy.default", tensor,
			 { input("self", tensor_argument(constant)) });
	}

	/* Remembers what is given back at the end. */
	void keep(const at::Tensor &tensor)
	{
		if (memory_of(tensor) == nullptr)
			return;
		shapes.emplace_back(tensor);
		if (existing.find(memory_of(tensor)) == existing.end())
			existing[memory_of(tensor)] = ct::old_memory(tensor);
	}

	void prepare_write(const at::Tensor &tensor, const c10::FunctionSchema &schema)
	{
		const void *memory = memory_of(tensor);
		const auto old = existing.find(memory);

		TORCH_CHECK_VALUE(constant_memory.find(memory) == constant_memory.end(),
				  schema.name(),
				  "() writes to a constant that was used before, so that the "
				  "program would differ in its next call; make it a buffer of the "
				  "module, or write to a copy");
		if (old != existing.end())
			old->second.save();
		else if (views.find(memory) == views.end() && memory)
			copy_constant(tensor);
	}

	void prepare_writes(const c10::FunctionSchema &schema, const c10::IValue *values_of)
	{
		for (size_t i = 0; i < schema.arguments().size(); i++) {
			if (!ct::is_written(schema, values_of, i))
				continue;
			if (values_of[i].isTensor() && values_of[i].toTensor().defined())
				prepare_write(values_of[i].toTensor(), schema);
			if (values_of[i].isTensorList())
				for (const at::Tensor &tensor : values_of[i].toTensorVector())
					prepare_write(tensor, schema);
		}
	}

	/* --- Calls ---------------------------------------------------------------------------- */

	static bool is_default(const c10::Argument &argument, const c10::IValue &value)
	{
		const auto &default_value = argument.default_value();

		if (!default_value || value.isTensor() || value.isTensorList())
			return false;
		return value.isNone() ? default_value->isNone() : value == *default_value;
	}

	/* All but the last positional arguments, and those by name, that have their defaults. */
	std::vector<ct_graph_input> inputs_of(const c10::FunctionSchema &schema,
					      const c10::IValue *given)
	{
		const std::vector<c10::Argument> &arguments = schema.arguments();
		size_t positional = arguments.size();
		std::vector<ct_graph_input> inputs;

		while (positional > 0 &&
		       (arguments[positional - 1].kwarg_only() ||
			is_default(arguments[positional - 1], given[positional - 1])))
			positional--;
		for (size_t i = 0; i < arguments.size(); i++) {
			if (i >= positional && is_default(arguments[i], given[i]))
				continue;
			inputs.push_back(input(ct::copy_text(arena, arguments[i].name()),
					       ct::to_argument(given[i], *arguments[i].real_type(),
							       arena, *this)));
			if (i >= positional)
				inputs.back().kind = CT_GRAPH_KEYWORD;
		}
		return inputs;
	}

	ct_graph_argument output_of(const c10::IValue &result, const c10::FunctionSchema &schema)
	{
		if (result.isTensor())
			return result.toTensor().defined()
				       ? tensor_argument(remember(result.toTensor()))
				       : ct::argument_of(CT_ARM_NONE);
		TORCH_CHECK_NOT_IMPLEMENTED(result.isTensorList(), schema.name(),
					    "() cannot be recorded: one of its results is not a "
					    "tensor");
		std::vector<at::Tensor> list = result.toTensorVector();

		for (const at::Tensor &tensor : list)
			remember(tensor);
		return ct::tensors_argument(list, arena, *this);
	}

	/* Whether its results are tensors, or it only writes to its arguments. */
	static bool makes_tensors(const c10::FunctionSchema &schema)
	{
		return schema.returns().empty() || ct::has_tensors(schema.returns());
	}

	/* Autocast is not recorded, but what it calls: the operator's kernel for it, or that of a
	 * composite operator, which calls operators with such kernels. */
	static bool is_recorded_inside(const c10::OperatorHandle &op, c10::DispatchKeySet keys)
	{
		const c10::DispatchKeySet excluded =
			c10::impl::tls_local_dispatch_key_set().excluded_;

		return keys.has_any(c10::autocast_dispatch_keyset) ||
		       (!excluded.has_all(c10::autocast_dispatch_keyset) &&
			op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd));
	}

	/* Runs the operator; what its kernel does is not the program's. */
	static void run(const c10::OperatorHandle &op, operands &on)
	{
		struct watch_guard {
			ct_recording_watch *const was = ct_this_recording;

			watch_guard() { ct_this_recording = nullptr; }
			~watch_guard() { ct_this_recording = was; }
		} guard;

		op.callBoxed(&on);
	}

	static const char *target_of(const c10::FunctionSchema &schema, ct_arena &arena)
	{
		std::string text = "torch.ops." + schema.name() + ".";
		const size_t colons = text.find("::");

		text.replace(colons, 2, ".");
		text += schema.overload_name().empty() ? "default" : schema.overload_name();
		return ct::copy_text(arena, text);
	}

public:
	ct_recording(const char *by, ct_arena &in)
	    : ct_recording_watch{ nullptr, ct_trace_write_place }, function(by), arena(in)
	{
	}
	ct_recording(const ct_recording &) = delete;
	ct_recording &operator=(const ct_recording &) = delete;
	~ct_recording()
	{
		restore();
		for (const ct_tape_source &constant : constants)
			ct_tensor_free_unscoped(constant.tensor);
		ct_error_free(error);
	}

	void restore()
	{
		at::NoGradGuard no_grad;

		for (ct::old_shape &shape : shapes)
			shape.restore();
		for (auto &memory : existing)
			memory.second.restore();
		shapes.clear();
		existing.clear();
	}

	void add(const at::Tensor &tensor)
	{
		remember(tensor);
		keep(tensor);
	}

	void enter()
	{
		watched_before = ct_this_recording;
		ct_this_recording = this_records = this;
		c10::impl::tls_set_dispatch_key_included(ct::recording_key, true);
	}

	void leave()
	{
		c10::impl::tls_set_dispatch_key_included(ct::recording_key, false);
		ct_this_recording = watched_before;
		this_records = nullptr;
	}

	ct_graph_argument argument(const at::Tensor &tensor)
	{
		return tensor_argument(find(tensor));
	}

	void call(const c10::OperatorHandle &op, c10::DispatchKeySet keys, operands &on)
	{
		const c10::FunctionSchema &schema = op.schema();
		const size_t args_len = schema.arguments().size();
		std::vector<ct_graph_argument> outputs;

		if (is_recorded_inside(op, keys)) {
			op.redispatchBoxed(
				keys & c10::DispatchKeySet(c10::DispatchKeySet::FULL_AFTER,
							   ct::recording_key),
				&on);
			return;
		}
		ct::unrecorded unrecorded;

		if (!makes_tensors(schema)) {
			if (ct::has_tensors(schema.arguments()) && !ct::reads_no_elements(schema))
				ct::check_not_recorded();
			run(op, on);
			return;
		}
		prepare_writes(schema, on.data() + on.size() - args_len);

		const std::vector<ct_graph_input> inputs = inputs_of(schema, on.data() + on.size() -
										     args_len);

		run(op, on);
		for (size_t i = on.size() - schema.returns().size(); i < on.size(); i++)
			outputs.push_back(output_of(on[i], schema));
		add_node(target_of(schema, arena), inputs, outputs);
	}

	ct_tape tape()
	{
		return { values.data(),    static_cast<int64_t>(values.size()),
			 nodes.data(),     static_cast<int64_t>(nodes.size()),
			 constants.data(), static_cast<int64_t>(constants.size()) };
	}
};

/* --- The fallback ----------------------------------------------------------------------------- */

namespace {

void record_call(const c10::OperatorHandle &op, c10::DispatchKeySet keys, operands *on)
{
	if (ct_this_recording) {
		static_cast<ct_recording *>(ct_this_recording)->call(op, keys, *on);
		return;
	}
	ct::unrecorded unrecorded; /* of a thread that began in a recording */

	op.callBoxed(on);
}

/* Once, at the first recording, so that other programs have nothing of it. */
void register_fallback()
{
	/* volatile, so that the pointer stays and a leak checker finds it. */
	static c10::RegistrationHandleRAII *volatile registration = new c10::RegistrationHandleRAII(
		c10::Dispatcher::singleton().registerFallback(
			ct::recording_key,
			c10::KernelFunction::makeFromBoxedFunction<&record_call>(),
			"libctorch records programs"));

	(void)registration;
}

} // namespace

/* --- Functions -------------------------------------------------------------------------------- */

ct_error ct_recording_new(const char *function, ct_arena *arena, ct_recording **result) noexcept
try {
#if CT_TORCH_AT_LEAST(2, 1)
	TORCH_CHECK(this_records == nullptr, "this thread records a program already");
	register_fallback();
	at::autocast::clear_cache(); /* of what was converted before */
	*result = new ct_recording(function, *arena);
	return nullptr;
#else
	(void)arena, (void)result;
	ct::refuse_release("recording a program needs", "2.1");
#endif
} catch (...) {
	return ct::caught(function);
}

void ct_recording_free(ct_recording *self) noexcept
{
	if (self == nullptr)
		return;
	at::autocast::clear_cache();
	ct_trace_forget();
	delete self;
}

ct_error ct_recording_add(ct_recording *self, const ct_tensor *tensor) noexcept
try {
	self->add(*ct::tensor(tensor, 0, "a tensor"));
	return nullptr;
} catch (...) {
	return ct::caught(self->function);
}

void ct_recording_enter(ct_recording *self) noexcept
{
	self->enter();
}

void ct_recording_leave(ct_recording *self) noexcept
{
	self->leave();
}

ct_error ct_recording_find(ct_recording *self, const ct_tensor *tensor,
			   ct_graph_argument *result) noexcept
try {
	*result = tensor ? self->argument(*ct::tensor(tensor, 0, "a tensor"))
			 : ct::argument_of(CT_ARM_NONE);
	return nullptr;
} catch (...) {
	return ct::caught(self->function);
}

ct_error ct_recording_end(ct_recording *self, ct_tape *result) noexcept
try {
	self->restore();
	if (self->error)
		return ct_error_copy(self->error);
	*result = self->tape();
	return nullptr;
} catch (...) {
	return ct::caught(self->function);
}
