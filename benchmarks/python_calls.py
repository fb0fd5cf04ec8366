"""Times calls for python_calls.sh: python3 python_calls.py torch|ctorch prints a line for each."""

import sys
import time

CALLS = ["x + y", "x * 2", "m.add(x, y)", "x.relu()", "x[0]", "x.sum(0)", "m.ones(1)"]
COUNT = 20000


def seconds(code, names):
    """The least time of a few rounds, so that other processes matter less."""
    least = float("inf")
    for _ in range(5):
        began = time.process_time()
        exec(code, names)
        least = min(least, time.process_time() - began)
    return least / COUNT


def main(side):
    m = __import__(side)
    m.set_num_threads(1)
    names = {"m": m, "x": m.ones(1), "y": m.ones(1)}
    for call in CALLS:
        code = compile(f"for _ in range({COUNT}):\n    {call}", call, "exec")
        print(f"{1e9 * seconds(code, names):.0f}\t{call}")


main(sys.argv[1])
