"""Writes the headers of g++ 12 whose inline functions need a newer glibc or libstdc++ than
manylinux_2_28 has: copies with the older form, for a folder that is searched first.

    shim_headers.py /usr/include/c++/12 FOLDER
"""
import pathlib
import re
import sys

# name, expression, replacement, how often
CHANGES = [
    # The count of shared pointers asks __libc_single_threaded of glibc 2.32; before, whether the
    # program is linked to libpthread.
    ("ext/atomicity.h", r"__has_include\(<sys/single_threaded\.h>\)", "0", 2),
    # The copy and the end of an exception_ptr are inline since gcc 12, and call functions that are
    # new in CXXABI_1.3.13. Declared only, they are in the library since CXXABI_1.3.3.
    ("bits/exception_ptr.h",
     r"    _GLIBCXX_EH_PTR_USED\n    inline\n"
     r"    exception_ptr::(exception_ptr\(const exception_ptr& __other\)|~exception_ptr\(\))"
     r"[^{]*\{[^}]*\}\n", "", 2),
]


def main(source, target):
    for name, expression, replacement, count in CHANGES:
        text, done = re.subn(expression, replacement, (source / name).read_text())
        if done != count:
            sys.exit(f"{source / name} is not g++ 12's: found {done} of {count} places for\n"
                     f"  {expression}\nWhat to do: apt-get install g++-12")
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        # What includes it is compiled again if it is newer.
        if not (target / name).exists() or (target / name).read_text() != text:
            (target / name).write_text(text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
