#!/usr/bin/env bash
# interface.sh INCLUDE FILE: every virtual function of libtorch's allocator for CUDA is passed on in
# FILE. The compiler sees only those without a body.
set -eu -o pipefail

# The virtual functions of a class, by name.
virtual_functions() { # HEADER CLASS
  sed -n "/^\(class\|struct\) .*\b$2\b[^;]*{\$/,/^};/p" "$1" | tr '\n' ' ' |
    grep -o 'virtual [^{;=]*' | sed 's/(.*//; s/.*[ *&~]//'
}

names=$({
  virtual_functions "$1/core/Allocator.h" Allocator
  virtual_functions "$1/core/CachingDeviceAllocator.h" DeviceAllocator
  virtual_functions "$1/cuda/CUDACachingAllocator.h" CUDAAllocator
} | LC_ALL=C sort -u | grep -vx 'Allocator')
count=$(wc -l <<<"$names")
missing=
for name in $names; do
  grep -q "next\.$name(" "$2" || missing+=" $name"
done
[ "$count" -gt 40 ] || { echo "only $count functions found: has the header another form?"; exit 1; }
[ -z "$missing" ] || { echo "$2 does not pass on:$missing"; exit 1; }
echo "$count functions are passed on"
