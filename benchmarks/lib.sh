# shellcheck shell=bash disable=SC2034 # for the scripts that source this
# Common parts of the scripts that compare C with Python. Source it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
python=${PYTHON:-python3}

need_program() { # NAME: sets `program`
  program=$build/bin/$1
  if [ ! -x "$program" ]; then
    echo "$(basename "$0"): there is no $program" >&2
    echo "  What to do: cmake --build $build --target $1" >&2
    exit 1
  fi
}

# One thread; and `work`, an empty folder in FOLDER (default: that of temporary files).
begin_work() { # [FOLDER]
  export OMP_NUM_THREADS=1 MKL_NUM_THREADS=1
  work=$(mktemp -d ${1:+-p "$1"})
  trap 'rm -rf "$work"' EXIT
}

# Lines of numbers: the median, and the values between which 8 of 10 lie.
spread() {
  sort -n | awk '{ value[NR - 1] = $1 }
    function at(part) { return value[int(part * (NR - 1) + 0.5)] }
    END { print at(0.5), at(0.1), at(0.9) }'
}
