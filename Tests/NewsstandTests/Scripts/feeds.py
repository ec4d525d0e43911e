"""Validates published feeds with the schemas of OPDS, as the server's are.

    feeds.py SCHEMAS FOLDER
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(
    0, str(pathlib.Path(__file__).parents[2] / "ServerTests" / "Scripts" / "Standards"))

from schemas import JSONSchemas  # noqa: E402

if __name__ == "__main__":
    schemas, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    document = json.loads((folder / "opds2.json").read_text(encoding="utf-8"))
    errors = [
        f"opds2.json: {error.json_path}: {error.message[:300]}"
        for error in JSONSchemas(schemas).validator("opds/feed.schema.json").iter_errors(document)]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        # The grammar as published allows no address with an r or a t in it.
        grammar = (schemas / "opds-1.2/opds.rnc").read_text(encoding="utf-8")
        (scratch / "opds.rnc").write_text(grammar.replace(r'\nrt]', r'\n\r\t]'), encoding="utf-8")
        atom = (schemas / "opds-1.2/atom.rnc").read_text(encoding="utf-8")
        (scratch / "atom.rnc").write_text(atom, encoding="utf-8")
        result = subprocess.run(
            ["jing", "-c", str(scratch / "opds.rnc"), str(folder / "opds.xml")],
            capture_output=True, text=True)
        if result.returncode:
            errors.append(result.stdout + result.stderr)
    print("\n".join(errors))
    sys.exit(bool(errors) or not document["publications"])
