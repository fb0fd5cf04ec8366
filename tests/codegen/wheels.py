"""wheels.py YAML TAGS: writes wheels of all kinds into the current folder."""
import struct
import sys
import zipfile

yaml, tags = (open(name).read() for name in sys.argv[1:])
packaged = "torchgen/packaged/ATen/native/"
version = "__version__ = '2.99.1+cpu'\n"
header = "".join(f"#define TORCH_VERSION_{part} {n}\n"
                 for part, n in (("MAJOR", 2), ("MINOR", 99), ("PATCH", 1)))


def write(name, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(name, "w", compression) as wheel:
        for path, text in members.items():
            wheel.writestr(path, text)


full = {packaged + "native_functions.yaml": yaml, packaged + "tags.yaml": tags,
        "torch/version.py": version, "torch/nn/__init__.py": ""}
write("good.whl", full)
write("stored.whl", full, zipfile.ZIP_STORED)
write("header.whl", {packaged + "native_functions.yaml": yaml, packaged + "tags.yaml": tags,
                     "torch/include/torch/headeronly/version.h": header})
write("other.whl", {"numpy/__init__.py": ""})
write("bad.whl", {**full, packaged + "native_functions.yaml": "- func: f() -> ()\n  frob: x\n"})
write("silent.whl", {packaged + "native_functions.yaml": yaml})
write("bomb.whl", {**full, packaged + "native_functions.yaml": b" " * (1 << 28)})


def change(source, target, edit):
    data = bytearray(open(source, "rb").read())
    edit(data)
    open(target, "wb").write(data)


def first_entries(data):
    """The offsets of the first member's local header and directory entry."""
    return data.index(b"PK\3\4"), data.index(b"PK\1\2")


def wrong_byte(data):
    local, _ = first_entries(data)
    data[local + 30 + len(packaged) + len("native_functions.yaml") + 5] ^= 1


def wrong_size(data):
    local, central = first_entries(data)
    for at in (local + 22, central + 24):
        data[at:at + 4] = struct.pack("<I", 9_000_000)


def encrypted(data):
    local, central = first_entries(data)
    data[local + 6] |= 1
    data[central + 8] |= 1


change("stored.whl", "crc.whl", wrong_byte)
change("good.whl", "liar.whl", wrong_size)
change("good.whl", "encrypted.whl", encrypted)
