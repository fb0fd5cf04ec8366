#!/usr/bin/env bash
# import.sh GENERATOR PROJECT [ORIGINAL]: a release's operator list from a file, a folder, a wheel.
# ORIGINAL is the native_functions.yaml from the pinned release itself, if available.
generator=$1 project=$2 original=${3:-}
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$work" || exit 1
pinned=$project/native_functions.yaml
own=$(pinned_release "$project")
entries=$(grep -c '^- func:' "$pinned")

# --- the canonical form ---------------------------------------------------------------------------
gen import "$pinned" -o again.yaml
says "the canonical file can be imported" 0 "again.yaml: PyTorch $own, $entries entries, written"
silent "import has no data for stdout" out
same "and comes out as it went in" "$pinned" again.yaml
touch -d '2001-01-01' again.yaml
gen import "$pinned" -o again.yaml
says "a second time changes nothing" 0 "$entries entries, unchanged"
check "and touches nothing" test -z "$(find again.yaml -newermt '2001-01-02')"
if [ -n "$original" ] && [ -e "$original" ]; then
  gen import "$original" -o original.yaml
  says "the release's own file can be imported" 0 "PyTorch $own, $entries entries"
  same "and equals the pinned list" "$pinned" original.yaml
  if python3 -c 'import yaml' 2>/dev/null; then
    run python3 "$here/same_facts.py" "$original" "$pinned"
    gives "PyYAML reads the same facts from both" 0 "$entries entries with the same facts"
    sed '0,/  variants: method$/s//  variants: function/' "$pinned" >changed.yaml
    run python3 "$here/same_facts.py" "$original" changed.yaml
    gives "and finds a fact that differs" 1 "variants"
  else
    skip "whether PyYAML reads the same facts from both: python3-yaml is not there"
  fi
else
  skip "the release's own native_functions.yaml is not there"
fi

# --- from a small release -------------------------------------------------------------------------
cat >ours.yaml <<'YAML'
- func: mm(Tensor self, Tensor mat2) -> Tensor # a comment
  tags: core
  variants: method, function
- func: add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
  dispatch:
    CPU, CUDA: add_
YAML
cat >tags.txt <<'YAML'
# tags
- tag: pointwise
  desc: |
          - tag: of no use
- tag: core
  desc: x
YAML
cat >expected.yaml <<'YAML'
# The operators of PyTorch 2.99.1, one entry each, in the release's order.
# Written by: ctorch-gen import. The facts are PyTorch's; see NOTICE.
#
# release: 2.99.1
# entries: 2
# tags: core, pointwise

- func: mm(Tensor self, Tensor mat2) -> Tensor
  variants: function, method
  tags: [core]

- func: add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
  dispatch:
    CPU, CUDA: add_
YAML

# Makes the folder of a release, with its yaml and the file that states its version.
release() { # YAML-FOLDER VERSION-FILE VERSION-TEXT
  rm -rf tree
  mkdir -p "tree/$1" "tree/$(dirname "$2")"
  cp ours.yaml "tree/$1/native_functions.yaml"
  cp tags.txt "tree/$1/tags.yaml"
  printf '%b' "$3" >"tree/$2"
}
imports() { # SENTENCE SOURCE [OPTION...]
  local sentence=$1
  shift
  rm -f got.yaml
  gen import "$@" -o got.yaml
  says "$sentence" 0 "PyTorch 2.99.1, 2 entries, written"
  same "$sentence: its operators" expected.yaml got.yaml
}
packaged=torchgen/packaged/ATen/native
python="__version__ = '2.99.1+cu130'\ndebug = False\n"
header='#pragma once\n#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR 99\n'
header+='#define TORCH_VERSION_PATCH 1\n'
release $packaged torch/version.py "$python"
imports "a wheel, unpacked" tree
imports "the yaml in it" "tree/$packaged/native_functions.yaml"
mkdir -p tree/torch
imports "the folder torch/ of an installation" tree/torch
imports "the folder torchgen/ of it" tree/torchgen
imports "the folder of the list" tree/$packaged
(cd tree/$packaged && gen import native_functions.yaml -o "$work/got.yaml")
same "the list, from its own folder" expected.yaml got.yaml
release $packaged torch/include/torch/headeronly/version.h "$header"
imports "a release stated in a header" tree
release $packaged torch/include/torch/version.h "$header"
imports "a release stated in an older header" tree
release $packaged torch/include/torch/csrc/api/include/torch/version.h "$header"
imports "a release stated in the oldest header" tree
release $packaged torch/version.py "__all__ = ['__version__', 'debug']\n$python"
imports "a version.py that names its variables first" tree
site=lib/python3.11/site-packages
release $site/$packaged $site/torch/version.py "$python"
imports "a virtual environment" tree
says "with what was read" 0 "; from tree/$site/$packaged/native_functions.yaml"
other=lib/python3.9/site-packages
mkdir -p "tree/$other"
cp -r "tree/$site/torchgen" "tree/$site/torch" "tree/$other"
imports "two of the same release" tree
printf "__version__ = '2.98.0'\n" >"tree/$other/torch/version.py"
gen import tree -o got2.yaml
says "two of several releases" 2 "tree contains several releases of PyTorch" "$site/$packaged" "is PyTorch 2.99.1" \
  "$other/$packaged" "is PyTorch 2.98.0" "pass one of them"
