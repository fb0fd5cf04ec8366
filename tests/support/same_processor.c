/* Succeeds if this processor and C library compute the same digits as those of the expected values.
 */
#include "processor.h"

int main(void)
{
	return expected_is_of_another_processor();
}
