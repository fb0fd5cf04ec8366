/*
 * LBFGS: the steps. What it remembers is a dict, as in Python's state dict, where all of it is the
 * state of the first parameter.
 */
#include <math.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/dtype.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "memory/given.h"
#include "memory/own_scope.h"
#include "optim/lbfgs.h"

/* The optimizer's data: a dict, or None before the first step. */
struct memory {
	ct_value state;
};

/* What a step reads from it, and writes to it. */
struct remembered {
	int64_t func_evals, n_iter;
	ct_tensor *d, *prev_gradient; /* NULL: not yet */
	struct ct_lbfgs_number t, h_diag;
	ct_tensor **dirs, **steps; /* `len`, at most `most` */
	struct ct_lbfgs_number *ro,
		*al; /* likewise; of `al` `most`, which are NaN if they are not set */
	int64_t len, most;
	double prev_loss;
	bool has_al;
	bool has_searched; /* unless the gradient was small enough at once */
};

/* --- arguments -------------------------------------------------------------------------------- */

static ct_error check(const void *args)
{
	const struct ct_args_optim_LBFGS *a = args;

	return ct_optim_require(a->lr >= 0, "learning rate", a->lr);
}

static ct_error complete(ct_value *options)
{
	const ct_value key = ct_value_string("max_eval");
	ct_value value;
	int64_t most;

	CT_TRY(ct_value_dict_get(options, key, &value));
	if (!ct_value_is_none(&value))
		return NULL;
	CT_TRY(ct_value_dict_get(options, ct_value_string("max_iter"), &value));
	CT_TRY(ct_value_as_int(&value, &most));
	return ct_value_dict_set(options, key, ct_value_int(most * 5 / 4));
}

static ct_error check_group(const ct_optimizer *self, const struct ct_optim_group *group)
{
	(void)group;
	if (self->groups_len == 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "LBFGS",
			    "LBFGS doesn't support per-parameter options (parameter groups)");
}

/* --- the function ----------------------------------------------------------------------------- */

ct_error ct_lbfgs_move(const struct ct_lbfgs *l, double step, const ct_tensor *direction)
{
	int64_t begin = 0;

	for (int64_t i = 0; i < l->block->len; i++) {
		ct_tensor *param = l->block->params[i];
		int64_t n;

		if (ct_dtype_is_complex(ct_tensor_dtype(param)))
			CT_TRY(CT(view_as_real, &param, param));
		n = ct_tensor_numel(param);
		CT_E(add_, param, CT_E(view_as, CT_E(narrow, direction, 0, begin, n), param),
		     .alpha = CT_S(step));
		begin += n;
	}
	return CT_FINISH(NULL, NULL);
}

/* The gradient of a parameter as a vector of real numbers; zeros if it has none. */
static ct_tensor *flat_gradient(const ct_tensor *param)
{
	ct_tensor *grad = CT_F(ct_tensor_grad, param);

	if (grad == NULL)
		grad = CT_E(zeros_like, param);
	if (ct_tensor_layout(grad) != CT_STRIDED)
		grad = CT_E(to_dense, grad);
	if (ct_dtype_is_complex(ct_tensor_dtype(param)))
		grad = CT_E(view_as_real, grad);
	return CT_E(reshape, grad, CT_L(-1));
}

static ct_error gather(const struct ct_lbfgs *l, ct_tensor **result)
{
	ct_tensor **all = ct_given_new((size_t)l->block->len * sizeof(ct_tensor *)), *flat;

	if (all == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "LBFGS", "no memory for gradients");
	for (int64_t i = 0; i < l->block->len; i++)
		all[i] = flat_gradient(l->block->params[i]);
	flat = CT_E(cat, CT_TENSORS_OF(all, l->block->len));
	return CT_FINISH(l->maximize ? CT_E(neg, flat) : flat, result);
}

ct_error ct_lbfgs_evaluate(const struct ct_lbfgs *l, ct_tensor **returned, double *loss,
			   ct_tensor **gradient)
{
	ct_tensor *made = NULL;

	CT_TRY(ct_optim_call_closure(l->closure, l->context, &made));
	*loss = CT_ITEM(made);
	CT_TRY(CT_FINISH(NULL, NULL));
	*loss = l->maximize ? -*loss : *loss;
	if (returned)
		*returned = made;
	return gather(l, gradient);
}

/* --- remembering ------------------------------------------------------------------------------ */

static ct_error get_number(const ct_value *value, struct ct_lbfgs_number *result)
{
	ct_tensor *tensor;

	result->is_tensor = value->kind == CT_VALUE_TENSOR;
	if (!result->is_tensor)
		return ct_value_as_float(value, &result->value);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	result->value = CT_ITEM(tensor);
	return CT_FINISH(NULL, NULL);
}