imports "of which one is named" "tree/$site"
release lib64/python3.11/site-packages/$packaged lib64/python3.11/site-packages/torch/version.py \
  "$python"
imports "a Python of 64 bits" tree
ln -s lib64 tree/lib
imports "whose folder has two names" tree
release aten/src/ATen/native version.txt '2.99.1\n'
imports "a checkout of PyTorch" tree
imports "the list in it" tree/aten/src/ATen/native/native_functions.yaml
for said in 2.99.1a0 2.99.1rc2 2.99.1.dev20261123; do
  release aten/src/ATen/native version.txt "$said\n"
  imports "$said" tree
  says "means the release, which is reported" 0 "the version is '$said'; using PyTorch 2.99.1"
done

# A file that is beside a list by chance does not state its release; its own head comes first.
for file in version.txt version.py; do
  release . $file "__version__ = '1.0.0'\n"
  gen import tree -o got2.yaml
  says "$file of something else" 2 "the release number was not found"
  gen import tree/native_functions.yaml -o got2.yaml
  says "$file of something else beside the list" 2 "the release number was not found"
  cp expected.yaml tree/native_functions.yaml
  rm tree/tags.yaml
  imports "a list that states its release, beside $file" tree/native_functions.yaml
  check "which is not mentioned" test "$(wc -l <.err)" = 1
done
release $packaged torch/version.py "__version__ = '1.0.0'\n"
cp expected.yaml tree/$packaged/native_functions.yaml
imports "a list that states its release, in a PyTorch" tree
says "whose other release is reported" 0 "PyTorch 2.99.1 by its head, but found in PyTorch 1.0.0"
for told in "torch/version.py|__version__ = '2.99'\n" \
  'torch/version.h|#define TORCH_VERSION_MAJOR 2\n' \
  'torch/version.h|#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR 99\n'; do
  release . "${told%%|*}" "${told#*|}"
  gen import tree -o got2.yaml
  says "an incomplete release number: ${told%%|*}" 2 "the release number was not found"
done
release . other.txt '2.99.1\n'
gen import tree -o got2.yaml
says "a release that no file states must be named" 2 "the release number was not found" \
  "--release X.Y.Z"
check "and nothing is written" test ! -e got2.yaml
imports "and is, by --release" tree --release 2.99.1
release $packaged torch/version.py "__version__ = '1.0.0'\n"
imports "--release takes precedence over the files" tree --release 2.99.1
says "with a note" 0 "note: tree says that it is PyTorch 1.0.0; --release overrides it with 2.99.1"
for bad in newest 02.99.1 2.099.1 2 2.99 2.99. 2.99.x '2.99.1"' '2.99.1 */' "2.99.1
x"; do
  gen import tree --release "$bad" -o got2.yaml
  says "'$bad' is not a release" 2 "not a release number: '$bad' (expected a form like 2.15.0)"
done
gen import tree --release '' -o got2.yaml
says "an empty --release is refused" 2 "an option has an empty value"
release $packaged torch/version.py "$python"
rm tree/$packaged/tags.yaml
gen import tree -o got2.yaml
gives "without a tags.yaml, the tags in use are listed" 0
check "in the head" grep -qx '# tags: core' got2.yaml

# --- truncated lists ------------------------------------------------------------------------------
part() { # SENTENCE BYTES-OF-expected.yaml MESSAGE...
  head -c "$2" expected.yaml >part.yaml
  gen import part.yaml -o got3.yaml
  says "$1" 2 "${@:3}" "import the release again"
  check "$1: and nothing is written" test ! -e got3.yaml
}
size=$(wc -c <expected.yaml)
part "a file cut in a line" $((size - 2)) "part.yaml: error: the file ends in the middle of a line"
part "and between two entries" "$(grep -bm 1 'func: add_' expected.yaml | sed 's/:.*//')" \
  "part.yaml:5:1: error: found 1 entries"

