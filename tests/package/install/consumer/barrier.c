/* Two processes that wait for each other. */
#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

int main(void)
{
	CT_CHECK(ct_dist_init(NULL));
	CT_CHECK(ct_dist_barrier(NULL, NULL));
	CT_CHECK(ct_dist_destroy());
	return 0;
}
