# shellcheck shell=bash disable=SC2154,SC2034 # shared with the sourcing script
# NVIDIA's libraries, with which libtorch's CUDA part runs on a GPU. fetch-libtorch.sh sources this
# file.
#
# Each package is downloaded, checked, unpacked and deleted before the next one, so an interrupted
# run continues with the package at which it ended. They go to nvidia/ in the folder of the CPU
# part, where libtorch's libraries look for them: $ORIGIN/../../nvidia/*/lib.

# Beside the lock file of the CPU part, for those who name one with --lock.
nvidia_lock=${lock%.txt}.cuda.txt

# As lines: name, version, checksum, bytes, bytes unpacked.
nvidia_pins() {
  local number='\([0-9]*\)'
  sed -n "s/^\([a-z0-9-]*\)==\([^ ]*\) --hash=sha256:\([0-9a-f]*\) # $number bytes, $number unpacked$/\
\1 \2 \3 \4 \5/p" "$nvidia_lock"
}

need_nvidia_lock() {
  [ -e "$nvidia_lock" ] || fail \
    "NVIDIA's libraries for libtorch $release are not pinned: $nvidia_lock is not there" \
    "What to do: scripts/pin-release.sh $release --cuda, if this libtorch is for CUDA;" \
    "or install torch==$release with pip, which brings them, and give its folder as LIBTORCH=DIR"
}

# The file is put there last.
nvidia_info() { # NAME VERSION
  printf '%s-%s.dist-info/METADATA\n' "${1//-/_}" "$2"
}

missing_nvidia() {
  local name version rest
  while read -r name version rest; do
    [ -e "$target/$(nvidia_info "$name" "$version")" ] || printf '%s\n' "$name $version $rest"
  done < <(nvidia_pins)
}

has_nvidia() { [ -z "$(missing_nvidia)" ]; }

# What is left in the end, and the largest download beside it. The other parts count if they are
# missing, too.
nvidia_room() {
  local others=0
  has_cuda_parts || others=$((others + 600000000))
  has_cpu_part || others=$((others + 1100000000))
  missing_nvidia | awk -v others=$others '{ unpacked += $5; if ($4 > largest) largest = $4 }
    END { printf "%.0f\n", unpacked + largest + others }'
}

in_gb() { # BYTES
  awk -v bytes="$1" 'BEGIN { printf "%.1f GB\n", bytes / 1e9 }'
}

# Before anything is downloaded.
announce_nvidia() {
  local count nbytes room free
  read -r count nbytes < <(missing_nvidia | awk '{ n++; sum += $4 } END { print n + 0, sum + 0 }')
  [ "$count" -gt 0 ] || return 0
  room=$(nvidia_room)
  free=$(df -Pk "$cache" | awk 'NR == 2 { printf "%.0f\n", $4 * 1024 }')
  say "to run on a GPU, libtorch $release needs $count packages of NVIDIA: $(in_gb "$nbytes") of downloads"
  say "NVIDIA's licenses for them will be in $target/*.dist-info"
  [ "$free" -ge "$room" ] || fail \
    "too little room in $cache: $(in_gb "$room") are needed, and $(in_gb "$free") are free" \
    "What to do: free some, or use another folder: CTORCH_CACHE=DIR $CT_AGAIN" \
    "Packages that are there already are kept, and not downloaded again."
}

unpack_nvidia() { # NAME VERSION WHEEL
  make_partial
  unpack_wheels "nvidia/[^/]*/(lib/[^/]*\.so[.0-9]*$|include/(nccl|nvrtc)\.h$)\
|[^/]*\.dist-info/(licenses/|License|LICENSE|NOTICE|METADATA)" '$^' "$3" ||
    give_up "unpacking failed; is there space in $cache?"
  move_to_target "$(nvidia_info "$1" "$2")"
}

# Keeps a file that was put there by hand.
with_nvidia_package() { # NAME VERSION SUM BYTES COMMAND: the command gets the wheel as an argument
  local wheel is_new=''
  if ! wheel=$(wheel_of "$wheels" "$1" "$2"); then
    say "downloading $1 $2 ($(($4 / 1000000)) MB)"
    libtorch_wheels "$machine"
    download_wheels "$wheels" "$1==$2 --hash=sha256:$3" "$1 $2" --require-hashes "${wheel_arguments[@]}"
    wheel=$(wheel_of "$wheels" "$1" "$2")
    is_new=1
  fi
  check_file "$wheel" "$3"
  "${@:5}" "$wheel"
  [ -z "$is_new" ] || rm -f "$wheel"
}

# The list is read first: the downloads must not read it as their input.
fetch_nvidia() {
  local packages package name version sum nbytes
  need_python
  asked_for=missing_nvidia
  mapfile -t packages < <(missing_nvidia)
  for package in ${packages[@]+"${packages[@]}"}; do
    read -r name version sum nbytes _ <<<"$package"
    with_nvidia_package "$name" "$version" "$sum" "$nbytes" unpack_nvidia "$name" "$version"
  done
}

# --- NCCL's header --------------------------------------------------------------------------------

nccl_header=nvidia/nccl/include/nccl.h

has_nccl_header() { [ -e "$target/$nccl_header" ]; }

nccl_pin() { nvidia_pins | grep '^nvidia-nccl-'; }

unpack_nccl_header() { # WHEEL
  make_partial
  unpack_wheels "$nccl_header$" '$^' "$1" || give_up "unpacking failed; is there space in $cache?"
  [ -e "$partial/$nccl_header" ] || give_up "there is no $nccl_header in $1"
  move_to_target "$nccl_header"
}

# It is in the same package as the library, of which nothing is kept.
fetch_nccl_header() {
  local name version sum nbytes
  need_python
  asked_for=nccl_pin
  read -r name version sum nbytes _ < <(nccl_pin) ||
    fail "NCCL is not pinned for libtorch $release: $nvidia_lock has no nvidia-nccl"
  with_nvidia_package "$name" "$version" "$sum" "$nbytes" unpack_nccl_header
}
