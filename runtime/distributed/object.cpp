/*
 * Collectives of values, as Python's of objects: first the sizes, then the bytes.
 */
#include <cstring>

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <ctorch/distributed/object.h>
#include <ctorch/files/save.h>
#include <ctorch/tensor/tensor.h>

#include "distributed/collective.hpp"
#include "distributed/release.hpp"

namespace ct::dist {

namespace {

/* --- Bytes ------------------------------------------------------------------------------------ */

/* A value that is freed. */
struct owned {
	ct_value value = ct_value_none();

	owned() = default;
	owned(const owned &) = delete;
	owned &operator=(const owned &) = delete;
	~owned() { ct_value_free(&value); }
	ct_value release()
	{
		const ct_value released = value;

		value = ct_value_none();
		return released;
	}
};

at::Tensor bytes_of(const call &of, const ct_value *value)
{
	int64_t nbytes = 0;
	char *bytes = nullptr;

	check(of.options.weights_only ? ct_save_encode(value, &bytes, &nbytes)
				      : ct_pickle_encode(value, &bytes, &nbytes));
	at::Tensor tensor = at::empty({ nbytes }, at::kByte);

	std::memcpy(tensor.data_ptr(), bytes, static_cast<size_t>(nbytes));
	ct_free(bytes);
	return tensor;
}

/* Both forms are read, whatever the options say: a zip archive begins with PK, a pickle never does. */
ct_value value_of(const at::Tensor &bytes, int64_t nbytes)
{
	const at::Tensor plain = bytes.contiguous();
	ct_value value;

	TORCH_CHECK_VALUE(nbytes >= 0 && nbytes <= plain.numel(), "the size of a value is ", nbytes,
			  ", but ", plain.numel(), " bytes have come");
	check(nbytes >= 2 && std::memcmp(plain.data_ptr(), "PK", 2) == 0
		      ? ct_save_decode(plain.data_ptr(), nbytes, nullptr, &value)
		      : ct_pickle_decode(plain.data_ptr(), nbytes, &value));
	return value;
}

/* The same; an error says from which rank it comes. */
ct_value value_from(const call &of, const at::Tensor &bytes, int64_t nbytes, int64_t rank)
{
	try {
		return value_of(bytes, nbytes);
	} catch (const error_of_c &failed) {
		const std::string text = std::string("the value of rank ") + std::to_string(rank) +
					 ": " +
					 (std::strstr(failed.error, ": ")
						  ? std::strstr(failed.error, ": ") + 2
						  : failed.error);
		const ct_error error = ct_error_new_text(ct_error_class_of(failed.error),
							 of.function, text.c_str());

		ct_error_free(failed.error);
		throw error_of_c(error);
	}
}

at::Tensor one_number(int64_t number)
{
	return at::empty({ 1 }, at::kLong).fill_(number);
}

at::Tensor padded(const at::Tensor &bytes, int64_t nbytes)
{
	at::Tensor result = at::zeros({ nbytes }, at::kByte);

	result.narrow(0, 0, bytes.numel()).copy_(bytes);
	return result;
}

void append(owned &list, ct_value value)
{
	const ct_error error = ct_value_list_move(&list.value, &value);

	ct_value_free(&value);
	check(error);
}

/* --- Steps ------------------------------------------------------------------------------------ */

/* Values are packed on the CPU, and travel on the device of the group. */
at::Tensor on_device(const call &of, const at::Tensor &tensor)
{
	return tensor.to(of.group->device());
}

std::vector<at::Tensor> on_device(const call &of, const std::vector<at::Tensor> &list)
{
	std::vector<at::Tensor> result;

	for (const auto &tensor : list)
		result.push_back(on_device(of, tensor));
	return result;
}

/* Then `here` has what has come to `there`. */
void wait(const call &of, const c10::intrusive_ptr<c10d::Work> &work,
	  const std::vector<at::Tensor> &here = {}, const std::vector<at::Tensor> &there = {})
{
	if (work)
		work->wait(of.group->device().is_cuda() ? of.limit() : of.timeout());
	for (size_t i = 0; i < here.size(); i++)
		if (!here[i].is_same(there[i]))
			here[i].copy_(there[i]);
}

void all_gather(call &of, const at::Tensor &here, const at::Tensor &input)
{
	const auto passed = of.common<c10d::AllgatherOptions>();
	at::Tensor to = on_device(of, here), from = on_device(of, input);
#if CT_DIST_HAS_SINGLE
	wait(of, of.group->group->all_gather_single(to, from, passed), { here }, { to });
#else
	wait(of, of.group->group->_allgather_base(to, from, passed), { here }, { to });
#endif
}

/* The sizes of the values of all ranks. */
at::Tensor all_sizes(call &of, int64_t mine)
{
	at::Tensor sizes = at::zeros({ of.group->size() }, at::kLong);

	all_gather(of, sizes, one_number(mine));
	return sizes;
}

/* The same, as Python's gather_object() asks for them. */
at::Tensor all_sizes_by_parts(call &of, int64_t mine)
{
	at::Tensor sizes = at::zeros({ of.group->size() }, at::kLong);
	const std::vector<at::Tensor> here = sizes.split(1);
	std::vector<std::vector<at::Tensor>> to{ on_device(of, here) };
	std::vector<at::Tensor> from{ on_device(of, one_number(mine)) };

	wait(of, of.group->group->allgather(to, from, of.common<c10d::AllgatherOptions>()), here,
	     to[0]);
	return sizes;
}

void broadcast(call &of, const at::Tensor &tensor, int root)
{
	auto passed = of.common<c10d::BroadcastOptions>();
	std::vector<at::Tensor> tensors{ on_device(of, tensor) };

	passed.rootRank = root;
	wait(of, of.group->group->broadcast(tensors, passed), { tensor }, tensors);
}

void gather(call &of, const std::vector<at::Tensor> &outputs, const at::Tensor &input, int root)
{
	auto passed = of.common<c10d::GatherOptions>();
	std::vector<at::Tensor> from{ on_device(of, input) };
	const std::vector<at::Tensor> outputs_there = on_device(of, outputs);
	std::vector<std::vector<at::Tensor>> to;

	if (of.group->rank == root)
		to.push_back(outputs_there);
	passed.rootRank = root;
	wait(of, of.group->group->gather(to, from, passed), outputs, outputs_there);
}

void scatter(call &of, const at::Tensor &output, const std::vector<at::Tensor> &inputs, int root)
{
	auto passed = of.common<c10d::ScatterOptions>();
	std::vector<at::Tensor> to{ on_device(of, output) };
	std::vector<std::vector<at::Tensor>> from;

	if (of.group->rank == root)
		from.push_back(on_device(of, inputs));
	passed.rootRank = root;
	wait(of, of.group->group->scatter(to, from, passed), { output }, to);
}

void send(call &of, const at::Tensor &tensor, int rank)
{
	std::vector<at::Tensor> tensors{ on_device(of, tensor) };

	wait(of, of.group->group->send(tensors, rank, 0));
}

void receive(call &of, const at::Tensor &tensor, int rank)
{
	std::vector<at::Tensor> tensors{ on_device(of, tensor) };

	wait(of, of.group->group->recv(tensors, rank, 0), { tensor }, tensors);
}

/* --- Lists ------------------------------------------------------------------------------------ */

int64_t count_of(const ct_value *list, int position)
{
	const int32_t kind = needed(list, position, "list").kind;

	TORCH_CHECK_TYPE(kind == CT_VALUE_LIST || kind == CT_VALUE_TUPLE, "argument ", position,
			 " (list): expected a list, got a ", ct_value_type_name(list));
	return ct_value_count(list);
}

std::vector<at::Tensor> bytes_of_items(const call &of, const ct_value *list, int position)
{
	std::vector<at::Tensor> result;
	ct_value item;

	for (int64_t i = 0; i < count_of(list, position); i++) {
		check(ct_value_item(list, i, &item));
		result.push_back(bytes_of(of, &item));
	}
	return result;
}

at::Tensor sizes_of(const std::vector<at::Tensor> &list)
{
	at::Tensor sizes = at::empty({ static_cast<int64_t>(list.size()) }, at::kLong);

	for (size_t i = 0; i < list.size(); i++)
		sizes.data_ptr<int64_t>()[i] = list[i].numel();
	return sizes;
}

at::Tensor joined(const std::vector<at::Tensor> &list)
{
	return list.empty() ? at::empty({ 0 }, at::kByte) : at::cat(list);
}

/* The sum of sizes that have come; throws if one is negative. */
int64_t sum_of(const at::Tensor &sizes)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < sizes.numel(); i++) {
		const int64_t size = sizes.data_ptr<int64_t>()[i];

		TORCH_CHECK_VALUE(size >= 0 && !__builtin_add_overflow(sum, size, &sum),
				  "the size of a value is ", size);
	}
	return sum;
}

