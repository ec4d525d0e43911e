"""Checks pages of hOCR with the checker of its specification.

    hocr.py URL...
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from served import Complaints, get

complaints = Complaints()
with tempfile.TemporaryDirectory() as scratch:
    for url in sys.argv[1:]:
        body, media_type = get(url)
        complaints.expect(media_type.startswith("text/vnd.hocr+html"), url, "is", media_type)
        file = pathlib.Path(scratch) / "page.hocr"
        # The checker takes numbers only, and hOCR 1.2 other labels too.
        file.write_bytes(re.sub(rb"lpageno &quot;.*?&quot;; ", b"", body))
        checker = pathlib.Path(sys.executable).with_name("hocr-spec")
        result = subprocess.run([checker, file], capture_output=True, text=True)
        complaints.expect(result.returncode == 0, url, result.stdout[:500] + result.stderr[:500])
complaints.finish()
