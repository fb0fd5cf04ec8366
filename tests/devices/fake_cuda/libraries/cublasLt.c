/* cublasLt.c: products of matrices, for which there is one algorithm. */
#include <string.h>

#include "internal.h"

/* cublasLtMatmulHeuristicResult_t */
struct heuristic {
	uint64_t algorithm[8];
	size_t workspace_nbytes;
	int status;
	float waves;
	int reserved[4];
};

size_t cublasLtGetVersion(void);
int cublasLtMatmulAlgoGetHeuristic(void *handle, void *operation, void *a, void *b, void *c,
				   void *d, void *preference, int most, struct heuristic *results,
				   int *count);
int cublasLtMatmul(void *handle, void *operation, const void *alpha, const void *a, void *a_layout,
		   const void *b, void *b_layout, const void *beta, const void *c, void *c_layout,
		   void *d, void *d_layout, const void *algorithm, void *workspace,
		   size_t workspace_nbytes, cudaStream_t stream);

size_t cublasLtGetVersion(void)
{
	return 130401;
}

int cublasLtMatmulAlgoGetHeuristic(void *handle, void *operation, void *a, void *b, void *c,
				   void *d, void *preference, int most, struct heuristic *results,
				   int *count)
{
	(void)handle, (void)operation, (void)a, (void)b, (void)c, (void)d, (void)preference;
	*count = most > 0;
	if (most > 0)
		memset(results, 0, sizeof *results);
	return 0;
}

int cublasLtMatmul(void *handle, void *operation, const void *alpha, const void *a, void *a_layout,
		   const void *b, void *b_layout, const void *beta, const void *c, void *c_layout,
		   void *d, void *d_layout, const void *algorithm, void *workspace,
		   size_t workspace_nbytes, cudaStream_t stream)
{
	(void)handle, (void)operation, (void)alpha, (void)a, (void)a_layout, (void)b,
		(void)b_layout, (void)beta, (void)c, (void)c_layout, (void)d, (void)d_layout,
		(void)algorithm, (void)workspace, (void)workspace_nbytes;
	return fake_library_call_in(__func__, stream);
}
