#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ autocast_suite, NULL });
}