# --- Debian's PyTorch -----------------------------------------------------------------------------
# Its version.py has the number of the sources; the package's version is the release.
debian=usr/lib/python3/dist-packages
release $debian/$packaged $debian/torch/version.py "__version__ = '2.99.0a0'\n"
gen import tree -o got6.yaml
says "version.py is used if no other file states the release" 0 "PyTorch 2.99.0, 2 entries"
mkdir -p tree/usr/share/doc/python3-torch tree/var/lib/dpkg
printf 'pytorch (1:2.99.1+dfsg-4) unstable; urgency=medium\n\n  * A change.\n' |
  gzip >tree/usr/share/doc/python3-torch/changelog.Debian.gz
imports "Debian's packages, unpacked" tree
imports "what is in usr/" tree/usr
imports "the folder of its Python" tree/$debian
imports "the folder torch/ of it" tree/$debian/torch
imports "the file itself" tree/$debian/$packaged/native_functions.yaml
mkdir linked
ln -s ../tree/$debian/torchgen linked/torchgen
imports "a link to it" linked
rm tree/usr/share/doc/python3-torch/changelog.Debian.gz
printf 'Package: %s\nStatus: install ok installed\nVersion: %s\n\n' dpkg 1.21.22 \
  python3-torch 2.99.1+dfsg-4 zlib1g 1:1.2.13 >tree/var/lib/dpkg/status
imports "installed without documentation" tree/usr
for told in 'no gzip' "$(printf 'pytorch (next) unstable\n')"; do
  printf '%s' "$told" >tree/usr/share/doc/python3-torch/changelog.Debian.gz
  imports "a changelog without a release: $told" tree/usr
done
rm -r tree/usr/share/doc
for status in 'Package: zlib1g\nVersion: 1.2.13' 'Package: python3-torch\n\nVersion: 1.2.13' \
  'Package: python3-torch\nVersion: next' ''; do
  printf '%b' "$status" >tree/var/lib/dpkg/status
  gen import tree -o got6.yaml
  says "a list of packages without it: $status" 0 "PyTorch 2.99.0"
done
mkdir -p tree2/torchgen/packaged/ATen tree2/torch var/lib/dpkg
cp -r tree/$debian/$packaged tree2/torchgen/packaged/ATen/native
printf '%b' "$python" >tree2/torch/version.py
printf 'Package: x\n\nPackage: python3-torch\nVersion: 1.0.0-1\n\n' >var/lib/dpkg/status
imports "another PyTorch on a system with Debian's" tree2
mkdir -p alone/include/ATen
: >alone/include/ATen/Operators.h
gen import alone -o got6.yaml
says "a libtorch without Python" 2 "no native_functions.yaml in alone" "(on Debian: python3-torch)"
: >python3-torch.deb
gen import python3-torch.deb -o got6.yaml
says "a package that is packed" 2 "python3-torch.deb is a Debian package" "dpkg -x"

# --- by release number ----------------------------------------------------------------------------
export CTORCH_CACHE=$work/cache
gen import 2.99.1 -o got7.yaml
says "a release that was not fetched" 2 \
  "the operator list of PyTorch 2.99.1 is not in $work/cache" "scripts/fetch-operators.sh 2.99.1"
check "gives nothing" test ! -e got7.yaml
mkdir cache
cp -r tree2 cache/operators-2.99.1
imports "a release that was fetched" 2.99.1
mv cache/operators-2.99.1 "cache/libtorch-2.99.1-$(uname -m)"
imports "or its libtorch" 2.99.1
unset CTORCH_CACHE
mkdir xdg
mv cache xdg/libctorch
export XDG_CACHE_HOME=$work/xdg
imports "in the cache folder" 2.99.1
unset XDG_CACHE_HOME
mkdir -p home/.cache
mv xdg/libctorch home/.cache
HOME=$work/home imports "in the home folder" 2.99.1
cp -r tree2 2.99.1
sed -i 's/2.99.1/2.99.3/' 2.99.1/torch/version.py
gen import 2.99.1 -o got7.yaml
says "a folder of that name comes first" 0 "PyTorch 2.99.3"
rm -r 2.99.1
gen import "$own" --root "$project" -o got7.yaml
says "the project's own release is available" 0 "PyTorch $own, $entries entries"
for bad in 2.99 2.99.1.2 v2.99.1; do
  gen import "$bad" -o got8.yaml
  says "'$bad' is not quite a number" 2 \
    "neither a file nor a release number: '$bad'" "help: write the release as three numbers: 2.8.0"
