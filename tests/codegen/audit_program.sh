#!/usr/bin/env bash
# audit_program.sh GENERATOR PROJECT [--update]: the output of `audit --program` for
# program/program.c with the lists of diff/, byte for byte; its exit codes; its output for objects,
# which agrees with nm and the compiler; the input that it rejects. --update writes the expected
# texts again, for review in the diff.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$data" || exit 1

# An operator that an older release had.
older() { # the list of 2.97.0
  printf '# release: 2.97.0\n# tags: core\n- func: was_there(Tensor self) -> Tensor\n'
}
older >"$work/older.yaml"
gen history --root "$project" --history "$work/history.tsv" "$work/older.yaml" diff/old.yaml \
  diff/new.yaml
says "a history to look into" 0

audit() { # [OPTION...]
  gen audit --root "$project" --headers golden/include --history "$work/history.tsv" "$@"
}
program() { # of diff/old.yaml [OPTION...]
  audit --yaml diff/old.yaml --program program/program.c "$@"
}

if [ "${3:-}" = --update ]; then
  for format in text markdown json; do
    program --against diff/new.yaml --format $format
    cp "$work/.out" program/expected.$format
  done
  exit 0
fi

# --- the three formats ----------------------------------------------------------------------------
for format in text markdown json; do
  program --against diff/new.yaml --format $format
  gives "$format: the program no longer compiles" 1
  silent "$format: nothing on stderr" err
  same "$format is what was expected (if it is meant: cmake --build BUILD --target update-golden)" \
    program/expected.$format "$work/.out"
done
program --against diff/new.yaml
same "text is the default" program/expected.text "$work/.out"
if command -v python3 >/dev/null; then
  program --format json
  cp "$work/.out" "$work/alone.json"
  run python3 "$here/program_schema.py" "$project/docs" program/expected.json "$work/alone.json"
  gives "the JSON obeys its schema" 0 " 0 failures"
else
  skip "whether JSON obeys its schema: python3 is not there"
fi

# A program that uses everything is affected by all changes that diff lists, except additions.
gen list --root "$project" --yaml diff/old.yaml --headers golden/include
{
  echo 'int main(void) {'
  sed 's/\t.*/(x);/' "$work/.out"
  echo '}'
} >"$work/all.c"
audit --yaml diff/old.yaml --program "$work/all.c" --against diff/new.yaml
gives "a program that uses every operator" 1 "    16  operator functions" "     6  method forms"
sed -n '/^removed$/,$p' "$work/.out" >"$work/of_program"
gen diff --root "$project" --headers golden/include diff/old.yaml diff/new.yaml
sed -n '/^removed$/,/^added$/p' "$work/.out" | head -n -2 >"$work/of_diff"
check "diff lists changes" test "$(wc -l <"$work/of_diff")" -gt 30
same "is affected by each change of diff" "$work/of_diff" "$work/of_program"

# --- the exit code --------------------------------------------------------------------------------
write() { # FILE TEXT...: a source
  local file=$work/$1
  shift
  printf '%s\n' "$@" >"$file"
}
write fine.c 'int main(void) { return ct_stays(x, y) || ct_symbolic(x, y); }'
write gone.c 'int main(void) { return ct_gone_for_good(x); }'
write type.c 'int main(void) { return ct_converting(x); }'
write wrong.c 'int main(void) { return ct_stay(x); }'
write new.c 'int main(void) { return ct_comes(x); }'
with() { # FILE [OPTION...]: with a file of $work
  local file=$1
  shift
  audit --yaml diff/old.yaml --program "$work/$file" "$@"
}
for file in fine gone type; do
  with $file.c
  gives "$file.c: all that it uses exists: status 0" 0 "     0  names that do not exist"
done
with fine.c --against diff/new.yaml
gives "what C does not see: status 0" 0 "The program compiles unchanged." \
  "invisible  ct_symbolic" "unchanged  ct_stays"
with gone.c --against diff/new.yaml
gives "what is removed: status 1" 1 "removed    ct_gone_for_good" "must be changed"
with type.c --against diff/new.yaml
gives "another C type: status 1" 1 "signature  ct_converting" "+ ct_error ct_converting("
with wrong.c
gives "a name that does not exist: status 1" 1 "     1  names that do not exist" "closest: ct_stays"
with wrong.c --against diff/new.yaml
gives "and not in the other release either: status 1" 1 "ct_stay  " "must be changed"
with new.c
gives "what only the other release has" 1 "exists since 2.99.0"
with new.c --against diff/new.yaml
gives "compiles with that: status 0" 0 "PyTorch 2.99.0 has it" "compiles unchanged"
audit --yaml diff/old.yaml --program "$work/gone.c" --program "$work/fine.c" \
  --program "$work/gone.c"
gives "several files are one program" 0 "     3  sources and objects" \
  "$work/gone.c:1, $work/gone.c:1"
own=$(pinned_release "$project")
audit --headers "$project/runtime/include/ctorch" --yaml "$own" --against "$own" \
  --program "$project/examples/hello.c"
