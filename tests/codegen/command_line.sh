#!/usr/bin/env bash
# command_line.sh GENERATOR PROJECT: options, exit codes, what goes to stdout and what to stderr.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$project" || exit 1
own=$(pinned_release .)

# --- help -----------------------------------------------------------------------------------------
for word in --help -h help; do
  gen $word
  gives "$word lists the commands" 0 generate import history audit diff show list check-headers \
    "Exit status"
  silent "$word says nothing on stderr" err
done
gen --version
gives "--version is the project's" 0 \
  "ctorch-gen $(sed -n 's/#define CT_VERSION "\(.*\)"/\1/p' runtime/include/ctorch/core/version.h)"
silent "--version says nothing on stderr" err
for command in generate import history audit diff show list check-headers; do
  gen $command --help
  gives "$command --help shows its usage" 0 "usage: ctorch-gen $command"
  silent "$command --help says nothing on stderr" err
  if awk 'length > 100 { exit 1 }' "$work/.out"; then
    fine "$command --help fits into 100 columns"
  else
    wrong "$command --help fits into 100 columns" "no longer line"
  fi
done
gen generate --help
gives "generate --help names all its options" 0 --root --yaml --templates --headers --out --check \
  --depfile --quiet --results
gen audit --help
gives "audit --help names all its options" 0 --libtorch --format --yaml --results \
  --program --against --registry --html
gen diff --help
gives "diff --help names all its options, and the exit status" 0 --format --headers --templates \
  OLD NEW "The exit status is 0 if every"
gen import --help
gives "import --help names all its options" 0 --release --out SOURCE
gen history --help
gives "history --help names all its options" 0 --history --out RELEASE
gen check-headers --help
gives "check-headers --help names all its options" 0 --headers --exceptions --rules "[HEADER...]"
gen show --help
gives "show --help names all its options" 0 --history --yaml --templates --headers

# --- misuse ---------------------------------------------------------------------------------------
misuse() { # SENTENCE TEXT ARGUMENT...
  local sentence=$1 text=$2
  shift 2
  gen "$@"
  says "$sentence" 2 "$text"
  silent "$sentence: nothing on stdout" out
}
misuse "no command" "expected a command"
misuse "no command, and what to do" "Try: ctorch-gen --help"
misuse "an unknown command" "unknown command 'genrate'" genrate
misuse "an empty command" "expected a command" ""
misuse "an option before the command" "unknown command '--quiet'" --quiet generate
for command in generate import history audit diff show list check-headers; do
  misuse "an unknown option of $command" "ctorch-gen $command: unrecognized option '--frob'" \
    $command --frob
  misuse "what to do about it" "Try: ctorch-gen $command --help" $command --frob
  misuse "an option of $command without its value" "requires an argument" $command --root
done
misuse "an option of another command" "unrecognized option '--libtorch=x'" list --libtorch=x
misuse "--check of list" "unrecognized option '--check'" list --check
misuse "generate with an argument" "generate takes no arguments, found 'x'" generate x
misuse "list with an argument" "list takes no arguments, found 'mm'" list mm
misuse "audit with an argument" "audit takes no argument" audit x
misuse "import without SOURCE" "import needs SOURCE" import
misuse "import with two" "import takes one argument, SOURCE; found 2" import a b
misuse "diff without releases" "diff needs OLD NEW" diff
misuse "diff with one" "diff takes two arguments, OLD and NEW; found 1" diff native_functions.yaml
misuse "show without a name" "show needs NAME" show
misuse "history without a release" "history needs RELEASE..." history
misuse "an unknown format" "unknown format 'xml'" audit --format xml
misuse "the formats there are" "formats: text, json, markdown" audit --format xml
misuse "a root that is none" "no checkout of libctorch in $work" list --root "$work"
misuse "a root that is not there" "no checkout of libctorch in $work/nowhere" \
  generate --root "$work/nowhere"
run env -C "$work" "$generator" generate
says "a folder outside of any checkout" 2 "no checkout of libctorch in . or above it" "--root DIR"
run env -C "$work" "$generator" show mm --yaml "$project/native_functions.yaml" \
  --templates "$project/templates"
says "there, headers have to be named, too" 2 "no checkout of libctorch in . or above it"
run env -C "$here" "$generator" show mm
gives "inside a checkout the root is found upwards" 0 "ct_mm"
run env -C "$work" "$generator" generate --yaml "$data/golden/small.yaml" \
  --templates "$project/templates" --headers "$data/golden/include" --out "$work/all-named" -q
