/* cufft.c: plans, which are numbers. */
#include "internal.h"

enum { SUCCESS, INVALID_PLAN, ALLOC_FAILED };

static struct {
	bool is_used;
	cudaStream_t stream;
} plans[4096];

int cufftCreate(int *plan);
int cufftDestroy(int plan);
int cufftSetAutoAllocation(int plan, int is_automatic);
int cufftSetStream(int plan, cudaStream_t stream);
int cufftSetWorkArea(int plan, void *area);
int cufftXtExec(int plan, void *input, void *output, int direction);
int cufftXtMakePlanMany(int plan, int rank, long long *n, long long *input, long long input_stride,
			long long input_distance, int input_type, long long *output,
			long long output_stride, long long output_distance, int output_type,
			long long batch, size_t *nbytes, int type);

int cufftCreate(int *plan)
{
	int result = ALLOC_FAILED;

	pthread_mutex_lock(&fake_lock);
	for (int i = 1; i < (int)(sizeof plans / sizeof *plans) && result != SUCCESS; i++)
		if (!plans[i].is_used) {
			plans[i].is_used = true;
			*plan = i;
			result = SUCCESS;
		}
	pthread_mutex_unlock(&fake_lock);
	return result;
}

int cufftDestroy(int plan)
{
	pthread_mutex_lock(&fake_lock);
	plans[plan].is_used = false;
	plans[plan].stream = NULL;
	pthread_mutex_unlock(&fake_lock);
	return SUCCESS;
}

int cufftSetAutoAllocation(int plan, int is_automatic)
{
	(void)plan, (void)is_automatic;
	return SUCCESS;
}

int cufftSetStream(int plan, cudaStream_t stream)
{
	plans[plan].stream = stream;
	return SUCCESS;
}

int cufftSetWorkArea(int plan, void *area)
{
	(void)plan, (void)area;
	return SUCCESS;
}

int cufftXtExec(int plan, void *input, void *output, int direction)
{
	(void)input, (void)output, (void)direction;
	return fake_library_call_in(__func__, plans[plan].stream);
}

int cufftXtMakePlanMany(int plan, int rank, long long *n, long long *input, long long input_stride,
			long long input_distance, int input_type, long long *output,
			long long output_stride, long long output_distance, int output_type,
			long long batch, size_t *nbytes, int type)
{
	(void)plan, (void)rank, (void)n, (void)input, (void)input_stride, (void)input_distance,
		(void)input_type, (void)output, (void)output_stride, (void)output_distance,
		(void)output_type, (void)batch, (void)type;
	*nbytes = 0;
	return SUCCESS;
}
