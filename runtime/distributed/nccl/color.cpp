/*
 * hash((0, 1, ...)) of CPython, which is xxHash with other numbers.
 */
#include "distributed/nccl/color.hpp"

namespace ct::dist {

namespace {

constexpr uint64_t prime_1 = 11400714785074694791u, prime_2 = 14029467366897019727u,
		   prime_5 = 2870177450012600261u;

uint64_t hash_of(const std::vector<int64_t> &ranks)
{
	uint64_t hash = prime_5;

	for (const int64_t rank : ranks) {
		hash += static_cast<uint64_t>(rank) * prime_2;
		hash = (hash << 31 | hash >> 33) * prime_1;
	}
	hash += ranks.size() ^ prime_5 ^ 3527539;
	return hash == UINT64_MAX ? 1546275796 : hash;
}

} // namespace

int color_of(const std::vector<int64_t> &ranks)
{
	const uint64_t hash = hash_of(ranks);
	const uint64_t absolute = hash >> 63 ? 0 - hash : hash; /* Python's is signed */

	return static_cast<int>(absolute & INT32_MAX);
}

} // namespace ct::dist
