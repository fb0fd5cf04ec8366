#!/usr/bin/env python3
"""run_models.py CT_RUN CT_INSPECT FIXTURES: what ct_run computes and prints of programs that
Python exported, and what ct_inspect says of them.

FIXTURES is tests/fixtures/exported/: archives, each with a .ref.pt of what Python computes. What a
program consists of is read here from the JSON in its archive.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

RUN, INSPECT = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
FIXTURES = pathlib.Path(sys.argv[3]).resolve()
SCRIPTS = FIXTURES.parent / "jit"
HAS_IMAGES = len(sys.argv) > 4 and sys.argv[4] == "images"
# On another processor libtorch chooses other kernels, which round differently.
PROBE = os.environ.get("SAME_PROCESSOR")
CLOSE = ["--tolerance", "1e-4,1e-4"] if PROBE and subprocess.call([PROBE]) else []
PACKAGE = os.environ.get("AOTI_MODEL")  # compiled code
RERUN = os.environ.get("RERUN", " ".join(sys.argv))
TESTS = []
failed = []


class Wrong(Exception):
    """called, expected, got."""


def test(function):
    TESTS.append(function)
    return function


def call(program, *arguments):
    """The exit status, stdout and stderr."""
    done = subprocess.run([program, *map(str, arguments)], cwd=FOLDER, capture_output=True,
                          timeout=300, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def same(called, expected, got):
    if expected != got:
        raise Wrong(called, expected, got)


def words(program, arguments):
    return pathlib.Path(program).name + " " + " ".join(map(str, arguments))


def ends(status, out, err, *arguments):
    """It ends with this status and prints exactly this."""
    same(words(RUN, arguments), (status, out, err), call(RUN, *arguments))


def succeeds(*arguments, program=RUN):
    """What it prints."""
    status, out, err = call(program, *arguments)
    same(words(program, arguments), (0, ""), (status, err))
    return out


def fails(text, *arguments):
    """It ends with 2 and begins stderr with this line."""
    status, out, err = call(RUN, *arguments)
    same(words(RUN, arguments), (2, "", f"ct_run: {text}"), (status, out, err.split("\n")[0]))


def archive(name):
    return FIXTURES / (name + ".pt2")


def reference(name, path):
    return f"{FIXTURES / name}.ref.pt:/cases/0/{path}"


def program_of(name):
    """The JSON of an archive's model."""
    with zipfile.ZipFile(archive(name)) as file:
        entry = next(n for n in file.namelist() if n.endswith("/models/model.json"))
        return json.loads(file.read(entry))


def scratch(name, data):
    """Two threads may write the same file; neither then reads a half of it."""
    with tempfile.NamedTemporaryFile(dir=FOLDER, delete=False) as file:
        file.write(data)
    os.replace(file.name, pathlib.Path(FOLDER) / name)
    return name


# --- Outputs --------------------------------------------------------------------------------------

# Their inputs are not nested, and they call no operators of others.
AS_PYTHON = ["asserts.training", "associative_scan.training", "autocast_no_grad.training",
             "cnn_train.training", "cond_shape.training", "constants.training",
             "counter.decomposed", "counter.training", "gpt_tiny.training", "map_over.training",
             "mlp.core", "mlp.training", "random_numbers.training", "scan.core",
             "shared_weights.training", "symbolic_operators.training",
             "unbacked_item.training", "weights_of_all_dtypes.training", "while_count.training"]


@test
def outputs_have_the_bits_of_pythons():
    for name in AS_PYTHON:
        out = succeeds("--threads", 1, "--seed", 5, "-i", reference(name, "inputs"), "--compare",
                       reference(name, "outputs"), *CLOSE, archive(name))
        same(f"ct_run --compare, {name}", False, "DIFFERENT\n" in out.split("\n", 1)[1])


@test
def each_output_can_be_compared_with_a_file():
    name = "mlp.training"
    succeeds("-i", reference(name, "inputs/0"), "--compare", reference(name, "outputs/0"),
             archive(name))
    succeeds("-i", "input=" + reference(name, "inputs/0"), "--compare",
             reference(name, "outputs/0"), archive(name))


