/*
 * Pickles of torch.save(): the input is the pickle of an archive, and the object of a file of the
 * older form. Other files are those of zip_target.c.
 */
#include "checkpoints.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *file;
	size_t n;

	file = fuzz_archive(data, size, &n);
	fuzz_check_checkpoint(file, n);
	file = fuzz_legacy(data, size, &n);
	fuzz_check_checkpoint(file, n);
	return 0;
}
