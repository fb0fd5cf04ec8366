"""Where this Python's libctorch is, and whether the torch beside it is the one that it was built
for.

Beside the package ctorch/ and not in it: the command ctorch-config and the programs must not load
the library only to say that they cannot.
"""
import ctypes
import importlib.util
import os
import pathlib
import re
import sys

PREFIX = pathlib.Path(__file__).resolve().parent / "ctorch"

USAGE = """Usage: ctorch-config [--cflags] [--libs] [--prefix] [--cmake] [--version]

  cc main.c $(ctorch-config --cflags --libs)
  cmake -DCMAKE_PREFIX_PATH=$(ctorch-config --prefix) ...

  --cflags   flags for the compiler
  --libs     flags for the linker, with run paths to libctorch and to torch's libraries
  --prefix   the folder with include, lib, bin and share
  --cmake    the folder with ctorch-config.cmake, for -Dctorch_DIR=
  --version  the version of libctorch and the release of torch that it was built for"""


def fact(name):
    """A line of the pkg-config file, which has what was built."""
    text = (PREFIX / "lib/pkgconfig/ctorch.pc").read_text()
    return re.search(rf"^{name}[:=] *(.*)$", text, re.MULTILINE)[1]


def torch_release(folder):
    """Without importing it, which takes seconds."""
    try:
        text = (folder / "version.py").read_text()
    except OSError:
        text = ""
    found = re.search(r"^__version__ = ['\"]([^'\"]*)['\"]", text, re.MULTILINE)
    return found[1] if found else "of an unknown release"


def torch():
    """The folder of the installed torch; an ImportError if it is missing or of another release."""
    series = ".".join(fact("libtorch_release").split(".")[:2])
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"ctorch needs torch {series}, and {sys.executable} has no torch: "
                          f"pip install 'torch=={series}.*'")
    folder = pathlib.Path(spec.submodule_search_locations[0])
    release = torch_release(folder)
    if not release.startswith(series + "."):
        raise ImportError(f"this ctorch was built for torch {series}, but torch {release} is "
                          f"installed: pip install 'torch=={series}.*', or install the ctorch for "
                          f"the torch that you have")
    return folder


def is_beside(folder):
    """Whether the run path of libctorch leads there."""
    return folder.resolve() == PREFIX.parent / "torch"


def load_torch():
    """For `import ctorch`, before its extension: the right libtorch, or an ImportError."""
    folder = torch()
    if not is_beside(folder):
        ctypes.CDLL(str(folder / "lib/libtorch_cpu.so"))


def libs(folder):
    paths = [str(PREFIX / "lib"), str(folder / "lib")]
    # Only a run path of the old kind is also searched for what libctorch needs.
    old = [] if is_beside(folder) else ["-Wl,--disable-new-dtags"]
    return [f"-L{paths[0]}", *old, *(f"-Wl,-rpath,{path}" for path in paths), "-lctorch"]


def answer(option, folder):
    if option == "--cflags":
        return [f"-I{PREFIX / 'include'}"]
    if option == "--libs":
        return libs(folder)
    if option == "--prefix":
        return [str(PREFIX)]
    if option == "--cmake":
        return [str(PREFIX / "lib/cmake/ctorch")]
    return [f"{fact('Version')}+torch{fact('libtorch_release')}"]


OPTIONS = ["--cflags", "--libs", "--prefix", "--cmake", "--version"]


def main():
    """The command ctorch-config."""
    options = sys.argv[1:]
    if options and options[0] in ("--help", "-h"):
        print(USAGE)
        return 0
    unknown = [option for option in options if option not in OPTIONS]
    if unknown or not options:
        message = f"ctorch-config: unknown option '{unknown[0]}'" if unknown else USAGE
        print(message, file=sys.stderr)
        return 2
    try:
        folder = torch()
    except ImportError as error:
        print(f"ctorch-config: {error}", file=sys.stderr)
        return 1
    print(*(word for option in options for word in answer(option, folder)))
    return 0


def run():
    """The commands ct_run and others: the program of the same name in the package."""
    name = pathlib.Path(sys.argv[0]).name
    if name not in ("ctorch-gen", "ctorch-new"):  # which need no libtorch
        try:
            folder = torch()
        except ImportError as error:
            sys.exit(f"{name}: {error}")
        if not is_beside(folder):
            others = os.environ.get("LD_LIBRARY_PATH")
            os.environ["LD_LIBRARY_PATH"] = f"{folder / 'lib'}{':' + others if others else ''}"
    program = str(PREFIX / "bin" / name)
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
