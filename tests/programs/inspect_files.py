#!/usr/bin/env python3
"""inspect_files.py CT_INSPECT EXPECTED: what ct_inspect prints, what it writes, and how it ends.

EXPECTED has files that PyTorch and NumPy wrote, and facts about them (tests/fixtures/expected/
inspect_files.py). What ct_inspect writes is read here by the definition of its format.
"""

import concurrent.futures
import fcntl
import json
import math
import os
import pathlib
import pickle
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import zipfile

PROGRAM = sys.argv[1]
MODULES = pathlib.Path(sys.argv[2]).resolve().parent.parent / "modules"
CASES = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
FACTS = {case["file"]: case for case in CASES[1:]}
RERUN = os.environ.get("RERUN", " ".join(sys.argv))
TESTS = []
failed = []


class Wrong(Exception):
    """called, expected, got."""


def test(function):
    TESTS.append(function)
    return function


def run(*arguments, environment=None):
    """The exit status, stdout and stderr."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=FOLDER, capture_output=True,
                          timeout=300, check=False, env=os.environ | (environment or {}))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def same(called, expected, got):
    if expected != got:
        raise Wrong(called, expected, got)


def ends(status, out, err, *arguments):
    """It ends with this status and prints exactly this."""
    same("ct_inspect " + " ".join(map(str, arguments)), (status, out, err), run(*arguments))


def fails(text, *arguments):
    """It ends with 2 and prints exactly these lines on stderr."""
    ends(2, "", "".join(f"ct_inspect: {line}\n" for line in text.splitlines()), *arguments)


def facts(name, *arguments):
    """What --json prints of one file."""
    status, out, err = run("--json", *arguments, name)
    same(f"ct_inspect --json {name}", (0, ""), (status, err))
    return json.loads(out)[0]


def scratch(name, data=None):
    path = pathlib.Path(FOLDER) / name
    if data is not None:
        path.write_bytes(data)
    return path


def safetensors(tensors, metadata=None):
    """A file by the definition of the format: name, type, shape, bytes."""
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, kind, shape, content in tensors:
        header[name] = {"dtype": kind, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def read_safetensors(path):
    data = path.read_bytes()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:begin])
    metadata = header.pop("__metadata__", None)
    tensors = {}
    for name, about in header.items():
        first, last = about["data_offsets"]
        tensors[name] = (about["dtype"], about["shape"], data[begin + first:begin + last].hex())
    return tensors, metadata


def read_npz(path):
    """Name: shape and bytes, of arrays in C's order."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            data = archive.read(name)
            begin = 10 + struct.unpack("<H", data[8:10])[0]
            about = eval(data[10:begin])  # pylint: disable=eval-used
            assert not about["fortran_order"] or len(about["shape"]) < 2, about
            arrays[name.removesuffix(".npy")] = (list(about["shape"]), data[begin:].hex())
    return arrays


# --- Listing --------------------------------------------------------------------------------------

CHECKPOINT = """\
checkpoint.pt: PyTorch, zip archive, 2.2 KiB

NAME            TYPE      SHAPE   SIZE
model.weight    float32   [24]    96 B  #1
model.part      float32   [6]     24 B  #1 shares storage with model.weight
model.turned    float32   [6, 4]  96 B  stride [1, 6], #1 shares storage with model.weight
scale           float16   []       2 B
epoch           int       3
lr              float     0.1
betas           tuple     (0.9, 0.999)
note            str       "it's"
nothing         NoneType  None
empty           dict      {}
history.0.loss  float     1.5
history.1.loss  float     nan

4 tensors, 55 elements, 98 B in 2 storages; 8 other values
"""

MODEL = """\
model.pt: PyTorch, zip archive, 3.1 KiB

NAME                   TYPE     SHAPE   SIZE
0.weight               float32  [3, 2]  24 B
0.bias                 float32  [3]     12 B
1.weight               float32  [3]     12 B
1.bias                 float32  [3]     12 B
1.running_mean         float32  [3]     12 B
1.running_var          float32  [3]     12 B
1.num_batches_tracked  int64    []       8 B

7 tensors, 22 elements, 92 B in 7 storages; 1 state dict with _metadata
"""

STRANGE = """\
strange.pt: PyTorch, zip archive, 2.6 KiB

NAME           TYPE     SHAPE  SIZE
line\\nbreak    float32  [1]     4 B
\\x1b[31mred    float32  [2]     8 B
\\u202egnp.exe  float32  [3]    12 B
ünï\\u2028      int      1
bell\\x07       str      '\\x1b]0;title\\x07'
(value)        float32  [4]    16 B
a.b            float32  [5]    20 B
日本           int      2

5 tensors, 15 elements, 60 B in 5 storages; 3 other values
"""

