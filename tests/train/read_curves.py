#!/usr/bin/env python3
"""read_curves.py WRITE_CURVES: the drawings are well-formed XML with the curves at their places, and
the tables have their numbers, as Python's parsers read them."""

import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"

# ORDER CURVES: write_curves.c
FEW = {'train, "loss" <&>': [(i * 5, 0.5**i + 0.125) for i in range(12)],
       "gap": [(i * 5, math.nan if i % 5 == 3 else 0.5 + i / 16) for i in range(12)],
       "bad": [(7, 1e-3)]}


def check(condition, what, got=""):
    if not condition:
        sys.exit(f"called:   read_curves.py\nexpected: {what}\ngot:      {got}")


def curves_of(root):
    """The groups of curves: title, circles, path."""
    result = []
    for group in root.findall(SVG + "g"):
        title = group.find(SVG + "title")
        if title is not None:
            circles = [(float(c.get("cx")), float(c.get("cy")))
                       for c in group.findall(SVG + "circle")]
            result.append((title.text, circles, group.find(SVG + "path").get("d")))
    return result


def texts_of(root):
    return [text.text for text in root.findall(SVG + "text")]


def fit(pairs):
    """The linear map that the first and the last of the different pairs have."""
    (a, pixel_a), (b, pixel_b) = min(pairs), max(pairs)
    scale = (pixel_b - pixel_a) / (b - a)
    return lambda number: pixel_a + (number - a) * scale


def check_places(root, log):
    scale = math.log10 if log else float
    places = []
    for (title, circles, path), points in zip(curves_of(root), FEW.values()):
        finite = [(step, scale(value)) for step, value in points if not math.isnan(value)]
        check(len(circles) == len(finite), f"{len(finite)} points of {title}", len(circles))
        runs = 1 + sum(math.isnan(a[1]) and not math.isnan(b[1])
                       for a, b in zip(points, points[1:]))
        check(path.count("M") == runs, f"{runs} parts of {title}", path)
        places += list(zip(finite, circles))
    x = fit([(number[0], pixel[0]) for number, pixel in places])
    y = fit([(number[1], pixel[1]) for number, pixel in places])
    for (step, value), (cx, cy) in places:
        check(abs(x(step) - cx) < 0.2 and abs(y(value) - cy) < 0.2,
              f"the point {step}, {value} at {x(step):.1f}, {y(value):.1f}", f"{cx}, {cy}")
    check(y(2) < y(1), "larger numbers are higher")


def check_few(folder):
    for name, size, log in [("few", ("600", "400"), False), ("log", ("720", "300"), True)]:
        root = ElementTree.parse(folder / f"{name}.svg").getroot()
        check((root.get("width"), root.get("height")) == size, size, root.attrib)
        check_places(root, log)
        titles = [title for title, _, _ in curves_of(root)]
        check(titles[:2] == list(FEW)[:2] and titles[2] == "bad \ufffd\ufffd \u00e9", list(FEW),
              titles)
        check(all(title in texts_of(root) for title in titles), "a legend", texts_of(root))
        check("prefers-color-scheme:dark" in root.find(SVG + "style").text, "colors for the dark")
    root = ElementTree.parse(folder / "few.svg").getroot()
    check(root.find(SVG + "title").text == 'A < B & "C"', "a title")
    check("loss" in texts_of(root) and "step" in texts_of(root), "labels", texts_of(root))
    with open(folder / "few.csv", newline="", encoding="latin-1") as file:
        rows = list(csv.reader(file))
    check(rows[0][:3] == ["step"] + list(FEW)[:2], "names", rows[0])
    table = {int(row[0]): row for row in rows[1:]}
    check(len(table) == 13 and float(table[7][3]) == 1e-3, "13 steps", table)
    for column, points in enumerate(list(FEW.values())[:2], 1):
        for step, value in points:
            got = float(table[step][column])
            check(got == value or math.isnan(got) and math.isnan(value), value, got)


def check_many(folder):
    root = ElementTree.parse(folder / "many.svg").getroot()
    (title, circles, path), = curves_of(root)
    points = [tuple(map(float, pair)) for pair in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]
    check(title == "many" and not circles, "a line without points", title)
    check(1000 < len(points) < 4000, "a few points for each pixel", len(points))
    check(all(a[0] <= b[0] for a, b in zip(points, points[1:])), "points from left to right")
    top = min(points, key=lambda point: point[1])
    left, right = points[0][0], points[-1][0]
    check(abs(left + (right - left) * 0.54321 - top[0]) < 1, "the peak at its place", top)
    check("80k" in texts_of(root), "a tick of 80k", texts_of(root))


def check_odd(folder):
    for name, number in [("none", 0), ("odd", 2)]:
        text = (folder / f"{name}.svg").read_text(encoding="utf-8")
        check(len(curves_of(ElementTree.fromstring(text))) == number, number, text)
        check("nan" not in re.sub(">nan<", "", text) and "inf" not in text, "numbers", text)


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([program, name], check=True)
        check_few(folder)
        check_many(folder)
        check_odd(folder)


if __name__ == "__main__":
    main(sys.argv[1])
