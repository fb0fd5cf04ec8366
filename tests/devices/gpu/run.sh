#!/usr/bin/env bash
# run.sh: what only a GPU can show, from the folder that scripts/gpu-day.sh packs.
#
#   run.sh                       every section, in 420 s at most
#   run.sh oom fork              these sections
#   run.sh --list                their names
#   --seconds N                  the limit of all of them together
#   --libtorch DIR               default: $LIBTORCH, or else that of python3 (PYTHON=FILE: of another Python)
#   --results DIR                where the logs, results.tsv and results.json go; default: results
#   --fake DIR                   a rehearsal: with the fake NVIDIA libraries of a build, and no GPU
#
# A section that takes too long is ended, and what it has found until then counts. At the end there
# is a table. Exits with 0 if nothing failed.
set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
seconds=420 python=${PYTHON:-python3} libtorch=${LIBTORCH:-} results=results fake='' chosen=()

# Name, seconds at most, what it shows. In this order: what is quick and what others depend on
# first.
sections() {
  cat <<'LIST'
info       30  versions, and the devices
kernels    30  an operator with a kernel of its own, which NVRTC compiles
nvcc       40  the same by nvcc, if there is one
oom        30  memory that ends: an error of its kind, and the program goes on
fork       30  a child process gets an error, and the parent goes on
fault      30  a kernel with a wrong address: an error from then on
devices    90  the suites about devices, with CUDA's; each test in a process of its own
steps      60  eager and captured training steps: the same weights, and their times
python     60  the times of the same steps in Python, if its torch is there
counts     60  launches, copies and synchronizations of operations and steps, beside Python's
memory     60  ten thousand steps that need no more memory than a hundred
values    150  every operator with a kernel for CUDA, beside libtorch's C++: values
gradients 120  the same with gradients
sanitizer  40  compute-sanitizer on the operator of `kernels`, if it is there
LIST
}

stop() { # LINE...
  printf 'run.sh: %s\n' "$@" >&2
  exit 2
}

need_value() { # OPTION [VALUE]
  [ -n "${2:-}" ] || stop "$1 needs a value"
}

while [ $# -gt 0 ]; do
  case $1 in
  --help | -h) sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
  --list) sections && exit 0 ;;
  --seconds) need_value "$@" && seconds=$2 && shift ;;
  --libtorch) need_value "$@" && libtorch=$2 && shift ;;
  --results) need_value "$@" && results=$2 && shift ;;
  --fake) need_value "$@" && fake=$2 && shift ;;
  -*) stop "unknown option $1; see run.sh --help" ;;
  *)
    sections | grep -q "^$1 " || stop "there is no section $1; see run.sh --list"
    chosen+=("$1")
    ;;
  esac
  shift
done

# Without importing it, which takes seconds.
torch_of_python() {
  "$python" -c 'import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])' \
    2>/dev/null
}

release=$(cat "$here/release")
[ -n "$libtorch" ] || libtorch=$(torch_of_python) || stop "python3 has no torch" \
  "What to do: name the folder of libtorch $release: run.sh --libtorch DIR"
[ -e "$libtorch/lib/libtorch_cuda.so" ] || stop "$libtorch/lib has no libtorch_cuda.so"
mkdir -p "$results" || exit 2
results=$(cd "$results" && pwd)
: >"$results/results.tsv"

