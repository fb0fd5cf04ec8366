/*
 * LBFGS: the form of its state. A step reads it from a dict, and writes it to one.
 */
#include <math.h>
#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "operators/value/value.h"
#include "optim/algorithms/lbfgs_state.h"

/* --- recalling -------------------------------------------------------------------------------- */

ct_error ct_lbfgs_get_number(const ct_value *value, struct ct_lbfgs_number *result)
{
	ct_tensor *tensor;

	*result = (struct ct_lbfgs_number){ .is_tensor = value->kind == CT_VALUE_TENSOR,
					    .is_int = value->kind == CT_VALUE_INT };
	if (!result->is_tensor)
		return ct_value_as_float(value, &result->value);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	result->value = CT_ITEM(tensor);
	return CT_DONE();
}

static ct_error lbfgs_state_get(const ct_value *state, const char *name, ct_value *result)
{
	return ct_value_dict_get(state, ct_value_string(name), result);
}

static ct_error get_list(const ct_value *state, const char *name, ct_value *result)
{
	CT_TRY(lbfgs_state_get(state, name, result));
	if (!ct_value_is_sequence(result))
		return CT_RAISED(CT_ERROR_TYPE, "the state '%s' must be a list, not %s", name,
				 ct_value_type_name(result));
	return NULL;
}

/* A handle of the step's, since its closure may make a step, too, which replaces the state. */
static ct_error keep_tensor(const ct_value *value, ct_tensor **result)
{
	CT_TRY(ct_value_as_tensor(value, result));
	*result = ct_tensor_retain(*result);
	return *result ? NULL : ct_no_memory(NULL, "for a state");
}

static ct_error get_tensor(const ct_value *state, const char *name, ct_tensor **result)
{
	ct_value value;

	CT_TRY(lbfgs_state_get(state, name, &value));
	return keep_tensor(&value, result);
}

static ct_error get_int(const ct_value *state, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(lbfgs_state_get(state, name, &value));
	return ct_value_as_int(&value, result);
}

/* A larger copy of an array; NULL: no memory. */
static void *grown(const void *array, int64_t len, int64_t room, size_t each)
{
	void *result = ct_given_array(room, each);

	if (result && len)
		memcpy(result, array, (size_t)len * each);
	return result;
}

ct_error ct_lbfgs_make_room(struct ct_lbfgs_state *r, int64_t room)
{
	r->dirs = grown(r->dirs, r->len, room, sizeof *r->dirs);
	r->steps = grown(r->steps, r->len, room, sizeof *r->steps);
	r->ro = grown(r->ro, r->len, room, sizeof *r->ro);
	if (r->dirs == NULL || r->steps == NULL || r->ro == NULL)
		return ct_no_memory(NULL, "for directions");
	r->room = room;
	return NULL;
}

ct_error ct_lbfgs_lengthen_al(struct ct_lbfgs_state *r, int64_t len)
{
	r->al = grown(r->al, r->al_len, len, sizeof *r->al);
	if (r->al == NULL)
		return ct_no_memory(NULL, "for directions");
	while (r->al_len < len)
		r->al[r->al_len++] = ct_lbfgs_float(NAN);
	return NULL;
}

static ct_error differ_in_length(int64_t dirs, int64_t steps, int64_t ro)
{
	return CT_RAISED(CT_ERROR_INDEX,
			 "the lists of the state differ in length: 'old_dirs' has %lld items, "
			 "'old_stps' %lld, 'ro' %lld",
			 (long long)dirs, (long long)steps, (long long)ro);
}

static ct_error get_history(const ct_value *state, struct ct_lbfgs_state *r)
{
	ct_value dirs, steps, ro, item;
	int64_t n;

	CT_TRY(get_list(state, "old_dirs", &dirs));
	CT_TRY(get_list(state, "old_stps", &steps));
	CT_TRY(get_list(state, "ro", &ro));
	n = ct_value_count(&dirs);
	if (ct_value_count(&steps) != n || ct_value_count(&ro) != n)
		return differ_in_length(n, ct_value_count(&steps), ct_value_count(&ro));
	CT_TRY(ct_lbfgs_make_room(r, n));
	for (; r->len < n; r->len++) {
		CT_TRY(ct_value_item(&dirs, r->len, &item));
		CT_TRY(keep_tensor(&item, &r->dirs[r->len]));
		CT_TRY(ct_value_item(&steps, r->len, &item));
		CT_TRY(keep_tensor(&item, &r->steps[r->len]));
		CT_TRY(ct_value_item(&ro, r->len, &item));
		CT_TRY(ct_lbfgs_get_number(&item, &r->ro[r->len]));
	}
	return NULL;
}

static ct_error get_al(const ct_value *state, struct ct_lbfgs_state *r)
{
	ct_value list, item;

	r->has_al = ct_value_dict_has(state, ct_value_string("al"));
	if (!r->has_al)
		return NULL;
	CT_TRY(get_list(state, "al", &list));
	CT_TRY(ct_lbfgs_lengthen_al(r, ct_value_count(&list)));
	for (int64_t i = 0; i < r->al_len; i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		if (!ct_value_is_none(&item))
			CT_TRY(ct_lbfgs_get_number(&item, &r->al[i]));
	}
	return NULL;
}

