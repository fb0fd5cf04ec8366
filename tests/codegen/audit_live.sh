#!/usr/bin/env bash
# audit_live.sh GENERATOR PROJECT YAML LIBTORCH CT_REGISTRY: compares the built library with the
# yaml. Every operator is registered with the yaml's schema, and every declared function is
# exported; a difference would be found. Then tests the exit codes of ct_registry.
generator=$1 project=$2 yaml=$3 libtorch=$4 ct_registry=$5
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
registry=$work/registry.tsv

run "$ct_registry" -o "$registry"
gives "ct_registry writes a file" 0
silent "it prints nothing" out
silent "it reports no error" err
check "no other file is left" test ! -e "$registry.part"
run "$ct_registry"
same "stdout gets the same" "$registry" "$work/.out"

# nm, which has its own reader of symbol tables, counts as many symbols.
library=$(ldd "$ct_registry" | sed -n 's/.*=> \(.*libctorch-[0-9.]*\.so[^ ]*\) .*/\1/p')
if command -v nm >/dev/null; then
  count=$(nm -D --defined-only "$library" | grep -c ' [TWDBRVu] ')
  check "nm counts as many symbols" test "$count" = "$(grep -c '^symbol' "$registry")"
else
  skip "how many symbols nm counts: it is not there"
fi

audited=$work/audited.tsv
renumbered() { # the last line states the number of lines
  sed -i "\$s/.*/# end $(grep -c '^[os]' "$audited")/" "$audited"
}
# A coverage build also exports the function that writes its counts.
cp "$registry" "$audited"
if [ -n "${COUNTED:-}" ]; then
  sed -i '/^symbol\tcoverage_write_libctorch$/d' "$audited"
  renumbered
fi

audit() { gen audit --root "$project" --yaml "$yaml" --registry "$audited" "$@"; } # [OPTION...]
audit --libtorch "$libtorch"
gives "nothing differs" 0 "     0  differences"
silent "nothing is printed on stderr" err

# --- differences that must be found ---------------------------------------------------------------
altered() { # SENTENCE SED-SCRIPT TEXT...
  local sentence=$1
  cp "$audited" "$work/kept"
  sed -i "$2" "$audited"
  renumbered
  cmp -s "$audited" "$work/kept" && wrong "$sentence: the control alters something" "a difference"
  shift 2
  audit
  gives "$sentence" 1 "     1  differences" "$@"
  mv "$work/kept" "$audited"
}
altered "an operator that is not registered" '/\taten::mm\t/d' \
  "not registered: mm(Tensor self, Tensor mat2) -> Tensor"
altered "an argument of another name" '/\taten::mm\t/s/mat2/mat3/' \
  "registered otherwise: mm(Tensor self, Tensor mat2) -> Tensor" \
  "aten::mm(Tensor self, Tensor mat3) -> Tensor"
altered "another default" '/\taten::gelu\t/s/"none"/"tanh"/' \
  "registered otherwise: gelu(Tensor self"
altered "a function that is not exported" '/\tct_mm$/d' "ctorch/ops/m.h: not exported: ct_mm"
altered "a method form that is not" '/\tct_Tensor_mm$/d' "not exported: ct_Tensor_mm"
altered "a function of the runtime that is not" '/\tct_tensor_free$/d' \
  "ctorch/tensor/tensor.h: not exported: ct_tensor_free"
altered "a symbol that no header has" '/\tct_mm$/s/.*/&\nsymbol\tct_leaked/' \
  "not declared: ct_leaked"

# --- kernels: the registered ones for the CPU are the yaml's --------------------------------------
if command -v python3 >/dev/null; then
  audit --format json
  cp "$work/.out" "$work/json"
  cat >"$work/keys.py" <<'PYTHON'
import json
import sys

operators = json.load(open(sys.argv[1]))["operators"]
other = [f"{o['name']}: {key}" for o in operators
         for key in ("CPU", "SparseCPU", "SparseCsrCPU", "QuantizedCPU", "MkldnnCPU",
                     "NestedTensorCPU", "CompositeImplicitAutograd", "CompositeExplicitAutograd")
         if (key in o["dispatch"]) != (key in o["registered"])]
print(*other, sep="\n")
print(len(operators), "operators,", len(other), "other kernels")
PYTHON
  run python3 "$work/keys.py" "$work/json"
  gives "the kernels for CPUs are those of the yaml" 0 "operators, 0 other kernels"
else
  skip "whose kernels are registered: python3 is not there"
fi

# --- exit codes of ct_registry --------------------------------------------------------------------
run "$ct_registry" --help
gives "--help" 0 "Usage: ct_registry"
run "$ct_registry" -x
says "an unknown option" 2 "Usage: ct_registry"
run "$ct_registry" -o ""
says "an empty name" 2 "Usage: ct_registry"
run "$ct_registry" -o "$work/nowhere/registry"
says "a folder that does not exist" 2 "ct_registry: cannot write $work/nowhere/registry.part"
run "$ct_registry" -o "$work/none" "$work/nowhere/libmine.so"
says "a library that does not exist" 2 "$work/nowhere/libmine.so"
check "and nothing is written" test ! -e "$work/none" -a ! -e "$work/none.part"
run bash -c '"$1" >/dev/full' - "$ct_registry"
says "a full disk" 2 "ct_registry: cannot write to stdout"
mkfifo "$work/fifo"
timeout 60 cat "$work/fifo" >"$work/came" &
run "$ct_registry" -o "$work/fifo"
wait $!
same "a pipe gets the same" "$registry" "$work/came"
check "which stays a pipe" test -p "$work/fifo" -a ! -e "$work/fifo.part"
ln -s came "$work/link"
ln -s /proc/self/fd/1 "$work/stdout"
echo old >"$work/came"
run "$ct_registry" -o "$work/link"
same "the target of a link is replaced" "$registry" "$work/came"
run "$ct_registry" -o "$work/stdout"
same "and a name of stdout is stdout" "$registry" "$work/.out"
check "the links stay" test -L "$work/link" -a -L "$work/stdout"
mkdir "$work/folder"
run "$ct_registry" -o "$work/folder"
says "a folder is not a file" 2 "ct_registry: cannot write $work/folder: Is a directory"
check "and no other file is left" test ! -e "$work/folder.part"
if mknod "$work/full" c 1 7 2>/dev/null && ! echo x 2>/dev/null >"$work/full" &&
  [ -c "$work/full" ]; then
  run "$ct_registry" -o "$work/full"
  says "a device without room" 2 "ct_registry: cannot write $work/full: No space left on device"
  check "stays a device" test -c "$work/full"
else
  skip "a device without room: only root can make one"
fi
finish