/* An item of a list in the state. */
static ct_error get_item(const ct_value *state, const char *name, int64_t i, ct_value *result)
{
	ct_value list;

	CT_TRY(ct_value_dict_get(state, ct_value_string(name), &list));
	return ct_value_item(&list, i, result);
}

static ct_error get_history(const ct_value *state, struct remembered *r)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(state, ct_value_string("old_dirs"), &value));
	r->len = ct_value_len(&value);
	if (r->len > r->most)
		return ct_error_new(CT_ERROR_VALUE, "LBFGS",
				    "the state has %lld old directions, and history_size is %lld",
				    (long long)r->len, (long long)r->most);
	for (int64_t i = 0; i < r->len; i++) {
		CT_TRY(get_item(state, "old_dirs", i, &value));
		CT_TRY(ct_value_as_tensor(&value, &r->dirs[i]));
		CT_TRY(get_item(state, "old_stps", i, &value));
		CT_TRY(ct_value_as_tensor(&value, &r->steps[i]));
		CT_TRY(get_item(state, "ro", i, &value));
		CT_TRY(get_number(&value, &r->ro[i]));
	}
	return NULL;
}

static ct_error get_al(const ct_value *state, struct remembered *r)
{
	ct_value list, value;

	r->has_al = ct_value_dict_has(state, ct_value_string("al"));
	if (!r->has_al)
		return NULL;
	CT_TRY(ct_value_dict_get(state, ct_value_string("al"), &list));
	for (int64_t i = 0; i < r->most && i < ct_value_len(&list); i++) {
		CT_TRY(ct_value_item(&list, i, &value));
		if (!ct_value_is_none(&value))
			CT_TRY(get_number(&value, &r->al[i]));
	}
	return NULL;
}

static ct_error get_int(const ct_value *state, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(state, ct_value_string(name), &value));
	return ct_value_as_int(&value, result);
}

static ct_error get_directions(const ct_value *state, struct remembered *r)
{
	ct_value value;

	CT_TRY(ct_value_dict_get(state, ct_value_string("d"), &value));
	CT_TRY(ct_value_as_tensor(&value, &r->d));
	CT_TRY(ct_value_dict_get(state, ct_value_string("prev_flat_grad"), &value));
	CT_TRY(ct_value_as_tensor(&value, &r->prev_gradient));
	CT_TRY(ct_value_dict_get(state, ct_value_string("t"), &value));
	CT_TRY(get_number(&value, &r->t));
	CT_TRY(ct_value_dict_get(state, ct_value_string("H_diag"), &value));
	CT_TRY(get_number(&value, &r->h_diag));
	CT_TRY(ct_value_dict_get(state, ct_value_string("prev_loss"), &value));
	CT_TRY(ct_value_as_float(&value, &r->prev_loss));
	CT_TRY(get_history(state, r));
	return get_al(state, r);
}

/* With max_iter=0 it is None. */
static bool has_direction(const ct_value *state)
{
	ct_value d = ct_value_none();

	if (ct_value_dict_has(state, ct_value_string("d")))
		ct_error_free(ct_value_dict_get(state, ct_value_string("d"), &d));
	return !ct_value_is_none(&d);
}

static ct_error recall(const ct_value *state, int64_t most, struct remembered *r)
{
	const size_t room = (size_t)(most + 1);

	*r = (struct remembered){ .most = most, .h_diag = ct_lbfgs_float(1) };
	r->dirs = ct_given_new(2 * room * sizeof(ct_tensor *));
	r->ro = ct_given_new(2 * room * sizeof *r->ro);
	if (r->dirs == NULL || r->ro == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "LBFGS", "no memory for a step");
	r->steps = r->dirs + room;
	r->al = r->ro + room;
	for (int64_t i = 0; i < most; i++)
		r->al[i] = ct_lbfgs_float(NAN);
	if (ct_value_is_none(state))
		return NULL;
	CT_TRY(get_int(state, "func_evals", &r->func_evals));
	CT_TRY(get_int(state, "n_iter", &r->n_iter));
	return has_direction(state) ? get_directions(state, r) : NULL;
}

