#!/usr/bin/env bash
# audit.sh GENERATOR YAML LIBTORCH: every schema, including derived ones, is exactly what libtorch's
# headers declare; and a difference would be found.
generator=$1 yaml=$2 libtorch=$3
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
count=$("$generator" audit --yaml "$yaml" | awk '/all schemas/ { print $1 }')

audit() { # YAML [OPTION...]
  local file=$1
  shift
  gen audit --yaml "$file" --libtorch "$libtorch" "$@"
}

audit "$yaml"
gives "the operators are those of libtorch's headers" 0 "     0  differences" \
  "$(printf '%6d' "$count")  schemas declared by $libtorch" "$(printf '%6d' "$count")  all schemas"
silent "nothing is printed on stderr" err
check "there are some" test "$count" -gt 2900
declared=$(grep -lr 'schema_str' "$libtorch"/include/ATen/ops/*_ops.h 2>/dev/null | xargs -r cat |
  grep -o 'schema_str = "\|schema_str, "' | wc -l)
check "grep counts as many ($declared)" test "$declared" = "$count"
audit "$yaml" --format json
gives "as JSON" 0 "\"libtorch_schemas\": $count" '"differences": []'
if [ -d "$libtorch/../torch/include" ]; then
  gen audit --yaml "$yaml" --libtorch "$libtorch/.."
  gives "the folder above it works, too" 0 "     0  differences"
fi

# --- differences that must be found ---------------------------------------------------------------
sed '/^# entries:/d' "$yaml" >"$work/list.yaml"
altered() { # SED-SCRIPT
  sed "$1" "$work/list.yaml" >"$work/altered.yaml"
  if cmp -s "$work/list.yaml" "$work/altered.yaml"; then
    called="sed '$1'"
    wrong "the control alters something" "a difference"
  fi
  audit "$work/altered.yaml"
}
mm='mm(Tensor self, Tensor mat2) -> Tensor'
altered "s/^- func: mm(Tensor self, Tensor mat2)/- func: mm(Tensor self, Tensor mat3)/"
gives "a schema with another name in it" 1 "     2  differences" \
  "not in libtorch: mm(Tensor self, Tensor mat3) -> Tensor" "mm_ops.h: only in libtorch: $mm"
check "it is found by its line" grep -qE "altered.yaml:[0-9]+: not in libtorch: mm" "$work/.out"
altered "/^- func: _cast_Byte(/s/non_blocking=False/non_blocking=True/"
gives "another default" 1 "not in libtorch: _cast_Byte(Tensor self, bool non_blocking=True)" \
  "_cast_Byte_ops.h: only in libtorch: _cast_Byte(Tensor self, bool non_blocking=False)"
altered "/^- func: mm(/,/^\$/d"
gives "an operator that is left out" 1 "     1  differences" "mm_ops.h: only in libtorch: $mm"
printf -- '\n- func: made_up(Tensor self) -> Tensor\n' | cat "$work/list.yaml" - >"$work/more.yaml"
audit "$work/more.yaml"
gives "an operator that is made up" 1 "not in libtorch: made_up(Tensor self) -> Tensor"
altered "/^- func: clone(/,/^\$/{/autogen:/d}"
gives "a derived operator that is not derived" 1 "     1  differences" \
  "clone_ops.h: only in libtorch: clone.out(Tensor self, *, MemoryFormat? memory_format=None"
altered "s/^- func: mm(Tensor self, Tensor mat2)/- func: mm(Tensor self, Tensor mat3)/"
audit "$work/altered.yaml" --format json
gives "differences as JSON" 1 '"what": "not in libtorch"' '"what": "only in libtorch"'
if command -v python3 >/dev/null; then
  check "are JSON" python3 -m json.tool "$work/.out"
else
  skip "whether it is JSON: python3 is not there"
fi
finish
