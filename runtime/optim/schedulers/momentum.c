/*
 * The momentum of an optimizer, or its first beta, which CyclicLR and OneCycleLR change against the
 * rate.
 */
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

ct_error ct_lr_check_momentum(ct_lr_scheduler *self)
{
	const ct_value *defaults = &self->optimizer->defaults;
	const bool has_betas = ct_value_dict_has(defaults, ct_value_string("betas"));

	if (!has_betas && !ct_value_dict_has(defaults, ct_value_string("momentum")))
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "optimizer must support momentum or beta1 with "
				    "`cycle_momentum` option enabled");
	ct_lr_set(self, "use_beta1", ct_value_bool(has_betas));
	return CT_DONE();
}

/* (momentum, *betas[1:]) */
static ct_error replace_first(const ct_value *betas, ct_value first, ct_value *tuple)
{
	ct_value beta;

	CT_TRY(ct_value_list_append(tuple, first));
	for (int64_t i = 1; i < ct_value_count(betas); i++) {
		CT_TRY(ct_value_item(betas, i, &beta));
		CT_TRY(ct_value_list_append(tuple, beta));
	}
	return NULL;
}

void ct_lr_set_momentum(ct_lr_scheduler *self, int64_t group, ct_value momentum)
{
	ct_value betas, tuple;

	if (!ct_lr_bool(self, "use_beta1")) {
		ct_lr_set_group(self, group, "momentum", momentum);
		return;
	}
	betas = ct_lr_group(self, group, "betas");
	tuple = ct_value_tuple_new();
	CT_DO(replace_first(&betas, momentum, &tuple));
	ct_lr_set_group(self, group, "betas", tuple);
	ct_value_free(&tuple);
}

static ct_value item(const ct_value *list, int64_t i)
{
	ct_value result = ct_value_none();

	CT_DO(ct_value_item(list, i, &result));
	return result;
}

void ct_lr_begin_momentum(ct_lr_scheduler *self, const ct_value *max_momentums,
			  const ct_value *base_momentums)
{
	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		ct_lr_set_momentum(self, i, item(max_momentums, i));
		ct_lr_set_group(self, i, "max_momentum", item(max_momentums, i));
		ct_lr_set_group(self, i, "base_momentum", item(base_momentums, i));
	}
}
