#!/usr/bin/env python3
"""Writes Tests/Vectors/one-euro.csv with the package OneEuroFilter 0.2.1 (pip install OneEuroFilter==0.2.1).

The package is by the authors of the filter. Like the daemon (Sources/Core/Motion/OneEuro.swift), it computes the
derivative from the last filtered value. Time starts above 0, because the package treats a timestamp of 0 as missing.
Usage: scripts/build/one-euro-vectors.py > Tests/Vectors/one-euro.csv
"""
import math
import random

from OneEuroFilter import OneEuroFilter

SETTINGS = [(0.5, 5, 5), (1, 5, 1), (0.3, 3, 4), (1, 0, 1)]

random.seed(1)
filters = [OneEuroFilter(60, *setting) for setting in SETTINGS]
print("microseconds,radians," + ",".join("/".join(map(str, setting)) for setting in SETTINGS))
time = 1_000_000
for row in range(400):
    seconds = (time - 1_000_000) / 1e6
    value = 3 * math.sin(0.7 * seconds) + 0.5 * seconds + random.gauss(0, 0.01)
    value = round(value, 6)
    outputs = [f(value, time / 1e6) for f in filters]
    print(f"{time},{value:.6f}," + ",".join(f"{output:.10f}" for output in outputs))
    time += random.choice([4_000, 10_000, 16_667, 20_000, 50_000])
