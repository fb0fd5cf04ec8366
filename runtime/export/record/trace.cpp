/*
 * Which lines of a C program call, in the form of Python's stack traces.
 */
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/caller.h"
#include "core/base/compat.hpp"
#include "export/record/trace.h"

#if CT_HAS_FAST_SYMBOLIZE
#include <torch/csrc/profiler/unwind/unwind.h>
#endif

namespace {

constexpr int64_t deepest = 32;

struct source_line {
	std::string file, function;
	uint64_t line; /* 0: not known */
};

#if CT_HAS_FAST_SYMBOLIZE
/* A source has a name such as "net.c" or "net.hpp"; an address without one has the name of the program
 * or the library. */
bool is_source(const torch::unwind::Frame &frame)
{
	const size_t dot = frame.filename.rfind('.');

	return dot != std::string::npos && frame.filename.find_first_of("cChH", dot) == dot + 1;
}

/* CT() and CT_E() call by inline functions in headers. The code of these is followed by that of the
 * statement that has the macro. */
constexpr uintptr_t longest_return = 64;

bool is_inline(const torch::unwind::Frame &frame)
{
	return frame.filename.find("ctorch/calls/") != std::string::npos;
}

source_line find_line(const void *address)
{
	const uintptr_t at = reinterpret_cast<uintptr_t>(address);
	source_line line = {};

	for (uintptr_t i = 0; i < longest_return; i += 2) {
		const torch::unwind::Frame frame = torch::unwind::symbolize(
							   { reinterpret_cast<void *>(at + i) },
							   torch::unwind::Mode::fast)
							   .at(0);

		if (!is_source(frame))
			return line;
		line = { frame.filename, frame.funcname, frame.lineno };
		if (!is_inline(frame))
			return line;
	}
	return line;
}
#else
source_line find_line(const void *)
{
	return {};
}
#endif

/* A call in a loop has the same address each time. */
thread_local std::unordered_map<const void *, source_line> known_lines;

const source_line &line_of(const void *address)
{
	const auto known = known_lines.find(address);

	if (known != known_lines.end())
		return known->second;
	return known_lines[address] = find_line(address);
}

/* Those of all callers, the innermost first; none if libtorch cannot read this machine's
 * programs. */
std::vector<source_line> callers_of()
{
	const void *addresses[deepest];
	std::vector<source_line> lines;

	try {
		for (int64_t i = 0, len = ct_list_callers(addresses, deepest); i < len; i++)
			lines.push_back(line_of(addresses[i]));
		return lines;
	} catch (const std::exception &) {
		return {};
	}
}

/* Never empty: the innermost is last, perhaps without a line. */
std::vector<source_line> stack_of_caller(const ct_caller &caller)
{
	const std::vector<source_line> lines = callers_of();
	std::vector<source_line> stack;

	for (size_t i = lines.size(); i > 1; i--)
		if (lines[i - 1].line > 0)
			stack.push_back(lines[i - 1]);
	if (!lines.empty() && lines[0].line > 0)
		stack.push_back(lines[0]);
	else
		stack.push_back({ caller.file, "C", static_cast<uint64_t>(caller.line) });
	return stack;
}

} // namespace

const char *ct_trace_of_caller(ct_arena *arena)
{
	std::string trace;
	ct_caller caller;

	ct_callers_remember();
	ct_find_caller(&caller);
	for (const source_line &line : stack_of_caller(caller))
		trace += "File \"" + line.file + "\", line " + std::to_string(line.line) + ", in " +
			 line.function + "\n";
	trace += std::string("  ") + (caller.function ? caller.function : "the program") + "()";

	char *copy = static_cast<char *>(ct_arena_new(arena, trace.size() + 1));

	if (copy)
		trace.copy(copy, trace.size());
	return copy;
}

void ct_trace_forget()
{
	known_lines.clear();
	ct_callers_forget();
}

void ct_trace_write_place(char *text, size_t size)
{
	ct_caller caller;

	ct_find_caller(&caller);

	const source_line line = stack_of_caller(caller).back();

	if (line.line > 0)
		std::snprintf(text, size, "%s:%llu", line.file.c_str(),
			      static_cast<unsigned long long>(line.line));
	else
		std::snprintf(text, size, "%s", line.file.c_str());
}
