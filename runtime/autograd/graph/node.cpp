/*
 * Nodes of the graph.
 */
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include <torch/csrc/autograd/functions/accumulate_grad.h>
#include <torch/csrc/autograd/variable.h>

#include <ctorch/macros/literals.h>

#include "autograd/graph/node.hpp"
#include "core/base/missing.hpp"

CT_MAY_BE_MISSING("_ZTIN5torch8autograd4NodeE");
CT_MAY_BE_MISSING("_ZTIN5torch8autograd14AccumulateGradE");

namespace ct {

namespace {

/* The node counts its references. */
template <class Pointer> struct handles {
	static ct_node *take(Pointer &&node) { return borrowed_handle(node.release()); }

	static Pointer copy(Node *node) { return Pointer::unsafe_reclaim_from_nonowning(node); }

	static void drop(Node *node) { Pointer::reclaim(node); }
};

/* A std::shared_ptr counts them: a table has the references of handles. */
template <class T> struct handles<std::shared_ptr<T>> {
	struct owned {
		std::shared_ptr<T> node;
		int64_t handles;
	};

	struct table {
		std::mutex mutex;
		std::unordered_map<T *, owned> nodes;
	};

	static table &all()
	{
		static table *const handed_out = new table; /* handles outlive statics */
		return *handed_out;
	}

	static ct_node *take(std::shared_ptr<T> &&node)
	{
		T *address = node.get();

		if (address == nullptr)
			return nullptr;
		std::lock_guard<std::mutex> lock(all().mutex);
		owned &entry = all().nodes[address];

		entry.node = std::move(node);
		entry.handles++;
		return borrowed_handle(address);
	}

	static std::shared_ptr<T> copy(T *node) { return node->shared_from_this(); }

	static void drop(T *node)
	{
		std::shared_ptr<T> last; /* destroyed after the table is unlocked */
		std::lock_guard<std::mutex> lock(all().mutex);
		auto entry = all().nodes.find(node);

		if (entry == all().nodes.end() || --entry->second.handles > 0)
			return;
		last = std::move(entry->second.node);
		all().nodes.erase(entry);
	}
};

using node_handles = handles<node_pointer>;

/* A node builds its name on each call. There are only as many names as kinds of functions, so each
 * is kept, and C gets a text that it need not free. */
const char *kept_name(std::string name)
{
	static const std::string space = "torch::autograd::"; /* not shown in Python */
	static std::mutex *const mutex = new std::mutex;
	static std::set<std::string> *const names = new std::set<std::string>;
	std::lock_guard<std::mutex> lock(*mutex);

	if (name.compare(0, space.size(), space) == 0)
		name.erase(0, space.size());
	return names->insert(std::move(name)).first->c_str();
}

const torch::autograd::InputMetadata *input_of(const ct_node *handle, int64_t index)
{
	Node *self = address_of(handle);

	if (self == nullptr || index < 0 || index >= static_cast<int64_t>(self->num_inputs()))
		return nullptr;
	return &self->input_metadata(static_cast<size_t>(index));
}

/* An unused input has no metadata; a nested one has several shapes. */
template <class Result, class Getter>
Result of_input(const ct_node *handle, int64_t index, Result none, Getter getter) noexcept
try {
	const torch::autograd::InputMetadata *input = input_of(handle, index);

	if (input == nullptr || !input->options().has_dtype())
		return none;
	return static_cast<Result>(getter(*input));
} catch (...) {
	return none;
}

/* Throws for a shape with symbols; a number is stored as itself. */
template <class Input>
auto shape_of(const Input &input, int)
	-> decltype(c10::asIntArrayRefUnchecked(input.shape_as_dim_vector()))
{
	c10::SymIntArrayRef shape = input.shape_as_dim_vector();

	for (const c10::SymInt &size : shape)
		size.expect_int();
	return c10::asIntArrayRefUnchecked(shape);
}

/* Releases before 2.1 do not have it. */
template <class Input> at::IntArrayRef shape_of(const Input &, long)
{
	throw std::runtime_error("no shape");
}

} // namespace

Node &node(const ct_node *handle, int position, const char *name)
{
	if (handle == nullptr)
		refuse_null(position, name);
	return *address_of(handle);
}

node_pointer node_reference(const ct_node *handle)
{
	return node_handles::copy(address_of(handle));
}

static void drop_handle(void *handle)
{
	node_handles::drop(static_cast<Node *>(handle));
}

ct_node *new_handle(node_pointer &&node)
{
	if (node == nullptr)
		return nullptr;
	ct_node *handle = node_handles::take(std::move(node));
	try {
		give_object(drop_handle, handle);
	} catch (...) {
		drop_handle(handle);
		throw;
	}
	return handle;
}

} // namespace ct

