# describe.awk: reads the output of `cc -E -dD` for public headers, and writes what reaches a
# compiled program: types to the output, functions to the file `functions`, one per line after its
# name and a tab, and the numbers of macros to the file `numbers`. `own` has the names of the
# headers whose functions count, each with a space on both sides. Comments, inline functions and
# attributes that only a compiler uses are left out.

/^# [0-9]+ "/ {
	ours = match($0, /\/ctorch\/[a-z0-9_]+\.h"/)
	header = substr($0, RSTART + 8, RLENGTH - 9)
	next
}
!ours { next }
/^#define CT_[A-Z0-9_]+ / { number($2, $0) }
/^#/ { next }
{ read($0) }

# A line of C: a declaration ends at a semicolon outside of braces, a function at its last brace.
function read(line,    i, c)
{
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		text = text c
		depth += (c == "{") - (c == "}")
		if (depth == 0 && (c == ";" || (c == "}" && text ~ /^ *static inline/))) {
			declaration(text)
			text = ""
		}
	}
	text = text " "
}

function declaration(t,    exported)
{
	exported = gsub(/__attribute__\(\(visibility\("default"\)\)\)/, " ", t)
	gsub(/__attribute__\(\((warn_unused_result|noreturn|format\([^)]*\))\)\)/, " ", t)
	gsub(/_Bool/, "bool", t)
	gsub(/[ \t]+/, " ", t)
	sub(/^ /, "", t)
	gsub(/\( /, "(", t)
	gsub(/ ;/, ";", t)
	gsub(/ ,/, ",", t) # where an annotation was
	gsub(/ \)/, ")", t)
	if (t ~ /^static inline/ || t == ";")
		return
	if (!exported)
		type(t)
	else if (index(own, " " header " "))
		print name_of(t) "\t" t >functions
}

function name_of(t)
{
	match(t, /ct_[A-Za-z0-9_]+\(/)
	return substr(t, RSTART, RLENGTH - 1)
}

# Each member and each enumerator on a line of its own, so that a diff shows it alone.
function type(t,    i, c, line, indent, parentheses)
{
	for (i = 1; i <= length(t); i++) {
		c = substr(t, i, 1)
		parentheses += (c == "(") - (c == ")")
		if (c == "}" && line ~ /[^ ]/) {
			sub(/ $/, "", line)
			print indent line ","
			line = ""
		}
		if (c == "}")
			indent = substr(indent, 2)
		if (c != " " || line != "")
			line = line c
		if (c == "{" || (indent != "" && c ~ /[;,]/ && !parentheses)) {
			print indent line
			line = ""
		}
		if (c == "{")
			indent = indent "\t"
	}
	print line
}

# Not the numbers of versions and counts, which may change.
function number(name, line)
{
	if (header ~ /^(release|version)\.h$/ || name ~ /_VERSION$/)
		return
	sub(/^#define [^ ]+ /, "", line)
	if (line ~ /^(-?[0-9]+|0x[0-9A-Fa-f]+|INT64_C\(-?[0-9]+\)|INT64_MAX)$/)
		print "\t" name " = " line "," >numbers
}
