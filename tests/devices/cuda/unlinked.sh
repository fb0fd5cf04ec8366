#!/usr/bin/env bash
# unlinked.sh CC FOLDER FAKES INCLUDE...: a program that is linked with -lctorch alone has CUDA.
#
# tch-rs 980: a program names libtorch_cuda to the linker, which drops it since no function of it is
# called, and then the program finds no device. FOLDER has libctorch; FAKES are preloaded instead of
# NVIDIA's libraries.
set -eu -o pipefail

cc=$1 libraries=$2 fakes=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cc" -std=c99 "${@/#/-I}" loaded.c -o "$folder/program" "-L$libraries" "-Wl,-rpath,$libraries" -lctorch
if readelf -dW "$folder/program" | grep 'NEEDED.*torch_cuda'; then
  echo 'The program is linked to libtorch_cuda, so this shows nothing.'
  exit 1
fi
output=$(FAKE_CUDA_DEVICES=2 LD_PRELOAD=$fakes "$folder/program" 2>&1)
expected=$'not loaded, 0 devices\nloaded, 2 devices'
case $output in
"$expected"*) ;;
*) printf 'expected:\n%s\ngot:\n%s\n' "$expected" "$output" && exit 1 ;;
esac
