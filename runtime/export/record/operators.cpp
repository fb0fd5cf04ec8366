/*
 * What operators do that their schemas do not say, or not directly.
 */
#include <string>
#include <unordered_set>

#include <ATen/core/jit_type.h>

#include "export/record/operators.hpp"

namespace ct {

namespace {

bool has_tensors(const c10::Argument &argument)
{
	const c10::Type &type = *argument.type();

	return type.isSubtypeOf(*c10::TensorType::get()) ||
	       type.isSubtypeOf(*c10::OptionalType::ofTensor()) ||
	       type.isSubtypeOf(*c10::ListType::ofTensors()) ||
	       type.isSubtypeOf(*c10::ListType::ofOptionalTensors());
}

/* Whether batch_norm() and the like write to their statistics, which their schemas do not say. */
bool writes_statistics(const c10::FunctionSchema &schema, const c10::IValue *values_of)
{
	for (const char *name : { "training", "train", "use_input_stats" }) {
		const auto i = schema.argumentIndexWithName(name);

		if (i && values_of[*i].isBool())
			return values_of[*i].toBool();
	}
	return true;
}

} // namespace

bool has_tensors(const std::vector<c10::Argument> &arguments)
{
	for (const c10::Argument &argument : arguments)
		if (has_tensors(argument))
			return true;
	return false;
}

bool reads_no_elements(const c10::FunctionSchema &schema)
{
	static const std::unordered_set<std::string> metadata = {
		"_debug_has_internal_overlap",
		"_dimI",
		"_dimV",
		"_fused_sdp_choice",
		"_has_compatible_shallow_copy_type",
		"_has_same_storage_numel",
		"_is_zerotensor",
		"_nested_get_ragged_idx",
		"_nnz",
		"_version",
		"cudnn_is_acceptable",
		"dense_dim",
		"dim",
		"get_device",
		"is_coalesced",
		"is_complex",
		"is_conj",
		"is_contiguous",
		"is_distributed",
		"is_floating_point",
		"is_inference",
		"is_leaf",
		"is_neg",
		"is_pinned",
		"is_same_size",
		"is_set_to",
		"is_signed",
		"layout",
		"numel",
		"output_nr",
		"q_per_channel_axis",
		"qscheme",
		"result_type",
		"retains_grad",
		"size",
		"sparse_dim",
		"storage_offset",
		"stride",
		"sym_is_contiguous",
		"sym_numel",
		"sym_size",
		"sym_storage_offset",
		"sym_stride",
	};
	static const std::string aten = "aten::";

	return schema.name().rfind(aten, 0) == 0 &&
	       metadata.count(schema.name().substr(aten.size())) > 0;
}

bool is_written(const c10::FunctionSchema &schema, const c10::IValue *values_of, size_t i)
{
	const c10::Argument &argument = schema.arguments()[i];
	const c10::AliasInfo *alias = argument.alias_info();

	if (alias != nullptr && alias->isWrite())
		return true;
	return (argument.name() == "running_mean" || argument.name() == "running_var") &&
	       writes_statistics(schema, values_of);
}

} // namespace ct
