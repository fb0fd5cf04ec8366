/* Succeeds if the expected values were computed by a processor with the same square root. */
#include "processor.h"

int main(void)
{
	return expected_is_of_another_processor();
}
