#include "gradcheck_support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ gradcheck_suite, gradcheck_wrong_suite,
						     gradcheck_outputs_suite,
						     gradcheck_forward_suite, NULL });
}
