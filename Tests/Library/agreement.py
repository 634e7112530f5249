#!/usr/bin/env python3
"""Compares two traces number by number.

usage: agreement.py TRACE EXPECTED PHASE…      the phases must all occur
"""

import csv
import sys

TOLERANCE = 1e-9

actual, expected = (list(csv.reader(open(path))) for path in sys.argv[1:3])
if len(actual) != len(expected):
    sys.exit(f"{sys.argv[1]}: {len(actual)} rows, expected {len(expected)}")
largest = 0.0
for number, (row, wanted) in enumerate(zip(actual, expected), start=1):
    for value, other in zip(row, wanted, strict=True):
        if value == other:
            continue
        largest = max(largest, abs(float(value) - float(other)))
        if largest > TOLERANCE:
            sys.exit(f"{sys.argv[1]}:{number}: {row}\nexpected: {wanted}")
missing = set(sys.argv[3:]) - {row[1] for row in actual}
if missing:
    sys.exit(f"{sys.argv[1]}: the phases do not occur: {', '.join(sorted(missing))}")
print(f"{len(actual) - 1} frames agree to {largest:g} points")
