/*
 * LBFGS: the steps.
 */
#include <math.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "operators/value/value.h"
#include "optim/algorithms/lbfgs.h"
#include "optim/algorithms/lbfgs_state.h"

/* Python fills "al" with None up to the size of the history. Where that is larger, the list has
 * what is set. */
enum { AL_PADDED = 1 << 16 };

/* --- arguments -------------------------------------------------------------------------------- */

static ct_error lbfgs_check(const void *args)
{
	const struct ct_args_optim_LBFGS_ *a = args;

	return ct_optim_require(a->lr >= 0, "learning rate", a->lr);
}

/* Python's max_iter * 5 // 4, or the largest number. */
static int64_t evaluations_for(int64_t max_iter)
{
	int64_t fourth = max_iter / 4 - (max_iter % 4 < 0), result;

	return __builtin_add_overflow(max_iter, fourth, &result) ? INT64_MAX : result;
}

static ct_error lbfgs_complete(ct_value *options)
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

static ct_error lbfgs_check_group(const ct_optimizer *self, const struct ct_optim_group *group)
{
	(void)group;
	if (self->groups_len == 0)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "LBFGS doesn't support per-parameter options (parameter groups)");
}

/* --- the direction ---------------------------------------------------------------------------- */

/* Forgets the oldest. */
static void shift(struct ct_lbfgs_state *r)
{
	r->len--;
	memmove(r->dirs, r->dirs + 1, (size_t)r->len * sizeof *r->dirs);
	memmove(r->steps, r->steps + 1, (size_t)r->len * sizeof *r->steps);
	memmove(r->ro, r->ro + 1, (size_t)r->len * sizeof *r->ro);
}

/* Room for one more. A list that is longer than the history, from a state dict, grows as in
 * Python. */
static ct_error make_room_for_one(struct ct_lbfgs_state *r)
{
	if (r->len == r->most && r->len == 0)
		return CT_RAISED(CT_ERROR_INDEX, "pop from empty list\n" CT_HINT_PREFIX
						 "history_size must be at least 1");
	if (r->len == r->most)
		shift(r);
	return r->len < r->room ? NULL : ct_lbfgs_make_room(r, 2 * r->room + 4);
}

