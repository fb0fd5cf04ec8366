# shellcheck shell=bash disable=SC2154 # results, fake, here, release and python are run.sh's
# run_sections.sh: the sections of run.sh. Each function prints lines, as report.sh has them, and is
# called with the seconds that it has.

do_info() {
  local status=0
  with_libraries "$here/bin/gpu" info || status=$?
  if with_libraries env CTORCH_DEVICES=cuda "$here/bin/ct_info" >"$results/ct_info.txt" 2>&1; then
    line ct_info ok "ct_info.txt"
  else
    line ct_info failed "$(ending $?): $(last_of "$results/ct_info.txt")"
  fi
  return $status
}

# On the fake the kernels write nothing.
check_scale() { # PROGRAM
  local log status=0 wanted='tensor([2., 2., 2., 2.]'
  log=$results/$(basename "$1").log
  [ -z "$fake" ] || wanted='tensor([0., 0., 0., 0.]'
  with_libraries "$@" >"$log" 2>&1 || status=$?
  if [ $status = 0 ] && [ "$(grep -cF "$wanted" "$log")" = 4 ]; then
    line "$(basename "$1")" ok "the values and the gradients are those that the kernel writes"
  else
    line "$(basename "$1")" failed "$(ending $status): $(last_of "$log")"
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

# Each process has a GPU of its own.
do_nccl() {
  local ranks log gpus status
  gpus=$(with_libraries env ${fake:+FAKE_CUDA_DEVICES=2} "$here/bin/gpu" info | grep -c '^cuda:')
  for ranks in 1 2; do
    [ "$ranks" -le "$gpus" ] || { line "$ranks ranks" skipped "there are $gpus GPUs" && continue; }
    log=$results/nccl_$ranks.log status=0
    with_libraries env ${fake:+FAKE_CUDA_DEVICES=2} "$here/bin/ct_launch" -n "$ranks" \
      "$here/bin/dist_collectives" --nccl \
      >"$log" 2>&1 || status=$?
    if [ $status = 0 ]; then
      line "$ranks ranks" ok "$(grep -c '.*compared [0-9]* tensors' "$log") ranks $(last_of "$log")"
    else
      line "$ranks ranks" failed "$(ending $status): $(last_of "$log"); see $(basename "$log")"
    fi
  done
}

# Those that take long at the end, so that the others' lines come first. docs/cuda.md says which
# suites are left out.
suites=(copies operators training engine random indexing printing storages sharing files functions
  hooks threads models 'two devices' loader gradcheck optimizers modules)

log_of() { # SUITE
  printf '%s/devices_%s.log' "$results" "${1// /_}"
}

run_suite() { # SUITE
  local log
  log=$(log_of "$1")
  rm -f "$log.tap"
  CK_RUN_SUITE=$1 CK_TAP_LOG_FILE_NAME=$log.tap CK_FORK=yes CK_DEFAULT_TIMEOUT=60 \
    CTORCH_TEST_EXPECTED=$here/expected with_libraries "$here/bin/gpu_devices" >"$log" 2>&1
}

check_suite() { # SUITE
  local log status=0
  log=$(log_of "$1")
  run_suite "$1" || status=$?
  [ $status -le 1 ] || line "$1" failed "$(ending $status): $(last_of "$log")"
  touch "$log.tap"
  awk -v suite="$1" -v rehearsal="$fake" -f "$here/checks.awk" "$log" "$log.tap"
}

# Side by side, since most of a test's time is the start of its process.
do_devices() {
  local suite
  for suite in "${suites[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 0.1; done
    check_suite "$suite" &
  done
  wait
}

# Counts of C beside those of Python: never more. Without Python they are only shown.
do_counts() {
  local status=0 ours=$results/counts_c.tsv theirs=$results/counts_python.tsv
  with_libraries env LD_PRELOAD="$here/lib/libgpu_calls.so${preload:+:$preload}" \
    "$here/bin/gpu" counts >"$ours" || status=$?
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
  return $status
}

# Only a Python of the same release can be compared with.
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
  sed -nE -e 's/^ +([0-9]+)  (operators were not reached.*)$/\2\tmissed\t\1/p' -e t \
    -e 's/^ +([0-9]+)  (.*)$/\2\tok\t\1/p' "$log"
  [ $status != 1 ] || [ -z "$fake" ] || status=rehearsed # no kernel has computed a value
  case $status in
  0) line findings ok "$(last_of "$log")" ;;
  1) line findings failed "$(last_of "$log"); see $(basename "$log")" ;;
  rehearsed) line findings skipped "needs a GPU: $(last_of "$log"); see $(basename "$log")" ;;
  *) line findings failed "$(ending "$status"): $(last_of "$log"); see $(basename "$log")" ;;
  esac
}

do_values() { compare_operators "$1" values --values; }
do_gradients() { compare_operators "$1" gradients; }

sanitize() { # NAME COMMAND...
  local name=$1 log=$results/sanitizer_$1.log
  shift
  if with_libraries "$sanitizer" --error-exitcode 9 "$@" >"$log" 2>&1; then
    line "$name" ok "$(last_of "$log")"
  else
    line "$name" failed "$(ending $?): $(last_of "$log")"
  fi
}

# A kernel of the program's own, and the smallest suite.
do_sanitizer() {
  local sanitizer
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null) ||
    { line compute-sanitizer skipped "it is not there" && return; }
  sanitize kernel "$here/bin/scale_nvrtc"
  CK_RUN_SUITE=indexing CK_FORK=no CTORCH_TEST_EXPECTED=$here/expected \
    sanitize indexing "$here/bin/gpu_devices"
}