static ct_error get_directions(const ct_value *state, struct ct_lbfgs_state *r)
{
	ct_value value;

	CT_TRY(get_tensor(state, "d", &r->d));
	CT_TRY(get_tensor(state, "prev_flat_grad", &r->prev_gradient));
	CT_TRY(lbfgs_state_get(state, "t", &value));
	CT_TRY(ct_lbfgs_get_number(&value, &r->t));
	CT_TRY(lbfgs_state_get(state, "H_diag", &value));
	CT_TRY(ct_lbfgs_get_number(&value, &r->h_diag));
	CT_TRY(lbfgs_state_get(state, "prev_loss", &value));
	CT_TRY(ct_value_as_float(&value, &r->prev_loss));
	CT_TRY(get_history(state, r));
	return get_al(state, r);
}

/* With max_iter=0 it is None. */
static bool has_direction(const ct_value *state)
{
	ct_value d = ct_value_none();

	if (ct_value_dict_has(state, ct_value_string("d")))
		ct_error_free(lbfgs_state_get(state, "d", &d));
	return !ct_value_is_none(&d);
}

ct_error ct_lbfgs_recall(const ct_value *state, int64_t most, struct ct_lbfgs_state *r)
{
	*r = (struct ct_lbfgs_state){ .most = most, .h_diag = ct_lbfgs_int(1) };
	if (ct_value_is_none(state))
		return NULL;
	CT_TRY(get_int(state, "func_evals", &r->func_evals));
	CT_TRY(get_int(state, "n_iter", &r->n_iter));
	return has_direction(state) ? get_directions(state, r) : NULL;
}

/* --- remembering ------------------------------------------------------------------------------ */

/* A part of an expression; `like` has the dtype. The tensor belongs to the scope. */
static ct_value number_value(struct ct_lbfgs_number number, const ct_tensor *like)
{
	if (number.is_int && fabs(number.value) <= 0x1p53)
		return ct_value_int((int64_t)number.value);
	if (!number.is_tensor)
		return ct_value_float(number.value);
	return ct_value_tensor(CT_E(scalar_tensor, number.value, .dtype = ct_tensor_dtype(like),
				    .device = ct_tensor_device(like)));
}

static void set(ct_value *state, const char *name, ct_value value)
{
	CT_DO(ct_value_dict_set(state, ct_value_string(name), value));
}

/* A NaN that is a tensor is a result. */
static bool is_set(struct ct_lbfgs_number number)
{
	return number.is_tensor || !isnan(number.value);
}

static void set_numbers(ct_value *state, const char *name, const struct ct_lbfgs_number *numbers,
			int64_t n, const ct_tensor *like)
{
	ct_value list = ct_value_list_new();

	for (int64_t i = 0; i < n; i++)
		CT_DO(ct_value_list_append(&list, is_set(numbers[i])
							  ? number_value(numbers[i], like)
							  : ct_value_none()));
	CT_DO(ct_value_dict_move(state, ct_value_string(name), &list));
	ct_value_free(&list);
}

/* A step that is the rate, which is a tensor, is that tensor. */
static ct_value step_value(const struct ct_lbfgs_state *r, const ct_value *lr)
{
	double rate = NAN;

	if (lr->kind == CT_VALUE_TENSOR && r->t.is_tensor)
		CT_DO(ct_optim_number_of(lr, &rate));
	return r->t.value == rate ? ct_value_borrow(lr) : number_value(r->t, r->d);
}

static void set_directions(ct_value *state, const struct ct_lbfgs_state *r, const ct_value *lr)
{
	set(state, "d", ct_value_tensor(r->d));
	set(state, "t", step_value(r, lr));
	set(state, "old_dirs", ct_value_tensors(CT_TENSORS_OF(r->dirs, r->len)));
	set(state, "old_stps", ct_value_tensors(CT_TENSORS_OF(r->steps, r->len)));
	set_numbers(state, "ro", r->ro, r->len, r->d);
	set(state, "H_diag", number_value(r->h_diag, r->d));
	set(state, "prev_flat_grad", ct_value_tensor(r->prev_gradient));
	set(state, "prev_loss", ct_value_float(r->prev_loss));
}

static void set_no_directions(ct_value *state)
{
	static const char *const names[] = { "d",  "t",      "old_dirs",       "old_stps",
					     "ro", "H_diag", "prev_flat_grad", "prev_loss" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		set(state, names[i], ct_value_none());
}

/* New keys come last, in Python's order. */
ct_error ct_lbfgs_remember(const struct ct_lbfgs_state *r, const ct_value *lr, ct_value *state)
{
	ct_value made = ct_value_dict_new();
	ct_error error;

	if (!ct_value_is_none(state)) {
		ct_value_free(&made);
		CT_TRY(ct_value_copy(state, &made));
	}
	set(&made, "func_evals", ct_value_int(r->func_evals));
	set(&made, "n_iter", ct_value_int(r->n_iter));
	if (r->has_al)
		set_numbers(&made, "al", r->al, r->al_len, r->d);
	if (r->d)
		set_directions(&made, r, lr);
	else if (r->has_searched)
		set_no_directions(&made);
	error = CT_DONE();
	if (error) {
		ct_value_free(&made);
		return error;
	}
	ct_value_free(state);
	*state = made;
	return NULL;
}
