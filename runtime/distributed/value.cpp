/*
 * Groups, operations and works as values.
 */
#include <ctorch/distributed/value.h>
#include <ctorch/libtorch.hpp>

#include "distributed/collective.hpp"

using namespace ct::dist;

ct_error ct_dist_group_to_value(const ct_dist_group *self, ct_value *result) noexcept
try {
	needed(result, 2, "result");
	const c10::IValue group(group_with_me(self).group);

	check(ct_value_from_ivalue(&group, result));
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_op_to_value(ct_dist_op op, ct_value *result) noexcept
try {
	needed(result, 2, "result");
	const c10::IValue made(c10::make_intrusive<c10d::ReduceOp>(reduce_op(op)));

	check(ct_value_from_ivalue(&made, result));
	return nullptr;
} catch (...) {
	return caught(__func__);
}

/* Throws a TypeError for any other value. */
static c10::intrusive_ptr<c10d::Work> work_of(const ct_value &value)
{
	static const auto work_class = c10::getCustomClassType<c10::intrusive_ptr<c10d::Work>>();
	c10::IValue object;

	if (value.kind == CT_VALUE_OBJECT)
		check(ct_value_to_ivalue(&value, &object));
	TORCH_CHECK_TYPE(object.isObject() && object.type()->isSubtypeOf(*work_class),
			 "argument 1 (value): expected a c10d.Work, got ",
			 ct_value_type_name(&value));
	return object.toCustomClass<c10d::Work>();
}

ct_error ct_dist_work_from_value(const ct_value *value, const ct_dist_group *group,
				 ct_dist_work **result) noexcept
try {
	call of{ "ct_dist_call by name" }; /* as errors of the work say, without the prefix */

	needed(result, 3, "result");
	const auto work = work_of(needed(value, 1, "value"));

	of.options.group = group;
	of.is_on_device =
		true; /* perhaps, so that the host does not wait; the call ends by itself */
	of.begin();
	finish(of, work, result);
	return nullptr;
} catch (...) {
	return caught(__func__);
}
