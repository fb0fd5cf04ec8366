#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ init_suite,
						     containers_suite,
						     lazy_suite,
						     losses_suite,
						     dropout_suite,
						     activation_suite,
						     embedding_suite,
						     normalization_suite,
						     pooling_suite,
						     vision_suite,
						     attention_suite,
						     operators_suite,
						     gradients_suite,
						     sequences_suite,
						     modules_suite,
						     module_details_suite,
						     calls_suite,
						     utils_suite,
						     utils_details_suite,
						     training_suite,
						     by_name_suite,
						     unscoped_suite,
						     nested_suite,
						     masked_suite,
						     NULL });
}