ct_error ct_tensor_grad_fn(const ct_tensor *self, ct_node **result) noexcept
try {
	ct::node_pointer node = ct::tensor(self, 1, "self")->grad_fn();

	if (result)
		*result = ct::new_handle(std::move(node));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_gradient_edge(const ct_tensor *self, ct_node **node, int64_t *input_nr) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	TORCH_CHECK(tensor->requires_grad(),
		    "It is not possible to get the gradient edge for a Tensor that does not "
		    "require gradients");
	torch::autograd::Edge edge = torch::autograd::impl::gradient_edge(*tensor);

	if (input_nr)
		*input_nr = edge.input_nr;
	if (node)
		*node = ct::new_handle(std::move(edge.function));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_node *ct_node_current(void) noexcept
try {
#if CT_HAS_CURRENT_NODE
	return ct::borrowed_handle(torch::autograd::get_current_node().get());
#else
	return nullptr;
#endif
} catch (...) {
	return nullptr;
}

ct_node *ct_node_retain(const ct_node *self) noexcept
try {
	return self ? ct::new_handle(ct::node_reference(self)) : nullptr;
} catch (...) {
	return nullptr;
}

void ct_node_free(ct_node *self) noexcept
{
	if (self == nullptr)
		return;
	ct::take_object_back(self);
	ct::drop_handle(self);
}

void ct_node_free_unscoped(ct_node *self) noexcept
{
	if (self)
		ct::drop_handle(self);
}

const char *ct_node_name(const ct_node *self) noexcept
try {
	return self ? ct::kept_name(ct::address_of(self)->name()) : "";
} catch (...) {
	return "";
}

int64_t ct_node_next_count(const ct_node *self) noexcept
{
	return self ? static_cast<int64_t>(ct::address_of(self)->num_outputs()) : -1;
}

ct_node *ct_node_next(const ct_node *self, int64_t index, int64_t *input_nr) noexcept
{
	if (self == nullptr || index < 0 || index >= ct_node_next_count(self))
		return nullptr;
	const torch::autograd::Edge &edge = ct::address_of(self)->next_edge(
		static_cast<size_t>(index));

	if (input_nr)
		*input_nr = edge.input_nr;
	return ct::borrowed_handle(edge.function.get());
}

int64_t ct_node_input_count(const ct_node *self) noexcept
{
	return self ? static_cast<int64_t>(ct::address_of(self)->num_inputs()) : -1;
}

int64_t ct_node_input_dim(const ct_node *self, int64_t index) noexcept
{
	return ct::of_input<int64_t>(self, index, -1,
				     [](auto &input) { return ct::shape_of(input, 0).size(); });
}

const int64_t *ct_node_input_shape(const ct_node *self, int64_t index) noexcept
{
	return ct::of_input<const int64_t *>(
		self, index, nullptr, [](auto &input) { return ct::shape_of(input, 0).data(); });
}

ct_dtype ct_node_input_dtype(const ct_node *self, int64_t index) noexcept
{
	return ct::of_input<ct_dtype>(self, index, CT_DTYPE_NONE, [](auto &input) {
		return ct::from_dtype(c10::typeMetaToScalarType(input.options().dtype()));
	});
}

ct_device ct_node_input_device(const ct_node *self, int64_t index) noexcept
{
	return ct::of_input<ct_device>(self, index, CT_DEVICE_NONE, [](auto &input) {
		return ct::from_device(input.options().device());
	});
}

uint64_t ct_node_sequence_nr(const ct_node *self) noexcept
{
	return self ? ct::address_of(self)->sequence_nr() : 0;
}

ct_error ct_node_variable(const ct_node *self, ct_tensor **result) noexcept
try {
	auto *accumulate = dynamic_cast<torch::autograd::AccumulateGrad *>(
		&ct::node(self, 1, "self"));

	ct::give_or_drop(CT_HERE, accumulate ? at::Tensor(accumulate->variable) : at::Tensor(),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