OTHERS = """\
script.pt: TorchScript, 10.7 KiB

NAME      TYPE     SHAPE   SIZE
0.weight  float32  [3, 2]  24 B  requires_grad

1 tensor, 6 elements, 24 B in 1 storage
"""

ARRAYS = """\
small.npz: NumPy archive, 522 B

NAME  TYPE     SHAPE   SIZE
w     float32  [2, 3]  24 B
n     int64    []       8 B

2 tensors, 7 elements, 32 B in 2 storages

swapped.npy: NumPy array, 152 B

NAME     TYPE     SHAPE   SIZE
(value)  float32  [2, 3]  24 B

1 tensor, 6 elements, 24 B in 1 storage
"""

SMALL = """\
small.safetensors: safetensors, 194 B
metadata 'author': 'A\\nB'
metadata 'format': 'pt'

NAME  TYPE      SHAPE  SIZE
w     float32   [2]     8 B
h     bfloat16  [1]     2 B

2 tensors, 3 elements, 10 B in 2 storages
"""


@test
def tables_show_names_types_shapes_sizes_and_sharing():
    length = (FOLDER / "legacy.pth").stat().st_size  # its keys are addresses
    legacy = CHECKPOINT.replace("checkpoint.pt: PyTorch, zip archive, 2.2 KiB",
                                f"legacy.pth: PyTorch, form before 1.6, {length} B")
    ends(0, f"{CHECKPOINT}\n{MODEL}\n{legacy}", "", "checkpoint.pt", "model.pt", "legacy.pth")
    ends(0, OTHERS, "", "-k", "0.weight", "script.pt")


@test
def tables_of_arrays_and_safetensors():
    ends(0, f"{ARRAYS}\n{SMALL}", "", "small.npz", "swapped.npy", "small.safetensors")


@test
def models_in_several_files_are_one_list():
    (FOLDER / "parts").mkdir()
    names = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
    for name, tensor in zip(names, ["a", "b"]):
        scratch("parts/" + name, safetensors([(tensor, "I16", [2, 2], bytes(8))]))
    scratch("parts/model.safetensors.index.json", json.dumps(
        {"metadata": {"total_size": 16}, "weight_map": dict(zip("ab", names))}).encode())
    nbytes = sum(path.stat().st_size for path in (FOLDER / "parts").iterdir())
    table = f""": safetensors in several files, {nbytes} B
metadata 'total_size': 16

NAME  TYPE   SHAPE   SIZE
a     int16  [2, 2]   8 B
b     int16  [2, 2]   8 B

2 tensors, 8 elements, 16 B in 2 storages
"""
    index = "parts/model.safetensors.index.json"
    ends(0, f"parts{table}\n{index}{table}", "", "parts", index)
    same("ct_inspect --json parts: file_bytes", nbytes, facts("parts")["file_bytes"])
    # A part is not replaced while it is read.
    out = "parts/" + names[0]
    before = (FOLDER / out).read_bytes()
    fails(f"{out} is part of the input parts; choose another name", "--convert", out,
          "--force", "parts")
    same(out, before, (FOLDER / out).read_bytes())


@test
def nothing_in_a_file_controls_the_terminal():
    ends(0, STRANGE, "", "strange.pt")
    hostile = scratch("\x1b[2J.pt", b"nothing")
    fails("ValueError: \\x1b[2J.pt: unknown file format: expected a file of torch.save(), "
          "safetensors, .npz or .npy (it begins with 'nothing')", hostile.name)


@test
def json_says_what_python_says():
    for name in ["model.pt", "checkpoint.pt"]:
        got = facts(name)
        same(f"ct_inspect --json {name}: tensors", FACTS[name]["tensors"], got["tensors"])
        same(f"ct_inspect --json {name}: file_bytes", (FOLDER / name).stat().st_size,
             got["file_bytes"])
    values = {one["name"]: (one["type"], one["value"]) for one in got["values"]}
    same("ct_inspect --json checkpoint.pt: values",
         {"epoch": ("int", 3), "lr": ("float", 0.1), "betas": ("tuple", [0.9, 0.999]),
          "note": ("str", "it's"), "nothing": ("NoneType", None), "empty": ("dict", "{}"),
          "history.0.loss": ("float", 1.5), "history.1.loss": ("float", "nan")}, values)
    same("ct_inspect --json checkpoint.pt: storages",
         [{"bytes": 96, "tensors": 3}, {"bytes": 2, "tensors": 1}], got["storages"])
    names = [one["name"] for one in facts("strange.pt")["tensors"]]
    same("ct_inspect --json strange.pt: names",
         ["line\nbreak", "\x1b[31mred", "\u202egnp.exe", "", "a.b"], names)


