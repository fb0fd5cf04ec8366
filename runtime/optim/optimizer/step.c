/*
 * A step: hooks, the closure, groups, blocks.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/device/stream.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/compat.h"
#include "core/base/error_make.h"
#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/growth.h"
#include "core/memory/own_scope.h"
#include "device/streams/capturing.h"
#include "module/module.h"
#include "optim/optimizer/class.h"
#include "tensor/tensor/sizes.h"

/* The size of a block on a CPU. With the state of Adam it is 512 KiB of float32, which fits the L2
 * cache of a core. */
enum { BLOCK_ELEMENTS = 32 * 1024 };

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

static bool is_on_cpu(const struct ct_optim_block *all, int64_t i)
{
	return ct_tensor_device(all->params[i]).type == CT_DEVICE_TYPE_CPU;
}

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

static void pull_tensor(ct_tensor **tensors, int64_t from, int64_t to)
{
	ct_tensor *pulled = tensors[from];

	memmove(&tensors[to + 1], &tensors[to], (size_t)(from - to) * sizeof *tensors);
	tensors[to] = pulled;
}

/* Moves a parameter forward; those in between move back. */
static void pull(struct gathered *gathered, int64_t from, int64_t to)
{
	const struct ct_optim_block *all = &gathered->all;
	const int64_t place = gathered->index[from];

	memmove(&gathered->index[to + 1], &gathered->index[to],
		(size_t)(from - to) * sizeof *gathered->index);
	gathered->index[to] = place;
	pull_tensor(all->params, from, to);
	pull_tensor(all->grads, from, to);
	for (int slot = 0; slot < CT_OPTIM_SLOTS; slot++)
		pull_tensor(all->state[slot], from, to);
}

/* A device needs as many launches as there are blocks, so parameters that can share one follow each
 * other, even if dtypes alternate in the group. Parameters on a CPU stay where they are. */
static void sort_by_block(struct gathered *gathered)
{
	const struct ct_optim_block *all = &gathered->all;

	for (int64_t first = 0, end; first < all->len; first = end) {
		end = first + 1;
		for (int64_t i = end; i < all->len && !is_on_cpu(all, first); i++)
			if (goes_with(all, first, i))
				pull(gathered, i, end++);
	}
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
	const bool on_cpu = is_on_cpu(all, first);
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
	sort_by_block(&gathered);
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

/* Whether the accelerator's current stream records a graph; false where this cannot be told. */
static ct_error ask_capturing(ct_device *accelerator, bool *result)
{
	ct_stream now;

	*result = false;
	*accelerator = ct_device_accelerator();
	if (accelerator->type == CT_DEVICE_TYPE_NONE || !ct_tells_capturing(accelerator->type))
		return NULL;
	CT_TRY(ct_stream_current(*accelerator, &now));
	return ct_stream_is_capturing(now, result);
}

/* A graph would replay the step numbers of the capture. */
static ct_error check_capture(const ct_optimizer *self)
{
	bool is_capturable = true, is_capturing;
	ct_device accelerator;
	char name[32];

	if (!ct_value_dict_has(&self->defaults, ct_value_string("capturable")))
		return NULL;
	for (int64_t i = 0; i < self->groups_len; i++)
		is_capturable = is_capturable && ct_optim_reads(self->groups[i], "capturable");
	if (is_capturable)
		return NULL;
	CT_TRY(ask_capturing(&accelerator, &is_capturing));
	if (!is_capturing)
		return NULL;
	ct_capitalize(ct_device_type_name(accelerator.type), name, sizeof name);
	return ct_error_new(CT_ERROR_RUNTIME, self->klass->of.name,
			    "Attempting %s graph capture of step() for an instance of %s but "
			    "param_groups' capturable is False.",
			    name, self->klass->of.name);
}

static ct_error step_groups(ct_optimizer *self, ct_optimizer_closure closure, void *context,
			    ct_tensor **loss)
{
	if (self->klass->code->step)
		return self->klass->code->step(self, closure, context, loss);
	CT_TRY(check_capture(self));
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
