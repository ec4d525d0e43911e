#!/usr/bin/env python3
"""Checks a folder of downloads after a fault: check_download.py FOLDER SHA256 interrupted|complete

A file with a final name is whole. In the end there is one, and nothing of the way there.
"""
import hashlib
import json
import os
import re
import sys

folder, digest, stage = sys.argv[1:]
finished = 0
for path, _, names in os.walk(folder):
    for name in names:
        whole = os.path.join(path, name)
        if re.fullmatch("[0-9a-f]{64}", name):
            with open(whole, "rb") as file:
                found = hashlib.sha256(file.read()).hexdigest()
            if found != digest:
                sys.exit(f"{name} is not the file: {found}")
            finished += 1
        elif name.endswith(".json"):
            with open(whole) as file:
                json.load(file)
        elif stage == "complete" and name != "lock":
            sys.exit(f"{name} is left")
if stage == "complete" and finished != 1:
    sys.exit(f"{finished} files are there")
