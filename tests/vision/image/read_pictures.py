#!/usr/bin/env python3
"""read_pictures.py WRITE_PICTURES IMAGE.JSON: any reader can read what libctorch_image writes.

The files are unpacked as the PNG specification says, with only Python's zlib, and compared with the
pixels that PyTorch computed. Archives are read by Python's tarfile.
"""
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zlib

CHANNELS = {0: 1, 4: 2, 2: 3, 6: 4}


def chunks(data):
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    at = 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        check, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        if check != zlib.crc32(name + body):
            raise ValueError(f"wrong check sum of {name}")
        yield name, body
        at += 12 + length


def paeth(left, above, corner):
    guess = left + above - corner
    nearest = min((abs(guess - left), 0, left), (abs(guess - above), 1, above),
                  (abs(guess - corner), 2, corner))
    return nearest[2]


def unfiltered(kind, line, above, pixel):
    """One line of bytes, each of which was stored as a difference from its neighbors."""
    out = bytearray(line)
    for i, byte in enumerate(line):
        left = out[i - pixel] if i >= pixel else 0
        corner = above[i - pixel] if i >= pixel else 0
        prediction = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))
        out[i] = (byte + prediction[kind]) & 0xff
    return out


def pixels(data):
    """Returns (shape [C, H, W], bits, samples in that order)."""
    parts = list(chunks(data))
    width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    if interlaced or bits not in (8, 16):
        raise ValueError("not a kind that libctorch_image writes")
    packed = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    channels = CHANNELS[kind]
    row = width * channels * bits // 8
    above, rows = bytearray(row), []
    for y in range(height):
        line = packed[y * (row + 1):(y + 1) * (row + 1)]
        above = unfiltered(line[0], line[1:], above, channels * bits // 8)
        rows.append(struct.unpack(f">{width * channels}{'B' if bits == 8 else 'H'}", above))
    samples = [rows[y][x * channels + c]
               for c in range(channels) for y in range(height) for x in range(width)]
    return [channels, height, width], bits, samples


def expected(case):
    result = case["result"]
    data = bytes.fromhex(result["data"])
    bits = 8 if result["dtype"] == "uint8" else 16
    return result["shape"], bits, list(memoryview(data).cast("B" if bits == 8 else "H"))


def wrong_archives(folder):
    """What is wrong with each archive; its files contain their names."""
    names = ["cat/1.jpg", "ünï/ä.png", "x/" * 149 + "y", "last"]
    for archive in ("a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.tar.zst", "a.tar.lz4"):
        packed = os.path.join(folder, archive)
        program = {".zst": "zstd", ".lz4": "lz4"}.get(os.path.splitext(archive)[1])
        if program and not shutil.which(program):
            print(f"{archive} was not read: there is no program {program}")
            continue
        data = subprocess.run([program, "-dc", packed], check=True,
                              stdout=subprocess.PIPE).stdout if program else None
        with tarfile.open(packed, fileobj=io.BytesIO(data) if program else None) as tar:
            got = [(entry.name, tar.extractfile(entry).read().decode(), entry.mode, entry.mtime)
                   for entry in tar]
        wanted = [(name, name, 0o644, 0) for name in names]
        if got != wanted:
            yield f"called:   tarfile.open({archive!r})\nexpected: {wanted}\ngot:      {got}"


def main():
    program, file = sys.argv[1:]
    with open(file, encoding="utf-8") as opened:
        cases = json.load(opened)
    compared = failed = left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run([program, folder], check=True, stdout=subprocess.PIPE,
                              text=True).stdout
        print(told, end="")
        for number, case in enumerate(cases):
            if case["about"] != "levels":
                continue
            picture = os.path.join(folder, f"{number}.png")
            if not os.path.exists(picture):
                left_out += 1
                continue
            compared += 1
            with open(picture, "rb") as opened:
                got = pixels(opened.read())
            if got != expected(case):
                failed += 1
                print(f"called:   {program}, case {number} of {file}")
                print(f"expected: {expected(case)}\ngot:      {got}")
        for wrong in wrong_archives(folder):
            failed += 1
            print(wrong)
    print(f"{compared} pictures compared, {failed} differ")
    if left_out and "left out, with libtorch" not in told:
        failed += 1
        print(f"called:   {program}\nexpected: all pictures\ngot:      {left_out} are missing")
    if failed or not compared:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
