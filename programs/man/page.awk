# page.awk: the text of a program's --help as a manual page, in man(7).
#
#     awk -v name=ct_run -v what="run models" -v see="ct_info(1)" -v date=2026-01-31 \
#       -v version=0.1.0 -v documents=DIR -f page.awk HELP [COMMAND-HELP...]
#
# The first file is the program's own help, the others are those of its commands. What a help text
# consists of: lines of usage, paragraphs, headings ("Inputs:"), and items, which are indented by two
# spaces: a term, two or more spaces, its description; or a term alone, and the description below it.
# An indented line that is neither is a paragraph, or an example.

# --- text in troff -------------------------------------------------------------------------------

function escaped(text) {
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/'/, "\\(aq", text)
	gsub(/`/, "\\(ga", text)
	gsub(/\^/, "\\(ha", text)
	gsub(/~/, "\\(ti", text)
	return text
}

# Options are bold, and placeholders (FILE) are italic if `places`.
function marked(text, places,    result, part) {
	result = ""
	while (match(text, /(^|[ (\[|,])--?[a-z][a-z-]*|[A-Z][A-Z0-9]+/)) {
		part = substr(text, RSTART, RLENGTH)
		result = result escaped(substr(text, 1, RSTART - 1))
		if (part ~ /^[A-Z]/) {
			result = result (places ? "\\fI" part "\\fR" : part)
		} else {
			if (part !~ /^-/) {
				result = result escaped(substr(part, 1, 1))
				part = substr(part, 2)
			}
			result = result "\\fB" escaped(part) "\\fR"
		}
		text = substr(text, RSTART + RLENGTH)
	}
	return result escaped(text)
}

function write(text) {
	print (text ~ /^[.']/ ? "\\&" : "") text
}

function section(title) {
	if (title == last_section)
		return
	print ".SH " title
	last_section = title
	is_first = 1
}

function subsection(title) {
	print ".SS " title
	is_first = 1
}

# Not after a title.
function new_paragraph() {
	if (!is_first)
		print ".PP"
	is_first = 0
}

# --- the parts of a help -------------------------------------------------------------------------

function usage(line,    rest) {
	sub(/^[Uu]sage: |^ +/, "", line)
	if (depth == 0 && !usages++)
		section("SYNOPSIS")
	else if (in_usage)
		print ".br"
	else
		new_paragraph()
	rest = line
	sub(/^[^ ]+( [a-z][a-z-]*)?/, "", rest)
	write("\\fB" escaped(substr(line, 1, length(line) - length(rest))) "\\fR" marked(rest, 1))
	in_usage = 1
}

function paragraph(line) {
	if (in_paragraph) {
		write(marked(line, 0))
		return
	}
	if (depth == 0 && line ~ /xit status/)
		section("EXIT STATUS")
	else if (depth == 0 && last_section == "SYNOPSIS")
		section("DESCRIPTION")
	sub(/^Exit status: /, "", line)
	new_paragraph()
	write(marked(line, 0))
	in_paragraph = 1
}

function heading(line) {
	sub(/:$/, "", line)
	is_example = line ~ /^Examples?$/
	if (depth == 0 && is_example)
		section("EXAMPLES")
	else if (depth == 0 && line == "Options" && last_section != "OPTIONS")
		section("OPTIONS")
	else {
		if (depth == 0)
			section("OPTIONS")
		subsection(marked(line, 0))
	}
}

function example(line) {
	sub(/^ +/, "", line)
	new_paragraph()
	print ".nf"
	write(escaped(line))
	print ".fi"
}

function has_column(line) {
	return column && substr(line, column, 1) == " " && substr(line, column + 1, 1) ~ /[^ ]/
}

# Where a description begins: in the column of the one before it, or after a gap; 0: on the next line.
function description_of(line) {
	if (has_column(line))
		return column
	return match(line, /[^ ]  +[^ ]/) ? RSTART + RLENGTH - 2 : 0
}

function item(line,    start, term) {
	start = description_of(line)
	term = start ? substr(line, 1, start) : line
	gsub(/^ +| +$/, "", term)
	gsub(/  +/, " ", term)
	if (last_section == "SYNOPSIS")
		section("DESCRIPTION")
	if (depth == 0 && term ~ /^-/ && last_section == "DESCRIPTION")
		section("OPTIONS")
	is_first = 0
	print ".TP"
	write(term ~ /^-/ ? marked(term, 1) : "\\fB" escaped(term) "\\fR")
	if (start) {
		column = start
		write(marked(substr(line, start + 1), 0))
	}
	in_item = 1
}

# A description that goes on; what is indented more than it keeps its lines.
function more(line,    indent) {
	match(line, /^ */)
	indent = RLENGTH
	if (column == 0 || in_item == 1 && column > indent)
		column = indent
	if (indent > column || kept)
		print ".br"
	kept = indent > column
	write(marked(substr(line, indent + 1), 0))
}

function end_of_block() {
	in_usage = in_paragraph = in_item = kept = 0
}

# --- a page --------------------------------------------------------------------------------------

BEGIN {
	print ".\\\" Written from the program's --help when libctorch is built: programs/man/."
	print ".TH " toupper(name) " 1 " date " \"libctorch " version "\" \"libctorch\""
	print ".SH NAME"
	print escaped(name) " \\- " escaped(what)
}

FNR == 1 && NR > 1 {
	end_of_block()
	depth = 1
	is_example = column = 0
	section("COMMANDS")
	subsection(escaped(name " " command_of(FILENAME)))
}

function command_of(file) {
	sub(/.*\//, "", file)
	return file
}

FNR == 1 && index($0, name ": ") == 1 { next } # what NAME says already
/^[Uu]sage: / { end_of_block(); usage($0); next }
in_usage && /^ / { usage($0); next }
/^ *$/ { end_of_block(); next }
/^[A-Z][a-z]*( [^ ]+)?:$/ && !in_paragraph { end_of_block(); heading($0); next }
/^  [^ ]/ && is_example { example($0); next }
/^  -/ || /^  [^ ].*[^ ]  +[^ ]/ { end_of_block(); item($0); next }
/^  [^ ]/ && in_item && has_column($0) { end_of_block(); item($0); next }
/^ +--/ && in_item && match($0, /^ */) && RLENGTH < column { end_of_block(); item($0); next }
/^   / && in_item { more($0); next }
{
	if (in_item || in_usage)
		end_of_block()
	sub(/^ +/, "")
	paragraph($0)
}

END {
	print ".SH SEE ALSO"
	write(escaped(see))
	if (documents != "") {
		print ".PP"
		write("The pages are in \\fI" escaped(documents) "\\fR, below the folder that")
		print "libctorch is installed to."
	}
}