gives "releases by their numbers" 0 "PyTorch $own -> $own" "hello.c:9"

# A call that names operators in strings is reported, since these names are not checked.
write text.c 'int main(void) { return ct_call("aten::mm", 0, 0, 0, 0) || ct_stays(x); }'
audit --headers "$project/runtime/include/ctorch" --yaml diff/old.yaml --program "$work/text.c"
says "a call by a string" 0 "note: $work/text.c uses ct_call(): operators that are named in strings"

# Macros and templates that take functions.
write macro.cpp 'int main() { return apply(ct_gone_for_good) || each(ct_stays, 1); }' \
  'X(ct_gone_old)'
with macro.cpp --against diff/new.yaml
gives "functions that are passed" 1 "removed    ct_gone_for_good" "ct_gone_old" "ct_stays"

# The project's own sources use only names that exist, and declare what they call.
sources=()
for file in "$project"/examples/*.c "$project"/tests/core/{base,bridge,memory}/*.c \
  "$project"/tests/tensor/tensor/*.c; do
  case ${file##*/} in
    handle_stack* | cache_blocks* | lengths*) ;; # they call functions that the library does not export
    *) sources+=(--program "$file") ;;
  esac
done
audit --yaml "$project/native_functions.yaml" --headers "$project/runtime/include/ctorch" \
  --classes "$project/runtime" "${sources[@]}"
gives "the project's sources have no unknown name" 0 "     0  names that do not exist"

# --- objects --------------------------------------------------------------------------------------
# Their undefined names are those that nm lists; a shared library and a program use the same ones.
used() { # the operators that are used, according to the last JSON
  sed -n 's/^    { "symbol": "\([^"]*\)", "name".*/\1/p' "$work/.out" | sort
}
if command -v cc >/dev/null && command -v nm >/dev/null && command -v ar >/dev/null; then
  cat >"$work/a.c" <<'C'
int ct_stays(void), ct_gone_old(void), ct_Tensor_longer(void), ct_version(void), ct_own(void);
static int ct_swapped(void) { return 1; }
int (*pointer)(void) = ct_Tensor_longer;
int a(void) { return ct_stays() + ct_gone_old() + ct_swapped() + ct_version() + ct_own(); }
C
  cat >"$work/b.c" <<'C'
int ct_stays(void), ct_missing(void), a(void);
int ct_own(void) { return ct_stays() + ct_missing(); }
C
  echo 'int a(void); int main(void) { return a(); }' >"$work/main.c"
  (
    cd "$work" || exit 1
    flags=(-fPIC -g -O1)
    for name in a b main; do cc "${flags[@]}" -c $name.c -o $name.o || exit 1; done
    cp a.o an_object_with_a_long_name.o
    ar rc lib.a an_object_with_a_long_name.o b.o
    cc -shared -Wl,--unresolved-symbols=ignore-all -o lib.so a.o b.o || exit 1
    for name in stays gone_old Tensor_longer missing version; do
      echo "int ct_$name(void) { return 0; }"
    done >stub.c
    cc -shared -fPIC -o libstub.so stub.c && cc -o program main.o a.o b.o -L. -lstub || exit 1
    strip -o stripped.so lib.so
    cc "${flags[@]}" -flto -fno-fat-lto-objects -c a.c -o lto.o
  ) >"$work/.built" 2>&1
  check "the objects are built" test -x "$work/program"
  printf '%s\n' ct_Tensor_longer ct_gone_old ct_stays >"$work/wanted"
  nm "$work/a.o" "$work/b.o" | sed -n 's/^ *U \(ct_.*\)/\1/p' | sort -u |
    grep -vx -e ct_version -e ct_own -e ct_missing >"$work/nm"
  same "nm says so" "$work/wanted" "$work/nm"
  for file in lib.a lib.so program stripped.so; do
    with $file --format json
    gives "$file uses a name that it does not define" 1 '"symbol": "ct_missing"'
    used >"$work/used"
    same "and for these operators" "$work/wanted" "$work/used"
    check "not for its own" test "$(grep -c '"symbol": "ct_own"' "$work/.out")" = 0
  done
  with a.o
  gives "an object without the one that defines its function" 1 "ct_own  "
  audit --yaml diff/old.yaml --program "$work/a.o" --program "$work/b.o"
  gives "with it" 1 "     1  names that do not exist" "ct_missing  "
  with lib.a
  gives "members of archives are named, long names too" 1 \
    "$work/lib.a(an_object_with_a_long_name.o), $work/lib.a(b.o)"
  with main.o
  gives "an object that uses nothing" 0 "     0  operator functions used"
  with a.o --against diff/new.yaml
  gives "what another release does to an object" 1 "removed    ct_gone_old"

  # command_diff.sh tests whether the compiler agrees with the exit code; the linker finds missing
  # names.
  echo 'int ct_stays(void) { return 0; }' >"$work/static.c"
  cc -c "$work/static.c" -o "$work/static.o"
  with static.o
  says "libctorch inside the program" 0 "warning: the files define 1 operator themselves"
  if nm "$work/lto.o" 2>/dev/null | grep -q __gnu_lto_slim; then
    with lto.o
    says "an object of -flto" 2 "lto.o: error: an object of -flto" "without -flto"
  fi

  # --- broken objects ---------------------------------------------------------------------------
  refused() { # SENTENCE FILE TEXT...
    local sentence=$1 file=$2
    shift 2
    with "$file"
    says "$sentence" 2 "$work/$file: error: $1" "${@:2}"
    silent "$sentence: no data" out
  }
  patched() { # OFFSET BYTES: a.o with other bytes
    cp "$work/a.o" "$work/patched.o"
    printf '%b' "$2" | dd of="$work/patched.o" bs=1 seek="$1" conv=notrunc 2>/dev/null
  }
  patched 4 '\001'
  refused "32 bits" patched.o "not a 64-bit ELF file" "only 64-bit little-endian ELF is supported"
  patched 5 '\002'
  refused "big-endian" patched.o "not a little-endian ELF file"
  patched 16 '\004'
  refused "a core" patched.o "ELF, but not an object, a shared library or a program"
  patched 40 '\377\377\377\377\377\377\377\177'
  refused "sections far away" patched.o "broken ELF: sections outside the file" "build the file again"
  patched 40 '\0\0\0\0\0\0\0\0'
  refused "no sections" patched.o "has no section table"
  for size in 4 10 40 63 64 500 $(($(stat -c %s "$work/a.o") - 1)); do
    head -c "$size" "$work/a.o" >"$work/cut.o"
    refused "an object cut at $size" cut.o "broken ELF: "
  done
  for size in 20 70 200 $(($(stat -c %s "$work/lib.a") - 1)); do
    head -c "$size" "$work/lib.a" >"$work/cut.a"
    refused "an archive cut at $size" cut.a "a broken archive"
  done
  strip -o "$work/nothing.o" "$work/a.o" && with nothing.o
  says "an object without symbols" 2 "has no symbol table"
  (cd "$work" && echo text >text.txt && ar rc text.a text.txt && ar rcT thin.a a.o)
  with text.a
  says "a text in an archive" 2 "text.a(text.txt): error: a member of the archive is not ELF"
  refused "a thin archive" thin.a "a thin archive" "pass the objects instead"
