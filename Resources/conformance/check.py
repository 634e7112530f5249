#!/usr/bin/env python3
"""Checks the offsets of any scrolling implementation against the recordings of real scroll views in this kit.

usage: check.py FOLDER

FOLDER has a CSV file for each recording to check, by the same name. For touches and releases its rows are t,offset_y in the
recording's time: one at or before each row of a drag, and a row per millisecond after the lift. For tables its columns are
the recording's. Prints the greatest difference of each; the status is 1 if one is beyond its tolerance.
"""
import bisect
import csv
import json
import pathlib
import sys

KIT = pathlib.Path(__file__).resolve().parent


def read(path, keys, value):
    lines = [line for line in path.open(encoding="utf-8") if not line.startswith("#")]
    rows = [row for row in csv.DictReader(lines) if row.get(value)]
    found = [(tuple(float(row[key]) for key in keys), float(row[value])) for row in rows]
    return sorted(found, key=lambda row: row[0])


def value(own, t, joined):
    after = min(bisect.bisect(own, ((t + 1e-6,), float("inf"))), len(own) - 1 if joined else len(own))
    (t0,), y0 = own[max(after - 1, 0)]
    (t1,), y1 = own[after] if joined else own[max(after - 1, 0)]
    return y0 if t1 <= t0 else y0 + (y1 - y0) * min((t - t0) / (t1 - t0), 1)


def difference(rows, own, shift=0.0, joined=True):
    return max((abs(value(own, t + shift, joined) - y) for (t,), y in rows), default=0.0)


def best(rows, own):
    """The difference at the best shift within a frame: clocks of recordings differ by that much."""
    shift = 0.0
    for step in (1e-3, 1e-4, 1e-5, 1e-6):
        tries = (shift + step * i for i in range(-17, 18))
        shift = min(tries, key=lambda s: (difference(rows, own, s), abs(s)))
    return difference(rows, own, shift)


def check(case, path):
    if case["kind"] == "table":
        own = dict(read(path, case["key"], case["value"]))
        rows = read(KIT / case["file"], case["key"], case["value"])
        return {"table": max(abs(own.get(key, float("inf")) - y) for key, y in rows)}
    rows, own = read(KIT / case["file"], ["t"], "offset_y"), read(path, ["t"], "offset_y")
    lift = case["release"]["t"] + 1e-6
    drag = [row for row in rows if row[0][0] <= lift]
    found = {"drag": difference(drag, own, joined=False)} if "drag" in case["tolerance"] else {}
    return found | {"release": best([row for row in rows if row[0][0] > lift], own)}


def main(folder):
    failed = checked = 0
    for case in json.loads((KIT / "index.json").read_text(encoding="utf-8"))["recorded"]:
        path = pathlib.Path(folder) / pathlib.Path(case["file"]).name
        if case["kind"] == "other" or not path.exists():
            continue
        checked += 1
        for part, found in check(case, path).items():
            passed = found <= case["tolerance"][part]
            failed += not passed
            print(f"{'ok' if passed else 'FAILED':6} {path.name} {part}: {found:.3g} pt, allowed {case['tolerance'][part]:g}")
    print(f"{checked} recordings checked, {failed} differences beyond their tolerance")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
