/*
 * many CALLS [TIMEOUT]: collectives without end, for prove-distributed.sh: none of them may leave memory
 * behind, and an error is one line. TIMEOUT: of each, in seconds. A rank says when it has joined; rank 0
 * prints what memory grew by between a tenth of the calls and all.
 */
#include <unistd.h>

#include "rank.h"

enum { N = 1000, MOST_KIB = 1024 };

static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0;

	MUST(file && fscanf(file, "%*s %ld", &pages) == 1);
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Each of four kinds of calls in turn; the async ones are not waited for at once. */
static void call(int64_t i, int64_t size)
{
	CT_SCOPE;
	ct_tensor *x = values_of(i, N, CT_FLOAT32), *all = NULL;
	ct_dist_work *work = NULL;

	switch (i % 4) {
	case 0:
		CT_CHECK(ct_dist_all_reduce(x, NULL, NULL));
		break;
	case 1:
		CT_CHECK(ct_dist_broadcast(x, i % size, NULL, &work));
		CT_CHECK(ct_relu(x, &all));
		CT_CHECK(ct_dist_work_wait(work, 0));
		ct_dist_work_free(work);
		break;
	case 2:
		CT_CHECK(ct_tensor_empty(CT_L(N * size), NULL, &all));
		CT_CHECK(ct_dist_all_gather_into_tensor(all, x, NULL, NULL));
		break;
	default:
		CT_CHECK(ct_dist_barrier(NULL, NULL));
		break;
	}
}

int main(int argc, char **argv)
{
	const int64_t calls = argc > 1 ? atoll(argv[1]) : 0;
	const ct_dist_init_options options = { .timeout = argc > 2 ? atof(argv[2]) : 60 };
	long before = 0, grown;

	CT_CHECK(ct_dist_init(&options));
	fprintf(stderr, "joined\n");
	for (int64_t i = 0; i < calls; i++) {
		if (i == calls / 10)
			before = resident_kib();
		call(i, ct_dist_world_size(NULL));
	}
	grown = resident_kib() - before;
	if (ct_dist_rank(NULL) == 0)
		printf("%lld calls: memory grew by %ld KiB\n", (long long)calls, grown);
	MUST(grown < MOST_KIB);
	CT_CHECK(ct_dist_destroy());
	return 0;
}
