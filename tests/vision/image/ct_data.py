#!/usr/bin/env python3
"""ct_data.py PROGRAM IMAGE_DATA.JSON: what ct_data does with archives, read with Python's tarfile."""

import io
import json
import os
import pathlib
import shlex
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
CASES = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
COMMANDS = ("make", "split", "interleave", "vocabulary", "stats", "bench", "preview")
failed = 0


def check(called, expected, got):
    global failed
    if expected != got:
        failed += 1
        print(f"called:   {called}\nexpected: {expected!r}\ngot:      {got!r}\n"
              f"rerun:    {os.environ.get('RERUN', sys.argv[0])}")


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def succeeds(*arguments):
    code, out, err = run(*arguments)
    check("ct_data " + " ".join(arguments), (0, ""), (code, err))
    return out


def files(path):
    with tarfile.open(path) as tar:
        return [(entry.name, tar.extractfile(entry).read()) for entry in tar]


def archive(path, entries, kind=""):
    with tarfile.open(path, "w:" + kind) as tar:
        for name, data in entries:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


def made_divided_and_joined():
    succeeds("make", "-n", "20", "-c", "3", "-g", "24x16", "-o", "a.tar.gz")
    succeeds("make", "-n", "20", "-c", "3", "-g", "24x16", "-o", "again.tar.gz")
    check("make, twice", True, files("a.tar.gz") == files("again.tar.gz"))
    check("make", 20, len(files("a.tar.gz")))
    check("make", b"\xff\xd8\xff", files("a.tar.gz")[7][1][:3])
    check("vocabulary", "class_00\nclass_01\nclass_02\n", succeeds("vocabulary", "a.tar.gz"))
    check("vocabulary --json", ["class_00", "class_01", "class_02"],
          json.loads(succeeds("vocabulary", "--json", "a.tar.gz")))
    succeeds("split", "-n", "3", "-o", "part.tar", "a.tar.gz")
    for i in range(3):
        check(f"split, part {i}", files("a.tar.gz")[i::3], files(f"part-00{i}.tar"))
    pathlib.Path("folder").mkdir()
    with tarfile.open("a.tar.gz") as tar:
        tar.extractall("folder")
    check("vocabulary of a folder", "class_00\nclass_01\nclass_02\n", succeeds("vocabulary", "folder"))
    succeeds("interleave", "-o", "b.tar", "part-000.tar", "part-001.tar", "part-002.tar")
    check("interleave", files("a.tar.gz"), files("b.tar"))


def parts_are_compressed_as_the_archive():
    """tarfile reads all but zstd, which has its first bytes."""
    names = ["1.txt", "2.txt", "3.txt"]
    for end, kind in (("tar", ""), ("tgz", "gz"), ("tar.bz2", "bz2"), ("tar.xz", "xz")):
        archive(f"whole.{end}", [(name, name.encode()) for name in names], kind)
        succeeds("split", "-n", "2", f"whole.{end}")
        for i in range(2):
            with tarfile.open(f"whole-00{i}.{end}", f"r:{kind}") as tar:
                check(f"split of whole.{end}, part {i}", names[i::2], tar.getnames())
    succeeds("split", "-n", "2", "-o", "other.tar.zst", "whole.tar.xz")
    check("split -o other.tar.zst", b"\x28\xb5\x2f\xfd",
          pathlib.Path("other-001.tar.zst").read_bytes()[:4])


def samples_stay_together():
    names = ["1.jpg", "1.cls", "2.jpg", "3.a.jpg", "3.cls", "4.cls", "a.b/5.cls", "a.b/6.cls"]
    archive("w.tar", [(name, name.encode()) for name in names])
    succeeds("split", "-n", "2", "w.tar")
    halves = [["1.jpg", "1.cls", "3.a.jpg", "3.cls", "a.b/5.cls"], ["2.jpg", "4.cls", "a.b/6.cls"]]
    for i in range(2):
        check(f"split, part {i}", halves[i], [name for name, _ in files(f"w-00{i}.tar")])
    succeeds("interleave", "-o", "together.tar", "w-000.tar", "w-001.tar")
    check("interleave", files("w.tar"), files("together.tar"))


