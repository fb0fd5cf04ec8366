#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ models_suite, models_errors_suite, NULL });
}