@test
def statistics_are_pythons():
    expected = FACTS["numbers.pt"]["statistics"]
    for one in facts("numbers.pt", "--statistics")["tensors"]:
        wanted, got = expected[one["name"]], one["statistics"]
        for key, value in wanted.items():
            near = (value == got[key] or
                    (isinstance(value, float) and isinstance(got[key], float) and
                     math.isclose(value, got[key], rel_tol=1e-12, abs_tol=1e-15)))
            if not near:
                raise Wrong(f"ct_inspect --statistics numbers.pt: {key} of {one['name']}", value,
                            got[key])
        same("names of statistics", set(wanted), set(got))


@test
def statistics_have_a_table():
    ends(0, "NAME  TYPE     SHAPE   MIN  MAX     MEAN    STD  NAN  INF  ZEROS\n"
            "half  float16  [6]      -2    1  -0.3333  1.528    1    2  16.7%\n"
            "none  float32  [0, 3]    -    -        -      -    0    0      -\n", "",
         "--statistics", "-k", "half", "--keys", "none", "numbers.pt")


@test
def repeated_elements_are_read_once():
    """2**40 elements on a storage of two."""
    got = facts("expanded.pt", "--statistics", "-k", "large")["tensors"][0]["statistics"]
    same("ct_inspect --json --statistics expanded.pt",
         {"min": 1, "max": 3, "mean": 2, "std": math.sqrt(2**40 / (2**40 - 1)), "count": 2**40,
          "nan": 0, "inf": 0, "zeros": 0}, got)
    ends(0, "2 the same, 0 different, 0 only in the first file, 0 only in the second\n", "",
         "--diff", "expanded.pt", "expanded.pt")


OVERLAPPING = """\
NAME     TYPE     SHAPE                             MIN  MAX  MEAN  STD  NAN  INF  ZEROS
windows  float32  [32, 32, 32, 32, 32, 32, 32, 32]    -    -     -    -    -    -      -
small    float32  [1]                                 1    1     1    -    0    0   0.0%
"""


@test
def elements_that_overlap_without_end_are_not_read():
    ends(0, OVERLAPPING,
         "ct_inspect: windows: no statistics: its 1099511627776 elements overlap in a small "
         "storage\n", "--statistics", "overlapping.pt")
    fails("RuntimeError: a tensor has 1099511627776 overlapping elements in a small storage, "
          "which are not read; select other tensors with -k", "--diff", "overlapping.pt",
          "overlapping.pt")


@test
def elements_that_are_not_aligned_are_read():
    same("ct_inspect --json --statistics odd.pth", (1, 2**16 - 2),
         (lambda got: (got["min"], got["max"]))(
             facts("odd.pth", "--statistics", "-k", "odd")["tensors"][0]["statistics"]))


@test
def names_are_reversible():
    status, out, _ = run("-k", "back\\slash", "keys.pt")
    same("ct_inspect -k back\\slash keys.pt", (0, "back\\\\slash  int   1"),
         (status, out.splitlines()[3]))


@test
def a_terminal_gets_short_names():
    name = "layer." * 30 + "weight"
    scratch("long.safetensors", safetensors([(name, "U8", [1], b"\1")]))
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    subprocess.run([PROGRAM, "long.safetensors"], cwd=FOLDER, stdout=writer, check=True)
    os.close(writer)
    text = b""
    try:
        while part := os.read(reader, 4096):
            text += part
    except OSError:  # the other end is closed
        pass
    line = text.decode().split("\r\n")[3]
    same("ct_inspect long.safetensors, on a terminal of 60 columns",
         "layer.layer.lay…r.layer.weight  uint8  [1]     1 B", line)
    same("ct_inspect long.safetensors, in a pipe", True, name in run("long.safetensors")[1])


# --- Whole modules --------------------------------------------------------------------------------

@test
def whole_modules_are_listed_as_state_dicts():
    for name in ["whole.pt", "whole.legacy.pt", "graph.pt", "parallel.pt"]:
        text = (MODULES / (name.split(".")[0] + ".txt")).read_text(encoding="utf-8")
        names = [line.split("'")[1] for line in text.splitlines() if line.startswith("  str")]
        got = [tensor["name"] for tensor in facts(MODULES / name)["tensors"]]
        same(f"ct_inspect --json {name}: names", names, got)