def parts_are_written_all_or_not_at_all():
    pathlib.Path("s-000.tar").write_text("old")
    pathlib.Path("s-002.tar").mkdir()
    before = set(os.listdir("."))
    code, _, err = run("split", "-n", "3", "-o", "s.tar", "a.tar.gz")
    check("split, one of whose names is a folder's", (1, True), (code, "s-002.tar: " in err))
    check("what is left of it", (before, "old"),
          (set(os.listdir(".")), pathlib.Path("s-000.tar").read_text()))
    check("split into too many", "ct_data: ValueError: a.tar.gz: too few files for 21 parts: 20\n",
          run("split", "-n", "21", "a.tar.gz")[2])
    check("what is left of it", before, set(os.listdir(".")))


def begin_and_stop(by, *arguments):
    """Stops the program when it has opened a file in this folder, and returns its status."""
    here = os.getcwd() + "/"
    with subprocess.Popen([PROGRAM, *arguments], stderr=subprocess.DEVNULL) as program:
        opened = []
        while program.poll() is None and not any(path.startswith(here) for path in opened):
            time.sleep(0.01)
            links = pathlib.Path(f"/proc/{program.pid}/fd")
            opened = []
            for link in links.iterdir() if links.exists() else ():
                try:
                    opened.append(os.readlink(link))
                except OSError:
                    pass
        program.send_signal(by)
        return program.wait(60)


def signals_leave_nothing():
    before = {path: path.read_bytes() for path in pathlib.Path(".").iterdir() if path.is_file()}
    for by, out in ((signal.SIGINT, "a.tar.gz"), (signal.SIGTERM, "new.tar")):
        check(f"{by.name} to make", -by, begin_and_stop(by, "make", "-n", "1000000000", "-o", out))
    archive("many.tar", [(f"{i}.txt", bytes(1000)) for i in range(5000)])
    before[pathlib.Path("many.tar")] = pathlib.Path("many.tar").read_bytes()
    code = begin_and_stop(signal.SIGTERM, "split", "-n", "3", "many.tar")
    parts = [pathlib.Path(f"many-00{i}.tar") for i in range(3)]
    check("SIGTERM to split", (True, True), (code in (0, -signal.SIGTERM),
                                             len({part.exists() for part in parts}) == 1))
    for part in parts: # the signal may have come too late
        part.unlink(missing_ok=True)
    check("the folder after the signals", before,
          {path: path.read_bytes() for path in pathlib.Path(".").iterdir() if path.is_file()})


def statistics():
    """Of JPEGs, gray and palette images, as numpy computes them of what Pillow reads."""
    case = next(case for case in CASES if case["what"] == "statistics")
    archive("s.tar", [(name, bytes.fromhex(data)) for name, data in case["files"].items()])
    with tarfile.open("s.tar") as tar:
        tar.extractall("photos")
    for of in ("s.tar", "photos"):
        told = json.loads(succeeds("stats", "--json", of))
        for name in ("mean", "std"):
            check(f"stats of {of}: {name}", [round(x, 9) for x in case["seen"][name]],
                  [round(x, 9) for x in told[name]])
            told[name] = case["seen"][name]
        check(f"stats of {of}", case["seen"], told)


def pictures_and_figures():
    succeeds("preview", "-n", "6", "-i", "10", "-o", "p.png", "b.tar")
    header = pathlib.Path("p.png").read_bytes()[16:24]
    check("preview", (6 * 12 + 2, 10 + 4), struct.unpack(">II", header))
    for of in ("b.tar", "folder"):
        lines = [line.split("  ") for line in
                 succeeds("bench", "-i", "8", "-b", "4", "-w", "3", of).splitlines()]
        check(f"bench of {of}", ["20 images of 8 x 8, batches of 4", "", "stage", "read", "+ decode",
                                 "+ transform", "+ collate", "", "loader", "0 workers", "1 worker",
                                 "2 workers", "3 workers"], [line[0] for line in lines])
        shares = [float(line[-1].rstrip("% ")) for line in lines[3:7]]
        check(f"bench of {of}: the shares of time", True, abs(sum(shares) - 100) < 0.5)


