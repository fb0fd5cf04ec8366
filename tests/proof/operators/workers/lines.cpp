#include "workers/lines.hpp"

namespace ops {

static std::string escaped(const std::string &text)
{
	std::string result;

	for (char c : text) {
		if (c == '\t')
			result += "\\t";
		else if (c == '\n')
			result += "\\n";
		else if (c == '\\')
			result += "\\\\";
		else
			result += c;
	}
	return result;
}

static std::string unescaped(std::string_view text)
{
	std::string result;

	for (size_t i = 0; i < text.size(); i++) {
		if (text[i] != '\\' || i + 1 == text.size()) {
			result += text[i];
			continue;
		}
		i++;
		result += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
	}
	return result;
}

std::string join_fields(const field_list &fields)
{
	std::string line;

	for (size_t i = 0; i < fields.size(); i++)
		line += (i ? "\t" : "") + escaped(fields[i]);
	return line;
}

field_list split_fields(std::string_view line)
{
	field_list result;

	for (;;) {
		const size_t tab = line.find('\t');

		result.push_back(unescaped(line.substr(0, tab)));
		if (tab == std::string_view::npos)
			return result;
		line.remove_prefix(tab + 1);
	}
}

field_list with_call(field_list line, const call_name &call)
{
	line.insert(line.end(), { call.op, call.label, call.text });
	line.insert(line.end(), call.edits.begin(), call.edits.end());
	return line;
}

call_name call_of(const field_list &line, size_t first)
{
	return { line.at(first),
		 line.at(first + 1),
		 line.at(first + 2),
		 { line.begin() + long(first) + 3, line.end() } };
}

bool line_buffer::next(std::string &line)
{
	const size_t end = text_.find('\n');

	if (end == std::string::npos)
		return false;
	line = text_.substr(0, end);
	text_.erase(0, end + 1);
	return true;
}

} // namespace ops
