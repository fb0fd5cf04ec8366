#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ init_suite, losses_suite, NULL });
}