@test
def another_output_is_a_difference():
    name = "mlp.training"
    status, out, err = call(RUN, "-i", "zeros", "--compare", reference(name, "outputs"),
                            archive(name))
    same("ct_run -i zeros --compare", (1, "", "DIFFERENT"), (status, err, out.split()[-1]))
    status, out, _ = call(RUN, "-i", "zeros", "--compare", reference(name, "outputs"),
                          "--tolerance", "100", archive(name))
    same("ct_run -i zeros --compare --tolerance 100", (0, "within the tolerance"),
         (status, out.rstrip()[-20:]))
    status, out, _ = call(RUN, "-i", "zeros", "--compare", reference(name, "outputs"),
                          "--tolerance", "0,1e-9", archive(name))
    same("ct_run -i zeros --compare --tolerance 0,1e-9", 1, status)
    status, out, _ = call(RUN, "-i", "1x16:float32:zeros", "--compare",
                          reference(name, "outputs"), archive(name))
    same("ct_run -i 1x16 --compare", (1, "DIFFERENT: shape [1, 10], expected [4, 10]"),
         (status, out.splitlines()[-1].split(maxsplit=1)[1]))


def npy(path):
    """The header and the numbers of a file of float32 in C's order."""
    data = (pathlib.Path(FOLDER) / path).read_bytes()
    size = struct.unpack_from("<H", data, 8)[0]
    return data[10:10 + size].decode(), struct.unpack(f"<{(len(data) - 10 - size) // 4}f",
                                                      data[10 + size:])


@test
def outputs_are_saved_in_four_formats():
    name = "mlp.training"
    inputs = ["-i", reference(name, "inputs")]
    for ending, item in ("pt", ""), ("npy", ""), ("npz", ""), ("npz", ":output"), (
            "safetensors", ":output"):
        same("ct_run -o saved." + ending, "",
             succeeds(*inputs, "-o", "saved." + ending, archive(name)))
        succeeds(*inputs, "--compare", f"saved.{ending}{item}", archive(name))
    header, numbers = npy("saved.npy")
    values = json.loads(succeeds(*inputs, "--json", archive(name)))["outputs"][0]["values"]
    same("ct_run -o saved.npy", (True, values), ("(4, 10)" in header, list(numbers)))


@test
def nested_outputs_have_names():
    name = "structures.training"
    outputs = json.loads(succeeds("--json", archive(name)))["outputs"]
    same("ct_run --json", ["0.r", "0.list.0", "0.list.1.0", "0.list.1.1", "0.pair.a", "0.pair.b",
                           "0.pair.count", "1.0", "1.1"], [output["name"] for output in outputs])
    same("ct_run --json", ({"name": "0.list.1.1", "type": "NoneType", "value": None}, 3),
         (outputs[3], outputs[6]["value"]))
    same("ct_run -o nested.pt", "", succeeds("-o", "nested.pt", archive(name)))
    succeeds("--compare", "nested.pt", archive(name))
    fails("ValueError: nested.npy: there are 9 outputs, and an .npy file has one; repeat --output "
          "for each, or choose .npz", "-o", "nested.npy", archive(name))
    fails("ValueError: the output '0.list.1.1' is not a tensor but of type NoneType; only .pt can "
          "have it", "-o", "nested.npz", archive(name))


@test
def classes_are_the_largest_outputs():
    name = "mlp.training"
    scratch("labels.txt", b"".join(b"label %d\n" % i for i in range(9)))
    inputs = ["-i", reference(name, "inputs")]
    values = json.loads(succeeds(*inputs, "--json", archive(name)))["outputs"][0]["values"]
    expected = [sorted(range(10), key=lambda c: -values[10 * row + c])[:3] for row in range(4)]
    top = json.loads(succeeds(*inputs, "--json", "--labels", "labels.txt", "--top", 3,
                              archive(name)))["top"]
    same("ct_run --top 3", expected, [[entry["class"] for entry in row] for row in top])
    same("ct_run --labels", True,
         all(entry["label"] == (f"label {entry['class']}" if entry["class"] < 9 else None)
             for row in top for entry in row))
    lines = succeeds(*inputs, "--labels", "labels.txt", archive(name)).splitlines()
    same("ct_run --labels, lines", 4 * 5 + 3, len(lines))