void replace_items(const call &of, ct_value *list, const at::Tensor &bytes, const at::Tensor &sizes,
		   int64_t rank)
{
	owned made;
	int64_t begin = 0;

	made.value = ct_value_list_new();
	for (int64_t i = 0; i < sizes.numel(); i++) {
		const int64_t size = sizes.data_ptr<int64_t>()[i];

		append(made, value_from(of, bytes.narrow(0, begin, size), size, rank));
		begin += size;
	}
	ct_value_free(list);
	*list = made.release();
}

/* A new list of the values of all ranks, whose bytes are rows. */
ct_value list_of_rows(const call &of, const at::Tensor &rows, const at::Tensor &sizes)
{
	owned made;

	made.value = ct_value_list_new();
	for (int64_t i = 0; i < sizes.numel(); i++)
		append(made, value_from(of, rows[i], sizes.data_ptr<int64_t>()[i],
					of.group->ranks[static_cast<size_t>(i)]));
	return made.release();
}

std::vector<at::Tensor> rows_of(const at::Tensor &rows)
{
	std::vector<at::Tensor> result;

	for (int64_t i = 0; i < rows.size(0); i++)
		result.push_back(rows[i]);
	return result;
}

/* Makes a call whose steps have all ended when `make(call)` returns. */
template <class Make>
ct_error run_steps(const char *function, const ct_dist_options *options, Make make) noexcept
{
	return run(function, options, nullptr, [&](call &of) {
		of.begin();
		make(of);
		return c10::intrusive_ptr<c10d::Work>();
	});
}

} // namespace

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_dist_all_gather_object(const ct_value *value, const ct_dist_options *options,
				   ct_value *result) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		ct_value &place = needed(result, 3, "result");
		const at::Tensor mine = bytes_of(of, value);
		const at::Tensor sizes = all_sizes(of, mine.numel());
		const int64_t most = sizes.max().item<int64_t>();
		const at::Tensor rows = at::empty({ of.group->size(), most }, at::kByte);

		all_gather(of, rows.flatten(), padded(mine, most));
		place = list_of_rows(of, rows, sizes);
	});
}

