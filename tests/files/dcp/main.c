#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ read_suite, save_suite, wrong_suite, NULL });
}
