/*
 * Which parameters get sparse gradients: those of embeddings with `sparse`.
 */
#include "distributed/ddp/sparse.h"

#include <string.h>

#include <ctorch/macros/try.h>

#include "distributed/nn_class.h"
#include "nn/layers/class.h"

ct_error ct_ddp_has_sparse_gradients(const ct_module *module, bool *result)
{
	const char *name = ct_module_class_of(module)->name;
	const struct ct_nn_head *head = ct_module_data(module);
	const bool is_bag = strcmp(name, "EmbeddingBag") == 0;

	*result = false;
	if (!is_bag && strcmp(name, "Embedding") != 0)
		return NULL;
	CT_TRY(ct_dist_is_of_torch(module, 2, result));
	if (*result)
		*result = is_bag ? ((const struct ct_args_nn_EmbeddingBag_ *)head->args)->sparse
				 : ((const struct ct_args_nn_Embedding_ *)head->args)->sparse;
	return NULL;
}
