/*
 * A step: hooks, the closure, groups, blocks. What classes need for their state.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "base/error_make.h"
#include "base/lengths.h"
#include "base/no_memory.h"
#include "memory/expression.h"
#include "memory/given.h"
#include "memory/growth.h"
#include "memory/own_scope.h"
#include "module/module.h"
#include "optim/class.h"
#include "tensor/sizes.h"

/* The size of a block on a CPU. With the state of Adam it is 512 KiB of float32, which fits the L2
 * cache of a core. */
enum { BLOCK_ELEMENTS = 32 * 1024 };

/* --- state ------------------------------------------------------------------------------------ */

ct_error ct_optim_keep(const struct ct_optim_block *block, int slot, int64_t i,
		       const ct_tensor *tensor)
{
	struct ct_optim_group *group = block->group;
	const int64_t place = ct_optim_place(group, block->index[i]);

	CT_TRY(ct_optim_set_state(group, slot, place, tensor));
	block->state[slot][i] = group->state[slot][place];
	if (group->order[place] == 0)
		group->order[place] = ++block->optimizer->begun;
	return NULL;
}

ct_dtype ct_optim_step_dtype(bool is_fused)
{
	return !is_fused && ct_default_dtype() == CT_FLOAT64 ? CT_FLOAT64 : CT_FLOAT32;
}

ct_error ct_optim_begin_number(const struct ct_optim_block *block, int slot, int64_t i,
			       double value, bool on_device)
{
	const bool is_fused = ct_optim_reads(block->group, "fused");
	const bool is_there = on_device || is_fused || ct_optim_reads(block->group, "capturable");
	ct_tensor *number;

	CT_OWN_SCOPE(NULL);
	CT_TRY(CT(full, &number, CT_L(), value, .dtype = ct_optim_step_dtype(is_fused),
		  .device = is_there ? ct_tensor_device(block->params[i]) : CT_DEVICE_CPU));
	return ct_optim_keep(block, slot, i, number);
}

ct_error ct_optim_begin_step(const struct ct_optim_block *block, int slot, int64_t i)
{
	return ct_optim_begin_number(block, slot, i, 0, false);
}

ct_error ct_optim_begin_zeros(const struct ct_optim_block *block, int slot, int64_t i)
{
	ct_tensor *zeros;

	CT_OWN_SCOPE(NULL);
	CT_TRY(CT(zeros_like, &zeros, block->params[i], .memory_format = CT_PRESERVE_FORMAT));
	return ct_optim_keep(block, slot, i, zeros);
}

static bool is_plain_float(const ct_tensor *tensor)
{
	return ct_tensor_dtype(tensor) == CT_FLOAT32 &&
	       ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU;
}

ct_error ct_optim_count(const struct ct_optim_block *block, int slot)
{
	for (int64_t i = 0; i < block->len; i++) {
		ct_tensor *step = block->state[slot][i];

		if (is_plain_float(step))
			*(float *)ct_tensor_mutable_data(step) += 1;
		else
			CT_TRY(CT(add__Scalar, step, 1));
	}
	return NULL;
}

ct_error ct_optim_uncount(const struct ct_optim_block *block, int slot)
{
	const ct_tensor *found_inf = block->optimizer->found_inf;

	for (int64_t i = 0; found_inf && i < block->len; i++)
		CT_TRY(CT(sub__Tensor, block->state[slot][i], found_inf));
	return NULL;
}

double ct_optim_number(const ct_tensor *tensor)
{
	if (tensor && is_plain_float(tensor))
		return *(const float *)ct_tensor_data(tensor);
	return CT_ITEM(tensor);
}

const ct_tensor *ct_optim_grad_scale(const struct ct_optim_block *block)
{
	return block->optimizer->grad_scale;
}

const ct_tensor *ct_optim_found_inf(const struct ct_optim_block *block)
{
	return block->optimizer->found_inf;
}

bool ct_optim_records(void)
{
	return ct_autograd_is_grad_enabled();
}

static ct_error new_list(int64_t len, ct_tensor ***result)
{
	*result = ct_given_array(len, sizeof(ct_tensor *));
	return *result ? NULL : ct_no_memory(NULL, "for a step");
}

ct_error ct_optim_saved(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **copies;

	*result = tensors;
	if (!ct_optim_records())
		return NULL;
	CT_TRY(new_list(tensors.len, &copies));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(clone, &copies[i], tensors.at[i]));
	*result = CT_TENSORS_OF(copies, tensors.len);
	return NULL;
}