@test
def shards_of_torch_save_are_listed_together():
    text = (MODULES / "state.txt").read_text(encoding="utf-8")
    names = [line.split("'")[1] for line in text.splitlines() if line.startswith("  str")]
    for name in ["shards", "shards/pytorch_model.bin.index.json"]:
        got = facts(MODULES / name)
        same(f"ct_inspect --json {name}: names", sorted(names),
             sorted(tensor["name"] for tensor in got["tensors"]))
        same(f"ct_inspect --json {name}: file_bytes", got["file_bytes"],
             sum(path.stat().st_size for path in (MODULES / "shards").iterdir()))


# --- What is refused ------------------------------------------------------------------------------

@test
def unknown_objects_are_refused_or_skipped():
    fails("ValueError: unknown.pt: it contains an object of datetime.date, which is not data; code "
          "in a file is never run (for a whole module, save net.state_dict() in Python, or use "
          ".state_dicts; skip_unknown loads other objects as None)\n"
          "to leave out what is not data, add --skip-unknown", "unknown.pt")
    ends(0, "unknown.pt: PyTorch, zip archive, 1.6 KiB\n\n"
            "NAME  TYPE      SHAPE  SIZE\n"
            "w     float32   [2]     8 B\n"
            "when  NoneType  None\n\n"
            "1 tensor, 2 elements, 8 B in 1 storage; 1 other value\n",
         "ct_inspect: unknown.pt: skipped: datetime.date\n", "--skip-unknown", "unknown.pt")


@test
def what_cannot_be_read_does_not_hide_the_others():
    scratch("empty", b"")
    ends(2, OTHERS.replace("script.pt: TorchScript, 10.7 KiB", "model.pt: PyTorch, zip archive, "
                           "3.1 KiB").replace("  requires_grad", "").replace(
                                   "storage\n", "storage; 1 state dict with _metadata\n"),
         "ct_inspect: ValueError: empty: the file is empty\n"
         "ct_inspect: RuntimeError: nowhere.pt: No such file or directory\n"
         "ct_inspect: ValueError: /dev/null: not a regular file\n"
         "ct_inspect: one.pt: nothing is named '0.weight'\n",
         "-k", "0.weight", "empty", "nowhere.pt", "/dev/null", "one.pt", "model.pt")


@test
def wrong_command_lines_are_refused():
    for text, arguments in [
            ("no file given", []),
            ("unknown option '--jason'", ["--jason", "one.pt"]),
            ("option '--convert' needs an argument", ["--convert"]),
            ("option '-k' needs an argument", ["-qk"]),
            ("option '--force' takes no argument", ["--force=1", "one.pt"]),
            ("unknown option '-Z'", ["-Z", "one.pt"]),
            ("ambiguous option '--co'", ["--co", "one.pt"]),
            ("--diff needs two files", ["--diff", "one.pt"]),
            ("only one of --statistics, --diff, --convert and --verify at a time",
             ["--diff", "--verify", "one.pt", "one.pt"]),
            ("--json is for listing and --statistics", ["--json", "--verify", "one.pt"]),
            ("--to, --force, --drop, --copy-shared and --compress need --convert OUT",
             ["--force", "one.pt"])]:
        same("ct_inspect " + " ".join(arguments),
             (2, "", f"ct_inspect: {text}\nTry 'ct_inspect --help'.\n"), run(*arguments))


@test
def help_and_version():
    status, out, err = run("--help")
    same("ct_inspect --help", (0, "Usage: ct_inspect [OPTION]... FILE...", "", True),
         (status, out.splitlines()[0], err, all(len(line) <= 90 for line in out.splitlines())))
    status, out, _ = run("--version")
    same("ct_inspect --version", (0, True), (status, out.startswith("ct_inspect ")))
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
    same("ct_inspect --help >/dev/full", (2, b"ct_inspect: cannot write"),
         (done.returncode, done.stderr[:24]))


# --- Differences ----------------------------------------------------------------------------------

@test
def the_same_in_another_format_is_the_same():
    ends(0, "12 the same, 0 different, 0 only in the first file, 0 only in the second\n", "",
         "--diff", "checkpoint.pt", "legacy.pth")
    ends(0, "", "", "--diff", "-q", "small.npz", "packed.npz")
    ends(0, "14 the same, 0 different, 0 only in the first file, 0 only in the second\n", "",
         "--diff", "numbers.pt", "numbers.pt")


