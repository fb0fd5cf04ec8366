/*
 * Whole files of torch.save(): zip archives, and the older form. Under libFuzzer the positions,
 * sizes and checksums in archives are usually corrected, since hardly any input would get past them
 * otherwise.
 */
#include <string.h>

#include <zlib.h>

#include "checkpoints.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_check_checkpoint(data, size);
	return 0;
}

/* --- for libFuzzer ---------------------------------------------------------------------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { MOST_ENTRIES = 64, LOCAL = 30, CENTRAL = 46, END = 22, END64 = 56, DESCRIPTOR = 16 };
enum { DEFLATED = 8, HAS_DESCRIPTOR = 8 };

/* The positions of records with this signature. */
static size_t find_all(const uint8_t *data, size_t size, const char *signature, size_t record,
		       size_t *at)
{
	size_t n = 0;

	for (size_t i = 0; i + record <= size && n < MOST_ENTRIES; i++)
		if (memcmp(data + i, signature, 4) == 0)
			at[n++] = i;
	return n;
}

static unsigned get16(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

static void put(uint8_t *at, uint64_t number, int size)
{
	for (int i = 0; i < size; i++)
		at[i] = (uint8_t)(number >> 8 * i);
}

/* From a local header to the position where its entry ends. */
static void mend_entry(uint8_t *data, size_t local, size_t end, uint8_t *central)
{
	const unsigned flags = get16(central + 8), method = get16(central + 10);
	const size_t begin = local + LOCAL + get16(data + local + 26) + get16(data + local + 28);
	size_t n;

	if (begin > end)
		return;
	n = end - begin;
	if ((flags & HAS_DESCRIPTOR) && n >= DESCRIPTOR)
		n -= DESCRIPTOR;
	if (method != DEFLATED) {
		put(central + 16, crc32(0, data + begin, (uInt)n), 4);
		put(central + 24, n, 4);
	}
	put(central + 20, n, 4);
	put(central + 42, local, 4);
	put(data + local + 6, flags, 2);
	put(data + local + 8, method, 2);
	if (flags & HAS_DESCRIPTOR)
		memset(data + local + 14, 0, 12);
	else
		memmove(data + local + 14, central + 16, 12);
}

static void mend_archive(uint8_t *data, size_t size)
{
	size_t local[MOST_ENTRIES + 1], central[MOST_ENTRIES], end[MOST_ENTRIES],
		end64[MOST_ENTRIES];
	const size_t locals = find_all(data, size, "PK\3\4", LOCAL, local),
		     centrals = find_all(data, size, "PK\1\2", CENTRAL, central),
		     ends = find_all(data, size, "PK\5\6", END, end),
		     ends64 = find_all(data, size, "PK\6\6", END64 + 20, end64);
	size_t directory_end;

	if (centrals == 0 || ends == 0)
		return;
	local[locals] = central[0];
	for (size_t i = 0; i < locals && i < centrals; i++)
		if (local[i + 1] > local[i])
			mend_entry(data, local[i], local[i + 1], data + central[i]);
	directory_end = ends64 ? end64[0] : end[ends - 1];
	put(data + end[ends - 1] + 8, centrals, 2);
	put(data + end[ends - 1] + 10, centrals, 2);
	put(data + end[ends - 1] + 12, directory_end - central[0], 4);
	put(data + end[ends - 1] + 16, central[0], 4);
	put(data + end[ends - 1] + 20, size - end[ends - 1] - END, 2);
	if (ends64) {
		put(data + end64[0] + 24, centrals, 8);
		put(data + end64[0] + 32, centrals, 8);
		put(data + end64[0] + 40, directory_end - central[0], 8);
		put(data + end64[0] + 48, central[0], 8);
		put(data + end64[0] + END64 + 8, end64[0], 8);
	}
}

/* Now and then, headers that lie are inputs, too. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 8)
		mend_archive(data, size);
	return size;
}
