/*
 * A checkpoint of a run as a folder of torch.distributed.checkpoint: see content.h. Built on the public
 * functions alone.
 */
#include <errno.h>
#include <stdlib.h>

#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>

#include "train/content.h"

static const char *const whole[] = { "scheduler_state_dict", "scaler_state_dict", "curves",
				     "values", "early_stopping" };
enum { WHOLE = sizeof whole / sizeof *whole };

static const char optimizer_key[] = "optimizer_state_dict", states_key[] = "state";

ct_error ct_train_to_parts(ct_value *dict)
{
	ct_value value;

	for (int i = 0; i < WHOLE; i++)
		if (ct_train_has(dict, whole[i], &value))
			CT_TRY(ct_value_dict_set(dict, ct_value_string(whole[i]),
						 ct_value_tuple(&value, 1)));
	return NULL;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static ct_error unwrap(ct_value *dict)
{
	ct_value value, item;

	for (int i = 0; i < WHOLE; i++) {
		/* Python's are not in a tuple. */
		if (!ct_train_has(dict, whole[i], &value) || value.kind != CT_VALUE_TUPLE ||
		    ct_value_count(&value) != 1)
			continue;
		CT_TRY(ct_value_item(&value, 0, &item));
		CT_TRY(ct_value_dict_set(dict, ct_value_string(whole[i]), item));
	}
	return NULL;
}

/* "3" as 3; other keys as they are. */
static ct_value number_of(ct_value key)
{
	char *end = NULL;
	long long number;

	if (key.kind != CT_VALUE_STRING)
		return key;
	errno = 0;
	number = strtoll(key.object, &end, 10);
	return errno || end == key.object || *end ? key : ct_value_int(number);
}

static ct_error number_states(const ct_value *from, ct_value *to)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_count(from); i++) {
		CT_TRY(ct_value_dict_item(from, i, &key, &value));
		CT_TRY(ct_value_dict_set(to, number_of(key), value));
	}
	return NULL;
}

/* An optimizer without any state has lost its empty dict. */
static ct_error mend_optimizer(ct_value *optimizer)
{
	ct_value states, numbered = ct_value_dict_new();
	ct_error error = NULL;

	if (ct_train_has(optimizer, states_key, &states))
		error = number_states(&states, &numbered);
	if (error == NULL)
		error = ct_value_dict_move(optimizer, ct_value_string(states_key), &numbered);
	ct_value_free(&numbered);
	return error;
}

ct_error ct_train_from_parts(ct_value *dict)
{
	ct_value saved, optimizer;
	ct_error error;

	if (dict->kind != CT_VALUE_DICT)
		return NULL;
	CT_TRY(unwrap(dict));
	if (!ct_train_has(dict, optimizer_key, &saved) || saved.kind != CT_VALUE_DICT)
		return NULL;
	CT_TRY(ct_value_copy(&saved, &optimizer));
	error = mend_optimizer(&optimizer);
	if (error == NULL)
		error = ct_value_dict_move(dict, ct_value_string(optimizer_key), &optimizer);
	ct_value_free(&optimizer);
	return error;
}
