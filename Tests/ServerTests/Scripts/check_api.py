"""Has Schemathesis ask the server what its OpenAPI document describes, and compare the answers."""
import os
import subprocess
import sys
import tempfile

import patience

url, publication = sys.argv[1:]
configuration = f"""
[parameters]
"path.id" = "{publication}"
"path.page" = 3
"path.spread" = 1
"""
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "schemathesis.toml")
    with open(path, "w") as file:
        file.write(configuration)
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", path, "run",
        f"{url}/api/1/openapi.json",
        "--max-examples", "8", "--seed", "7", "--generation-deterministic",
        "--phases", "examples,coverage,fuzzing", "--request-timeout", str(patience.SECONDS),
        # A valid parameter may exclude another one, such as scale and dpi; and a query may have
        # more parameters than are read.
        "--exclude-checks", "positive_data_acceptance,negative_data_rejection",
        "--workers", "1", "--no-color",
    ]
    sys.exit(subprocess.run(command, cwd=folder).returncode)