# --- Times ----------------------------------------------------------------------------------------

@test
def times_and_profiles_count_runs_and_nodes():
    name = "gpt_tiny.training"
    report = json.loads(succeeds("--json", "--time", "--profile", "--repeat", 7, "--warmup", 1,
                                 "--threads", 1, archive(name)))
    wall = report["milliseconds"]["wall"]
    same("ct_run --time", (7, True), (report["milliseconds"]["runs"],
                                      0 < wall["min"] <= wall["p50"] <= wall["p95"] <= wall["p99"]))
    nodes = collections.Counter(node["target"].removeprefix("torch.ops.") for node in
                                program_of(name)["graph_module"]["graph"]["nodes"])
    same("ct_run --profile", nodes, {line["operator"]: line["count"]
                                     for line in report["profile"][:-1]})
    same("ct_run --profile", True, abs(sum(line["share"] for line in report["profile"]) - 1) < 1e-6)
    out = succeeds("--time", "--profile", "--repeat", 1, archive(name))
    same("ct_run --time --profile", ("1 run", True),
         (out.splitlines()[0], "(between operators)" in out))


@test
def inner_graphs_are_profiled_by_their_nodes():
    profile = json.loads(succeeds("--json", "--profile", "--sample",
                                  archive("while_count.training")))["profile"]
    same("ct_run --profile, a loop", True,
         any(line["operator"] == "higher_order.while_loop" and line["count"] == 1
             for line in profile) and len(profile) > 2)


# --- Inputs ---------------------------------------------------------------------------------------

@test
def inputs_are_random_by_the_seed():
    name = "mlp.training"
    first = succeeds(archive(name))
    same("ct_run", first, succeeds("--seed", 0, archive(name)))
    same("ct_run --seed 1", False, first == succeeds("--seed", 1, archive(name)))
    same("ct_run -i randn", first, succeeds("-i", "randn", archive(name)))
    same("ct_run -i 4x16", first, succeeds("-i", "4x16", archive(name)))
    same("ct_run -i 4x16:float32:randn", first,
         succeeds("-i", "4x16:float32:randn", archive(name)))


@test
def numbers_are_inputs():
    name = "mlp.training"
    row = "[" + ",".join(["1"] * 16) + "]"
    same("ct_run -i [[1, ...]]", succeeds("-i", "4x16:ones", archive(name)),
         succeeds("-i", f"[{row},{row},{row},{row}]", archive(name)))
    same("ct_run --class Identity", "tensor([1, 2, 3])\n", identity("-i", "1,2,3"))
    same("ct_run --class Identity", "tensor([[0.5000, 2.0000]])\n", identity("-i", "[[0.5,2]]"))
    same("ct_run --class Identity", "tensor([1, 2], dtype=torch.uint8)\n",
         identity("-i", "uint8:[1,2]"))
    same("ct_run --class Identity", "tensor([[0, 0, 0]], dtype=torch.int32)\n",
         identity("-i", "1x3:int32:randint:1"))
    same("ct_run --class Identity", "tensor(0.)\n", identity("-i", "scalar:float32:zeros"))


def identity(*arguments):
    """With a class that returns its input, and no weights."""
    header = b"{}      "
    scratch("none.safetensors", struct.pack("<Q", len(header)) + header)
    return succeeds(*arguments, "--class", "Identity()", "none.safetensors")


