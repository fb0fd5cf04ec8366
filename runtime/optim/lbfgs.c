/*
 * LBFGS: the steps. What it remembers is a dict, as in Python's state dict, where all of it is the
 * state of the first parameter.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/dtype.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "base/error_make.h"
#include "memory/expression.h"
#include "memory/given.h"
#include "memory/own_scope.h"
#include "optim/lbfgs.h"
#include "value/value.h"

/* The optimizer's data is a pointer to it; NULL: it has not made a step. As in Python a step goes on
 * with the state that it began with, even if its closure loads another one. */
struct memory {
	int references; /* of the optimizer, and of steps */
	ct_value state; /* a dict, or None before the end of the first step */
};

/* What a step reads from it, and writes to it. There may be fewer directions than the history has
 * room for, which is a number from a file: only what is there needs memory. */
struct remembered {
	int64_t func_evals, n_iter;
	ct_tensor *d, *prev_gradient; /* NULL: not yet */
	struct ct_lbfgs_number t, h_diag;
	ct_tensor **dirs, **steps;  /* `len`, with room for `room` */
	struct ct_lbfgs_number *ro; /* likewise */
	struct ct_lbfgs_number *al; /* `al_len`; NaN: not set */
	int64_t len, room, al_len;
	int64_t most; /* history_size */
	double prev_loss;
	bool has_al;
	bool has_searched; /* unless the gradient was small enough at once */
};

/* Python fills "al" with None up to the size of the history. Where that is larger, the list has what is
 * set. */
enum { AL_PADDED = 1 << 16 };

static struct memory *memory_of(const ct_optimizer *self)
{
	return *(struct memory *const *)(const void *)self->data;
}

static void drop(void *own)
{
	struct memory *memory = own;

	if (memory == NULL || --memory->references > 0)
		return;
	ct_value_free(&memory->state);
	free(memory);
}

/* NULL: there is no memory. */
static struct memory *new_memory(void)
{
	struct memory *memory = calloc(1, sizeof *memory);

	if (memory)
		*memory = (struct memory){ 1, ct_value_none() };
	return memory;
}

static ct_error no_memory(const char *what)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "LBFGS", "no memory for %s", what);
}

/* --- arguments -------------------------------------------------------------------------------- */

static ct_error check(const void *args)
{
	const struct ct_args_optim_LBFGS *a = args;

	return ct_optim_require(a->lr >= 0, "learning rate", a->lr);
}