static void update_history(const struct ct_lbfgs *l, struct ct_lbfgs_state *r,
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
static ct_error begin_al(struct ct_lbfgs_state *r)
{
	const int64_t padded = r->most < AL_PADDED ? r->most : 0;

	if (!r->has_al && padded > 0)
		CT_TRY(ct_lbfgs_lengthen_al(r, padded));
	r->has_al = true;
	if (r->len <= r->al_len)
		return NULL;
	if (r->len > r->most)
		return CT_RAISED(CT_ERROR_INDEX,
				 "list assignment index out of range\n" CT_HINT_PREFIX
				 "history_size is %lld, but the state has more directions",
				 (long long)r->most);
	return ct_lbfgs_lengthen_al(r, r->len);
}

/* The inverse Hessian, as far as it is known, times the negative gradient. */
static ct_tensor *two_loops(const struct ct_lbfgs *l, struct ct_lbfgs_state *r,
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

static ct_error lbfgs_read_rate(const struct ct_optim_block *block, struct iteration *it)
{
	ct_value lr;

	CT_TRY(ct_value_dict_get(&block->group->options, ct_value_string("lr"), &lr));
	return ct_lbfgs_get_number(&lr, &it->lr);
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
	CT_TRY(CT_DONE());
	if (it->max_eval < 0) /* like 0: there is one evaluation */
		it->max_eval = 0;
	if (search && strcmp(search, "strong_wolfe") != 0)
		return CT_RAISED(CT_ERROR_RUNTIME, "only 'strong_wolfe' is supported");
	return lbfgs_read_rate(block, it);
}

static bool is_optimal(const struct ct_lbfgs *l, const struct iteration *it)
{
	return ct_lbfgs_at_most(l, ct_lbfgs_largest(it->gradient),
				ct_lbfgs_float(it->tolerance_grad));
}

static void find_direction(const struct ct_lbfgs *l, struct ct_lbfgs_state *r, struct iteration *it)
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
static struct ct_lbfgs_number first_guess(const struct ct_lbfgs *l, const struct ct_lbfgs_state *r,
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
static ct_error go(const struct ct_lbfgs *l, struct ct_lbfgs_state *r, struct iteration *it,
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

static ct_error iterate(const struct ct_lbfgs *l, struct ct_lbfgs_state *r, struct iteration *it)
{
	bool is_last = false;

	while (it->n < it->max_iter && !is_last) {
		struct ct_lbfgs_number gtd, moved;
		int64_t calls;

		it->n++;
		find_direction(l, r, it);
		r->t = first_guess(l, r, it);
		gtd = ct_lbfgs_dot(it->gradient, r->d);
		CT_TRY(CT_DONE());
		if (ct_lbfgs_less(l, ct_lbfgs_float(-it->tolerance_change), gtd))
			break;
		CT_TRY(go(l, r, it, gtd, &calls));
		it->evaluations += calls;
		r->func_evals += calls;
		moved = ct_lbfgs_largest(CT_E(mul, r->d, r->t.value));
		is_last = it->evaluations >= it->max_eval || is_optimal(l, it) ||
			  ct_lbfgs_at_most(l, moved, ct_lbfgs_float(it->tolerance_change)) ||
			  fabs(it->loss - r->prev_loss) < it->tolerance_change;
		CT_TRY(CT_DONE());
	}
	return NULL;
}

/* `lr` is the option. */
static ct_error step_all(const struct ct_lbfgs *l, struct iteration *it, const ct_value *lr,
			 struct ct_lbfgs_memory *memory, ct_tensor **loss)
{
	struct ct_lbfgs_state r;

	CT_TRY(ct_lbfgs_evaluate(l, loss, &it->loss, &it->gradient));
	it->loss = l->maximize ? -it->loss : it->loss;
	it->evaluations = 1;
	CT_TRY(ct_lbfgs_recall(&memory->state, it->history_size, &r));
	r.func_evals++;
	r.has_searched = !is_optimal(l, it);
	if (r.has_searched)
		CT_TRY(iterate(l, &r, it));
	CT_TRY(CT_DONE());
	return ct_lbfgs_remember(&r, lr, &memory->state);
}

/* The closure may replace the group and the state: what the step needs of them is copied or
 * held. */
static ct_error lbfgs_begin(ct_optimizer *self, struct ct_lbfgs *l, struct iteration *it,
			    ct_value *lr)
{
	struct ct_optim_group *group = self->groups[0];
	const struct ct_optim_block block = { .optimizer = self, .group = group };
	const ct_dtype dtype = ct_tensor_dtype(group->params[0]);
	ct_value option;

	CT_TRY(read_options(&block, it));
	l->is_single = dtype != CT_FLOAT64 && dtype != CT_COMPLEX128;
	l->maximize = ct_optim_reads(group, "maximize");
	l->len = group->len;
	l->params = ct_given_array(group->len, sizeof *l->params);
	if (l->params == NULL)
		return ct_no_memory(NULL, "for a step");
	memcpy(l->params, group->params, (size_t)group->len * sizeof *l->params);
	if (ct_lbfgs_memory_of(self) == NULL) {
		struct ct_lbfgs_memory *memory = ct_lbfgs_memory_new();

		if (memory == NULL)
			return ct_no_memory(NULL, "for a state");
		*(struct ct_lbfgs_memory **)(void *)self->data = memory;
	}
	CT_TRY(ct_value_dict_get(&group->options, ct_value_string("lr"), &option));
	return ct_value_copy(&option, lr);
}

static ct_error lbfgs_step(ct_optimizer *self, ct_optimizer_closure closure, void *context,
			   ct_tensor **loss)
{
	struct ct_lbfgs l = { .optimizer = self, .closure = closure, .context = context };
	ct_value lr = ct_value_none();
	struct ct_lbfgs_memory *memory;
	struct iteration it;
	ct_error error;

	if (closure == NULL)
		return CT_RAISED(CT_ERROR_TYPE,
				 "LBFGS.step() missing 1 required positional argument: 'closure'");
	CT_OWN_SCOPE(NULL);
	CT_TRY(lbfgs_begin(self, &l, &it, &lr));
	memory = ct_lbfgs_memory_of(self);
	memory->references++;
	error = step_all(&l, &it, &lr, memory, loss);
	ct_lbfgs_memory_drop(memory);
	ct_value_free(&lr);
	if (error == NULL)
		ct_scope_move_up(*loss);
	return error;
}

const struct ct_optim_code ct_optim_LBFGS_code = {
	.check = lbfgs_check,
	.added = "maximize",
	.complete = lbfgs_complete,
	.check_group = lbfgs_check_group,
	.step = lbfgs_step,
	.save = ct_lbfgs_save,
	.load = ct_lbfgs_load,
	.exchange = ct_lbfgs_exchange,
	.drop = ct_lbfgs_memory_drop,
	.look_up = ct_lbfgs_look_up,
	.data_size = sizeof(struct ct_lbfgs_memory *),
	.release = ct_lbfgs_release,
	.takes_sparse = true,
};