else
  skip "objects: cc, nm or ar is not there"
fi

# --- other input that is rejected -----------------------------------------------------------------
misuse() { # SENTENCE TEXT OPTION...
  local sentence=$1 text=$2
  shift 2
  audit --yaml diff/old.yaml "$@"
  says "$sentence" 2 "$text"
  silent "$sentence: no data" out
}
write note.txt 'ct_stays(x)'
misuse "a file of unknown kind" "note.txt: error: not ELF, not an archive, and not named like a C source" \
  --program "$work/note.txt"
misuse "no such file" "none.c: error: cannot open: No such file" --program "$work/none.c"
misuse "a folder" "error: cannot read: Is a directory" --program "$work"
printf 'int a;\nct_stays\0(x);\n' >"$work/nul.c"
misuse "a NUL" "nul.c:2:9: error: not a text file: it contains a NUL character" --program "$work/nul.c"
write open.c 'int a; /* ct_stays(x)' 'b'
misuse "an open comment" "open.c:1:8: error: unterminated comment" --program "$work/open.c"
write raw.cpp 'auto a =' '  R"x(ct_stays(x))y";'
misuse "an open raw string" "raw.cpp:2:4: error: unterminated raw string" \
  --program "$work/raw.cpp"
audit --yaml diff/old.yaml --program "$work/none.c" --program "$work/note.txt" \
  --program "$work/open.c"
says "all errors are reported" 2 "none.c: error" "note.txt: error" "open.c:1:8" "3 errors"
misuse "no file" "an option has an empty value" --program ""
misuse "a release without a program" "error: --against needs --program" --against diff/new.yaml
misuse "a release that was not fetched" "scripts/fetch-operators.sh 2.97.0" \
  --program "$work/fine.c" --against 2.97.0
misuse "an unknown format" "unknown format 'xml'" --program "$work/fine.c" --format xml
for option in libtorch registry derivatives html; do
  misuse "with --$option" "--program and --$option cannot be combined" \
    --program "$work/fine.c" --$option "$work/x"
done
check "no page" test ! -e "$work/x"

# Compilers also accept Latin-1.
printf '/* gr\374n */ int main(void) { return ct_stays("\344", ct_\366(1)); }\n' >"$work/latin.c"
with latin.c --format json
gives "a text that is not UTF-8" 0 '"symbol": "ct_stays"' '"unknown": []'
printf 'int main(void) { return ct_stays(1); }' >"$work/"$'\374.c'
with $'\374.c' --format json
gives "nor is the file's name" 0 '\ufffd.c"'
finish