# What the programs need beside the system. NVIDIA's libraries are found from libtorch's; only a
# program that links to one of them itself needs their folders.
path=$here/lib:$libtorch/lib
for folder in "$libtorch"/../nvidia/*/lib; do
  [ ! -d "$folder" ] || path+=:$folder
done
path+=${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
preload=''
if [ -n "$fake" ]; then
  preload=$(printf '%s:' "$fake"/libcudart.so.* "$fake"/lib*.so.*)
  export FAKE_CUDA_FAULT=write_nowhere FAKE_CUDA_MEMORY=$((4 << 30))
fi

# Numbers in float32, so that they can be compared with those of the CPU.
with_libraries() { # COMMAND...
  env LD_LIBRARY_PATH="$path" ${preload:+LD_PRELOAD="$preload"} NVIDIA_TF32_OVERRIDE=0 \
    CUDA_MODULE_LOADING=LAZY "$@"
}

# --- Sections: lines NAME <tab> ok|failed|skipped <tab> text
# ----------------------------------------

line() { printf '%s\t%s\t%s\n' "$@"; }

# The last line of a log, without tabs.
last_of() { # LOG
  grep -v '^[[:space:]]*$' "$1" | tail -n 1 | tr '\t' ' ' | cut -c 1-200
}

do_info() {
  with_libraries "$here/bin/gpu" info
  with_libraries env CTORCH_DEVICES=cuda "$here/bin/ct_info" >"$results/ct_info.txt" 2>&1
}

# On the fake the kernels write nothing.
check_scale() { # PROGRAM
  local log wanted='tensor([2., 2., 2., 2.]'
  log=$results/$(basename "$1").log
  [ -z "$fake" ] || wanted='tensor([0., 0., 0., 0.]'
  with_libraries "$@" >"$log" 2>&1
  if [ "$(grep -cF "$wanted" "$log")" = 4 ]; then
    line "$(basename "$1")" ok "the values and the gradients are those that the kernel writes"
  else
    line "$(basename "$1")" failed "$(last_of "$log")"
  fi
}

do_kernels() { check_scale "$here/bin/scale_nvrtc"; }

do_nvcc() {
  local nvcc log=$results/nvcc_build.log
  [ ! -e "$here/bin/scale" ] || check_scale "$here/bin/scale"
  nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) ||
    { line nvcc skipped "there is none" && return; }
  if "$nvcc" -cudart shared "$here/examples/scale.cu" -I"$here/include" -L"$here/lib" -lctorch \
    -o "$results/scale_here" >"$log" 2>&1; then
    line "compiled here" ok "$("$nvcc" --version | grep -o 'release [0-9.]*')"
    check_scale "$results/scale_here"
  else
    line "compiled here" failed "$(last_of "$log")"
  fi
}

do_oom() { with_libraries "$here/bin/gpu" oom; }
do_fork() { with_libraries "$here/bin/gpu" fork; }
do_fault() { with_libraries "$here/bin/gpu" fault; }
do_steps() { with_libraries "$here/bin/gpu" steps ${fake:+50}; }
do_memory() { with_libraries "$here/bin/gpu" memory ${fake:+2100}; }

# From Check's lines "ok 3 - operators_suite.c:matrices: Passed" and "not ok ...". A test that needs
# what CUDA's devices do not have says so in its output.
do_devices() {
  local suite log
  for suite in copies operators training engine random; do
    log=$results/devices_$suite.log
    rm -f "$log.tap"
    CK_RUN_SUITE=$suite CK_TAP_LOG_FILE_NAME=$log.tap CK_FORK=yes CK_DEFAULT_TIMEOUT=60 \
      with_libraries "$here/bin/gpu_devices" >"$log" 2>&1
    [ -s "$log.tap" ] || line "$suite" failed "$(last_of "$log")"
    awk -v log_file="$log" -v fake="$fake" '
      BEGIN { while ((getline text < log_file) > 0) if (split(text, part, "\t") == 3) skipped[part[1]] = part[3] }
      /^(not )?ok / {
        status = /^ok/ ? "ok" : "failed"
        sub(/^(not )?ok [0-9]+ - /, ""); sub(/^[^:]*:[^:]*:/, "")
        name = $0; sub(/:.*/, "", name); text = substr($0, length(name) + 3)
        sub(/_fn$/, "", name)
        if (status == "ok" && (name in skipped || (name "_fn") in skipped)) {
          status = "skipped"; text = (name in skipped) ? skipped[name] : skipped[name "_fn"]
        }
        if (status == "failed" && fake) { status = "skipped"; text = "needs a GPU: " text }
        gsub(/\t/, " ", text)
        printf "%s\t%s\t%s\n", name, status, text
      }' "$log.tap" 2>/dev/null
  done
}

# Counts of C beside those of Python: never more. Without Python they are only shown.
do_counts() {
  local ours=$results/counts_c.tsv theirs=$results/counts_python.tsv
  with_libraries env LD_PRELOAD="$here/lib/libgpu_calls.so${preload:+:$preload}" "$here/bin/gpu" counts >"$ours"
  grep -v "$(printf '\tcount\t')" "$ours"
  : >"$theirs"
  ! has_torch || with_libraries env LD_PRELOAD="$here/lib/libgpu_calls.so${preload:+:$preload}" \
    "$python" "$here/counts.py" >"$theirs" 2>"$results/counts_python.log" ||
    line "counts.py" failed "$(last_of "$results/counts_python.log")"
  awk -F '\t' -v first="$theirs" '
    FILENAME == first { python[$1] = $3; next }
    $2 == "count" {
      if (!($1 in python)) { printf "%s\tskipped\t%s, without Python\n", $1, $3; next }
      n = split($3, ours, "[ =]"); split(python[$1], theirs, "[ =]"); status = "ok"
      for (i = 2; i <= n; i += 2) if (ours[i] + 0 > theirs[i] + 0) status = "failed"
      printf "%s\t%s\t%s; Python %s\n", $1, status, $3, ($3 == python[$1] ? "the same" : python[$1])
    }' "$theirs" "$ours"
}

# Of the same release; otherwise nothing can be compared.
has_torch() {
  with_libraries "$python" -c "import torch; assert torch.cuda.is_available() and \
torch.__version__.split('+')[0] == '$release'" 2>"$results/python.log"
}

do_python() {
  has_torch || { line python skipped "$python has no torch $release with CUDA" && return; }
  with_libraries "$python" "$here/steps.py" ${fake:+50} 2>"$results/python.log" ||
    line python failed "$(last_of "$results/python.log")"
}

