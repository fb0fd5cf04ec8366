"""Packs an installed libctorch into wheels: ctorch, and ctorch_image if libctorch_image is there.

    wheel.py --prefix DIR --licenses DIR --out DIR [--package DIR]

DIR/ctorch of --package has the Python package with its extension; without it the wheel has the
library, the headers and the programs alone. The wheels say linux_x86_64: auditwheel checks what
they need and names them for the oldest system that has it.
"""
import argparse
import base64
import hashlib
import os
import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import ctorch_config  # noqa: E402

# What an installation has and a wheel does not: pages, and the library for ctorch-check.
LEFT_OUT = re.compile(r"share/(doc|man)/|lib/ctorch/(checked|libtorch-)|bin/ctorch-check$")
# What belongs to the extra package.
OF_IMAGES = re.compile(r"libctorch_image|/ctorch_image\.pc$|/ctorch-image-targets|bin/ct_data$")
# A wheel has no symbolic links: a library has its soname as its name, and -lctorch finds a script
# of the linker.
LIBRARY = re.compile(r"(lib\w+-[\d.]+\.so\.\d+\.\d+)\.\d+")

SUMMARY = {
    "ctorch": "libctorch: every operator of PyTorch as a C function, with a C runtime around them",
    "ctorch_image": "Tensors of libctorch as pictures: PNG, JPEG, WebP, tar archives of images",
}
# Of libctorch and of the libraries that are in the wheel; those of pictures have many.
LICENSE = {
    "ctorch": "License-Expression: BSD-3-Clause AND MIT",
    "ctorch_image": "License: BSD-3-Clause, and those of the libraries in ctorch_image.libs",
}
DESCRIPTION = """# ctorch

A C interface to libtorch, the library of the installed torch: headers, `libctorch.so`, files for
CMake and pkg-config, programs{binding}.

```sh
cc main.c $(ctorch-config --cflags --libs)
```
"""


def installed(prefix):
    """Name in the package, and the bytes or the file, of all that a prefix has for a wheel."""
    for path in sorted(prefix.rglob("*")):
        name = path.relative_to(prefix).as_posix()
        if path.is_dir() or LEFT_OUT.search(name):
            continue
        if path.is_symlink():
            if path.name.endswith(".so"):
                target = LIBRARY.sub(r"\1", path.resolve().name)
                yield name, f"/* a wheel has no links */\nINPUT({target})\n".encode()
        elif name.endswith(".cmake"):
            yield name, LIBRARY.sub(r"\1", path.read_text()).encode()
        else:
            yield LIBRARY.sub(r"\1", name), path


def package(folder):
    for path in sorted((folder / "ctorch").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path


class Wheel:
    def __init__(self, name, version, tag, out):
        self.info = f"{name}-{version}.dist-info"
        self.path = out / f"{name}-{version}-{tag}-linux_x86_64.whl"
        self.records = []
        self.zip = zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)

    def add(self, name, content):
        mode = 0o644
        if isinstance(content, pathlib.Path):
            if os.access(content, os.X_OK) and not name.endswith((".py", ".pyi")):
                mode = 0o755
            content = content.read_bytes()
        self.write(name, content, mode)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(content)}\n")

    def write(self, name, content, mode):
        # The same bytes from the same files, whenever they were made.
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, content)

    def close(self):
        self.records.append(f"{self.info}/RECORD,,\n")
        self.write(f"{self.info}/RECORD", "".join(self.records), 0o644)
        self.zip.close()
        print(self.path)


def metadata(name, version, licenses, requires, binding):
    lines = ["Metadata-Version: 2.4", f"Name: {name.replace('_', '-')}", f"Version: {version}",
             f"Summary: {SUMMARY[name]}", LICENSE[name],
             *(f"License-File: {license}" for license in licenses), "Requires-Python: >=3.11",
             "Classifier: Operating System :: POSIX :: Linux", *requires,
             "Description-Content-Type: text/markdown", "",
             DESCRIPTION.format(binding=binding)]
    return "\n".join(lines).encode()


def finish(wheel, name, version, tag, licenses, requires, commands, binding=""):
    texts = {"LICENSE": ROOT / "LICENSE", "NOTICE": ROOT / "NOTICE"}
    texts.update({path.name: path for path in sorted(licenses.glob("*"))})
    for license, path in texts.items():
        wheel.add(f"{wheel.info}/licenses/{license}", path.read_bytes())
    wheel.add(f"{wheel.info}/METADATA", metadata(name, version, texts, requires, binding))
    wheel.add(f"{wheel.info}/WHEEL", (
        "Wheel-Version: 1.0\nGenerator: libctorch's wheel.py\nRoot-Is-Purelib: false\n"
        f"Tag: {tag}-linux_x86_64\n").encode())
    wheel.add(f"{wheel.info}/entry_points.txt", ("[console_scripts]\n" + "".join(
        f"{command} = ctorch_config:{function}\n" for command, function in commands)).encode())
    wheel.close()


def programs(names):
    return [(name.split("/")[1], "run") for name, _ in names if name.startswith("bin/")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--licenses", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--package", type=pathlib.Path)
    arguments = parser.parse_args()
    ctorch_config.PREFIX = arguments.prefix
    series = ".".join(ctorch_config.fact("libtorch_release").split(".")[:2])
    version = f"{ctorch_config.fact('Version')}+torch{series}"
    files = list(installed(arguments.prefix))
    of_images = [file for file in files if OF_IMAGES.search(file[0])]
    files = [file for file in files if not OF_IMAGES.search(file[0])]
    licenses = arguments.licenses

    modules = list(package(arguments.package)) if arguments.package else []
    # The extension has Python's stable interface; without it any Python will do.
    tag = "cp311-abi3" if any(name.endswith(".abi3.so") for name, _ in modules) else "py3-none"
    wheel = Wheel("ctorch", version, tag, arguments.out)
    for name, content in [*((f"ctorch/{name}", content) for name, content in files), *modules]:
        wheel.add(name, content)
    if not any(name == "ctorch/__init__.py" for name, _ in modules):
        wheel.add("ctorch/__init__.py", HERE / "init.py")
    wheel.add("ctorch_config.py", HERE / "ctorch_config.py")
    requires = [f"Requires-Dist: torch=={series}.*"]
    if of_images:
        requires += ["Provides-Extra: image",
                     f"Requires-Dist: ctorch-image=={version}; extra == 'image'"]
    finish(wheel, "ctorch", version, tag, licenses / "ctorch", requires,
           [("ctorch-config", "main"), *programs(files)],
           ", and the Python package `ctorch`" if modules else "")
    if not of_images:
        return
    wheel = Wheel("ctorch_image", version, "py3-none", arguments.out)
    # pip uninstalls a folder if the last package has a file in it, not only in folders below.
    wheel.add("ctorch/image.txt", b"The package ctorch_image added libctorch_image and ct_data.\n")
    for name, content in of_images:
        wheel.add(f"ctorch/{name}", content)
    finish(wheel, "ctorch_image", version, "py3-none", licenses / "ctorch_image",
           [f"Requires-Dist: ctorch=={version}"], programs(of_images))


if __name__ == "__main__":
    main()