static bool is_reduced(ct_dtype dtype)
{
	return dtype == CT_BFLOAT16 || dtype == CT_FLOAT16;
}

/* The _foreach_ operators of old releases refuse sparse tensors, so these are taken one by one. */
static bool has_sparse(ct_tensors tensors)
{
	for (int64_t i = 0; i < tensors.len; i++)
		if (ct_tensor_layout(tensors.at[i]) != CT_STRIDED)
			return true;
	return false;
}

static ct_error scale_one_by_one(ct_tensors tensors, double factor)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul__Scalar, tensors.at[i], factor));
	return NULL;
}

/* For bfloat16 and float16, the operator in place with a Scalar rounds the factor first; Python's,
 * with a tensor, does not. */
ct_error ct_optim_scale(ct_tensors tensors, double factor)
{
	ct_tensor *number;

	if (tensors.len == 0)
		return NULL;
	if (!is_reduced(ct_tensor_dtype(tensors.at[0])))
		return has_sparse(tensors) ? scale_one_by_one(tensors, factor)
					   : CT(_foreach_mul__Scalar, tensors, factor);
	CT_TRY(CT(scalar_tensor, &number, factor, .dtype = CT_FLOAT32,
		  .device = ct_tensor_device(tensors.at[0])));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul__Tensor, tensors.at[i], number));
	return NULL;
}

ct_error ct_optim_add(ct_tensors tensors, ct_tensors others, double alpha)
{
	if (!has_sparse(others))
		return CT(_foreach_add__List, tensors, others, .alpha = CT_S(alpha));
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(add__Tensor, tensors.at[i], others.at[i], .alpha = CT_S(alpha)));
	return NULL;
}