# The totals of test_ops; what it finds is in the log as it comes.
compare_operators() { # LIMIT NAME ARGUMENT...
  local limit=$1 log=$results/operators_$2.log status=0 jobs
  shift 2
  jobs=$(nproc)
  [ "$jobs" -le 12 ] || jobs=12
  with_libraries "$here/bin/test_ops" --device cuda:0 --quick --for $((limit > 15 ? limit - 10 : 5)) \
    -j "$jobs" --api "$here/data/ctorch_api.json" --folder "$here/data" "$@" >"$log" 2>&1 || status=$?
  sed -nE 's/^ +([0-9]+)  (.*)$/\2\tok\t\1/p' "$log"
  if [ -n "$fake" ]; then
    line findings skipped "needs a GPU, since here no kernel writes: $(last_of "$log")"
  else
    line findings "$([ $status = 0 ] && echo ok || echo failed)" "$(last_of "$log"); see $(basename "$log")"
  fi
}

do_values() { compare_operators "$1" values --values; }
do_gradients() { compare_operators "$1" gradients; }

do_sanitizer() {
  local sanitizer log=$results/sanitizer.log
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null) ||
    { line compute-sanitizer skipped "it is not there" && return; }
  if with_libraries "$sanitizer" --error-exitcode 9 "$here/bin/scale_nvrtc" >"$log" 2>&1; then
    line compute-sanitizer ok "$(last_of "$log")"
  else
    line compute-sanitizer failed "$(last_of "$log")"
  fi
}

# --- Time
# -------------------------------------------------------------------------------------------

started=$SECONDS

# Ends a section and all its processes when its time ends.
run_section() { # NAME LIMIT
  local name=$1 limit=$2 left=$((seconds - (SECONDS - started))) begun=$SECONDS child watch
  [ "$limit" -le "$left" ] || limit=$left
  if [ "$limit" -lt 5 ]; then
    note "$name" <<<"$(line "$name" skipped "no time left")"
    return
  fi
  printf '== %s: %s s at most\n' "$name" "$limit"
  set -m
  { "do_$name" "$limit" 2>>"$results/$name.err" | note "$name"; } &
  child=$!
  set +m
  (
    sleep "$limit"
    kill -TERM -- "-$child" 2>/dev/null && line "$name" failed "its time ended after $limit s" |
      note "$name"
    sleep 3
    kill -KILL -- "-$child" 2>/dev/null
  ) &
  watch=$!
  wait "$child" 2>/dev/null
  { kill "$watch" && wait "$watch"; } 2>/dev/null
  printf '   %d s\n' $((SECONDS - begun))
}

# Shows the lines of a section, and keeps them with its name.
note() { # SECTION <LINES
  local text
  while IFS= read -r text; do
    [ "$(tr -cd '\t' <<<"$text" | wc -c)" = 2 ] || continue
    printf '%s\t%s\n' "$1" "$text" >>"$results/results.tsv"
    printf '   %s\n' "$(awk -F '\t' '{ printf "%-8s %s: %s", $2, $1, $3 }' <<<"$text" | cut -c 1-150)"
  done
}

# --- The end
# ----------------------------------------------------------------------------------------

print_table() {
  printf '\n%-10s %6s %7s %8s\n' section ok failed skipped
  awk -F '\t' '{ seen[$1] = 1; count[$1, $3]++; if (!($1 in place)) { place[$1] = ++n; name[n] = $1 } }
    END { for (i = 1; i <= n; i++) printf "%-10s %6d %7d %8d\n", name[i], count[name[i], "ok"],
            count[name[i], "failed"], count[name[i], "skipped"] }' "$results/results.tsv"
}

write_json() {
  {
    printf '{"date": "%s", "rehearsal": %s, "release": "%s", "commit": "%s", "seconds": %d, "results": [' \
      "$(date -u +%FT%TZ)" "$([ -n "$fake" ] && echo true || echo false)" "$release" \
      "$(cat "$here/commit")" $((SECONDS - started))
    awk -F '\t' 'function quoted(text) {
        gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/[\001-\037]/, " ", text)
        return "\"" text "\""
      }
      { printf "%s\n  {\"section\": %s, \"name\": %s, \"status\": %s, \"text\": %s}", (NR > 1 ? "," : ""),
          quoted($1), quoted($2), quoted($3), quoted($4) }' "$results/results.tsv"
    printf '\n]}\n'
  } >"$results/results.json"
}

[ -z "$fake" ] || printf 'a rehearsal on fake libraries: no line of this ran on a GPU\n'
while read -r name limit _; do
  [ ${#chosen[@]} -eq 0 ] || [[ " ${chosen[*]} " == *" $name "* ]] || continue
  run_section "$name" "$limit" </dev/null
done < <(sections)
print_table
write_json
printf '%d s; everything is in %s\n' $((SECONDS - started)) "$results"
! grep -qP '^[^\t]*\t[^\t]*\tfailed\t' "$results/results.tsv"