@test
def differences_are_measured():
    nan, inf = struct.pack("<f", math.nan), struct.pack("<f", math.inf)
    one = lambda *values: struct.pack(f"<{len(values)}f", *values)
    scratch("a.safetensors", safetensors([
        ("equal", "F32", [2], nan + one(1)), ("far", "F32", [3], one(1, 2, 4)),
        ("inf", "F32", [2], inf + one(0)), ("only", "U8", [1], b"\1"),
        ("shape", "F32", [2], one(1, 2)), ("type", "F32", [2], one(1, 2.5)),
        ("large", "I64", [1], struct.pack("<q", 2**62)), ("turned", "F32", [2], one(0, -0.0))]))
    scratch("b.safetensors", safetensors([
        ("equal", "F32", [2], nan + one(1)), ("far", "F32", [3], one(1, 2.5, 5)),
        ("inf", "F32", [2], one(3e38, 0)), ("new", "F64", [], struct.pack("<d", 1)),
        ("shape", "F32", [1, 2], one(1, 2)), ("type", "F64", [2], struct.pack("<2d", 1, 2)),
        ("large", "I64", [1], struct.pack("<q", 2**62 + 1)), ("turned", "F32", [2], one(-0.0, 0))]))
    expected = """\
~ far  float32 [3]: 2 of 3 elements differ, by at most 1 (relative: 0.2)
~ inf  float32 [2]: 1 of 2 elements differs, by at most inf (relative: inf)
- only  uint8 [1]
~ shape  float32 [2] -> float32 [1, 2]
~ type  float32 [2] -> float64 [2]: 1 of 2 elements differs, by at most 0.5 (relative: 0.2)
~ large  int64 [1]: 1 of 1 element differs, by at most 1 (relative: 2.168e-19)
+ new  float64 []
2 the same, 5 different, 1 only in the first file, 1 only in the second
"""
    ends(1, expected, "", "--diff", "a.safetensors", "b.safetensors")
    ends(1, "", "", "--diff", "--quiet", "a.safetensors", "b.safetensors")
    ends(1, "- only  uint8 [1]\n0 the same, 0 different, 1 only in the first file, 0 only in the "
            "second\n", "", "--diff", "-k", "only", "a.safetensors", "b.safetensors")
    fails("both files: nothing is named 'nothing'", "--diff", "-k", "nothing", "a.safetensors",
          "b.safetensors")


@test
def keys_are_compared_with_their_types():
    same("ct_inspect --diff keys.pt keys.pt", 0, run("--diff", "-q", "keys.pt", "keys.pt")[0])
    # The other formats have only texts: each is met once, first by the same key.
    scratch("keys.safetensors", safetensors([("3", "F32", [2], struct.pack("<2f", 2, 3))]))
    ends(1, "- 3 (int key)  float32 [1]\n1 the same, 0 different, 1 only in the first file, 0 only "
            "in the second\n", "", "--diff", "-k", "3", "keys.pt", "keys.safetensors")
    ends(0, "keys.pt: PyTorch, zip archive, 3.1 KiB\n\n"
            "NAME         TYPE     SHAPE  SIZE\n"
            "3 (int key)  float32  [1]     4 B\n"
            "3            float32  [2]     8 B\n\n"
            "2 tensors, 3 elements, 12 B in 2 storages\n", "", "-k", "3", "keys.pt")


@test
def integers_are_compared_exactly_with_floats():
    pack = struct.pack
    scratch("i.safetensors", safetensors([
        ("long", "I64", [2], pack("<2q", 2**53 + 1, 2**53)),
        ("most", "I64", [1], pack("<q", 2**63 - 1)), ("sign", "I64", [1], pack("<q", -1)),
        ("same", "I64", [1], pack("<q", -3))]))
    scratch("f.safetensors", safetensors([
        ("long", "F64", [2], pack("<2d", 2.0**53, 2.0**53)),
        ("most", "F64", [1], pack("<d", 2.0**63)), ("sign", "U64", [1], pack("<Q", 2**64 - 1)),
        ("same", "C64", [1], pack("<2f", -3, 0))]))
    status, out, _ = run("--diff", "i.safetensors", "f.safetensors")
    same("ct_inspect --diff i.safetensors f.safetensors", (1, [
        "~ long  int64 [2] -> float64 [2]: 1 of 2 elements differs, by at most 1",
        "~ most  int64 [1] -> float64 [1]: 1 of 1 element differs, by at most 0",
        "~ sign  int64 [1] -> uint64 [1]: 1 of 1 element differs, by at most 1.845e+19",
        "~ same  int64 [1] -> complex64 [1]"]),
         (status, [line.split(" (relative")[0] for line in out.splitlines()[:-1]]))


@test
def other_values_are_compared():
    status, out, err = run("--diff", "-k", "w", "-k", "epoch", "-k", "n", "checkpoint.pt",
                           "small.npz")
    same("ct_inspect --diff checkpoint.pt small.npz",
         (1, "- epoch  3\n+ w  float32 [2, 3]\n+ n  int64 []\n0 the same, 0 different, 1 only in "
             "the first file, 2 only in the second\n", ""), (status, out, err))


