#!/usr/bin/env python3
"""exported_seeds.py: writes tests/fixtures/fuzz/corpus/exported/ from the small archives in
tests/fixtures/exported/: the program, the list of weights and the list of constants of each, without
what says where a node is from."""

import json
import pathlib
import zipfile

MAX_LENGTH = 7000
FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures"
PARTS = ["models/model.json", "data/weights/model_weights_config.json",
         "data/constants/model_constants_config.json"]


def forget_origins(value):
    if isinstance(value, dict):
        if isinstance(value.get("metadata"), dict):
            value["metadata"] = {}
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            forget_origins(item)


def text_of(archive):
    with zipfile.ZipFile(archive) as file:
        root = file.namelist()[0].split("/")[0]
        parts = [json.loads(file.read(f"{root}/{part}")) for part in PARTS]
    forget_origins(parts[0])
    return "\n---\n".join(json.dumps(part) for part in parts) + "\n"


for path in sorted((FIXTURES / "exported").glob("*.pt2")):
    text = text_of(path)
    if len(text) <= MAX_LENGTH and "torch.ops.zoo." not in text:
        name = path.name.removesuffix(".pt2")
        (FIXTURES / "fuzz/corpus/exported" / name).write_text(text)
