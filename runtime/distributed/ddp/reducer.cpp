/*
 * The reducer: which parameters are in which bucket, as Python decides it.
 */
#include <algorithm>
#include <limits>

#include "distributed/ddp/ddp.hpp"
#include "distributed/release.hpp"

namespace ct::dist {

namespace {

struct bucket_nbytes {
	size_t first, others;
	std::vector<size_t> at_first; /* before the order of the gradients is known */
};

/* Python's _BucketCapacityConfig. */
bucket_nbytes bucket_nbytes_of(const ct_ddp_options &options)
{
	constexpr double mib = 1024 * 1024;
	const bool is_given = options.bucket_cap_mb != 0;

	TORCH_CHECK_VALUE(options.bucket_cap_mb >= 0 && options.bucket_cap_mb < 1e9,
			  "bucket_cap_mb is ", options.bucket_cap_mb,
			  ", expected a number of MiB above 0");
	const size_t others = is_given ? static_cast<size_t>(options.bucket_cap_mb * mib)
				       : size_t{ c10d::kDefaultBucketBytesCap };
	const size_t first = is_given ? others : size_t{ c10d::kDefaultFirstBucketBytes };

	if (options.static_graph || !options.find_unused_parameters)
		return { first, others, { std::numeric_limits<int64_t>::max() } };
	if (first < others)
		return { first, others, { first, others } };
	return { first, others, { others } };
}

/* What a reducer takes, by lists of the same length. */
struct reduced {
	std::vector<at::Tensor> tensors;
	std::vector<bool> are_sparse;
	std::unordered_map<size_t, std::string> names;
};

reduced reduced_of(const std::vector<named_parameter> &parameters)
{
	reduced result;

	for (const auto &parameter : parameters) {
		if (!parameter.tensor.requires_grad())
			continue;
		result.names[result.tensors.size()] = parameter.name;
		result.tensors.push_back(parameter.tensor);
		result.are_sparse.push_back(parameter.has_sparse_gradient);
	}
	return result;
}

} // namespace

void make_reducer(ddp &of, const std::vector<named_parameter> &parameters,
		  const ct_ddp_options &options)
{
	const bucket_nbytes nbytes = bucket_nbytes_of(options);
	const reduced what = reduced_of(parameters);
	auto buckets = std::get<0>(c10d::compute_bucket_assignment_by_size(
		what.tensors, nbytes.at_first, what.are_sparse));

	/* The last parameters get their gradients first. */
	std::reverse(buckets.begin(), buckets.end());
	of.reducer = std::make_shared<c10d::Reducer>(
		what.tensors, buckets, of.group, what.are_sparse,
		static_cast<int64_t>(nbytes.others), options.find_unused_parameters,
		options.gradient_as_bucket_view, what.names, static_cast<int64_t>(nbytes.first),
		/* skip_all_reduce_unused_params */ false, /* use_python_reducer */ false
#if CT_DIST_HAS_BUCKET_LIST
		,
		std::vector<int64_t>{}
#endif
	);
	of.logger = std::make_shared<c10d::Logger>(of.reducer);
	of.reducer->set_logger(of.logger);
	if (options.static_graph)
		of.reducer->set_static_graph();
}

} // namespace ct::dist