ct_error ct_optim_sum(ct_tensors tensors, ct_tensors others, double alpha, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n = tensors.len;

	if (!has_sparse(tensors)) {
		CT_TRY(CT(_foreach_add_List, &made, &n, tensors, others, .alpha = CT_S(alpha)));
	} else {
		CT_TRY(new_list(n, &made));
		for (int64_t i = 0; i < n; i++)
			CT_TRY(CT(add_Tensor, &made[i], tensors.at[i], others.at[i],
				  .alpha = CT_S(alpha)));
	}
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

static ct_error negate(ct_tensors tensors, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n = tensors.len;

	if (!has_sparse(tensors)) {
		CT_TRY(CT(_foreach_neg, &made, &n, tensors));
	} else {
		CT_TRY(new_list(n, &made));
		for (int64_t i = 0; i < n; i++)
			CT_TRY(CT(neg, &made[i], tensors.at[i]));
	}
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_tensor *ct_optim_like(const ct_tensor *grad, const ct_tensor *values)
{
	if (ct_expression_failed())
		return NULL;
	return CT_E(_coalesced_,
		    CT_E(sparse_coo_tensor_indices_size, CT_E(_indices, grad), values,
			 ct_sizes_of(grad)),
		    true);
}

/* --- lists ------------------------------------------------------------------------------------ */

ct_error ct_optim_lerp(ct_tensors tensors, ct_tensors ends, double weight)
{
#ifdef CT_OP__foreach_lerp__Scalar_
	return CT(_foreach_lerp__Scalar, tensors, ends, weight);
#else
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(lerp__Scalar, tensors.at[i], ends.at[i], weight));
	return NULL;
#endif
}

ct_error ct_optim_average_squares(ct_tensors averages, ct_tensors values, double beta)
{
	CT_TRY(ct_optim_scale(averages, beta));
	return CT(_foreach_addcmul__Scalar, averages, values, values, .value = CT_S(1 - beta));
}

ct_error ct_optim_root_of_sum(ct_tensors x, double eps, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(ct_optim_saved(x, &x));
	CT_TRY(CT(_foreach_add_Scalar, &made, &n, x, eps));
	CT_TRY(CT(_foreach_sqrt_, CT_TENSORS_OF(made, n)));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

ct_error ct_optim_plus(ct_tensors x, double eps, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	*result = x;
	if (!ct_optim_records())
		return CT(_foreach_add__Scalar, x, eps);
	CT_TRY(CT(_foreach_add_Scalar, &made, &n, x, eps));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

/* --- gradients -------------------------------------------------------------------------------- */

/* Python's default: lists on a device, unless a graph is recorded. */
static bool is_foreach(const struct ct_optim_block *block, int64_t i)
{
	const ct_value key = ct_value_string("foreach");
	const ct_value *options = &block->group->options;
	ct_value given = ct_value_none();

	if (ct_value_dict_has(options, key))
		CT_DO(ct_value_dict_get(options, key, &given));
	if (!ct_value_is_none(&given))
		return ct_optim_bool(block, "foreach");
	return ct_tensor_device(block->params[i]).type != CT_DEVICE_TYPE_CPU &&
	       !ct_optim_bool(block, "differentiable");
}

bool ct_optim_is_complex(const struct ct_optim_block *block, int64_t i)
{
	const ct_tensor *param = block->group->params[block->index[i]];

	return block->optimizer->klass->code->decays_complex &&
	       ct_dtype_is_complex(ct_tensor_dtype(param)) && !is_foreach(block, i);
}

/* A complex gradient with the decay, as pairs: adding pairs would round otherwise. */
static ct_error decay_complex(const struct ct_optim_block *block, int64_t i, double decay,
			      ct_tensor **result)
{
	const ct_tensor *param = block->group->params[block->index[i]];
	ct_tensor *grad;

	CT_TRY(ct_tensor_grad(param, &grad));
	if (ct_optim_bool(block, "maximize"))
		CT_TRY(CT(neg, &grad, grad));
	CT_TRY(CT(add_Tensor, &grad, grad, param, .alpha = CT_S(decay)));
	return CT(view_as_real, result, grad);
}

static ct_error add_decay(const struct ct_optim_block *block, double decay, ct_tensors *grads)
{
	ct_tensors params;

	CT_TRY(ct_optim_saved(ct_optim_params(block), &params));
	CT_TRY(ct_optim_sum(*grads, params, decay, grads));
	for (int64_t i = 0; i < block->len; i++)
		if (ct_optim_is_complex(block, i))
			CT_TRY(decay_complex(block, i, decay, (ct_tensor **)&grads->at[i]));
	return NULL;
}

ct_error ct_optim_gradients(const struct ct_optim_block *block, bool with_decay, ct_tensors *result)
{
	const double decay = with_decay ? ct_optim_float(block, "weight_decay") : 0;
	ct_tensors grads = { block->grads, block->len };

	CT_TRY(CT_DONE());
	if (ct_optim_bool(block, "maximize"))
		CT_TRY(negate(grads, &grads));
	if (decay != 0)
		CT_TRY(add_decay(block, decay, &grads));
	*result = grads;
	return NULL;
}

/* --- the parameters of a group that have gradients -------------------------------------------- */

/* Arrays with room for all parameters of a group, in the optimizer's scratch memory. */
struct gathered {
	struct ct_optim_block all;
	int64_t *index;
};

static bool step_make_room(ct_optimizer *self, int64_t n)
{
	const size_t each = sizeof(int64_t) + (2 + CT_OPTIM_SLOTS) * sizeof(ct_tensor *) +
			    sizeof(ct_scalar);
	void *resized;

	if (n <= self->scratch_room)
		return true;
	resized = ct_array_resize(self->scratch, n, each);
	if (resized == NULL)
		return false;
	self->scratch = resized;
	self->scratch_room = n;
	return true;
}

static ct_error lay_out(ct_optimizer *self, struct ct_optim_group *group, struct gathered *gathered)
{
	char *at;

	if (!step_make_room(self, group->len))
		return ct_no_memory(NULL, "for a step");
	at = self->scratch;
	*gathered = (struct gathered){ .all = { .optimizer = self, .group = group } };
	gathered->all.numbers = (ct_scalar *)(void *)at;
	at += (size_t)group->len * sizeof(ct_scalar);
	gathered->index = (int64_t *)(void *)at;
	gathered->all.index = gathered->index;
	at += (size_t)group->len * sizeof(int64_t);
	gathered->all.params = (ct_tensor **)(void *)at;
	gathered->all.grads = gathered->all.params + group->len;
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		gathered->all.state[slot] = gathered->all.grads + (slot + 1) * group->len;
	return NULL;
}

static ct_error check_grad(const ct_optimizer *self, const ct_tensor *grad)
{
	const struct ct_optim_code *code = self->klass->code;
	const bool is_dense = ct_tensor_layout(grad) == CT_STRIDED;
	const char *text = NULL;

	if (ct_dtype_is_complex(ct_tensor_dtype(grad)))
		text = code->on_complex;
	if (text == NULL)
		text = is_dense ? code->on_dense : code->on_sparse;
	if (text == NULL && !is_dense && !code->takes_sparse)
		text = "sparse gradients are not supported";
	return text ? ct_error_new(CT_ERROR_RUNTIME, self->klass->of.name, "%s", text) : NULL;
}

static void get_state(const struct ct_optim_block *all, int64_t i)
{
	const struct ct_optim_group *group = all->group;
	const int64_t place = ct_optim_place(group, all->index[i]);

	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		all->state[slot][i] = group->state[slot] ? group->state[slot][place] : NULL;
}

static ct_error step_gather(struct gathered *gathered)
{
	struct ct_optim_block *all = &gathered->all;
	struct ct_optim_group *group = all->group;

	for (int64_t i = 0; i < group->len; i++) {
		ct_tensor *grad;

		CT_TRY(ct_tensor_grad(group->params[i], &grad));
		if (grad == NULL)
			continue;
		CT_TRY(check_grad(all->optimizer, grad));
		gathered->index[all->len] = i;
		all->params[all->len] = group->params[i];
		all->grads[all->len] = grad;
		get_state(all, all->len);
		all->len++;
	}
	return NULL;
}

/* A parameter that has no state yet has none in any slot. */
static bool has_begun(const struct ct_optim_block *all, int64_t i)
{
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		if (all->state[slot][i])
			return true;
	return false;
}

static ct_error step_begin(const struct ct_optim_block *all)
{
	const struct ct_optim_code *code = all->optimizer->klass->code;

	for (int64_t i = 0; code->begin && i < all->len; i++) {
		if (all->group->last) /* begun by the same tensor before it */
			get_state(all, i);
		if (!has_begun(all, i))
			CT_TRY(code->begin(all, i));
	}
	return NULL;
}

/* An option that needs more state may have been set since a parameter's first step. */
static ct_error check_state(const struct ct_optim_block *all)
{
	for (int64_t i = 0; i < all->len; i++) {
		const char *name = NULL;

		if (has_begun(all, i))
			name = ct_optim_missing_state(all->optimizer, all->group, all->index[i]);
		if (name)
			return ct_error_new(CT_ERROR_KEY, all->optimizer->klass->of.name,
					    "'%s'\n" CT_HINT_PREFIX
					    "an option that needs this state was set "
					    "after the first step",
					    name);
	}
	return NULL;
}

/* Complex tensors as pairs of numbers, as Python's optimizers see them. */
static ct_error see_as_real(const struct ct_optim_block *all, int64_t i)
{
	if (!ct_dtype_is_complex(ct_tensor_dtype(all->params[i])))
		return NULL;
	CT_TRY(CT(view_as_real, &all->params[i], all->params[i]));
	CT_TRY(CT(view_as_real, &all->grads[i], all->grads[i]));
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++) {
		ct_tensor **state = &all->state[slot][i];

		if (*state && ct_dtype_is_complex(ct_tensor_dtype(*state)))
			CT_TRY(CT(view_as_real, state, *state));
	}
	return NULL;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* A block has one dtype and one device; a sparse gradient has a block of its own. */
static bool goes_with(const struct ct_optim_block *all, int64_t i, int64_t k)
{
	const ct_tensor *one = all->params[i], *other = all->params[k];
	const ct_device a = ct_tensor_device(one), b = ct_tensor_device(other);

	return a.type == b.type && a.index == b.index &&
	       ct_tensor_dtype(one) == ct_tensor_dtype(other) &&
	       ct_tensor_layout(all->grads[i]) == CT_STRIDED &&
	       ct_tensor_layout(all->grads[k]) == CT_STRIDED;
}

/* Whether a parameter is in a block already. Python's loop updates it once and then again, which a
 * list of both would mix; but the fused kernel gets both. */
static bool is_again(const struct ct_optim_block *all, int64_t first, int64_t n)
{
	const int64_t *last = all->group->last;

	if (last == NULL || ct_optim_reads(all->group, "fused"))
		return false;
	for (int64_t i = 0; i < n; i++)
		if (last[all->index[first + i]] == last[all->index[first + n]])
			return true;
	return false;
}

/* How many parameters from `first` on make a block. */
static int64_t block_length(const struct ct_optim_block *all, int64_t first)
{
	const bool on_cpu = ct_tensor_device(all->params[first]).type == CT_DEVICE_TYPE_CPU;
	int64_t elements = ct_tensor_numel(all->params[first]), n = 1;

	while (first + n < all->len) {
		elements += ct_tensor_numel(all->params[first + n]);
		if ((on_cpu && elements > BLOCK_ELEMENTS) || !goes_with(all, first, first + n) ||
		    is_again(all, first, n))
			break;
		n++;
	}
	return n;
}

struct ct_optim_block ct_optim_part(const struct ct_optim_block *all, int64_t first, int64_t n)
{
	struct ct_optim_block part = *all;

	part.index += first;
	part.params += first;
	part.grads += first;
	part.numbers += first;
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		part.state[slot] += first;
	part.len = n;
	return part;
}

static ct_error update_block(const struct ct_optim_block *all, int64_t first, int64_t n)
{
	const struct ct_optim_block block = ct_optim_part(all, first, n);

	CT_OWN_SCOPE(all->optimizer->klass->of.name);
	CT_TRY(all->optimizer->klass->code->update(&block));
	return CT_DONE();
}

static ct_error step_update_group(ct_optimizer *self, struct ct_optim_group *group)
{
	struct ct_optim_seen seen = { 0 };
	struct gathered gathered;

	CT_OWN_SCOPE(self->klass->of.name);
	CT_TRY(lay_out(self, group, &gathered));
	gathered.all.seen = &seen;
	CT_TRY(step_gather(&gathered));
	CT_TRY(check_state(&gathered.all)); /* before anything changes */
	CT_TRY(step_begin(&gathered.all));
	for (int64_t i = 0; !self->klass->code->takes_complex && i < gathered.all.len; i++)
		CT_TRY(see_as_real(&gathered.all, i));
	for (int64_t i = 0, n; i < gathered.all.len; i += n) {
		n = block_length(&gathered.all, i);
		CT_TRY(update_block(&gathered.all, i, n));
	}
	return NULL;
}

/* --- steps ------------------------------------------------------------------------------------ */

ct_error ct_optim_call_closure(ct_optimizer_closure closure, void *context, ct_tensor **loss)
{
	CT_ENABLE_GRAD_SCOPE;
	return closure(context, loss);
}

static ct_error step_groups(ct_optimizer *self, ct_optimizer_closure closure, void *context,
			    ct_tensor **loss)
{
	if (self->klass->code->step)
		return self->klass->code->step(self, closure, context, loss);
	if (closure)
		CT_TRY(ct_optim_call_closure(closure, context, loss));
	for (int64_t i = 0; i < self->groups_len; i++)
		CT_TRY(step_update_group(self, self->groups[i]));
	return NULL;
}

/* Python's _use_grad_for_differentiable(). */
static ct_error step_in_mode(ct_optimizer *self, ct_optimizer_closure closure, void *context,
			     ct_tensor **loss)
{
	CT_GRAD_MODE_SCOPE(ct_optim_defaults_to(self, "differentiable"));
	return step_groups(self, closure, context, loss);
}

static ct_error step(ct_optimizer *self, ct_optimizer_closure closure, void *context,
		     ct_tensor **loss)
{
	ct_tensor *returned = NULL;

	self->has_stepped = true;
	CT_TRY(ct_optim_call_hooks(self, CT_OPTIM_BEFORE_STEP, NULL));
	CT_TRY(step_in_mode(self, closure, context, &returned));
	CT_TRY(ct_optim_call_hooks(self, CT_OPTIM_AFTER_STEP, NULL));
	ct_scopes_note_update();
	if (loss)
		*loss = returned;
	return NULL;
}

ct_error ct_optimizer_step(ct_optimizer *self)
{
	CT_OPTIMIZER_CHECK_AND_HOLD(self);
	return step(self, NULL, NULL, NULL);
}

ct_error ct_optimizer_step_closure(ct_optimizer *self, ct_optimizer_closure closure, void *context,
				   ct_tensor **loss)
{
	CT_OPTIMIZER_CHECK_AND_HOLD(self);
	if (closure == NULL)
		return ct_missing_argument(__func__, 2, "closure");
	return step(self, closure, context, loss);
}
