/*
 * mixed.c: a rank in C of a group that may also have ranks in Python, which mixed.py are. Both print
 * the same:
 *
 *     sh='if [ $RANK = 0 ]; then exec python3 mixed.py; else exec ./mixed; fi'
 *     ct_launch -n 2 sh -c "$sh"
 *     torchrun --no-python --nproc-per-node 2 sh -c "$sh"
 */
#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

static ct_error run(void)
{
	CT_SCOPE;
	const double mine = (double)ct_dist_rank(NULL) + 1;
	ct_tensor *x = CT_E(full, CT_L(2), mine), *weight;
	ct_module *net = CT_NN(Linear, 2, 1), *ddp;

	CT_TRY(CT_DONE());
	CT_TRY(ct_dist_all_reduce(x, NULL, NULL)); /* the sum */
	CT_TRY(ct_tensor_print(x, NULL));
	CT_TRY(ct_ddp_new(net, NULL, &ddp)); /* rank 0's weights */
	ct_optimizer *sgd = CT_OPTIMIZER(SGD, CT_PARAMETERS(ddp), .lr = 0.1);
	ct_tensor *loss = CT_E(sum, CT_M(ddp, CT_E(full, CT_L(1, 2), mine)));
	CT_TRY(ct_optimizer_minimize(sgd, loss)); /* the mean of all gradients */
	CT_TRY(ct_module_get_parameter(net, "weight", &weight));
	return ct_tensor_print(CT_E(detach, weight), NULL);
}

int main(void)
{
	CT_CHECK(ct_dist_init(NULL));
	CT_CHECK(run());
	CT_CHECK(ct_dist_destroy());
	return 0;
}
