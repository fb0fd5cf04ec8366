/*
 * Lists of the classes of torch.optim, for bindings.
 */
#include <ctorch/optim.h>

#include "memory/expression.h"
#include "optim/class.h"
#include "optim/scheduler.h"

static ct_error append(ct_value *list, const struct ct_class *klass, const char *state,
		       const char *group)
{
	ct_value pairs[8] = {
		ct_value_string("name"),   ct_value_string(klass->name),
		ct_value_string("schema"), ct_value_string(klass->schema),
		ct_value_string("state"),  ct_value_string(state),
		ct_value_string("group"),  ct_value_string(group),
	};

	return ct_value_list_append(list, ct_value_dict(pairs, group ? 4 : 3));
}

static ct_error append_optimizers(ct_value *list)
{
	for (size_t i = 0; i < ct_optim_classes_len; i++)
		CT_TRY(append(list, &ct_optim_classes[i].of, ct_optim_classes[i].state,
			      ct_optim_classes[i].group));
	return NULL;
}

static ct_error append_schedulers(ct_value *list)
{
	for (size_t i = 0; i < ct_lr_scheduler_classes_len; i++)
		CT_TRY(append(list, &ct_lr_scheduler_classes[i].of,
			      ct_lr_scheduler_classes[i].state, NULL));
	return NULL;
}

static ct_error list_with(ct_error (*append_all)(ct_value *list), const char *function,
			  ct_value *result)
{
	ct_value list = ct_value_list_new();
	ct_error error;

	if (result == NULL)
		return ct_missing_argument(function, 1, "result");
	error = append_all(&list);
	if (error)
		ct_value_free(&list);
	else
		*result = list;
	return error;
}

ct_error ct_optimizer_list_classes(ct_value *result)
{
	return list_with(append_optimizers, __func__, result);
}

ct_error ct_lr_scheduler_list_classes(ct_value *result)
{
	return list_with(append_schedulers, __func__, result);
}
