/*
 * Samples: reading files of them, and one as text, as expressions, as values.
 */
#include "language/sample.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace ops {

namespace {

/* A logical line: its text, and the place of each piece in the file. */
struct logical_line {
	struct piece {
		size_t start; /* in text */
		size_t line;  /* in the file, from 1 */
	};
	std::string text;
	std::vector<piece> pieces;
	bool marked = false; /* it began with "! ", now replaced by blanks */

	void append(const std::string &line, size_t number)
	{
		pieces.push_back({ text.size(), number });
		text += line + "\n";
	}
	/* "12:31" for the column of the text. */
	std::string place(size_t column) const
	{
		size_t i = pieces.size() - 1;
		while (i > 0 && pieces[i].start >= column)
			i--;
		return std::to_string(pieces[i].line) + ":" +
		       std::to_string(column - pieces[i].start);
	}
};

/* The lines of a file joined to logical ones. */
std::vector<logical_line> read_lines(const std::string &path)
{
	std::ifstream file(path);
	if (!file)
		throw std::runtime_error(path + ": " + std::strerror(errno));
	std::vector<logical_line> lines;
	std::string line;
	for (size_t number = 1; std::getline(file, line); number++) {
		size_t start = line.find_first_not_of(" \t\r");
		if (start == std::string::npos || line[start] == '#')
			continue;
		if (start == 0 || lines.empty())
			lines.emplace_back();
		if (start == 0 && line.rfind("! ", 0) == 0) {
			lines.back().marked = true;
			line[0] = ' ';
		}
		lines.back().append(line, number);
	}
	return lines;
}

/* The last component, which messages use as the name. */
std::string file_name(const std::string &path)
{
	return path.substr(path.rfind('/') + 1);
}

sample bind_sample(const expr &call, const c10::FunctionSchema &schema)
{
	return { call.text, bind_arguments(call, schema), "", promised::none };
}

expr parse_sample_call(const std::string &text)
{
	expr call = parse_expr(text);
	if (call.kind != expr_kind::call || call.result != 0)
		throw expr_error{ "a sample is a call: add.Tensor(float[2,3], 1)", call.column };
	return call;
}

/* A C function refuses NULL for a tensor that is not optional, and libtorch has no NULL to compare
 * with: undefined tensors are among the hostile arguments. */
void check_tensors_are_given(const sample &sample, const c10::FunctionSchema &schema, size_t column)
{
	for (size_t i = 0; i < sample.arguments.size(); i++) {
		const c10::Argument &argument = schema.arguments()[i];

		if (sample.arguments[i].kind == expr_kind::none &&
		    argument.type()->kind() == c10::TypeKind::TensorType)
			throw expr_error{ sample.op + ": argument '" + argument.name() +
						  "' is not optional",
					  column };
	}
}

sample read_sample(const std::string &text)
{
	expr call = parse_sample_call(text);
	try {
		const c10::FunctionSchema &schema = schema_named(call.text);
		sample made = bind_sample(call, schema);

		check_tensors_are_given(made, schema, call.column);
		return made;
	} catch (const std::runtime_error &error) {
		throw expr_error{ error.what(), call.column };
	}
}

} // namespace

std::vector<written_call> read_calls(const std::string &path)
{
	const std::string file = file_name(path);
	std::vector<written_call> calls;

	for (const logical_line &line : read_lines(path))
		try {
			calls.push_back({ parse_sample_call(line.text),
					  file + ":" + std::to_string(line.pieces[0].line) });
		} catch (const expr_error &error) {
			throw std::runtime_error(file + ":" + line.place(error.column) + ": " +
						 error.message);
		}
	return calls;
}

static call_question &question()
{
	static call_question asked;

	return asked;
}

void ask_before_calling(call_question asked)
{
	question() = std::move(asked);
}

bool may_call(const sample &sample, const c10::FunctionSchema &schema)
{
	return !question() || question()(sample, schema);
}

std::string operator_name(const c10::FunctionSchema &schema)
{
	const std::string &name = schema.name();
	std::string op = name.compare(0, 6, "aten::") == 0 ? name.substr(6) : name;
	return schema.overload_name().empty() ? op : op + "." + schema.overload_name();
}

/* Adds the sample of the line; returns "" or an error. */
static std::string add_line(const logical_line &line, const std::string &file,
			    std::map<std::string, std::vector<sample>> &samples, std::string &op)
{
	try {
		sample sample = read_sample(line.text);

		sample.origin = file + ":" + std::to_string(line.pieces[0].line);
		sample.promise = line.marked ? promised::refused : promised::accepted;
		op = sample.op;
		samples[op].push_back(std::move(sample));
		return "";
	} catch (const expr_error &error) {
		return file + ":" + line.place(error.column) + ": " + error.message;
	}
}

void sample_store::read_lines_of(const std::string &path, bool all_fit)
{
	samples_of_file &known = files_.emplace_back();

	for (const logical_line &line : read_lines(path)) {
		std::string op;
		const std::string wrong = add_line(line, file_name(path), known.samples, op);

		if (!wrong.empty() && all_fit)
			throw std::runtime_error(wrong);
		if (!wrong.empty())
			left_out_.push_back(wrong);
		else if (known.samples[op].size() == 1)
			known.families[family_of(op)].push_back(op);
	}
}

void sample_store::read(const std::string &path)
{
	read_lines_of(path, true);
}

void sample_store::read_what_fits(const std::string &path)
{
	of_other_release_ = true;
	read_lines_of(path, false);
}

std::vector<sample> sample_store::of(const c10::FunctionSchema &schema) const
{
	std::vector<sample> samples;
	for (const samples_of_file &file : files_)
		for (sample &sample : of_file(file, schema))
			samples.push_back(std::move(sample));
	return samples;
}

std::vector<sample> sample_store::of_file(const samples_of_file &file,
					  const c10::FunctionSchema &schema)
{
	std::string op = operator_name(schema);
	auto own = file.samples.find(op);
	if (own != file.samples.end())
		return own->second;
	std::vector<sample> samples;
	auto family = file.families.find(family_of(op));
	if (family == file.families.end())
		return samples;
	for (const std::string &sibling : family->second)
		for (const sample &from : file.samples.at(sibling)) {
			sample to;
			if (adapt_sample(from, schema_named(sibling), schema, to))
				samples.push_back(std::move(to));
		}
	return samples;
}

std::vector<c10::IValue> make_arguments(const sample &sample, const c10::FunctionSchema &schema)
{
	expr_maker maker;
	std::vector<c10::IValue> values;
	for (size_t i = 0; i < sample.arguments.size(); i++)
		values.push_back(
			maker.make(sample.arguments[i], schema.arguments()[i].real_type()));
	return values;
}

bool can_be_made(const sample &sample, const c10::FunctionSchema &schema)
{
	try {
		make_arguments(sample, schema);
		return true;
	} catch (const std::exception &) {
		return false;
	}
}

std::string print_sample(const sample &sample, const c10::FunctionSchema &schema)
{
	return print_expr(unbind_arguments(sample.op, sample.arguments, schema));
}

sample parse_sample(const std::string &text, const c10::FunctionSchema &schema)
{
	expr call = parse_sample_call(text);
	std::string op = operator_name(schema);
	if (call.text != op)
		throw std::runtime_error("a sample of " + op + " was expected, not of " +
					 call.text);
	sample sample = bind_sample(call, schema);
	sample.origin = "given";
	return sample;
}

} // namespace ops
