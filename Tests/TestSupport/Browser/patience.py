"""How long scripts wait for an event before they report that they are stuck: Patience.swift says it
for the tests."""

import os


def _scale():
    try:
        return max(float(os.environ.get("RECTO_TEST_PATIENCE", "")), 0.01)
    except ValueError:
        return 1


SECONDS = 300 * _scale()
