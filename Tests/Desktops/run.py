"""Checks the viewer on the desktops of this machine; see Scripts/test-desktops."""

import argparse
import shutil
from pathlib import Path

import filemanagers
import xwayland
from rig import Report

parser = argparse.ArgumentParser()
parser.add_argument("--pictures", type=Path, help="folder for screenshots")
parser.add_argument("names", nargs="*", help="compositors and file managers; all by default")
options = parser.parse_args()
known = [kind.short for kind in xwayland.KINDS] + [manager.name for manager in filemanagers.ALL] + ["launcher"]
if unknown := set(options.names) - set(known):
    parser.error(f"{unknown.pop()}: must be one of {', '.join(known)}")
if options.pictures:
    options.pictures.mkdir(parents=True, exist_ok=True)
report = Report(options.pictures)
xwayland.run(report, shutil.which("overscroll"), options.names)
filemanagers.run(report, options.names)
print(f"{report.counts['PASS']} passed, {report.counts['FAIL']} failed, {report.counts['SKIP']} skipped", flush=True)
raise SystemExit(report.counts["FAIL"] > 0)