def help_has_options_and_an_example():
    """Its examples work, one after the other; here with fewer images."""
    pathlib.Path("photos/train").mkdir(parents=True)
    check("help make", succeeds("make", "--help"), succeeds("help", "make"))
    for command in COMMANDS:
        text = succeeds(command, "--help")
        check(f"{command} --help", True, text.startswith(f"Usage: ct_data {command} [OPTION]... "))
        example = shlex.split(text.splitlines()[-1].removeprefix("Example: ct_data "))
        fewer = {"make": ["-n", "48"], "bench": ["-n", "8", "-w", "2", "-i", "16"]}.get(command, [])
        arguments = [str(path) for word in example
                     for path in ([word] if "*" not in word else sorted(pathlib.Path(".").glob(word)))]
        succeeds(*arguments, *fewer)
        if command == "make":
            with tarfile.open(example[-1]) as tar:
                tar.extractall("photos/train")


def wrong_command_lines_and_files():
    for arguments, code, err in (
            ((), 2, "a command is missing; see 'ct_data --help'"),
            (("make",), 2, "--output is missing; see 'ct_data make --help'"),
            (("make", "-o", "x.zip"), 2, "the output's name must end with .tar, .tar.gz, .tar.bz2, "
             ".tar.xz, .tar.zst or .tar.lz4: 'x.zip'; see 'ct_data make --help'"),
            (("make", "-w", "2", "-o", "x.tar"), 2,
             "make has no option --workers; see 'ct_data make --help'"),
            (("make", "--nothing"), 2,
             "make: unknown or ambiguous option --nothing; see 'ct_data make --help'"),
            (("make", "-o"), 2, "-o needs an argument; see 'ct_data make --help'"),
            (("split", "a.tar.gz"), 2, "--number is missing; see 'ct_data split --help'"),
            (("split", "-n", "0", "a.tar.gz"), 2,
             "--number must be a number from 1 to 1000, not '0'; see 'ct_data split --help'"),
            (("open",), 2, "unknown command 'open'; see 'ct_data --help'"),
            (("make", "-g", "0x3", "-o", "x.tar"), 2,
             "--geometry must be a width and a height up to 10000, such as 64x48, not '0x3'; see "
             "'ct_data make --help'"),
            (("stats", "no.tar"), 1, "RuntimeError: no.tar: opening it: No such file or directory"),
            (("split", "-n", "2", "folder"), 1, "RuntimeError: folder: opening it: Is a directory"),
            (("stats", "folder", "a.tar.gz"), 1,
             "ValueError: folder is a folder, which must be the only argument")):
        err = f"ct_data: {err}\n"
        check("ct_data " + " ".join(arguments), (code, "", err), run(*arguments))
    pathlib.Path("cut.tar.gz").write_bytes(pathlib.Path("a.tar.gz").read_bytes()[:3000])
    before = set(os.listdir("."))
    code, _, err = run("interleave", "-o", "c.tar", "cut.tar.gz")
    check("interleave of a truncated archive", (1, True), (code, "cut.tar.gz: " in err))
    check("what is left of it", before, set(os.listdir(".")))
    check("--help", True, succeeds("--help").startswith("Usage: ct_data COMMAND"))
    os.mkfifo("pipe.tar")
    check("stats of a pipe", (1, "", "ct_data: ArgumentError: ct_tar_images_new: pipe.tar is not a regular file\n"),
          run("stats", "pipe.tar"))
    archive("up.tar", [("../a/1.jpg", b"")])
    check("split of a name with ..",
          "ct_data: ValueError: up.tar: ../a/1.jpg: the path leads out of the archive's folder\n",
          run("split", "-n", "1", "up.tar")[2])


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tests = [made_divided_and_joined, parts_are_compressed_as_the_archive, samples_stay_together,
                 parts_are_written_all_or_not_at_all, signals_leave_nothing, statistics,
                 pictures_and_figures, wrong_command_lines_and_files]
        for test in tests:
            test()
        os.mkdir("help")
        os.chdir("help")
        help_has_options_and_an_example()
        os.chdir("/")
    print(f"{len(tests) + 1} tests, {failed} checks failed")
    sys.exit(1 if failed else 0)


main()
