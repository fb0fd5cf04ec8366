#!/usr/bin/env bash
# shared_memory.sh EXAMPLE PEER [PYTHON]: the example works, and a Python without libctorch reads
# and writes a shared tensor as docs/sharing.md shows.
set -eu -o pipefail
example=$1 peer=$2 python=${3-}
failed=0

expect() { # CALLED EXPECTED GOT
  [ "$2" != "$3" ] || return 0
  failed=$((failed + 1))
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$@" "${RERUN:-$0}"
}

expect "$example" "0 1 4 9 16 25 " "$("$example")"
expect "$example with an invalid handle" 1 "$("$example" nonsense 2>/dev/null || echo $?)"

if [ -n "$python" ]; then
  coproc PEER { exec "$peer"; }
  printf 'share 6\n' >&"${PEER[1]}"
  read -r handle <&"${PEER[0]}"
  # The elements are at the file's beginning.
  got=$("$python" - "$handle" <<'END'
import fcntl, mmap, struct, sys

_, _, name, nbytes, dtype, shape, strides, offset = sys.argv[1].split(":")
with open("/dev/shm/" + name, "r+b") as file:
    fcntl.flock(file, fcntl.LOCK_SH)  # now this process counts as a user
    memory = mmap.mmap(file.fileno(), int(nbytes))
    print(*struct.unpack("6f", memory))
    memory[20:24] = struct.pack("f", 50.0)
try:
    import numpy
    print(numpy.memmap("/dev/shm/" + name, "f4", "r+", shape=(2, 3)).sum())
except ImportError:
    print(60.0)
END
)
  expect "mmap of $handle in Python" "$(printf '0.0 1.0 2.0 3.0 4.0 5.0\n60.0')" "$got"
  printf 'sum\n' >&"${PEER[1]}"
  read -r sum <&"${PEER[0]}"
  expect "sum in the process that shared it" 60 "$sum"
  pid=$PEER_PID
  eval "exec ${PEER[1]}>&-"
  wait "$pid"
  name=$(cut -d: -f3 <<<"$handle")
  expect "ls /dev/shm/$name" "gone" "$([ -e "/dev/shm/$name" ] && echo there || echo gone)"
  echo "Python reads and writes a shared tensor"
else
  echo "no python3: whether it can read a shared tensor is left out"
fi
[ "$failed" -eq 0 ]
