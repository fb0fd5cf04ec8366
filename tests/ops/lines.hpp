/*
 * What the processes say to each other: lines of fields.
 */
#ifndef OPS_LINES_HPP
#define OPS_LINES_HPP

#include <string>
#include <string_view>
#include <vector>

namespace ops {

using field_list = std::vector<std::string>;

/* Tabs between the fields; tabs, newlines and backslashes in them are written as \t, \n, \\. */
std::string join_fields(const field_list &fields);
field_list split_fields(std::string_view line);

/* A text of which lines are taken as they become whole. */
class line_buffer {
public:
	void add(const char *text, size_t len) { text_.append(text, len); }
	bool next(std::string &line);

private:
	std::string text_;
};

} // namespace ops

#endif
