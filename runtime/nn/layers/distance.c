/*
 * CosineSimilarity and PairwiseDistance.
 */
#include "nn/layers/plain.h"

CT_NN_PLAIN_OF(2, CosineSimilarity, NULL)
{
	return CT(cosine_similarity, result, x[0], x[1], a->dim, a->eps);
}

CT_NN_PLAIN_OF(2, PairwiseDistance, NULL)
{
	return CT(pairwise_distance, result, x[0], x[1], a->p, a->eps, a->keepdim);
}
