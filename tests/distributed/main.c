#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ stores_suite, alone_suite, NULL });
}