ct_error ct_dist_gather_object(const ct_value *value, int64_t destination,
			       const ct_dist_options *options, ct_value *result) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		ct_value &place = needed(result, 4, "result");
		const int root = of.peer_rank("to", destination);
		const at::Tensor mine = bytes_of(of, value);
		const at::Tensor sizes = all_sizes_by_parts(of, mine.numel());
		const int64_t most = sizes.max().item<int64_t>();
		const at::Tensor rows = at::empty(
			{ of.group->rank == root ? of.group->size() : 0, most }, at::kByte);

		gather(of, rows_of(rows), padded(mine, most), root);
		place = of.group->rank == root ? list_of_rows(of, rows, sizes) : ct_value_none();
	});
}

ct_error ct_dist_broadcast_object_list(ct_value *list, int64_t source,
				       const ct_dist_options *options) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		const int root = of.peer_rank("from", source);
		const int64_t count = count_of(list, 1);
		at::Tensor sizes = at::empty({ count }, at::kLong), bytes;

		if (of.group->rank == root) {
			const auto items = bytes_of_items(of, list, 1);

			sizes = sizes_of(items);
			bytes = joined(items);
		}
		broadcast(of, sizes, root);
		if (of.group->rank != root)
			bytes = at::empty({ sum_of(sizes) }, at::kByte);
		broadcast(of, bytes, root);
		if (of.group->rank != root)
			replace_items(of, list, bytes, sizes, source);
	});
}

ct_error ct_dist_scatter_object_list(const ct_value *list, int64_t source,
				     const ct_dist_options *options, ct_value *result) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		ct_value &place = needed(result, 4, "result");
		const int root = of.peer_rank("from", source);
		const at::Tensor size = one_number(0);
		std::vector<at::Tensor> items, sizes;
		at::Tensor most = one_number(0);

		if (of.group->rank == root) {
			items = bytes_of_items(of, list, 1);
			TORCH_CHECK_VALUE(static_cast<int64_t>(items.size()) == of.group->size(),
					  "list has ", items.size(),
					  " values, expected one for each of ", of.group->size(),
					  " ranks");
			most.fill_(sizes_of(items).max());
			for (auto &item : items) {
				sizes.push_back(one_number(item.numel()));
				item = padded(item, most.item<int64_t>());
			}
		}
		broadcast(of, most, root);
		const at::Tensor bytes = at::empty({ sum_of(most) }, at::kByte);

		scatter(of, bytes, items, root);
		scatter(of, size, sizes, root);
		place = value_from(of, bytes, size.item<int64_t>(), source);
	});
}

ct_error ct_dist_send_object_list(const ct_value *list, int64_t destination,
				  const ct_dist_options *options) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		const int rank = of.peer_rank("to", destination);
		const auto items = bytes_of_items(of, list, 1);

		TORCH_CHECK_VALUE(rank != of.group->rank, "a rank cannot send to itself");
		send(of, sizes_of(items), rank);
		send(of, joined(items), rank);
	});
}

ct_error ct_dist_recv_object_list(ct_value *list, int64_t source,
				  const ct_dist_options *options) noexcept
{
	return run_steps(__func__, options, [&](call &of) {
		const int rank = of.peer_rank("from", source);
		const at::Tensor sizes = at::empty({ count_of(list, 1) }, at::kLong);

		TORCH_CHECK_VALUE(rank != of.group->rank, "a rank cannot send to itself");
		receive(of, sizes, rank);
		const at::Tensor bytes = at::empty({ sum_of(sizes) }, at::kByte);

		receive(of, bytes, rank);
		replace_items(of, list, bytes, sizes, source);
	});
}
