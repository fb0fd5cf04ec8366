#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		steps_suite, gradients_suite, groups_suite, lbfgs_suite, loading_suite,
		options_suite, own_suite, schedulers_suite, scheduler_details_suite, swa_suite,
		grad_scaler_suite, NULL });
}
