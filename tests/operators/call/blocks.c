/*
 * The blocks and loops as programs write them: both forms of each, within one another, and a
 * variable that is set in one and used after it. Compiled by blocks.sh without a warning, never
 * run.
 */
#include <ctorch/ctorch.h>
#include <ctorch/data/data.h>
#include <ctorch/nn/nn.h>

#define HALF CT_DEVICE_TYPE_CPU, CT_BFLOAT16

/* What a block sets has a value after it, unless its error is returned. */
#define SETS_A_VARIABLE(name, ...)                             \
	ct_error name(const ct_tensor *x, ct_tensor **result); \
	ct_error name(const ct_tensor *x, ct_tensor **result)  \
	{                                                      \
		ct_error err = NULL;                           \
		ct_tensor *y;                                  \
                                                               \
		__VA_ARGS__                                    \
		{                                              \
			CT_TRY(CT(relu, &y, x));               \
		}                                              \
		CT_TRY(err);                                   \
		return CT(sqrt, result, y);                    \
	}

SETS_A_VARIABLE(in_autocast, CT_AUTOCAST(err, HALF))
SETS_A_VARIABLE(in_current_device, CT_CURRENT_DEVICE(err, CT_DEVICE_CPU))
SETS_A_VARIABLE(in_default_device, CT_DEFAULT_DEVICE(err, CT_DEVICE_CPU))
SETS_A_VARIABLE(in_fork_rng, CT_FORK_RNG(err))
SETS_A_VARIABLE(in_save_on_cpu, CT_SAVE_ON_CPU(err, false))
SETS_A_VARIABLE(in_saved_tensors, CT_SAVED_TENSORS)
SETS_A_VARIABLE(in_dual_level, CT_DUAL_LEVEL)
SETS_A_VARIABLE(in_no_grad, CT_NO_GRAD)
SETS_A_VARIABLE(in_enable_grad, CT_ENABLE_GRAD)
SETS_A_VARIABLE(in_grad_mode, CT_GRAD_MODE(false))
SETS_A_VARIABLE(in_inference_mode, CT_INFERENCE_MODE)
SETS_A_VARIABLE(in_detect_anomaly, CT_DETECT_ANOMALY)
SETS_A_VARIABLE(in_autograd, CT_AUTOGRAD(CT_AUTOGRAD_GRAD, false))

/* The same modes for the rest of a scope, and again in a scope inside. */
ct_error in_scopes(const ct_tensor *x, ct_tensor **result);
ct_error in_scopes(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	CT_AUTOCAST_SCOPE(HALF);
	CT_CURRENT_DEVICE_SCOPE(CT_DEVICE_CPU);
	CT_DEFAULT_DEVICE_SCOPE(CT_DEVICE_CPU);
	CT_FORK_RNG_SCOPE;
	CT_SAVE_ON_CPU_SCOPE(false);
	CT_SAVED_TENSORS_SCOPE;
	CT_DUAL_LEVEL_SCOPE;
	CT_NO_GRAD_SCOPE;
	CT_ENABLE_GRAD_SCOPE;
	CT_GRAD_MODE_SCOPE(false);
	CT_INFERENCE_MODE_SCOPE;
	CT_DETECT_ANOMALY_SCOPE;
	CT_AUTOGRAD_SCOPE(CT_AUTOGRAD_GRAD, false);

	{
		CT_SCOPE;
		CT_AUTOCAST_SCOPE(HALF, .disabled = true);
		CT_CURRENT_DEVICE_SCOPE(CT_DEVICE_CPU);
		CT_DEFAULT_DEVICE_SCOPE(CT_DEVICE_CPU);
		CT_FORK_RNG_SCOPE;
		CT_SAVE_ON_CPU_SCOPE(false);
		CT_SAVED_TENSORS_SCOPE;
		CT_NO_GRAD_SCOPE;
		CT_TRY(CT(relu, result, x));
		ct_scope_move_up(*result);
	}
	ct_scope_move_up(*result);
	return NULL;
}

/* Each kind of block within itself. */
ct_error in_one_another(const ct_tensor *x, ct_tensor **result);
ct_error in_one_another(const ct_tensor *x, ct_tensor **result)
{
	ct_error err = NULL, inner = NULL;

	CT_AUTOCAST(err, HALF)
	{
		CT_AUTOCAST(inner, HALF, .disabled = true)
		{
			CT_FORK_RNG(err)
			{
				CT_FORK_RNG(inner)
				{
					CT_NO_GRAD
					{
						CT_ENABLE_GRAD
						{
							CT_TRY(CT(relu, result, x));
						}
					}
				}
			}
		}
	}
	CT_TRY(err);
	return inner;
}

/* Loops in loops. */
ct_error in_loops(ct_data_loader *images, ct_data_loader *texts, ct_module *net, double *sum);
ct_error in_loops(ct_data_loader *images, ct_data_loader *texts, ct_module *net, double *sum)
{
	CT_EACH_STEP (epoch, 1, 2) {
		CT_EACH_STEP (half, 1, 2) {
			CT_EACH_BATCH (image, images) {
				CT_EACH_BATCH (text, texts) {
					*sum += CT_ITEM(CT_E(add, image->data, text->data));
				}
			}
		}
	}
	CT_EACH_CHILD(net, child)
	{
		CT_EACH_CHILD(child, grandchild)
		{
			CT_EACH_PARAMETER(grandchild, p)
			{
				CT_EACH_BUFFER(child, b)
				{
					*sum += CT_ITEM(CT_E(add, p->tensor, b->tensor));
				}
			}
		}
	}
	return CT_DONE();
}