def png(rows):
    """An image of RGB."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    data = b"".join(b"\0" + bytes(v for pixel in row for v in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


@test
def images_are_batches_of_one():
    if not HAS_IMAGES:
        return
    scratch("image.png", png([[(255, 0, 51), (0, 255, 102)]]))
    same("ct_run -i image.png", "tensor([[[[1.0000, 0.0000]],\n\n         [[0.0000, 1.0000]],\n\n"
         "         [[0.2000, 0.4000]]]])\n", identity("-i", "image.png"))
    scratch("large.png", png([[(120, 60, 30)] * 320] * 240))
    report = json.loads(identity("-i", "large.png", "--transform", "imagenet", "--json"))
    same("ct_run --transform imagenet", [1, 3, 224, 224], report["outputs"][0]["shape"])


# --- Programs and kinds ---------------------------------------------------------------------------

@test
def a_program_is_printed_and_drawn():
    out = succeeds("--print", archive("mlp.training"))
    same("ct_run --print", True, "call_function  linear_1" in out and "ranges:" in out)
    same("ct_run --dot", True, succeeds("--dot", archive("mlp.training")).startswith("digraph "))


@test
def methods_of_torchscript_are_called():
    net, plain = SCRIPTS / "net.pt", SCRIPTS / "plain.pt"
    for script, call in ((plain, 0), (net, 0), (net, 1)):
        ref = script.with_suffix(".ref.pt")
        named = ["-i", "scale=0.25"] if call else []
        succeeds("--threads", 1, "-i", f"{ref}:/{call}/args/0", *named, "--compare",
                 f"{ref}:/{call}/result", *CLOSE, script)
    ref = net.with_suffix(".ref.pt")
    succeeds("--method", "twice", "-i", f"{ref}:/3/args/0", "-i", 3, "--compare",
             f"{ref}:/3/result", net)
    same("ct_run --print", "def twice(self,", succeeds("--print", "--method", "twice", net)
         .split("\n", 1)[0])
    fails("AttributeError: 'Net' object has no method 'f'", "--method", "f", "-i", 1, net)
    fails(f"ValueError: {net}: --dot is not for the kind TorchScript", "--dot", net)
    fails(f"ValueError: {net}: --profile is not for the kind TorchScript", "--profile", net)
    fails(f"NotImplementedError: {SCRIPTS}/boxes.pt: its code calls operators that this process "
          "does not have: torchvision::nms, torchvision::roi_align; load the library that "
          "registers them with ct_load_library()", "-i", 1, SCRIPTS / "boxes.pt")


@test
def packages_run_if_their_code_is_allowed():
    with zipfile.ZipFile(pathlib.Path(FOLDER) / "package.pt2", "w") as file:
        file.writestr("package/archive_format", "pt2")
        file.writestr("package/archive_version", "0")
        file.writestr("package/data/aotinductor/model/a.wrapper_metadata.json",
                      '{"AOTI_DEVICE_KEY": "cpu"}')
        if PACKAGE:
            file.write(PACKAGE, "package/data/aotinductor/model/a.wrapper.so")
    fails("ValueError: package.pt2: a package of AOTInductor, which executes code from the file; "
          "if you trust it as a program, add --allow-code", "package.pt2")
    fails("ValueError: package.pt2: a package of AOTInductor has no method 'f', only forward",
          "--method", "f", "--allow-code", "package.pt2")
    fails("ValueError: package.pt2: a file of the kind AOTInductor: it is compiled code; leave "
          "--class out", "--class", "resnet18", "package.pt2")
    same("ct_inspect package.pt2", True,
         "model.AOTI_DEVICE_KEY  str   'cpu'" in succeeds("package.pt2", program=INSPECT))
    if not PACKAGE:
        print("left out: the code of a package, which is for another libtorch")
        return
    same("ct_run --allow-code",
         "(tensor([[2.5000, 1.5000, 4.0000]]), tensor([2, 4, 6]))\n",
         succeeds("--allow-code", "-i", "1x4:ones", "-i", "int64:[1,2,3]", "package.pt2"))
    fails("ValueError: package.pt2: --print is not for the kind AOTInductor", "--allow-code",
          "--print", "package.pt2")
    fails("TypeError: a package of AOTInductor takes inputs in order, not by name", "--allow-code",
          "-i", "x=1x4:ones", "package.pt2")


@test
def what_cannot_run_is_refused():
    mlp = archive("mlp.training")
    ref = f"{FIXTURES}/mlp.training.ref.pt"
    fails(f"ValueError: {ref}: a file of the kind torch.save: it has weights, but not what to "
          "compute with them; give the model's class, such as --class resnet18, or export the "
          "model in Python with torch.export.save()", ref)
    fails("RuntimeError: absent.pt2: No such file or directory", "absent.pt2")
    fails(f"ValueError: {mlp}: a file of the kind torch.export: it is a whole program; leave "
          "--class out", "--class", "resnet18", mlp)
    fails(f"ValueError: {mlp}: a program of torch.export has no method 'f', only forward",
          "--method", "f", mlp)
    fails(f"ValueError: {mlp}: it has no model 'other'; its models are 'model'", "--model",
          "other", mlp)


@test
def wrong_inputs_are_refused():
    mlp = archive("mlp.training")
    fails("AssertionError: Guard failed: input.size()[1] == 16", "-i", "2x15", mlp)
    fails("ValueError: --input: there is no file 'absent.npy'", "-i", "absent.npy", mlp)
    fails("ValueError: --input: 'one' is neither a file, nor numbers such as 1,2 or "
          "int64:[[1,2],[3,4]], nor a shape such as 2x3:float32:randn, nor randn, rand, zeros, "
          "ones or randint:HIGH", "-i", "one", mlp)
    fails(f"TypeError: --input: the model has no parameter 'y'; see ct_inspect {mlp}", "-i",
          "y=ones", mlp)
    fails("TypeError: --input: the model takes 1 input in order, but gets more", "-i", "ones", "-i",
          "ones", mlp)
    fails("ValueError: --transform: 'square' is not one of float, gray, normalize, imagenet, "
          "imagenet-232 and imagenet-384", "--transform", "square", mlp)


@test
def wrong_command_lines_are_refused():
    hint = "Try 'ct_run --help'.\n"
    for text, arguments in (
            ("no model given", []),
            ("only one model at a time; inputs need --input", ["a", "b"]),
            ("unknown option '--bogus'", ["--bogus", "a"]),
            ("option '--input' needs an argument", ["--input"]),
            ("option '--json' takes no argument", ["--json=1", "a"]),
            ("--top: '0' is not a number from 1 on", ["--top", "0", "a"]),
            ("--tolerance: '1,x' is not ABS or ABS,REL", ["--tolerance", "1,x", "a"]),
            ("--tolerance needs --compare FILE", ["--tolerance", "1", "a"]),
            ("--repeat and --warmup need --time or --profile", ["--repeat", "3", "a"]),
            ("only one of --sample and --input at a time", ["--sample", "-i", "1", "a"])):
        ends(2, "", f"ct_run: {text}\n{hint}", *arguments)
    same("ct_run --help", True, succeeds("--help").startswith("Usage: ct_run [OPTION]... MODEL\n"))
    same("ct_run --version", True, succeeds("--version").startswith("ct_run "))


# --- ct_inspect -----------------------------------------------------------------------------------

def described(name):
    """What ct_inspect --json says of an archive."""
    return json.loads(succeeds("--json", archive(name), program=INSPECT))[0]


def operators(graph, counts):
    """Counts the targets of a graph, of those in it, and operators in arguments."""
    for node in graph["nodes"]:
        counts[node["target"]] += 1
        for item in node["inputs"]:
            if "as_graph" in item["arg"]:
                operators(item["arg"]["as_graph"]["graph"], counts)
            if "as_operator" in item["arg"]:
                counts[item["arg"]["as_operator"]] += 1
    return counts


def schema_name(target):
    parts = target.split(".")
    is_operator = target.startswith("torch.ops.") and not target.startswith(
        "torch.ops.higher_order.")
    return f"{parts[2]}::{'.'.join(parts[3:])}" if is_operator else target


@test
def inspected_programs_are_what_their_archives_say():
    for path in sorted(FIXTURES.glob("*.pt2")):
        name = path.stem
        expected, about = program_of(name), described(name)
        program = about["programs"][0]
        same(f"ct_inspect --json {name}", "torch.export", about["format"])
        same(f"ct_inspect --json {name}, nodes", len(expected["graph_module"]["graph"]["nodes"]),
             program["nodes"])
        same(f"ct_inspect --json {name}, operators",
             {schema_name(target): count for target, count in
              operators(expected["graph_module"]["graph"], collections.Counter()).items()},
             {entry["name"]: entry["count"] for entry in program["operators"]})
        version = expected["schema_version"]
        same(f"ct_inspect --json {name}, versions",
             (f"{version['major']}.{version['minor']}", expected["torch_version"]),
             (program["schema"], program["torch_version"]))
        same(f"ct_inspect --json {name}, guards", expected.get("guards_code", []),
             program["guards"])


@test
def programs_that_cannot_run_are_inspected():
    here = {entry["name"]: (entry["exists"], entry["runs_on_cpu"]) for entry in
            described("custom_operators.core")["programs"][0]["operators"]}
    same("ct_inspect, custom operators", ((False, False), (True, True)),
         (here["zoo::inc_.default"], here["aten::mul.Tensor"]))
    out = succeeds(archive("custom_operators.core"), program=INSPECT)
    same("ct_inspect, custom operators", True, "zoo::inc_.default" in out
         and "not in this process" in out)


@test
def weights_of_programs_are_entries():
    about = described("mlp.training")
    same("ct_inspect --json", [("0.weight", [32, 16]), ("0.bias", [32]), ("2.weight", [10, 32]),
                               ("2.bias", [10])],
         [(tensor["name"], tensor["shape"]) for tensor in about["tensors"]])
    succeeds("-q", "--convert", "weights.safetensors", archive("mlp.training"), program=INSPECT)
    succeeds("--diff", "weights.safetensors", archive("mlp.training"), program=INSPECT)
    same("ct_inspect --verify", True,
         succeeds("--verify", archive("mlp.training"),
                  program=INSPECT).endswith("checksums are correct\n"))


@test
def several_models_are_described():
    entries = {}
    with zipfile.ZipFile(archive("mlp.training")) as file:
        for entry in file.namelist():
            inside = entry.split("/", 1)[1]
            data = file.read(entry)
            entries["two/" + inside] = data
            for old, new in (("models/model.json", "models/a/b.json"),
                             ("data/weights/model_weights_config.json",
                              "data/weights/a/b_weights_config.json"),
                             ("data/constants/model_constants_config.json",
                              "data/constants/a/b_constants_config.json")):
                if inside == old:
                    entries["two/" + new] = data
    with zipfile.ZipFile(pathlib.Path(FOLDER) / "two.pt2", "w") as file:
        for entry, data in entries.items():
            file.writestr(entry, data)
    about = json.loads(succeeds("--json", "two.pt2", program=INSPECT))[0]
    same("ct_inspect --json two.pt2", {"model", "a/b"},
         {program["model"] for program in about["programs"]})
    same("ct_inspect --json two.pt2", 8, len(about["tensors"]))
    same("ct_run --model a/b", succeeds(archive("mlp.training")),
         succeeds("--model", "a/b", "two.pt2"))


# --- The whole ------------------------------------------------------------------------------------

def attempt(function):
    try:
        function()
    except Wrong as wrong:
        called, expected, got = wrong.args
        failed.append(f"{function.__name__}\ncalled:   {called}\nexpected: {expected!r}\n"
                      f"got:      {got!r}\nrerun:    {RERUN}\n")
    except Exception as error:  # pylint: disable=broad-except
        failed.append(f"{function.__name__}\ncalled:   {function.__name__}()\nexpected: no error\n"
                      f"got:      {type(error).__name__}: {error}\nrerun:    {RERUN}\n")


with tempfile.TemporaryDirectory() as folder:
    FOLDER = pathlib.Path(folder)
    # Starting libtorch takes most of the time.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(attempt, TESTS))
print("\n".join(failed))
print(f"{len(TESTS) - len(failed)} of {len(TESTS)} tests passed")
sys.exit(bool(failed))
