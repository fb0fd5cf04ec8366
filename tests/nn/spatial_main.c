#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ pooling_suite,
						     vision_suite,
						     attention_suite,
						     operators_suite,
						     gradients_suite,
						     sequences_suite,
						     NULL });
}
