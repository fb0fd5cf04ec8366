# shellcheck shell=bash disable=SC2154,SC2034 # shared with the sourcing script
# A libtorch from Debian's packages, in the same layout as one from wheels: torch/include,
# torch/lib, torchgen. fetch-libtorch.sh sources this file. Nothing is installed: missing
# dependencies of libtorch are unpacked beside it.
#
# libtorch's own packages are pinned by their checksums. The others are this Debian's, including
# security updates; apt checks their signatures.

is_debian_lock() { grep -q '^deb ' "$lock"; }

# The lock file as lines: name, version, checksum.
pinned_debs() {
  sed -n 's/^deb \([^=]*\)=\([^ ]*\) --hash=sha256:\([0-9a-f]*\)$/\1 \2 \3/p' "$lock"
}

debian_libraries() {
  printf '%s\n' "$target/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null ||
    printf '%s-linux-gnu' "$machine")"
}

# NAME=VERSION of all packages that apt would install for these.
debs_needed() { # NAME=VERSION...
  apt-get -s --no-install-recommends install "$@" |
    sed -n 's/^Inst \([^ ]*\) \(\[[^ ]*\] \)\{0,1\}(\([^ ]*\) .*/\1=\3/p'
}

download_debs() { # NAME=VERSION...
  # As another user, apt-get could not write to our folder.
  (cd "$partial/debs" && run_quietly fetch apt-get -q -o APT::Sandbox::User=root download "$@") ||
    give_up "apt-get could not download libtorch $release (whole output: $CT_LOGS/fetch.log)" \
      "$(grep '^E:' "$CT_LOGS/fetch.log" | head -n 1)" \
      "What to do: as root apt-get update, then run again: $CT_AGAIN"
}

deb_of() { # NAME
  printf '%s\n' "$partial/debs/$1"_*.deb
}

fetch_debian() {
  local name version sum own=() libtorch=() needed lib
  ct_is_debian || give_up "libtorch $release comes from Debian's packages, but this is not Debian"
  while read -r name version sum; do
    own+=("$name=$version")
    # Only the operator list of that one is used, so its dependencies are not needed.
    [ "$name" = python3-torch ] || libtorch+=("$name=$version")
  done < <(pinned_debs)
  mkdir -p "$CT_LOGS"
  needed=$(debs_needed "${libtorch[@]}" 2>"$CT_LOGS/fetch.log") || give_up \
    "this Debian has no libtorch $release: $(grep '^E:' "$CT_LOGS/fetch.log" | head -n 1)" \
    "What to do: run it on Debian 12, after apt-get update"
  make_partial
  mkdir "$partial/debs"
  CT_GROWS=$partial/debs
  say "downloading libtorch $release and its dependencies (about 200 MB)"
  # shellcheck disable=SC2046,SC2086 # words on purpose
  download_debs $(printf '%s\n' "${own[@]}" $needed | sort -u)
  while read -r name version sum; do
    check_file "$(deb_of "$name")" "$sum"
  done < <(pinned_debs)
  say "unpacking to $target"
  for name in "$partial"/debs/*.deb; do
    dpkg-deb -x "$name" "$partial" || give_up "unpacking failed; is there 1 GB of space in $cache?"
  done
  rm -rf "$partial/debs"
  lib=$(target=$partial debian_libraries)
  gather_libraries "$lib"
  mkdir "$partial/torch"
  ln -s ../usr/include "$partial/torch/include"
  ln -s "../usr/lib/${lib##*/}" "$partial/torch/lib"
  ln -s usr/lib/python3/dist-packages/torchgen "$partial/torchgen"
  if env LD_LIBRARY_PATH="$lib" ldd "$lib/libtorch_cpu.so" | grep 'not found' >&2; then
    give_up "libtorch_cpu.so needs libraries that are neither installed nor unpacked"
  fi
}

# One folder with all libraries: those of /usr/lib and /lib, and the links that an installation
# would make: libblas.so.3 to one of the packages that have it.
gather_libraries() { # FOLDER
  local file
  for file in "$1"/../*.so.* "$1/../../../lib/${1##*/}"/*.so.* "$1"/*/libblas.so.3 \
    "$1"/*/liblapack.so.3; do
    [ ! -e "$file" ] || [ -e "$1/${file##*/}" ] || ln -s "${file#"$1"/}" "$1/${file##*/}"
  done
}