# --- Converting -----------------------------------------------------------------------------------

NAMES = {"float32": "F32", "float16": "F16"}


def tensors_of(name):
    return {key: (NAMES[one["dtype"]], one["shape"], one["data"])
            for key, one in FACTS[name]["data"].items()}


@test
def what_the_format_cannot_hold_is_listed():
    fails("""\
x1.safetensors: epoch (int): it is not a tensor
x1.safetensors: lr (float): it is not a tensor
x1.safetensors: betas (tuple): it is not a tensor
x1.safetensors: note (str): it is not a tensor
x1.safetensors: nothing (NoneType): it is not a tensor
x1.safetensors: empty (dict): it is not a tensor
x1.safetensors: history.0.loss (float): it is not a tensor
x1.safetensors: history.1.loss (float): it is not a tensor
x1.safetensors was not written; to leave out what it cannot hold, add --drop""",
          "--convert", "x1.safetensors", "checkpoint.pt")
    status, _, err = run("--convert", "x1.npz", "numbers.pt")
    same("ct_inspect --convert x1.npz numbers.pt", (2, [
        "ct_inspect: x1.npz: bfloat (bfloat16 [2]): the format has no such dtype",
        "ct_inspect: x1.npz: float8 (float8_e5m2 [2]): the format has no such dtype",
        "ct_inspect: x1.npz: quantised (quint8 [6]): it is quantized",
        "ct_inspect: x1.npz: sparse (float32 [4]): it is sparse",
        "ct_inspect: x1.npz was not written; to leave out what it cannot hold, add --drop"]),
         (status, err.splitlines()))
    same("files", [], list(FOLDER.glob("x1.*")))


@test
def shared_memory_is_refused_or_copied():
    out = scratch("x2.safetensors")
    status, _, err = run("--convert", out.name, "--drop", "checkpoint.pt")
    same("ct_inspect --convert x2.safetensors checkpoint.pt", (2, True, True),
         (status, "RuntimeError: Some tensors share memory" in err,
          err.endswith("ct_inspect: to write these elements once for each name, add "
                       "--copy-shared\n")))
    same("x2.safetensors exists", False, out.exists())
    status, text, _ = run("--convert", out.name, "--drop", "--copy-shared", "checkpoint.pt")
    same("ct_inspect --convert x2.safetensors --copy-shared", (0, "x2.safetensors: 4 values, "),
         (status, text[:26]))
    same("x2.safetensors", (tensors_of("checkpoint.pt"), {"format": "pt"}), read_safetensors(out))
    # And back: the tensors are the same, and names have dots.
    same("back", 0, run("--convert", "x2.pt", out.name)[0])
    ends(1, "+ epoch  3\n0 the same, 0 different, 0 only in the first file, 1 only in the second\n",
         "", "--diff", "-k", "epoch", "x2.pt", "checkpoint.pt")
    ends(0, "4 the same, 0 different, 0 only in the first file, 0 only in the second\n", "",
         "--diff", "-k", "model", "-k", "scale", "x2.pt", "checkpoint.pt")


@test
def kept_parts_do_not_bring_their_storage():
    """Unless others that are kept share it."""
    def storages(name):
        return [one["bytes"] for one in facts(name)["storages"]]
    for name, keys, expected in [("x20.pt", ["part"], [12]), ("x21.pt", ["pair.1"], [8]),
                                 ("x22.pt", ["pair"], [200])]:
        same(f"convert {keys}", 0,
             run("-q", "--convert", name, *(f"-k{key}" for key in keys), "keys.pt")[0])
        same(f"storages of {name}", expected, storages(name))
        status, out, _ = run("--diff", *(f"-k{key}" for key in keys), name, "keys.pt")
        same(f"ct_inspect --diff {name} keys.pt", (0, out), (status, out))


@test
def options_without_a_meaning_are_refused():
    fails("--compress is for npz: the other formats are not compressed",
          "--convert", "x23.pt", "--compress", "one.pt")
    fails("--copy-shared is for safetensors and npz: a .pt file keeps what is shared",
          "--convert", "x23.pt", "--copy-shared", "one.pt")


@test
def names_that_a_format_cannot_hold_are_left_out():
    ends(0, "",
         "ct_inspect: left out: 3 (float32 [2]): the new file would have two values of this name\n"
         "ct_inspect: left out: a\\x00b (float32 [1]): its name contains a NUL\n",
         "-q", "--convert", "x24.npz", "--drop", "keys.pt")
