/*
 * The id that PyTorch gives a file: a hash of the names of its entries, in the order in which the C++
 * library's table iterates over them, and one of their checksums.
 */
#include <cinttypes>
#include <cstdio>
#include <string>
#include <unordered_set>

#include <c10/util/hash.h>

#include "files/torch/saver.h"

void ct_serialization_id(const char *const *names, const uint32_t *checksums, size_t len,
			 char result[41])
{
	std::unordered_set<std::string> written;
	uint64_t of_names = 0, of_checksums = 0;

	for (size_t i = 0; i < len; i++) {
		written.insert(names[i]);
		of_checksums = c10::hash_combine(of_checksums, checksums[i]);
	}
	for (const std::string &name : written)
		of_names = c10::hash_combine(of_names, c10::hash<std::string>{}(name));
	std::snprintf(result, 41, "%020" PRIu64 "%020" PRIu64, of_names, of_checksums);
}
