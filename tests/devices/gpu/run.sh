#!/usr/bin/env bash
# run.sh: what only a GPU can show, from the folder that scripts/gpu-day.sh packs.
#
#   run.sh                       every section, in 420 s at most
#   run.sh oom fork              these sections, each with all the time that is left
#   run.sh --list                their names
#   --seconds N                  the limit of all of them together
#   --libtorch DIR               default: $LIBTORCH, or else that of python3 (PYTHON=FILE: of another Python)
#   --results DIR                where the logs, results.tsv and results.json go; default: results
#   --fake DIR                   a rehearsal: with the fake NVIDIA libraries of a build, and no GPU
#
# A section that takes too long is ended, and what it has found until then counts. For the last ones
# there may be no time. At the end there is a table. Exits with 0 if nothing failed, with 1 if
# something did, and with 3 if something was missed for lack of time.
set -u -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/devices/gpu/report.sh
. "$here/report.sh"
# shellcheck source=tests/devices/gpu/run_sections.sh
. "$here/run_sections.sh"
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
nccl       60  every collective through NCCL, with a process for each of one or two GPUs
memory     60  ten thousand steps that need no more memory than a hundred
values    150  every operator with a kernel for CUDA, beside libtorch's C++: values
gradients 120  the same with gradients
sanitizer  60  compute-sanitizer on the operator of `kernels` and on a suite, if it is there
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

# --- Time ---------------------------------------------------------------------------------------

started=$SECONDS

# A section must print a line and end with 0, or with 1 after lines that failed: a program that
# crashes prints none.
check_end() { # NAME STATUS
  if ! has_line "$1" '[^\t]*'; then
    line "$1" failed "it printed nothing, and ended with $(ending "$2"); see $1.err"
  elif [ "$2" -gt 1 ] || { [ "$2" = 1 ] && ! has_line "$1" failed; }; then
    line "$1" failed "it ended with $(ending "$2"); see $1.err"
  fi
}

# Ends a section and all its processes when its time ends.
run_section() { # NAME LIMIT
  local name=$1 limit=$2 left=$((seconds - (SECONDS - started))) begun=$SECONDS status=0 child watch
  [ "$limit" -le "$left" ] || limit=$left
  if [ "$limit" -lt 5 ]; then
    line "$name" missed "no time was left" | note "$name"
    return
  fi
  printf '== %s: %s s at most\n' "$name" "$limit"
  set -m # each in a process group of its own
  { "do_$name" "$limit" 2>"$results/$name.err" | note "$name"; } &
  child=$!
  { sleep "$limit" && kill -TERM -- "-$child" && sleep 3 && kill -KILL -- "-$child"; } >/dev/null 2>&1 &
  watch=$!
  set +m
  wait "$child" 2>/dev/null || status=$?
  { kill -- "-$watch" && wait "$watch"; } 2>/dev/null
  kill -KILL -- "-$child" 2>/dev/null
  if [ $status -gt 128 ] && [ $((SECONDS - begun)) -ge "$limit" ]; then
    line "$name" failed "its time ended after $limit s"
  else
    check_end "$name" $status
  fi | note "$name"
  printf '   %d s\n' $((SECONDS - begun))
}

[ -z "$fake" ] || printf 'a rehearsal on fake libraries: no line of this ran on a GPU\n'
while read -r name limit _; do
  [ ${#chosen[@]} -eq 0 ] || [[ " ${chosen[*]} " == *" $name "* ]] || continue
  [ ${#chosen[@]} -eq 0 ] || limit=$seconds
  run_section "$name" "$limit" </dev/null
done < <(sections)
print_table
write_json
printf '%d s; everything is in %s\n' $((SECONDS - started)) "$results"
! has_line '[^\t]*' failed || exit 1
is_complete || exit 3