gives "a root is not needed when all it has is named" 0

# Outside of a checkout the generator reads what was installed with it; generate needs a checkout.
mkdir -p "$work/prefix/bin" "$work/prefix/share/ctorch/runtime/include"
cp "$generator" "$work/prefix/bin/ctorch-gen"
cp -r native_functions.yaml templates "$work/prefix/share/ctorch"
cp -r runtime/include/ctorch "$work/prefix/share/ctorch/runtime/include"
installed() { run env -C / "$work/prefix/bin/ctorch-gen" "$@"; }
installed show mm
gives "an installed generator shows the installed operators" 0 "ct_error ct_mm("
installed generate
says "but generates nothing there" 2 "no checkout of libctorch in . or above it"
rm -r "$work/prefix/share/ctorch/templates"
installed show mm
says "and a partial installation is not used" 2 "no checkout of libctorch in . or above it"

# --- list -----------------------------------------------------------------------------------------
gen list
gives "list lists" 0 "ct_mm	mm(Tensor self, Tensor mat2) -> Tensor" \
  "ct_Tensor_mm	mm(Tensor self, Tensor mat2) -> Tensor"
silent "list says nothing on stderr" err
cp "$work/.out" "$work/list"
# ct_nn_ and CT_ are of torch.nn and torch.optim.
functions=$(grep -cv '^ct_Tensor_\|^ct_nn_\|^CT_' "$work/list")
methods=$(grep -c '^ct_Tensor_' "$work/list")
# grep counts the entries and the methods in the yaml. The number of all operators is from the
# history, which torchgen_history.py compares with torchgen. Derived ones have no method form.
entries=$(grep -c '^- func: ' native_functions.yaml)
wanted_methods=$(grep -cE '^  variants: (.*[ ,])?method' native_functions.yaml)
all=$(awk -F'\t' -v release="$own" '
  sub(/^# releases: /, "") { n = split($0, name, " "); for (i = 1; i <= n; i++) at[name[i]] = i }
  $2 in at && at[$2] <= at[release] && ($3 == "-" || at[release] <= at[$3]) { count++ }
  END { print count + 0 }' operator_history.tsv)
check "the history has the operators of $own" test "$all" -gt "$entries"
check "list has $all functions, not $functions" test "$functions" = "$all"
check "list has $wanted_methods method forms, not $methods" test "$methods" = "$wanted_methods"
check "no symbol is listed twice" test -z "$(cut -f1 "$work/list" | sort | uniq -d)"
# shellcheck disable=SC2016 # awk's own
check "every line has two fields" awk -F'\t' '
  NF != 2 || $1 !~ /^(ct_[A-Za-z0-9_]+|CT_(NN|OPTIMIZER|LR_SCHEDULER|T|DISTRIBUTION|DISTRIBUTION_TRANSFORM|CONSTRAINT)\([A-Za-z0-9_]+\))$/ { exit 1 }' "$work/list"
gives "list has torch.nn" 0 "CT_NN(ReLU)	ReLU(bool inplace=False)" \
  "ct_nn_init_ones_	nn_init_ones_(Tensor(a!) tensor) -> Tensor(a!)"
for kind in func class; do
  begin=$([ $kind = func ] && echo '^ct_nn_' || echo '^CT_')
  check "all of it ($kind)" test "$(grep -c "$begin" "$work/list")" = \
    "$(cat runtime/nn/*.yaml runtime/optim/*.yaml runtime/vision/*.yaml runtime/distributions/*.yaml |
      grep -c "^- $kind: ")"
done

# --- show -----------------------------------------------------------------------------------------
gen show add.Tensor
cp "$work/.out" "$work/add"
gives "show describes an operator" 0 "/* add.Tensor(Tensor self, Tensor other, *, Scalar" \
  "ct_error ct_add_Tensor(const ct_tensor *self, const ct_tensor *other, ct_scalar alpha" \
  "ct_Tensor_add_Tensor" "kind:      functional" \
  "declared:  <ctorch/ops/a.h>, defined in ops/a.cpp" "from:      native_functions.yaml:" \
  "tags:      core, pointwise" "kernels:   those of add.out" \
  "docs:      https://docs.pytorch.org/docs/${own%.*}/search.html?q=add"
silent "show says nothing on stderr" err
for name in ct_add_Tensor ct_Tensor_add_Tensor add_Tensor aten::add.Tensor aten.add.Tensor \
  torch.ops.aten.add.Tensor at::_ops::add_Tensor; do
  gen show $name
  same "show $name shows the same" "$work/add" "$work/.out"
done
gen show add
cp "$work/.out" "$work/add-all"
gives "show add shows all overloads" 0 "ct_add_Scalar(" "ct_add_out(" "ct_add_Tensor("
for name in at::add torch.add Tensor.add aten::add torch::add ct_add 'torch.add(x, y)'; do
  gen show "$name"
  same "show $name shows the same" "$work/add-all" "$work/.out"
done
gen show Tensor.add_ mm
gives "show takes several names, and method forms" 0 "ct_add__Tensor(" "ct_mm("
gen show _foreach_zero
gives "a derived operator shows its origin" 0 "(autogen)" "derived by autogen on line"
gen show conv
says "a truncated name suggests names that begin like it" 2 \
  "the closest names are 'conv1d', 'conv2d', 'conv3d'"
gen show __iand__.Scalar
gives "a dunder is found" 0 "ct___iand___Scalar("
gen show lineer
says "an unknown name suggests the nearest" 2 "PyTorch $own has no operator 'lineer'" \
  "the closest names are 'linear',"
silent "and shows nothing" out
gen show torch.nn.functional.xyzzy_frobnicate
says "a name like no other suggests the list" 2 "ctorch-gen list shows all"
# Operators with other names in Python.
gen show F.cross_entropy
cp "$work/.out" "$work/cross_entropy"
gives "show F.cross_entropy shows what Python calls" 0 "torch.nn.functional.cross_entropy" \
  "operators: cross_entropy_loss" "ct_error ct_cross_entropy_loss(" \
  "numbers:   reduction: CT_REDUCTION_NONE (0) none, CT_REDUCTION_MEAN (1) mean, CT_REDUCTION_SUM (2) sum"
for name in torch.nn.functional.cross_entropy nn.functional.cross_entropy cross_entropy \
  'F.cross_entropy(x, target)' torch::nn::functional::cross_entropy; do
  gen show "$name"
  same "show $name shows the same" "$work/cross_entropy" "$work/.out"
done
gen show F.unfold
gives "F.unfold is not Tensor.unfold" 0 "ct_error ct_im2col("
gen show torch.Tensor.unfold
gives "and Tensor.unfold is the operator" 0 "ct_error ct_unfold("
gen show F.interpolate
gives "F.interpolate calls many operators" 0 "ct_upsample_bicubic2d_vec(" "ct_adaptive_avg_pool3d("
for name in F.logsigmoid logsigmoid; do
  gen show $name
  gives "$name is an operator of another name, as names.yaml says" 0 "operators: log_sigmoid" \
    "python:    the same" "ct_error ct_log_sigmoid("
done
gen show torch.sparse.mm torch.linalg.norm torch.Tensor.to F.pad
gives "other modules are known, too" 0 "ct__sparse_mm(" "ct_linalg_norm(" \
  "ct_to_dtype_layout(" "ct_pad("

# torch.nn. The names are Python's own (runtime/nn/names.py).
mapfile -t names < <(sed '/^#/d; s/\t.*//' runtime/nn/names.tsv)
gen show "${names[@]}"
gives "all ${#names[@]} names of torch.nn are known" 0 "ct_conv2d(" "CT_NN(Conv2d, "
silent "each of them" err
check "there are some" test "${#names[@]}" -ge 350
check "and what they call exists" bash -c "! grep -F 'not in PyTorch' '$work/.out'"
gen show nn_cross_entropy
cp "$work/.out" "$work/nn_cross_entropy"
gives "show describes a function of torch.nn" 0 \
  "CT_API ct_error ct_nn_cross_entropy(const ct_tensor *input, const ct_tensor *target," \
  "call:      CT(cross_entropy, &result, input, target)" \
  "python:    torch.nn.functional.cross_entropy(input, target, weight=None, size_average=None," \
  "           label_smoothing: 0.0" "numbers:   reduction: CT_REDUCTION_NONE (0) none" \
  "declared:  <ctorch/nn/functions.h>" "needs:     cross_entropy_loss" \
  "docs:      https://docs.pytorch.org/docs/${own%.*}/search.html?q=torch.nn.functional.cross_entropy"
gen show ct_nn_cross_entropy
same "its symbol, too" "$work/nn_cross_entropy" "$work/.out"
gen show F.cross_entropy
gives "Python's name shows both" 0 "ct_error ct_nn_cross_entropy(" "ct_error ct_cross_entropy_loss("
gen show dropout
gives "so does the name of both" 0 "ct_error ct_nn_dropout(" "ct_error ct_dropout("
gen show dropout_ ct_dropout
check "but not another one" bash -c "! grep ct_nn_dropout '$work/.out'"
gen show Conv2d
cp "$work/.out" "$work/Conv2d"
gives "show describes a class" 0 "call:      CT_NN(Conv2d, in_channels, out_channels, kernel_size)" \
  "	ct_ints kernel_size;" "python:    torch.nn.Conv2d(in_channels, out_channels, kernel_size, " \
  "defaults:  stride: CT_L(1)" "           device: None, if it is left out" \
  "declared:  <ctorch/classes/nn.h>"
for name in torch.nn.Conv2d nn.Conv2d torch::nn::Conv2d 'nn.Conv2d(3, 8, 3)'; do
  gen show "$name"
  same "show $name shows the same" "$work/Conv2d" "$work/.out"
done
gen show LSTM
gives "its other calls are listed" 0 "also:      ct_nn_LSTM_forward(module, input, hx, cx, &output, &hidden, &cell), <ctorch/nn/forward.h>"
gen show F.relu torch.nn.Parameter torch.nn.factory_kwargs pack_sequence
gives "and names that are operators, or written by hand, or not needed" 0 \
  "call:      CT(relu, &result, self)" "           CT(relu_, self)" "call:      CT_PARAMETER(m, field, data)" \
  "instead:   the arguments of CT_NN() by name" "call:      ct_nn_utils_rnn_pack_sequence(sequences, options, &result)"
gen show nn.Conv2 lineer
says "an unknown name suggests some of torch.nn" 2 "note: Python has 'torch.nn.Conv2d'" "'torch.nn.Linear'"
gen show OneCycleLR
gives "a list of floats is one in C" 0 "base_momentum: CT_FLOATS(0.85)" "max_momentum: CT_FLOATS(0.95)"

# Names of Python that are not of torch.nn.
gen show data.DataLoader
cp "$work/.out" "$work/DataLoader"
gives "show describes other names of Python" 0 "torch.utils.data.DataLoader" "#define CT_DATA_LOADER(" \
  "CT_API ct_error ct_data_loader_new(" "call:      CT_DATA_LOADER(...)" "declared:  <ctorch/data/data.h>"
for name in DataLoader torch.utils.data.DataLoader 'DataLoader('; do
  gen show "$name"
  same "show $name shows the same" "$work/DataLoader" "$work/.out"
done
gen show Tensor.backward torch.no_grad make_grid load_state_dict
gives "functions, blocks and methods" 0 "ct_tensor_backward(" "#define CT_NO_GRAD" \
  "ct_image_make_grid(" "torch.optim.Optimizer.load_state_dict" "torch.nn.Module.load_state_dict"
gen show torchvision.transforms.v2.RandomCrop
cp "$work/.out" "$work/RandomCrop"
gives "and transforms" 0 "call:      CT_T(RandomCrop, size)" "declared:  <ctorch/classes/transform.h>"
for name in RandomCrop T.RandomCrop v2.RandomCrop torchvision.transforms.RandomCrop; do
  gen show $name
  same "show $name shows the same" "$work/RandomCrop" "$work/.out"
done
mapfile -t names < <(sed -n 's/^- python: //p' runtime/nn/other_names.yaml)
gen show "${names[@]}"
gives "all of them are shown (${#names[@]})" 0 "torch.save"
gen show DataLoadr
says "an unknown name suggests some of them" 2 "note: Python has 'torch.utils.data.DataLoader'"

# A release without an operator of torch.nn: what needs it is left out, and all else is there.
awk 'BEGIN { RS = ""; ORS = "\n\n" } !/(^|\n)- func: rms_norm\(/' native_functions.yaml |
  sed '/^# entries:/d' >"$work/older.yaml"
gen show F.rms_norm --yaml "$work/older.yaml"
gives "show says that a name is left out" 0 "left out:  PyTorch $own has no operator 'rms_norm'"
gen audit --yaml "$work/older.yaml"
gives "so does audit, which finds no difference" 0 \
  "     2  of these, left out: the release lacks their operator" \
  "torch.nn.RMSNorm: left out: no operator rms_norm" \
  "torch.nn.functional.rms_norm: left out: no operator rms_norm"
gen generate --yaml "$work/older.yaml" --root . --out "$work/older" -q
gives "and generate goes on" 0
check "without it" grep -qF '| `torch.nn.functional.rms_norm` | `rms_norm` |' "$work/older/AUDIT.md"
check "on the page, too" grep -qF 'left out: there is no operator `rms_norm`' "$work/older/NAMES.md"

# Names without a row, and rows without a name.
mkdir -p "$work/lists/nn" "$work/lists/optim"
cp runtime/nn/*.yaml runtime/nn/names.tsv "$work/lists/nn"
cp runtime/optim/*.yaml "$work/lists/optim"
printf 'torch.nn.functional.made_up\tfunction\tmade_up(input)\n' >>"$work/lists/nn/names.tsv"
sed -i '/^torch.nn.Linear\t/d; /^torch.nn.functional.relu\t/d' "$work/lists/nn/names.tsv"
gen audit --classes "$work/lists"
gives "audit finds a name of Python that no list has" 1 \
  "$work/lists/nn/names.tsv:$(wc -l <"$work/lists/nn/names.tsv"): without a name in C: torch.nn.functional.made_up"
gives "and what Python does not have" 1 "not in Python: torch.nn.Linear" \
  "not in Python: torch.nn.functional.relu"
gen generate --classes "$work/lists" --out "$work/lists/out" -q
gives "which does not stop generate" 0
sed -i '/^# release/d' "$work/lists/nn/names.tsv"
gen audit --classes "$work/lists"
says "names of no release are refused" 2 "$work/lists/nn/names.tsv: error: expected a line '# release X.Y.Z'"
printf 'torch.nn.X\tclass\n' >"$work/lists/nn/names.tsv"
gen audit --classes "$work/lists"
says "so is a line with a field less" 2 "$work/lists/nn/names.tsv:1:" "python3 runtime/nn/names.py"
gen show quantized::linear
says "for another namespace, the way to call it is shown" 2 \
  "'quantized::linear' is not one of PyTorch's own operators" "ct_call()"

# What the handwritten headers declare, with its comment.
place() { # HEADER PATTERN: file and line
  echo "runtime/include/ctorch/$1:$(grep -n "$2" "runtime/include/ctorch/$1" | cut -d: -f1)"
}
gen show 'ct_tensor_free('
gives "show describes a function of the runtime" 0 "/** Releases " \
  "CT_API void ct_tensor_free(ct_tensor *self)" \
  "declared:  <ctorch/tensor/tensor.h>, $(place tensor/tensor.h ' ct_tensor_free(')"
gen show ct_train_save CT_EACH_BATCH ct_train_state CT_FLOAT32 ct_tensor_hook CT_VALUE_MAX_DEPTH
gives "so it does a struct, a macro, a constant and a callback" 0 "/** Saves a checkpoint" \
  "#define CT_EACH_BATCH(batch, loader) ..." "declared:  <ctorch/data/data.h>, " \
  "} ct_train_state;" "enum ct_dtype_value {" "typedef ct_error (*ct_tensor_hook)(" \
  "#define CT_VALUE_MAX_DEPTH 1000"
silent "and says nothing on stderr" err
gen show ct_image_load_png
gives "and names another library" 0 "library:   -lctorch_image"
for name in ct_tensor_add_Tensor tensor_add.Tensor; do
  gen show $name
  says "$name suggests add.Tensor" 2 "the closest name is 'add.Tensor'"
done
gen show ct_tensor_fre
says "a name similar to one of the runtime" 2 "has no operator 'ct_tensor_fre'" \
  "note: the runtime has 'ct_tensor_free'"
gen show ct_parameters_clip_grad_nrm_
says "so is one whose name ends with _" 2 \
  "note: the runtime has 'ct_parameters_clip_grad_norm_'"
gen show CT_EACH_BACH
says "so is a macro" 2 "note: the runtime has 'CT_EACH_BATCH'"
gen show torch.ops.quantized.linear
says "another namespace, spelled as in Python" 2 "is not one of PyTorch's own operators" "ct_call()"
for name in torch.ops.aten.add.Tensor at::_ops::add_Tensor::call aten/add.Tensor \
  'at::_ops::add_Tensor::redispatch(keys, x)'; do
  gen show "$name"
  same "show $name shows add.Tensor" "$work/add" "$work/.out"
done
gen show symeigg
says "a name similar to one of an older release" 2 \
  "PyTorch $own has no operator 'symeigg'" "note: 'symeig' existed up to 1.13.1"
gen show lineer mm relo
says "all unknown names are reported" 2 "'lineer'" "'relo'" "2 errors"
gives "and the known ones are shown" 2 "ct_mm("
gen show ''
says "an empty name is not an operator" 2 "has no operator ''"
gen show "$(head -c 5000 /dev/zero | tr '\0' x)"
says "a name of 5000 letters is not an operator" 2 "has no operator 'xxx"

printf '# release: 2.15.0\n# tags: core\n- func: f() -> ()\n' >"$work/f.yaml"
gen show f --yaml "$work/f.yaml"
gives "what takes and gives nothing is (void)" 0 "CT_API ct_error ct_f(void) CT_RETURNS_ERROR;"
mkdir "$work/no-headers" "$work/taken"
cp -r runtime/include/ctorch/. "$work/taken"
printf '#define ct_f 1\n' >"$work/taken/zz.h"
for words in 'show f' list 'audit --format markdown'; do
  # shellcheck disable=SC2086 # words on purpose
  gen $words --yaml "$work/f.yaml" --headers "$work/no-headers"
  says "no headers: $words" 2 "no public headers in $work/no-headers" "1 error"
  # shellcheck disable=SC2086 # words on purpose
  gen $words --yaml "$work/f.yaml" --headers "$work/taken"
  says "a name that the runtime has: $words" 2 "$work/f.yaml:3:9: error: " "ct_f" "1 error"
  silent "then $words has nothing to show" out
done
printf '# release: 2.15.0\n# tags: core\n- func: f(\n' >"$work/broken.yaml"
for words in 'show f' list audit; do
  # shellcheck disable=SC2086 # words on purpose
  gen $words --yaml "$work/broken.yaml"
  says "a list that cannot be read: $words" 2 \
    "$work/broken.yaml:3:11: error: the schema ends too early" "1 error"
  silent "then $words has nothing to show" out
done

# --- audit ----------------------------------------------------------------------------------------
gen audit
gives "audit counts" 0 "PyTorch $own" "  $entries  schemas in the yaml" \
  "   $((all - entries))  schemas derived by autogen" "  $all  all schemas" \
  "  $all  C functions (ct_...), one for each schema" \
  "   $wanted_methods  method forms (ct_Tensor_...)" \
  "  $((all + wanted_methods))  C symbols, functions and method forms"
silent "audit says nothing on stderr" err
gen audit --format markdown
same "audit --format markdown is AUDIT.md" generated/AUDIT.md "$work/.out"
gen audit --format json
gives "audit --format json counts, too" 0 "\"yaml_schemas\": $entries" \
  "\"autogen_schemas\": $((all - entries))" "\"schemas\": $all" "\"methods\": $wanted_methods" \
  '"differences": []'
if command -v python3 >/dev/null; then
  check "and is JSON" python3 -m json.tool "$work/.out"
else
  skip "whether it is JSON: python3 is not there"
fi

# --- stdout and stderr ----------------------------------------------------------------------------
full_disk() { # ARGUMENT...
  run bash -c '"$0" "$@" >/dev/full' "$generator" "$@"
  says "a full disk is noticed by $*" 2 "No space left on device"
}
for words in --help --version 'generate --help' list 'show add' audit 'audit --format json' \
  'audit --format markdown' 'diff native_functions.yaml native_functions.yaml'; do
  # shellcheck disable=SC2086 # words on purpose
  full_disk $words
done
full_disk generate --check --out "$work/nowhere"
run bash -c '"$0" list >&-' "$generator"
says "a closed stdout is noticed" 2 "cannot write to stdout"
run bash -c 'set -o pipefail; "$0" list | head -n 1' "$generator"
check "a pipe that is closed ends list quietly" test ! -s "$work/.err"

# Targets that are not regular files are written to, not replaced. The test does not use the names
# in /dev, which a mistake would replace.
ln -s /proc/self/fd/1 "$work/stdout"
ln -s "$work/meant" "$work/link"
mkfifo "$work/fifo"
for words in "import $data/golden/small.yaml -o" "history $data/golden/small.yaml -o" \
  "generate --quiet --out $work/made --depfile" "audit --html"; do
  # shellcheck disable=SC2086 # words on purpose
  gen $words "$work/file"
  wanted=$status
  for target in fifo link stdout; do
    if [ $target = fifo ]; then timeout 30 cat "$work/fifo" >"$work/meant" & fi
    # shellcheck disable=SC2086
    gen $words "$work/$target"
    says "$words writes to $target" "$wanted"
    [ $target != fifo ] || wait $!
    [ $target != stdout ] || head -c "$(stat -c %s "$work/file")" "$work/.out" >"$work/meant"
    same "all of it" "$work/file" "$work/meant"
    rm -f "$work/meant"
  done
  rm "$work/file"
done
check "a pipe stays a pipe" test -p "$work/fifo"
check "a link stays a link" test -L "$work/link" -a -L "$work/stdout"
if mknod "$work/full" c 1 7 2>/dev/null && ! echo x 2>/dev/null >"$work/full" &&
  [ -c "$work/full" ]; then
  gen audit --html "$work/full"
  says "a device without room is an error" 2 "cannot write $work/full: No space left on device"
  silent "and then nothing is printed" out
  check "a device stays a device" test -c "$work/full"
else
  skip "a device without room: only root can make one"
fi

# --- the page -------------------------------------------------------------------------------------
if command -v node >/dev/null; then
  gen audit --html "$work/page.html"
  run node "$(dirname "$0")/page_search.js" "$work/page.html"
  gives "the page finds what people type" 0 " 0 failed"
else
  skip "searching in the page: node is not there (apt-get install nodejs)"
fi

# Color needs a terminal, which `script` makes.
if command -v script >/dev/null; then
  in_terminal() { run script -qec "TERM=xterm $1 '$generator' show lineer" /dev/null; }
  in_terminal ''
  gives "on a terminal an error is red" 2 $'\033[1;31merror:\033[0m'
  in_terminal 'NO_COLOR=1'
  if grep -q $'\033' "$work/.out"; then
    wrong "NO_COLOR is obeyed" "no escape sequence"
  else
    gives "NO_COLOR is obeyed" 2 "error: PyTorch"
  fi
  in_terminal 'NO_COLOR='
  gives "an empty NO_COLOR is none" 2 $'\033[1;31merror:'
else
  skip "color on a terminal: script is not there"
fi

# --- generate -------------------------------------------------------------------------------------
small=(--yaml "$data/golden/small.yaml" --templates "$project/templates"
  --headers "$data/golden/include" --classes "$data/golden"
  --results "$data/golden/results.tsv")
gen generate "${small[@]}" --out "$work/one" --check
gives "--check lists what is missing" 1 "$work/one/AUDIT.md: missing" "$work/one/ops/a.cpp: missing"
says "and counts it" 1 "111 files, 111 stale"
check "and writes nothing" test ! -e "$work/one"
gen generate "${small[@]}" --out "$work/one"
says "generate reports what it did, and nothing else" 0 \
  "PyTorch 2.15.0: 94 functions, 35 methods; 111 files, 111 written; "
check "in one line" test "$(wc -l <"$work/.err")" = 1
silent "and nothing on stdout" out
find "$work/one" -type f -exec touch -d '2001-01-01' {} +
gen generate "${small[@]}" --out "$work/one"
says "a second run writes nothing" 0 "111 files, 0 written"
check "and touches nothing" test -z "$(find "$work/one" -type f -newermt '2001-01-02')"
gen generate "${small[@]}" --out "$work/one" --check
says "and --check agrees" 0 "111 files, 0 stale"
silent "listing nothing" out
for option in -q --quiet; do
  gen generate "${small[@]}" -o "$work/one" $option
  gives "$option is quiet" 0
  silent "$option is quiet on stdout" out
  silent "$option is quiet on stderr" err
done
printf 'x' >>"$work/one/ctorch/ops/a.h"
rm "$work/one/files.cmake"
cp "$work/one/ops/z.cpp" "$work/one/ops/zz.cpp" 2>/dev/null ||
  cp "$work/one/ops/a.cpp" "$work/one/ops/zz.cpp"
printf 'mine\n' >"$work/one/ops/mine.cpp"
gen generate "${small[@]}" --out "$work/one" --check --quiet
gives "--check distinguishes the kinds of stale files" 1 "$work/one/ctorch/ops/a.h: differs" \
  "$work/one/files.cmake: missing" "$work/one/ops/zz.cpp: left over"
check "in three lines" test "$(wc -l <"$work/.out")" = 3
gen generate "${small[@]}" --out "$work/one"
says "generate repairs it" 0 "111 files, 3 written"
rm "$work/one/ops/mine.cpp"
same "to what was expected" "$data/golden/expected" "$work/one"

# A folder where a file should be: all or nothing.
cp -r "$work/one" "$work/old"
mv "$work/old/ops/w.cpp" "$work/w" 2>/dev/null || mv "$work/old/ops/t.cpp" "$work/w"
rm -rf "$work/old/ctorch/core/release.h"
mkdir "$work/old/ctorch/core/release.h"
cp -r "$work/old" "$work/before"
sed 's/2\.15\.0/2.15.1/' "$data/golden/small.yaml" >"$work/next.yaml"
gen generate --yaml "$work/next.yaml" "${small[@]:2}" --out "$work/old"
says "a run that cannot write one file" 2 \
  "cannot replace $work/old/ctorch/core/release.h: Is a directory" "1 error; nothing was written"
same "writes none" "$work/before" "$work/old"

# --- identical output everywhere ------------------------------------------------------------------
gen generate "${small[@]}" --out "$work/two" --quiet
same "two runs give the same" "$work/one" "$work/two"
run env LC_ALL=C.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Tokyo "$generator" generate "${small[@]}" \
  --out "$work/three" --quiet
same "another locale and time zone give the same" "$work/one" "$work/three"
mkdir -p "$work/a copy/runtime/include" "$work/a copy/tests/proof/operators" "$work/else where"
cp -r native_functions.yaml templates "$work/a copy"
cp -r runtime/include/ctorch "$work/a copy/runtime/include"
mkdir "$work/a copy/runtime/nn" "$work/a copy/runtime/optim" "$work/a copy/runtime/vision" \
  "$work/a copy/runtime/distributions"
cp runtime/nn/*.yaml runtime/nn/*.tsv "$work/a copy/runtime/nn"
cp runtime/optim/*.yaml "$work/a copy/runtime/optim"
cp runtime/vision/*.yaml "$work/a copy/runtime/vision"
cp runtime/distributions/*.yaml "$work/a copy/runtime/distributions"
cp tests/proof/operators/results.tsv "$work/a copy/tests/proof/operators"
gen generate --root "$work/a copy" --quiet
gives "a checkout with a space in its name" 0
same "generates what is checked in" generated "$work/a copy/generated"
rm -rf "$work/a copy/generated"
run env -C "$work/else where" "$generator" generate --root "../a copy/" --out "$work/four" --quiet
same "a root spelled in another way gives the same" generated "$work/four"
run env -C "$work/a copy/templates/ctorch" "$generator" generate --out "$work/five" --quiet
same "so does a root that is found upwards" generated "$work/five"
gen generate --root "$work/a copy/../a copy" --out "$work/four" --check
gives "and --check by a third spelling" 0

# --- depfiles -------------------------------------------------------------------------------------
made="$work/a copy/made here"
deps() { gen generate --root "$work/a copy" --out "$made" --depfile "$work/a copy/deps.d" --quiet; }
deps
gives "a depfile is written" 0
for file in native_functions.yaml templates/prototype.h templates/wrapper_give.cpp \
  runtime/include/ctorch/core/types.h runtime/nn/functions.yaml runtime/optim/schedulers.yaml; do
  check "it has $file" grep -qF "$file" "$work/a copy/deps.d"
done
if command -v make >/dev/null; then
  printf 'none:\n\n%%/files.cmake: ; @echo made\n\ninclude deps.d\n' >"$work/a copy/Makefile"
  up_to_date() { run make -C "$work/a copy" -q "$made/files.cmake"; }
  up_to_date
  gives "make reads it, and finds every file in it" 0
  touch -d '+1 hour' "$work/a copy/templates/wrapper_give.cpp"
  up_to_date
  gives "its target is out of date when a template is newer" 1
  touch "$work/a copy/templates/wrapper_give.cpp" "$made/files.cmake"
  touch -d '+1 hour' "$work/a copy/runtime/include/ctorch/core/types.h"
  up_to_date
  gives "or a header" 1
  touch "$work/a copy/runtime/include/ctorch/core/types.h" "$made/files.cmake"
  touch -d '+1 hour' "$work/a copy/runtime/nn/functions.yaml"
  up_to_date
  gives "or a list of torch.nn" 1
else
  skip "the depfile: make is not there"
fi
gen generate --root "$work/a copy" --out "$made" --depfile "$work/new folder/sub/d" --quiet
gives "its folder is made" 0
check "and it is there" test -s "$work/new folder/sub/d"
gen generate "${small[@]}" --out "$work/for \$5 #1" --depfile "$work/odd.d" --quiet
gives "a folder with odd characters" 0
run head -n 1 "$work/odd.d"
gives "has them escaped as make expects" 0 "$work/for\\ \$\$5\\ \\#1/files.cmake: \\"
finish
