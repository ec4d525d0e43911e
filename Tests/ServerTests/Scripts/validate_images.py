"""Runs the tests of the IIIF validator up to level 2: a line PASS or FAIL with the name of each."""
import sys

from iiif_validator.validator import ImageAPI, TestSuite, ValidationInfo

server, identifier = sys.argv[1:]
found = TestSuite(ValidationInfo()).list_tests("3.0")
for name in sorted(found):
    if found[name]["level"] > 2:
        continue
    suite = TestSuite(ValidationInfo())
    result = ImageAPI(identifier, server, "iiif/image/3", "http", "", "3.0", debug=False)
    problem = None
    try:
        suite.run_test(name, result)
        problem = result.exception
    except Exception as error:
        problem = error
    print("FAIL" if problem else "PASS", name)
    if problem:
        print("  ", repr(problem), getattr(problem, "message", ""), result.urls[-1:])