@test
def only_the_file_is_written_to_stdout():
    with open(FOLDER / "x25", "wb") as out:
        done = subprocess.run([PROGRAM, "--convert", "/dev/fd/1", "--to", "npz", "-f", "one.npy"],
                              cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              check=False)
        out.write(done.stdout)
    same("ct_inspect --convert /dev/fd/1", (0, b"/dev/fd/1: 1 value\n"),
         (done.returncode, done.stderr))
    same("its output", ["arr_0"], list(read_npz(FOLDER / "x25")))


@test
def files_of_pytorch_keep_everything():
    same("convert", 0, run("-q", "--convert", "x3.pth", "legacy.pth")[0])
    ends(0, CHECKPOINT.replace("checkpoint.pt: PyTorch, zip archive, 2.2 KiB",
                               f"x3.pth: PyTorch, zip archive, {size('x3.pth')}"), "", "x3.pth")
    same("convert", 0, run("-q", "--convert", "x3.any", "--to", "pt", "model.pt")[0])
    ends(0, MODEL.replace("model.pt: PyTorch, zip archive, 3.1 KiB",
                          f"x3.any: PyTorch, zip archive, {size('x3.any')}"), "", "x3.any")


def size(name):
    return f"{(FOLDER / name).stat().st_size / 1024:.1f} KiB"


@test
def arrays_are_written_as_numpy_reads_them():
    expected = {name: (one["shape"], one["data"])
                for name, one in FACTS["checkpoint.pt"]["data"].items()}
    expected["model.turned"] = None  # in Fortran's order
    for name, options in [("x4.npz", []), ("x5.npz", ["--compress"])]:
        status, _, err = run("--convert", name, "--drop", *options, "-k", "model", "-k", "scale",
                             "-k", "epoch", "-k", "note", "checkpoint.pt")
        same(f"ct_inspect --convert {name}",
             (0, "ct_inspect: left out: note (str): it is neither a tensor nor a number\n"),
             (status, err))
        with zipfile.ZipFile(FOLDER / name) as archive:
            turned = archive.read("model.turned.npy")
            assert archive.testzip() is None
        same("model.turned", True, b"'fortran_order': True, 'shape': (6, 4)" in turned)
        same("its bytes", FACTS["checkpoint.pt"]["data"]["model.weight"]["data"],
             turned[-96:].hex())
    ends(0, "", "", "--diff", "-q", "x4.npz", "x5.npz")
    same("convert", 0, run("-q", "--convert", "x6.npz", "one.npy")[0])
    same("x6.npz", {"arr_0": ([2, 3], struct.pack("<6f", *range(6)).hex())},
         read_npz(FOLDER / "x6.npz"))


@test
def metadata_stays_where_it_can():
    same("convert", (0, "", ""), run("-q", "--convert", "x7.safetensors", "-k", "w",
                                     "small.safetensors"))
    same("x7.safetensors", ({"w": ("F32", [2], struct.pack("<2f", 1, 2).hex())},
                            {"author": "A\nB", "format": "pt"}),
         read_safetensors(FOLDER / "x7.safetensors"))
    ends(0, "", "ct_inspect: left out: the metadata 'author', which the format does not have\n",
         "-q", "--convert", "x7.pt", "small.safetensors")


@test
def existing_files_are_only_replaced_by_force():
    out = scratch("x8.pt", b"old")
    fails("x8.pt exists; to replace it, add --force", "--convert", "x8.pt", "model.pt")
    same("x8.pt", b"old", out.read_bytes())
    # One that fails leaves the old one.
    status, _, err = run("--convert", "x8.pt", "--to", "safetensors", "--force", "one.pt", "-k",
                         "nothing")
    same("a failing one", (2, "ct_inspect: one.pt: nothing is named 'nothing'\n", b"old"),
         (status, err, out.read_bytes()))
    same("--force", 0, run("--convert", "x8.pt", "--force", "model.pt")[0])
    same("x8.pt", 0, run("--diff", "-q", "x8.pt", "model.pt")[0])
    # A file can replace itself: its tensors are mapped.
    same("itself", 0, run("--convert", "x8.pt", "--force", "x8.pt")[0])
    same("x8.pt", 0, run("--diff", "-q", "x8.pt", "model.pt")[0])
    fails("x8.bin: its name does not end in .pt, .pth, .safetensors or .npz; name the format with "
          "--to", "--convert", "x8.bin", "model.pt")
    fails("unknown format 'onnx' (expected pt, safetensors or npz)", "--convert", "x8.bin", "--to",
          "onnx", "model.pt")