/* A part of a formula; `like` has the dtype. The tensor belongs to the scope. */
static ct_value number_value(struct ct_lbfgs_number number, const ct_tensor *like)
{
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

/* A step that is the rate is what the option is: an int, if that is one. */
static ct_value step_value(const struct remembered *r, const struct ct_optim_block *block)
{
	ct_value lr = ct_value_none();

	if (r->t.is_tensor || r->t.value != ct_optim_float(block, "lr"))
		return number_value(r->t, r->d);
	CT_DO(ct_value_dict_get(&block->group->options, ct_value_string("lr"), &lr));
	return lr;
}

static void set_directions(ct_value *state, const struct remembered *r,
			   const struct ct_optim_block *block)
{
	set(state, "d", ct_value_tensor(r->d));
	set(state, "t", step_value(r, block));
	set(state, "old_dirs", ct_value_tensors(r->dirs, r->len));
	set(state, "old_stps", ct_value_tensors(r->steps, r->len));
	set_numbers(state, "ro", r->ro, r->len, r->d);
	set(state, "H_diag", r->h_diag.is_tensor ? number_value(r->h_diag, r->d) : ct_value_int(1));
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
static ct_error remember(const struct remembered *r, const struct ct_optim_block *block,
			 ct_value *state)
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
		set_numbers(&made, "al", r->al, r->most, r->d);
	if (r->d)
		set_directions(&made, r, block);
	else if (r->has_searched)
		set_no_directions(&made);
	error = CT_FINISH(NULL, NULL);
	if (error) {
		ct_value_free(&made);
		return error;
	}
	ct_value_free(state);
	*state = made;
	return NULL;
}

/* --- the direction ---------------------------------------------------------------------------- */

/* Forgets the oldest. */
static void shift(struct remembered *r)
{
	r->len--;
	memmove(r->dirs, r->dirs + 1, (size_t)r->len * sizeof *r->dirs);
	memmove(r->steps, r->steps + 1, (size_t)r->len * sizeof *r->steps);
	memmove(r->ro, r->ro + 1, (size_t)r->len * sizeof *r->ro);
}

static void update_history(const struct ct_lbfgs *l, struct remembered *r,
			   const ct_tensor *gradient)
{
	ct_tensor *y = CT_E(sub, gradient, r->prev_gradient), *s = CT_E(mul, r->d, r->t.value);
	const struct ct_lbfgs_number ys = ct_lbfgs_dot(y, s);

	if (!ct_lbfgs_less(l, ct_lbfgs_float(1e-10), ys))
		return;
	if (r->len == r->most)
		shift(r);
	r->dirs[r->len] = y;
	r->steps[r->len] = s;
	r->ro[r->len++] = ct_lbfgs_div(l, ct_lbfgs_float(1), ys);
	r->h_diag = ct_lbfgs_div(l, ys, ct_lbfgs_dot(y, y));
}

/* The inverse Hessian, as far as it is known, times the negative gradient. */
static ct_tensor *two_loops(const struct ct_lbfgs *l, struct remembered *r,
			    const ct_tensor *gradient)
{
	ct_tensor *q = CT_E(neg, gradient);

	r->has_al = true;
	for (int64_t i = r->len - 1; i >= 0; i--) {
		r->al[i] = ct_lbfgs_mul(l, ct_lbfgs_dot(r->steps[i], q), r->ro[i]);
		CT_E(add_, q, r->dirs[i], .alpha = CT_S(-r->al[i].value));
	}
	q = CT_E(mul, q, r->h_diag.value);
	for (int64_t i = 0; i < r->len; i++) {
		const struct ct_lbfgs_number be = ct_lbfgs_mul(l, ct_lbfgs_dot(r->dirs[i], q),
							       r->ro[i]);

		CT_E(add_, q, r->steps[i], .alpha = CT_S(ct_lbfgs_sub(l, r->al[i], be).value));
	}
	return q;
}

/* --- a step ----------------------------------------------------------------------------------- */

/* The options, and what changes from iteration to iteration. */
struct iteration {
	double lr, tolerance_grad, tolerance_change;
	int64_t max_iter, max_eval, evaluations, n;
	bool searches;
	double loss;
	ct_tensor *gradient;
};

static ct_error read_options(const struct ct_optim_block *block, struct iteration *it)
{
	const char *search = ct_optim_string(block, "line_search_fn");

	*it = (struct iteration){ .lr = ct_optim_float(block, "lr"),
				  .tolerance_grad = ct_optim_float(block, "tolerance_grad"),
				  .tolerance_change = ct_optim_float(block, "tolerance_change"),
				  .max_iter = ct_optim_int(block, "max_iter"),
				  .max_eval = ct_optim_int(block, "max_eval"),
				  .searches = search != NULL };
	CT_TRY(CT_FINISH(NULL, NULL));
	if (search && strcmp(search, "strong_wolfe") != 0)
		return ct_error_new(CT_ERROR_RUNTIME, "LBFGS", "only 'strong_wolfe' is supported");
	return NULL;
}

static bool is_optimal(const struct ct_lbfgs *l, const struct iteration *it)
{
	return ct_lbfgs_at_most(l, ct_lbfgs_largest(it->gradient),
				ct_lbfgs_float(it->tolerance_grad));
}

static void find_direction(const struct ct_lbfgs *l, struct remembered *r, struct iteration *it)
{
	if (++r->n_iter == 1) {
		r->d = CT_E(neg, it->gradient);
		r->len = 0;
		r->h_diag = ct_lbfgs_float(1);
	} else {
		update_history(l, r, it->gradient);
		r->d = two_loops(l, r, it->gradient);
	}
	r->prev_gradient = CT_E(clone, it->gradient, .memory_format = CT_CONTIGUOUS_FORMAT);
	r->prev_loss = it->loss;
}

/* The first step is short, since nothing is known of the scale. */
static struct ct_lbfgs_number first_guess(const struct ct_lbfgs *l, const struct remembered *r,
					  const struct iteration *it)
{
	struct ct_lbfgs_number sum;

	if (r->n_iter > 1)
		return ct_lbfgs_float(it->lr);
	sum = (struct ct_lbfgs_number){ CT_ITEM(CT_E(sum, CT_E(abs, it->gradient))), true };
	return ct_lbfgs_mul(
		l, ct_lbfgs_min(l, ct_lbfgs_float(1), ct_lbfgs_div(l, ct_lbfgs_float(1), sum)),
		ct_lbfgs_float(it->lr));
}

/* Sets how often the function was called. */
static ct_error go(const struct ct_lbfgs *l, struct remembered *r, struct iteration *it,
		   struct ct_lbfgs_number gtd, int64_t *calls)
{
	struct ct_line line = { r->d, r->t, it->loss, it->gradient, gtd, 0 };

	*calls = 0;
	if (it->searches) {
		CT_TRY(ct_lbfgs_strong_wolfe(l, &line, it->tolerance_change,
					     it->max_eval - it->evaluations));
		r->t = line.t;
		it->loss = line.f;
		it->gradient = line.g;
		*calls = line.evaluations;
		return ct_lbfgs_move(l, r->t.value, r->d);
	}
	CT_TRY(ct_lbfgs_move(l, r->t.value, r->d));
	if (it->n == it->max_iter) /* nothing needs its value */
		return NULL;
	*calls = 1;
	return ct_lbfgs_evaluate(l, NULL, &it->loss, &it->gradient);
}

static ct_error iterate(const struct ct_lbfgs *l, struct remembered *r, struct iteration *it)
{
	bool is_last = false;

	while (it->n < it->max_iter && !is_last) {
		struct ct_lbfgs_number gtd, moved;
		int64_t calls;

		it->n++;
		find_direction(l, r, it);
		r->t = first_guess(l, r, it);
		gtd = ct_lbfgs_dot(it->gradient, r->d);
		CT_TRY(CT_FINISH(NULL, NULL));
		if (ct_lbfgs_less(l, ct_lbfgs_float(-it->tolerance_change), gtd))
			break;
		CT_TRY(go(l, r, it, gtd, &calls));
		it->evaluations += calls;
		r->func_evals += calls;
		moved = ct_lbfgs_largest(CT_E(mul, r->d, r->t.value));
		is_last = it->evaluations >= it->max_eval || is_optimal(l, it) ||
			  ct_lbfgs_at_most(l, moved, ct_lbfgs_float(it->tolerance_change)) ||
			  fabs(it->loss - r->prev_loss) < it->tolerance_change;
		CT_TRY(CT_FINISH(NULL, NULL));
	}
	return NULL;
}

static ct_error step_all(const struct ct_lbfgs *l, ct_value *state, ct_tensor **loss)
{
	const int64_t most = ct_optim_int(l->block, "history_size");
	struct remembered r;
	struct iteration it;

	CT_TRY(read_options(l->block, &it));
	CT_TRY(recall(state, most, &r));
	CT_TRY(ct_lbfgs_evaluate(l, loss, &it.loss, &it.gradient));
	it.evaluations = 1;
	r.func_evals++;
	r.has_searched = !is_optimal(l, &it);
	if (r.has_searched)
		CT_TRY(iterate(l, &r, &it));
	CT_TRY(CT_FINISH(NULL, NULL));
	return remember(&r, l->block, state);
}

static ct_error step(ct_optimizer *self, ct_optimizer_closure closure, void *context,
		     ct_tensor **loss)
{
	struct ct_optim_group *group = self->groups[0];
	const struct ct_optim_block block = {
		.optimizer = self, .group = group, .params = group->params, .len = group->len
	};
	const ct_dtype dtype = ct_tensor_dtype(group->params[0]);
	struct memory *memory = (struct memory *)self->data;
	struct ct_lbfgs l = { self, &block, closure, context, true, false };

	if (closure == NULL)
		return ct_error_new(
			CT_ERROR_TYPE, "LBFGS",
			"LBFGS.step() missing 1 required positional argument: 'closure'");
	CT_OWN_SCOPE("LBFGS");
	l.is_single = dtype != CT_FLOAT64 && dtype != CT_COMPLEX128;
	l.maximize = ct_optim_reads(group, "maximize");
	CT_TRY(step_all(&l, &memory->state, loss));
	ct_scope_move_up(*loss);
	return NULL;
}

/* --- state dicts ------------------------------------------------------------------------------ */

/* The number of the first parameter. */
static ct_value key_of(const ct_optimizer *self)
{
	return ct_value_int(ct_optim_place(self->groups[0], 0));
}

static ct_error save(const ct_optimizer *self, ct_value *state)
{
	const struct memory *memory = (const struct memory *)self->data;

	return ct_value_is_none(&memory->state)
		       ? NULL
		       : ct_value_dict_set(state, key_of(self), memory->state);
}

static ct_error convert(const struct ct_optim_group *group, const char *name, const ct_value *value,
			ct_value *result)
{
	ct_tensor *tensor;

	*result = ct_value_borrow(value);
	if (value->kind != CT_VALUE_TENSOR)
		return NULL;
	CT_TRY(ct_value_as_tensor(value, &tensor));
	CT_TRY(ct_optim_convert(group, 0, name, tensor, &tensor));
	*result = ct_value_tensor(tensor);
	return NULL;
}

static ct_error convert_list(const struct ct_optim_group *group, const char *name,
			     const ct_value *list, ct_value *result)
{
	ct_value item, converted;

	for (int64_t i = 0; i < ct_value_len(list); i++) {
		CT_TRY(ct_value_item(list, i, &item));
		CT_TRY(convert(group, name, &item, &converted));
		CT_TRY(ct_value_list_append(result, converted));
	}
	return NULL;
}

static ct_error convert_item(const struct ct_optim_group *group, ct_value key,
			     const ct_value *value, ct_value *result)
{
	ct_value converted;
	const char *name;
	ct_error error;

	CT_TRY(ct_value_as_string(&key, &name, NULL));
	if (strcmp(ct_value_type_name(value), "list") != 0) {
		CT_TRY(convert(group, name, value, &converted));
		return ct_value_dict_set(result, key, converted);
	}
	converted = ct_value_list_new();
	error = convert_list(group, name, value, &converted);
	if (error == NULL)
		error = ct_value_dict_move(result, key, &converted);
	ct_value_free(&converted);
	return error;
}

/* Tensors become those of the parameter's dtype and device. */
static ct_error convert_all(const struct ct_optim_group *group, const ct_value *dict,
			    ct_value *result)
{
	ct_value key, value;

	for (int64_t i = 0; i < ct_value_len(dict); i++) {
		CT_TRY(ct_value_dict_item(dict, i, &key, &value));
		CT_TRY(convert_item(group, key, &value, result));
	}
	return NULL;
}

static ct_error load(ct_optimizer *self, const ct_value *state, ct_value *made)
{
	struct remembered r;
	ct_value first;

	if (ct_value_len(state) == 0)
		return NULL;
	CT_TRY(ct_value_dict_get(state, key_of(self), &first));
	*made = ct_value_dict_new();
	CT_TRY(convert_all(self->groups[0], &first, made));
	return recall(made, INT16_MAX, &r); /* that it has what a step reads */
}

static void exchange(ct_optimizer *self, ct_value *other)
{
	struct memory *memory = (struct memory *)self->data;
	const ct_value own = memory->state;

	memory->state = *other;
	*other = own;
}

/* There is one group, whose first parameter has the state of all. */
static const ct_value *look_up(const ct_optimizer *self, int64_t group, int64_t index)
{
	const struct memory *memory = (const struct memory *)self->data;

	(void)group;
	return index == 0 && !ct_value_is_none(&memory->state) ? &memory->state : NULL;
}

static void release(void *data)
{
	ct_value_free(&((struct memory *)data)->state);
}

const struct ct_optim_code ct_optim_LBFGS_code = {
	.check = check,
	.added = "maximize",
	.complete = complete,
	.check_group = check_group,
	.step = step,
	.save = save,
	.load = load,
	.exchange = exchange,
	.look_up = look_up,
	.data_size = sizeof(struct memory),
	.release = release,
	.takes_sparse = true,
};
