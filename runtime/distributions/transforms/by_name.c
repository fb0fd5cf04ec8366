/*
 * Distributions and transforms by the names of their classes and Python's arguments, in which dicts
 * describe others.
 */
#include <ctorch/distributions/distributions.h>

#include "classes/fill.h"
#include "classes/values.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "distributions/transforms/class.h"
#include "operators/value/value.h"

/* Objects of the program's that exist when others are made by name: their indices describe them. The
 * context of a struct ct_class_call. */
struct existing {
	ct_distributions distributions;
	ct_distribution_transforms transforms;
};

static ct_error describe_transform(const struct ct_class_call *call, const ct_value *value,
				   void *result);
static ct_error describe_transforms(const struct ct_class_call *call, const ct_value *value,
				    void *result);

/* --- distributions ---------------------------------------------------------------------------- */

/* {"class": "Normal", "args": [0, 1]}, or an index. */
static ct_error describe_distribution(const struct ct_class_call *call, const ct_value *value,
				      void *result)
{
	const struct existing *existing = call->context;
	const int64_t objects = existing->distributions.len;
	ct_distribution **place = result;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(objects, value)) {
		CT_TRY(ct_class_read_index(call->function, objects, value, &index));
		*place = existing->distributions.at[index];
		return NULL;
	}
	CT_TRY(ct_class_require_described(value, CT_ERROR_VALUE, call->function, "a distribution",
					  &described));
	return ct_distribution_new_from_parts(described.name, existing->distributions,
					      existing->transforms, &described.args,
					      &described.kwargs, place);
}

ct_error ct_distribution_new_from_parts(const char *name, ct_distributions distributions,
					ct_distribution_transforms transforms, const ct_value *args,
					const ct_value *kwargs, ct_distribution **result)
{
	const struct existing existing = { distributions, transforms };
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_distribution_new),
					    .make_distribution = describe_distribution,
					    .make_part = describe_transform,
					    .make_parts = describe_transforms,
					    .takes_numbers = true,
					    .context = &existing };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 6 : 1, name ? "result" : "name");
	CT_TRY(ct_distr_check_list(distributions, __func__, 2, "distributions"));
	CT_TRY(ct_distr_transforms_check(transforms, __func__, 3, "transforms"));
	CT_TRY(ct_class_new(&ct_distr_table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_distribution_new_from(const char *name, ct_distributions distributions,
				  const ct_value *args, const ct_value *kwargs,
				  ct_distribution **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 5 : 1, name ? "result" : "name");
	return ct_distribution_new_from_parts(name, distributions, CT_NO_DISTRIBUTION_TRANSFORMS,
					      args, kwargs, result);
}

ct_error ct_distribution_new(const char *name, const ct_value *args, const ct_value *kwargs,
			     ct_distribution **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_distribution_new_from(name, (ct_distributions){ NULL, 0 }, args, kwargs, result);
}

/* --- transforms ------------------------------------------------------------------------------- */

/* Makes the transform its inverse if the dict has "inverse": True. */
static ct_error invert_if_wanted(const ct_value *value, ct_distribution_transform **transform)
{
	const ct_value key = ct_value_string("inverse");
	bool is_inverse = false;
	ct_value wanted;

	if (!ct_value_dict_has(value, key))
		return NULL;
	CT_TRY(ct_value_dict_get(value, key, &wanted));
	CT_TRY(ct_value_as_bool(&wanted, &is_inverse));
	return is_inverse ? ct_distr_transform_inverse(*transform, NULL, transform) : NULL;
}

static ct_error describe_transform(const struct ct_class_call *call, const ct_value *value,
				   void *result)
{
	const struct existing *existing = call->context;
	const int64_t objects = existing->transforms.len;
	ct_distribution_transform **place = result;
	struct ct_described described;
	int64_t index;

	if (ct_class_is_index(objects, value)) {
		CT_TRY(ct_class_read_index(call->function, objects, value, &index));
		*place = existing->transforms.at[index];
		return NULL;
	}
	CT_TRY(ct_class_require_described(value, CT_ERROR_VALUE, call->function, "a transform",
					  &described));
	CT_TRY(ct_distribution_transform_new_from(described.name, existing->transforms,
						  existing->distributions, &described.args,
						  &described.kwargs, place));
	return invert_if_wanted(value, place);
}

/* A list, which belongs to the scope; one transform is a list of one. */
static ct_error describe_transforms(const struct ct_class_call *call, const ct_value *value,
				    void *result)
{
	const bool is_list = ct_value_is_sequence(value);
	const int64_t n = is_list ? ct_value_count(value) : 1;
	ct_distribution_transform **parts = ct_given_array(n, sizeof *parts);
	ct_value item = *value;

	if (parts == NULL)
		return ct_no_memory(NULL, "for a list");
	for (int64_t i = 0; i < n; i++) {
		if (is_list)
			CT_TRY(ct_value_item(value, i, &item));
		CT_TRY(describe_transform(call, &item, &parts[i]));
	}
	*(ct_distribution_transforms *)result = (ct_distribution_transforms){ parts, n };
	return NULL;
}

ct_error ct_distribution_transform_new_from(const char *name, ct_distribution_transforms transforms,
					    ct_distributions distributions, const ct_value *args,
					    const ct_value *kwargs,
					    ct_distribution_transform **result)
{
	const struct existing existing = { distributions, transforms };
	const struct ct_class_call call = { .function = CT_NAME_OF(ct_distribution_transform_new),
					    .make_distribution = describe_distribution,
					    .make_part = describe_transform,
					    .make_parts = describe_transforms,
					    .takes_numbers = true,
					    .context = &existing };
	void *made;

	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 6 : 1, name ? "result" : "name");
	CT_TRY(ct_distr_transforms_check(transforms, __func__, 2, "transforms"));
	CT_TRY(ct_distr_check_list(distributions, __func__, 3, "distributions"));
	CT_TRY(ct_class_new(&ct_distr_transform_table, &call, name, args, kwargs, &made));
	*result = made;
	return NULL;
}

ct_error ct_distribution_transform_new(const char *name, const ct_value *args,
				       const ct_value *kwargs, ct_distribution_transform **result)
{
	if (name == NULL || result == NULL)
		return ct_missing_argument(__func__, name ? 4 : 1, name ? "result" : "name");
	return ct_distribution_transform_new_from(name, CT_NO_DISTRIBUTION_TRANSFORMS,
						  (ct_distributions){ NULL, 0 }, args, kwargs,
						  result);
}