@test
def interrupted_conversions_end_by_the_signal():
    """Into a pipe, whose other end decides when."""
    large = scratch("large.safetensors")
    nbytes = 1 << 26
    large.write_bytes(safetensors([("x", "U8", [nbytes], b"")]).replace(
        b'[0, 0]', f'[0, {nbytes}]'.encode()))
    data = large.read_bytes()
    text = data[8:].rstrip(b" ")
    text += b" " * (-len(text) % 8)
    large.write_bytes(struct.pack("<Q", len(text)) + text)
    os.truncate(large, 8 + len(text) + nbytes)
    os.mkfifo(FOLDER / "fifo")
    terminal, stderr = pty.openpty()
    with subprocess.Popen([PROGRAM, "--convert", "fifo", "--to", "npz", "--force", large.name],
                          cwd=FOLDER, stderr=stderr, stdout=subprocess.DEVNULL) as process:
        os.close(stderr)
        with open(FOLDER / "fifo", "rb") as fifo:
            time.sleep(0.3)  # a line appears after 0.1 s
            got = len(fifo.read(1 << 24))
            process.send_signal(signal.SIGINT)
            while part := fifo.read(1 << 20):
                got += len(part)
        status = process.wait(60)
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    # As if the signal had not been caught, so that a shell's loop ends, too.
    same("ct_inspect --convert fifo, interrupted", (-signal.SIGINT, True, True, True),
         (status, got < nbytes, b"\r\x1b[Kwriting fifo: 12%, 8.0 MiB of 64.0 MiB, " in shown,
          b"fifo: cancelled after" in shown))


# --- Checksums ------------------------------------------------------------------------------------

@test
def checksums_are_compared():
    ends(0, "checkpoint.pt: all 8 checksums are correct\n"
            "packed.npz: all 2 checksums are correct\n"
            "legacy.pth: its structure is correct; files of this format (PyTorch, form before "
            "1.6) have no checksums\n"
            "small.safetensors: its structure is correct; files of this format (safetensors) have "
            "no checksums\n"
            "unknown.pt: all 7 checksums are correct\n", "",
         "--verify", "checkpoint.pt", "packed.npz", "legacy.pth", "small.safetensors", "unknown.pt")


@test
def what_cannot_be_loaded_is_not_said_to_be_right():
    loop = []
    loop.append(loop)
    with zipfile.ZipFile(FOLDER / "loop.pt", "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(loop, protocol=2))
        archive.writestr("archive/byteorder", "little")
        archive.writestr("archive/version", "3\n")
    ends(2, "loop.pt: all 3 checksums are correct\n",
         "ct_inspect: ValueError: loop.pt: '0': it contains itself\n"
         "ct_inspect: loop.pt: only its checksums were verified: its contents could not be "
         "loaded\n",
         "--verify", "loop.pt")


def damaged(name, entry):
    """A copy in which the last byte of an entry is another one."""
    path = FOLDER / name
    with zipfile.ZipFile(path) as archive:
        about = archive.getinfo(entry)
    data = bytearray(path.read_bytes())
    lengths = struct.unpack_from("<HH", data, about.header_offset + 26)
    data[about.header_offset + 30 + sum(lengths) + about.compress_size - 1] ^= 1
    scratch("damaged-" + name, bytes(data))
    return "damaged-" + name


@test
def wrong_checksums_name_their_entry():
    # The version is read by no table.
    fails("ValueError: damaged-checkpoint.pt: not a valid zip archive: the checksum of "
          "'archive/.format_version' is wrong; the file is damaged\n"
          "ValueError: damaged-small.npz: not a valid zip archive: the checksum of 'w.npy' is "
          "wrong; the file is damaged", "--verify",
          damaged("checkpoint.pt", "archive/.format_version"), damaged("small.npz", "w.npy"))
    status, _, err = run("--verify", damaged("packed.npz", "w.npy"))
    same("ct_inspect --verify damaged-packed.npz", (2, True),
         (status, err.startswith("ct_inspect: ValueError: damaged-packed.npz: not a valid zip ")))
    cut = (FOLDER / "legacy.pth").read_bytes()[:-1]
    scratch("cut.pth", cut)
    status, _, err = run("--verify", "cut.pth")
    same("ct_inspect --verify cut.pth", (2, True),
         (status, err.startswith("ct_inspect: ValueError: cut.pth: ")))


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
    for file, digits in CASES[0]["files"].items():
        scratch(file, bytes.fromhex(digits))
    scratch("small.safetensors", safetensors(
        [("w", "F32", [2], struct.pack("<2f", 1, 2)), ("h", "BF16", [1], b"\xc0\x3f")],
        {"author": "A\nB", "format": "pt"}))
    # Starting libtorch takes most of the time.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(attempt, TESTS))
print("\n".join(failed))
print(f"{len(TESTS) - len(failed)} of {len(TESTS)} tests passed")
sys.exit(bool(failed))
