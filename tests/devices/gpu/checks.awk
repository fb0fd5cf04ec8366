# checks.awk: run.sh's lines from the output of Check's tests, then their TAP file:
#
#     ok 3 - ../copies_suite.c:copies:views_of_any_kind_are_copied: Passed
#     not ok 4 - ../support.c:copies:copying_converts_and_broadcasts: a column: other values
#     1..13
#
# A test that needs what CUDA's devices do not have says so in its output, in a line as run.sh's.
# With `rehearsal` no kernel has written anything, so tests of values fail; what else fails has
# failed.

function short(name) {
	sub(/_fn$/, "", name)
	return name
}

# The texts with which tests say so, or operators whose arguments were computed.
function is_of_values(text) {
	if (text ~ /Received signal|Test timeout expired|Early exit/)
		return 0
	return text ~ /other values|not the bytes that were expected|element [0-9]+: expected/ || \
	       text ~ /step [0-9]+: .* on the CPU|Target values should be in/ || \
	       text ~ /Jacobian (computed with forward mode )?mismatch|Backward is not reentrant/ || \
	       text ~ /Assertion '(fabsl\(|equal'|(sum|total|first) ==|text == wanted')/ || \
	       text ~ /cuDNN error: CUDNN_STATUS_NOT_SUPPORTED/ # of its convolutions
}

FILENAME == ARGV[1] {
	if (split($0, part, "\t") == 3)
		skipped[short(part[1])] = part[3]
	next
}

/^1\.\./ {
	planned = substr($0, 4) + 0
	next
}

/^(not )?ok / {
	seen++
	status = /^ok/ ? "ok" : "failed"
	sub(/^(not )?ok [0-9]+ - [^:]*:[^:]*:/, "")
	name = text = $0
	sub(/:.*/, "", name)
	text = substr(text, length(name) + 3)
	name = short(name)
	if (status == "ok" && name in skipped) {
		status = "skipped"
		text = skipped[name]
	} else if (status == "failed" && rehearsal && is_of_values(text)) {
		status = "skipped"
		text = "needs a GPU: " text
	}
	gsub(/\t/, " ", text)
	text = substr(text, 1, 200)
	printf "%s\t%s\t%s\n", name, status, text
	fflush() # line by line: those of several suites go into one pipe
}

END {
	if (!seen || seen != planned)
		printf "%s\tfailed\tthe program ended after %d tests\n", suite, seen
}
