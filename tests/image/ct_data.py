#!/usr/bin/env python3
"""ct_data.py PROGRAM: what ct_data does with archives, read with Python's tarfile."""

import io
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import zlib

PROGRAM = os.path.abspath(sys.argv[1])
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


def png(width, height, rgb):
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    rows = (b"\0" + bytes(rgb) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def archive(path, entries):
    with tarfile.open(path, "w") as tar:
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
    succeeds("interleave", "-o", "b.tar", "part-000.tar", "part-001.tar", "part-002.tar")
    check("interleave", files("a.tar.gz"), files("b.tar"))


def statistics():
    archive("s.tar", [("a/1.png", png(4, 2, (255, 0, 51))), ("b/2.png", png(2, 8, (0, 0, 204)))])
    told = json.loads(succeeds("stats", "--json", "s.tar"))
    blue = (8 * 0.2 + 16 * 0.8) / 24
    mean = [8 / 24, 0.0, blue]
    std = [math.sqrt(8 / 24 - (8 / 24) ** 2), 0.0,
           math.sqrt((8 * 0.04 + 16 * 0.64) / 24 - blue ** 2)]
    check("stats", [2, [2, 4], [2, 8]], [told["images"], told["width"], told["height"]])
    check("stats", [round(x, 6) for x in mean + std], [round(x, 6) for x in told["mean"] + told["std"]])
    pathlib.Path("folder/a").mkdir(parents=True)
    pathlib.Path("folder/a/1.png").write_bytes(png(4, 2, (255, 0, 51)))
    check("stats of a folder", 1, json.loads(succeeds("stats", "--json", "folder"))["images"])


def pictures_and_figures():
    succeeds("preview", "-n", "6", "-i", "10", "-o", "p.png", "b.tar")
    header = pathlib.Path("p.png").read_bytes()[16:24]
    check("preview", (6 * 12 + 2, 10 + 4), struct.unpack(">II", header))
    out = succeeds("bench", "-i", "8", "-b", "4", "-w", "2", "b.tar")
    check("bench", 6, len(out.splitlines()))


def wrong_command_lines_and_files():
    for arguments, code, err in (
            ((), 2, "ct_data: a command is missing; see --help\n"),
            (("make",), 2, "ct_data: --output is missing for 'make'; see --help\n"),
            (("split", "a.tar.gz"), 2, "ct_data: --number is missing for 'split'; see --help\n"),
            (("open",), 2, "ct_data: there is no command 'open'; see --help\n"),
            (("make", "-g", "0x3", "-o", "x"), 2, "ct_data: not a size such as 64x48: '0x3'; see --help\n"),
            (("stats", "no.tar"), 1,
             "ct_data: RuntimeError: no.tar: opening it: No such file or directory\n")):
        check("ct_data " + " ".join(arguments), (code, "", err), run(*arguments))
    pathlib.Path("cut.tar.gz").write_bytes(pathlib.Path("a.tar.gz").read_bytes()[:3000])
    before = set(os.listdir("."))
    code, _, err = run("interleave", "-o", "c.tar", "cut.tar.gz")
    check("interleave of a truncated archive", (1, True), (code, "cut.tar.gz: " in err))
    check("what is left of it", before, set(os.listdir(".")))
    check("--help", True, succeeds("--help").startswith("Usage: ct_data make"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tests = [made_divided_and_joined, statistics, pictures_and_figures,
                 wrong_command_lines_and_files]
        for test in tests:
            test()
        os.chdir("/")
    print(f"{len(tests)} tests, {failed} checks failed")
    sys.exit(1 if failed else 0)


main()
