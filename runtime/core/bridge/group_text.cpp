/*
 * Messages of c10d, gloo and NCCL: see group_text.hpp. libctorch_distributed has a copy of this file.
 */
#include "core/bridge/group_text.hpp"

#include <cstring>

namespace ct {

namespace {

/* Frames and places of C++. */
bool is_about_code(const std::string &line)
{
	static const char *const begins[] = { "frame #", "C++ CapturedTraceback", "<omitting" };

	for (const char *begin : begins)
		if (line.compare(0, std::strlen(begin), begin) == 0)
			return true;
	return line.empty();
}

/* "[/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] text" without the file, wherever it is
 * in the line: gloo's errors contain others. */
std::string without_files(std::string line)
{
	for (size_t begin = 0; (begin = line.find('[', begin)) != std::string::npos;) {
		const size_t end = line.find(']', begin);
		const std::string place = line.substr(begin, end - begin);

		if (end == std::string::npos || place.find(".cc:") == std::string::npos ||
		    place.find(' ') != std::string::npos)
			begin++;
		else
			line.erase(begin, end + 1 - begin + (line[end + 1] == ' '));
	}
	return line;
}

/* "NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:91, text" without the file. */
std::string without_place_of_nccl(std::string line)
{
	static const char before[] = "NCCL error in: ";
	const size_t begin = line.find(before), end = line.find(", ", begin);

	if (begin != std::string::npos && end != std::string::npos)
		line.replace(begin, end + 2 - begin, "NCCL error: ");
	return line;
}

/* gloo's advice after what has happened, which ends with a joke. */
const char advice[] = " This is typically caused by a remote worker";

/* ASCII alone, and no spaces at the ends. */
std::string plain(const std::string &line)
{
	std::string result;

	for (const char letter : line)
		if (letter >= ' ' && letter <= '~')
			result += letter;
	const size_t begin = result.find_first_not_of(' ');

	if (begin == std::string::npos)
		return "";
	return result.substr(begin, result.find_last_not_of(' ') - begin + 1);
}

} // namespace

std::string text_of_group(const char *text)
{
	std::string result, line;
	const std::string whole = std::string(text) + "\n";

	for (size_t begin = 0, end; (end = whole.find('\n', begin)) != std::string::npos;
	     begin = end + 1) {
		line = plain(whole.substr(begin, end - begin));
		if (line.compare(0, 21, "Exception raised from") == 0)
			break; /* only frames follow */
		if (is_about_code(line))
			continue;
		result += (result.empty() ? "" : " ") + without_place_of_nccl(without_files(line));
	}
	return result.substr(0, result.find(advice));
}

} // namespace ct
