/*
 * TripletMarginLoss, and TripletMarginWithDistanceLoss with a module or a C function as distance.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include <ctorch/nn/forward.h>
#include <ctorch/nn/losses.h>

#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"

static ct_error triplet_check_margin(const char *class_name, double margin)
{
	if (margin <= 0)
		return ct_error_new(CT_ERROR_VALUE, class_name,
				    "%s: expected margin to be greater than 0, got %s instead",
				    class_name, ct_nn_float_text(margin).at);
	return NULL;
}

CT_NN_CHECK(TripletMarginLoss)
{
	return triplet_check_margin("TripletMarginLoss", a->margin);
}

/* Anchor, positive, negative. */
CT_NN_PLAIN_OF(3, TripletMarginLoss, TripletMarginLoss_check)
{
	return CT(nn_triplet_margin_loss, result, x[0], x[1], x[2], a->margin, a->p, a->eps,
		  a->swap, a->reduction);
}

/* --- with a distance -------------------------------------------------------------------------- */

/* A C function, which the copies of a module share. */
struct distance {
	atomic_int references;
	ct_nn_distance_function call;
	void *context;
	ct_release_function release;
};

struct triplet {
	CT_NN_HEAD(TripletMarginWithDistanceLoss);
	ct_module *distance_function; /* a child; NULL with a C function */
	struct distance *distance;    /* NULL: the child */
};

static ct_error triplet_measure(const ct_tensor *x1, const ct_tensor *x2, void *context,
				ct_tensor **result)
{
	const struct triplet *m = context;

	if (m->distance)
		return m->distance->call(x1, x2, m->distance->context, result);
	return ct_module_forward_all(m->distance_function, CT_TENSORS(x1, x2), result, 1);
}

static ct_error triplet_forward(void *self, const ct_tensor *const *x, int64_t n,
				ct_tensor **results, int64_t results_len)
{
	const struct ct_args_nn_TripletMarginWithDistanceLoss_ *a = ((struct triplet *)self)->args;

	(void)n;
	return ct_nn_triplet_margin_with_distance_loss(x[0], x[1], x[2], triplet_measure, self,
						       a->margin, a->swap, a->reduction,
						       results_len ? results : NULL);
}

static ct_error triplet_init(void *self)
{
	struct triplet *m = self;
	ct_module *given = (ct_module *)m->args->distance_function;

	CT_TRY(triplet_check_margin("TripletMarginWithDistanceLoss", m->args->margin));
	CT_CHILD(m, distance_function, given ? given : CT_NN(PairwiseDistance));
	return CT_DONE();
}

static ct_error triplet_copy(void *self, const void *other)
{
	const struct triplet *m = self;

	(void)other;
	if (m->distance)
		atomic_fetch_add_explicit(&m->distance->references, 1, memory_order_relaxed);
	return NULL;
}

static void triplet_release(void *self)
{
	struct distance *distance = ((struct triplet *)self)->distance;

	if (distance == NULL ||
	    atomic_fetch_sub_explicit(&distance->references, 1, memory_order_acq_rel) != 1)
		return;
	if (distance->release)
		distance->release(distance->context);
	free(distance);
}

CT_NN_CLASS(TripletMarginWithDistanceLoss, struct triplet, triplet_init, NULL,
	    .module.forward_all = triplet_forward, .module.inputs_min = 3, .module.inputs_max = 3,
	    .module.outputs_max = 1, .copy = triplet_copy, .release = triplet_release);

/* --- the constructor with a C function -------------------------------------------------------- */

ct_error ct_nn_TripletMarginWithDistanceLoss_new(ct_nn_distance_function distance_function,
						 void *context, ct_release_function release,
						 double margin, bool swap, ct_reduction reduction,
						 ct_module **result)
{
	struct distance *distance;
	struct triplet *m;
	ct_module *module;

	CT_NN_NEEDS(distance_function, 1);
	CT_NN_NEEDS(result, 7);
	CT_OWN_SCOPE(__func__);
	module = CT_NN(TripletMarginWithDistanceLoss, .margin = margin, .swap = swap,
		       .reduction = reduction);
	CT_TRY(CT_FINISH(module, &module));
	CT_TRY(ct_module_remove(module, "distance_function"));
	distance = calloc(1, sizeof *distance);
	if (distance == NULL)
		return ct_no_memory(__func__, "for a module");
	*distance = (struct distance){ 1, distance_function, context, release };
	m = ct_module_data(module);
	m->distance = distance;
	ct_scope_move_object_up(module);
	*result = module;
	return NULL;
}
