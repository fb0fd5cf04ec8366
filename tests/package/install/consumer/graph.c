/* A program for CUDA. It is only built: to run, it needs NVIDIA's libraries. */
#include <ctorch/cuda.h>

int main(void)
{
	ct_cuda_graph *graph;
	ct_error error = ct_cuda_graph_new(NULL, &graph);

	if (error) {
		ct_error_free(error);
		return 1;
	}
	ct_cuda_graph_free(graph);
	return 0;
}
