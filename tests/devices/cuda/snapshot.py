"""snapshot.py SNAPSHOT EXPECTED: the snapshot that the program SNAPSHOT writes has what Python's has,
of which EXPECTED (cuda_library.json) has the names."""

import json
import pathlib
import pickle
import subprocess
import sys
import tempfile

program, expected = sys.argv[1:]
wanted = next(c for c in json.loads(pathlib.Path(expected).read_text()) if c["kind"] == "memory")
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "snapshot.pickle"
    subprocess.run([program, path], check=True)
    snapshot = pickle.loads(path.read_bytes())

segment = next(s for s in snapshot["segments"] if s["device"] == 0 and s["allocated_size"])
events = snapshot["device_traces"][0]
pairs = {
    "names of a segment": (sorted(segment), wanted["segment"]),
    "names of a block": (sorted(segment["blocks"][0]), wanted["block"]),
    "allocated bytes": (sum(s["allocated_size"] for s in snapshot["segments"]), wanted["nbytes"]),
    "actions": ([event["action"] for event in events], wanted["actions"]),
    "ct_empty() among the functions that allocated": (
        any("ct_empty" in frame["name"] for frame in events[-1]["frames"]), True),
}
wrong = {what: pair for what, pair in pairs.items() if pair[0] != pair[1]}
for what, (got, right) in wrong.items():
    print(f"called:   {what}\nexpected: {right}\ngot:      {got}\n")
sys.exit(len(wrong) > 0)