done
gen import 2.99.1a -o got8.yaml
says "'2.99.1a' is not a number, but a path" 2 "cannot open 2.99.1a: No such file or directory"

mkdir -p checkout/templates
cp "$pinned" checkout
gen import expected.yaml --root checkout
says "without --out it is the checkout's own list" 0 \
  "checkout/native_functions.yaml: PyTorch 2.99.1, 2 entries, written"
same "which is replaced" expected.yaml checkout/native_functions.yaml

# --- invalid lists --------------------------------------------------------------------------------
gen import nowhere -o got2.yaml
says "a SOURCE that does not exist" 2 "cannot open nowhere: No such file or directory"
printf -- '- func: f() -> ()\n\0' >nul.yaml
gen import nul.yaml -o got5.yaml
says "a binary SOURCE" 2 "nul.yaml:2:1: error: not a text file: it contains a NUL character"
check "is not written" test ! -e got5.yaml
mkdir empty
gen import empty
says "a folder without an operator list" 2 "no native_functions.yaml in empty" \
  "pass the file itself"
printf -- '- func: f(Tensor self) -> Tensor\n  frob: x\n- func: g(\n' >bad.yaml
gen import bad.yaml --release 2.99.1 -o got3.yaml
says "a list with errors" 2 "bad.yaml:2:3: error: unknown key 'frob'"
check "is not written" test ! -e got3.yaml
printf -- '- func: f(Tensor self) -> Tensor\n- func: g(\n' >bad.yaml
gen import bad.yaml --release 2.99.1 -o got3.yaml
says "a list with a bad schema" 2 "bad.yaml:2:11: error: the schema ends too early"
check "is not written either" test ! -e got3.yaml
release $packaged torch/version.py "$python"
printf -- '- tag: core\n- tag: a,b\n' >tree/$packaged/tags.yaml
printf -- '- func: f() -> ()\n  tags: [core, "c\\nd", ""]\n' >tree/$packaged/native_functions.yaml
gen import tree -o got3.yaml
says "tags that are not words, which a line of the head could not list" 2 \
  "tree/$packaged/tags.yaml:2:8: error: not a tag: 'a,b' (expected one word)" \
  "tree/$packaged/native_functions.yaml:2:17: error: not a tag: 'c\x0ad'" "2:25: error: not a tag: ''"
check "are not written" test ! -e got3.yaml
release $packaged torch/version.py "$python"
gen import tree -o empty
says "a folder in the place of the result" 2 "cannot replace empty: Is a directory"
gen import tree -o /proc/nowhere/x
says "a result that cannot be written" 2 "/proc/nowhere"

# --- wheels ---------------------------------------------------------------------------------------
if ! command -v python3 >/dev/null; then
  skip "wheels: python3 is not there to make them"
  finish
  exit
fi
cp "$here/wheels.py" .
python3 wheels.py ours.yaml tags.txt || exit 1
imports "a wheel" good.whl
imports "a wheel with stored members" stored.whl
cp good.whl good.zip
imports "the same as .zip" good.zip
cp good.whl TORCH.WHL
imports "in capitals" TORCH.WHL
cp good.whl download
imports "and by another name" download
imports "a wheel whose release is in a header" header.whl
wheel() { # SENTENCE FILE TEXT...
  local sentence=$1 file=$2
  shift 2
  run timeout 20 "$generator" import "$file" -o got4.yaml
  says "$sentence" 2 "$file" "$@"
  check "nothing is written for it" test ! -e got4.yaml
}
head -c 300 good.whl >truncated.whl
wheel "a truncated wheel" truncated.whl "cannot open truncated.whl: "
printf 'not a wheel at all' >text.whl
wheel "a file that is not a wheel" text.whl "cannot open text.whl: Not a zip archive"
: >none.whl
wheel "an empty file" none.whl "cannot open none.whl: "
wheel "a wheel of something else" other.whl "no native_functions.yaml in other.whl"
wheel "a wheel with a wrong checksum" crc.whl \
  "cannot read $packaged/native_functions.yaml in crc.whl: CRC error"
wheel "a wheel with a bomb in it" bomb.whl "is larger than 16 MiB"
wheel "a wheel that states a wrong size" liar.whl "its size differs from the one in the wheel"
wheel "an encrypted wheel" encrypted.whl "cannot read $packaged/native_functions.yaml"
wheel "a wheel with a bad list" bad.whl "unknown key 'frob'"
wheel "a wheel that does not state its release" silent.whl "the release number was not found"
finish
