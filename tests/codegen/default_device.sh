#!/usr/bin/env bash
# The generated operators that use the default device are those of Python's torch.utils._device,
# as listed in tests/fixtures/expected/default_device.json.
#
# Usage: default_device.sh GENERATED JSON

set -euo pipefail

generated=$1
json=$2

# "/* zeros(SymInt[] size, ... */" above each function: the name before its overload.
heeding() {
	awk '/^\/\* [a-z_].*\(/ { name = $2; sub(/[.(].*/, "", name) }
	     /ct::device_or_default\(/ { print name }' "$generated"/ops/*.cpp | sort -u
}

# The operators of these functions all take values, which are already on a device.
with_values='sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_csc_tensor
sparse_csr_tensor'

listed() {
	sed -n 's/.*"about": "makers", "names": \[\(.*\)\].*/\1/p' "$json" | tr -d '" ' | tr ',' '\n' |
		grep -vxFf <(tr ' ' '\n' <<< "$with_values") | sort -u
}

[ "$(listed | wc -l)" -ge 20 ] || { echo "$json lists no makers" >&2; exit 1; }
if ! diff <(listed) <(heeding); then
	echo "'<': in Python's list only, '>': generated only; codegen/types/default_device.c has the" \
		"generator's list" >&2
	exit 1
fi