/* Python's max_iter * 5 // 4, or the largest number. */
static int64_t evaluations_for(int64_t max_iter)
{
	int64_t fourth = max_iter / 4 - (max_iter % 4 < 0), result;

	return __builtin_add_overflow(max_iter, fourth, &result) ? INT64_MAX : result;
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
	return ct_value_dict_set(options, key, ct_value_int(evaluations_for(most)));
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

	for (int64_t i = 0; i < l->len; i++) {
		ct_tensor *param = l->params[i];
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
	ct_tensor **all = ct_given_array(l->len, sizeof(ct_tensor *)), *flat;

	if (all == NULL)
		return no_memory("gradients");
	for (int64_t i = 0; i < l->len; i++)
		all[i] = flat_gradient(l->params[i]);
	flat = CT_E(cat, CT_TENSORS_OF(all, l->len));
	return CT_FINISH(ct_lbfgs_maximizes(l) ? CT_E(neg, flat) : flat, result);
}

bool ct_lbfgs_maximizes(const struct ct_lbfgs *l)
{
	return ct_optim_reads(l->optimizer->groups[0], "maximize");
}

ct_error ct_lbfgs_evaluate(const struct ct_lbfgs *l, ct_tensor **returned, double *loss,
			   ct_tensor **gradient)
{
	ct_tensor *made = NULL;

	CT_TRY(ct_optim_call_closure(l->closure, l->context, &made));
	*loss = CT_ITEM(made);
	CT_TRY(CT_FINISH(NULL, NULL));
	if (returned)
		*returned = made;
	return gather(l, gradient);
}

/* --- recalling -------------------------------------------------------------------------------- */

static ct_error get_number(const ct_value *value, struct ct_lbfgs_number *result)
{
	ct_tensor *tensor;

	*result = (struct ct_lbfgs_number){ .is_tensor = value->kind == CT_VALUE_TENSOR,
					    .is_int = value->kind == CT_VALUE_INT };
	if (!result->is_tensor)
		return ct_value_as_float(value, &result->value);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	result->value = CT_ITEM(tensor);
	return CT_FINISH(NULL, NULL);
}

static ct_error get(const ct_value *state, const char *name, ct_value *result)
{
	return ct_value_dict_get(state, ct_value_string(name), result);
}

static ct_error get_list(const ct_value *state, const char *name, ct_value *result)
{
	CT_TRY(get(state, name, result));
	if (!ct_value_is_sequence(result))
		return ct_error_new(CT_ERROR_TYPE, "LBFGS", "the state '%s' must be a list, not %s",
				    name, ct_value_type_name(result));
	return NULL;
}

/* A handle of the step's, since its closure may make a step, too, which replaces the state. */
static ct_error keep_tensor(const ct_value *value, ct_tensor **result)
{
	CT_TRY(ct_value_as_tensor(value, result));
	*result = ct_tensor_keep(*result);
	return *result ? NULL : no_memory("a state");
}

static ct_error get_tensor(const ct_value *state, const char *name, ct_tensor **result)
{
	ct_value value;

	CT_TRY(get(state, name, &value));
	return keep_tensor(&value, result);
}

static ct_error get_int(const ct_value *state, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(get(state, name, &value));
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

static ct_error make_room(struct remembered *r, int64_t room)
{
	r->dirs = grown(r->dirs, r->len, room, sizeof *r->dirs);
	r->steps = grown(r->steps, r->len, room, sizeof *r->steps);
	r->ro = grown(r->ro, r->len, room, sizeof *r->ro);
	if (r->dirs == NULL || r->steps == NULL || r->ro == NULL)
		return no_memory("directions");
	r->room = room;
	return NULL;
}

/* More items of "al", which are not set. */
static ct_error lengthen_al(struct remembered *r, int64_t len)
{
	r->al = grown(r->al, r->al_len, len, sizeof *r->al);
	if (r->al == NULL)
		return no_memory("directions");
	while (r->al_len < len)
		r->al[r->al_len++] = ct_lbfgs_float(NAN);
	return NULL;
}

static ct_error differ_in_length(int64_t dirs, int64_t steps, int64_t ro)
{
	return ct_error_new(CT_ERROR_INDEX, "LBFGS",
			    "the lists of the state differ in length: 'old_dirs' has %lld items, "
			    "'old_stps' %lld, 'ro' %lld",
			    (long long)dirs, (long long)steps, (long long)ro);
}

static ct_error get_history(const ct_value *state, struct remembered *r)
{
	ct_value dirs, steps, ro, item;
	int64_t n;

	CT_TRY(get_list(state, "old_dirs", &dirs));
	CT_TRY(get_list(state, "old_stps", &steps));
	CT_TRY(get_list(state, "ro", &ro));
	n = ct_value_len(&dirs);
	if (ct_value_len(&steps) != n || ct_value_len(&ro) != n)
		return differ_in_length(n, ct_value_len(&steps), ct_value_len(&ro));
	CT_TRY(make_room(r, n));
	for (; r->len < n; r->len++) {
		CT_TRY(ct_value_item(&dirs, r->len, &item));
		CT_TRY(keep_tensor(&item, &r->dirs[r->len]));
		CT_TRY(ct_value_item(&steps, r->len, &item));
		CT_TRY(keep_tensor(&item, &r->steps[r->len]));
		CT_TRY(ct_value_item(&ro, r->len, &item));
		CT_TRY(get_number(&item, &r->ro[r->len]));
	}
	return NULL;
}

static ct_error get_al(const ct_value *state, struct remembered *r)
{
	ct_value list, item;

	r->has_al = ct_value_dict_has(state, ct_value_string("al"));
	if (!r->has_al)
		return NULL;
	CT_TRY(get_list(state, "al", &list));
	CT_TRY(lengthen_al(r, ct_value_len(&list)));
	for (int64_t i = 0; i < r->al_len; i++) {
		CT_TRY(ct_value_item(&list, i, &item));
		if (!ct_value_is_none(&item))
			CT_TRY(get_number(&item, &r->al[i]));
	}
	return NULL;
}

static ct_error get_directions(const ct_value *state, struct remembered *r)
{
	ct_value value;

	CT_TRY(get_tensor(state, "d", &r->d));
	CT_TRY(get_tensor(state, "prev_flat_grad", &r->prev_gradient));
	CT_TRY(get(state, "t", &value));
	CT_TRY(get_number(&value, &r->t));
	CT_TRY(get(state, "H_diag", &value));
	CT_TRY(get_number(&value, &r->h_diag));
	CT_TRY(get(state, "prev_loss", &value));
	CT_TRY(ct_value_as_float(&value, &r->prev_loss));
	CT_TRY(get_history(state, r));
	return get_al(state, r);
}

/* With max_iter=0 it is None. */
static bool has_direction(const ct_value *state)
{
	ct_value d = ct_value_none();

	if (ct_value_dict_has(state, ct_value_string("d")))
		ct_error_free(get(state, "d", &d));
	return !ct_value_is_none(&d);
}

static ct_error recall(const ct_value *state, int64_t most, struct remembered *r)
{
	*r = (struct remembered){ .most = most, .h_diag = ct_lbfgs_int(1) };
	if (ct_value_is_none(state))
		return NULL;
	CT_TRY(get_int(state, "func_evals", &r->func_evals));
	CT_TRY(get_int(state, "n_iter", &r->n_iter));
	return has_direction(state) ? get_directions(state, r) : NULL;
}

/* --- remembering ------------------------------------------------------------------------------ */

/* A part of a formula; `like` has the dtype. The tensor belongs to the scope. */
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
static ct_value step_value(const struct remembered *r, const ct_value *lr)
{
	double rate = NAN;

	if (lr->kind == CT_VALUE_TENSOR && r->t.is_tensor)
		CT_DO(ct_optim_number_of(lr, &rate));
	return r->t.value == rate ? ct_value_borrow(lr) : number_value(r->t, r->d);
}

static void set_directions(ct_value *state, const struct remembered *r, const ct_value *lr)
{
	set(state, "d", ct_value_tensor(r->d));
	set(state, "t", step_value(r, lr));
	set(state, "old_dirs", ct_value_tensors(r->dirs, r->len));
	set(state, "old_stps", ct_value_tensors(r->steps, r->len));
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
static ct_error remember(const struct remembered *r, const ct_value *lr, ct_value *state)
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

/* Room for one more. A list that is longer than the history, from a state dict, grows as in Python. */
static ct_error make_room_for_one(struct remembered *r)
{
	if (r->len == r->most && r->len == 0)
		return ct_error_new(CT_ERROR_INDEX, "LBFGS",
				    "pop from empty list\n" CT_HINT_PREFIX
				    "history_size must be at least 1");
	if (r->len == r->most)
		shift(r);
	return r->len < r->room ? NULL : make_room(r, 2 * r->room + 4);
}

static void update_history(const struct ct_lbfgs *l, struct remembered *r,
			   const ct_tensor *gradient)
{
	ct_tensor *y = CT_E(sub, gradient, r->prev_gradient), *s = CT_E(mul, r->d, r->t.value);
	const struct ct_lbfgs_number ys = ct_lbfgs_dot(y, s);

	if (!ct_lbfgs_less(l, ct_lbfgs_float(1e-10), ys))
		return;
	CT_DO(make_room_for_one(r));
	if (ct_expression_failed())
		return;
	r->dirs[r->len] = y;
	r->steps[r->len] = s;
	r->ro[r->len++] = ct_lbfgs_div(l, ct_lbfgs_float(1), ys);
	r->h_diag = ct_lbfgs_div(l, ys, ct_lbfgs_dot(y, y));
}

/* Python's list does not grow, so a history that is larger than its size fails at its end. */
static ct_error begin_al(struct remembered *r)
{
	const int64_t padded = r->most < AL_PADDED ? r->most : 0;

	if (!r->has_al && padded > 0)
		CT_TRY(lengthen_al(r, padded));
	r->has_al = true;
	if (r->len <= r->al_len)
		return NULL;
	if (r->len > r->most)
		return ct_error_new(CT_ERROR_INDEX, "LBFGS",
				    "list assignment index out of range\n" CT_HINT_PREFIX
				    "history_size is %lld, and the state has more directions",
				    (long long)r->most);
	return lengthen_al(r, r->len);
}

/* The inverse Hessian, as far as it is known, times the negative gradient. */
static ct_tensor *two_loops(const struct ct_lbfgs *l, struct remembered *r,
			    const ct_tensor *gradient)
{
	ct_tensor *q = CT_E(neg, gradient);

	CT_DO(begin_al(r));
	if (ct_expression_failed())
		return NULL;
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
	struct ct_lbfgs_number lr;
	double tolerance_grad, tolerance_change;
	int64_t history_size, max_iter, max_eval, evaluations, n;
	bool searches;
	double loss;
	ct_tensor *gradient;
};

static ct_error read_rate(const struct ct_optim_block *block, struct iteration *it)
{
	ct_value lr;

	CT_TRY(get(&block->group->options, "lr", &lr));
	return get_number(&lr, &it->lr);
}

static ct_error read_options(const struct ct_optim_block *block, struct iteration *it)
{
	const char *search = ct_optim_string(block, "line_search_fn");

	*it = (struct iteration){ .tolerance_grad = ct_optim_float(block, "tolerance_grad"),
				  .tolerance_change = ct_optim_float(block, "tolerance_change"),
				  .history_size = ct_optim_int(block, "history_size"),
				  .max_iter = ct_optim_int(block, "max_iter"),
				  .max_eval = ct_optim_int(block, "max_eval"),
				  .searches = search != NULL };
	CT_TRY(CT_FINISH(NULL, NULL));
	if (it->max_eval < 0) /* like 0: there is one evaluation */
		it->max_eval = 0;
	if (search && strcmp(search, "strong_wolfe") != 0)
		return ct_error_new(CT_ERROR_RUNTIME, "LBFGS", "only 'strong_wolfe' is supported");
	return read_rate(block, it);
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
		r->h_diag = ct_lbfgs_int(1);
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

	if (r->n_iter != 1)
		return it->lr;
	sum = (struct ct_lbfgs_number){ CT_ITEM(CT_E(sum, CT_E(abs, it->gradient))),
					.is_tensor = true };
	return ct_lbfgs_mul(
		l, ct_lbfgs_min(l, ct_lbfgs_float(1), ct_lbfgs_div(l, ct_lbfgs_float(1), sum)),
		it->lr);
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
	CT_TRY(ct_lbfgs_evaluate(l, NULL, &it->loss, &it->gradient));
	it->loss = l->maximize ? -it->loss : it->loss;
	return NULL;
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

/* `lr` is the option. */
static ct_error step_all(const struct ct_lbfgs *l, struct iteration *it, const ct_value *lr,
			 struct memory *memory, ct_tensor **loss)
{
	struct remembered r;

	CT_TRY(ct_lbfgs_evaluate(l, loss, &it->loss, &it->gradient));
	it->loss = l->maximize ? -it->loss : it->loss;
	it->evaluations = 1;
	CT_TRY(recall(&memory->state, it->history_size, &r));
	r.func_evals++;
	r.has_searched = !is_optimal(l, it);
	if (r.has_searched)
		CT_TRY(iterate(l, &r, it));
	CT_TRY(CT_FINISH(NULL, NULL));
	return remember(&r, lr, &memory->state);
}

/* The closure may replace the group and the state: what the step needs of them is copied or held. */
static ct_error begin(ct_optimizer *self, struct ct_lbfgs *l, struct iteration *it, ct_value *lr)
{
	struct ct_optim_group *group = self->groups[0];
	const struct ct_optim_block block = { .optimizer = self, .group = group };
	const ct_dtype dtype = ct_tensor_dtype(group->params[0]);
	ct_value option;

	CT_TRY(read_options(&block, it));
	l->is_single = dtype != CT_FLOAT64 && dtype != CT_COMPLEX128;
	l->maximize = ct_optim_reads(group, "maximize");
	l->len = group->len;
	l->params = grown(group->params, group->len, group->len, sizeof *l->params);
	if (l->params == NULL)
		return no_memory("a step");
	if (memory_of(self) == NULL) {
		struct memory *memory = new_memory();

		if (memory == NULL)
			return no_memory("a state");
		*(struct memory **)(void *)self->data = memory;
	}
	CT_TRY(get(&group->options, "lr", &option));
	return ct_value_copy(&option, lr);
}

static ct_error step(ct_optimizer *self, ct_optimizer_closure closure, void *context,
		     ct_tensor **loss)
{
	struct ct_lbfgs l = { .optimizer = self, .closure = closure, .context = context };
	ct_value lr = ct_value_none();
	struct memory *memory;
	struct iteration it;
	ct_error error;

	if (closure == NULL)
		return ct_error_new(
			CT_ERROR_TYPE, "LBFGS",
			"LBFGS.step() missing 1 required positional argument: 'closure'");
	CT_OWN_SCOPE("LBFGS");
	CT_TRY(begin(self, &l, &it, &lr));
	memory = memory_of(self);
	memory->references++;
	error = step_all(&l, &it, &lr, memory, loss);
	drop(memory);
	ct_value_free(&lr);
	if (error == NULL)
		ct_scope_move_up(*loss);
	return error;
}

/* --- state dicts ------------------------------------------------------------------------------ */

/* The number of the first parameter. */
static ct_value key_of(const ct_optimizer *self)
{
	return ct_value_int(ct_optim_place(self->groups[0], 0));
}

static ct_error save(const ct_optimizer *self, ct_value *state)
{
	const struct memory *memory = memory_of(self);

	return memory == NULL || ct_value_is_none(&memory->state)
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

/* --- what a step could not use ---------------------------------------------------------------- */

/* How many real numbers the parameters have. */
static int64_t count_numbers(const struct ct_optim_group *group)
{
	int64_t n = 0;

	for (int64_t i = 0; i < group->len; i++) {
		const bool is_complex = ct_dtype_is_complex(ct_tensor_dtype(group->params[i]));

		n += (is_complex ? 2 : 1) * ct_tensor_numel(group->params[i]);
	}
	return n;
}

static ct_error check_vector(const char *name, const ct_tensor *vector, int64_t n)
{
	if (ct_tensor_layout(vector) == CT_STRIDED && ct_tensor_dim(vector) == 1 &&
	    ct_tensor_numel(vector) == n && ct_dtype_is_floating_point(ct_tensor_dtype(vector)))
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, "ct_optimizer_load_state_dict",
			    "the state '%s' of LBFGS must have dense vectors of %lld real numbers, "
			    "as many as the parameters have",
			    name, (long long)n);
}

/* Steps count on from there. */
static ct_error check_count(const char *name, int64_t count)
{
	if (count >= 0 && count < INT64_MAX / 2)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "ct_optimizer_load_state_dict",
			    "the state '%s' of LBFGS is a count, not %lld", name, (long long)count);
}

static ct_error check_recalled(const struct remembered *r, int64_t n)
{
	CT_TRY(check_count("func_evals", r->func_evals));
	CT_TRY(check_count("n_iter", r->n_iter));
	if (r->d == NULL)
		return r->n_iter ? ct_error_new(CT_ERROR_KEY, "ct_optimizer_load_state_dict", "'d'")
				 : NULL;
	CT_TRY(check_vector("d", r->d, n));
	CT_TRY(check_vector("prev_flat_grad", r->prev_gradient, n));
	for (int64_t i = 0; i < r->len; i++) {
		CT_TRY(check_vector("old_dirs", r->dirs[i], n));
		CT_TRY(check_vector("old_stps", r->steps[i], n));
	}
	return NULL;
}

static ct_error load(ct_optimizer *self, const ct_value *state, void **made)
{
	struct ct_optim_group *group = self->groups[0];
	struct memory *memory;
	struct remembered r;
	ct_value first;

	if (ct_value_len(state) == 0)
		return NULL;
	CT_TRY(ct_value_dict_get(state, key_of(self), &first));
	*made = memory = new_memory();
	if (memory == NULL)
		return no_memory("a state");
	memory->state = ct_value_dict_new();
	CT_TRY(convert_all(group, &first, &memory->state));
	CT_TRY(recall(&memory->state, 0, &r));
	return check_recalled(&r, count_numbers(group));
}

static void exchange(ct_optimizer *self, void **other)
{
	struct memory *own = memory_of(self);

	*(struct memory **)(void *)self->data = *other;
	*other = own;
}

/* There is one group, whose first parameter has the state of all. */
static const ct_value *look_up(const ct_optimizer *self, int64_t group, int64_t index)
{
	const struct memory *memory = memory_of(self);

	(void)group;
	return index == 0 && memory && !ct_value_is_none(&memory->state) ? &memory->state : NULL;
}

static void release(void *data)
{
	drop(*(struct memory **)data);
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
	.drop = drop,
	.look_up = look_up,
	.data_size = sizeof(struct memory *),
	.release = release,
	.takes_sparse = true,
};
