#!/bin/bash
# mpirun.sh PROGRAM: three ranks that mpirun of Open MPI starts.
set -eu
if ! command -v mpirun >/dev/null; then
  echo "skipped: mpirun is not installed (Debian: openmpi-bin)"
  exit 77
fi
as_root=()
[ "$(id -u)" -ne 0 ] || as_root=(--allow-run-as-root)
port=$((20000 + $$ % 10000))
MASTER_ADDR=127.0.0.1 MASTER_PORT=$port OMP_NUM_THREADS=1 timeout 60 mpirun \
  ${as_root[@]+"${as_root[@]}"} --oversubscribe -x MASTER_ADDR -x MASTER_PORT -x OMP_NUM_THREADS -np 3 "$1"
