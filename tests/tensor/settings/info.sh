#!/usr/bin/env bash
# info.sh CT_INFO PYTHON: what ct_info prints, in both formats, and how it ends.
set -eu -o pipefail
info=$1 python=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

report() { # CALLED EXPECTED GOT
  failed=$((failed + 1))
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$@" "${RERUN:-$0}"
}

ends() { # STATUS PART-OF-OUTPUT ARGUMENT...
  local status=0 wanted=$1 part=$2
  shift 2
  "$info" "$@" >"$work/got" 2>&1 || status=$?
  [ $status -eq "$wanted" ] && grep -qF -- "$part" "$work/got" ||
    report "ct_info $*" "exit status $wanted, and: $part" "$status, and: $(cat "$work/got")"
}

ends 0 'PyTorch built with:'
ends 0 'Usage: ct_info' --help
ends 0 'Usage: ct_info' -h
ends 0 ', libtorch ' --version
ends 2 "unknown option '--jason'" --jason
ends 2 "unknown option ''" ''
ends 2 "too many arguments: 'x'" --json x

status=0
"$info" >/dev/full 2>"$work/got" || status=$?
[ $status -eq 1 ] && grep -q 'ct_info: cannot write' "$work/got" ||
  report "ct_info >/dev/full" "exit status 1, and: ct_info: cannot write" \
    "$status, and: $(cat "$work/got")"

# Settings are printed, as lines and as valid JSON, with the same facts.
export OMP_NUM_THREADS=1 LD_PRELOAD="" CUDA_VISIBLE_DEVICES=$'a"b\\c\nd'
"$info" >"$work/lines"
"$info" --json >"$work/json"
"$python" - "$work/lines" "$work/json" <<'PYTHON' || report "ct_info --json" "see above" "see above"
import json
import os
import re
import sys

lines = open(sys.argv[1], encoding="utf-8").read()
facts = json.load(open(sys.argv[2], encoding="utf-8"))
wrong = []


def check(what, got, expected):
    if got != expected:
        wrong.append(f"{what}: expected {expected!r}, got {got!r}")


check("sections", list(facts), ["libctorch", "libtorch", "system", "settings", "flags", "cuda",
                                "devices", "backends", "environment", "texts"])
check("sections of the lines", re.findall(r"(?m)^(\w+)$", lines), list(facts))
check("names of the lines", len(re.findall(r"(?m)^  \S", lines)), sum(map(len, facts.values())))
check("threads", facts["settings"]["threads"], 1)
check("environment", facts["environment"].get("CUDA_VISIBLE_DEVICES"),
      os.environ["CUDA_VISIBLE_DEVICES"])
check("cpu devices", facts["devices"]["cpu"], 1)
check("default dtype", facts["settings"]["default dtype"], "float32")
check("a flag", facts["flags"]["torch.backends.cudnn.enabled"], True)
check("abi", facts["libctorch"]["abi"], 1)
check("versions", facts["libctorch"]["version"], facts["libctorch"]["headers"])
check("libtorch", facts["libtorch"]["running"].rsplit(".", 1)[0],
      facts["libtorch"]["built for"].rsplit(".", 1)[0])
check("library", os.path.basename(facts["libctorch"]["file"]).split(".so")[0],
      "libctorch-" + facts["libtorch"]["built for"].rsplit(".", 1)[0])
check("memory", facts["system"]["memory"] >= facts["system"]["memory available"] > 0, True)
check("capability", f"CPU capability usage: {facts['libtorch']['cpu capability']}\n"
      in facts["texts"]["config"], True)
print("\n".join(wrong))
sys.exit(bool(wrong))
PYTHON
[ $failed -eq 0 ]
