/*
 * The messages between the processes: lines of fields.
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

/* The name of a call in these messages. */
struct call_name {
	std::string op;    /* "mm" */
	std::string label; /* as dies.txt names it */
	std::string text;  /* the sample */
	std::vector<std::string> edits;
};

/* The line with the call's fields appended. */
field_list with_call(field_list line, const call_name &call);
/* The call whose fields begin at `first`. */
call_name call_of(const field_list &line, size_t first);

/* A text from which complete lines are taken. */
class line_buffer {
public:
	void add(const char *text, size_t len) { text_.append(text, len); }
	bool next(std::string &line);

private:
	std::string text_;
};

} // namespace ops

#endif
